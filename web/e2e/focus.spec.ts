import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  PHONE,
  expect,
  expectNoSideScroll,
  heading,
  signUp,
  test,
  toast,
  type Seed,
} from './fixtures';

const MINUTE = 60_000;

/** Where sounds are counted: a ring is one buffer that is played. */
const COUNT_RINGS = () => {
  const counted = window as unknown as { rings: number };
  counted.rings = 0;
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...when) {
    counted.rings++;
    start.apply(this, when);
  };
};
const rings = (page: Page) => page.evaluate(() => (window as unknown as { rings: number }).rings);

interface RecordedSession {
  mode: string;
  completed: boolean;
  plannedSeconds: number;
  actualSeconds: number;
  taskId: number | null;
  start: string;
}
const recorded = (page: Page): Promise<RecordedSession[]> =>
  page.evaluate(async () => (await fetch('/api/focus-sessions')).json());

const clock = (page: Page) => page.getByRole('timer');
const button = (page: Page, name: string) =>
  page.getByLabel('Focus timer').getByRole('button', { name });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

/** Loads a page and waits until it has everything from the server: a clock that jumps meanwhile would cut that off. */
async function loadAll(page: Page, load: () => Promise<unknown>): Promise<void> {
  await load();
  await expect(heading(page, 'Focus Time')).toBeVisible();
  await page.evaluate(() => globalThis.daymarkSync.start());
}

/** Opens /focus as somebody new, with a clock that the test moves, and without live updates, which would see the hours pass as well. */
async function openFocus(page: Page, seed: Seed = {}): Promise<void> {
  await signUp(page, seed);
  await page.context().route('**/api/live-token', () => undefined);
  await page.context().addInitScript(COUNT_RINGS);
  await page.clock.install();
  await loadAll(page, () => page.goto('/focus'));
  await expect(page.getByRole('heading', { name: 'No sessions yet today' })).toBeVisible();
}

/**
 * Runs the clock until the timer is at zero, and leaves it paused. A clock that also runs on its own
 * could go past the end by more than the 5 seconds that the toast stays.
 */
async function runToEnd(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  const [minutes = 0, seconds = 0] = ((await clock(page).textContent()) ?? '')
    .split(':')
    .map(Number);
  await page.clock.runFor(minutes * MINUTE + seconds * 1000 + 500);
}

const sessionList = (page: Page) => page.getByRole('list', { name: 'Sessions' });

test('§2 /focus: title, a subtitle about the Pomodoro technique, and the timer at 25:00', async ({
  page,
}) => {
  await openFocus(page);
  await expect(page.getByText('Pomodoro technique')).toBeVisible();
  await expect(clock(page)).toHaveText('25:00');
  await expect(page.getByRole('progressbar', { name: 'Time remaining' })).toHaveAttribute(
    'aria-valuenow',
    '100',
  );
  await tab(page, 'Short Break').click();
  await expect(clock(page)).toHaveText('05:00');
  await tab(page, 'Long Break').click();
  await expect(clock(page)).toHaveText('15:00');
});

test('§4 ticks each second, pauses, resumes; Reset restores the full duration; the bar and the title say what is left', async ({
  page,
}) => {
  await openFocus(page);
  await button(page, 'Start').click();
  await page.clock.runFor(5 * MINUTE);
  await button(page, 'Pause').click();
  const paused = await clock(page).textContent();
  await page.clock.runFor(10 * MINUTE);
  await expect(clock(page)).toHaveText(paused ?? '');
  expect(await page.title()).toBe(`${paused} (paused) · Focus · Daymark`);
  await button(page, 'Resume').click();
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(page.getByRole('link', { name: /^Focus running · \d\d:\d\d$/ })).toBeVisible();
  expect(await page.title()).toMatch(/^\d\d:\d\d · Focus · Daymark$/);
  await page.getByRole('link', { name: /^Focus running/ }).click();
  const seconds = (text: string | null) => {
    const [m = 0, s = 0] = (text ?? '').split(':').map(Number);
    return m * 60 + s;
  };
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  const earlier = await clock(page).textContent();
  await page.clock.runFor(3000);
  const later = await clock(page).textContent();
  expect(seconds(earlier) - seconds(later)).toBe(3);
  expect(await page.title()).toBe(`${later} · Focus · Daymark`);
  const bar = page.getByRole('progressbar', { name: 'Time remaining' });
  const share = Math.round((seconds(later) / 1500) * 100);
  const shown = Number(await bar.getAttribute('aria-valuenow'));
  expect(Math.abs(shown - share)).toBeLessThanOrEqual(1);
  await button(page, 'Reset').click();
  await expect(clock(page)).toHaveText('25:00');
  await expect(page).toHaveTitle('Focus Time · Daymark');
});

test('§4 a full session to zero with a reload in the middle: one toast, one sound, one record, then the short break', async ({
  page,
}) => {
  await openFocus(page);
  await button(page, 'Start').click();
  await page.clock.runFor(10 * MINUTE);
  await loadAll(page, () => page.reload());
  await expect(clock(page)).toHaveText(/^1[45]:/);
  // Browsers play a sound only after the person has touched the page.
  await page.getByRole('heading', { level: 1 }).click();
  await runToEnd(page);
  await expect(toast(page)).toContainText('Focus completed!');
  await expect(toast(page)).toContainText('Great job! Take a break.');
  await page.clock.resume();
  await expect(tab(page, 'Short Break')).toHaveAttribute('aria-selected', 'true');
  await expect(clock(page)).toHaveText('05:00');
  await expect(button(page, 'Start')).toBeVisible();
  await expect(page.getByText('1 session completed · long break after 3 more')).toBeVisible();
  expect(await rings(page)).toBe(1);
  await expect
    .poll(() => recorded(page))
    .toMatchObject([{ mode: 'focus', completed: true, plannedSeconds: 1500, actualSeconds: 1500 }]);
  await expect(sessionList(page).getByRole('listitem')).toHaveCount(1);

  await button(page, 'Start').click();
  await runToEnd(page);
  await expect(toast(page)).toContainText('Short Break completed!');
  await expect(toast(page)).toContainText('Break time is over. Ready to focus again?');
  await page.clock.resume();
  await expect(tab(page, 'Focus')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('1 session completed')).toBeVisible();
});

test('a sleep past the end completes once, with its true length', async ({ page }) => {
  await openFocus(page);
  await button(page, 'Start').click();
  await page.clock.fastForward(180 * MINUTE);
  await expect(toast(page)).toContainText('Focus completed!');
  await expect.poll(() => recorded(page)).toMatchObject([{ actualSeconds: 1500 }]);
  expect(await rings(page)).toBe(1);
});

test('two tabs show one timer, and complete it once', async ({ page }) => {
  await openFocus(page);
  const other = await page.context().newPage();
  await other.goto('/focus');
  await expect(clock(other)).toHaveText('25:00');
  await button(page, 'Start').click();
  await expect(button(other, 'Pause')).toBeVisible();
  await button(other, 'Pause').click();
  await expect(button(page, 'Resume')).toBeVisible();
  await button(page, 'Resume').click();
  await expect(button(other, 'Pause')).toBeVisible();
  await page.clock.runFor(25 * MINUTE + 2000);
  for (const one of [page, other]) {
    await expect(clock(one)).toHaveText('05:00');
    await expect(one.getByText('1 session completed')).toBeVisible();
  }
  expect((await rings(page)) + (await rings(other))).toBe(1);
  await expect.poll(() => recorded(page)).toHaveLength(1);
});

test('the tab that started it is closed: the other one completes it', async ({ page }) => {
  await openFocus(page);
  const other = await page.context().newPage();
  await other.goto('/focus');
  await button(other, 'Start').click();
  await expect(button(page, 'Pause')).toBeVisible();
  await other.close();
  await page.clock.runFor(25 * MINUTE + 2000);
  await expect(clock(page)).toHaveText('05:00');
  await expect.poll(() => recorded(page)).toHaveLength(1);
});

test('§4 changing mode while running asks, and switches only if confirmed', async ({ page }) => {
  await openFocus(page);
  await button(page, 'Start').click();
  await page.clock.runFor(2 * MINUTE);
  await tab(page, 'Long Break').click();
  const dialog = page.getByRole('alertdialog', { name: 'Timer is running. Change mode?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.clock.runFor(1000);
  await expect(dialog).toBeHidden();
  await expect(tab(page, 'Focus')).toHaveAttribute('aria-selected', 'true');
  await expect(button(page, 'Pause')).toBeVisible();
  await tab(page, 'Long Break').click();
  await dialog.getByRole('button', { name: 'Change mode' }).click();
  await expect(clock(page)).toHaveText('15:00');
  await expect(button(page, 'Start')).toBeVisible();
  await expect.poll(() => recorded(page)).toMatchObject([{ mode: 'focus', completed: false }]);
  await expect(sessionList(page)).toContainText('interrupted');
});

test('by keyboard alone: Space starts and pauses, R resets, 1–3 choose the mode, and not while typing', async ({
  page,
}) => {
  await openFocus(page);
  await page.keyboard.press('2');
  await expect(clock(page)).toHaveText('05:00');
  await page.keyboard.press('1');
  await page.keyboard.press('Space');
  await expect(button(page, 'Pause')).toBeVisible();
  await page.keyboard.press('3');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.clock.runFor(1000);
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.keyboard.press('Space');
  await expect(button(page, 'Resume')).toBeVisible();
  await page.keyboard.press('r');
  await expect(button(page, 'Start')).toBeVisible();
  // On a button the space bar presses that button.
  await button(page, 'Reset').focus();
  await page.keyboard.press('Space');
  await expect(button(page, 'Start')).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Timer settings' });
  await expect(dialog.getByLabel('Focus')).toBeFocused();
  await page.keyboard.press('3');
  // What was typed is not discarded without asking.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).focus();
  await page.keyboard.press('Enter');
  await page.clock.runFor(1000);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Settings' })).toBeFocused();
  await expect(tab(page, 'Focus')).toHaveAttribute('aria-selected', 'true');
});

test('the settings show what is out of bounds at the field, save, and leave a running session alone', async ({
  page,
}) => {
  await openFocus(page);
  await button(page, 'Start').click();
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Timer settings' });
  for (const [label, typed, error] of [
    ['Focus', '0', 'Must be at least 1'],
    ['Short break', '181', 'Must be at most 180'],
    ['Long break', '', 'Required'],
    ['Long break after', '13', 'Must be at most 12'],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).fill(typed);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel(label, { exact: true })).toHaveAccessibleDescription(error);
  }
  await dialog.getByLabel('Focus', { exact: true }).fill('50');
  await dialog.getByLabel('Short break').fill('10');
  await dialog.getByLabel('Long break', { exact: true }).fill('30');
  await dialog.getByLabel('Long break after').fill('2');
  const sent = page.waitForRequest(
    (request) =>
      request.method() === 'PATCH' &&
      request.url().endsWith('/api/settings') &&
      // The running timer is saved in the settings too.
      'focusDuration' in (request.postDataJSON() as object),
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    focusDuration: 50,
    shortBreakDuration: 10,
    longBreakDuration: 30,
    sessionsBeforeLongBreak: 2,
  });
  await expect(toast(page)).toContainText('Timer settings saved');
  await expect(clock(page)).toHaveText(/^2[45]:/);
  await button(page, 'Reset').click();
  await expect(clock(page)).toHaveText('50:00');
  await expect(page.getByText('long break after 2 more')).toBeVisible();
  await page.reload();
  await expect(clock(page)).toHaveText('50:00');
});

test('the task chosen for a session is recorded with it', async ({ page }) => {
  await openFocus(page, { tasks: [{ title: 'Write the report' }] });
  await page.getByLabel('Working on').selectOption({ label: 'Write the report' });
  await button(page, 'Start').click();
  await page.clock.runFor(25 * MINUTE + 1000);
  await expect(sessionList(page)).toContainText('Write the report');
  await expect.poll(async () => (await recorded(page))[0]?.taskId).toEqual(expect.any(Number));
});

test('an interrupted run of less than a minute leaves nothing', async ({ page }) => {
  await openFocus(page);
  await button(page, 'Start').click();
  await page.clock.runFor(20_000);
  await button(page, 'Reset').click();
  await expect(clock(page)).toHaveText('25:00');
  await expect(page.getByRole('heading', { name: 'No sessions yet today' })).toBeVisible();
});

test.describe('offline', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('the timer completes while the page stays open, and the record is sent later', async ({
    page,
    context,
  }) => {
    await openFocus(page);
    // The first toast loads the code that draws them.
    await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Timer settings' });
    await dialog.getByLabel('Focus', { exact: true }).fill('20');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toBeVisible();
    await button(page, 'Start').click();
    await context.setOffline(true);
    await page.clock.runFor(25 * MINUTE + 1000);
    await expect(tab(page, 'Short Break')).toHaveAttribute('aria-selected', 'true');
    await expect(sessionList(page).getByRole('listitem')).toHaveCount(1);
    const sent = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().includes('focus-sessions'),
    );
    await context.setOffline(false);
    expect((await sent).status()).toBe(201);
  });
});

test('nothing moves as the figures change, and nothing is wider than the screen', async ({
  page,
}) => {
  await openFocus(page);
  const places = () =>
    page.evaluate(() =>
      ['[role="timer"]', '[role="progressbar"]', '[role="tablist"]'].map((selector) => {
        const { x, y, width } = document.querySelector(selector)!.getBoundingClientRect();
        return [x, y, width];
      }),
    );
  await button(page, 'Start').click();
  for (const device of ['desktop', 'phone'] as const)
    await test.step(`on a ${device}`, async () => {
      if (device === 'phone') {
        await page.setViewportSize(PHONE);
        await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
      }
      await page.clock.runFor(1000);
      const before = await places();
      for (const passing of [1000, 4 * MINUTE, 3 * MINUTE + 49_000]) {
        await page.clock.runFor(passing);
        expect(await places()).toEqual(before);
      }
      await expectNoSideScroll(page);
    });
});

test('axe finds nothing, in its dialogs neither', async ({ page }) => {
  await openFocus(page);
  await expectAccessible(page);
  await button(page, 'Start').click();
  await page.clock.runFor(2 * MINUTE);
  await expectAccessible(page);
  await tab(page, 'Short Break').click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.clock.runFor(1000);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change mode' }).click();
  await page.clock.runFor(1000);
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Timer settings' });
  await dialog.getByLabel('Short break').fill('0');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.clock.runFor(1000);
  await expectAccessible(page);
});
