import type { Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import {
  FAILED_REQUEST,
  PHONE,
  expect,
  layoutShift,
  openWithoutScripts,
  signUp,
  test,
} from './fixtures';

/** The greeting is last: the browser knows the person by then, whose name may need a second line. */
const SCREENS = [
  ['/focus', 'Focus Time'],
  ['/tasks', 'Task Management'],
  ['/calendar', 'Calendar'],
  ['/notes', 'Notes'],
  ['/reflection', /^Daily Reflection \w+day, /],
  ['/insights', 'Insights'],
  ['/settings', 'Settings'],
  ['/today', /^Good (morning|afternoon|evening), /],
] as const;

const outline = (page: Page) => page.locator('[data-outline] >> visible=true');

/**
 * Where the frame of the screen and its heading are, and the texts in it that are the same for everybody. Once it is painted:
 * until then, the font may still arrive (ui/font.css).
 */
const frame = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    return [...document.querySelectorAll('aside a, nav[aria-label="Tabs"] a, h1')]
      .filter((part) => part.checkVisibility())
      .map((part) => {
        const { x, y, height } = part.getBoundingClientRect();
        const isOwn = part.tagName === 'H1' || part.querySelector('[data-fill]') !== null;
        return `${isOwn ? '' : part.textContent} ${x} ${y} ${height}`;
      });
  });

/** What /today is drawn with. */
const LISTS = [
  '/api/categories',
  '/api/events',
  '/api/focus-sessions',
  '/api/reflections/days',
  '/api/settings',
  '/api/tasks',
];

for (const { name, viewport } of [
  { name: 'at 1280 px', viewport: { width: 1280, height: 800 } },
  { name: 'on a phone', viewport: PHONE },
]) {
  test(`issue 17: at a first visit the data are requested before the app’s code is there, once each, and nothing shifts, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await signUp(page, { tasks: [{ title: 'Water the ferns' }] });
    const requested: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/') && request.method() === 'GET') requested.push(pathname);
    });
    const letGo = await openWithoutScripts(page, '/today');
    await expect.poll(() => requested.toSorted()).toEqual([...LISTS, '/api/user'].toSorted());
    await letGo();
    await expect(page.getByRole('checkbox', { name: 'Water the ferns' })).toBeVisible();
    await page.evaluate(() => globalThis.daymarkSync.start());
    for (const path of [...LISTS, '/api/user'])
      expect(requested.filter((other) => other === path)).toHaveLength(1);
    expect(await layoutShift(page)).toBe(0);
  });

  test(`issue 17: the first paint of every screen needs no script: its outline is there, and the app takes over in the same place, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await signUp(page, { tasks: [{ title: 'Water the ferns' }] });
    for (const [path, title] of SCREENS) {
      const letGo = await openWithoutScripts(page, path);
      await expect(outline(page).locator('h1')).toHaveText(title);
      await expect(outline(page).getByRole('link', { name: 'Calendar' })).toBeVisible();
      expect(await page.locator('style, script[src]').count()).toBeGreaterThan(0);
      const before = await frame(page);
      await letGo();
      await expect(page.locator('[data-outline]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      expect(await frame(page)).toEqual(before);
      await page.evaluate(() => localStorage.removeItem('daymark.screens'));
    }
  });
}

test('issue 17: a browser that knows the person shows their name and the date in the outline; a link in it works', async ({
  page,
}) => {
  const { username } = await signUp(page);
  await page.goto('/today');
  await expect(page.getByRole('heading', { level: 1, name: /Good/ })).toBeVisible();
  const [greeting, date] = await page.locator('main > header').locator('h1, p').allTextContents();
  await page.goto('/privacy');
  await page.evaluate(() => localStorage.removeItem('daymark.screens'));

  const letGo = await openWithoutScripts(page, '/today');
  const texts = outline(page).locator('main > header').locator('h1, p');
  await expect.poll(() => texts.allTextContents()).toEqual([greeting, date]);
  await expect(outline(page).getByText(username, { exact: true }).first()).toBeVisible();
  await outline(page).getByRole('link', { name: 'Notes' }).click();
  await expect(outline(page).locator('h1')).toHaveText('Notes');
  await letGo();
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
});

test('issue 17: the pages of /today and /tasks fit into the first ten packets of a connection, with their headers', async ({
  request,
}) => {
  for (const path of ['/today', '/tasks']) {
    const reply = await request.get(path, { headers: { 'Accept-Encoding': 'gzip' } });
    const body = gzipSync(await reply.body(), { level: 6 }).length;
    const headers = reply
      .headersArray()
      .reduce((sum, { name, value }) => sum + `${name}: ${value}\r\n`.length, 0);
    expect(body + headers, path).toBeLessThan(10 * 1460);
  }
});

test.describe('when the file with a screen’s styles can’t be loaded', () => {
  test.use({ expectedErrors: FAILED_REQUEST });

  test('the screen is drawn with the app’s own', async ({ page }) => {
    await signUp(page, { tasks: [{ title: 'Water the ferns' }] });
    const row = page.getByRole('listitem').filter({ hasText: 'Water the ferns' });
    const place = async () => {
      await page.goto('/tasks');
      await expect(row).toBeVisible();
      return await row.boundingBox();
    };
    const before = await place();
    await page.evaluate(() => localStorage.removeItem('daymark.screens'));
    await page.route(/assets\/screen-/, (route) => route.abort());
    await place();
    await expect.poll(() => row.boundingBox()).toEqual(before);

    // The app takes the place of a snapshot as well.
    const takenOver = page.locator('html[data-shortcuts="ready"]');
    await expect(takenOver).toBeAttached();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('daymark.screens')))
      .not.toBeNull();
    await page.goto('/tasks');
    await expect(takenOver).toBeAttached();
    await expect.poll(() => row.boundingBox()).toEqual(before);
  });
});

test.describe('signed out', () => {
  test.use({ expectedErrors: /401/ });

  test('issue 17: a signed-out visitor never sees the outline of somebody’s day', async ({
    page,
  }) => {
    for (const path of ['/today', '/tasks', '/']) {
      const letGo = await openWithoutScripts(page, path);
      await expect(page.locator('[data-outline]')).toHaveCount(2);
      await expect(outline(page)).toHaveCount(0);
      await letGo();
      await expect(page).toHaveURL(path === '/' ? /\/landing$/ : /\/login$/);
      await page.goto('/privacy');
    }
  });
});
