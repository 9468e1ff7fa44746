import { NO_DETAILS } from '@daymark/contract/event';
import { DEFAULT_CATEGORIES } from '@daymark/contract/category';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { descriptionOf } from '../../test/descriptionOf';
import { NO_CALENDAR } from '../../test/modelServer';
import { allDayTimes } from '../domain/events/allDay';
import { refusal, renderPage, shows, toastText } from '../../test/renderPage';

const PRIORITIES = ['First', 'Second', 'Third'].map((title, order) => ({
  title,
  categoryId: 1,
  isPriority: true,
  order,
}));

/** Sets the clock to this time and stops it. */
function setClock(time: Date | string) {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(time);
}
const card = (name: string) => screen.getByRole('region', { name });
const within3 = () => within(screen.getByRole('list', { name: 'Priorities' }));
const titles = (list: HTMLElement) =>
  within(list)
    .queryAllByRole('checkbox')
    .map((one) => one.getAttribute('aria-label'));
const priorities = () => {
  const list = screen.queryByRole('list', { name: 'Priorities' });
  return list ? titles(list) : [];
};
const saved = () => screen.findByText('All changes saved');
const button = (name: string) => screen.getByRole('button', { name });

type User = Awaited<ReturnType<typeof renderPage>>['user'];
const choose = async (user: User, title: string, entry: string) => {
  await user.click(within3().getByRole('button', { name: `More actions for ${title}` }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
};

test('the greeting fits the hour and has the first name', async () => {
  setClock('2026-11-20T11:59:00');
  await renderPage('/today');
  for (const [time, greeting] of [
    ['11:59', 'Good morning'],
    ['12:00', 'Good afternoon'],
    ['17:59', 'Good afternoon'],
    ['18:00', 'Good evening'],
  ] as const) {
    vi.setSystemTime(`2026-11-20T${time}:00`);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`${greeting}, ada 👋`);
    expect(screen.getByText('Friday, November 20')).toBeTruthy();
  }
});

test('in an empty account, every card says that it is empty', async () => {
  await renderPage('/today');
  expect(card('Daily Progress').textContent).toContain('Nothing planned yet');
  expect(card('Focus Time').textContent).toContain('0m');
  expect(card('Focus Time').textContent).toContain('No focus sessions yet today');
  expect(card('Next Up').textContent).toContain('No upcoming events');
  expect(screen.getByText('No events scheduled for this day')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'No tasks yet' })).toBeTruthy();
});

test('a task that was completed on an earlier day is not listed', async () => {
  setClock('2026-11-20T09:00:00');
  const completed = (title: string, day: string) => ({
    title,
    completed: true,
    completedAt: new Date(`${day}T08:00:00`).toISOString(),
  });
  const { user } = await renderPage('/today', {
    seed: {
      tasks: [
        completed('Yesterday’s', '2026-11-19'),
        completed('Today’s', '2026-11-20'),
        { title: 'Open', plannedDay: '2026-11-20' },
        { title: 'Some day' },
      ],
    },
  });
  expect(screen.getByRole('checkbox', { name: 'Today’s' })).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: 'Yesterday’s' })).toBeNull();
  expect(card('Daily Progress').textContent).toContain('1 of 2');
  await user.click(screen.getByRole('checkbox', { name: 'Open' }));
  await waitFor(() => expect(card('Daily Progress').textContent).toContain('2 of 2'));
});

test('Focus Time adds up today’s recorded sessions, in hours and minutes', async () => {
  const today = new Date();
  today.setHours(0, 0, 0, 0);
  const session = (mode: 'focus' | 'shortBreak', start: number, seconds: number) => ({
    mode,
    start: new Date(start).toISOString(),
    end: new Date(start + seconds * 1000).toISOString(),
    plannedSeconds: seconds,
    actualSeconds: seconds,
    completed: true,
  });
  const { user } = await renderPage('/today', {
    seed: {
      focusSessions: [
        session('focus', today.getTime(), 50 * 60),
        session('focus', today.getTime() + 3_600_000, 25 * 60),
        session('shortBreak', today.getTime() + 100, 300),
        session('focus', today.getTime() - 3_600_000, 1500),
      ],
    },
  });
  expect(card('Focus Time').textContent).toContain('1h 15m');
  expect(card('Focus Time').textContent).toContain('in 2 sessions today');
  await user.click(screen.getByRole('link', { name: 'Start a session' }));
  await screen.findByRole('heading', { name: 'Focus Time', level: 1 });
});

test('Next Up shows the next event and how soon it is', async () => {
  const now = new Date(2026, 10, 20, 9, 0);
  const event = (title: string, minutes: number) => ({
    title,
    start: new Date(now.getTime() + minutes * 60_000).toISOString(),
    end: new Date(now.getTime() + (minutes + 30) * 60_000).toISOString(),
    color: '#3B82F6' as const,
  });
  setClock(now);
  await renderPage('/today', {
    seed: {
      events: [event('On already', -10), event('Design review', 25), event('Later', 90)],
    },
  });
  expect(card('Next Up').textContent).toContain('Design review');
  expect(card('Next Up').textContent).toContain('9:25 AM · in 25 min');
});

test('on a first visit, Next Up waits for Google’s events', async () => {
  setClock(new Date(2026, 10, 20, 9, 0));
  let respond = (_: Response): void => {};
  const settings = new Promise<Response>((resolve) => (respond = resolve));
  const [start, end] = [10, 11].map((hour) => new Date(2026, 10, 20, hour).toISOString());
  await renderPage('/today', {
    seed: { events: [{ title: 'Standup', start: start ?? '', end: end ?? '', color: null }] },
    respond: [/^GET \/api\/calendar\/settings/, () => settings],
    wait: false,
  });
  await screen.findAllByText('Standup');
  expect(card('Next Up').ariaBusy).toBe('true');
  respond(refusal(503, 'Please try again.'));
  await shows('Standup', () => card('Next Up'));
});

describe('Next Up with all calendars', () => {
  const now = new Date(2026, 10, 20, 9, 0);
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour);
  const external = (summary: string, start: Date) => ({
    id: summary,
    calendarId: 'ada',
    summary,
    location: null,
    colorId: null,
    start: { dateTime: start.toISOString() },
    end: { dateTime: new Date(start.getTime() + 3_600_000).toISOString() },
    htmlLink: null,
    transparency: 'opaque',
    ownResponse: null,
  });
  const own = (title: string, start: Date) => ({
    title,
    start: start.toISOString(),
    end: new Date(start.getTime() + 3_600_000).toISOString(),
  });
  const settings = {
    ...NO_CALENDAR,
    isConnected: true,
    status: 'connected',
    selectedCalendarId: 'ada',
    selectedCalendarIds: ['ada'],
    calendarList: [{ id: 'ada', summary: 'Ada', primary: true, color: null }],
  };
  /** Responds as the server does, with the events of the requested days. */
  const google = (
    ...events: ReturnType<typeof external>[]
  ): NonNullable<Parameters<typeof renderPage>[1]>['respond'] => [
    /^GET \/api\/calendar/,
    ({ line }) => {
      if (line.includes('/settings')) return Response.json(settings);
      const timeMax = new URLSearchParams(line.split('?')[1]).get('timeMax') ?? '';
      const items = events.filter(({ start }) => Date.parse(start.dateTime) < Date.parse(timeMax));
      return Response.json({ items, asOf: null, watchedSeconds: 0 });
    },
  ];

  test('includes Google’s events from tomorrow on', async () => {
    setClock(now);
    await renderPage('/today', {
      seed: { events: [own('Review', at(25, 9))] },
      respond: google(external('Dentist', at(21, 14))),
    });
    await shows('Dentist', () => card('Next Up'));
    expect(card('Next Up').textContent).toContain('tomorrow');
  });

  test('on a phone, the list marks only the event in the card Next Up as the next one', async () => {
    setClock(now);
    await renderPage('/today', {
      phone: true,
      wait: false,
      seed: { events: [own('Review', at(20, 15))] },
      respond: google(external('Dentist', at(20, 11))),
    });
    await shows('Dentist', () => card('Next Up'));
    expect(screen.getByRole('list', { name: 'Events' }).textContent).not.toContain('Next');
    act(() => screen.getByRole('tab', { name: 'Synced with Google' }).click());
    const list = within(await screen.findByRole('list', { name: 'Google events' }));
    expect(list.getByText('Next').closest('li')?.textContent).toContain('Dentist');
  });

  test('on a phone, the list doesn’t say that the day has no events if Google has some', async () => {
    setClock(now);
    await renderPage('/today', {
      phone: true,
      wait: false,
      respond: google(external('Dentist', at(20, 11))),
    });
    await screen.findByRole('heading', { name: 'No events of your own' });
    expect(screen.queryByText('No events scheduled for this day')).toBeNull();
  });

  test('on a phone, Google’s past events are folded', async () => {
    setClock(now);
    await renderPage('/today', {
      phone: true,
      wait: false,
      respond: google(external('Breakfast', at(20, 7)), external('Dentist', at(20, 11))),
    });
    await shows('Dentist', () => card('Next Up'));
    act(() => screen.getByRole('tab', { name: 'Synced with Google' }).click());
    const list = await screen.findByRole('list', { name: 'Google events' });
    expect(list.textContent).not.toContain('Breakfast');
    act(() => button('1 earlier').click());
    expect(list.textContent).toContain('Breakfast');
  });
});

test('an all-day event is not Next Up', async () => {
  setClock(new Date(2026, 10, 20, 9, 0));
  const allDay = { title: 'Trip', ...allDayTimes({ start: '2026-11-21', end: '2026-11-22' }) };
  await renderPage('/today', { seed: { events: [allDay] } });
  expect(card('Next Up').textContent).toContain('No upcoming events');
});

test('a quick filter follows its category when the category is renamed or deleted', async () => {
  const [work, personal, ...others] = DEFAULT_CATEGORIES;
  await renderPage('/today', {
    seed: {
      categories: [{ ...work, name: 'Studio' }, ...others, { ...personal, id: 77 }],
      tasks: [
        { title: 'Paint', categoryId: 1 },
        { title: 'Shop', categoryId: 77 },
      ],
    },
  });
  const filters = within(screen.getByRole('group', { name: 'Filter tasks' }));
  const names = filters.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names).toEqual(['All Tasks', 'Studio']);
  act(() => filters.getByRole('button', { name: 'Studio' }).click());
  expect(titles(card('Tasks'))).toEqual(['Paint']);
});

test('a task in the Top 3 is not repeated in the list below', async () => {
  const { user } = await renderPage('/today', {
    seed: { tasks: [...PRIORITIES, { title: 'Fourth' }] },
  });
  expect(titles(card('Tasks'))).toEqual(['Fourth']);
  await user.click(within(card('Tasks')).getByRole('button', { name: 'More actions for Fourth' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(within(card('Tasks')).getByRole('heading', { name: 'No other tasks' })).toBeTruthy();
});

test('on a phone, past events are folded behind a button with their number', async () => {
  setClock('2026-11-20T09:40:00');
  const at = (hour: number) => new Date(2026, 10, 20, hour).toISOString();
  const event = (title: string, hour: number) => ({ title, start: at(hour), end: at(hour + 1) });
  await renderPage('/today', {
    phone: true,
    wait: false,
    seed: { events: [event('Swim', 6), event('Mail', 7), event('Now', 9), event('Soon', 10)] },
  });
  const rows = () =>
    within(screen.getByRole('list', { name: 'Events' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.match(/^[A-Z][a-z]+/)?.[0]);
  await screen.findByRole('list', { name: 'Events' });
  expect(rows()).toEqual(['Now', 'Soon']);
  act(() => button('2 earlier').click());
  expect(rows()).toEqual(['Swim', 'Mail', 'Now', 'Soon']);
  expect(button('2 earlier').getAttribute('aria-expanded')).toBe('true');
});

test('on a phone, the choice between list and hours is remembered', async () => {
  setClock('2026-11-20T09:40:00');
  const at = (hour: number) => new Date(2026, 10, 20, hour).toISOString();
  const event = (title: string, hour: number) => ({ title, start: at(hour), end: at(hour + 1) });
  const page = await renderPage('/today', {
    phone: true,
    wait: false,
    seed: { events: [event('Over', 8), event('Now', 9), event('Soon', 10), event('Later', 11)] },
  });
  const list = within(await screen.findByRole('list', { name: 'Events' }));
  act(() => button('1 earlier').click());
  expect(list.getAllByRole('listitem').map((row) => row.dataset.status)).toEqual([
    'past',
    undefined,
    'next',
    undefined,
  ]);
  expect(list.getByText('Next').closest('li')?.textContent).toContain('Soon');
  act(() => button('Hours').click());
  expect(await screen.findByTitle('9:40 AM')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Events' })).toBeNull();
  await page.reload();
  expect(await screen.findByTitle('9:40 AM')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Events' })).toBeNull();
  act(() => button('List').click());
  await page.reload();
  expect(await screen.findByRole('list', { name: 'Events' })).toBeTruthy();
});

describe('Top 3 Priorities', () => {
  test('an empty title is reported at its field', async () => {
    const { user } = await renderPage('/today');
    await user.click(button('Add Priority'));
    const title = screen.getByLabelText('Priority title');
    expect(document.activeElement).toBe(title);
    for (const typed of ['{Enter}', '   {Enter}']) {
      await user.type(title, typed);
      expect(descriptionOf(title)).toBe('Priority title is required');
    }
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(button('Add Priority'));
  });

  test('a new priority has category 1 and the current count as its order', async () => {
    const { user, sent, reload } = await renderPage('/today');
    await user.click(button('Add Priority'));
    for (const title of ['First', 'Second', 'Third'])
      await user.type(screen.getByLabelText('Priority title'), `${title}{Enter}`);
    await saved();
    const creates = sent.filter(({ line }) => line === 'POST /api/tasks').map(({ body }) => body);
    const common = { completed: false, categoryId: 1, isPriority: true };
    expect(creates).toMatchObject([
      { ...common, title: 'First', order: 0 },
      { ...common, title: 'Second', order: 1 },
      { ...common, title: 'Third', order: 2 },
    ]);
    const isFull = () => {
      expect(priorities()).toEqual(['First', 'Second', 'Third']);
      expect(screen.queryByLabelText('Priority title')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Add Priority' })).toBeNull();
    };
    isFull();
    await reload();
    isFull();
  });

  test('a completed priority still counts today', async () => {
    const { user } = await renderPage('/today', { seed: { tasks: PRIORITIES } });
    await user.click(within3().getByRole('checkbox', { name: 'Second' }));
    await saved();
    await waitFor(() => expect(card('Daily Progress').textContent).toContain('1 of 3'));
    expect(card('Top 3 Priorities').textContent).toContain('1 of 3 done');
    expect(screen.queryByRole('button', { name: 'Add Priority' })).toBeNull();
  });

  test('Undo puts a removed priority back in its place', async () => {
    const { user, server } = await renderPage('/today', { seed: { tasks: PRIORITIES } });
    await choose(user, 'Second', 'Edit');
    const title = await within3().findByLabelText('Task title');
    await user.clear(title);
    await user.type(title, 'Second, renamed{Enter}');
    expect(document.activeElement).toBe(
      within3().getByRole('button', { name: 'More actions for Second, renamed' }),
    );

    await choose(user, 'First', 'Remove from Top 3');
    expect(priorities()).toEqual(['Second, renamed', 'Third']);
    expect(button('Add Priority')).toBeTruthy();
    expect(titles(card('Tasks'))).toContain('First');
    await waitFor(() => expect(toastText()).toContain('Removed from Top 3'));
    await user.click(button('Undo'));
    expect(priorities()).toEqual(['First', 'Second, renamed', 'Third']);

    await choose(user, 'Third', 'Delete');
    await waitFor(() => expect(priorities()).toEqual(['First', 'Second, renamed']));
    await saved();
    expect(server.records('tasks').map(({ title, isPriority }) => [title, isPriority])).toEqual([
      ['First', true],
      ['Second, renamed', true],
    ]);
  });

  test('the lines of yesterday’s reflection are offered while the Top 3 is not full', async () => {
    setClock('2026-11-20T09:00:00');
    const { user, reload } = await renderPage('/today', {
      seed: {
        reflections: [
          { date: '2026-11-19T00:00:00Z', tomorrowFocus: '- Call Noor\nWrite the talk\nRun\nRead' },
        ],
      },
    });
    const offers = () => {
      const list = screen.queryByRole('list', { name: 'Suggestions from your last reflection' });
      return list ? within(list).getAllByRole('button') : [];
    };
    expect(offers().map(({ textContent }) => textContent)).toEqual([
      'Call NoorThursday',
      'Write the talkThursday',
      'RunThursday',
    ]);
    for (const left of [2, 1, 0]) {
      await user.click(offers()[0] as HTMLElement);
      expect(offers()).toHaveLength(left);
    }
    expect(priorities()).toEqual(['Call Noor', 'Write the talk', 'Run']);
    await user.click(within3().getByRole('checkbox', { name: 'Call Noor' }));
    await saved();
    await reload();
    expect(priorities()).toHaveLength(3);
    expect(offers()).toEqual([]);

    await reload('/reflection');
    const meant = within(screen.getByRole('region', { name: 'Thursday’s plan for today' }));
    const line = (text: string) =>
      meant.getAllByRole('listitem').find(({ textContent }) => textContent.includes(text));
    expect(line('Call Noor')?.textContent).toContain('Done');
    expect(line('Read')?.textContent).toContain('Not yet');
    vi.setSystemTime('2026-11-21T00:10:00');
    await reload('/reflection?day=2026-11-20');
    const later = within(screen.getByRole('region', { name: 'Thursday’s plan for this day' }));
    expect(later.getByText('Read').closest('li')?.textContent).toContain('Not done');
  });

  test('a priority typed with the title of an open task offers that task', async () => {
    const { user, server } = await renderPage('/today', {
      seed: {
        tasks: [
          { title: 'Call Noor', categoryId: 2 },
          { title: 'Done', completed: true },
        ],
      },
    });
    await user.click(button('Add Priority'));
    const field = screen.getByLabelText<HTMLInputElement>('Priority title');
    await user.type(field, 'Done');
    expect(descriptionOf(field)).toBe('');
    await user.clear(field);
    await user.type(field, ' call noor.');
    expect(descriptionOf(field)).toBe('You already have this task. Add moves it to your Top 3.');
    await user.keyboard('{Enter}');
    expect(priorities()).toEqual(['Call Noor']);
    expect(titles(card('Tasks'))).toEqual(['Done']);
    await saved();
    expect(server.records('tasks')).toMatchObject([
      { title: 'Call Noor', categoryId: 2, isPriority: true, order: 0 },
      { title: 'Done' },
    ]);
  });

  test('a task without a later day is planned for today when it joins the Top 3', async () => {
    setClock('2026-11-20T10:00:00');
    const { user, server } = await renderPage('/today', {
      seed: {
        tasks: [
          { title: 'No day' },
          { title: 'Left over', plannedDay: '2026-11-18' },
          { title: 'Later', plannedDay: '2026-11-24' },
        ],
      },
    });
    const days = () => server.records('tasks').map(({ plannedDay }) => plannedDay);
    await user.click(button('Add Priority'));
    for (const title of ['No day', 'Left over', 'Later'])
      await user.type(screen.getByLabelText('Priority title'), `${title}{Enter}`);
    await saved();
    expect(days()).toEqual(['2026-11-20', '2026-11-20', '2026-11-24']);
    await choose(user, 'Later', 'Remove from Top 3');
    await user.click(button('Add Priority'));
    await user.type(screen.getByLabelText('Priority title'), 'New{Enter}');
    await saved();
    expect(days()[3]).toBe('2026-11-20');
  });

  test('a priority may have the title of an open task', async () => {
    const { user, server } = await renderPage('/today', { seed: { tasks: [{ title: 'Call' }] } });
    await user.click(button('Add Priority'));
    await user.type(screen.getByLabelText('Priority title'), 'Call');
    await user.click(button('Create another'));
    expect(document.activeElement).toBe(screen.getByLabelText('Priority title'));
    expect(priorities()).toEqual(['Call']);
    await saved();
    expect(server.records('tasks').map(({ isPriority }) => isPriority)).toEqual([false, true]);
  });

  test('a half-typed priority is restored when the screen is opened again', async () => {
    const { user, reload } = await renderPage('/today');
    await user.click(button('Add Priority'));
    await user.type(screen.getByLabelText('Priority title'), 'Half a thou');
    await reload('/notes');
    await reload('/today');
    const field = screen.getByLabelText<HTMLInputElement>('Priority title');
    expect(field.value).toBe('Half a thou');
    // The field is open, but does not take the focus.
    expect(document.activeElement).not.toBe(field);
    await user.type(field, 'ght{Enter}');
    expect(priorities()).toEqual(['Half a thought']);
    await reload();
    expect(screen.queryByLabelText('Priority title')).toBeNull();
  });

  test('the focus moves to the next row when a row leaves the Top 3', async () => {
    const { user } = await renderPage('/today', { seed: { tasks: PRIORITIES } });
    const menuOf = (title: string) =>
      within3().getByRole('button', { name: `More actions for ${title}` });
    await choose(user, 'Second', 'Remove from Top 3');
    expect(document.activeElement).toBe(menuOf('Third'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(document.activeElement).toBe(within3().getByRole('checkbox', { name: 'Second' }));
    await choose(user, 'Third', 'Delete');
    expect(document.activeElement).toBe(menuOf('Second'));
    await waitFor(() => expect(toastText()).toContain('Task deleted'));
    await user.click(button('Undo'));
    expect(document.activeElement).toBe(within3().getByRole('checkbox', { name: 'Third' }));
    for (const title of ['First', 'Second', 'Third'])
      await choose(user, title, 'Remove from Top 3');
    expect(document.activeElement).toBe(button('Add Priority'));
  });

  test('priorities that are added and ticked offline are sent later', async () => {
    setClock('2026-11-20T10:00:00');
    const online = { title: 'Online', isPriority: true, order: 0, plannedDay: '2026-11-20' };
    const { user, server, setOnline } = await renderPage('/today', { seed: { tasks: [online] } });
    setOnline(false);
    await user.click(button('Add Priority'));
    await user.type(screen.getByLabelText('Priority title'), 'Offline{Enter}');
    await user.click(within3().getByRole('checkbox', { name: 'Offline' }));
    expect(card('Daily Progress').textContent).toContain('1 of 2');
    await screen.findByText('Offline · 2 changes waiting');
    setOnline(true);
    await saved();
    expect(server.records('tasks')).toMatchObject([
      { title: 'Online', completed: false },
      { title: 'Offline', completed: true },
    ]);
  });
});

test('Add Event in Today’s Schedule creates an event for today with every field', async () => {
  setClock('2026-11-20T08:40:00');
  const { user, person, sent } = await renderPage('/today');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Manual Events',
    'Synced with Google',
  ]);
  await user.click(button('Add Event'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Event' }));
  await user.type(dialog.getByLabelText('Title'), 'Stand-up');
  await user.click(dialog.getByRole('button', { name: 'Create Event' }));
  await waitFor(() => expect(toastText()).toContain('Event created'));
  await screen.findByRole('button', { name: /^Stand-up.*Nov 20, 9:00 AM – 10:00 AM/ });
  await saved();
  expect(sent.find(({ line }) => line === 'POST /api/events')?.body).toEqual({
    id: expect.any(Number),
    title: 'Stand-up',
    start: expect.stringMatching(/^2026-11-20T09:00:00[+-]\d\d:\d\d$/),
    end: expect.stringMatching(/^2026-11-20T10:00:00[+-]\d\d:\d\d$/),
    ...NO_DETAILS,
    color: '#3B82F6',
    userId: person.id,
  });
  await user.click(screen.getByRole('tab', { name: 'Synced with Google' }));
  await user.click(await screen.findByRole('button', { name: 'Connect Calendar' }));
  await screen.findByRole('dialog', { name: 'Google Calendar Integration' });
});

test('Add Task uses the category of the chosen quick filter', async () => {
  const { user } = await renderPage('/today');
  const filters = within(screen.getByRole('group', { name: 'Filter tasks' }));
  expect(filters.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'All Tasks',
    'Work',
    'Personal',
  ]);
  const add = async (title: string) => {
    await user.click(within(card('Tasks')).getByRole('button', { name: 'Add Task' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Task' }));
    await user.type(dialog.getByLabelText('Title'), title);
    await user.click(dialog.getByRole('button', { name: 'Add Task' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await add('Of no category');
  await user.click(filters.getByRole('button', { name: 'Work' }));
  expect(screen.getByRole('heading', { name: 'No tasks in Work' })).toBeTruthy();
  await add('For work');
  expect(titles(card('Tasks'))).toEqual(['For work']);
  await user.click(filters.getByRole('button', { name: 'Personal' }));
  await add('For me');
  expect(titles(card('Tasks'))).toEqual(['For me']);
  expect(within(card('Tasks')).getByRole('listitem').textContent).toContain('Personal');
  await user.click(filters.getByRole('button', { name: 'All Tasks' }));
  expect(filters.getByRole('button', { name: 'All Tasks' }).ariaPressed).toBe('true');
  expect(titles(card('Tasks'))).toEqual(['For me', 'For work', 'Of no category']);
});

describe('the rail of hours', () => {
  const at = (hour: number, minute = 0, date = 20) => new Date(2026, 10, date, hour, minute);
  const iso = (...time: Parameters<typeof at>) => at(...time).toISOString();
  /** Returns the local time of an instant from the server. */
  const clock = (instant: unknown) => String(instant).slice(0, 16);
  const box = (title: string) =>
    screen.findByRole('button', { name: new RegExp(`^${title}.*time block`) });
  const moreOf = (title: string) => button(`More actions for ${title}`);
  const report = { title: 'Write report', estimateMinutes: 70, plannedDay: '2026-11-18' };
  const block = (taskId: number, start: string, end: string, title = 'Old title') => ({
    title,
    start,
    end,
    taskId,
  });

  test('shows own events, the current time, today’s focus sessions and the free time that is left', async () => {
    setClock(at(9, 40));
    const session = (start: string, end: string) => ({
      mode: 'focus' as const,
      start,
      end,
      plannedSeconds: 1500,
      actualSeconds: 1500,
      completed: true,
    });
    await renderPage('/today', {
      seed: {
        events: [
          { title: 'Stand-up', start: iso(9), end: iso(10) },
          { title: 'Tomorrow', start: iso(9, 0, 21), end: iso(10, 0, 21) },
          { title: 'Review', start: iso(12), end: iso(16) },
        ],
        focusSessions: [session(iso(8, 0), iso(8, 25)), session(iso(8, 0, 19), iso(8, 25, 19))],
      },
    });
    await screen.findByRole('button', { name: /^Stand-up.*9:00 AM – 10:00 AM/ });
    expect(screen.queryByText('Tomorrow')).toBeNull();
    expect(screen.getByTitle('9:40 AM')).toBeTruthy();
    expect(screen.getAllByRole('img', { name: /^Focus,/ }).map((one) => one.title)).toEqual([
      'Focus, 8:00 AM – 8:25 AM',
    ]);
    expect(screen.getAllByText(/^Free · /).map(({ textContent }) => textContent)).toEqual([
      'Free · 2h 0m',
      'Free · 1h 0m',
    ]);
  });

  test('Schedule… proposes the remaining estimate at the next free time', async () => {
    setClock(at(9, 40));
    const { user, server } = await renderPage('/today', {
      seed: {
        tasks: [report],
        events: [{ title: 'Review', start: iso(10), end: iso(11) }],
        focusSessions: [
          {
            mode: 'focus',
            start: iso(8),
            end: iso(8, 25),
            plannedSeconds: 1500,
            actualSeconds: 1500,
            completed: true,
            taskId: 1001,
          },
        ],
      },
    });
    await user.click(moreOf('Write report'));
    await user.click(await screen.findByRole('menuitem', { name: 'Schedule…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Task' }));
    expect(dialog.getByLabelText('Day')).toHaveProperty('value', '2026-11-20');
    expect(dialog.getByLabelText('Time')).toHaveProperty('value', String(11 * 60));
    expect(dialog.getByRole('status').textContent).toBe('11:00 AM – 11:45 AM, 45m.');
    await user.selectOptions(dialog.getByLabelText('Time'), '10:30 AM');
    expect(dialog.getByRole('status').textContent).toContain('At the same time: Review.');
    await user.selectOptions(dialog.getByLabelText('Time'), '1:15 PM');
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect((await box('Write report')).textContent).toContain('1:15 – 2 PM');
    expect(document.activeElement).toBe(moreOf('Write report'));
    await waitFor(() => expect(toastText()).toContain('Task scheduled'));
    expect(toastText()).toContain('Nov 20, 1:15 PM – 2:00 PM');
    await saved();
    expect(server.records('events')).toMatchObject([
      { title: 'Review', taskId: null },
      { title: 'Write report', taskId: 1001 },
    ]);
    expect(clock(server.records('events')[1]!.start)).toBe('2026-11-20T13:15');
    expect(server.records('tasks')).toMatchObject([{ plannedDay: '2026-11-20' }]);
    await user.click(button('Undo'));
    await saved();
    expect(server.records('events')).toHaveLength(1);
    expect(server.records('tasks')).toMatchObject([{ plannedDay: '2026-11-18' }]);
  });

  test('Schedule Task reports at its field that a day is required', async () => {
    const { user, sent } = await renderPage('/today', { seed: { tasks: [{ title: 'Call' }] } });
    await user.click(moreOf('Call'));
    await user.click(await screen.findByRole('menuitem', { name: 'Schedule…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Task' }));
    const day = dialog.getByLabelText('Day');
    await user.clear(day);
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    await waitFor(() => expect(descriptionOf(day)).toBe('Day is required'));
    expect(document.activeElement).toBe(day);
    expect(sent.filter(({ line }) => line === 'POST /api/events')).toEqual([]);
  });

  test('a block has its task’s current title and checkbox', async () => {
    setClock(at(9, 40));
    const { user, server } = await renderPage('/today', {
      seed: {
        tasks: [{ title: 'Write report' }],
        events: [
          block(1001, iso(9), iso(10, 15)),
          block(1001, iso(14), iso(15)),
          block(77, iso(16), iso(17), 'Its task is gone'),
        ],
      },
    });
    await screen.findByRole('button', { name: /^Its task is gone/ });
    const ticks = within(screen.getByRole('group', { name: 'Hours' })).getAllByRole('checkbox');
    expect(ticks.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Write report',
      'Write report',
    ]);
    await user.click(ticks[0]!);
    await saved();
    // The task's current block ends now, and its later block is gone.
    expect(server.records('tasks')).toMatchObject([{ completed: true }]);
    expect(server.records('events')).toMatchObject([{ title: 'Old title' }, { taskId: 77 }]);
    expect(Date.parse(String(server.records('events')[0]!.end))).toBe(at(9, 40).getTime());
    const done = within(screen.getByRole('group', { name: 'Hours' })).getByRole('checkbox');
    expect(done).toHaveProperty('checked', true);
  });

  test('a block that is moved by keyboard to another day takes its task’s planned day along', async () => {
    setClock(at(9, 40));
    const { user, server } = await renderPage('/today', {
      seed: {
        tasks: [{ ...report, plannedDay: '2026-11-20' }],
        events: [block(1001, iso(14), iso(15))],
      },
    });
    (await box('Write report')).focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(screen.getByText('Write report: Nov 20, 2:15 PM – 3:15 PM')).toBeTruthy();
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}{Alt>}{ArrowRight}{/Alt}');
    expect(screen.getByText('Write report: Nov 21, 2:15 PM – 3:00 PM')).toBeTruthy();
    expect(screen.getByText('No events scheduled for this day')).toBeTruthy();
    expect(document.activeElement?.id).toBe('main');
    await waitFor(() => expect(toastText()).toContain('Planned day: Tomorrow'));
    await saved();
    expect(server.records('tasks')).toMatchObject([{ plannedDay: '2026-11-21' }]);
    await user.click(button('Undo'));
    await saved();
    expect(clock(server.records('events')[0]!.start)).toBe(iso(14).slice(0, 16));
    expect(server.records('tasks')).toMatchObject([{ plannedDay: '2026-11-20' }]);
  });

  test('deleting a block moves its task’s planned day to the day of a later block', async () => {
    setClock(at(9, 40));
    const { user, server } = await renderPage('/today', {
      seed: {
        tasks: [{ ...report, plannedDay: '2026-11-20' }],
        events: [block(1001, iso(14), iso(15)), block(1001, iso(9, 0, 23), iso(10, 0, 23))],
      },
    });
    (await box('Write report')).focus();
    await user.keyboard('{Delete}');
    const asked = within(await screen.findByRole('alertdialog', { name: 'Delete time block?' }));
    await user.click(asked.getByRole('button', { name: 'Delete' }));
    await saved();
    expect(server.records('events')).toHaveLength(1);
    expect(server.records('tasks')).toMatchObject([{ plannedDay: '2026-11-23' }]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await saved();
    expect(server.records('events')).toHaveLength(2);
    expect(server.records('tasks')).toMatchObject([{ plannedDay: '2026-11-20' }]);
  });

  test('the focus timer is started from a block with its task and its remaining time', async () => {
    setClock(at(9, 40));
    const { user, server } = await renderPage('/today', {
      seed: { tasks: [report], events: [block(1001, iso(9), iso(10, 15))] },
    });
    await user.click(await box('Write report'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Time Block' }));
    await user.click(dialog.getByRole('button', { name: 'Start focus · 35m' }));
    await waitFor(() => expect(toastText()).toContain('Focus started'));
    expect(screen.getByRole('region', { name: 'Focus timer' }).textContent).toContain('35:00');
    await saved();
    expect(server.records('settings')).toMatchObject([
      { timer: { taskId: 1001, run: { plannedMs: 35 * 60_000 } } },
    ]);
    // A focus session in progress is not interrupted.
    vi.setSystemTime(at(9, 50));
    await user.click(await box('Write report'));
    await user.click(await screen.findByRole('button', { name: /^Start focus/ }));
    await waitFor(() => expect(toastText()).toContain('The focus timer is already in use'));
    await saved();
    expect(server.records('settings')).toMatchObject([
      { timer: { run: { plannedMs: 35 * 60_000 } } },
    ]);
  });
});
