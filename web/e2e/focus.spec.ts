import type { BrowserContext, Page } from '@playwright/test';
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
const DESKTOP = { width: 1280, height: 800 };

/** Counts the rings. A ring is one buffer that is played. */
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

const sessionList = (page: Page) => page.getByRole('list', { name: 'Sessions' });
const clock = (page: Page) => page.getByRole('timer');
const button = (page: Page, name: string) =>
  page.getByLabel('Focus timer').getByRole('button', { name });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

/** Loads a page and waits until it has all records. If the clock jumped earlier, the requests would time out. */
async function loadAll(page: Page, load: () => Promise<unknown>): Promise<void> {
  await load();
  await expect(heading(page, 'Focus Time')).toBeVisible();
  await page.evaluate(() => globalThis.daymarkSync.start());
}

/** Prevents live updates. The call for a live token gets no response, and the call for changes doesn't ask for one. */
async function withoutLiveUpdates(context: BrowserContext): Promise<void> {
  await context.route('**/api/live-token', () => undefined);
  await context.route(/\/api\/changes.*live=/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/&live=\w+/, ''),
    }),
  );
}

/**
 * Opens /focus for a new person, with a clock that the test moves. Live updates are off, because the skipped hours
 * would disturb them.
 */
async function openFocus(page: Page, seed: Seed = {}): Promise<void> {
  await signUp(page, seed);
  await withoutLiveUpdates(page.context());
  await page.context().addInitScript(COUNT_RINGS);
  await page.clock.install();
  await loadAll(page, () => page.goto('/focus'));
}

/** Moves the clock to one second before the end of the run, which then ends by itself. */
async function skipToEnd(page: Page): Promise<void> {
  await page.clock.fastForward((secondsOf(await clock(page).textContent()) - 1) * 1000);
}

/** Returns the seconds in a text such as 24:57. */
function secondsOf(text: string | null): number {
  const [minutes = 0, seconds = 0] = (text ?? '').split(':').map(Number);
  return minutes * 60 + seconds;
}

test('a focus session with a pause, another screen and a reload ends once, and a break is next', async ({
  page,
}) => {
  await openFocus(page, { tasks: [{ title: 'Write the report' }] });

  await test.step('title, a subtitle about the Pomodoro technique, and the timer at 25:00', async () => {
    await expect(page.getByText('Pomodoro technique')).toBeVisible();
    await expect(clock(page)).toHaveText('25:00');
    await expect(page.getByRole('heading', { name: 'No sessions yet today' })).toBeVisible();
  });

  await test.step('the timer ticks each second, and the title and the bar show the remaining time', async () => {
    await page.getByLabel('Working on').click();
    await page.getByRole('option', { name: 'Write the report' }).click();
    await button(page, 'Start').click();
    await page.clock.pauseAt(await page.evaluate((ms) => Date.now() + ms, 5 * MINUTE));
    const earlier = secondsOf(await clock(page).textContent());
    await page.clock.runFor(3000);
    const later = await clock(page).textContent();
    expect(earlier - secondsOf(later)).toBe(3);
    expect(await page.title()).toBe(`${later} · Write the report`);
    const shown = await page
      .getByRole('progressbar', { name: 'Time remaining' })
      .getAttribute('aria-valuenow');
    expect(Math.abs(Number(shown) - (secondsOf(later) / 1500) * 100)).toBeLessThanOrEqual(1);
    await page.clock.resume();
  });

  await test.step('a pause stops the timer', async () => {
    await button(page, 'Pause').click();
    const paused = await clock(page).textContent();
    await page.clock.fastForward(10 * MINUTE);
    await expect(page).toHaveTitle(`${paused} (paused) · Write the report`);
    await expect(clock(page)).toHaveText(paused ?? '');
    await button(page, 'Resume').click();
  });

  await test.step('the menu and the title show the timer on another screen', async () => {
    await page.getByRole('link', { name: 'Today' }).click();
    await expect(page.getByRole('link', { name: /^Focus running · \d\d:\d\d$/ })).toBeVisible();
    await expect(page).toHaveTitle(/^\d\d:\d\d · Write the report$/);
  });

  await test.step('the focus session goes on after a reload, and ends', async () => {
    await loadAll(page, () => page.goto('/focus'));
    await expect(clock(page)).toHaveText(/^1[89]:/);
    // Browsers play a sound only after the person has clicked or typed in the page.
    await page.getByRole('heading', { level: 1 }).click();
    await skipToEnd(page);
    await expect(toast(page)).toContainText('Focus completed!');
    await expect(toast(page)).toContainText('Great job! Take a break.');
    await expect(tab(page, 'Short Break')).toHaveAttribute('aria-selected', 'true');
    await expect(clock(page)).toHaveText('05:00');
    await expect(page).toHaveTitle('Focus Time · Daymark');
    await expect(page.getByText('1 session completed · long break after 3 more')).toBeVisible();
    expect(await rings(page)).toBe(1);
    await expect(sessionList(page).getByRole('listitem')).toHaveCount(1);
    await expect(sessionList(page)).toContainText('Write the report');
    await expect
      .poll(() => recorded(page))
      .toMatchObject([
        { mode: 'focus', completed: true, plannedSeconds: 1500, actualSeconds: 1500 },
      ]);
    expect((await recorded(page))[0]?.taskId).toEqual(expect.any(Number));
  });

  await test.step('a break that ends while the device sleeps is recorded once, with its true length, in silence', async () => {
    await button(page, 'Break').click();
    await page.clock.fastForward(180 * MINUTE);
    // The app first checks whether another device has completed the break.
    await page.clock.runFor(3000);
    await expect(tab(page, 'Focus')).toHaveAttribute('aria-selected', 'true');
    // A message hours later would be of no use.
    await expect(page.getByText('Short Break completed!')).toHaveCount(0);
    expect(await rings(page)).toBe(1);
    await expect
      .poll(() => recorded(page))
      .toMatchObject([{ mode: 'focus' }, { mode: 'shortBreak', actualSeconds: 300 }]);
  });
});

test('two tabs show one timer and complete it once, even if the tab that started it is closed', async ({
  page,
}) => {
  await openFocus(page);
  const other = await page.context().newPage();
  await loadAll(other, () => other.goto('/focus'));
  await button(page, 'Start').click();
  await button(other, 'Pause').click();
  await button(page, 'Resume').click();
  await expect(button(other, 'Pause')).toBeVisible();
  await skipToEnd(page);
  for (const one of [page, other]) {
    await expect(clock(one)).toHaveText('05:00');
    await expect(one.getByText('1 session completed')).toBeVisible();
  }
  const ringsHere = await rings(page);
  expect(ringsHere + (await rings(other))).toBe(1);
  await expect.poll(() => recorded(page)).toHaveLength(1);

  // A response tells each tab how far the moved clock is ahead of the server's.
  for (const one of [page, other]) await one.evaluate(() => globalThis.daymarkSync.pull());
  await button(other, 'Break').click();
  await expect(button(page, 'Pause')).toBeVisible();
  await other.close();
  await skipToEnd(page);
  await expect(clock(page)).toHaveText('25:00');
  expect(await rings(page)).toBe(ringsHere + 1);
  await expect.poll(() => recorded(page)).toHaveLength(2);
});

test('nothing moves as the numbers change, nothing is wider than the screen, and axe finds nothing', async ({
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
  await expect(button(page, 'Pause')).toBeVisible();
  for (const device of ['desktop', 'phone'] as const)
    await test.step(`on a ${device}`, async () => {
      if (device === 'phone') {
        await page.setViewportSize(PHONE);
        await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
      }
      await expectNoSideScroll(page);
      let before: number[][] | undefined;
      for (const passing of [1000, 4 * MINUTE, 3 * MINUTE + 49_000]) {
        const earlier = secondsOf(await clock(page).textContent());
        await page.clock.fastForward(passing);
        await expect
          .poll(async () => earlier - secondsOf(await clock(page).textContent()))
          .toBeGreaterThanOrEqual(passing / 1000);
        before ??= await places();
        expect(await places()).toEqual(before);
      }
    });
  await page.setViewportSize(DESKTOP);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Timer settings' });
  await expect(dialog.getByLabel('Focus', { exact: true })).toBeFocused();
  await dialog.getByLabel('Short break').fill('0');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('a task is worked on without an end and is done by thumb', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openFocus(page, { tasks: [{ title: 'Write the report' }] });
  await page.getByLabel('Working on').click();
  await page.getByRole('combobox', { name: 'Working on' }).fill('rep');
  await expectAccessible(page);
  await page.getByRole('option', { name: 'Write the report' }).click();
  await button(page, 'No end').click();
  await button(page, 'Start').click();
  await page.clock.fastForward(40 * MINUTE);
  await expect(clock(page)).toHaveText(/^40:/);
  await expectNoSideScroll(page);
  await expectAccessible(page);

  await test.step('the small timer above the tabs has Done, and covers nothing', async () => {
    await page.getByRole('link', { name: 'Tasks' }).click();
    await expect(button(page, 'Done')).toBeVisible();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await button(page, 'Done').click();
    await expect(toast(page)).toContainText('Write the report · 40m focused');
    await expect.poll(() => recorded(page)).toMatchObject([{ mode: 'focus', completed: true }]);
  });
});
