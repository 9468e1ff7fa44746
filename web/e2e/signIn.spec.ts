import type { Page } from '@playwright/test';
import {
  addTask,
  expect,
  FAILED_REQUEST,
  heading,
  newPerson,
  toast,
  signUp,
  taskRow,
  test,
} from './fixtures';

/** Chooses an account in the picker that replaces Google's window here. */
async function chooseGoogleAccount(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Grace Hopper/ })
    .click();
}

const DEMO = { email: 'demo@daymark.app', password: 'daymark-demo' };

test('a person signs in as the demo user, adds a task, reloads, and it is there', async ({
  page,
}) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Demo Account' }).click();
  await expect(page).toHaveURL(/\/today$/);
  await expect(toast(page)).toContainText('Login successful');
  await expect(toast(page)).toContainText('Welcome back, Demo User!');
  await expect(heading(page, 'Good')).toContainText('Demo');

  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  // The dashboard, which is shown until the list is loaded, has an Add Task button too.
  await expect(heading(page, 'Task Management')).toBeVisible();
  const title = `Water the plants ${newPerson().username}`;
  const created = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/api/tasks'),
  );
  await addTask(page, title);
  expect((await created).status()).toBe(201);
  await page.reload();
  await expect(taskRow(page, title)).toBeVisible();

  // Other tests use the demo account too: the task goes again.
  const id = await taskRow(page, title).locator('[data-task]').getAttribute('data-task');
  await page.evaluate((task) => fetch(`/api/tasks/${task}`, { method: 'DELETE' }), id);
});

test('a person signs up a new account on /auth and is in it after a reload', async ({ page }) => {
  const { username, email, password } = newPerson();
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page).toHaveURL(/\/today$/);
  await expect(toast(page)).toContainText('Registration successful');
  await expect(toast(page)).toContainText(`Welcome to Daymark, ${username}!`);
  await page.reload();
  await expect(heading(page, 'Good')).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText(email);
});

test('a person signs in with the Google button through the small account picker', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a Google account' });
  await picker.getByRole('button', { name: /Grace Hopper/ }).click();
  await expect(page).toHaveURL(/\/today$/);
  await expect(toast(page)).toContainText('Welcome back, GraceHopper');
  await expect(page.getByRole('complementary')).toContainText('grace.hopper@example.com');
});

for (const { where, path, tab } of [
  { where: 'the Login tab', path: '/auth', tab: 'Login' },
  { where: 'the Sign Up tab', path: '/auth', tab: 'Sign Up' },
  { where: '/signup', path: '/signup', tab: undefined },
])
  test(`§2 the Google button of ${where} signs in, and the page is reloaded`, async ({ page }) => {
    await page.goto(path);
    if (tab) await page.getByRole('tab', { name: tab }).click();
    await page.evaluate(() => Object.assign(window, { before: true }));
    const sent = page.waitForRequest('**/api/firebase-auth');
    await page.getByRole('button', { name: /Google/ }).click();
    const picker = page.getByRole('dialog', { name: 'Choose a Google account' });
    await picker.getByRole('button', { name: /Alan Turing/ }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      email: 'alan.turing@example.com',
      username: 'AlanTuring',
      firebaseUid: expect.any(String),
    });
    await expect(page).toHaveURL(/\/today$/);
    await expect(heading(page, 'Good')).toBeVisible();
    expect(await page.evaluate(() => 'before' in window)).toBe(false);
  });

test('Try the demo leads to /auth with the demo account filled in', async ({ page }) => {
  await page.goto('/landing');
  await page.getByRole('link', { name: 'Try the demo' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(DEMO.email);
  await expect(page.getByLabel('Password')).toHaveValue(DEMO.password);
});

test('§2 /login and /signup link to each other', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(heading(page, 'Create your account')).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(heading(page, 'Welcome back')).toBeVisible();
});

test.describe('rejected', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('§8 a wrong password shows Login failed with the message, and keeps what was typed', async ({
    page,
  }) => {
    await page.goto('/auth');
    await page.getByLabel('Email').fill(DEMO.email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(toast(page)).toContainText('Login failed');
    await expect(toast(page)).toContainText('401: Wrong email or password.');
    await expect(toast(page)).toHaveAttribute('data-severity', 'error');
    await expect(page.getByRole('tabpanel')).toContainText('Wrong email or password.');
    await expect(page.getByLabel('Password')).toHaveValue('not the password');
  });

  test('a failed login on /login is shown at the form, and what was typed stays', async ({
    page,
  }) => {
    await page.goto('/login');
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(toast(page)).toContainText('Login failed');
    await expect(page.getByRole('main')).toContainText('Wrong email or password.');
    await expect(page.getByLabel('Password')).toHaveValue('not the password');
  });

  test('§8 Google Sign In Failed, when Google doesn’t say who it is: a toast, and it stays beside the button', async ({
    page,
  }) => {
    await page.route('**/accounts:signInWithIdp*', (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message: 'USER_DISABLED' } } }),
    );
    await chooseGoogleAccount(page);
    await expect(toast(page)).toContainText('Google Sign In Failed');
    await expect(toast(page)).toHaveAttribute('data-severity', 'error');
    await page.getByRole('button', { name: 'Close notification' }).click();
    await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('§8 Login Failed, when our server refuses whom Google named: a toast, and it stays beside the button', async ({
    page,
  }) => {
    await page.route('**/api/firebase-auth', (route) =>
      route.fulfill({ status: 503, contentType: 'text/plain', body: 'Please try again.' }),
    );
    await chooseGoogleAccount(page);
    await expect(toast(page)).toContainText('Login Failed');
    await expect(toast(page)).toContainText('503: Please try again.');
    await page.getByRole('button', { name: 'Close notification' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('503: Please try again.');
  });

  test('§8 Authentication Error, when the way back from Google leads nowhere', async ({ page }) => {
    // What the page that went to Google leaves behind.
    await page.addInitScript(() => sessionStorage.setItem('daymark.googleRedirect', '1'));
    await page.route('**/assets/firebase-*', (route) => route.abort());
    await page.goto('/login');
    await expect(toast(page)).toContainText('Authentication Error');
    await expect(toast(page)).toContainText('Daymark can’t be reached.');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('can’t be reached');
  });

  test('a taken username is shown at the username, and everything typed is kept', async ({
    page,
  }) => {
    const person = await signUp(page);
    await page.context().clearCookies();
    await page.goto('/signup');
    await page.getByLabel('Username').fill(person.username.toUpperCase());
    await page.getByLabel('Email').fill(newPerson().email);
    await page.getByLabel('Password', { exact: true }).fill('long enough');
    await page.getByLabel('Confirm Password').fill('long enough');
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription(
      'This username is already taken.',
    );
    await expect(toast(page)).toContainText('Registration failed');
    await expect(toast(page)).toContainText('409: This username is already taken.');
    await expect(toast(page)).toHaveAttribute('data-severity', 'error');
    await expect(page.getByLabel('Confirm Password')).toHaveValue('long enough');
  });
});

test('§4 the Login button is disabled while pending', async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/login', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
  answer();
  await expect(page).toHaveURL(/\/today$/);
});

test('§3 registering sends username, email and password, and not the confirmation; §4 the button is disabled meanwhile', async ({
  page,
}) => {
  const { username, email, password } = newPerson();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  let sent: unknown;
  await page.route('**/api/register', async (route) => {
    sent = route.request().postDataJSON();
    await held;
    await route.continue();
  });
  await page.goto('/signup');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled();
  expect(sent).toEqual({ username, email, password });
  answer();
  await expect(page).toHaveURL(/\/today$/);
});

test('Forgot password sends Firebase’s reset mail: the out-of-band code arrives', async ({
  page,
  request,
}) => {
  const person = await signUp(page);
  await page.context().clearCookies();
  await page.goto('/auth');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset your password' });
  await expect(dialog.getByLabel('Email')).toHaveValue(person.email);
  await dialog.getByRole('button', { name: 'Send reset link' }).click();
  await expect(dialog.getByRole('status')).toContainText('is on its way');
  // Only the dialog's form was submitted, not the page's.
  await expect(page).toHaveURL(/\/auth$/);

  const { FIREBASE_AUTH_EMULATOR_HOST: host, GCLOUD_PROJECT: project } = process.env;
  const sent = await request.get(`http://${host}/emulator/v1/projects/${project}/oobCodes`);
  const { oobCodes } = (await sent.json()) as {
    oobCodes: { email: string; requestType: string }[];
  };
  expect(oobCodes.filter(({ email }) => email === person.email)).toEqual([
    expect.objectContaining({ requestType: 'PASSWORD_RESET' }),
  ]);
});

test('the reset dialog refuses the demo account, at the field', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset your password' });
  await dialog.getByRole('button', { name: 'Send reset link' }).click();
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(
    'The demo account’s password can’t be changed.',
  );
});
