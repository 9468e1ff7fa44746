import type { PlannedTime, PlanOfDay } from '@daymark/contract/dayPlan';
import { event as anyEvent, focusSession, task as anyTask } from '@daymark/contract/test/records';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, startOfDay, timeOnDay } from '../../lib/time/dates';
import {
  mainOutcome,
  minutesOf,
  planAgainstDay,
  type RecordsOfDay,
  type TimeOutcome,
} from './planAgainstDay';

const MINUTE = 60_000;
const FRIDAY = '2026-11-20';
const SATURDAY = '2026-11-21';

const at = (clock: string, day = FRIDAY): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return timeOnDay(day, hours * 60 + minutes).getTime();
};
const iso = (ms: number) => new Date(ms).toISOString();
const times = (from: string, to: string, day = FRIDAY) => ({
  start: iso(at(from, day)),
  end: iso(at(to, day)),
});
const planned = (id: number, from: string, to: string, taskId: number | null): PlannedTime => ({
  eventId: String(id),
  title: `Event ${id}`,
  ...times(from, to),
  taskId,
});
const block = (id: number, from: string, to: string, taskId: number | null = null) =>
  anyEvent(id, { ...times(from, to), taskId });
const session = (
  id: number,
  from: string,
  to: string,
  taskId: number | null,
  mode: 'focus' | 'shortBreak' = 'focus',
) =>
  focusSession(id, {
    ...times(from, to),
    mode,
    taskId,
    actualSeconds: (at(to) - at(from)) / 1000,
  });
const task = (id: number, fields = {}) => anyTask(id, { plannedDay: FRIDAY, ...fields });
const done = (id: number, clock: string) =>
  task(id, { completed: true, completedAt: iso(at(clock)) });

const compared = (plan: Partial<PlanOfDay>, records: Partial<RecordsOfDay>, now = at('22:00')) =>
  planAgainstDay(
    { keptAt: iso(at('08:00')), tasks: [], times: [], ...plan },
    { tasks: [], steps: new Map(), sessions: [], events: [], hasExternal: true, ...records },
    FRIDAY,
    new Date(now),
  );

/** Returns the spans of a block from 10:00 to 11:00 for task 1 as "minutes outcome record". */
const hour = (records: Partial<RecordsOfDay>, now?: number) =>
  texts(compared({ times: [planned(7, '10:00', '11:00', 1)] }, records, now).times[0]);
const texts = (time: TimeOutcome | undefined) =>
  time?.spans.map(
    (span) => `${minutesOf([span])} ${span.outcome} ${span.record.kind} ${span.record.id}`,
  );

beforeEach(() => vi.stubEnv('TZ', 'America/New_York'));
afterEach(() => vi.unstubAllEnvs());

describe('a planned block', () => {
  const own = () => block(7, '10:00', '11:00', 1);
  it('was not begun if nothing is known about its time', () =>
    expect(hour({ tasks: [task(1)], events: [own()] })).toEqual(['60 notBegun task 1']));
  it('is ahead until its time has come', () =>
    expect(hour({ tasks: [task(1)], events: [own()] }, at('10:15'))).toEqual([
      '15 notBegun task 1',
      '45 ahead task 1',
    ]));
  it('is done while the person focuses on its task or a step of it', () =>
    expect(
      hour({
        tasks: [task(1)],
        steps: new Map([[1, [task(2, { parentId: 1 })]]]),
        sessions: [session(3, '10:00', '10:30', 1), session(4, '10:30', '11:00', 2)],
        events: [own()],
      }),
    ).toEqual(['30 done session 3', '30 done session 4']));
  it('counts a break from its task as done', () =>
    expect(
      hour({
        tasks: [task(1)],
        sessions: [
          session(3, '10:00', '10:25', 1),
          session(4, '10:25', '10:30', null, 'shortBreak'),
          session(5, '10:30', '11:00', 1),
        ],
        events: [own()],
      }),
    ).toEqual(['30 done session 3', '30 done session 5']));
  it('is interrupted after the last focus on its task', () =>
    expect(
      hour({ tasks: [task(1)], sessions: [session(3, '10:05', '10:20', 1)], events: [own()] }),
    ).toEqual(['5 notBegun task 1', '15 done session 3', '40 interrupted session 3']));
  it('is interrupted by focus on another task', () =>
    expect(
      hour({
        tasks: [task(1), task(2)],
        sessions: [session(3, '10:30', '11:30', 2)],
        events: [own()],
      }),
    ).toEqual(['30 notBegun task 1', '30 interrupted session 3']));
  it('is displaced by an event that is not in the plan', () =>
    expect(hour({ tasks: [task(1)], events: [own(), block(9, '10:15', '11:30')] })).toEqual([
      '15 notBegun task 1',
      '45 displaced event 9',
    ]));
  it('is not displaced by another time block, which is no meeting', () =>
    expect(
      hour({ tasks: [task(1), task(2)], events: [own(), block(9, '10:15', '11:30', 2)] }),
    ).toEqual(['60 notBegun task 1']));
  it('is done if its task was completed that day, except where something else took the time', () =>
    expect(
      hour({ tasks: [done(1, '16:00')], events: [own(), block(9, '10:00', '10:20')] }),
    ).toEqual(['20 displaced event 9', '40 done task 1']));
  it('is moved where its new time does not cover it', () =>
    expect(hour({ tasks: [task(1)], events: [block(7, '10:40', '11:40', 1)] })).toEqual([
      '40 moved event 7',
      '20 notBegun task 1',
    ]));
  it('is moved if its task is planned for a later day', () => {
    const tasks = [task(1, { plannedDay: SATURDAY })];
    const [time] = compared(
      { times: [planned(7, '10:00', '11:00', 1)] },
      { tasks, events: [own()] },
    ).times;
    expect(time?.spans).toMatchObject([{ outcome: 'moved', movedTo: SATURDAY }]);
  });
  it('is removed if it was deleted, and named by the plan', () =>
    expect(hour({ tasks: [task(1)] })).toEqual(['60 removed task 1']));
  it('is removed where it was shortened', () =>
    expect(hour({ tasks: [task(1)], events: [block(7, '10:00', '10:30', 1)] })).toEqual([
      '30 notBegun task 1',
      '30 removed event 7',
    ]));
  it('has the outcome that most of its time had', () => {
    const sessions = [session(3, '10:00', '10:40', 1)];
    const { times: all } = compared(
      { times: [planned(7, '10:00', '11:00', 1)] },
      { tasks: [task(1)], sessions, events: [own()] },
    );
    expect(all.map(mainOutcome)).toEqual(['done']);
  });
});

describe('a planned event', () => {
  const meeting = (records: Partial<RecordsOfDay>, id = '8') =>
    texts(
      compared({ times: [{ ...planned(8, '10:00', '11:00', null), eventId: id }] }, records)
        .times[0],
    );
  it('took place if it is still there', () =>
    expect(meeting({ events: [block(8, '10:00', '11:00')] })).toEqual(['60 done event 8']));
  it('is moved if it has another time', () =>
    expect(meeting({ events: [block(8, '15:00', '16:00')] })).toEqual(['60 moved event 8']));
  it('is removed if it is gone', () => expect(meeting({})).toEqual(['60 removed event 8']));
  it('of Google is no longer on the day if it is not among the loaded events', () =>
    expect(meeting({}, 'a b')).toEqual(['60 absent event a b']));
  it('of Google counts as unchanged while Google’s events are unknown', () =>
    expect(meeting({ hasExternal: false }, 'a b')).toEqual(['60 done event a b']));
});

it('names unplanned focus and events once, and focus before events', () => {
  const { unplanned } = compared(
    { tasks: [{ taskId: 1, title: 'A', minutes: 60, isPriority: false }] },
    {
      tasks: [task(1), task(2, { title: 'Tidy up' })],
      sessions: [session(3, '10:00', '10:30', 2), session(4, '13:00', '13:30', 1)],
      events: [
        block(9, '10:15', '11:00'),
        block(10, '13:00', '14:00'),
        block(11, '06:00', '07:00'),
      ],
    },
  );
  expect(unplanned.map(({ record, parts }) => [record.title, minutesOf(parts)])).toEqual([
    ['Tidy up', 30],
    ['Event 9', 30],
    ['Event 10', 30],
  ]);
});

it('names the focus on planned tasks outside their planned times, once', () => {
  const { otherTimes } = compared(
    {
      times: [planned(7, '10:00', '11:00', 1)],
      tasks: [{ taskId: 2, title: 'B', minutes: null, isPriority: false }],
    },
    {
      tasks: [task(1, { title: 'A' }), task(2, { title: 'B' }), task(3)],
      sessions: [
        session(3, '09:30', '10:30', 1),
        session(4, '13:00', '13:30', 2),
        session(5, '13:20', '13:40', 2),
        session(6, '14:00', '15:00', 3),
      ],
      events: [block(7, '10:00', '11:00', 1)],
    },
  );
  expect(otherTimes.map(({ record, parts }) => [record.title, minutesOf(parts)])).toEqual([
    ['A', 30],
    ['B', 30],
    ['B', 10],
  ]);
});

it('tells how each planned task without a time turned out', () => {
  const plannedTask = (taskId: number) => ({ taskId, title: '', minutes: null, isPriority: false });
  const { tasks } = compared(
    { tasks: [1, 2, 3, 4, 5].map(plannedTask) },
    {
      tasks: [done(1, '12:00'), task(2, { plannedDay: SATURDAY }), task(3), task(4)],
      sessions: [session(3, '10:00', '10:30', 4)],
    },
    at('01:00', SATURDAY),
  );
  expect(tasks.map(({ outcome }) => outcome)).toEqual([
    'done',
    'moved',
    'notBegun',
    'interrupted',
    'removed',
  ]);
});

it('counts each moment of a planned time once, in each zone and when the clocks change', () => {
  const minute = fc.integer({ min: -300, max: 1800 });
  const length = fc.integer({ min: 0, max: 400 });
  const taskId = fc.option(fc.integer({ min: 1, max: 4 }));
  fc.assert(
    fc.property(
      fc.constantFrom(
        'America/New_York',
        'Europe/Berlin',
        'Africa/Cairo',
        'Asia/Kolkata',
        'Australia/Lord_Howe',
        'Pacific/Auckland',
      ),
      fc.constantFrom(
        '2026-03-08',
        '2026-11-01',
        '2026-03-29',
        '2026-10-25',
        '2026-04-24',
        '2026-10-30',
        '2026-04-05',
        FRIDAY,
      ),
      fc.array(fc.tuple(minute, length, taskId), { maxLength: 8 }),
      fc.array(fc.tuple(minute, length, taskId, fc.boolean(), fc.nat(100)), { maxLength: 12 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 14 }), minute, length, taskId), {
        maxLength: 10,
      }),
      fc.array(fc.tuple(fc.option(minute), fc.option(fc.nat(3))), { maxLength: 4 }),
      minute,
      (zone, day, plannedTimes, sessions, events, tasks, nowAt) => {
        vi.stubEnv('TZ', zone);
        const moment = (minutes: number) => startOfDay(day).getTime() + minutes * MINUTE;
        const span = (from: number, minutes: number) => ({
          start: iso(moment(from)),
          end: iso(moment(from + minutes)),
        });
        const { times: all, unplanned } = planAgainstDay(
          {
            keptAt: iso(moment(420)),
            tasks: [],
            times: plannedTimes.map(([from, minutes, of], index) => ({
              ...span(from, minutes),
              eventId: String(index + 1),
              title: `Event ${index + 1}`,
              taskId: of,
            })),
          },
          {
            tasks: tasks.map(([completedAt, later], index) =>
              anyTask(index + 1, {
                plannedDay: later === null ? null : addDays(day, later),
                completed: completedAt !== null,
                completedAt: completedAt === null ? null : iso(moment(completedAt)),
              }),
            ),
            steps: new Map(),
            sessions: sessions.map(([from, minutes, of, isBreak, percent], index) =>
              focusSession(index + 1, {
                ...span(from, minutes),
                actualSeconds: Math.floor((minutes * 60 * percent) / 100),
                mode: isBreak ? 'shortBreak' : 'focus',
                taskId: of,
              }),
            ),
            events: events.map(([id, from, minutes, of]) =>
              anyEvent(id, { ...span(from, minutes), taskId: of }),
            ),
            hasExternal: true,
          },
          day,
          new Date(moment(nowAt)),
        );
        expect(all).toHaveLength(plannedTimes.length);
        for (const { planned: time, spans } of all) {
          const edges = spans.flatMap(({ from, to }) => [from, to]);
          const ends = spans.length > 0 ? [Date.parse(time.start), Date.parse(time.end)] : [];
          expect([edges[0], edges.at(-1)].filter((edge) => edge !== undefined)).toEqual(ends);
          // Each span begins where the previous one ends.
          for (const [index, { from, to }] of spans.entries()) {
            expect(to).toBeGreaterThan(from);
            if (index > 0) expect(from).toBe(spans[index - 1]?.to);
          }
          const length = (Date.parse(time.end) - Date.parse(time.start)) / MINUTE;
          expect(minutesOf(spans)).toBeCloseTo(length, 6);
          for (const { record } of spans) expect(record.title).not.toBe('');
        }
        const parts = unplanned.flatMap((one) => one.parts).toSorted((a, b) => a.from - b.from);
        for (const [index, { from }] of parts.entries())
          if (index > 0) expect(from).toBeGreaterThanOrEqual(parts[index - 1]?.to ?? 0);
        for (const { from, to } of parts) {
          expect(from).toBeGreaterThanOrEqual(moment(0));
          expect(to).toBeLessThanOrEqual(
            Math.min(startOfDay(addDays(day, 1)).getTime(), moment(nowAt)),
          );
        }
      },
    ),
    { seed: 52, numRuns: 500 },
  );
});
