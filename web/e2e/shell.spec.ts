import { expectAccessible } from './axe';
import {
  FAILED_REQUEST,
  PHONE,
  allSaved,
  chooseAtPerson,
  expect,
  expectNoSideScroll,
  heading,
  signUp,
  test,
  toast,
} from './fixtures';

const TABS = ['Today', 'Focus', 'Tasks', 'Calendar', 'Notes', 'Reflect'];
const ENTRIES = [...TABS.slice(0, 5), 'Reflection', 'Insights'];

test('the desktop shell has the sidebar, the page’s tags and Daily Reflection on every screen', async ({
  page,
}) => {
  const { username, email } = await signUp(page);
  await page.goto('/tasks');
  const sidebar = page.getByRole('complementary');

  await test.step('the sidebar is 256 px wide and has the seven entries, the person and Logout', async () => {
    await expect(heading(page, 'Task Management')).toBeVisible();
    expect((await sidebar.boundingBox())?.width).toBe(256);
    await expect(sidebar.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(
      ENTRIES,
    );
    await expect(sidebar).toContainText(username);
    await expect(sidebar).toContainText(email);
    // The name is one word, so its first letter stands for it (product §1).
    await expect(sidebar.getByText('P', { exact: true })).toBeVisible();
    await expect(sidebar.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
  });

  for (const [entry, path, title, name] of [
    ['Focus', '/focus', 'Focus Time', 'Focus Time'],
    ['Calendar', '/calendar', 'Calendar', 'Calendar'],
    ['Notes', '/notes', 'Notes', 'Notes'],
    ['Reflection', '/reflection', 'Daily Reflection', 'Daily Reflection'],
    ['Tasks', '/tasks', 'Tasks', 'Task Management'],
    ['Today', '/today', 'Today', username],
  ] as const)
    await test.step(`${entry} leads to its screen, which has the focus, its own tags and the Daily Reflection dialog`, async () => {
      const link = page.getByRole('link', { name: entry, exact: true });
      await link.click();
      await expect(heading(page, name)).toBeVisible();
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('main')).toBeFocused();

      await expect(page).toHaveTitle(`${title} · Daymark`);
      await expect(page.locator('title:not(svg title)')).toHaveCount(1);
      const content = (selector: string) => page.locator(`head ${selector}`).last();
      await expect(content('meta[name="description"]')).toHaveAttribute('content', /\w+ \w+/);
      await expect(content('link[rel="canonical"]')).toHaveAttribute(
        'href',
        new RegExp(`${path}$`),
      );
      await expect(content('meta[property="og:title"]')).toHaveAttribute(
        'content',
        `${title} · Daymark`,
      );
      await expect(content('meta[property="og:image"]')).toHaveAttribute('content', /^https:/);
      await expect(content('meta[name="twitter:card"]')).toHaveAttribute(
        'content',
        'summary_large_image',
      );

      const dialog = page.getByRole('dialog', { name: 'Daily Reflection' });
      await page.getByRole('button', { name: 'Daily Reflection', exact: true }).click();
      await expect(dialog.getByLabel('Accomplishments')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });

  await test.step('on a wide screen the content is at most 1152 px wide and centered beside the sidebar', async () => {
    await page.setViewportSize({ width: 2560, height: 1000 });
    for (const entry of ['Tasks', 'Notes', 'Today']) {
      const link = page.getByRole('link', { name: entry, exact: true });
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const box = await page.getByRole('main').boundingBox();
      expect(box?.width).toBe(1152);
      expect(box?.x).toBe(256 + (2560 - 256 - 1152) / 2);
    }
    // The calendar fills the window.
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    expect((await page.getByRole('main').boundingBox())?.width).toBe(2560 - 256);
    await page.getByRole('link', { name: 'Today', exact: true }).click();
  });

  await test.step('the sidebar shows at 768 px, and the top bar, the Menu button and the tabs at 767 px', async () => {
    const tabs = page.getByRole('navigation', { name: 'Tabs' });
    const menu = page.getByRole('button', { name: 'Menu' });
    await page.setViewportSize({ width: 768, height: 800 });
    await expect(sidebar).toBeVisible();
    await expect(tabs).toBeHidden();
    await expect(menu).toBeHidden();
    await page.setViewportSize({ width: 767, height: 800 });
    await expect(sidebar).toBeHidden();
    await expect(tabs).toBeVisible();
    await expect(menu).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the theme follows the system, and the menu at the person’s name keeps the choice', async () => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(paper).not.toBe(light);
    const dark = await paper();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(paper).toBe(light);

    await chooseAtPerson(page, 'Theme: dark');
    await expect.poll(paper).toBe(dark);
    await page.reload();
    await sidebar.getByRole('button', { name: email }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Theme: dark' })).toBeChecked();
    await expectAccessible(page, { resize: false });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(sidebar.getByRole('button', { name: email })).toBeFocused();
    await expect.poll(paper).toBe(dark);
  });

  await test.step('at 1280 × 620, Logout is reached without scrolling, also with the small timer', async () => {
    await page.setViewportSize({ width: 1280, height: 620 });
    await page.goto('/focus');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await expect(page.locator('[data-mini-timer]')).toBeInViewport({ ratio: 1 });
    await allSaved(page);
    await expect(sidebar.getByText('All changes saved')).toBeInViewport({ ratio: 1 });
    await expect(sidebar.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 });
    const scrolls = await sidebar.evaluate(({ firstElementChild: column }) =>
      column ? column.scrollHeight > column.clientHeight : undefined,
    );
    expect(scrolls).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
  });

  await test.step('Skip to content leads past the sidebar', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('a page restored from the back/forward cache is reloaded', async () => {
    const reloaded = page.waitForEvent('load');
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );
    await reloaded;
    await expect(sidebar).toContainText(email);
  });
});

test.describe('under 768 px', () => {
  // A call that is made while the session ends gets a 401.
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true, expectedErrors: /401/ });

  test('the shell has a top bar, bottom tabs and a slide-out menu, and no screen is too wide', async ({
    page,
  }) => {
    const { email } = await signUp(page);
    await page.goto('/notes');
    const tabs = page.getByRole('navigation', { name: 'Tabs' });
    const menu = page.getByRole('dialog', { name: 'Menu' });

    await test.step('the top bar and the tabs', async () => {
      await expect(page.getByRole('banner').first()).toContainText('Daymark');
      await expect(page.getByRole('complementary')).toBeHidden();
      await expect(tabs.getByRole('link')).toHaveText(TABS);
      await tabs.getByRole('link', { name: 'Reflect' }).tap();
      await expect(heading(page, 'Daily Reflection')).toBeVisible();
    });

    for (const entry of ['Today', 'Tasks', 'Calendar'])
      await test.step(`${entry} is not wider than the phone`, async () => {
        const tab = tabs.getByRole('link', { name: entry, exact: true });
        await tab.tap();
        await expect(tab).toHaveAttribute('aria-current', 'page');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoSideScroll(page);
      });

    await test.step('the slide-out menu has the same entries, and Settings at the person', async () => {
      await page.getByRole('button', { name: 'Menu' }).tap();
      await expect(menu.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(
        ENTRIES,
      );
      await expect(menu).toContainText(email);
      await menu.getByRole('button', { name: email }).tap();
      await expectAccessible(page);
      await page.getByRole('menuitem', { name: 'Settings' }).tap();
      await expect(menu).toBeHidden();
      await expect(heading(page, 'Settings')).toBeVisible();
      await page.getByRole('button', { name: 'Menu' }).tap();
      await menu.getByRole('link', { name: 'Notes' }).tap();
      await expect(menu).toBeHidden();
      await expect(heading(page, 'Notes')).toBeVisible();
    });

    await test.step('Logout in the menu leads to /login', async () => {
      await page.evaluate(() => Object.assign(window, { before: true }));
      await page.getByRole('button', { name: 'Menu' }).tap();
      await menu.getByRole('button', { name: 'Logout' }).tap();
      await expect(page).toHaveURL(/\/login$/);
      await expect(toast(page)).toContainText('Logged out');
      expect(await page.evaluate(() => 'before' in window)).toBe(false);
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
  // A call that is under way when the other tab logs out gets a 401.
  test.use({ expectedErrors: FAILED_REQUEST });

  test('logout in one tab signs out the other tab too, and the next person sees only their own data', async ({
    page,
    person,
    context,
  }) => {
    const other = await context.newPage();
    await other.goto('/tasks');
    await expect(other.getByRole('complementary')).toContainText(person.email);
    const before = await context.cookies();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await expect(toast(page)).toContainText('Logged out');
    await expect(toast(page)).toContainText('You have been successfully logged out');
    await expect(other).toHaveURL(/\/login$/);
    expect(await context.cookies()).toEqual([]);

    await test.step('a copy of the session’s cookie doesn’t work', async () => {
      await context.addCookies(before);
      const status = await page.evaluate(async () => (await fetch('/api/user')).status);
      expect(status).toBe(401);
      await context.clearCookies();
    });

    await test.step('another person signs in', async () => {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(page).toHaveURL(/\/today$/);
      await other.goto('/tasks');
      await expect(other.getByRole('complementary')).toContainText('demo@daymark.app');
    });
  });
});
