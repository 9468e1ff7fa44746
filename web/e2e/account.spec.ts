import { readFile } from 'node:fs/promises';
import { AccountExport } from '@daymark/contract/accountExport';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  chooseAtPerson,
  expect,
  FAILED_REQUEST,
  heading,
  newPerson,
  collectErrors,
  settleAndListen,
  signUp,
  taskRow,
  test,
  toast,
  type Person,
} from './fixtures';

/* Tests the account in the settings against the Auth emulator and the real server. */

/** Opens the settings and waits until the account's rows are there. */
async function openSettings(page: Page, hash = ''): Promise<void> {
  await page.goto(`/settings${hash}`);
  await expect(heading(page, 'Settings')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Devices' })).toBeVisible();
}

/** Signs the person in on a second device, which is a new browser context. */
async function otherDevice(browser: Browser, { email, password }: Person): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  collectErrors(page, [], undefined);
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/today$/);
  return page;
}

test('one device can sign out another device and still gets live updates', async ({
  page,
  browser,
}) => {
  const person = await signUp(page);
  const other = await otherDevice(browser, person);
  await settleAndListen(page);
  await chooseAtPerson(page, 'Settings');
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('This device');
  await devices
    .last()
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await expect(toast(page)).toContainText('Device signed out');
  await expect(devices).toHaveCount(1);
  await other.goto('/today');
  await expect(other).toHaveURL(/\/login$/);
  await other.context().close();
  // Signing out a device ends the live tokens of all devices. This device requests a new live token and still shows
  // changes from elsewhere.
  await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
  await expect(heading(page, 'Task Management')).toBeVisible();
  await page.request.post('/api/tasks', { data: { title: 'From elsewhere' } });
  await expect(taskRow(page, 'From elsewhere')).toBeVisible();
});

test.describe('a wrong password', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('is reported at its field, and the right one changes the password by keyboard alone', async ({
    page,
    browser,
  }) => {
    const person = await signUp(page);
    await openSettings(page);
    await page.getByRole('button', { name: 'Change password…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change your password' });
    await expect(dialog.getByLabel('Current password')).toBeFocused();
    await page.keyboard.type('not my password');
    await page.keyboard.press('Tab');
    await page.keyboard.type('a new password');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('This password is wrong.')).toBeVisible();
    await expect(dialog.getByLabel('New password')).toHaveValue('a new password');
    await dialog.getByLabel('Current password').fill(person.password);
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Password changed');
    await expect(dialog).toBeHidden();
    // This device stays signed in.
    await page.reload();
    await expect(heading(page, 'Settings')).toBeVisible();
    const other = await otherDevice(browser, { ...person, password: 'a new password' });
    await other.context().close();
  });
});

test('sign-in with Google can be connected and removed', async ({ page }) => {
  const person = await signUp(page);
  await openSettings(page);
  await page.locator('#profile').getByRole('button', { name: 'Connect…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in with Google as well' });
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Continue with Google' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a Google account' });
  await picker.getByLabel('Another account’s email').fill(`google.${person.email}`);
  await picker.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page)).toContainText('You can now sign in with Google');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove…' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove sign-in with Google' });
  await removal.getByLabel('Your password').fill(person.password);
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page)).toContainText('Sign-in with Google removed');
  await expect(page.getByText('Not connected', { exact: true }).first()).toBeVisible();
});

test.describe('without a network', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('a name is sent once the network is back, and a taken name is reported at the field', async ({
    page,
  }) => {
    const taken = (await signUp(page)).username;
    await page.context().clearCookies();
    const { username } = await signUp(page);
    await openSettings(page);
    const name = page.getByRole('region', { name: 'Profile' }).getByLabel('Name', { exact: true });
    await page.context().setOffline(true);
    await name.fill(`${username} Lovelace`);
    await name.press('Enter');
    await expect(page.getByText('It is sent when you are online.')).toBeVisible();
    const sent = page.waitForResponse(
      (reply) => reply.url().endsWith('/api/user') && reply.request().method() === 'PATCH',
    );
    // Simulate a browser that reports being online a moment before requests succeed.
    await page.route('**/api/**', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/api/changes'),
    );
    await page.context().setOffline(false);
    await failed;
    await page.unroute('**/api/**');
    expect((await sent).status()).toBe(200);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await name.fill(taken);
    await name.press('Tab');
    await expect(page.getByText(`"${taken}" is taken.`)).toBeVisible();
    await expect(name).toHaveValue(taken);
    await page.getByRole('button', { name: `Use ${taken}2` }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(name).toHaveValue(`${taken}2`);
  });
});

test('a deleted task comes back with all its steps, even if they exceed one page of deleted records', async ({
  page,
}) => {
  const steps = Array.from({ length: 60 }, (_, n) => ({
    id: n + 100,
    title: `Step ${n}`,
    parentId: 130_000,
  }));
  // As text, the task's id sorts between the ids of its steps.
  await signUp(page, { tasks: [{ id: 130_000, title: 'Garden' }, ...steps] });
  await openSettings(page);
  await page.evaluate(() => fetch('/api/tasks/130000', { method: 'DELETE' }));
  await openSettings(page);
  const deleted = page.getByRole('list', { name: 'Recently deleted' });
  await expect(deleted).toContainText('Task with 60 steps');
  await expect(deleted.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Restore Garden' }).click();
  // Sending all the steps takes a while.
  await expect
    .poll(() => page.evaluate(() => globalThis.daymarkSync.records('tasks').data?.length))
    .toBe(61);
});

test('the export is one JSON document that matches its schema', async ({ page }) => {
  await signUp(page, { tasks: [{ title: 'Water the ferns' }] });
  await openSettings(page, '#data');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download JSON' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^daymark-\d{4}-\d\d-\d\d\.json$/);
  const text = await readFile(await file.path(), 'utf8');
  const document = AccountExport.parse(JSON.parse(text));
  expect(document.tasks).toMatchObject([{ title: 'Water the ferns' }]);
});

test.describe('deleting the account', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('needs the name and the password, and the page confirms that the account is gone', async ({
    page,
  }) => {
    const { username, email, password } = await signUp(page);
    await openSettings(page, '#data');
    await page.getByRole('button', { name: 'Delete account…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
    const destroy = dialog.getByRole('button', { name: 'Delete Account' });
    await dialog.getByLabel('Type your name').fill('Somebody');
    await destroy.click();
    await expect(dialog.getByText(`Type ${username} to confirm.`)).toBeVisible();
    await dialog.getByLabel('Type your name').fill(username);
    await dialog.getByLabel('Your password').fill('not my password');
    await destroy.click();
    await expect(dialog.getByText('This password is wrong.')).toBeVisible();
    await dialog.getByLabel('Your password').fill(password);
    await destroy.click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(heading(page, 'Account deleted')).toBeVisible();
    await expect(page.getByText('Your account and everything in it were deleted.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('');
    await expect(page.getByLabel('Password')).toHaveValue('');
    expect(await page.context().cookies()).toEqual([]);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Wrong email or password.').first()).toBeVisible();
  });
});

test.describe('in the demo', () => {
  // Live updates may ask for their token while the account is being deleted.
  test.use({ expectedErrors: /401 \(Unauthorized\)/ });

  test('a visitor of the demo sees why some settings can’t be changed, and can delete the account', async ({
    page,
  }) => {
    await page.goto('/auth?demo');
    await page.getByRole('button', { name: 'Demo Account' }).click();
    await expect(page).toHaveURL(/\/today$/);
    await openSettings(page);
    await expect(page.getByText('The demo keeps its name.')).toBeVisible();
    await expect(page.getByText('has no password of its own')).toBeVisible();
    await expect(page.getByText('The demo can’t connect a calendar.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete account…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Type your name').fill('Demo User');
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await expect(page.getByText('Your account and everything in it were deleted.')).toBeVisible();
  });
});

/** Signs in with Google. The Auth emulator shows its own account picker. */
async function signInWithGoogle(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a Google account' });
  await picker.getByLabel('Another account’s email').fill(email);
  await picker.getByRole('button', { name: 'Continue' }).click();
}

test.describe('when a Google sign-in joins an account that someone else registered with the same address', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('the owner sees all other ways into the account and can end them', async ({
    page,
    browser,
  }) => {
    const squatter = await signUp(page);
    await page.request.post('/api/tokens', {
      data: { name: 'Backup', scope: 'write', expiresInDays: 30 },
    });
    await page.goto('/tasks');
    await expect(heading(page, 'Task Management')).toBeVisible();

    const owner = await (await browser.newContext()).newPage();
    collectErrors(owner, [], undefined);
    await signInWithGoogle(owner, squatter.email);
    await expect(owner).toHaveURL(/\/today$/);
    const dialog = owner.getByRole('alertdialog', {
      name: 'Check what else can access your account',
    });
    await expect(dialog).toContainText('Backup, can read and change');
    await expect(dialog).toContainText('PasswordSet');
    await expect(dialog).toContainText('last used');
    await expectAccessible(owner);
    await dialog.getByRole('button', { name: 'End Them' }).click();
    await expect(toast(owner)).toContainText('Only this device is signed in');
    await expect(dialog).toBeHidden();
    await owner.reload();
    await expect(heading(owner, 'Good')).toBeVisible();
    await expect(dialog).toBeHidden();

    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel('Password').fill(squatter.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(toast(page)).toContainText('Wrong email or password.');
    await owner.context().close();
  });
});

test.describe('the first password', () => {
  // Requests may be under way while the session is renewed.
  test.use({ expectedErrors: /401 \(Unauthorized\)/ });

  test('a person who signs in with Google can set a password', async ({ page }) => {
    const { email } = newPerson();
    await page.goto('/auth');
    await page
      .getByRole('button', { name: /Google/ })
      .first()
      .click();
    const picker = page.getByRole('dialog', { name: 'Choose a Google account' });
    await picker.getByLabel('Another account’s email').fill(email);
    await picker.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/today$/);
    await openSettings(page);
    await page.getByRole('button', { name: 'Set a password…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set a password' });
    await dialog.getByLabel('New password').fill('my first password');
    await dialog.getByRole('button', { name: 'Set Password' }).click();
    await picker.getByLabel('Another account’s email').fill(email);
    await picker.getByRole('button', { name: 'Continue' }).click();
    await expect(toast(page)).toContainText('Password changed');
    await expect(page.getByRole('button', { name: 'Change password…' })).toBeVisible();
  });
});
