import type { Locator, Page } from '@playwright/test';
import { PHONE, expect, expectNoSideScroll, heading, signUp, test, type Seed } from './fixtures';

const EVENT = { start: '2026-11-20T09:00:00-08:00', end: '2026-11-20T10:00:00-08:00' };
const SEED: Seed = {
  tasks: [
    { title: 'Send the budget', categoryId: 1, isPriority: true, order: 0 },
    { title: 'Read chapter 4', categoryId: 4 },
  ],
  events: [
    { title: 'Stand-up', color: '#10B981', ...EVENT },
    { title: 'Offsite', start: '2026-11-20T00:00:00-08:00', end: '2026-11-21T20:00:00-08:00' },
  ],
  notes: [{ title: 'Retrospective', content: 'What went well' }],
};

test.use({ timezoneId: 'America/Los_Angeles' });

async function open(page: Page, path: string, name: string | RegExp) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function signUpOnFriday(page: Page, seed: Seed = SEED) {
  await signUp(page, seed);
  await page.clock.setFixedTime(new Date('2026-11-20T10:40:00-08:00'));
}

const day = (page: Page, date: string) => page.locator(`section[data-day="${date}"]`);

test('the week’s heads are above their columns at widths from 320 to 1920 px', async ({ page }) => {
  await signUpOnFriday(page);
  await open(page, '/calendar?view=week', 'Calendar');
  await expect(day(page, '2026-11-20').getByText('Stand-up')).toBeVisible();
  for (const width of [320, 390, 600, 767, 768, 900, 1024, 1100, 1280, 1440, 1680, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const widestGap = () =>
      page.evaluate(() => {
        const heads = [...document.querySelectorAll('header a[href*="day"]')];
        const columns = [...document.querySelectorAll('section[data-day]')];
        if (columns.length !== 7) throw new Error(`The week has ${columns.length} columns.`);
        return Math.max(
          ...columns.map((column, index) => {
            const below = column.getBoundingClientRect();
            const above = heads[index]!.getBoundingClientRect();
            return Math.max(Math.abs(below.left - above.left), Math.abs(below.right - above.right));
          }),
        );
      });
    // The browser applies the media queries of the new width a frame later.
    await expect.poll(widestGap, `at ${width} px`).toBeLessThan(2);
  }
});

test('an overlapping event that expands on hover stays inside the rail and inside the week', async ({
  page,
}) => {
  const at = (day: number, title: string) => ({
    title,
    start: `2026-11-${day}T09:00:00-08:00`,
    end: `2026-11-${day}T10:00:00-08:00`,
  });
  await signUpOnFriday(page, {
    events: [20, 21].flatMap((date) => [
      at(date, `Stand-up ${date}`),
      at(date, `Interview with somebody from far away ${date}`),
    ]),
  });
  const expectInside = async (title: string, frame: string) => {
    const event = page.locator('[data-event]').filter({ hasText: title });
    await event.hover();
    await expect.poll(async () => (await event.boundingBox())!.width).toBeGreaterThanOrEqual(199);
    const [right, frameRight] = await event.evaluate(
      (shown, selector) => [
        shown.getBoundingClientRect().right,
        shown.closest(selector)!.getBoundingClientRect().right,
      ],
      frame,
    );
    expect(right).toBeLessThanOrEqual(frameRight + 1);
  };
  await open(page, '/today', /./);
  for (const title of ['Stand-up 20', 'Interview with somebody from far away 20'])
    await expectInside(title, 'section[data-day]');
  await open(page, '/calendar?view=week', 'Calendar');
  for (const title of ['Stand-up 20', 'Stand-up 21', 'Interview with somebody from far away 21'])
    await expectInside(title, ':has(> section[data-day])');
});

/**
 * Returns the color of a point of an element on the screen. `across` and `down` are fractions of the element's size.
 */
async function colorAt(page: Page, element: Locator, across: number, down: number) {
  const picture = [...(await element.screenshot())];
  return page.evaluate(
    async ([bytes, x, y]) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const [red = 0, green = 0, blue = 0] = context.getImageData(
        Math.floor(x * bitmap.width),
        Math.floor(y * bitmap.height),
        1,
        1,
      ).data;
      return { text: `${red} ${green} ${blue}`, isGray: red === green && green === blue };
    },
    [picture, across, down] as const,
  );
}

test.describe('with forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

  test('a filled button shows its icon, and a ticked checkbox its tick', async ({ page }) => {
    await signUpOnFriday(page, {
      ...SEED,
      tasks: [{ title: 'Sent', completed: true, plannedDay: '2026-11-20' }],
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await open(page, '/tasks?view=completed', 'Task Management');
      const add = page.getByRole('button', { name: 'Add Task' });
      const [icon, ground] = await add.evaluate((button) => [
        getComputedStyle(button.querySelector('svg')!).stroke,
        getComputedStyle(button).backgroundColor,
      ]);
      expect(icon, colorScheme).not.toBe(ground);
      const [mark, fill] = await page
        .getByRole('checkbox', { name: 'Sent' })
        .evaluate((box) => [
          getComputedStyle(box, '::before').borderBottomColor,
          getComputedStyle(box).backgroundColor,
        ]);
      expect(mark, colorScheme).not.toBe(fill);
    }
  });

  test('selected controls, the timer’s bar, events and the colors of categories are visible', async ({
    page,
  }) => {
    await signUpOnFriday(page);
    await open(page, '/today', /./);
    const differ = async (one: Locator, other: Locator) =>
      expect((await colorAt(page, one, 0.04, 0.5)).text).not.toBe(
        (await colorAt(page, other, 0.04, 0.5)).text,
      );
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    await differ(link('Today'), link('Focus'));
    const filter = (name: string) => page.getByRole('button', { name, exact: true });
    await differ(filter('All Tasks'), filter('Work'));
    const tab = (name: string) => page.getByRole('tab', { name });
    await differ(tab('Manual Events'), tab('Synced with Google'));

    await open(page, '/tasks', 'Task Management');
    const dot = page.getByRole('listitem').getByText('Work').locator('i');
    expect((await colorAt(page, dot, 0.5, 0.5)).isGray).toBe(false);

    await open(page, '/calendar?view=week', 'Calendar');
    await differ(filter('Week'), filter('Month'));
    const event = day(page, '2026-11-20').getByRole('button', { name: /^Stand-up/ });
    expect((await colorAt(page, event, 0.02, 0.5)).isGray).toBe(false);

    await open(page, '/focus', 'Focus Time');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.clock.setFixedTime(new Date('2026-11-20T10:55:00-08:00'));
    const bar = page.getByRole('progressbar');
    await expect(bar).toHaveAttribute('aria-valuenow', /[1-9]/);
    await expect(async () => {
      const [filled, empty] = [0.3, 0.95].map((across) => colorAt(page, bar, across, 0.5));
      expect((await filled)!.text).not.toBe((await empty)!.text);
    }).toPass();
  });
});

/**
 * Returns the words of up to 14 letters in headings, buttons, tabs and navigation links that are broken between two
 * letters.
 */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = [];
    for (const element of document.querySelectorAll('h1, h2, h3, button, [role="tab"], nav a')) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const word of (text.textContent ?? '').matchAll(
          /(?<![\p{L}\d])\p{L}{1,14}(?![\p{L}\d])/gu,
        )) {
          const range = document.createRange();
          range.setStart(text, word.index);
          range.setEnd(text, word.index + word[0].length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word[0]);
        }
    }
    return broken;
  });

const SCREENS = [
  ['/today', /./],
  ['/tasks', 'Task Management'],
  ['/calendar', 'Calendar'],
  ['/calendar?view=week', 'Calendar'],
  ['/notes', 'Notes'],
  ['/focus', 'Focus Time'],
  ['/reflection', 'Daily Reflection'],
  ['/insights', 'Insights'],
  ['/settings', 'Settings'],
] as const;

for (const { width, percent, tag } of [
  { width: 320, percent: 100, tag: '' },
  { width: 390, percent: 150, tag: '@long' },
  { width: 390, percent: 200, tag: '' },
  { width: 1280, percent: 200, tag: '@long' },
])
  test.describe(`at ${width} px with text at ${percent} % ${tag}`, () => {
    test.use({ viewport: { width, height: PHONE.height } });

    test('no word is broken, no screen scrolls sideways, and no hour label is cut off', async ({
      page,
    }) => {
      await signUpOnFriday(page);
      await page.addInitScript((size) => {
        document.addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = `${size}%`;
        });
      }, percent);
      for (const [path, name] of SCREENS)
        await test.step(path, async () => {
          await open(page, path, name);
          expect(await brokenWords(page)).toEqual([]);
          await expectNoSideScroll(page);
        });
      await open(page, '/calendar?view=day', 'Calendar');
      const hours = page.locator('[aria-hidden="true"] > span', { hasText: /^1[012] [AP]M$/ });
      await expect(hours.first()).toBeAttached();
      const isCut = await hours.evaluateAll((labels) =>
        labels.some((label) => {
          const range = document.createRange();
          range.selectNodeContents(label);
          const text = range.getBoundingClientRect();
          const rail = label.parentElement!.getBoundingClientRect();
          return (
            range.getClientRects().length > 1 || text.left < rail.left || text.right > rail.right
          );
        }),
      );
      expect(isCut).toBe(false);
    });
  });

test.describe('on paper', () => {
  // A page of A4 or Letter without its margins.
  test.use({ viewport: { width: 720, height: 960 } });

  const pages = async (page: Page) =>
    [...(await page.pdf({ format: 'A4' })).toString('latin1').matchAll(/\/Type\s*\/Page\b/g)]
      .length;

  /** Returns the elements that hide a part of their content. */
  const cutOff = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main *')]
        .filter((element) => {
          const { overflowX, overflowY } = getComputedStyle(element);
          const [isWide, isTall] = [
            element.scrollWidth > element.clientWidth + 1,
            element.scrollHeight > element.clientHeight + 1,
          ];
          return (
            element.clientWidth > 1 &&
            ((isWide && overflowX !== 'visible') || (isTall && overflowY !== 'visible'))
          );
        })
        .map(({ className, textContent }) => `${className}: ${textContent.slice(0, 40)}`),
    );

  const expectNothingToPress = async (page: Page) => {
    for (const role of ['navigation', 'tab', 'complementary'] as const)
      for (const one of await page.getByRole(role).all()) await expect(one).toBeHidden();
    await expect(page.getByText('All changes saved')).toBeHidden();
    for (const name of ['Menu', 'Add Task', 'Add a task', 'Add Event', 'Daily Reflection'])
      await expect(page.getByRole('button', { name, exact: true })).toBeHidden();
  };

  test('today, a week and a note are printed without navigation, and nothing is cut off', async ({
    page,
  }) => {
    const titles = Array.from({ length: 80 }, (_, index) => `Task number ${index + 1}`);
    await signUpOnFriday(page, { ...SEED, tasks: titles.map((title) => ({ title })) });
    await open(page, '/today', /./);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Task number 1', { exact: true })).toBeVisible();
    for (const title of titles) await expect(page.getByText(title, { exact: true })).toHaveCount(1);
    await expectNothingToPress(page);
    expect(await cutOff(page)).toEqual([]);

    await page.emulateMedia({ media: 'screen' });
    await open(page, '/calendar?view=week', 'Calendar');
    await expect(day(page, '2026-11-20').getByText('Stand-up')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expectNothingToPress(page);
    expect(await cutOff(page)).toEqual([]);
    await expect(page.getByText('11 PM')).toBeVisible();
    expect(await pages(page)).toBe(1);

    await page.emulateMedia({ media: 'screen' });
    await page.goto('/notes');
    await expect(heading(page, 'Notes')).toBeVisible();
    await page.getByRole('button', { name: 'Retrospective', exact: true }).click();
    await expect(page.getByRole('dialog').getByText('What went well')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('dialog').getByText('What went well')).toBeVisible();
    await expectNothingToPress(page);
    for (const name of ['Save', 'Delete', 'Cancel', 'Write', 'Preview'])
      await expect(page.getByRole('button', { name, exact: true })).toBeHidden();
    expect(await pages(page)).toBe(1);
  });
});
