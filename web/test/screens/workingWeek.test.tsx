import { occurrenceId, occurrenceOn } from '@daymark/contract/repeats/occurrences';
import type { EventRepeat } from '@daymark/contract/repeats/eventRepeat';
import { event as anyEvent, focusSession } from '@daymark/contract/test/records';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays, localInstant } from '../../src/lib/time/dates';
import { renderPage } from '../renderPage';

// jsdom can't draw charts. Their tables are read.
vi.mock('../../src/features/insights/InsightChart', () => ({ default: () => null }));

/** A zone whose clocks change between two working days. */
const ZONE = 'Africa/Cairo';

beforeEach(() => {
  vi.stubEnv('TZ', ZONE);
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const repeat: EventRepeat = {
  rule: { every: 'week', interval: 1, weekdays: [1, 2, 3, 4, 5], from: 'schedule' },
  timeZone: ZONE,
  until: null,
  count: null,
};

type Page = Awaited<ReturnType<typeof renderPage>>;

const at = (day: string, clock: string) => new Date(`${day}T${clock}:00`);
const timesOf = (day: string, from: string, minutes: number) => {
  const start = at(day, from);
  return {
    start: localInstant(start),
    end: localInstant(new Date(start.getTime() + minutes * MINUTE_MS)),
  };
};

/** Returns the minutes in a text such as "2h 5m" or "45m". */
function minutesIn(text: string): number {
  const [, hours = 0, minutes = 0] = /(?:(\d+)h)?\s*(?:(\d+)m)?/.exec(text) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

/** Returns the minutes of each text in a list that ends with a duration, such as "Report 1h 5m". */
const sumOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + minutesIn(text), 0);

/** Opens a screen at a time of day. */
async function openAt(page: Page, day: string, clock: string, path: string) {
  vi.setSystemTime(at(day, clock));
  await page.reload(path);
}

async function addByLine({ user, server }: Page, line: string) {
  const count = server.records('tasks').length;
  await user.type(screen.getByLabelText('New task'), `${line}{Enter}`);
  await waitFor(() => expect(server.records('tasks')).toHaveLength(count + 1));
  await saved();
}

const saved = () => screen.findByText('All changes saved');

async function tick({ user, server }: Page, title: string) {
  const isDone = () => server.records('tasks').filter(({ completed }) => completed).length;
  const count = isDone();
  await user.click(screen.getAllByRole('checkbox', { name: title })[0]!);
  await waitFor(() => expect(isDone()).toBe(count + 1));
  await saved();
}

/** Runs the timer without a task from nine, and stops it after some minutes. */
async function focusInterrupted(page: Page, day: string, minutes: number) {
  await openAt(page, day, '09:00', '/focus');
  await page.user.keyboard(' ');
  vi.setSystemTime(at(day, '09:00').getTime() + minutes * MINUTE_MS);
  document.dispatchEvent(new Event('visibilitychange'));
  await page.user.click(await screen.findByRole('button', { name: 'Stop and save' }));
  await waitFor(() => expect(sessionsOf(page, day)).toHaveLength(1));
  await saved();
}

const sessionsOf = ({ server }: Page, day: string) =>
  (server.records('focusSessions') as unknown as ReturnType<typeof focusSession>[]).filter(
    ({ start, mode }) => mode === 'focus' && localInstant(new Date(start)).startsWith(day),
  );

/** The figures of one evening, as each screen shows them. Durations are in minutes. */
interface Evening {
  focus: number;
  progress: string;
}

async function dashboardOf(page: Page, day: string): Promise<Evening> {
  await openAt(page, day, '18:30', '/today');
  const valueOf = (title: string) =>
    screen.getByText(title, { selector: 'h2' }).closest('section')!.textContent;
  await waitFor(() => expect(valueOf('Daily Progress')).toMatch(/\d+ of \d+/));
  return {
    focus: minutesIn(valueOf('Focus Time').replace('Focus Time', '')),
    progress: /\d+ of \d+/.exec(valueOf('Daily Progress'))![0],
  };
}

/** Returns the minutes of focus that the rows of /today name, in the order of size. */
const listFocus = () =>
  [...document.querySelectorAll('li [aria-label="Focused"]')]
    .map(({ parentElement }) => minutesIn(parentElement!.textContent))
    .toSorted((a, b) => a - b);

/** Returns the minutes of the day's marks of focus sessions on the rail. */
const railFocus = () =>
  screen
    .getAllByRole('img', { name: /focus|Focus/ })
    .map((mark) => mark.getAttribute('aria-label') ?? '');

async function reflectionOf(page: Page, day: string): Promise<Evening> {
  await openAt(page, day, '18:31', `/reflection?day=${day}`);
  await page.user.click(await screen.findByRole('button', { name: /^What happened/ }));
  const list = await screen.findByRole('list', { name: /drafted from/ });
  const figures = [...list.querySelectorAll('li > span')].map(({ textContent }) => textContent);
  return {
    focus: sumOf(figures),
    progress: /\d+ of \d+/.exec(screen.getByText(/tasks? done/).textContent)![0],
  };
}

async function insightsOf(page: Page, day: string): Promise<Evening> {
  await openAt(page, day, '18:32', '/insights?days=7');
  await page.user.click(await screen.findByRole('button', { name: 'Next day' }));
  const parts = screen.getByText('Focused', { selector: 'dt' }).parentElement!;
  const tables = screen.getAllByRole('table', { hidden: true });
  const rowOf = (column: string) => {
    const table = tables.find(({ textContent }) => textContent.includes(column))!;
    return [...table.querySelectorAll('tbody tr')].at(-1)!.querySelectorAll('td');
  };
  const [done, open] = [...rowOf('Stayed open')].map(({ textContent }) => Number(textContent));
  return {
    focus: minutesIn(parts.querySelector('dd')!.textContent),
    progress: `${done} of ${done! + open!}`,
  };
}

test.each([
  ['the clocks go forward', '2026-04-20'],
  ['the clocks go back', '2026-10-26'],
])(
  'in a week in which %s, the figures of all screens agree each evening',
  { timeout: 240_000 },
  async (_, monday) => {
    vi.setSystemTime(at(monday, '08:00'));
    const sync = anyEvent(7, { title: 'Sync', ...timesOf(monday, '11:00', 30), repeat });
    const page = await renderPage('/today', { seed: { events: [sync] } });
    await addByLine(page, 'Standup every weekday 9:15 15m');
    await addByLine(page, 'Write report 2h every weekday');
    for (let index = 0; index < 5; index++) {
      const day = addDays(monday, index);
      await focusInterrupted(page, day, 12 + index);
      await openAt(page, day, '09:40', '/today');
      await tick(page, 'Standup');
      await addByLine(page, `Fix outage ${index} today`);
      const taskOf = (title: string) =>
        page.server
          .records('tasks')
          .find((task) => task.title === title && task.completed === false)!;
      // On another device: a session with a pause, and a meeting that moves to the afternoon.
      page.server.put('focusSessions', {
        ...focusSession(100 + index),
        ...timesOf(day, '14:00', 65),
        actualSeconds: 50 * 60,
        taskId: taskOf('Write report').id,
      });
      const night = timesOf(addDays(day, -1), '23:45', 40);
      page.server.put('focusSessions', {
        ...focusSession(300 + index),
        ...night,
        actualSeconds: 40 * 60,
      });
      page.server.put('focusSessions', {
        ...focusSession(200 + index),
        ...timesOf(day, '16:00', 25),
        taskId: taskOf(`Fix outage ${index}`).id,
      });
      const moved = occurrenceOn(sync, repeat, day);
      page.server.put('events', {
        ...sync,
        id: occurrenceId(7, day),
        ...timesOf(day, '15:20', 30),
        seriesId: 7,
        seriesDay: moved.day,
        repeat: null,
      });
      await openAt(page, day, '17:00', '/today');
      await tick(page, `Fix outage ${index}`);
      if (index % 2 === 0) await tick(page, 'Write report');

      // The part of the night's session after midnight counts today. When the clocks go back, it ends before midnight.
      const afterMidnight = Math.max(0, Date.parse(night.end) - at(day, '00:00').getTime());
      const dashboard = await dashboardOf(page, day);
      expect(dashboard.focus, `focus on ${day}`).toBe(
        12 + index + 50 + 25 + afterMidnight / MINUTE_MS,
      );
      // A report that is left over has been worked on for two days.
      expect(listFocus()).toEqual([25, index === 2 || index === 4 ? 100 : 50]);
      expect(railFocus()).toHaveLength(afterMidnight > 0 ? 4 : 3);
      expect(await reflectionOf(page, day)).toEqual(dashboard);
      expect(await insightsOf(page, day)).toEqual(dashboard);
    }
  },
);
