import { idOfDay } from '@daymark/contract/primitives';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  allSaved,
  expect,
  expectNoSideScroll,
  PHONE,
  signUp,
  test,
  toast,
  type Seed,
} from './fixtures';
import { smallTargets } from './touchTargets';

const FRIDAY = '2026-11-20';
const at = (time: string) => `${FRIDAY}T${time}:00-08:00`;
const block = (id: number, title: string, taskId: number, start: string, end: string) => ({
  id,
  title,
  start: at(start),
  end: at(end),
  taskId,
});
const planned = ({ id, ...event }: ReturnType<typeof block>) => ({ eventId: `${id}`, ...event });
const REPORT = block(2001, 'Report', 1001, '09:00', '10:30');
const SLIDES = block(2002, 'Slides', 1002, '11:00', '12:00');
const INVOICE = block(2003, 'Invoice', 1003, '14:00', '15:00');
const SEED: Seed = {
  tasks: [
    { title: 'Report', plannedDay: FRIDAY, estimateMinutes: 120 },
    { title: 'Slides', plannedDay: FRIDAY, estimateMinutes: 60 },
    { title: 'Invoice', plannedDay: '2026-11-21', estimateMinutes: 60 },
    { title: 'Call the bank' },
  ],
  events: [
    REPORT,
    SLIDES,
    INVOICE,
    { id: 2004, title: 'Call with Ann', start: at('11:15'), end: at('12:00') },
  ],
  focusSessions: [
    {
      mode: 'focus',
      start: at('09:00'),
      end: at('10:10'),
      plannedSeconds: 5400,
      actualSeconds: 4200,
      completed: false,
      taskId: 1001,
    },
  ],
  dayPlans: [
    {
      id: idOfDay(FRIDAY),
      day: FRIDAY,
      plan: { keptAt: at('08:30'), tasks: [], times: [REPORT, SLIDES, INVOICE].map(planned) },
    },
  ],
};

test.use({ timezoneId: 'America/Los_Angeles' });

const bar = (page: Page) => page.getByRole('region', { name: 'Plan of the day' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Close the day' });
const step = (page: Page, name: string) => dialog(page).getByRole('heading', { name, level: 3 });

async function openToday(page: Page) {
  await signUp(page, SEED);
  await page.clock.setFixedTime(new Date(at('18:00')));
  await page.goto('/today');
  await expect(bar(page)).toContainText('2 left for today');
}

/** Presses Tab until this control has the focus. Throws if Tab doesn't reach the control. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'checkbox' = 'button') {
  const wanted = page.getByRole(role, { name, exact: true }).first();
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(name)}.`);
}
const press = async (page: Page, name: string | RegExp) => {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
};

test('a day is closed by keyboard alone, and axe finds nothing in any step', async ({ page }) => {
  test.setTimeout(120_000);
  await openToday(page);
  await expectAccessible(page);
  await press(page, 'Finish the day');
  await expect(step(page, 'What is left')).toBeFocused();
  await expectAccessible(page);
  await tabTo(page, 'Another day');
  await press(page, 'Done');
  await expect(dialog(page)).toContainText('2 tasks completed.');
  await press(page, 'Undo');
  await expect(step(page, 'What is left')).toBeFocused();
  await press(page, 'Tomorrow');
  await expect(dialog(page)).toContainText('2 tasks planned for tomorrow.');
  await press(page, 'Next');

  await expect(step(page, 'Look back')).toBeFocused();
  await expect(
    dialog(page).getByRole('list', { name: 'Plan and day' }).getByRole('listitem'),
  ).toHaveText([
    /Report.*Done 1h 10m.*Interrupted 20m: focus session/,
    /Slides.*Moved to tomorrow 15m.*Unplanned meeting 45m: Call with Ann/,
    /Call with Ann.*Unplanned meeting 45m/,
    /Invoice.*Moved to tomorrow/,
  ]);
  await expectAccessible(page);
  await press(page, 'Draft from today');
  await expect(dialog(page).getByLabel('Accomplishments')).toHaveValue(
    /1 of 3 planned blocks done/,
  );
  await press(page, 'Save and go on');

  await expect(step(page, 'Tomorrow')).toBeFocused();
  await tabTo(page, /^Call the bank/, 'checkbox');
  await page.keyboard.press('Space');
  await expect(dialog(page)).toContainText('“Call the bank” planned for tomorrow.');
  await expectAccessible(page);
  await press(page, 'Finish the day');
  await expect(toast(page)).toContainText('Your day is closed');
  await expect(bar(page).getByRole('button', { name: 'Plan the day' })).toBeFocused();
  await expect(bar(page)).toContainText('Done for today.');
  await allSaved(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('each step fits the screen, and each control is large enough for a thumb', async ({
    page,
  }) => {
    await openToday(page);
    await expectNoSideScroll(page);
    expect(await smallTargets(page)).toEqual([]);
    await bar(page).getByRole('button', { name: 'Choose…' }).tap();
    for (const name of ['What is left', 'Look back', 'Tomorrow']) {
      await expect(step(page, name)).toBeVisible();
      if (name === 'Look back')
        await expect(dialog(page).getByRole('list', { name: 'Plan and day' })).toBeVisible();
      await expectNoSideScroll(page);
      expect(await smallTargets(page)).toEqual([]);
      const next = dialog(page).getByRole('button', { name: /^(Next|Finish the day)$/ });
      const { y, height } = (await next.boundingBox())!;
      expect(y + height / 2).toBeGreaterThan(PHONE.height * 0.9);
      await next.tap();
    }
    await expect(dialog(page)).toBeHidden();
    await expect(bar(page).getByRole('button')).toHaveText(['Plan the day']);
  });
});
