import type { FocusSession } from '@daymark/contract/focusSession';
import type { Goal } from '@daymark/contract/goal';
import type { Task } from '@daymark/contract/task';
import { focusSession, task } from '@daymark/contract/test/records';
import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addDays, localDay, startOfDay } from '../../lib/time/dates';
import { dateSettings } from '../../lib/time/dateSettings';
import { focusTotal } from '../focus/focusDay';
import { daysWithin } from './insightDays';
import { timesheet, type Timesheet, type TimesheetRecords } from './timesheet';

const inZone = (timeZone: string | null) => dateSettings.set({ ...DEFAULT_DATES, timeZone });
beforeEach(() => inZone('America/New_York'));
afterEach(() => inZone(null));

const DAY = '2026-11-20';
const work = { id: 1, name: 'Work', color: '#3B82F6', userId: 1 };
const health = { id: 4, name: 'Health', color: '#10B981', userId: 1 };
const goal = (id: number, title: string): Goal => ({
  id,
  title,
  span: 'week',
  day: '2026-11-16',
  outcome: null,
  servesId: null,
  position: null,
  createdAt: '2026-11-16T08:00:00Z',
  userId: 1,
});

const RECORDS: TimesheetRecords = {
  sessions: [],
  allTasks: [
    task(1, { title: 'Write the report', categoryId: 1, goalId: 11 }),
    task(2, { title: 'Send the budget', categoryId: 1 }),
    task(3, { title: 'Run', categoryId: 4, goalId: 99 }),
    task(5, { title: 'Outline', parentId: 1 }),
  ],
  categories: [work, health],
  goals: [goal(11, 'Publish the report')],
};

/** A session between two moments, "2026-11-20T09:00", in New York in November. */
const session = (
  id: number,
  from: string,
  to: string,
  fields: Partial<FocusSession> = {},
): FocusSession => {
  const [start, end] = [`${from}-05:00`, `${to}-05:00`];
  const actualSeconds = (Date.parse(end) - Date.parse(start)) / 1000;
  return focusSession(id, { start, end, actualSeconds, ...fields });
};
const today = (id: number, from: string, to: string, fields: Partial<FocusSession> = {}) =>
  session(id, `${DAY}T${from}`, `${DAY}T${to}`, fields);
const sheetOf = (sessions: FocusSession[], days = [DAY]) =>
  timesheet({ ...RECORDS, sessions }, days);
const minutesOf = (lines: readonly { name: string; seconds: number }[]) =>
  lines.map(({ name, seconds }) => [name, seconds / 60]);

it('focus is summed by category and task, the longest first', () => {
  const { categories, seconds } = sheetOf([
    today(1, '09:00', '09:30', { taskId: 1 }),
    today(2, '10:00', '10:10', { taskId: 2 }),
    today(3, '11:00', '12:00', { taskId: 3 }),
  ]);
  expect(minutesOf(categories)).toEqual([
    ['Health', 60],
    ['Work', 40],
  ]);
  expect(minutesOf(categories[1]?.tasks ?? [])).toEqual([
    ['Write the report', 30],
    ['Send the budget', 10],
  ]);
  expect(seconds).toBe(100 * 60);
});

it('focus on a step counts for its task', () => {
  const { categories } = sheetOf([
    today(1, '09:00', '09:30', { taskId: 1 }),
    today(2, '10:00', '10:10', { taskId: 5 }),
  ]);
  expect(minutesOf(categories[0]?.tasks ?? [])).toEqual([['Write the report', 40]]);
});

it('the tasks of a series are one line, with the title of the latest one', () => {
  const ofSeries = (id: number, seriesDay: string, fields: Partial<Task>) =>
    task(id, { seriesId: 50, seriesDay, completed: true, ...fields });
  const allTasks = [
    ofSeries(50, '2026-11-18', { title: 'Inbox', categoryId: 1 }),
    ofSeries(52, '2026-11-20', { title: 'Clear the inbox', categoryId: 1, goalId: 11 }),
    ofSeries(51, '2026-11-19', { title: 'Mail', categoryId: 1, skippedAt: `${DAY}T12:00:00Z` }),
  ];
  const sheet = timesheet(
    {
      ...RECORDS,
      allTasks,
      sessions: [
        today(1, '09:00', '09:30', { taskId: 50 }),
        today(2, '10:00', '10:10', { taskId: 51 }),
        today(3, '11:00', '11:05', { taskId: 52 }),
      ],
    },
    [DAY],
  );
  expect(minutesOf(sheet.categories[0]?.tasks ?? [])).toEqual([['Clear the inbox', 45]]);
  expect(
    sheet.entries.map(({ task: name, goal: served, seconds }) => [name, served, seconds / 60]),
  ).toEqual([
    ['Clear the inbox', 'No goal', 40],
    ['Clear the inbox', 'Publish the report', 5],
  ]);
});

it('time without a task and time on deleted tasks are named', () => {
  const { categories } = sheetOf([
    today(1, '09:00', '09:30'),
    today(2, '10:00', '10:10', { taskId: 77 }),
    today(3, '11:00', '11:05', { taskId: 78 }),
  ]);
  expect(minutesOf(categories)).toEqual([['No category', 45]]);
  expect(minutesOf(categories[0]?.tasks ?? [])).toEqual([
    ['No task', 30],
    ['Deleted tasks', 15],
  ]);
});

it('time for goals and other time add up to the focus, also after a goal is deleted', () => {
  const { goals, seconds } = sheetOf([
    today(1, '09:00', '09:30', { taskId: 1 }),
    today(2, '10:00', '10:10', { taskId: 2 }),
    today(3, '11:00', '12:00', { taskId: 3 }),
  ]);
  expect(minutesOf(goals)).toEqual([
    ['Publish the report', 30],
    ['No goal', 70],
  ]);
  expect(seconds).toBe(100 * 60);
});

it('the session that began last gets the time that two sessions share', () => {
  const { entries } = sheetOf([
    today(1, '09:00', '10:00', { taskId: 1 }),
    today(2, '09:20', '09:30', { taskId: 2 }),
  ]);
  expect(entries.map(({ task: name, seconds }) => [name, seconds / 60])).toEqual([
    ['Write the report', 50],
    ['Send the budget', 10],
  ]);
});

it('the session with the greater id gets the time if two began in the same second', () => {
  const both = [
    today(8, '09:00', '10:00', { taskId: 2 }),
    today(9, '09:00', '09:15', { taskId: 1 }),
  ];
  for (const sessions of [both, both.toReversed()])
    expect(minutesOf(sheetOf(sessions).categories[0]?.tasks ?? [])).toEqual([
      ['Send the budget', 45],
      ['Write the report', 15],
    ]);
});

it('a session across midnight is divided between its days', () => {
  const late = session(1, '2026-11-20T23:50', '2026-11-21T00:15', { taskId: 1 });
  expect(sheetOf([late]).seconds).toBe(10 * 60);
  expect(
    sheetOf([late], [DAY, '2026-11-21']).entries.map(({ day, seconds }) => [day, seconds / 60]),
  ).toEqual([
    [DAY, 10],
    ['2026-11-21', 15],
  ]);
});

it('time between the first and the last focus of a day is a break, a pause or a gap', () => {
  const { breakSeconds, gapSeconds } = sheetOf([
    today(1, '08:00', '08:05', { mode: 'longBreak' }),
    today(2, '09:00', '09:40', { actualSeconds: 30 * 60 }),
    today(3, '09:40', '09:50', { mode: 'shortBreak' }),
    today(4, '10:00', '10:30'),
    today(5, '10:30', '11:00', { mode: 'longBreak' }),
  ]);
  expect([breakSeconds / 60, gapSeconds / 60]).toEqual([10, 20]);
});

it('days without focus have an empty timesheet', () => {
  const empty = { seconds: 0, categories: [], goals: [], entries: [], breakSeconds: 0 };
  expect(sheetOf([])).toEqual({ ...empty, gapSeconds: 0 });
  expect(sheetOf([today(1, '09:00', '09:05', { mode: 'shortBreak' })])).toMatchObject(empty);
  expect(timesheet(RECORDS, [])).toMatchObject(empty);
});

const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'America/Los_Angeles',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Apia',
];

/** The days on which the clocks change in New York and in Berlin, twice a year. */
const CHANGES = ['2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25'];

/** Sessions within two days of a clock change, many of which overlap, with times in ms. */
const runsAround = (changeDay: string) => {
  const middle = Date.parse(`${changeDay}T12:00:00Z`);
  const start = fc.integer({ min: middle - 48 * 3_600_000, max: middle + 48 * 3_600_000 });
  return fc.array(
    fc.record({
      start,
      lengthMs: fc.integer({ min: 0, max: 5 * 3_600_000 }),
      pausedSeconds: fc.nat(900),
      taskId: fc.constantFrom(null, 1, 2, 3, 5, 77),
      mode: fc.constantFrom('focus' as const, 'focus' as const, 'shortBreak' as const),
    }),
    { maxLength: 20 },
  );
};
interface Run {
  start: number;
  lengthMs: number;
  pausedSeconds: number;
  taskId: number | null;
  mode: FocusSession['mode'];
}

const sessionsOf = (runs: readonly Run[]): FocusSession[] =>
  runs.map(({ start, lengthMs, pausedSeconds, ...fields }, index) =>
    focusSession(index + 1, {
      ...fields,
      start: new Date(start).toISOString(),
      end: new Date(start + lengthMs).toISOString(),
      actualSeconds: Math.max(0, Math.round(lengthMs / 1000) - pausedSeconds),
    }),
  );
const sum = (lines: readonly { seconds: number }[]) =>
  lines.reduce((all, { seconds }) => all + seconds, 0);

for (const change of CHANGES)
  for (const zone of ZONES) {
    const days = daysWithin(addDays(change, -3), addDays(change, 3));

    it(`the sums are equal in ${zone} around ${change}`, () => {
      inZone(zone);
      fc.assert(
        fc.property(runsAround(change), (runs) => {
          const sessions = sessionsOf(runs);
          const sheet = timesheet({ ...RECORDS, sessions }, days);
          const dashboard = days.map((day) => Math.round(focusTotal(sessions, day).minutes * 60));
          expect(dashboard.reduce((all, one) => all + one, 0)).toBe(sheet.seconds);
          for (const [index, day] of days.entries())
            expect(sum(sheet.entries.filter((entry) => entry.day === day))).toBe(dashboard[index]);
          expect(sum(sheet.categories)).toBe(sheet.seconds);
          expect(sum(sheet.categories.flatMap(({ tasks }) => tasks))).toBe(sheet.seconds);
          expect(sum(sheet.goals)).toBe(sheet.seconds);
          expect(sum(sheet.entries)).toBe(sheet.seconds);
          expect(sheet.breakSeconds + sheet.gapSeconds + sheet.seconds).toBe(
            windowSeconds(sessions, days),
          );
        }),
        { numRuns: 30 },
      );
    });

    it(`the order of the records makes no difference in ${zone} around ${change}`, () => {
      inZone(zone);
      fc.assert(
        fc.property(
          runsAround(change).chain((runs) => {
            const sessions = sessionsOf(runs);
            const any = fc.shuffledSubarray(sessions, { minLength: sessions.length });
            return fc.tuple(any, any, any);
          }),
          (devices) => {
            const [first, ...others] = devices.map((sessions): Timesheet =>
              timesheet({ ...RECORDS, sessions }, days),
            );
            for (const other of others) expect(other).toEqual(first);
          },
        ),
        { numRuns: 30 },
      );
    });
  }

/** Returns the seconds between the first and the last focus of each day, found without `focusParts`. */
function windowSeconds(sessions: readonly FocusSession[], days: readonly string[]): number {
  const ends = new Map<string, { from: number; to: number }>();
  for (const { mode, start, end, actualSeconds } of sessions) {
    if (mode !== 'focus') continue;
    const from = Math.floor(Date.parse(start) / 1000);
    const to = Math.min(Math.floor(Date.parse(end) / 1000), from + actualSeconds);
    let begin = from;
    while (begin < to) {
      const day = localDay(new Date(begin * 1000));
      const until = Math.min(to, startOfDay(addDays(day, 1)).getTime() / 1000);
      const known = ends.get(day) ?? { from: begin, to: until };
      ends.set(day, { from: Math.min(known.from, begin), to: Math.max(known.to, until) });
      begin = until;
    }
  }
  return [...ends].reduce(
    (all, [day, { from, to }]) => (days.includes(day) ? all + to - from : all),
    0,
  );
}
