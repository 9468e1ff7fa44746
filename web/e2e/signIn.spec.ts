import {
  addTask,
  expect,
  FAILED_REQUEST,
  heading,
  newPerson,
  signUp,
  taskRow,
  test,
  toast,
} from './fixtures';

/*
 * Tests signing in against the Auth emulator and the real server. src/pages/public/publicPages.test.tsx tests what the
 * forms say.
 */

const DEMO = { email: 'demo@daymark.app', password: 'daymark-demo' };

test('a person tries the demo, is signed in by a cookie that scripts can’t read, and adds a task', async ({
  page,
}) => {
  await page.goto('/landing');
  await page.getByRole('link', { name: 'Try the demo' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(DEMO.email);
  await expect(page.getByLabel('Password')).toHaveValue(DEMO.password);
  await page.getByRole('button', { name: 'Demo Account' }).click();
  await expect(page).toHaveURL(/\/today$/);
  await expect(toast(page)).toContainText('Login successful');
  await expect(toast(page)).toContainText('Welcome back, Demo User!');
  await expect(heading(page, 'Good')).toContainText('Demo');

  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === '__session');
  // The cookie is secure only over https. Over http, WebKit would drop a secure cookie
  // (functions/test/sessions.test.ts).
  expect(session).toMatchObject({ httpOnly: true, secure: false, sameSite: 'Lax' });
  expect(await page.evaluate(() => document.cookie)).not.toContain('__session');

  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  // The dashboard, which is shown until the list is loaded, has an Add Task button too.
  await expect(heading(page, 'Task Management')).toBeVisible();
  const title = `Water the plants ${newPerson().username}`;
  const created = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/api/tasks'),
  );
  await addTask(page, title);
  expect((await created).status()).toBe(201);
  const reply = await page.reload();
  expect(reply?.status()).toBe(200);
  await expect(taskRow(page, title)).toBeVisible();
});

test('a person signs up on /auth and is still signed in after a reload', async ({ page }) => {
  const { username, email, password } = newPerson();
  const signIns: string[] = [];
  page.on('request', (request) => {
    if (/api\/login|signInWithPassword/.test(request.url())) signIns.push(request.url());
  });
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
  expect(signIns, 'registering has started the session').toEqual([]);
  await page.reload();
  await expect(heading(page, 'Good')).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText(email);
});

test.describe('with rejections', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('a failed return from Google shows Authentication Error, and the Google button then signs in', async ({
    page,
  }) => {
    await test.step('the return from Google fails', async () => {
      // A page that goes to Google leaves this entry. Set the entry on a page without the app, because the app would
      // remove it.
      await page.goto('/about');
      await page.evaluate(() => sessionStorage.setItem('daymark.googleRedirect', '1'));
      await page.route('**/assets/firebase-*', (route) => route.abort());
      await page.goto('/login');
      await expect(toast(page)).toContainText('Authentication Error');
      await expect(toast(page)).toContainText('Daymark can’t be reached.');
      await expect(page.getByRole('main').getByRole('alert')).toContainText('can’t be reached');
    });
    await test.step('the Google button signs in', async () => {
      await page.unroute('**/assets/firebase-*');
      await page.reload();
      await page.evaluate(() => Object.assign(window, { before: true }));
      const sent = page.waitForRequest('**/api/firebase-auth');
      await page.getByRole('button', { name: 'Continue with Google' }).click();
      const picker = page.getByRole('dialog', { name: 'Choose a Google account' });
      await picker.getByRole('button', { name: /Grace Hopper/ }).click();
      expect((await sent).postDataJSON()).toMatchObject({
        email: 'grace.hopper@example.com',
        username: 'GraceHopper',
        firebaseUid: expect.any(String),
      });
      await expect(page).toHaveURL(/\/today$/);
      await expect(toast(page)).toContainText('Welcome back, GraceHopper');
      await expect(page.getByRole('complementary')).toContainText('grace.hopper@example.com');
      expect(await page.evaluate(() => 'before' in window)).toBe(false);
    });
  });

  test('a wrong password is refused, and Forgot password sends Firebase’s reset mail', async ({
    page,
    request,
  }) => {
    const person = await signUp(page);
    await page.context().clearCookies();
    await page.goto('/auth');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(toast(page)).toContainText('401: Wrong email or password.');

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
    const types = oobCodes.filter(({ email }) => email === person.email);
    expect(types.map(({ requestType }) => requestType)).toEqual(['VERIFY_EMAIL', 'PASSWORD_RESET']);
  });
});
