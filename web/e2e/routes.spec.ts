import { expect, FAILED_REQUEST, heading, signUp, test } from './fixtures';

test.describe('signed out', () => {
  // The call that asks who is signed in gets a 401, which Chromium logs.
  test.use({ expectedErrors: FAILED_REQUEST });

  test('the path / leads to /landing without a call to the API, and a protected path to /login', async ({
    page,
    context,
    baseURL,
  }) => {
    const calls: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url());
    });
    page.on('console', (message) => errors.push(message.text()));
    await page.goto('/');
    await expect(page).toHaveURL(/\/landing$/);
    await expect(heading(page, 'The day, clearly marked.')).toBeVisible();
    expect(calls).toEqual([]);
    expect(errors).toEqual([]);

    await page.goto('/tasks');
    await expect(page).toHaveURL(/\/login$/);
    await expect(heading(page, 'Welcome back')).toBeVisible();

    await context.addCookies([{ name: 'daymark_signed_in', value: '1', url: baseURL ?? '' }]);
    await page.goto('/landing');
    await expect(heading(page, 'The day, clearly marked.')).toBeVisible();
    await page.getByRole('link', { name: 'Log in' }).click();
    await expect(heading(page, 'Welcome back')).toBeVisible();
  });
});

test('a signed-in person who opens a public page is led to /today without seeing that page', async ({
  page,
}) => {
  await signUp(page);
  // Records the path of a public page that is visible in any frame.
  await page.addInitScript(() => {
    const seen = () => (document.body as HTMLElement | null)?.checkVisibility();
    const look = () => {
      if (!['/', '/today'].includes(location.pathname) && seen())
        sessionStorage.setItem('seen', location.pathname);
      requestAnimationFrame(look);
    };
    look();
  });
  await test.step('/landing, if the next page is slow', async () => {
    await page.route(/\/$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.goto('/landing');
    await expect(page).toHaveURL(/\/today$/);
    await page.unroute(/\/$/);
  });
  for (const path of ['/', '/login', '/signup', '/about', '/features'])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page).toHaveURL(/\/today$/);
    });
  expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBeNull();
});

test('a person whom the browser remembers gets the screen without a spinner', async ({
  page,
  person,
}) => {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { spinners: 0 });
    new MutationObserver(() => {
      if (document.querySelector('[role="progressbar"][aria-label="Loading"]')) seen.spinners++;
    }).observe(document, { childList: true, subtree: true });
  });
  // Let the screen's code arrive last, as over a slow connection.
  const start = page.waitForResponse(/assets\/index-.*js/);
  await page.route('**/assets/TasksPage-*.js', async (route) => {
    await (await start).finished();
    await route.continue();
  });
  await page.goto('/tasks');
  await expect(heading(page, 'Task Management'), person.username).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'spinners'))).toBe(0);
});

test('at / the first picture is replaced by /today, without a spinner or an empty page in between', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/today');
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.goto('/privacy');
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const place = document.getElementById('root');
      const shown = !place?.firstChild
        ? 'nothing'
        : place.querySelector(':scope > [data-picture]')
          ? 'picture'
          : place.querySelector('main h1')
            ? 'screen'
            : 'something else';
      if (place && seen.at(-1) !== shown) seen.push(shown);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: /Good/ })).toBeVisible();
  await expect(page).toHaveURL(/\/today$/);
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[]);
  expect(seen.filter((shown) => shown !== 'nothing')).toEqual(['picture', 'screen']);
  expect(seen.lastIndexOf('nothing')).toBeLessThan(1);
});

test('pages carry the security headers', async ({ request }) => {
  // A policy that blocks something logs a console error, which fails any test. This test checks the headers by name.
  const headers = (await request.get('/auth')).headers();
  expect(headers['content-security-policy']).toMatch(
    /script-src 'self' 'sha256-[\w+/]{43}=' https:\/\/apis\.google\.com https:\/\/www\.google\.com\/recaptcha\/enterprise\.js https:\/\/www\.gstatic\.com\/recaptcha\/releases\/;/,
  );
  expect(headers['content-security-policy']).toContain("object-src 'none'");
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  });
  expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
});
