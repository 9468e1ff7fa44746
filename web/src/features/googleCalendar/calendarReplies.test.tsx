import type { CalendarEvents, CalendarSettings } from '@daymark/contract/googleCalendar';
import { HOUR_MS } from '@daymark/contract/time/units';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { NO_CALENDAR } from '../../../test/modelServer';
import { refusal, renderPage } from '../../../test/renderPage';
import { localDay } from '../../lib/time/dates';
import { queryClient } from '../../lib/api/queryClient';
import { openTabChannel } from '../../lib/browser/tabChannel';
import { onCalendarCounters } from '../../records/googleCalendar/calendarReplies';
import { restoreCalendar, upcomingDays } from '../../records/googleCalendar/calendarQueries';

const CALENDAR = { id: 'ada', summary: 'Ada', primary: true, color: null };
const SETTINGS: CalendarSettings = {
  ...NO_CALENDAR,
  isConnected: true,
  status: 'connected',
  selectedCalendarId: 'ada',
  selectedCalendarIds: ['ada'],
  calendarList: [CALENDAR],
};

/** Opens /today for a person with a Google event. The server watches the calendar for `watchedSeconds`. */
async function watchedDay(watchedSeconds: number) {
  const now = new Date(2026, 10, 20, 9);
  vi.useFakeTimers({ toFake: ['Date'], now });
  let title = 'Dentist';
  let held: Promise<void> | undefined;
  const at = (hours: number) => ({
    dateTime: new Date(now.getTime() + hours * HOUR_MS).toISOString(),
  });
  const reply = (): CalendarEvents => ({
    items: [
      {
        id: 'one',
        calendarId: 'ada',
        summary: title,
        location: null,
        colorId: null,
        start: at(10),
        end: at(11),
        htmlLink: null,
        transparency: 'opaque',
        ownResponse: null,
      },
    ],
    asOf: now.toISOString(),
    watchedSeconds,
  });
  const page = await renderPage('/today', {
    respond: [
      /^GET \/api\/calendar/,
      async ({ line }) => {
        const response = Response.json(line.includes('/settings') ? SETTINGS : reply());
        await held;
        return response;
      },
    ],
  });
  const asked = () => page.sent.filter(({ line }) => line.startsWith('GET /api/calendar/')).length;
  const counted = (events: number, settings = 5) =>
    onCalendarCounters(page.sync(), { settings, events });
  await screen.findAllByText('Dentist');
  await counted(5);
  expect(asked()).toBe(4);
  // This read waits for the writes in progress.
  await page.sync().readValue('');
  return {
    page,
    asked,
    counted,
    rename: (to: string) => (title = to),
    /** Holds the responses back until the returned function is called. */
    hold: () => {
      let release: () => void = () => undefined;
      held = new Promise((resolve) => (release = resolve));
      return release;
    },
    /** Starts the app again two hours later. */
    later: async () => {
      vi.setSystemTime(Date.now() + 2 * HOUR_MS);
      await page.reload();
      await screen.findAllByText('Dentist');
    },
  };
}

test('a start doesn’t read Google’s events again while the counter is unchanged', async () => {
  const { asked, counted, later } = await watchedDay(86_400);
  for (let start = 1; start <= 2; start++) {
    await later();
    await counted(5);
    expect(asked()).toBe(4);
  }
});

test('a start reads the copy of Google’s events from the replica before it draws /today', async () => {
  const { page } = await watchedDay(86_400);
  const id = page.sync().userId;
  queryClient.removeQueries({ queryKey: ['googleCalendar', id] });
  const day = localDay(new Date());
  await restoreCalendar(page.sync(), upcomingDays(day));
  const known = queryClient.getQueriesData<{ reply: CalendarEvents }>({
    queryKey: ['googleCalendar', id, 'events'],
  });
  expect(known.map(([, kept]) => kept?.reply.items[0]?.summary)).toEqual(['Dentist']);
});

test.each([
  ['they are requested after the connection', SETTINGS, ['settings', 'events']],
  ['only the connection is requested if there is none', NO_CALENDAR, ['settings']],
])('in a browser without a copy of the events, %s', async (_, settings, expected) => {
  const { sent } = await renderPage('/today', {
    respond: [
      /^GET \/api\/calendar/,
      ({ line }) =>
        Response.json(
          line.includes('/settings')
            ? settings
            : ({ items: [], asOf: null, watchedSeconds: 0 } satisfies CalendarEvents),
        ),
    ],
  });
  const asked = () =>
    sent.flatMap(({ line }) => /^GET \/api\/calendar\/(\w+)/.exec(line)?.[1] ?? []);
  await waitFor(() => expect(asked()).toEqual(expected));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(asked()).toEqual(expected);
});

test.each([
  ['the request is retried once after a plain 500', 'Something broke.', 500, 2],
  [
    'a response of Google’s is used',
    JSON.stringify({ error: 'network', details: 'Google Calendar can’t be reached.' }),
    503,
    1,
  ],
])('when several parts of /today ask for the events, %s', async (_, sentence, status, times) => {
  const { sent, user } = await renderPage('/today', {
    respond: [
      /^GET \/api\/calendar/,
      ({ line }) =>
        line.includes('/settings') ? Response.json(SETTINGS) : refusal(status, sentence),
    ],
  });
  const asked = () => sent.filter(({ line }) => line.startsWith('GET /api/calendar/events')).length;
  await waitFor(() => expect(asked()).toBe(times));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await user.click(await screen.findByRole('tab', { name: 'Synced with Google' }));
  await screen.findByRole('heading', { name: 'Connection Failed' });
  expect(asked()).toBe(times);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(asked()).toBeGreaterThan(times));
});

test('a connection that can’t be read is requested once for all parts of /today', async () => {
  const { sent, user } = await renderPage('/today', {
    respond: [/^GET \/api\/calendar/, () => refusal(500, 'Something broke.')],
  });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await user.click(await screen.findByRole('tab', { name: 'Synced with Google' }));
  await screen.findByRole('heading', { name: 'Connection Failed' });
  expect(sent.filter(({ line }) => line.startsWith('GET /api/calendar')).length).toBe(1);
});

test('events are read again if the counter has risen while the browser was away', async () => {
  const { asked, counted, later, rename } = await watchedDay(86_400);
  rename('Dentist, moved');
  await later();
  await counted(6);
  await screen.findAllByText('Dentist, moved');
  // The connection is unchanged, so it isn't read again.
  expect(asked()).toBe(5);
});

test('a change at Google causes one request', async () => {
  const { asked, counted } = await watchedDay(86_400);
  await counted(6);
  await counted(6);
  expect(asked()).toBe(5);
});

test('events are requested again if they change before the response arrives', async () => {
  const { page, asked, counted, hold, rename } = await watchedDay(86_400);
  const release = hold();
  const first = counted(6);
  await waitFor(() => expect(asked()).toBe(5));
  rename('Dentist, moved');
  const second = counted(7);
  await page.sync().readValue('');
  release();
  await Promise.all([first, second]);
  await screen.findAllByText('Dentist, moved');
  expect(asked()).toBe(6);
});

describe('a hidden tab that learns of a change at Google', () => {
  const heardWhileHidden = async () => {
    const day = await watchedDay(86_400);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    onTestFinished(() => visibility.mockRestore());
    const told: unknown[] = [];
    const channel = openTabChannel(`daymark.calendarChanges.${day.page.sync().userId}`, (message) =>
      told.push(message),
    );
    onTestFinished(channel.close);
    void day.counted(6);
    void day.counted(7);
    await waitFor(() => expect(told).toHaveLength(2));
    expect(day.asked()).toBe(4);
    return {
      ...day,
      show: () => {
        visibility.mockReturnValue('visible');
        document.dispatchEvent(new Event('visibilitychange'));
      },
    };
  };

  test('reads the events once, when it is shown', async () => {
    const { show, asked, rename } = await heardWhileHidden();
    rename('Dentist, moved');
    show();
    await screen.findAllByText('Dentist, moved');
    expect(asked()).toBe(5);
  });

  test('leaves the reading to the next start when it is closed', async () => {
    const { show, asked, counted, later } = await heardWhileHidden();
    await later();
    show();
    await waitFor(() => expect(asked()).toBe(5));
    await counted(7);
    expect(asked()).toBe(5);
  });
});

test('a changed connection is read again together with the events', async () => {
  const { asked, counted, later, rename } = await watchedDay(86_400);
  rename('Dentist, moved');
  await later();
  await counted(6, 6);
  await screen.findAllByText('Dentist, moved');
  expect(asked()).toBe(6);
});

test.each([
  ['no channel reports changes', 0],
  ['the channel has ended', HOUR_MS / 1000],
])('events are read at each start if %s', async (_, watchedSeconds) => {
  const { asked, counted, later } = await watchedDay(watchedSeconds);
  await later();
  await counted(5);
  await waitFor(() => expect(asked()).toBe(5));
});

test('events are read when live updates are silent for ten seconds', async () => {
  const { asked, later } = await watchedDay(86_400);
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
    now: Date.now(),
  });
  await later();
  expect(asked()).toBe(4);
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(asked()).toBe(6));
});
