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
  toast,
  type Seed,
} from './fixtures';
import { smallTargets } from './touchTargets';

/** A Monday of the past. The review of a past week doesn't depend on today. */
const WEEK = '2026-11-16';
const PATH = `/reflection?week=${WEEK}`;
const at = (day: string, time: string) => new Date(`${day}T${time}`).toISOString();
const SEED: Seed = {
  settings: { weekStart: 'monday' },
  goals: [{ id: 11, title: 'Publish the report', span: 'week', day: WEEK, outcome: 'done' }],
  tasks: [
    {
      id: 77,
      title: 'Write the report',
      goalId: 11,
      completed: true,
      completedAt: at('2026-11-18', '10:00'),
    },
    { id: 78, title: 'Send the budget', plannedDay: '2026-11-19' },
  ],
  focusSessions: [
    {
      mode: 'focus',
      plannedSeconds: 3600,
      actualSeconds: 3600,
      completed: true,
      taskId: 77,
      start: at('2026-11-18', '09:00'),
      end: at('2026-11-18', '10:00'),
    },
  ],
};

const area = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    const focused = page.locator(':focus');
    if ((await focused.count()) > 0) {
      const text = await focused.evaluate(
        (element) =>
          element.getAttribute('aria-label') ??
          (element as HTMLInputElement).labels?.[0]?.textContent ??
          element.textContent,
      );
      if (text.trim() === name) return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached “${name}”.`);
}

test('a week is reviewed with the keyboard alone, and axe finds nothing', async ({ page }) => {
  await signUp(page, SEED);
  await page.goto(PATH);
  await expect(heading(page, 'Week Review')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Draft from the week' })).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, 'Goal for November 2026');
  await page.keyboard.type('Ship version 2');
  await tabTo(page, 'Draft from the week');
  await page.keyboard.press('Enter');
  await expect(area(page, 'Done')).toHaveValue(
    'Goal reached: Publish the report\nPublish the report: Write the report',
  );
  await expect(area(page, 'Slipped')).toHaveValue('Left over: Send the budget (not begun)');
  await tabTo(page, 'Next week');
  await page.keyboard.type('Fewer meetings');
  await tabTo(page, 'Save Review');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Review saved');
  await expect(page.getByRole('button', { name: 'Save Review' })).toBeFocused();
  await allSaved(page);
  await page.reload();
  await expect(area(page, 'Next week')).toHaveValue('Fewer meetings');
  await expect(area(page, 'Goal for November 2026')).toHaveValue('Ship version 2');
  await expectAccessible(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('a week is reviewed with one thumb, and found again', async ({ page }) => {
    await signUp(page, SEED);
    await page.goto(PATH);
    await page.getByRole('button', { name: 'Draft from the week' }).tap();
    await expect(area(page, 'Slipped')).toHaveValue('Left over: Send the budget (not begun)');
    const stars = page.getByRole('radio', { name: '4 stars' });
    await page.locator('label').filter({ has: stars }).tap();
    await expect(stars).toBeChecked();
    expect(await smallTargets(page)).toEqual([]);
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: 'Save Review' }).tap();
    await expect(toast(page)).toContainText('Review saved');
    await page.getByRole('button', { name: 'Week before' }).tap();
    await expect(page).toHaveURL(/week=2026-11-09$/);
    await expect(area(page, 'Slipped')).toHaveValue('');
    await page
      .getByRole('navigation', { name: 'Reviews of weeks' })
      .getByRole('link', { name: /Nov 16/ })
      .tap();
    await expect(area(page, 'Slipped')).toHaveValue('Left over: Send the budget (not begun)');
  });
});
