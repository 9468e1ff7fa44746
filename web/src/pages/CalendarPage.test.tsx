import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Seed } from '../../e2e/fixtures';
import { refusal, renderPage } from '../../test/renderPage';
import { visibleColor } from '../lib/visibleColor';

const LOS_ANGELES = { zone: 'America/Los_Angeles', now: '2026-11-20T10:40:00-08:00' };
const KOLKATA = { zone: 'Asia/Kolkata', now: '2026-11-20T10:40:00+05:30' };

beforeEach(() => {
  vi.stubEnv('TZ', LOS_ANGELES.zone);
});

const standup = {
  title: 'Standup',
  start: '2026-11-20T09:00:00-08:00',
  end: '2026-11-20T10:00:00-08:00',
};
const HOUR = 56;

/** Opens the calendar of a person with these events, on a Friday morning unless another time is given. */
function openCalendar(
  events: Seed['events'] = [],
  search = '',
  now = LOS_ANGELES.now,
  tasks: Seed['tasks'] = [],
) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  return renderPage(`/calendar${search}`, { seed: { events, tasks } });
}

const cell = (day: string) =>
  document.querySelector<HTMLElement>(`[role="gridcell"][data-day="${day}"]`)!;
const selectedDay = () =>
  document.querySelector<HTMLElement>('[role="gridcell"][aria-selected="true"]')!.dataset.day;
const column = (day: string) => document.querySelector<HTMLElement>(`section[data-day="${day}"]`)!;
/** Returns the boxes of events in the hours, on all days or on one day. */
const boxes = (day = '2') => [
  ...document.querySelectorAll<HTMLElement>(`section[data-day^="${day}"] [data-event]`),
];
const schedule = () => within(screen.getByRole('tabpanel'));
const row = (title: string) =>
  schedule()
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent.includes(title))!;
const toastText = () => document.querySelector('[data-toast]')?.textContent ?? '';
const button = (name: string) => screen.getByRole('button', { name });
const heading = (name: string) => screen.findByText(name, { selector: 'h2' });
const dialog = async () => within(await screen.findByRole('dialog'));
type User = Awaited<ReturnType<typeof renderPage>>['user'];
/** Changes the title of the event in the open dialog, and saves it. */
async function saveTitle(user: User, title: string) {
  const form = await dialog();
  const field = form.getByLabelText('Title');
  await user.clear(field);
  await user.paste(title);
  await user.click(form.getByRole('button', { name: /^(Save|Create Event)$/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}
test('offline, an event’s toast says that it is saved on this device', async () => {
  const { user, respond, setOnline } = await openCalendar([standup]);
  setOnline(false);
  await user.click(button('Add Event'));
  await saveTitle(user, 'Dentist');
  const savedHere = 'Saved on this device. It is sent when you are online.';
  await waitFor(() => expect(toastText()).toBe(`Event created${savedHere}\nDentist`));
  await user.click(screen.getByRole('link', { name: 'Notes' }));
  await screen.findByRole('button', { name: 'New Note' });
  respond(/^POST \/api\/events/, () => refusal(400, 'Not today.'));
  setOnline(true);
  await waitFor(() => expect(toastText()).toContain('Error creating event'));
  await user.click(button('Show'));
  await waitFor(() =>
    expect(location.pathname + location.search).toBe('/calendar?date=2026-11-20'),
  );
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Retry'));
});

const serverEvents = ({ server }: Awaited<ReturnType<typeof renderPage>>) =>
  server.records('events');

describe('the month', () => {
  test.each([LOS_ANGELES, KOLKATA])(
    'marks today, the selected day and the days of other months, in $zone',
    async ({ zone, now }) => {
      vi.stubEnv('TZ', zone);
      const { user } = await openCalendar([], '', now);
      const grid = screen.getByLabelText('November 2026');
      expect(
        [...grid.querySelectorAll('[role="columnheader"]')].map(({ textContent }) => textContent),
      ).toEqual(['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']);
      expect(cell('2026-11-20').getAttribute('aria-current')).toBe('date');
      expect(selectedDay()).toBe('2026-11-20');
      expect(cell('2026-12-01').dataset.outside).toBe('true');
      await user.click(button('Next month'));
      expect(await heading('December 2026')).toBeTruthy();
      await user.click(button('Previous month'));
      await user.click(button('Previous month'));
      expect(await heading('October 2026')).toBeTruthy();
      await user.click(button('Today'));
      await waitFor(() => expect(selectedDay()).toBe('2026-11-20'));
    },
  );

  test('the keyboard moves from day to day', async () => {
    const { user } = await openCalendar();
    const focusOn = (day: string) => waitFor(() => expect(document.activeElement).toBe(cell(day)));
    cell('2026-11-20').focus();
    await user.keyboard('{ArrowRight}');
    await focusOn('2026-11-21');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await focusOn('2026-12-05');
    expect(await heading('December 2026')).toBeTruthy();
    await user.keyboard('{Home}');
    await focusOn('2026-11-29');
    await user.keyboard('{PageUp}');
    await focusOn('2026-10-29');
    expect(document.querySelectorAll('[role="gridcell"][tabindex="0"]')).toHaveLength(1);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(column('2026-10-29')).toBeTruthy());
    await user.keyboard('n');
    expect((await dialog()).getByLabelText('Start date')).toHaveProperty('value', '2026-10-29');
  });

  test('a day with too many events says how many more there are', async () => {
    const { user } = await openCalendar(
      [1, 2, 3, 4, 5].map((n) => ({ ...standup, title: `Talk ${n}` })),
    );
    const lines = within(cell('2026-11-20')).getAllByRole('button');
    expect(lines.map(({ textContent }) => textContent)).toEqual(['Talk 1', 'Talk 2', '+3 more']);
    await user.click(lines[2]!);
    await waitFor(() => expect(boxes('2026-11-20')).toHaveLength(5));
  });

  test('reload and Back keep the view and the day, which are in the address', async () => {
    const { user, reload } = await openCalendar();
    await user.click(cell('2026-11-24'));
    expect(location.search).toContain('date=2026-11-24');
    await user.click(button('Week'));
    expect(await heading('Nov 22 – 28, 2026')).toBeTruthy();
    await reload();
    expect(await heading('Nov 22 – 28, 2026')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Thursday, November 26' }));
    expect(await heading('Thu, Nov 26, 2026')).toBeTruthy();
    history.back();
    expect(await heading('Nov 22 – 28, 2026')).toBeTruthy();
    history.back();
    await waitFor(() => expect(selectedDay()).toBe('2026-11-24'));
  });
});

describe('Google Calendar', () => {
  test('the Google tab offers to connect if no calendar is connected', async () => {
    const { user } = await openCalendar();
    expect(screen.getByText('No events scheduled for this day')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Synced with Google' }));
    expect(schedule().getByRole('button', { name: 'Connect Calendar' })).toBeTruthy();
  });

  // connectionToast.test.ts has the toast of each query string.
  test('coming back from Google with an error shows a toast', async () => {
    await openCalendar([], '?error=auth&message=access_denied');
    await waitFor(() => expect(toastText()).toContain('Connection Failed'));
    expect(toastText()).toContain('Authentication error: access_denied');
    expect(location.pathname + location.search).toBe('/calendar');
  });
});

describe('the hours', () => {
  test('arrow keys with Alt or Shift move or resize the focused event', async () => {
    const page = await openCalendar([standup], '?view=week');
    const { user } = page;
    boxes()[0]!.focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(boxes()[0]!.textContent).toContain('9:15 – 10:15 AM');
    expect(document.activeElement).toBe(boxes()[0]);
    await user.keyboard('{Control>}{ArrowUp}{/Control}{Shift>}{ArrowDown}{/Shift}');
    expect(boxes()[0]!.textContent).toContain('9 – 10:15 AM');
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    expect(document.activeElement).toBe(boxes('2026-11-19')[0]);
    expect(screen.getByText('Standup: Nov 19, 9:00 AM – 10:15 AM')).toBeTruthy();
    // Moving past the edge of the week changes the week too.
    for (let times = 0; times < 5; times++) await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    // The toast stays open while the pointer is on it.
    await user.hover(button('Undo'));
    expect(await heading('Nov 8 – 14, 2026')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(boxes('2026-11-14')[0]));
    await waitFor(() =>
      expect(serverEvents(page)).toMatchObject([
        { start: '2026-11-14T09:00:00-08:00', end: '2026-11-14T10:15:00-08:00' },
      ]),
    );
    // One Undo reverts all of these moves.
    await user.click(button('Undo'));
    await waitFor(() => expect(serverEvents(page)).toMatchObject([standup]));
    await user.click(button('Today'));
    await waitFor(() => expect(boxes('2026-11-20')).toHaveLength(1));
    boxes()[0]!.focus();
    await user.keyboard('{Delete}');
    const confirm = within(await screen.findByRole('alertdialog'));
    await user.click(confirm.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(serverEvents(page)).toEqual([]));
    expect(boxes()).toEqual([]);
  });

  test('events across midnight and of several days are shown on each of their days', async () => {
    const { user } = await openCalendar([
      {
        title: 'Night train',
        start: '2026-11-18T22:00:00-08:00',
        end: '2026-11-19T06:30:00-08:00',
      },
      { title: 'Offsite', start: '2026-11-16T08:00:00-08:00', end: '2026-11-18T18:00:00-08:00' },
    ]);
    for (const day of ['2026-11-16', '2026-11-17', '2026-11-18'])
      expect(cell(day).textContent).toContain('Offsite');
    await user.click(cell('2026-11-19'));
    expect(row('Night train').textContent).toContain('Until 6:30 AM');
    await user.click(button('Week'));
    await waitFor(() => expect(boxes('2026-11-18')[0]!.textContent).toContain('From 10 PM'));
    expect(boxes('2026-11-19')[0]!.textContent).toContain('Until 6:30 AM');
    expect(within(column('2026-11-20')).getByTitle('10:40 AM')).toBeTruthy();
    expect(screen.getAllByTitle('10:40 AM')).toHaveLength(1);
  });

  test('an event moves by keyboard over the hour that is skipped when the clocks go forward', async () => {
    const page = await openCalendar(
      [{ title: 'Run', start: '2026-03-08T03:15:00-07:00', end: '2026-03-08T04:15:00-07:00' }],
      '?view=day&date=2026-03-08',
      '2026-03-08T12:00:00-07:00',
    );
    const { user } = page;
    const height = () => column('2026-03-08').parentElement!.style.height;
    expect(height()).toBe(`${23 * HOUR}px`);
    await user.click(button('Week'));
    await waitFor(() => expect(column('2026-03-09')).toBeTruthy());
    expect(height()).toBe(`${24 * HOUR}px`);
    expect(screen.getAllByTitle(/this hour doesn’t exist on this day/)).toHaveLength(1);
    boxes()[0]!.focus();
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    await waitFor(() =>
      expect(serverEvents(page)).toMatchObject([
        { start: '2026-03-08T01:45:00-08:00', end: '2026-03-08T03:45:00-07:00' },
      ]),
    );
  });

  test('an edited event stays in the second one o’clock when the clocks go back', async () => {
    const page = await openCalendar(
      [{ title: 'Owl', start: '2026-11-01T01:30:00-08:00', end: '2026-11-01T02:30:00-08:00' }],
      '?view=day&date=2026-11-01',
    );
    const { user } = page;
    expect(column('2026-11-01').parentElement!.style.height).toBe(`${25 * HOUR}px`);
    expect(boxes()[0]!.style.top).toBe(`${2.5 * HOUR}px`);
    await user.click(button('Edit Owl'));
    await saveTitle(user, 'Night owl');
    await waitFor(() =>
      expect(serverEvents(page)).toMatchObject([
        { title: 'Night owl', start: '2026-11-01T01:30:00-08:00' },
      ]),
    );
    await user.click(button('Add Event'));
    await saveTitle(user, 'Breakfast');
    await waitFor(() =>
      expect(serverEvents(page)).toMatchObject([
        { title: 'Night owl' },
        { title: 'Breakfast', start: '2026-11-01T09:00:00-08:00' },
      ]),
    );
  });
});

describe('“5 days”', () => {
  test('shows the working days of the week, by button or by the key 5', async () => {
    const { user } = await openCalendar([standup]);
    await user.keyboard('5');
    expect(await heading('Nov 16 – 20, 2026')).toBeTruthy();
    expect(location.search).toBe('?view=5days');
    expect(document.querySelectorAll('section[data-day]')).toHaveLength(5);
    await user.click(button('Next 5 days'));
    expect(await heading('Nov 23 – 27, 2026')).toBeTruthy();
  });

  test('names the tasks beside them those of these days', async () => {
    const { user } = await openCalendar([], '?view=5days');
    expect(screen.getByRole('region', { name: 'Tasks of these days' })).toBeTruthy();
    expect(screen.getByText('No tasks on these days')).toBeTruthy();
    await user.click(button('Week'));
    expect(screen.getByRole('region', { name: 'Tasks of this week' })).toBeTruthy();
  });

  test.each([
    ['on Saturday', 'the first day shown', '2026-11-21', '2026-11-16'],
    ['on Sunday', 'the first day to come', '2026-11-22', '2026-11-23'],
    ['on Wednesday', 'today', '2026-11-18', '2026-11-18'],
  ])('Add Event %s adds to %s', async (_when, _to, today, day) => {
    const page = await openCalendar([], '?view=5days', `${today}T10:40:00-08:00`);
    await page.user.click(button('Add Event'));
    await saveTitle(page.user, 'Breakfast');
    await waitFor(() =>
      expect(serverEvents(page)).toMatchObject([
        { title: 'Breakfast', start: expect.stringContaining(day) as string },
      ]),
    );
  });

  test('becomes the week when the keyboard moves an event to a day off', async () => {
    const { user } = await openCalendar([standup], '?view=5days');
    boxes()[0]!.focus();
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(await heading('Nov 15 – 21, 2026')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(boxes('2026-11-21')[0]));
  });
});

test('events that are over are dimmed in the hours and in the month', async () => {
  const { user } = await openCalendar([
    standup,
    { ...standup, title: 'Review', end: '2026-11-20T11:00:00-08:00' },
  ]);
  const isDimmed = (element: HTMLElement) => element.dataset.past === 'true';
  const lines = within(cell('2026-11-20'));
  expect(isDimmed(lines.getByRole('button', { name: 'Standup' }))).toBe(true);
  expect(isDimmed(lines.getByRole('button', { name: 'Review' }))).toBe(false);
  await user.click(button('Week'));
  const over = () => boxes().filter(isDimmed);
  await waitFor(() => expect(over()).toHaveLength(1));
  expect(over()[0]!.textContent).toContain('Standup');
});

test('on a phone, “+4” lists the overlapping events that have no space', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(LOS_ANGELES.now) });
  const { user } = await renderPage('/calendar?view=week', {
    phone: true,
    wait: false,
    seed: { events: [1, 2, 3, 4, 5].map((n) => ({ ...standup, title: `Talk ${n}` })) },
  });
  const more = await screen.findByRole('button', {
    name: '4 more events on Friday, November 20',
  });
  expect(boxes()).toHaveLength(1);
  expect(more.textContent).toBe('+4');
  await user.click(more);
  const list = within(await screen.findByRole('dialog', { name: '4 more events' }));
  await user.click(list.getByRole('button', { name: /^Talk 4/ }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Event' }));
  expect(form.getByLabelText('Title')).toHaveProperty('value', 'Talk 4');
});

describe('an all-day event', () => {
  /** An event that was created in Berlin, for the weekend on which the clocks go forward there. */
  const offsite = {
    title: 'Offsite',
    start: '2026-03-28T00:00:00+01:00',
    end: '2026-03-30T00:00:00+02:00',
    days: { start: '2026-03-28', end: '2026-03-30' },
  };
  const weekOfIt = '?view=week&date=2026-03-28';
  /** Returns the event's bar above the hours. */
  const bar = (title = 'Offsite') => screen.getByRole('button', { name: new RegExp(`^${title}`) });
  const columnOf = (element: HTMLElement) => element.style.gridColumn;

  test.each([
    ['America/Los_Angeles', '2026-03-28T10:00:00-07:00'],
    ['Pacific/Kiritimati', '2026-03-28T10:00:00+14:00'],
  ])('is on its own dates in %s, in the views Month and Day', async (zone, now) => {
    vi.stubEnv('TZ', zone);
    const { user } = await openCalendar([offsite], '', now);
    const days = ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30'];
    expect(days.filter((day) => cell(day).textContent.includes('Offsite'))).toEqual(
      days.slice(1, 3),
    );
    const line = within(cell('2026-03-28')).getByRole('button', { name: 'Offsite' });
    expect([line.title, line.style.getPropertyValue('--days')]).toEqual(['Offsite', '1']);
    expect(within(cell('2026-03-29')).getByRole('button').title).toBe('Offsite');
    expect(row('Offsite').textContent).toContain('All day');
    await user.click(cell('2026-03-30'));
    expect(await screen.findByText('No events scheduled for this day')).toBeTruthy();
    await user.click(cell('2026-03-29'));
    await user.click(button('Day'));
    await waitFor(() => expect(columnOf(bar())).toBe('2 / 3'));
    expect(bar().textContent).toBe('Offsite, Mar 28 – Mar 29, all day');
    expect(boxes()).toEqual([]);
  });

  test('moves and resizes by days with the keyboard', async () => {
    const page = await openCalendar([offsite], weekOfIt, '2026-03-28T10:00:00-07:00');
    const { user } = page;
    expect(columnOf(bar())).toBe('8 / 9');
    bar().focus();
    await user.keyboard('{Alt>}{ArrowLeft}{ArrowUp}{/Alt}');
    expect(columnOf(bar())).toBe('7 / 9');
    expect(document.activeElement).toBe(bar());
    await user.keyboard('{Shift>}{ArrowUp}{ArrowUp}{ArrowUp}{/Shift}');
    expect(columnOf(bar())).toBe('7 / 8');
    expect(screen.getByText('Offsite: Mar 27, all day')).toBeTruthy();
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await waitFor(() =>
      expect(serverEvents(page)).toMatchObject([
        {
          start: '2026-03-27T00:00:00-07:00',
          end: '2026-03-29T00:00:00-07:00',
          days: { start: '2026-03-27', end: '2026-03-29' },
        },
      ]),
    );
    await user.click(button('Undo'));
    await waitFor(() => expect(serverEvents(page)).toMatchObject([{ days: offsite.days }]));
    expect(columnOf(bar())).toBe('8 / 9');
  });

  test('keeps its dates when its title changes', async () => {
    const page = await openCalendar([offsite], weekOfIt, '2026-03-28T10:00:00-07:00');
    const { user } = page;
    await user.click(bar());
    expect((await dialog()).getByLabelText('Start date')).toHaveProperty('value', '2026-03-28');
    expect((await dialog()).getByLabelText('End date')).toHaveProperty('value', '2026-03-29');
    await saveTitle(user, 'Retreat');
    await waitFor(() =>
      expect(serverEvents(page)).toMatchObject([{ ...offsite, title: 'Retreat' }]),
    );
    // The days of a resized event start and end at midnights of this time zone, even the first day.
    bar('Retreat').focus();
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    await waitFor(() =>
      expect(serverEvents(page)).toMatchObject([
        { start: '2026-03-28T00:00:00-07:00', end: '2026-03-29T00:00:00-07:00' },
      ]),
    );
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await user.click(bar('Retreat'));
    const form = await dialog();
    await user.click(form.getByRole('checkbox', { name: 'All day' }));
    await user.clear(form.getByLabelText('End date'));
    await user.type(form.getByLabelText('End date'), '2026-03-28');
    await user.click(form.getByRole('button', { name: 'Save' }));
    const nineToTen = { start: '2026-03-28T09:00:00-07:00', end: '2026-03-28T10:00:00-07:00' };
    await waitFor(() => expect(serverEvents(page)).toMatchObject([{ ...nineToTen, days: null }]));
    expect(boxes('2026-03-28')).toHaveLength(1);
    // Undo restores the dates.
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(serverEvents(page)).toMatchObject([{ days: offsite.days }]));
    expect(boxes()).toEqual([]);
  });

  test('keeps its dates when its deletion is undone', async () => {
    const page = await openCalendar([offsite], weekOfIt, '2026-03-28T10:00:00-07:00');
    const { user } = page;
    bar().focus();
    await user.keyboard('{Delete}');
    const confirm = within(await screen.findByRole('alertdialog'));
    await user.click(confirm.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(serverEvents(page)).toEqual([]));
    await user.click(button('Undo'));
    await waitFor(() =>
      expect(serverEvents(page)).toMatchObject([{ title: 'Offsite', days: offsite.days }]),
    );
  });

  test('a time block offers no “All day”', async () => {
    const block = { ...standup, taskId: 7 };
    const { user } = await openCalendar([block], '?view=day', LOS_ANGELES.now, [
      { id: 7, title: 'Report' },
    ]);
    await user.click(boxes()[0]!);
    expect((await dialog()).getByLabelText('Start time')).toBeTruthy();
    expect((await dialog()).queryByRole('checkbox', { name: 'All day' })).toBeNull();
  });
});

describe('a time block', () => {
  const PERSONAL = { id: 2, color: '#EC4899' };
  const block = { ...standup, color: '#10B981', taskId: 1001 } as const;
  const openBlock = (search: string) =>
    openCalendar([block], search, LOS_ANGELES.now, [
      { title: 'Write report', categoryId: PERSONAL.id },
    ]);
  /** Returns the color that an element or its ancestor has in the light theme. */
  const colorOf = (element: HTMLElement) =>
    element
      .closest<HTMLElement>('[style*="--light-color"]')!
      .style.getPropertyValue('--light-color');
  const pink = visibleColor(PERSONAL.color, 'light');

  test('has its category’s color in the month, in the day’s list and in the hours', async () => {
    const { user } = await openBlock('');
    const line = within(cell('2026-11-20')).getByRole('button', { name: 'Write report' });
    expect(colorOf(line)).toBe(pink);
    expect(colorOf(row('Write report'))).toBe(pink);
    await user.click(button('Week'));
    await waitFor(() => expect(colorOf(boxes()[0]!)).toBe(pink));
  });

  test('leads to its task in one step, and its dialog offers no other color', async () => {
    const { user } = await openBlock('?view=day');
    await user.click(boxes()[0]!);
    const form = await dialog();
    expect(form.queryByRole('radio', { name: 'Green' })).toBeNull();
    await user.click(form.getByRole('link', { name: 'Write report' }));
    expect(await screen.findByRole('dialog', { name: /^Task details/i })).toBeTruthy();
    expect(location.pathname).toBe('/tasks');
  });
});

describe('the tasks beside the hours', () => {
  const tasks = [
    { title: 'Friday’s', plannedDay: '2026-11-20', estimateMinutes: 45 },
    { title: 'Saturday’s', plannedDay: '2026-11-21' },
    { title: 'Of no day' },
    { title: 'Done', plannedDay: '2026-11-20', completed: true },
  ];
  const listed = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('checkbox')
      .map((one) => one.getAttribute('aria-label'));

  test('are the open tasks of the day, or of the days of the week', async () => {
    const { user } = await openCalendar([], '?view=day', LOS_ANGELES.now, tasks);
    expect(listed('Tasks for Friday, November 20')).toEqual(['Friday’s']);
    await user.click(button('Next day'));
    expect(listed('Tasks for Saturday, November 21')).toEqual(['Saturday’s']);
    await user.click(button('Next day'));
    expect(screen.getByText('No tasks for this day')).toBeTruthy();
    await user.click(button('Today'));
    await user.click(button('Week'));
    expect(listed('Tasks of this week')).toEqual(['Friday’s', 'Saturday’s']);
  });

  test('are scheduled in a dialog that proposes free time on their day', async () => {
    const page = await openCalendar(
      [{ title: 'Talk', start: '2026-11-21T09:00:00-08:00', end: '2026-11-21T09:30:00-08:00' }],
      '?view=week',
      LOS_ANGELES.now,
      tasks,
    );
    const { user, server } = page;
    await user.click(button('Schedule Saturday’s…'));
    const form = await dialog();
    expect(form.getByLabelText('Day')).toHaveProperty('value', '2026-11-21');
    expect(form.getByLabelText('Time')).toHaveProperty('value', String(9 * 60 + 30));
    await user.click(form.getByRole('button', { name: 'Schedule' }));
    await waitFor(() =>
      expect(serverEvents(page)).toMatchObject([
        { title: 'Talk' },
        {
          title: 'Saturday’s',
          taskId: 1002,
          start: '2026-11-21T09:30:00-08:00',
          end: '2026-11-21T10:00:00-08:00',
        },
      ]),
    );
    expect(boxes('2026-11-21')).toHaveLength(2);
    const list = within(screen.getByRole('region', { name: 'Tasks of this week' }));
    await user.click(list.getByRole('checkbox', { name: 'Friday’s' }));
    await waitFor(() => expect(listed('Tasks of this week')).toEqual(['Saturday’s']));
    await waitFor(() =>
      expect(server.records('tasks').map(({ completed }) => completed)).toEqual([
        true,
        false,
        false,
        true,
      ]),
    );
  });
});

describe('saving', () => {
  test('an edit keeps a time between the quarter hours, to the second', async () => {
    const page = await openCalendar([
      { ...standup, start: '2026-11-20T11:07:30-08:00', end: '2026-11-20T11:52:00-08:00' },
    ]);
    const { user, server } = page;
    await user.click(button('Edit Standup'));
    const start = (await dialog()).getByLabelText<HTMLSelectElement>('Start time');
    expect(start.selectedOptions[0]!.textContent).toBe('11:07 AM');
    server.put('events', { ...server.records('events')[0]!, end: '2026-11-20T12:30:00-08:00' });
    await saveTitle(user, 'Stand-up');
    await waitFor(() =>
      expect(serverEvents(page)).toMatchObject([
        {
          title: 'Stand-up',
          start: '2026-11-20T11:07:30-08:00',
          end: '2026-11-20T12:30:00-08:00',
        },
      ]),
    );
  });

  test('events that are created, changed and deleted offline are sent when the network is back', async () => {
    const page = await openCalendar([
      { ...standup, title: 'Goes' },
      { ...standup, title: 'Changes' },
      standup,
    ]);
    const { user, setOnline, reload } = page;
    setOnline(false);
    await user.click(button('Add Event'));
    await saveTitle(user, 'Made on a train');
    await waitFor(() => expect(row('Made on a train')).toBeTruthy());
    await user.click(button('Edit Changes'));
    await saveTitle(user, 'Changed on a train');
    await user.click(button('Delete Goes'));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(schedule().getAllByRole('listitem')).toHaveLength(3));
    expect(serverEvents(page).map(({ title }) => title)).toEqual(['Goes', 'Changes', 'Standup']);
    setOnline(true);
    await waitFor(() =>
      expect(
        serverEvents(page)
          .map(({ title }) => title)
          .sort(),
      ).toEqual(['Changed on a train', 'Made on a train', 'Standup']),
    );
    await reload();
    expect(schedule().getAllByRole('listitem')).toHaveLength(3);
  });

  test('a half-typed event is restored after a reload', async () => {
    const { user, reload } = await openCalendar();
    await user.click(button('Add Event'));
    const field = () => screen.getByLabelText<HTMLInputElement>('Title');
    await screen.findByRole('dialog');
    await user.type(field(), 'Half an event');
    await reload();
    await screen.findByRole('dialog', { name: 'Create Event' });
    expect(field().value).toBe('Half an event');
    act(() => history.back());
    await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    expect(field().value).toBe('Half an event');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await reload();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('an event that is deleted elsewhere during an edit can be saved again', async () => {
    const page = await openCalendar([standup]);
    const { user, server, sync } = page;
    await user.click(button('Edit Standup'));
    const form = await dialog();
    await user.type(form.getByLabelText('Title'), ', moved');
    server.remove('events', 1001);
    await act(() => sync().pull());
    await form.findByText('This event was deleted. Save to bring it back.');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(row('Standup, moved')).toBeTruthy());
    await waitFor(() =>
      expect(serverEvents(page).map(({ title }) => title)).toEqual(['Standup, moved']),
    );
  });

  test('an event can be deleted from its row or from its dialog', async () => {
    const page = await openCalendar([standup, { ...standup, title: 'Second' }]);
    const { user } = page;
    const confirm = async () => {
      const asked = within(await screen.findByRole('alertdialog'));
      await user.click(asked.getByRole('button', { name: 'Delete' }));
    };
    await user.click(button('Delete Standup'));
    await confirm();
    await waitFor(() => expect(document.activeElement).toBe(button('Delete Second')));
    await user.click(button('Edit Second'));
    await user.click((await dialog()).getByRole('button', { name: 'Delete' }));
    await confirm();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('No events scheduled for this day')).toBeTruthy();
    await waitFor(() => expect(serverEvents(page)).toEqual([]));
  });

  test('a rejected change stays on its event with Retry and Discard', async () => {
    const { user, respond } = await openCalendar([standup]);
    respond(/(POST|PATCH|DELETE) \/api\/events/, () => refusal(400, 'Not today.'));
    await user.click(button('Edit Standup'));
    await saveTitle(user, 'Stand-up');
    await waitFor(() => expect(toastText()).toContain('Error updating event'));
    expect(toastText()).toContain('There was a problem updating the event.');
    expect(row('Stand-up').textContent).toContain('Not saved');
    expect(within(row('Stand-up')).getByRole('button', { name: 'Retry' })).toBeTruthy();
    await user.click(within(row('Stand-up')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(row('Standup')).toBeTruthy());

    await user.click(button('Add Event'));
    await saveTitle(user, 'Impossible');
    await waitFor(() => expect(toastText()).toContain('Error creating event'));
    expect(toastText()).toContain('There was a problem creating the event.');
    await user.click(within(row('Impossible')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(row('Impossible')).toBeUndefined());

    await user.click(button('Delete Standup'));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toastText()).toContain('Error deleting event'));
    expect(toastText()).toContain('There was a problem deleting the event.');
    expect(row('Standup')).toBeTruthy();
  });

  test('events that couldn’t be loaded show an error with Try Again', async () => {
    let isBroken = true;
    const { user, respond } = await renderPage('/calendar', { wait: false });
    respond(/GET \/api\/events/, () => (isBroken ? refusal(400, 'Not now.') : undefined));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Your events couldn’t be loaded',
    );
    isBroken = false;
    await user.click(button('Try Again'));
    expect(await screen.findByText('No events scheduled for this day')).toBeTruthy();
  });
});
