import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  PHONE,
  allSaved,
  expect,
  expectNoSideScroll,
  heading,
  signUp,
  test,
  type Seed,
} from './fixtures';

/** A Wednesday morning. */
const NOW = '2026-11-18T08:00:00-08:00';
const SEED: Seed = {
  tasks: [
    { title: 'Write the report', plannedDay: '2026-11-19', estimateMinutes: 540 },
    { title: 'Call the bank', plannedDay: '2026-11-16', estimateMinutes: 15 },
    { title: 'Pay the rent', deadline: '2026-11-20' },
    { title: 'Read the book', estimateMinutes: 90 },
  ],
};

test.use({ timezoneId: 'America/Los_Angeles' });

const day = (page: Page, name: RegExp) => page.getByRole('region', { name });

async function openWeek(page: Page, seed = SEED) {
  await signUp(page, seed);
  await page.clock.setFixedTime(new Date(NOW));
  await page.goto('/calendar?view=week');
  await expect(heading(page, 'Calendar')).toBeVisible();
}

test('a week is planned by keyboard alone, and axe finds nothing', async ({ page }) => {
  await openWeek(page);
  await page.getByRole('button', { name: 'Plan the week' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Plan the week' })).toBeFocused();
  await expectAccessible(page);
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Tab');
  await expect(page.getByLabel('New goal')).toBeFocused();
  await page.keyboard.type('Ship the beta');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Goal: Ship the beta')).toBeVisible();
  await page.getByRole('button', { name: 'Move Read the book' }).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(day(page, /Wednesday/)).toContainText('Read the book');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Friday' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(day(page, /Thursday/)).toContainText('Read the book');
  await allSaved(page);
});

test('the days of a plan appear together with the goals above them', async ({ page }) => {
  const planLoaded = page.waitForResponse(/WeekPlan-[^/]*\.js/);
  await page.route(/WeekGoals-[^/]*\.js/, async (route) => {
    await (await planLoaded).finished();
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await route.continue();
  });
  await openWeek(page);
  const hadGoals = page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector('[aria-label="Friday, November 20"] [id^="week-day"]'))
            return;
          observer.disconnect();
          resolve(document.getElementById('week-goals') !== null);
        });
        observer.observe(document.body, { subtree: true, childList: true });
      }),
  );
  await page.getByRole('button', { name: 'Plan the week' }).click();
  expect(await hadGoals).toBe(true);
});

test('a task is dragged from the drawer to a day and back', async ({ page }) => {
  await openWeek(page);
  await page.getByRole('button', { name: 'Plan the week' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Read the book' });
  await row.dragTo(day(page, /Friday/));
  await expect(day(page, /Friday/)).toContainText('Read the book');
  await row.dragTo(page.getByRole('region', { name: 'No day' }));
  await expect(page.getByRole('region', { name: 'No day' })).toContainText('Read the book');
});

test('the time of an event on a narrow day off is on one line', async ({ page }) => {
  const at = (time: string) => `2026-11-28T${time}:00-08:00`;
  const hours = { start: '09:00', end: '17:00' };
  await openWeek(page, {
    ...SEED,
    settings: { workingHours: [hours, hours, hours, hours, hours, null, null] },
    events: [{ title: 'Lunch with Ann', start: at('12:30'), end: at('13:30') }],
  });
  // In a week without past days, the columns are narrow.
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.getByRole('button', { name: 'Plan the week' }).click();
  const saturday = day(page, /Saturday/);
  const time = saturday.getByText('12:30 PM', { exact: true });
  await expect(time).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await time.evaluate((element) => element.getClientRects().length)).toBe(1);
  const { x, width } = (await time.boundingBox())!;
  const column = (await saturday.boundingBox())!;
  expect(x + width).toBeLessThanOrEqual(column.x + column.width);
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('a task is planned with a thumb', async ({ page }) => {
    await openWeek(page);
    await page.getByRole('button', { name: 'Plan the week' }).tap();
    const button = page.getByRole('button', { name: 'Move Call the bank' });
    const box = (await button.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    await button.tap();
    await page.getByRole('menuitemradio', { name: 'Saturday' }).tap();
    await expect(day(page, /Saturday/)).toContainText('Call the bank');
    await expectNoSideScroll(page);
  });
});
