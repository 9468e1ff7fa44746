import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  FAILED_REQUEST,
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

/** A Friday, in the morning of every zone tested here. */
const NOW = {
  'America/Los_Angeles': '2026-11-20T10:40:00-08:00',
  'Asia/Kolkata': '2026-11-20T10:40:00+05:30',
};
type Zone = keyof typeof NOW;

interface Times {
  start: string;
  end: string;
}

/** Opens the calendar of somebody new, with these events, at a time of ours. */
async function openCalendar(
  page: Page,
  events: Seed['events'] = [],
  search = '',
  now = NOW['America/Los_Angeles'],
) {
  await signUp(page, { events });
  await page.clock.setFixedTime(new Date(now));
  await page.goto(`/calendar${search}`);
  await expect(heading(page, 'Calendar')).toBeVisible();
}

/** The events as the server has them. */
const onServer = (page: Page) =>
  page.evaluate(async () => {
    const all = (await (await fetch('/api/events')).json()) as (Times & {
      title: string;
      color: string | null;
    })[];
    return all.map(({ title, start, end, color }) => ({ title, start, end, color }));
  });

const dialog = (page: Page) => page.getByRole('dialog');
const day = (page: Page, date: string) => page.locator(`[role="gridcell"][data-day="${date}"]`);
const schedule = (page: Page) => page.getByRole('tabpanel');
const row = (page: Page, title: string) =>
  schedule(page).getByRole('listitem').filter({ hasText: title });
/** An event's box in the hours. */
const box = (page: Page, title: string) =>
  page.locator('section [data-event]').filter({ hasText: title });
const column = (page: Page, date: string) => page.locator(`section[data-day="${date}"]`);

async function addEvent(page: Page, title: string) {
  await page.getByRole('button', { name: 'Add Event' }).click();
  await dialog(page).getByLabel('Title').fill(title);
  await saved(page, 'POST', () =>
    dialog(page).getByRole('button', { name: 'Create Event' }).click(),
  );
}

/** Where an element's middle is, or a place of it by fractions. */
async function pointOf(element: Locator, across = 0.5, down = 0.5) {
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

for (const zone of Object.keys(NOW) as Zone[]) {
  const offset = NOW[zone].slice(-6);
  test.describe(`in ${zone}`, () => {
    test.use({ timezoneId: zone });

    test('§2 a month grid with headers Su to Sa, today and the selected day marked, outside days greyed', async ({
      page,
    }) => {
      await openCalendar(page, [], '', NOW[zone]);
      await expect(
        page.getByRole('grid', { name: 'November 2026' }).getByRole('columnheader'),
      ).toHaveText(['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']);
      await expect(day(page, '2026-11-20')).toHaveAttribute('aria-current', 'date');
      await expect(page.getByRole('gridcell', { selected: true })).toHaveAttribute(
        'data-day',
        '2026-11-20',
      );
      await expect(day(page, '2026-12-01')).toHaveAttribute('data-outside', 'true');
      await page.getByRole('button', { name: 'Next month' }).click();
      await expect(page.getByRole('heading', { name: 'December 2026' })).toBeVisible();
      await page.getByRole('button', { name: 'Previous month' }).click();
      await page.getByRole('button', { name: 'Previous month' }).click();
      await expect(page.getByRole('heading', { name: 'October 2026' })).toBeVisible();
      await page.getByRole('button', { name: 'Today', exact: true }).click();
      await expect(page.getByRole('gridcell', { selected: true })).toHaveAttribute(
        'data-day',
        '2026-11-20',
      );
    });

    test('§5 a new event is from 09:00 to 10:00 on the selected day, in blue, and is sent with the local offset', async ({
      page,
    }) => {
      await openCalendar(page, [], '', NOW[zone]);
      await day(page, '2026-11-24').click();
      await page.getByRole('button', { name: 'Add Event' }).click();
      await expect(dialog(page).getByLabel('Title')).toBeFocused();
      await expect(dialog(page).getByLabel('Start time').getByRole('option')).toHaveCount(96);
      await expect(dialog(page).getByLabel('Start time')).toHaveValue('540');
      await expect(dialog(page).getByLabel('End time')).toHaveValue('600');
      await expect(dialog(page).getByRole('radio', { name: 'Blue' })).toBeChecked();
      await expect(dialog(page).getByRole('radio')).toHaveCount(5);
      await dialog(page).getByLabel('Title').fill('  Review  ');
      await dialog(page).getByLabel('End time').selectOption('10:45 AM');
      await dialog(page).getByRole('radio', { name: 'Green' }).check();
      await saved(page, 'POST', () => page.keyboard.press('Enter'));
      await expect(toast(page)).toContainText('Event created');
      await expect(row(page, 'Review')).toContainText('9:00 AM – 10:45 AM');
      await expect(day(page, '2026-11-24')).toHaveAccessibleName(/^Tuesday, November 24, 1 event/);
      await expect
        .poll(() => onServer(page))
        .toEqual([
          {
            title: 'Review',
            start: `2026-11-24T09:00:00${offset}`,
            end: `2026-11-24T10:45:00${offset}`,
            color: '#10B981',
          },
        ]);
      await page.reload();
      await expect(row(page, 'Review')).toBeVisible();
    });

    test('an event dragged to another day and time keeps its length', async ({ page }) => {
      await openCalendar(
        page,
        [
          {
            title: 'Standup',
            start: `2026-11-20T09:00:00${offset}`,
            end: `2026-11-20T10:00:00${offset}`,
          },
        ],
        '?view=week',
        NOW[zone],
      );
      const from = await pointOf(box(page, 'Standup'));
      const to = await pointOf(column(page, '2026-11-18'));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, from.y + 20, { steps: 4 });
      await page.mouse.move(to.x, from.y + HOUR * 1.25, { steps: 4 });
      await saved(page, 'PATCH', () => page.mouse.up());
      await expect(toast(page)).toContainText('Event updated');
      await expect(dialog(page)).toBeHidden();
      await expect
        .poll(() => onServer(page))
        .toMatchObject([
          { start: `2026-11-18T10:15:00${offset}`, end: `2026-11-18T11:15:00${offset}` },
        ]);
      await saved(page, 'PATCH', () => toast(page).getByRole('button', { name: 'Undo' }).click());
      await expect
        .poll(() => onServer(page))
        .toMatchObject([{ start: `2026-11-20T09:00:00${offset}` }]);
    });
  });
}

test.describe('in America/Los_Angeles', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('§2 §8 an event is edited and deleted from its row, each with its toast, and Undo brings it back', async ({
    page,
  }) => {
    await openCalendar(page, [
      standup,
      {
        ...standup,
        title: 'Odd',
        start: '2026-11-20T11:07:30-08:00',
        end: '2026-11-20T11:52:00-08:00',
      },
    ]);
    await row(page, 'Odd').getByRole('button', { name: 'Edit Odd' }).click();
    await expect(
      page
        .getByRole('dialog', { name: 'Edit Event' })
        .getByLabel('Start time')
        .getByRole('option', { selected: true }),
    ).toHaveText('11:07 AM');
    await dialog(page).getByLabel('Title').fill('Odder');
    await saved(page, 'PATCH', () => page.keyboard.press('Enter'));
    await expect(toast(page)).toContainText('Event updated');
    // A time between the quarter hours is kept, to the second.
    await expect
      .poll(() => onServer(page))
      .toContainEqual({
        title: 'Odder',
        start: '2026-11-20T11:07:30-08:00',
        end: '2026-11-20T11:52:00-08:00',
        color: null,
      });
    const edit = row(page, 'Odder').getByRole('button', { name: 'Edit Odder' });
    await edit.click();
    await page.keyboard.press('Escape');
    await expect(edit).toBeFocused();
    await row(page, 'Odder').getByRole('button', { name: 'Delete Odder' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Delete event?' })).toContainText(
      '“Odder” will be deleted.',
    );
    await saved(page, 'DELETE', () =>
      page.getByRole('button', { name: 'Delete', exact: true }).click(),
    );
    await expect(toast(page)).toContainText('Event deleted');
    await expect(page.getByRole('button', { name: 'Delete Standup' })).toBeFocused();
    await saved(page, 'POST', () => toast(page).getByRole('button', { name: 'Undo' }).click());
    await expect(row(page, 'Odder')).toBeVisible();
    await edit.click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await saved(page, 'DELETE', () =>
      page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
    );
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(row(page, 'Odder')).toBeHidden();
  });

  test('saving a dialog keeps what another device changed meanwhile', async ({ page }) => {
    await openCalendar(page, [standup]);
    await page.getByRole('button', { name: 'Edit Standup' }).click();
    await dialog(page).getByLabel('Title').fill('Stand-up');
    await page.evaluate(async () => {
      const [event] = (await (await fetch('/api/events')).json()) as { id: number }[];
      await fetch(`/api/events/${event?.id}`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ end: '2026-11-20T10:30:00-08:00' }),
      });
    });
    await saved(page, 'PATCH', () => page.keyboard.press('Enter'));
    await expect
      .poll(() => onServer(page))
      .toMatchObject([
        { title: 'Stand-up', start: standup.start, end: '2026-11-20T10:30:00-08:00' },
      ]);
  });

  test('§2 a day without events says so, and the Google tab offers to connect', async ({
    page,
  }) => {
    await openCalendar(page);
    await expect(page.getByText('No events scheduled for this day')).toBeVisible();
    await page.getByRole('tab', { name: 'Synced with Google' }).click();
    await expect(schedule(page).getByRole('button', { name: 'Connect Calendar' })).toBeVisible();
  });

  // What each query string says: features/googleCalendar/connectionToast.test.ts.
  test('§2 coming back from Google shows a toast and clears the query string', async ({ page }) => {
    await openCalendar(page, [], '?error=auth&message=access_denied');
    await expect(toast(page)).toContainText('Connection Failed');
    await expect(toast(page)).toContainText('Authentication error: access_denied');
    await expect(page).toHaveURL(/\/calendar$/);
  });

  test('the view and the day are in the address: reload and Back keep them', async ({ page }) => {
    await openCalendar(page);
    await day(page, '2026-11-24').click();
    await expect(page).toHaveURL(/date=2026-11-24/);
    await page.getByRole('button', { name: 'Week', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Nov 22 – 28, 2026' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Nov 22 – 28, 2026' })).toBeVisible();
    await page.getByRole('link', { name: 'Thursday, November 26' }).click();
    await expect(page.getByRole('heading', { name: 'Thursday, November 26, 2026' })).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole('gridcell', { selected: true })).toHaveAttribute(
      'data-day',
      '2026-11-24',
    );
  });

  test('arrow keys move between the days of the grid, Enter opens the day, N adds to it', async ({
    page,
  }) => {
    await openCalendar(page);
    await day(page, '2026-11-20').focus();
    await page.keyboard.press('ArrowRight');
    await expect(day(page, '2026-11-21')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(day(page, '2026-12-05')).toBeFocused();
    await expect(page.getByRole('heading', { name: 'December 2026' })).toBeVisible();
    await page.keyboard.press('Home');
    await expect(day(page, '2026-11-29')).toBeFocused();
    await page.keyboard.press('PageUp');
    await expect(day(page, '2026-10-29')).toBeFocused();
    await expect(page.locator('[role="gridcell"][tabindex="0"]')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Thursday, October 29, 2026' })).toBeVisible();
    await page.keyboard.press('n');
    await expect(dialog(page).getByLabel('Start date')).toHaveValue('2026-10-29');
  });

  test('a day with too many events says how many more, and opens', async ({ page }) => {
    await openCalendar(
      page,
      [1, 2, 3, 4, 5].map((n) => ({ ...standup, title: `Talk ${n}` })),
    );
    await expect(day(page, '2026-11-20').getByRole('button')).toHaveText([
      /^Talk/,
      /^Talk/,
      '+3 more',
    ]);
    await day(page, '2026-11-20').getByRole('button', { name: '+3 more' }).click();
    await expect(box(page, 'Talk')).toHaveCount(5);
    // They are side by side, and none covers another.
    const boxes = await Promise.all(
      (await box(page, 'Talk').all()).map((one) => one.boundingBox()),
    );
    const lefts = boxes.map((one) => one!.x).sort((a, b) => a - b);
    for (const [index, left] of lefts.slice(1).entries())
      expect(left - lefts[index]!).toBeGreaterThan(boxes[0]!.width - 1);
  });

  test('dragging an edge resizes, Escape cancels, and a drag over free time creates an event', async ({
    page,
  }) => {
    await openCalendar(page, [standup], '?view=day');
    const edge = await pointOf(box(page, 'Standup').locator('[data-edge="end"]'));
    await page.mouse.move(edge.x, edge.y);
    await page.mouse.down();
    await page.mouse.move(edge.x, edge.y + HOUR, { steps: 5 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(box(page, 'Standup')).toContainText('9 – 10 AM');
    await page.mouse.move(edge.x, edge.y);
    await page.mouse.down();
    await page.mouse.move(edge.x, edge.y + HOUR / 2, { steps: 5 });
    await saved(page, 'PATCH', () => page.mouse.up());
    await expect
      .poll(() => onServer(page))
      .toMatchObject([{ start: standup.start, end: '2026-11-20T10:30:00-08:00' }]);
    const top = await pointOf(box(page, 'Standup').locator('[data-edge="start"]'));
    await page.mouse.move(top.x, top.y);
    await page.mouse.down();
    await page.mouse.move(top.x, top.y - HOUR / 4, { steps: 5 });
    await saved(page, 'PATCH', () => page.mouse.up());
    await expect.poll(() => onServer(page)).toMatchObject([{ start: '2026-11-20T08:45:00-08:00' }]);

    const free = await pointOf(column(page, '2026-11-20'), 0.5, 0);
    await page.mouse.move(free.x, free.y + 13 * HOUR + 2);
    await page.mouse.down();
    await page.mouse.move(free.x, free.y + 14.5 * HOUR - 2, { steps: 5 });
    await page.mouse.up();
    await expect(dialog(page).getByLabel('Start time')).toHaveValue(String(13 * 60));
    await expect(dialog(page).getByLabel('End time')).toHaveValue(String(14.5 * 60));
    await dialog(page).getByLabel('Title').fill('Drawn');
    await saved(page, 'POST', () => page.keyboard.press('Enter'));
    await expect(box(page, 'Drawn')).toContainText('1 – 2:30 PM');
    await box(page, 'Drawn').click();
    await expect(page.getByRole('dialog', { name: 'Edit Event' })).toBeVisible();
  });

  test('dragged to the edge, the hours scroll along', async ({ page }) => {
    await openCalendar(
      page,
      [{ title: 'Late', start: '2026-11-20T13:00:00-08:00', end: '2026-11-20T14:00:00-08:00' }],
      '?view=week',
    );
    const from = await pointOf(box(page, 'Late'));
    const bottom = await pointOf(page.getByText('Drag to move'), 0.5, 0);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, bottom.y - 6, { steps: 5 });
    await expect(page.getByText(/^From 11:/)).toBeVisible();
    await saved(page, 'PATCH', () => page.mouse.up());
    const [event] = await onServer(page);
    expect(Date.parse(event!.start)).toBeGreaterThan(Date.parse('2026-11-20T19:00:00-08:00'));
  });

  test('by keyboard: Alt and arrows move, Shift and arrows resize, each announced, and the focus stays', async ({
    page,
  }) => {
    await openCalendar(page, [standup], '?view=week');
    const event = box(page, 'Standup');
    await event.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(event).toContainText('9:15 – 10:15 AM');
    await expect(event).toBeFocused();
    await page.keyboard.press('Control+ArrowUp');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(event).toContainText('9 – 10:15 AM');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(column(page, '2026-11-19').locator('[data-event]')).toBeFocused();
    await expect(
      page.getByRole('status').filter({ hasText: 'Standup: Nov 19, 9:00 AM – 10:15 AM' }),
    ).toHaveCount(1);
    // Past the edge of the week, the week changes too.
    for (let times = 0; times < 5; times++) await page.keyboard.press('Alt+ArrowLeft');
    await expect(page.getByRole('heading', { name: 'Nov 8 – 14, 2026' })).toBeVisible();
    await expect(column(page, '2026-11-14').locator('[data-event]')).toBeFocused();
    await expect
      .poll(async () => (await onServer(page))[0])
      .toMatchObject({ start: '2026-11-14T09:00:00-08:00', end: '2026-11-14T10:15:00-08:00' });
    // Undo takes all of it back.
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await onServer(page))[0]).toMatchObject(standup);
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await event.focus();
    await page.keyboard.press('Delete');
    await saved(page, 'DELETE', () =>
      page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
    );
    await expect(event).toBeHidden();
  });

  test('events across midnight and of several days are on each of their days, and the current time has its line', async ({
    page,
  }) => {
    await openCalendar(page, [
      {
        title: 'Night train',
        start: '2026-11-18T22:00:00-08:00',
        end: '2026-11-19T06:30:00-08:00',
      },
      { title: 'Offsite', start: '2026-11-16T08:00:00-08:00', end: '2026-11-18T18:00:00-08:00' },
    ]);
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-18'])
      await expect(day(page, date)).toContainText('Offsite');
    // Not on one of its events, which would open.
    await day(page, '2026-11-19').click({ position: { x: 8, y: 8 } });
    await expect(row(page, 'Night train')).toContainText('Until 6:30 AM');
    await page.getByRole('button', { name: 'Week', exact: true }).click();
    await expect(column(page, '2026-11-18').locator('[data-event]')).toContainText('From 10 PM');
    await expect(column(page, '2026-11-19').locator('[data-event]')).toContainText('Until 6:30 AM');
    const offsite = (await page.getByRole('button', { name: /^Offsite/ }).boundingBox())!;
    const [monday, wednesday] = [
      (await column(page, '2026-11-16').boundingBox())!,
      (await column(page, '2026-11-18').boundingBox())!,
    ];
    expect(offsite.x).toBeLessThan(monday.x + 10);
    expect(offsite.x + offsite.width).toBeGreaterThan(wednesday.x + wednesday.width - 10);
    await expect(column(page, '2026-11-20').getByTitle('10:40 AM')).toBeVisible();
    await expect(page.getByTitle('10:40 AM')).toHaveCount(1);
  });

  test('the day on which the clocks go forward has 23 hours, its week has a gap; an event dragged onto it keeps its time', async ({
    page,
  }) => {
    await openCalendar(
      page,
      [{ title: 'Run', start: '2026-03-09T09:00:00-07:00', end: '2026-03-09T10:00:00-07:00' }],
      '?view=day&date=2026-03-08',
      '2026-03-08T12:00:00-07:00',
    );
    const height = async () => (await column(page, '2026-03-08').boundingBox())!.height;
    expect(Math.round(await height())).toBe(23 * HOUR);
    await page.getByRole('button', { name: 'Week', exact: true }).click();
    await expect(column(page, '2026-03-09')).toBeVisible();
    expect(Math.round(await height())).toBe(24 * HOUR);
    await expect(page.getByTitle('this day doesn’t have this hour')).toHaveCount(1);
    const from = await pointOf(box(page, 'Run'));
    const to = await pointOf(column(page, '2026-03-08'));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, from.y, { steps: 5 });
    await saved(page, 'PATCH', () => page.mouse.up());
    await expect
      .poll(() => onServer(page))
      .toMatchObject([{ start: '2026-03-08T09:00:00-07:00', end: '2026-03-08T10:00:00-07:00' }]);
    // Up from there by keyboard, through the missing hour.
    await box(page, 'Run').focus();
    for (let times = 0; times < 25; times++) await page.keyboard.press('Alt+ArrowUp');
    await expect
      .poll(async () => (await onServer(page))[0])
      .toMatchObject({ start: '2026-03-08T01:45:00-08:00', end: '2026-03-08T03:45:00-07:00' });
  });

  test('the day on which the clocks go back has 25 hours, and its second one o’clock stays the second when edited', async ({
    page,
  }) => {
    await openCalendar(
      page,
      [{ title: 'Owl', start: '2026-11-01T01:30:00-08:00', end: '2026-11-01T02:30:00-08:00' }],
      '?view=day&date=2026-11-01',
    );
    expect(Math.round((await column(page, '2026-11-01').boundingBox())!.height)).toBe(25 * HOUR);
    const place =
      (await box(page, 'Owl').boundingBox())!.y -
      (await column(page, '2026-11-01').boundingBox())!.y;
    expect(Math.round(place)).toBe(2.5 * HOUR);
    await row(page, 'Owl').getByRole('button', { name: 'Edit Owl' }).click();
    await dialog(page).getByLabel('Title').fill('Night owl');
    await saved(page, 'PATCH', () => page.keyboard.press('Enter'));
    await expect.poll(() => onServer(page)).toMatchObject([{ start: '2026-11-01T01:30:00-08:00' }]);
    await page.getByRole('button', { name: 'Add Event' }).click();
    await dialog(page).getByLabel('Title').fill('Breakfast');
    await saved(page, 'POST', () => page.keyboard.press('Enter'));
    expect((await onServer(page)).find(({ title }) => title === 'Breakfast')).toMatchObject({
      start: '2026-11-01T09:00:00-08:00',
    });
  });

  test.describe('offline', () => {
    // Offline, Firestore's SDK looks for a network at an address that our policy forbids.
    test.use({ expectedErrors: /Failed to load resource|cleardot/ });

    test('events are created, changed and deleted offline, and are there when the network is back and after a reload', async ({
      page,
      context,
    }) => {
      await openCalendar(page, [
        { ...standup, title: 'Goes' },
        { ...standup, title: 'Changes' },
      ]);
      await addEvent(page, 'Standup');
      await expect(toast(page)).toContainText('Event created');
      // The code of the dialogs must have been fetched before the network goes.
      for (const [name, role] of [
        ['Delete Goes', 'alertdialog'],
        ['Edit Standup', 'dialog'],
      ] as const) {
        await page.getByRole('button', { name }).click();
        await expect(page.getByRole(role)).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole(role)).toBeHidden();
      }
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Add Event' }).click();
      await dialog(page).getByLabel('Title').fill('Made on a train');
      await page.keyboard.press('Enter');
      await expect(row(page, 'Made on a train')).toBeVisible();
      await page.getByRole('button', { name: 'Edit Changes' }).click();
      await dialog(page).getByLabel('Title').fill('Changed on a train');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Delete Goes' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(schedule(page).getByRole('listitem')).toHaveCount(3);
      await context.setOffline(false);
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect
        .poll(async () => (await onServer(page)).map(({ title }) => title).sort())
        .toEqual(['Changed on a train', 'Made on a train', 'Standup']);
      await page.reload();
      await expect(schedule(page).getByRole('listitem')).toHaveCount(3);
    });
  });

  test.describe('when the server refuses', () => {
    test.use({ expectedErrors: FAILED_REQUEST });

    test('a rejected change is shown in a toast, and stays on its event with Retry and Discard', async ({
      page,
    }) => {
      await openCalendar(page, [standup]);
      await page.route('**/api/events/*', (route) =>
        route.fulfill({ status: 400, contentType: 'text/plain', body: 'Not today.' }),
      );
      await page.getByRole('button', { name: 'Edit Standup' }).click();
      await dialog(page).getByLabel('Title').fill('Stand-up');
      await page.keyboard.press('Enter');
      await expect(toast(page)).toContainText('Error updating event');
      await expect(toast(page)).toContainText('There was a problem updating the event.');
      await expect(row(page, 'Stand-up')).toContainText('Not saved');
      await page.unroute('**/api/events/*');
      await row(page, 'Stand-up').getByRole('button', { name: 'Discard' }).click();
      await expect(row(page, 'Standup')).toBeVisible();
    });

    test('§8 Error creating event, Error deleting event: There was a problem, and the event stays as it was', async ({
      page,
    }) => {
      await openCalendar(page, [standup]);
      const refuse = { status: 400, contentType: 'text/plain', body: 'Not today.' };
      await page.route('**/api/events', (route) =>
        route.request().method() === 'POST' ? route.fulfill(refuse) : route.continue(),
      );
      await page.route('**/api/events/*', (route) => route.fulfill(refuse));
      await page.getByRole('button', { name: 'Add Event' }).click();
      await dialog(page).getByLabel('Title').fill('Impossible');
      await page.keyboard.press('Enter');
      await expect(toast(page)).toContainText('Error creating event');
      await expect(toast(page)).toContainText('There was a problem creating the event.');
      await row(page, 'Impossible').getByRole('button', { name: 'Discard' }).click();
      await expect(row(page, 'Impossible')).toHaveCount(0);

      await page.getByRole('button', { name: 'Delete Standup' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page)).toContainText('Error deleting event');
      await expect(toast(page)).toContainText('There was a problem deleting the event.');
      await expect(row(page, 'Standup')).toBeVisible();
    });

    test('events that couldn’t be loaded: an error with Try Again', async ({ page }) => {
      let isBroken = true;
      await page.route('**/api/events', (route) =>
        isBroken
          ? route.fulfill({ status: 400, contentType: 'text/plain', body: 'Not now.' })
          : route.continue(),
      );
      await openCalendar(page);
      await expect(page.getByRole('alert')).toContainText('Your events couldn’t be loaded');
      const again = page.waitForRequest('**/api/events');
      await page.getByRole('button', { name: 'Try Again' }).click();
      await again;
      isBroken = false;
      // A live update may bring the list before the button does.
      const empty = page.getByText('No events scheduled for this day');
      await page.getByRole('button', { name: 'Try Again' }).or(empty).click();
      await expect(empty).toBeVisible();
    });
  });

  test.describe('on a phone', () => {
    test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

    test('the selected day’s events are below the month, and nothing is wider than the screen', async ({
      page,
    }) => {
      await openCalendar(page, [{ ...standup, title: `${'Unbroken'.repeat(20)} and more` }]);
      await day(page, '2026-11-20').tap();
      const list = (await schedule(page).boundingBox())!;
      const grid = (await page.getByRole('grid').boundingBox())!;
      expect(list.y).toBeGreaterThan(grid.y + grid.height);
      await expectNoSideScroll(page);
      await addEvent(page, 'By thumb');
      await expect(row(page, 'By thumb')).toBeVisible();
      for (const view of ['Week', 'Day']) {
        await page.getByRole('button', { name: view, exact: true }).tap();
        await expect(box(page, 'By thumb')).toBeVisible();
        await expectNoSideScroll(page);
      }
    });

    test('a long press moves an event, a swipe scrolls', async ({ page }) => {
      await openCalendar(page, [standup], '?view=day');
      const client = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
        client.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
        });
      const { x, y } = await pointOf(box(page, 'Standup'));
      const scroller = column(page, '2026-11-20').locator('..').locator('..');
      const before = await scroller.evaluate((element) => element.scrollTop);
      // Sent all at once: on a busy machine, waiting for each answer would make it a long press.
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

      await scrolled(scroller);
      // Wherever that ended, the event is in view again.
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
        .toMatchObject([{ start: '2026-11-20T10:00:00-08:00', end: '2026-11-20T11:00:00-08:00' }]);
      await expect(dialog(page)).toBeHidden();
    });
  });
});

test.describe('axe', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('finds nothing in any view or dialog of the calendar', async ({ page }) => {
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
    await expect(row(page, 'Event 0')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Edit Event 0' }).click();
    await dialog(page).getByLabel('Title').fill('');
    await dialog(page).getByLabel('End time').selectOption('8:00 AM');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog(page)).toBeHidden();
    await page.getByRole('tab', { name: 'Synced with Google' }).click();
    await expectAccessible(page);
    for (const view of ['Week', 'Day']) {
      await page.getByRole('button', { name: view, exact: true }).click();
      await expect(box(page, 'Event 0')).toBeVisible();
      await expectAccessible(page);
    }
  });
});
