import {
  FAILED_REQUEST,
  PHONE,
  expect,
  expectNoSideScroll,
  heading,
  signUp,
  test,
  toast,
} from './fixtures';

const ENTRIES = ['Today', 'Focus', 'Tasks', 'Calendar', 'Notes', 'Reflection'];

test('§2 the desktop sidebar is 64 units wide and has the six entries, the person and Logout', async ({
  page,
  person,
}) => {
  const sidebar = page.getByRole('complementary');
  expect((await sidebar.boundingBox())?.width).toBe(256);
  await expect(sidebar.getByRole('link').filter({ hasNotText: 'Daymark' })).toHaveText(ENTRIES);
  await expect(sidebar).toContainText(person.username);
  await expect(sidebar).toContainText(person.email);
  // §1: one word, so the first letter.
  await expect(sidebar.getByText('P', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
});

test('each entry leads to its screen and is marked as the current one', async ({
  page,
  person,
}) => {
  for (const [entry, title] of [
    ['Focus', 'Focus Time'],
    ['Calendar', 'Calendar'],
    ['Notes', 'Notes'],
    ['Reflection', 'Daily Reflection'],
    ['Tasks', 'Task Management'],
    ['Today', person.username],
  ] as const) {
    const link = page.getByRole('link', { name: entry, exact: true });
    await link.click();
    await expect(heading(page, title)).toBeVisible();
    await expect(link).toHaveAttribute('aria-current', 'page');
  }
});

test.describe('logout', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('§4 logout: the button reads Logging out... and is disabled, then /auth, and the session is gone from the server', async ({
    page,
    person,
  }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/logout', async (route) => {
      await held;
      await route.continue();
    });
    const before = await page.context().cookies();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('button', { name: 'Logging out...' })).toBeDisabled();
    answer();
    await expect(page).toHaveURL(/\/auth$/);
    await expect(toast(page)).toContainText('Logged out');
    await expect(toast(page)).toContainText('You have been successfully logged out');
    expect(await page.context().cookies()).toEqual([]);

    // A cookie kept from before no longer works.
    await page.context().addCookies(before);
    const status = await page.evaluate(async () => (await fetch('/api/user')).status);
    expect(status, person.username).toBe(401);
  });
});

test.describe('logout that fails', () => {
  test.use({ expectedErrors: /Failed to load resource|Logout failed: 503/ });

  test('§8 Logout failed shows the message and the person stays', async ({ page, person }) => {
    await page.route('**/api/logout', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'text/plain',
        body: 'Please try again in a moment.',
      }),
    );
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(toast(page)).toContainText('Logout failed');
    await expect(toast(page)).toContainText('503: Please try again in a moment.');
    await expect(page.getByRole('complementary')).toContainText(person.email);
    await expect(page.getByRole('button', { name: 'Logout' })).toBeEnabled();
  });
});

test('the Daily Reflection button opens its modal on any screen', async ({ page, person: _ }) => {
  const dialog = page.getByRole('dialog', { name: 'Daily Reflection' });
  for (const entry of ENTRIES)
    await test.step(`on ${entry}`, async () => {
      const link = page.getByRole('link', { name: entry, exact: true });
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      await page.getByRole('button', { name: 'Daily Reflection', exact: true }).click();
      await expect(dialog.getByLabel('Accomplishments')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
});

test('§2 each signed-in screen sets title, description, canonical link and social-card tags', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/notes');
  for (const [entry, path, title] of [
    ['Today', '/today', 'Today · Daymark'],
    ['Focus', '/focus', 'Focus Time · Daymark'],
    ['Tasks', '/tasks', 'Tasks · Daymark'],
    ['Calendar', '/calendar', 'Calendar · Daymark'],
    ['Notes', '/notes', 'Notes · Daymark'],
    ['Reflection', '/reflection', 'Daily Reflection · Daymark'],
  ] as const)
    await test.step(`on ${path}`, async () => {
      await page.getByRole('link', { name: entry, exact: true }).click();
      await expect(page).toHaveTitle(title);
      const content = (selector: string) => page.locator(`head ${selector}`).last();
      await expect(content('meta[name="description"]')).toHaveAttribute('content', /\w+ \w+/);
      await expect(content('link[rel="canonical"]')).toHaveAttribute(
        'href',
        new RegExp(`${path}$`),
      );
      await expect(content('meta[property="og:title"]')).toHaveAttribute('content', title);
      await expect(content('meta[property="og:image"]')).toHaveAttribute('content', /^https:/);
      await expect(content('meta[name="twitter:card"]')).toHaveAttribute(
        'content',
        'summary_large_image',
      );
    });
});

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 2560, height: 1000 } });

  test('§2 content is at most 6xl wide, 1152 px, and in the middle of what the sidebar leaves', async ({
    page,
  }) => {
    await signUp(page);
    await page.goto('/today');
    for (const entry of ['Calendar', 'Notes', 'Today'])
      await test.step(`on ${entry}`, async () => {
        const link = page.getByRole('link', { name: entry, exact: true });
        await link.click();
        await expect(link).toHaveAttribute('aria-current', 'page');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const box = await page.getByRole('main').boundingBox();
        expect(box?.width).toBe(1152);
        expect(box?.x).toBe(256 + (2560 - 256 - 1152) / 2);
      });
  });
});

test('§9 768 px have the sidebar, 767 px the top bar, the Menu button and the tabs', async ({
  page,
  person,
}) => {
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  const menu = page.getByRole('button', { name: 'Menu' });
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(page.getByRole('complementary'), person.username).toBeVisible();
  await expect(tabs).toBeHidden();
  await expect(menu).toBeHidden();
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(page.getByRole('complementary')).toBeHidden();
  await expect(tabs).toBeVisible();
  await expect(menu).toBeVisible();
});

test('the theme follows the system, and the switch keeps what was chosen', async ({
  page,
  person: _,
}) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(paper).not.toBe(light);
  const dark = await paper();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(paper).toBe(light);

  await page.getByRole('button', { name: 'Theme: as the system' }).click();
  await page.getByRole('button', { name: 'Theme: light' }).click();
  await expect.poll(paper).toBe(dark);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
  await expect.poll(paper).toBe(dark);
});

test('a new screen takes the focus, and Skip to content leads past the sidebar', async ({
  page,
  person,
}) => {
  await page.getByRole('link', { name: 'Notes' }).click();
  await expect(heading(page, 'Notes'), person.username).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await expect(heading(page, 'Notes')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test.describe('under 768 px', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('§2 a top bar with the name and Menu, and a bottom tab bar with the six entries', async ({
    page,
    person,
  }) => {
    await expect(page.getByRole('banner').first()).toContainText('Daymark');
    const tabs = page.getByRole('navigation', { name: 'Tabs' });
    await expect(tabs.getByRole('link')).toHaveText([...ENTRIES.slice(0, 5), 'Reflect']);
    await tabs.getByRole('link', { name: 'Reflect' }).tap();
    await expect(heading(page, 'Daily Reflection'), person.username).toBeVisible();
    await expect(page.getByRole('complementary')).toBeHidden();
  });

  test('§2 the slide-out menu has the same entries, and its logout leads to /login', async ({
    page,
    person,
  }) => {
    await page.getByRole('button', { name: 'Menu' }).tap();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByRole('navigation').getByRole('link')).toHaveText(ENTRIES);
    await expect(menu).toContainText(person.email);
    await menu.getByRole('link', { name: 'Notes' }).tap();
    await expect(menu).toBeHidden();
    await expect(heading(page, 'Notes')).toBeVisible();

    await page.evaluate(() => Object.assign(window, { before: true }));
    await page.getByRole('button', { name: 'Menu' }).tap();
    await menu.getByRole('button', { name: 'Logout' }).tap();
    await expect(page).toHaveURL(/\/login$/);
    await expect(toast(page)).toContainText('Logged out');
    expect(await page.evaluate(() => 'before' in window)).toBe(false);
  });

  test.describe('when it fails', () => {
    test.use({ expectedErrors: /Failed to load resource|Logout failed: 503/ });

    test('§8 a logout from the menu that fails shows a toast and is logged', async ({
      page,
      person,
    }) => {
      await page.route('**/api/logout', (route) =>
        route.fulfill({ status: 503, contentType: 'text/plain', body: 'Not now.' }),
      );
      const logged = page.waitForEvent('console', (message) =>
        message.text().includes('Logout failed: 503: Not now.'),
      );
      await page.getByRole('button', { name: 'Menu' }).tap();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await menu.getByRole('button', { name: 'Logout' }).tap();
      await logged;
      await expect(toast(page), person.username).toContainText('Logout failed');
    });
  });

  test('no screen is wider than the phone', async ({ page }) => {
    await signUp(page);
    await page.goto('/notes');
    const tabs = page.getByRole('navigation', { name: 'Tabs' });
    for (const entry of ['Today', 'Tasks', 'Calendar'])
      await test.step(`on ${entry}`, async () => {
        await tabs.getByRole('link', { name: entry, exact: true }).tap();
        await expect(tabs.getByRole('link', { name: entry, exact: true })).toHaveAttribute(
          'aria-current',
          'page',
        );
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoSideScroll(page);
      });
  });
});

test.describe('a missing chunk', () => {
  test.use({
    expectedErrors: /Failed to load resource|Failed to fetch dynamically|error boundary|NotesPage/,
  });

  test('a screen whose code can’t be fetched says so, and the shell stays', async ({
    page,
    person,
  }) => {
    await page.route('**/assets/NotesPage*', (route) => route.abort());
    await page.getByRole('link', { name: 'Notes' }).click();
    await expect(page.getByRole('alert')).toContainText('This part couldn’t be loaded');
    await page.getByRole('link', { name: 'Focus' }).click();
    await expect(heading(page, 'Focus Time'), person.username).toBeVisible();
  });
});

test.describe('two tabs', () => {
  // A call that is on its way when the other tab logs out is answered 401.
  test.use({ expectedErrors: FAILED_REQUEST });

  test('another person signing in in another tab never leaves the first one’s data on the screen', async ({
    page,
    person,
    context,
  }) => {
    const other = await context.newPage();
    await other.goto('/tasks');
    await expect(other.getByRole('complementary')).toContainText(person.email);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(other).toHaveURL(/\/login$/);

    await page.goto('/login');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL(/\/today$/);
    await other.goto('/tasks');
    await expect(other.getByRole('complementary')).toContainText('demo@daymark.app');
  });
});

test('a page restored from the back/forward cache is reloaded', async ({ page, person }) => {
  const reloaded = page.waitForEvent('load');
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await reloaded;
  await expect(page.getByRole('complementary')).toContainText(person.email);
});
