import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, heading, PHONE, signUp, test, toast, type Seed } from './fixtures';
import { smallTargets } from './touchTargets';

// test/screens/eventSeries.test.tsx tests each choice, Undo and bad input.

test.use({ timezoneId: 'America/Los_Angeles' });

/** A Monday morning. */
const NOW = '2026-11-16T08:00:00-08:00';
const STANDUP: NonNullable<Seed['events']>[number] = {
  title: 'Standup',
  start: '2026-11-16T09:15:00-08:00',
  end: '2026-11-16T09:30:00-08:00',
  place: 'https://meet.google.com/abc-defg-hij',
  repeat: {
    rule: { every: 'week', interval: 1, weekdays: [1, 2, 3, 4, 5], from: 'schedule' },
    timeZone: 'America/Los_Angeles',
    until: null,
    count: null,
  },
};

async function openCalendar(page: Page, events: Seed['events'], search: string) {
  await signUp(page, { events });
  await page.clock.setFixedTime(new Date(NOW));
  await page.goto(`/calendar${search}`);
  await expect(heading(page, 'Calendar')).toBeVisible();
}

/** Returns the events of the week as the server lists them, each as weekday and title. */
const onServer = (page: Page) =>
  page.evaluate(async () => {
    const query = new URLSearchParams({
      startDate: '2026-11-15T00:00:00-08:00',
      endDate: '2026-11-22T00:00:00-08:00',
      expand: 'true',
    });
    const found = (await (await fetch(`/api/events?${query}`)).json()) as {
      start: string;
      title: string;
    }[];
    return found.map(({ start, title }) => `${start.slice(8, 10)} ${title}`).sort();
  });

const box = (page: Page, day: string) => page.locator(`section[data-day="${day}"] [data-event]`);

test('a series is made, changed and deleted by keyboard alone', async ({ page }) => {
  await openCalendar(page, [], '?view=week');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Standup');
  await dialog.getByLabel('Repeat').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByText(/^Every weekday\. Next:/)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Ends')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(() => onServer(page))
    .toEqual(['16 Standup', '17 Standup', '18 Standup', '19 Standup', '20 Standup']);

  await box(page, '2026-11-18').focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Title').focus();
  await page.keyboard.type(' with Ana');
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'This one' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => onServer(page)).toContain('18 Standup with Ana');

  await box(page, '2026-11-19').focus();
  await page.keyboard.press('Delete');
  await expect(question.getByRole('button', { name: 'This one' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => onServer(page))
    .toEqual(['16 Standup', '17 Standup', '18 Standup with Ana']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => onServer(page)).toHaveLength(5);
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('one event of a series is deleted by thumb, and brought back', async ({ page }) => {
    await openCalendar(page, [STANDUP], '?view=day&date=2026-11-18');
    await box(page, '2026-11-18').tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('link', { name: 'Join Standup' })).toBeVisible();
    expect(await smallTargets(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete' }).tap();
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    expect(await smallTargets(page)).toEqual([]);
    await question.getByRole('button', { name: 'This one' }).tap();
    await expect(box(page, '2026-11-18')).toHaveCount(0);
    await expect.poll(() => onServer(page)).toHaveLength(4);
    await toast(page).getByRole('button', { name: 'Undo' }).tap();
    await expect.poll(() => onServer(page)).toHaveLength(5);
  });
});
