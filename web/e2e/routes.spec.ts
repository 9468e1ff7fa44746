import { expect, FAILED_REQUEST, heading, signUp, test } from './fixtures';

const PROTECTED = ['/today', '/focus', '/tasks', '/calendar', '/notes', '/reflection', '/insights'];

test.describe('signed out', () => {
  // Asking who is signed in answers 401, which Chromium notes.
  test.use({ expectedErrors: FAILED_REQUEST });

  test('§2 every protected path redirects a signed-out person to /login', async ({ page }) => {
    for (const path of PROTECTED)
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page).toHaveURL(/\/login$/);
        await expect(heading(page, 'Welcome back')).toBeVisible();
      });
  });
});

test('§2 the path / goes to /landing when signed out, without asking the server and without a console error', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  await page.goto('/');
  await expect(page).toHaveURL(/\/landing$/);
  await expect(heading(page, 'The day, clearly marked.')).toBeVisible();
  expect(calls).toEqual([]);
});

test('§2 a signed-in person opening /, /login, /signup, /landing, /about or /features is led to /today', async ({
  page,
}) => {
  await signUp(page);
  for (const path of ['/', '/login', '/signup', '/landing', '/about', '/features'])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page).toHaveURL(/\/today$/);
    });
});

test('§2 /about, /features and /privacy are public, and every link of their footer leads somewhere', async ({
  page,
}) => {
  for (const [path, title] of [
    ['/about', 'About Daymark'],
    ['/features', 'Everything a working day needs'],
    ['/privacy', 'Privacy Policy'],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(heading(page, title)).toBeVisible();
      const footer = page.getByRole('contentinfo');
      await footer.getByRole('link', { name: 'Pricing' }).click();
      await expect(page.getByRole('heading', { name: 'Simple pricing' })).toBeInViewport();
      for (const link of ['About', 'Privacy']) {
        await footer.getByRole('link', { name: link }).click();
        await expect(heading(page, link)).toBeVisible();
      }
    });
});

test('§2 any other path shows the not-found page', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(heading(page, '404 Page Not Found')).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
});

test('§2 a spinner shows while the session loads', async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/user', async (route) => {
    await held;
    await route.continue();
  });
  // Held from the first page on: a person whom the browser knows gets their screen at once.
  const person = await signUp(page);
  await page.goto('/today');
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
  answer();
  await expect(page.getByRole('complementary')).toContainText(person.email);
});

test('a person whom the browser knows gets their screen at once, without a spinner before it', async ({
  page,
  person,
}) => {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { spinners: 0 });
    new MutationObserver(() => {
      if (document.querySelector('[role="progressbar"][aria-label="Loading"]')) seen.spinners++;
    }).observe(document, { childList: true, subtree: true });
  });
  // The app's own code comes last, as on a slow connection: it is the largest file.
  const rest = [/assets\/TasksPage.*js/, /assets\/shell.*js/].map((file) =>
    page.waitForResponse((reply) => file.test(reply.url())),
  );
  await page.route('**/assets/app-*.js', async (route) => {
    await Promise.all(rest.map(async (reply) => (await reply).finished()));
    await route.continue();
  });
  await page.goto('/tasks');
  await expect(heading(page, 'Task Management'), person.username).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'spinners'))).toBe(0);
});

test.describe('a server that fails', () => {
  test.use({ expectedErrors: /Failed to load resource|Task not saved: 401/ });

  test('a session that cannot be asked for is no sign-out: the screen says so and tries again', async ({
    page,
  }) => {
    // From the first page on: later the browser would know the person.
    await page.route('**/api/user', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'text/plain',
        body: 'Please try again in a moment.',
      }),
    );
    const person = await signUp(page);
    await page.goto('/tasks');
    await expect(page.getByRole('alert')).toContainText('503: Please try again in a moment.');
    await page.unroute('**/api/user');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('complementary')).toContainText(person.email);
  });

  test('a session that ended elsewhere leads to /login at the next call', async ({
    page,
    person: _,
  }) => {
    await page.evaluate(() => fetch('/api/logout', { method: 'POST' }));
    // Any call does it; this one, unless one in the background is faster.
    await page.evaluate(() => globalThis.daymarkSync.pull());
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('pages carry the security headers, and nothing on them breaks their policy', async ({
  page,
}) => {
  // A broken policy is a console error, which fails any test here; this one names the headers.
  const reply = await page.goto('/auth');
  const headers = reply?.headers() ?? {};
  expect(headers['content-security-policy']).toMatch(
    /script-src 'self' 'sha256-[\w+/]{43}=' https:\/\/apis\.google\.com;/,
  );
  expect(headers['content-security-policy']).toContain("object-src 'none'");
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  });
  expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
});

test('the session cookie is kept from scripts, and a page of Hosting is served for every route', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/today$/);
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === '__session');
  expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax' });
  expect(await page.evaluate(() => document.cookie)).not.toContain('__session');
  const reply = await page.goto('/tasks');
  expect(reply?.status()).toBe(200);
  await expect(page.getByRole('complementary')).toContainText('demo@daymark.app');
});
