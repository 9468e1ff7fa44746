import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  PHONE,
  expect,
  expectNoSideScroll,
  heading,
  saved,
  signUp,
  test,
  toast,
  type Seed,
} from './fixtures';

// src/pages/CalendarPage.test.tsx tests what the page shows in each state, and every key.

/** A Friday morning. */
const NOW = '2026-11-20T10:40:00-08:00';

interface Times {
  start: string;
  end: string;
}

interface Point {
  x: number;
  y: number;
}

/** Opens the calendar of a new person with these events, at the given time. */
async function openCalendar(
  page: Page,
  events: Seed['events'] = [],
  search = '',
  now = NOW,
  tasks: Seed['tasks'] = [],
) {
  await signUp(page, { events, tasks });
  await page.clock.setFixedTime(new Date(now));
  await page.goto(`/calendar${search}`);
  await expect(heading(page, 'Calendar')).toBeVisible();
}

/** Returns the server's events. */
const onServer = (page: Page) =>
  page.evaluate(async () => {
    const all = (await (await fetch('/api/events')).json()) as (Times & {
      title: string;
      color: string | null;
    })[];
    return all.map(({ title, start, end, color }) => ({ title, start, end, color }));
  });

const eventOnServer = async (page: Page, title: string) =>
  (await onServer(page)).find((event) => event.title === title);

const dialog = (page: Page) => page.getByRole('dialog');
const day = (page: Page, date: string) => page.locator(`[role="gridcell"][data-day="${date}"]`);
const schedule = (page: Page) => page.getByRole('tabpanel');
const row = (page: Page, title: string) =>
  schedule(page).getByRole('listitem').filter({ hasText: title });
/** An event's box in the hours. */
const box = (page: Page, title: string) =>
  page.locator('section[data-day] [data-event]').filter({ hasText: title });
const column = (page: Page, date: string) => page.locator(`section[data-day="${date}"]`);

/** Drags with the mouse from one point to another without releasing the button. */
async function drag(page: Page, from: Point, to: Point) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
}

/** Returns the middle of an element, or the point at these fractions of its width and height. */
async function pointOf(element: Locator, across = 0.5, down = 0.5): Promise<Point> {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { x: x + width * across, y: y + height * down };
}

/** Waits until an element has stopped scrolling. */
const scrolled = (scroller: Locator) =>
  scroller.evaluate(async (element) => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let still = 0, at = NaN; still < 20; at = element.scrollTop) {
      await frame();
      still = element.scrollTop === at ? still + 1 : 0;
    }
  });

const HOUR = 56;
const standup = {
  title: 'Standup',
  start: '2026-11-20T09:00:00-08:00',
  end: '2026-11-20T10:00:00-08:00',
};
/** On the day after the clocks go forward. */
const run = {
  title: 'Run',
  start: '2026-03-09T09:00:00-07:00',
  end: '2026-03-09T10:00:00-07:00',
};
/** Created in Berlin. An all-day event is on the same day everywhere. */
const trip = {
  title: 'Trip',
  start: '2026-11-17T00:00:00+01:00',
  end: '2026-11-18T00:00:00+01:00',
  days: { start: '2026-11-17', end: '2026-11-18' },
};
const NOON = { start: '2026-11-20T12:00:00-08:00', end: '2026-11-20T13:00:00-08:00' };

test.describe('in Asia/Kolkata', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('an event can be created, edited, deleted and restored, and is sent with the local offset', async ({
    page,
  }) => {
    await openCalendar(page, [], '', '2026-11-20T10:40:00+05:30');

    await test.step('the month has headers Su to Sa, and today is marked and selected', async () => {
      await expect(
        page.getByRole('grid', { name: 'November 2026' }).getByRole('columnheader'),
      ).toHaveText(['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']);
      await expect(day(page, '2026-11-20')).toHaveAttribute('aria-current', 'date');
      await expect(day(page, '2026-11-20')).toHaveAttribute('aria-selected', 'true');
    });

    await test.step('a new event is from 09:00 to 10:00, in blue', async () => {
      await day(page, '2026-11-24').click();
      await page.getByRole('button', { name: 'Add Event' }).click();
      await expect(dialog(page).getByLabel('Title')).toBeFocused();
      await expect(dialog(page).getByLabel('Start time').getByRole('option')).toHaveCount(96);
      await expect(dialog(page).getByLabel('Start time')).toHaveValue('540');
      await expect(dialog(page).getByLabel('End time')).toHaveValue('600');
      await expect(dialog(page).getByRole('radio', { name: 'Blue' })).toBeChecked();
      await expect(dialog(page).getByRole('radio')).toHaveCount(5);
    });

    await test.step('Enter creates the event', async () => {
      await dialog(page).getByLabel('Title').fill('  Review  ');
      await dialog(page).getByLabel('End time').selectOption('10:45 AM');
      await dialog(page).getByRole('radio', { name: 'Green' }).check();
      await saved(page, 'POST', async () => {
        await page.keyboard.press('Enter');
        await expect(toast(page)).toContainText('Event created');
      });
      await expect(row(page, 'Review')).toContainText('9:00 AM – 10:45 AM');
      await expect(day(page, '2026-11-24')).toHaveAccessibleName(/^Tuesday, November 24, 1 event/);
      await expect
        .poll(() => onServer(page))
        .toEqual([
          {
            title: 'Review',
            start: '2026-11-24T09:00:00+05:30',
            end: '2026-11-24T10:45:00+05:30',
            color: '#10B981',
          },
        ]);
      await page.reload();
      await expect(row(page, 'Review')).toBeVisible();
    });

    await test.step('the event is edited', async () => {
      const edit = page.getByRole('button', { name: 'Edit Review' });
      await edit.click();
      await expect(page.getByRole('dialog', { name: 'Edit Event' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(edit).toBeFocused();
      await edit.click();
      await dialog(page).getByLabel('Title').fill('Second review');
      await saved(page, 'PATCH', async () => {
        await page.keyboard.press('Enter');
        await expect(toast(page)).toContainText('Event updated');
      });
      await expect.poll(() => onServer(page)).toMatchObject([{ title: 'Second review' }]);
    });

    await test.step('the event is deleted, and Undo brings it back', async () => {
      await page.getByRole('button', { name: 'Delete Second review' }).click();
      await expect(page.getByRole('alertdialog', { name: 'Delete event?' })).toContainText(
        '“Second review” will be deleted.',
      );
      await saved(page, 'DELETE', async () => {
        await page.getByRole('button', { name: 'Delete', exact: true }).click();
        await expect(toast(page)).toContainText('Event deleted');
      });
      await expect(row(page, 'Second review')).toBeHidden();
      await saved(page, 'POST', () => toast(page).getByRole('button', { name: 'Undo' }).click());
      await expect(row(page, 'Second review')).toBeVisible();
      await expect
        .poll(() => onServer(page))
        .toMatchObject([
          { title: 'Second review', start: '2026-11-24T09:00:00+05:30', color: '#10B981' },
        ]);
    });
  });
});

test.describe('in America/Los_Angeles', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('an event can be moved and resized by mouse, and keeps its time when the clocks change', async ({
    page,
  }) => {
    await openCalendar(page, [standup, run, trip], '?view=week');
    const event = box(page, 'Standup');

    await test.step('a move to another day and time keeps the length, and Undo moves it back', async () => {
      const from = await pointOf(event);
      const to = await pointOf(column(page, '2026-11-18'));
      await drag(page, from, { x: to.x, y: from.y + HOUR * 1.25 });
      await saved(page, 'PATCH', async () => {
        await page.mouse.up();
        await expect(toast(page)).toContainText('Event updated');
        // The toast stays while the pointer is on it.
        await toast(page).hover();
      });
      await expect(dialog(page)).toBeHidden();
      await expect
        .poll(() => eventOnServer(page, 'Standup'))
        .toMatchObject({
          start: '2026-11-18T10:15:00-08:00',
          end: '2026-11-18T11:15:00-08:00',
        });
      await saved(page, 'PATCH', () => toast(page).getByRole('button', { name: 'Undo' }).click());
      await expect.poll(() => eventOnServer(page, 'Standup')).toMatchObject(standup);
    });

    await test.step('a drag of an edge resizes the event, and Escape cancels the drag', async () => {
      // The edges scroll the hours while something is dragged over them.
      await event.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const end = await pointOf(event.locator('[data-edge="end"]'));
      await drag(page, end, { x: end.x, y: end.y + HOUR });
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await expect(event).toContainText('9 – 10 AM');
      await drag(page, end, { x: end.x, y: end.y + HOUR / 2 });
      await saved(page, 'PATCH', () => page.mouse.up());
      const start = await pointOf(event.locator('[data-edge="start"]'));
      await drag(page, start, { x: start.x, y: start.y - HOUR / 4 });
      await saved(page, 'PATCH', () => page.mouse.up());
      await expect
        .poll(() => eventOnServer(page, 'Standup'))
        .toMatchObject({
          start: '2026-11-20T08:45:00-08:00',
          end: '2026-11-20T10:30:00-08:00',
        });
    });

    await test.step('a drag over free time creates an event, and a click opens it', async () => {
      const free = await pointOf(column(page, '2026-11-17'), 0.5, 0);
      await drag(
        page,
        { x: free.x, y: free.y + 11 * HOUR + 2 },
        { x: free.x, y: free.y + 12.5 * HOUR - 12 },
      );
      // Make the calendar render again, as it does when the current time changes.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await page.mouse.move(free.x, free.y + 12.5 * HOUR - 2);
      await page.mouse.up();
      await expect(dialog(page).getByLabel('Start time')).toHaveValue(String(11 * 60));
      await expect(dialog(page).getByLabel('End time')).toHaveValue(String(12.5 * 60));
      await dialog(page).getByLabel('Title').fill('Drawn');
      await saved(page, 'POST', () => page.keyboard.press('Enter'));
      await expect(box(page, 'Drawn')).toContainText('11 AM – 12:30 PM');
      await box(page, 'Drawn').click();
      await expect(page.getByRole('dialog', { name: 'Edit Event' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toBeHidden();
    });

    await test.step('an all-day event moves by days, and a drag of its end makes it longer', async () => {
      const bar = page.getByRole('button', { name: /^Trip/ });
      const from = await pointOf(bar);
      const thursday = await pointOf(column(page, '2026-11-19'));
      await drag(page, from, { x: thursday.x, y: from.y });
      await saved(page, 'PATCH', () => page.mouse.up());
      const end = await pointOf(bar.locator('[data-edge="end"]'));
      const saturday = await pointOf(column(page, '2026-11-21'));
      await drag(page, end, { x: saturday.x, y: end.y });
      await saved(page, 'PATCH', () => page.mouse.up());
      await expect(bar).toHaveAccessibleName(/, Nov 19 – Nov 21, all day$/);
      await expect
        .poll(() => eventOnServer(page, 'Trip'))
        .toMatchObject({ start: '2026-11-19T00:00:00-08:00', end: '2026-11-22T00:00:00-08:00' });
    });

    await test.step('the hours scroll along when an event is dragged to the edge', async () => {
      const from = await pointOf(event);
      const bottom = await pointOf(page.getByText('Drag to move'), 0.5, 0);
      await drag(page, from, { x: from.x, y: bottom.y - 6 });
      await expect(page.getByText(/^From 1[01][: ]/)).toBeVisible();
      await saved(page, 'PATCH', () => page.mouse.up());
      const moved = await eventOnServer(page, 'Standup');
      expect(Date.parse(moved!.start)).toBeGreaterThan(Date.parse('2026-11-20T19:00:00-08:00'));
    });

    await test.step('an event keeps its time when it is dragged onto the day on which the clocks go forward', async () => {
      await page.goto('/calendar?view=week&date=2026-03-08');
      const from = await pointOf(box(page, 'Run'));
      const to = await pointOf(column(page, '2026-03-08'));
      await drag(page, from, { x: to.x, y: from.y });
      await saved(page, 'PATCH', () => page.mouse.up());
      await expect
        .poll(() => eventOnServer(page, 'Run'))
        .toMatchObject({
          start: '2026-03-08T09:00:00-07:00',
          end: '2026-03-08T10:00:00-07:00',
        });
    });
  });

  test('a task dragged from the list to a day and time of the week is planned for that day', async ({
    page,
  }) => {
    await openCalendar(page, [], '?view=week', NOW, [
      { title: 'Write report', plannedDay: '2026-11-20', estimateMinutes: 90 },
    ]);
    const list = page.getByRole('region', { name: 'Tasks of this week' });
    const from = await pointOf(list.getByText('Write report'));
    const to = await pointOf(column(page, '2026-11-18'), 0.5, 0);
    await drag(page, from, { x: to.x, y: to.y + 11 * HOUR + 4 });
    await expect(column(page, '2026-11-18').getByText('11 AM – 12:30 PM')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(page.getByText('11 AM – 12:30 PM')).toBeHidden();
    const saturday = await pointOf(column(page, '2026-11-21'), 0.5, 0);
    await drag(page, from, { x: saturday.x, y: saturday.y + 11 * HOUR + 4 });
    await saved(page, 'POST', () => page.mouse.up());
    await expect(box(page, 'Write report')).toContainText('11 AM');
    await expect(list.getByRole('list', { name: 'Saturday, November 21' })).toContainText(
      'Write report',
    );
    await expectAccessible(page);
    await expect
      .poll(() => eventOnServer(page, 'Write report'))
      .toMatchObject({
        start: '2026-11-21T11:00:00-08:00',
        end: '2026-11-21T12:30:00-08:00',
      });
  });

  test('the calendar fills the window, and the hours follow the time until the person scrolls', async ({
    page,
  }) => {
    await openCalendar(page, [standup]);
    const isScrolled = () =>
      page.evaluate(() => document.documentElement.scrollHeight > innerHeight);

    await test.step('the day’s list is beside the month, and no view scrolls the page', async () => {
      const grid = (await page.getByRole('grid').boundingBox())!;
      const list = (await schedule(page).boundingBox())!;
      expect(list.x).toBeGreaterThan(grid.x + grid.width);
      expect(grid.y + grid.height).toBeGreaterThan(770);
      for (const view of ['Month', '5 days', 'Day', 'Week']) {
        await page.getByRole('button', { name: view, exact: true }).click();
        await expect(page.getByRole('button', { name: view, exact: true })).toHaveAttribute(
          'aria-pressed',
          'true',
        );
        expect(await isScrolled(), view).toBe(false);
      }
    });

    const hour = (text: string) => page.getByText(text, { exact: true });
    /** Lets the clock show a time, as when the tab is looked at again. */
    const timePasses = async (clock: string) => {
      await page.clock.setFixedTime(new Date(`2026-11-20T${clock}:00-08:00`));
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    };

    await test.step('the week opens at the start of the working hours', async () => {
      await page.goto('/calendar?view=week');
      await expect(hour('9 AM')).toBeInViewport();
      // 8 AM is behind the heads of the days.
      await expect(hour('7 AM')).not.toBeInViewport();
    });

    await test.step('in the evening, the current time is in view', async () => {
      await timePasses('21:30');
      await expect(page.getByTitle('9:30 PM')).toBeInViewport();
    });

    await test.step('the view stays for five minutes after the person has scrolled', async () => {
      const scroller = page.getByRole('group', { name: 'Hours' });
      await scroller.evaluate((element) => element.scrollTo(0, 0));
      await scrolled(scroller);
      await timePasses('21:33');
      await expect(page.getByTitle('9:33 PM')).toBeAttached();
      await expect(hour('1 AM')).toBeInViewport();
      await timePasses('21:36');
      await expect(page.getByTitle('9:36 PM')).toBeInViewport();
    });

    await test.step('the day view shows the new day after midnight', async () => {
      await page.goto('/calendar?view=day');
      await page.clock.setFixedTime(new Date('2026-11-21T00:01:00-08:00'));
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(page.getByRole('heading', { name: 'Sat, Nov 21, 2026' })).toBeVisible();
      await expect(page.getByTitle('12:01 AM')).toBeInViewport();
    });
  });

  test.describe('on a phone', () => {
    test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

    test('the calendar fits a phone and can be used by touch', async ({ page }) => {
      await openCalendar(page, [
        standup,
        { ...standup, ...NOON, title: `${'Unbroken'.repeat(20)} and more` },
      ]);

      await test.step('the day is below the month', async () => {
        await day(page, '2026-11-20').tap();
        await schedule(page).getByRole('button', { name: '1 earlier' }).tap();
        await expect(row(page, 'Standup')).toBeVisible();
        const list = (await schedule(page).boundingBox())!;
        const grid = (await page.getByRole('grid').boundingBox())!;
        expect(list.y).toBeGreaterThan(grid.y + grid.height);
        await expectNoSideScroll(page);
        for (const view of ['Week', 'Day']) {
          await page.getByRole('button', { name: view, exact: true }).tap();
          await expect(page.locator(`[data-view="${view.toLowerCase()}"]`)).toBeVisible();
          await expect(box(page, 'Standup')).toBeVisible();
          await expectNoSideScroll(page);
        }
      });

      await test.step('the tasks of the day are closed at first', async () => {
        await expect(page.getByText('No tasks for this day')).toBeHidden();
        await page.getByRole('button', { name: 'Show tasks' }).tap();
        await expect(page.getByText('No tasks for this day')).toBeVisible();
        await page.getByRole('button', { name: 'Hide tasks' }).tap();
        await expect(page.getByText('No tasks for this day')).toBeHidden();
      });

      const client = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
        client.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
        });
      const scroller = column(page, '2026-11-20').locator('..').locator('..');
      const before = await scroller.evaluate((element) => element.scrollTop);

      await test.step('a swipe scrolls the hours', async () => {
        const { x, y } = await pointOf(box(page, 'Standup'));
        // Stop the clock. On a busy machine the moves may arrive late, and the touch would count as a long press.
        await page.clock.pauseAt(new Date(NOW));
        const moves = [1, 2, 3, 4, 5, 6].map((step) => y - step * 15);
        await Promise.all([
          touch('touchStart', x, y),
          ...moves.map((at) => touch('touchMove', x, at)),
          touch('touchEnd'),
        ]);
        await expect
          .poll(() => scroller.evaluate((element) => element.scrollTop))
          .toBeGreaterThan(before);
        await expect(box(page, 'Standup')).toContainText('9 – 10 AM');
        await page.clock.resume();
      });

      await test.step('a long press moves the event', async () => {
        await scrolled(scroller);
        // Bring the event into view again.
        await scroller.evaluate((element, top) => element.scrollTo(0, top), before);
        const there = await pointOf(box(page, 'Standup'));
        await touch('touchStart', there.x, there.y);
        await expect(box(page, 'Standup')).toHaveAttribute('data-held', 'true');
        for (let step = 1; step <= 7; step++) await touch('touchMove', there.x, there.y + step * 8);
        await saved(page, 'PATCH', async () => {
          await touch('touchEnd');
        });
        await expect
          .poll(() => onServer(page))
          .toContainEqual({
            ...standup,
            color: null,
            start: '2026-11-20T10:00:00-08:00',
            end: '2026-11-20T11:00:00-08:00',
          });
        await expect(dialog(page)).toBeHidden();
      });
    });

    test('the hours begin high, overlapping events are wide enough to read, and a tapped day shows its list', async ({
      page,
    }) => {
      const talks = [1, 2, 3, 4, 5].map((n) => ({ ...standup, title: `Talk ${n}` }));
      const later = Array.from({ length: 5 }, (_, n) => ({
        title: `Call ${n}`,
        start: `2026-11-24T1${n}:00:00-08:00`,
        end: `2026-11-24T1${n}:30:00-08:00`,
      }));
      await openCalendar(page, [...talks, ...later, trip], '?view=week');
      for (const view of ['Week', '5 days', 'Day']) {
        await page.getByRole('button', { name: view, exact: true }).tap();
        const head = page.getByRole('group', { name: 'Hours' }).locator('header');
        const shown = view.replace(' ', '').toLowerCase();
        await expect(page.locator(`[data-view="${shown}"]`)).toBeVisible();
        await expect(box(page, 'Talk').first()).toBeVisible();
        await expect
          .poll(() => head.evaluate((element) => element.getBoundingClientRect().bottom), view)
          .toBeLessThan(260);
        const narrowest = () =>
          box(page, 'Talk').evaluateAll((talks) =>
            Math.min(...talks.map((talk) => talk.getBoundingClientRect().width)),
          );
        await expect.poll(narrowest, view).toBeGreaterThan(72);
      }
      await expect(page.getByRole('button', { name: '2 more events' })).toHaveText('+2');
      await page.getByRole('button', { name: 'Week', exact: true }).tap();
      await page.getByRole('button', { name: '4 more events' }).tap();
      await expect(page.getByRole('dialog', { name: '4 more events' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Close' }).tap();
      await page.getByRole('button', { name: 'Month', exact: true }).tap();
      await day(page, '2026-11-24').tap();
      await expect(row(page, 'Call 4')).toBeInViewport();
    });

    test('the checkbox of a narrow block in the week is large enough and shows without hovering', async ({
      page,
    }) => {
      const times = { start: '2026-11-20T13:00:00-08:00', end: '2026-11-20T14:00:00-08:00' };
      await openCalendar(
        page,
        [
          { ...times, title: 'Report', taskId: 1001 },
          { ...times, title: 'Call', taskId: 1002 },
        ],
        '?view=week',
        NOW,
        [{ title: 'Report' }, { title: 'Call' }],
      );
      for (const title of ['Report', 'Call']) {
        await box(page, title).evaluate((block) =>
          block.scrollIntoView({ block: 'center', inline: 'center' }),
        );
        const tick = column(page, '2026-11-20').getByRole('checkbox', { name: title });
        await expect(tick).toHaveCSS('opacity', '1');
        const { width, height } = (await tick.boundingBox())!;
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
        await tick.tap();
        await expect(dialog(page)).toBeHidden();
      }
      // Check the tasks instead of waiting for one call, because a tick changes both its task and its block.
      const completed = () =>
        page.evaluate(async () =>
          ((await (await fetch('/api/tasks')).json()) as { completed: boolean }[]).map(
            (task) => task.completed,
          ),
        );
      await expect.poll(completed).toEqual([true, true]);
    });
  });

  test('overlapping events are cascaded, long events are above their days, and axe finds nothing', async ({
    page,
  }) => {
    const colors = ['#3B82F6', '#8B5CF6', '#F59E0B', '#10B981', '#6366F1'] as const;
    await openCalendar(page, [
      ...colors.map((color, index) => ({ ...standup, title: `Event ${index}`, color })),
      {
        title: 'Outside',
        start: '2026-12-02T09:00:00-08:00',
        end: '2026-12-02T10:00:00-08:00',
      },
      { title: 'Long', start: '2026-11-18T09:00:00-08:00', end: '2026-11-21T10:00:00-08:00' },
    ]);

    await test.step('the month', async () => {
      await expect(row(page, 'Event 0')).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('the dialog, with errors', async () => {
      await page.getByRole('button', { name: 'Edit Event 0' }).click();
      await dialog(page).getByLabel('Title').fill('');
      await dialog(page).getByLabel('End time').selectOption('8:00 AM');
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await expect(dialog(page).getByRole('alert')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(dialog(page)).toBeHidden();
    });

    await test.step('the week', async () => {
      await page.getByRole('button', { name: 'Week', exact: true }).click();
      const long = (await page
        .locator('header')
        .getByRole('button', { name: /^Long/ })
        .boundingBox())!;
      const [wednesday, saturday] = [
        (await column(page, '2026-11-18').boundingBox())!,
        (await column(page, '2026-11-21').boundingBox())!,
      ];
      expect(long.x).toBeLessThan(wednesday.x + 10);
      expect(long.x + long.width).toBeGreaterThan(saturday.x + saturday.width - 10);
      await expectAccessible(page);
    });

    await test.step('the day', async () => {
      await page.getByRole('button', { name: 'Day', exact: true }).click();
      await expect(page.locator('[data-view="day"]')).toBeVisible();
      await expect(box(page, 'Event')).toHaveCount(5);
      const boxes = await Promise.all(
        (await box(page, 'Event').all()).map((one) => one.boundingBox()),
      );
      const lefts = boxes.map((one) => one!.x).sort((a, b) => a - b);
      for (const [index, left] of lefts.slice(1).entries())
        expect(left - lefts[index]!).toBeGreaterThan(100);
    });
  });
});
