import type { Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import {
  PHONE,
  expect,
  layoutShift,
  openWithout,
  openWithoutScripts,
  signUp,
  test,
} from './fixtures';
import { screenPaths } from '../src/lib/screens';

const picture = (page: Page) => page.locator('[data-picture]:visible');

/** Returns the position and size of each visible part of the shell: the sidebar, or the phone's bars. */
const frame = (page: Page, parts: string) =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)]
        .filter((part) => part.checkVisibility())
        .map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect();
          return [x, y, width, height];
        }),
    parts,
  );

for (const { name, viewport, screens, drawn } of [
  {
    name: 'at 1280 px',
    viewport: { width: 1280, height: 800 },
    // All screens have the same first picture, so a short run checks half of them at each width.
    screens: screenPaths.slice(0, 4),
    drawn: 'aside',
  },
  {
    name: 'on a phone',
    viewport: PHONE,
    screens: screenPaths.slice(4),
    drawn: '#root header:has(> strong), nav[aria-label="Tabs"]',
  },
]) {
  test(`the first picture of each screen needs no script, has no controls and matches the shell, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await signUp(page, { tasks: [{ title: 'Water the ferns' }] });
    for (const path of process.env.LONG_RUNS ? screenPaths : screens) {
      const letGo = await openWithoutScripts(page, path);
      await expect(picture(page)).toBeVisible();
      await expect(page.getByRole('link').or(page.getByRole('button'))).toHaveCount(0);
      const before = await frame(page, '[data-picture] > :is(aside, header, footer)');
      await letGo();
      await expect(page.locator('[data-picture]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await frame(page, drawn), path).toEqual(before);
    }
  });

  for (const { who, tasks, own } of [
    { who: 'a', tasks: ['Water the ferns'], own: 'Water the ferns' },
    { who: 'a new person’s', tasks: [], own: 'Getting started' },
  ])
    test(`at ${who} first visit nothing shifts, even if Google’s state arrives late, ${name}`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await signUp(page, { tasks: tasks.map((title) => ({ title })) });
      const letGo = await openWithout(page, '**/api/calendar/**', '/today');
      await expect(page.getByRole('heading', { name: 'Top 3 Priorities' })).toBeVisible();
      await letGo();
      await expect(page.getByText(own)).toBeVisible();
      await page.evaluate(() => globalThis.daymarkSync.start());
      expect(await layoutShift(page)).toBe(0);
    });
}

/** Simulates a phone's connection and a processor that is four times slower. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

test('opening a dialog doesn’t load the page’s styles again', async ({ page }) => {
  await signUp(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete account…' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  const files = await page.evaluate(() =>
    Promise.all(
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.css'))
        .map(async ({ name }) => (await fetch(name)).text()),
    ),
  );
  expect(files.filter((text) => text.includes('@font-face'))).toEqual([]);
});

test('Add Task works as soon as it is visible on a slow first visit', async ({ page }) => {
  await signUp(page);
  await slowDown(page);
  await page.goto('/tasks', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Add Task' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Task' })).toBeVisible();
});

test('Start works as soon as it is visible on a slow first visit', async ({ page }) => {
  await signUp(page);
  await slowDown(page);
  await page.goto('/focus', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('the pages of /today and /tasks fit into the first ten packets of a connection', async ({
  request,
}) => {
  for (const path of ['/today', '/tasks']) {
    const reply = await request.get(path, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(gzipSync(await reply.body(), { level: 6 }).length, path).toBeLessThan(10 * 1460);
  }
});

/** At most this much code draws the first task, in compressed bytes. More of it would delay every first visit. */
const START_MAX_BYTES = 280_000;

test('the code that draws /today and /tasks stays small', async ({ request }) => {
  for (const path of ['/today', '/tasks']) {
    const html = await (await request.get(path)).text();
    const scripts = new Set(html.match(/\/assets\/[\w~.-]+\.js/g));
    const sizes = await Promise.all(
      [...scripts].map(async (script) => gzipSync(await (await request.get(script)).body()).length),
    );
    const sum = sizes.reduce((total, size) => total + size, 0);
    expect(sum, [...scripts].join()).toBeLessThan(START_MAX_BYTES);
  }
});

test('the records are requested while the code of the screens is on its way', async ({ page }) => {
  await signUp(page, { tasks: [{ title: 'Water the ferns' }] });
  const code = /\/assets\/(app|screens)-[^/]*\.js/;
  const requested = [page.waitForRequest(code), page.waitForRequest('**/api/tasks')];
  const letGo = await openWithout(page, code, '/today');
  await Promise.all(requested);
  await letGo();
  await expect(page.getByText('Water the ferns')).toBeVisible();
});

test('the offer of a week’s review moves nothing, even if the reviews arrive late', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const work = { start: '09:00', end: '17:00' };
  const workingHours = [work, work, work, work, work, null, null];
  await signUp(page, { tasks: [{ title: 'Water the ferns' }], settings: { workingHours } });
  const now = new Date();
  const saturday = now.getDate() + 13 - now.getDay();
  await page.clock.setSystemTime(new Date(now.getFullYear(), now.getMonth(), saturday, 20));
  const letGo = await openWithout(page, /\/api\/(day-plans|goals|week-reviews)/, '/today');
  await letGo();
  await expect(page.getByRole('button', { name: 'Review the week' })).toBeVisible();
  expect(await layoutShift(page)).toBe(0);
});

test.describe('signed out', () => {
  test.use({ expectedErrors: /401/ });

  test('a visitor never sees the first picture of a screen', async ({ page }) => {
    for (const path of ['/today', '/tasks', '/']) {
      const letGo = await openWithoutScripts(page, path);
      await expect(page.locator('[data-picture]')).toHaveCount(1);
      await expect(picture(page)).toHaveCount(0);
      await letGo();
      await expect(page).toHaveURL(path === '/' ? /\/landing$/ : /\/login$/);
      await page.goto('/privacy');
    }
  });
});
