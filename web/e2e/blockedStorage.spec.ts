import { addTask, allSaved, expect, heading, signUp, taskRow, test } from './fixtures';

/** Simulates a browser that blocks site storage but allows cookies. Every access to storage fails. */
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, { configurable: true, get: blocked });
    Object.defineProperty(globalThis, 'BroadcastChannel', {
      configurable: true,
      value: function () {
        blocked();
      },
    });
    Object.defineProperty(navigator.locks, 'request', {
      value: () =>
        Promise.reject(new DOMException('Access to the Locks API is denied.', 'SecurityError')),
    });
  });
});

test('with site storage blocked, Daymark opens, signs in and saves', async ({ page }) => {
  const person = await signUp(page);
  await page.context().clearCookies();
  await page.goto('/');
  await expect(page).toHaveURL('/landing');
  await page.getByRole('button', { name: 'Theme: system' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');

  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/today');

  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await expect(heading(page, 'Task Management')).toBeVisible();
  await addTask(page, 'Without storage');
  await allSaved(page);
  await page.reload();
  await expect(taskRow(page, 'Without storage')).toBeVisible();
});
