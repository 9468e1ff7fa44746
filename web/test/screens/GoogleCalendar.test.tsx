import type { CalendarSettings, GoogleEvent } from '@daymark/contract/googleCalendar';
import { screen, waitFor, within } from '@testing-library/react';
import { openDB } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Seed } from '../../e2e/fixtures';
import { NO_CALENDAR } from '../modelServer';
import { openTabChannel } from '../../src/lib/browser/tabChannel';
import { refusal, renderPage, shows, toastText } from '../renderPage';

/*
 * Tests how the screens show Google Calendar, with our server's responses given by the test. e2e/googleCalendar.spec.ts
 * tests connecting and the real responses.
 */

const NOW = '2026-11-20T10:40:00-08:00';

beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
});

const TEAM = { id: 'team', summary: 'Team', primary: true, color: '#9a9cff' };
const CONNECTED: CalendarSettings = {
  isConnected: true,
  status: 'connected',
  selectedCalendarId: 'team',
  selectedCalendarIds: ['team'],
  calendarList: [TEAM],
  lastSyncedAt: null,
  calendarError: null,
};

const googleEvent = (
  summary: string,
  start: GoogleEvent['start'],
  end: GoogleEvent['end'],
): GoogleEvent => ({
  id: `${summary} ${JSON.stringify(start)}`,
  calendarId: 'team',
  summary,
  location: null,
  colorId: null,
  start,
  end,
  htmlLink: null,
  transparency: 'opaque',
  ownResponse: null,
});
const dentist = {
  ...googleEvent(
    'Dentist',
    { dateTime: '2026-11-20T09:00:00-08:00' },
    { dateTime: '2026-11-20T10:00:00-08:00' },
  ),
  location: 'Main Street 1',
};

/**
 * Opens a screen. `replies` are the server's replies to the calls of /api/calendar and may be changed. `asked` counts
 * the calls.
 */
async function open(
  path: string,
  settings: CalendarSettings,
  items: readonly GoogleEvent[] = [],
  now = NOW,
  seed: Seed = {},
) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  // jsdom has no `scrollTo`.
  Element.prototype.scrollTo = () => undefined;
  const replies: Record<string, object> = {
    settings,
    list: { items: settings.calendarList },
    events: { items, asOf: now },
    check: { status: settings.status, calendarError: null },
  };
  const asked: Record<string, number> = {};
  const page = await renderPage(path, {
    seed,
    respond: [
      /\/api\/calendar\//,
      ({ line }) => {
        const [, name = ''] = /\/api\/calendar\/([\w-]+)/.exec(line) ?? [];
        asked[name] = (asked[name] ?? 0) + 1;
        const reply = replies[name];
        return reply instanceof Response ? reply.clone() : Response.json(reply);
      },
    ],
  });
  return { ...page, replies, asked };
}

const cell = (day: string) =>
  document.querySelector<HTMLElement>(`[role="gridcell"][data-day="${day}"]`)!;
const button = (name: string) => screen.getByRole('button', { name });
const integration = async () =>
  within(await screen.findByRole('dialog', { name: 'Google Calendar Integration' }));
const disconnect = async (user: Page['user']) => {
  await user.click((await integration()).getByRole('button', { name: 'Disconnect' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Disconnect' }));
};
const panel = () => within(screen.getByRole('tabpanel'));
const rows = () => panel().queryAllByRole('listitem');
type Page = Awaited<ReturnType<typeof open>>;
const showGoogleTab = ({ user }: Page) =>
  user.click(screen.getByRole('tab', { name: 'Synced with Google' }));

describe('Google’s events are on the right days and at the right times', () => {
  test.each([
    {
      place: 'America/Los_Angeles, where the clocks go forward',
      zone: 'America/Los_Angeles',
      days: ['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10'],
      offsets: ['-08:00', '-07:00', '-07:00'],
      london: { on: '2026-03-08', shown: '8:00 AM' },
    },
    {
      place: 'America/Los_Angeles, where the clocks go back',
      zone: 'America/Los_Angeles',
      days: ['2027-11-06', '2027-11-07', '2027-11-08', '2027-11-09'],
      offsets: ['-07:00', '-08:00', '-08:00'],
      london: { on: '2027-11-07', shown: '7:00 AM' },
    },
    {
      place: 'Asia/Kolkata',
      zone: 'Asia/Kolkata',
      days: ['2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17'],
      offsets: ['+05:30', '+05:30', '+05:30'],
      london: { on: '2026-11-15', shown: '8:30 PM' },
    },
    {
      place: 'Pacific/Tongatapu',
      zone: 'Pacific/Tongatapu',
      days: ['2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17'],
      offsets: ['+13:00', '+13:00', '+13:00'],
      london: { on: '2026-11-16', shown: '4:00 AM' },
    },
  ])('in $place', async ({ zone, days, offsets, london }) => {
    vi.stubEnv('TZ', zone);
    const [before = '', day = '', after = '', later = ''] = days;
    const at = (index: number, time: string) => ({
      dateTime: `${days[index]}T${time}:00${offsets[index]}`,
    });
    const page = await open(
      `/calendar?date=${day}`,
      CONNECTED,
      [
        googleEvent('Offsite', { date: day }, { date: later }),
        googleEvent('Night shift', at(0, '23:30'), at(1, '03:30')),
        ...[0, 1, 2].map((index) =>
          googleEvent('Stand-up', at(index, '09:00'), at(index, '09:15')),
        ),
        googleEvent(
          'From London',
          { dateTime: `${day}T15:00:00Z` },
          { dateTime: `${day}T16:00:00Z` },
        ),
      ],
      `${day}T12:00:00Z`,
    );
    await shows('Offsite', () => cell(day));
    expect(days.filter((one) => cell(one).textContent.includes('Offsite'))).toEqual([day, after]);
    await showGoogleTab(page);
    for (const [date, times] of [
      [before, ['From 11:30 PM', '9:00 AM']],
      [day, ['All day', 'Until 3:30 AM', '9:00 AM']],
      [after, ['All day', '9:00 AM']],
      [later, []],
    ] as const) {
      await page.user.click(cell(date));
      const expected = [...times, ...(date === london.on ? [london.shown] : [])];
      await waitFor(() => expect(rows()).toHaveLength(expected.length));
      for (const time of expected)
        expect(rows().filter(({ textContent }) => textContent.includes(time))).not.toEqual([]);
    }
  });
});

test('an external event shows its time and place, and can’t be changed here', async () => {
  const page = await open('/calendar', CONNECTED, [dentist]);
  const { user } = page;
  const expectDetails = async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Dentist' });
    expect(dialog.textContent).toContain('9:00 AM – 10:00 AM');
    expect(dialog.textContent).toContain('Main Street 1');
    expect(within(dialog).queryByRole('button', { name: /Edit|Delete|Save/ })).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await showGoogleTab(page);
  await user.click(panel().getByRole('button', { name: /^Dentist/ }));
  await expectDetails();
  await user.click(button('Day'));
  const box = await waitFor(
    () => document.querySelector<HTMLElement>('section [data-external]') ?? expect.fail(),
  );
  box.focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}{Enter}');
  await expectDetails();
});

test('external events limit the focus time before them and are evidence in a reflection', async () => {
  const { user, reload } = await open('/focus', CONNECTED, [
    dentist,
    googleEvent(
      'Design review',
      { dateTime: '2026-11-20T11:20:00-08:00' },
      { dateTime: '2026-11-20T11:50:00-08:00' },
    ),
  ]);
  await shows('40 min until Design review');
  await reload('/reflection');
  await user.click(await screen.findByRole('button', { name: 'Draft from today' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Accomplishments')).toHaveProperty('value', 'Met: Dentist'),
  );
});

describe('the hours of /today', () => {
  const at = (time: string) => ({ dateTime: `2026-11-20T${time}:00-08:00` });
  const free = () => screen.queryAllByText(/^Free · /).map(({ textContent }) => textContent);

  test('both tabs draw Google’s events, and declined or free events take no time', async () => {
    const { user } = await open('/today', CONNECTED, [
      googleEvent('Review', at('13:00'), at('14:00')),
      { ...googleEvent('Declined', at('11:00'), at('12:00')), ownResponse: 'declined' },
      { ...googleEvent('Lunch', at('15:00'), at('15:30')), transparency: 'transparent' },
    ]);
    await screen.findByRole('button', { name: /^Review.*1:00 PM – 2:00 PM, Team$/ });
    expect(screen.getByRole('button', { name: /^Declined.*, Team, not busy$/ })).toBeTruthy();
    // From 10:40 to 1 and from 2 to 5.
    expect(free()).toEqual(['Free · 2h 20m', 'Free · 3h 0m']);
    expect(screen.getByText(/5h 20m free/)).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Synced with Google' }));
    expect(await screen.findByRole('button', { name: /^Lunch.*, not busy$/ })).toBeTruthy();
    expect(free()).toEqual([]);
    await user.click(screen.getByRole('button', { name: /^Lunch/ }));
    expect(await screen.findByRole('dialog', { name: 'Lunch' })).toBeTruthy();
  });

  test('Manual Events says that nothing is scheduled only if it shows nothing', async () => {
    const { replies, reload } = await open('/today', CONNECTED, [
      googleEvent('Review', at('13:00'), at('14:00')),
    ]);
    const review = await screen.findByRole('button', { name: /^Review/ });
    expect(review.title).toBe('From Google: Team');
    expect(panel().getByText('Outlined: from Google Calendar')).toBeTruthy();
    expect(panel().queryByText('No events scheduled for this day')).toBeNull();
    // Tomorrow's event is not shown.
    const tomorrow = { dateTime: '2026-11-21T13:00:00-08:00' };
    replies.events = { items: [googleEvent('Review', tomorrow, tomorrow)], asOf: NOW };
    vi.setSystemTime(Date.now() + 6 * 60_000);
    await reload();
    expect(await panel().findByText('No events scheduled for this day')).toBeTruthy();
    expect(panel().queryByText('Outlined: from Google Calendar')).toBeNull();
  });

  test('an all-day event leaves no free time, and Schedule… proposes a time between other events', async () => {
    const { user } = await open(
      '/today',
      CONNECTED,
      [
        googleEvent('Out of office', { date: '2026-11-20' }, { date: '2026-11-21' }),
        googleEvent('Review', at('10:30'), at('11:40')),
      ],
      NOW,
      { tasks: [{ title: 'Write report' }] },
    );
    await screen.findByRole('button', { name: /^Out of office/ });
    expect(free()).toEqual([]);
    expect(screen.getByText(/\b0m free/)).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'More actions for Write report' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Schedule…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Task' }));
    expect(dialog.getByRole('status').textContent).toBe('11:45 AM – 12:15 PM, 30m.');
  });
});

test('the events that were last seen are shown offline, even after a reload', async () => {
  const page = await open('/calendar', CONNECTED, [dentist]);
  await shows('Dentist', () => cell('2026-11-20'));
  page.respond(/\/api\/calendar\//, () => Promise.reject(new TypeError('Failed to fetch')));
  await page.reload();
  await showGoogleTab(page);
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]!.textContent).toContain('Dentist');
});

test('each reason why connecting fails has its own sentence', async () => {
  const { user, replies } = await open('/calendar', NO_CALENDAR);
  const close = vi.fn();
  const opened = vi
    .spyOn(window, 'open')
    .mockImplementation(() => ({ close }) as unknown as Window);
  await user.click(button('Connect Calendar'));
  const dialog = await integration();
  const says = async (sentence: string) => {
    await user.click(dialog.getByRole('button', { name: 'Connect Google Calendar' }));
    await waitFor(() => expect(toastText()).toContain(sentence));
    expect(toastText()).toContain('Connection failed');
  };
  replies['auth-url'] = refusal(401, 'Please sign in.');
  await says('You need to be logged in to connect Google Calendar. Please log in and try again.');
  replies['auth-url'] = refusal(500, 'Something broke.');
  await says('Server error when setting up Google integration. Please try again later.');
  replies['auth-url'] = {};
  await says('Authentication URL not provided by server. Please try again.');
  // The empty tabs are closed again.
  expect(close).toHaveBeenCalledTimes(3);
  opened.mockReturnValue(null);
  await says('Popup was blocked. Please allow popups for this website and try again.');
});

test('an error before any event was seen shows Connection Failed with Try Again and Connect', async () => {
  const page = await open('/calendar', CONNECTED);
  const { user, replies, asked } = page;
  await waitFor(() => expect(asked.events).toBe(1));
  const body = { error: 'network', details: 'Google Calendar can’t be reached.' };
  replies.events = refusal(503, JSON.stringify(body));
  await user.click(button('Next month'));
  await waitFor(() => expect(asked.events).toBe(2));
  await showGoogleTab(page);
  const card = within(await panel().findByRole('alert'));
  expect(card.getByRole('heading', { name: 'Connection Failed' })).toBeTruthy();
  expect(card.getByText('Google Calendar can’t be reached.')).toBeTruthy();
  expect(card.getByRole('button', { name: 'Connect' })).toBeTruthy();
  replies.events = { items: [], asOf: NOW };
  await user.click(card.getByRole('button', { name: 'Try Again' }));
  await shows('No events scheduled for this day');
});

test('a failed request for events is retried once', async () => {
  const page = await open('/calendar', CONNECTED);
  page.replies.events = refusal(500, 'Something broke.');
  page.asked.events = 0;
  await page.user.click(button('Next month'));
  await showGoogleTab(page);
  expect(await panel().findByRole('heading', { name: 'Connection Failed' })).toBeTruthy();
  expect(page.asked.events).toBe(2);
});

test('settings and events are kept for five minutes, and the list of calendars for fifteen', async () => {
  const { user, asked } = await open('/calendar', CONNECTED);
  const look = async (minutes: number) => {
    await user.click(screen.getByRole('link', { name: 'Notes' }));
    await screen.findByRole('button', { name: 'New Note' });
    vi.setSystemTime(Date.now() + minutes * 60_000);
    await user.click(screen.getByRole('link', { name: 'Calendar' }));
    await user.click(await screen.findByRole('button', { name: 'Google Calendar' }));
    const dialog = await integration();
    expect(await dialog.findByRole('checkbox', { name: /^Team/ })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await look(0);
  await waitFor(() => expect(asked).toEqual({ settings: 1, events: 1, list: 1 }));
  await look(4);
  expect(asked).toEqual({ settings: 1, events: 1, list: 1 });
  await look(2);
  await waitFor(() => expect(asked).toEqual({ settings: 2, events: 2, list: 1 }));
  await look(10);
  await waitFor(() => expect(asked.list).toBe(2));
});

test('coming back from Google reads the connection and its events again despite recent copies', async () => {
  const { replies, asked, reload } = await open('/calendar', NO_CALENDAR);
  await screen.findByRole('button', { name: 'Connect Calendar' });
  replies.settings = CONNECTED;
  replies.events = { items: [dentist], asOf: NOW };
  await reload('/calendar?success=true');
  await waitFor(() => expect(toastText()).toContain('Calendar Connected'));
  expect(await screen.findByRole('button', { name: 'Google Calendar' })).toBeTruthy();
  await shows('Dentist', () => cell('2026-11-20'));
  replies.events = { items: [], asOf: NOW };
  await reload('/calendar?success=true');
  await waitFor(() => expect(cell('2026-11-20').textContent).not.toContain('Dentist'));
  expect(asked).toMatchObject({ settings: 3, events: 2 });
});

describe('the result of Check Connection Status is shown only while the state that it found lasts', () => {
  const checked = async (settings: CalendarSettings, result: object) => {
    const page = await open('/calendar', settings);
    page.replies.check = result;
    await page.user.click(
      button(settings.status === 'connected' ? 'Google Calendar' : 'Connect Calendar'),
    );
    const dialog = await integration();
    await page.user.click(dialog.getByRole('button', { name: 'Check Connection Status' }));
    /** Lets another tab report that the connection has changed. */
    const changeElsewhere = (next: CalendarSettings) => {
      page.replies.settings = next;
      const channel = openTabChannel(`daymark.calendarChanges.${page.person.id}`);
      channel.broadcast({ settings: 0, events: 0, own: crypto.randomUUID() });
      channel.close();
    };
    return { ...page, dialog, changeElsewhere };
  };

  test('connecting in another tab ends “isn’t connected yet”', async () => {
    const { dialog, changeElsewhere } = await checked(NO_CALENDAR, {
      status: 'disconnected',
      calendarError: null,
    });
    await dialog.findByText('Google Calendar isn’t connected yet.');
    changeElsewhere(CONNECTED);
    await dialog.findByText('Connected');
    await waitFor(() => expect(dialog.queryByText(/isn’t connected yet/)).toBeNull());
  });

  test('a check that finds a new connection shows its result', async () => {
    const { dialog, user, replies } = await checked(NO_CALENDAR, {
      status: 'disconnected',
      calendarError: null,
    });
    await dialog.findByRole('alert');
    replies.settings = CONNECTED;
    replies.check = { status: 'connected', calendarError: null };
    await user.click(dialog.getByRole('button', { name: 'Check Connection Status' }));
    await dialog.findByText('Connected');
    await dialog.findByText(/Google responded just now/);
  });

  test('disconnecting ends “Connected”', async () => {
    const { dialog, user, replies } = await checked(CONNECTED, {
      status: 'connected',
      calendarError: null,
    });
    await dialog.findByText(/Google responded just now/);
    replies.disconnect = replies.settings = NO_CALENDAR;
    await disconnect(user);
    await dialog.findByText('Not connected');
    await waitFor(() => expect(dialog.queryByText(/Google responded just now/)).toBeNull());
  });

  test('a grant that expires in another tab ends “Connected”, and a new grant ends the error', async () => {
    const { dialog, changeElsewhere, replies, user } = await checked(CONNECTED, {
      status: 'connected',
      calendarError: null,
    });
    await dialog.findByText(/Google responded just now/);
    const calendarError = { error: 'expired', details: 'Your sign-in has expired.' } as const;
    changeElsewhere({ ...CONNECTED, status: 'expired', calendarError });
    await dialog.findByText('Connection expired');
    await waitFor(() => expect(dialog.queryByText(/Google responded just now/)).toBeNull());
    replies.check = { status: 'expired', calendarError };
    await user.click(dialog.getByRole('button', { name: 'Check Connection Status' }));
    await dialog.findByRole('alert');
    changeElsewhere(CONNECTED);
    await dialog.findByText('Connected');
    await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
  });

  test('a successful Refresh Calendars ends an error', async () => {
    const { dialog, user, replies } = await checked(CONNECTED, {
      status: 'connected',
      calendarError: { error: 'network', details: 'Google Calendar can’t be reached.' },
    });
    await dialog.findByText('Google Calendar can’t be reached.');
    replies.refresh = CONNECTED;
    await user.click(dialog.getByRole('button', { name: 'Refresh Calendars' }));
    await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
  });
});

test('an empty list of calendars says “No calendars found”', async () => {
  const { user } = await open('/calendar', { ...CONNECTED, calendarList: [] });
  await user.click(button('Google Calendar'));
  expect((await integration()).getByText('No calendars found')).toBeTruthy();
});

test('Disconnect removes Google’s events from the browser', async () => {
  const { user, replies, sync } = await open('/calendar', CONNECTED);
  const ranges = async () => {
    const database = await openDB(`daymark.${sync().userId}`);
    const names = (await database.getAllKeys('kept')) as string[];
    database.close();
    return names.filter((name) => name.includes(' events '));
  };
  await waitFor(async () => expect(await ranges()).not.toEqual([]));
  replies.disconnect = NO_CALENDAR;
  await user.click(button('Google Calendar'));
  await disconnect(user);
  await waitFor(() => expect(toastText()).toContain('Disconnected from Google Calendar'));
  await waitFor(async () => expect(await ranges()).toEqual([]));
});

test('choosing other calendars reads the other months again, even after the page is reopened', async () => {
  const { user, replies, asked, reload } = await open('/calendar', CONNECTED, [dentist]);
  await waitFor(() => expect(asked.events).toBe(1));
  await user.click(button('Next month'));
  await waitFor(() => expect(asked.events).toBe(2));
  replies.select = replies.settings = { ...CONNECTED, selectedCalendarIds: ['team', 'other'] };
  await user.click(button('Google Calendar'));
  await user.click((await integration()).getByRole('checkbox', { name: /^Team/ }));
  await waitFor(() => expect(asked.events).toBe(3));
  await reload('/calendar');
  await waitFor(() => expect(asked.events).toBe(4));
});

test('failed disconnecting, failed selecting and each result of the connection check are shown', async () => {
  const { user, replies } = await open('/calendar', CONNECTED);
  replies.disconnect = replies.select = refusal(500, 'Something broke.');
  await user.click(button('Google Calendar'));
  const dialog = await integration();
  const team = dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Team/ });
  await user.click(team);
  await waitFor(() => expect(toastText()).toContain('Calendar selection failed'));
  await waitFor(() => expect(team.checked).toBe(true));
  await disconnect(user);
  await waitFor(() => expect(toastText()).toContain('Disconnection failed'));
  const check = async () => {
    await waitFor(() =>
      expect(button('Check Connection Status')).toHaveProperty('disabled', false),
    );
    await user.click(button('Check Connection Status'));
  };
  for (const [error, details] of [
    ['expired', 'Your Google sign-in has expired.'],
    ['network', 'Google Calendar can’t be reached.'],
    ['timeout', 'Google Calendar took too long to respond.'],
    ['permission', 'Google refused access to your calendar.'],
    ['notFound', 'A calendar was not found at Google.'],
  ]) {
    replies.check = { status: 'connected', calendarError: { error, details } };
    await check();
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain(details));
  }
  replies.check = { status: 'connected', calendarError: null };
  await check();
  await waitFor(() =>
    expect(dialog.getByRole('status').textContent).toContain(
      'Connected. Google responded just now.',
    ),
  );
});

test('in a copy of the demo the dialog says that no calendar can be connected', async () => {
  const { user } = await renderPage('/calendar', {
    about: { expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
  });
  const [connect] = await screen.findAllByRole('button', { name: 'Connect Calendar' });
  await user.click(connect as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Google Calendar Integration' }));
  expect(
    dialog.getByText('The demo can’t connect a calendar. Sign up to connect yours.'),
  ).toBeTruthy();
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close']);
});
