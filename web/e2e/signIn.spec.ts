import type { Page } from '@playwright/test';
import {
  addTask,
  expect,
  FAILED_REQUEST,
  heading,
  newPerson,
  notice,
  register,
  taskRow,
  test,
} from './fixtures';

/** Chooses an account in the small picker that stands in for Google's window. */
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
  await expect(notice(page)).toContainText('Login successful');
  await expect(notice(page)).toContainText('Welcome back, Demo User!');
  await expect(heading(page, 'Good')).toContainText('Demo');

  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  // The dashboard, which stands until the list is here, has an Add Task of its own.
  await expect(heading(page, 'Task Management')).toBeVisible();
  const title = `Water the plants ${newPerson().username}`;
  const created = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/api/tasks'),
  );
  await addTask(page, title);
  expect((await created).status()).toBe(201);
  await page.reload();
  await expect(taskRow(page, title)).toBeVisible();

  // The demo account is everyone's: it is left as it was found.
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
  await expect(notice(page)).toContainText('Registration successful');
  await expect(notice(page)).toContainText(`Welcome to Daymark, ${username}!`);
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
  await expect(notice(page)).toContainText('Welcome back, GraceHopper');
  await expect(page.getByRole('complementary')).toContainText('grace.hopper@example.com');
});

for (const { where, path, tab } of [
  { where: 'the Login tab', path: '/auth', tab: 'Login' },
  { where: 'the Sign Up tab', path: '/auth', tab: 'Sign Up' },
  { where: '/signup', path: '/signup', tab: undefined },
])
  test(`§2 the Google button of ${where} signs in, and the page is loaded anew`, async ({
    page,
  }) => {
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

test('§2 Try Demo Account switches to the Login tab with demo credentials filled in', async ({
  page,
}) => {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByRole('button', { name: 'Try Demo Account' }).click();
  await expect(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Email')).toHaveValue(DEMO.email);
  await expect(page.getByLabel('Password')).toHaveValue(DEMO.password);
});

test('what was typed in one tab of /auth is still there after a look at the other', async ({
  page,
}) => {
  await page.goto('/auth');
  await page.getByLabel('Email').fill('someone@example.com');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Username').fill('someone');
  await page.getByRole('tab', { name: 'Login' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('someone@example.com');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Username')).toHaveValue('someone');
});

test('Tab goes from the email to the password', async ({ page }) => {
  await page.goto('/auth');
  await page.getByLabel('Email').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password')).toBeFocused();
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

test('§5 the login of /auth says what is wrong at its field and keeps what was typed', async ({
  page,
}) => {
  await page.goto('/auth');
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Password').fill('12345');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
    'Password must be at least 6 characters',
  );
  await expect(page.getByLabel('Email')).toHaveValue('nobody');
  await expect(page.getByLabel('Password')).toHaveValue('12345');
});

test('§5 /login has its own words', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Password').fill('');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email');
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Password is required');
});

for (const [path, password, confirmation] of [
  ['/auth', 'Password must be at least 6 characters', 'Password must be at least 6 characters'],
  ['/signup', 'Password must be at least 8 characters', 'Confirm Password is required'],
] as const) {
  test(`§5 the sign up of ${path} says what is wrong at each field`, async ({ page }) => {
    await page.goto(path);
    if (path === '/auth') await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('Username').fill('ab');
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription(
      'Username must be at least 3 characters',
    );
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      'Please enter a valid email address',
    );
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      password,
    );
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription(confirmation);

    // §9: at least 6 on /auth, at least 8 on /signup.
    const least = path === '/auth' ? 6 : 8;
    await page.getByLabel('Password', { exact: true }).fill('x'.repeat(least - 1));
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      password,
    );
    await page.getByLabel('Password', { exact: true }).fill('x'.repeat(least));
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('');

    await page.getByLabel('Password', { exact: true }).fill('long enough');
    await page.getByLabel('Confirm Password').fill('long enoguh');
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription(
      'Passwords do not match',
    );
    await expect(page.getByLabel('Username')).toHaveValue('ab');
  });
}

test.describe('rejected', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('§8 a wrong password shows Login failed with the message, and keeps what was typed', async ({
    page,
  }) => {
    await page.goto('/auth');
    await page.getByLabel('Email').fill(DEMO.email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(notice(page)).toContainText('Login failed');
    await expect(notice(page)).toContainText('401: Wrong email or password.');
    await expect(notice(page)).toHaveAttribute('data-tone', 'error');
    await expect(page.getByRole('tabpanel')).toContainText('Wrong email or password.');
    await expect(page.getByLabel('Password')).toHaveValue('not the password');
  });

  test('a failed login on /login is told at the form, and what was typed stays', async ({
    page,
  }) => {
    await page.goto('/login');
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(notice(page)).toContainText('Login failed');
    await expect(page.getByRole('main')).toContainText('Wrong email or password.');
    await expect(page.getByLabel('Password')).toHaveValue('not the password');
  });

  test('§8 Google Sign In Failed, when Google doesn’t say who it is: told, and it stays beside the button', async ({
    page,
  }) => {
    await page.route('**/accounts:signInWithIdp*', (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message: 'USER_DISABLED' } } }),
    );
    await chooseGoogleAccount(page);
    await expect(notice(page)).toContainText('Google Sign In Failed');
    await expect(notice(page)).toHaveAttribute('data-tone', 'error');
    await page.getByRole('button', { name: 'Close notification' }).click();
    await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('§8 Login Failed, when our server refuses whom Google named: told, and it stays beside the button', async ({
    page,
  }) => {
    await page.route('**/api/firebase-auth', (route) =>
      route.fulfill({ status: 503, contentType: 'text/plain', body: 'Please try again.' }),
    );
    await chooseGoogleAccount(page);
    await expect(notice(page)).toContainText('Login Failed');
    await expect(notice(page)).toContainText('503: Please try again.');
    await page.getByRole('button', { name: 'Close notification' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('503: Please try again.');
  });

  test('§8 Authentication Error, when the way back from Google leads nowhere', async ({ page }) => {
    // As the page that went to Google left it.
    await page.addInitScript(() => sessionStorage.setItem('daymark.googleRedirect', '1'));
    await page.route('**/assets/firebase-*', (route) => route.abort());
    await page.goto('/login');
    await expect(notice(page)).toContainText('Authentication Error');
    await expect(notice(page)).toContainText('Daymark can’t be reached.');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('can’t be reached');
  });

  test('a taken username is said at the username, and everything typed is kept', async ({
    page,
  }) => {
    const person = await register(page);
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
    await expect(notice(page)).toContainText('Registration failed');
    await expect(notice(page)).toContainText('409: This username is already taken.');
    await expect(notice(page)).toHaveAttribute('data-tone', 'error');
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
  const person = await register(page);
  await page.context().clearCookies();
  await page.goto('/auth');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset your password' });
  await expect(dialog.getByLabel('Email')).toHaveValue(person.email);
  await dialog.getByRole('button', { name: 'Send reset link' }).click();
  await expect(dialog.getByRole('status')).toContainText('is on its way');
  // The dialog's form is not the page's: nothing was submitted beside it.
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
