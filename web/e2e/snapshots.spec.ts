import type { Page } from '@playwright/test';
import {
  PHONE,
  allSaved,
  expect,
  heading,
  layoutShift,
  openTasks,
  openWithoutScripts,
  saved,
  signUp,
  taskRow,
  test,
} from './fixtures';

const root = (page: Page) => page.locator('#root');
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('daymark.screen')));

/** Leaves the screen once all its code is there: its snapshot is stored. */
async function leave(page: Page): Promise<void> {
  await expect(page.locator('main').locator('[aria-busy="true"], [data-skeleton]')).toHaveCount(0);
  const hasCode = () =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/keepSnapshots-'));
  await expect.poll(() => page.evaluate(hasCode)).toBe(true);
  await page.goto('/privacy');
}

/** Where the texts of the screen are, those inside what scrolls too. */
const places = (page: Page) =>
  page.locator('#root').evaluate((element) =>
    [
      ...element.querySelectorAll(
        ':is(h1, h2, h3, p, span, li, button):not([data-snapshot-hidden], [data-snapshot-hidden] *)',
      ),
    ].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      // A minute may pass between the two.
      const text = part.textContent.replaceAll(/\d+m/g, '');
      return `${text} ${x} ${y} ${width} ${height}`;
    }),
  );

const seed = {
  tasks: [{ title: 'Water the ferns' }, { title: 'Done already', completed: true }],
};

for (const { name, viewport } of [
  { name: 'at 1280 px', viewport: { width: 1280, height: 800 } },
  { name: 'on a phone', viewport: PHONE },
]) {
  test(`issue 14: a warm start shows the person’s tasks before the app’s code has run, and the app takes over in the same place, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await signUp(page, seed);
    for (const path of ['/tasks', '/today']) {
      await page.goto(path);
      await expect(taskRow(page, 'Water the ferns')).toBeVisible();
      await leave(page);

      const letGo = await openWithoutScripts(page, path);
      await expect(page.getByText('Water the ferns')).toBeVisible();
      await expect(root(page)).toHaveAttribute('data-snapshot');
      await expect(page.locator('#root > [inert]')).toHaveCount(1);
      const before = await places(page);
      await letGo();
      await expect(page.locator('#root > [inert]')).toHaveCount(0);
      expect(await places(page)).toEqual(before);
      expect(await layoutShift(page)).toBe(0);
      const box = taskRow(page, 'Water the ferns').getByRole('checkbox');
      await saved(page, 'PATCH', () => box.check());
      await saved(page, 'PATCH', () => box.uncheck());
    }
  });
}

test('issue 14: a start after a change on another screen shows the screen’s outline, and no task as it was before', async ({
  page,
}) => {
  await signUp(page, seed);
  await page.goto('/today');
  await expect(taskRow(page, 'Water the ferns')).toBeVisible();
  await leave(page);
  await openTasks(page);
  await taskRow(page, 'Water the ferns').getByRole('checkbox').check();
  await allSaved(page);
  await leave(page);

  const letGo = await openWithoutScripts(page, '/today');
  await expect(root(page)).not.toHaveAttribute('data-snapshot');
  await expect(page.locator('aside').getByText('Calendar')).toBeVisible();
  await expect(page.getByText('Water the ferns')).toBeHidden();
  await letGo();
  await expect(taskRow(page, 'Water the ferns').getByRole('checkbox')).toBeChecked();
});

test('a snapshot is made soon after a change, without the screen being left: a browser that ends has it', async ({
  page,
}) => {
  await signUp(page, seed);
  await openTasks(page);
  const keptTasks = () => page.evaluate(() => localStorage.getItem('daymark.screen:/tasks') ?? '');
  await expect.poll(keptTasks).toContain('Water the ferns');
  const line = page.getByLabel('New task');
  await line.fill('Feed the cat');
  await line.press('Enter');
  await expect.poll(keptTasks).toContain('Feed the cat');
});

test.describe('at a logout', () => {
  // A call that is made while the session ends is answered 401.
  test.use({ expectedErrors: /401/ });

  test('issue 14: nobody but the person sees a snapshot: not after their session, not the next person, and a logout leaves none', async ({
    page,
    context,
  }) => {
    await signUp(page, seed);
    // The time zone, which a new person's account does not know.
    const zoneSaved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await openTasks(page);
    await zoneSaved;
    await leave(page);
    expect(await kept(page)).not.toEqual([]);

    await test.step('without the hint of a session nothing is shown', async () => {
      const cookies = await context.cookies();
      await context.clearCookies();
      const letGo = await openWithoutScripts(page, '/tasks');
      await expect(page.locator('[data-outline]')).toHaveCount(2);
      await expect(page.locator('[data-outline] >> visible=true')).toHaveCount(0);
      await expect(root(page)).not.toHaveAttribute('data-snapshot');
      await context.addCookies(cookies);
      await letGo();
      await expect(taskRow(page, 'Water the ferns')).toBeVisible();
    });

    await test.step('another person', async () => {
      await leave(page);
      await page.evaluate(() => {
        const user = JSON.parse(localStorage.getItem('daymark.user') ?? '{}') as object;
        localStorage.setItem('daymark.user', JSON.stringify({ ...user, id: 1 }));
      });
      const letGo = await openWithoutScripts(page, '/tasks');
      await expect(root(page)).not.toHaveAttribute('data-snapshot');
      await page.evaluate(() => localStorage.removeItem('daymark.user'));
      await letGo();
      await expect(taskRow(page, 'Water the ferns')).toBeVisible();
    });

    await test.step('a logout', async () => {
      await allSaved(page);
      // The requests of the start end here. After the logout their answer would be a 401, an error in the console.
      await page.evaluate(() => globalThis.daymarkSync.start());
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveURL(/\/auth$/);
      await expect(heading(page, 'Daymark')).toBeHidden();
      expect(await kept(page)).toEqual([]);
    });
  });
});
