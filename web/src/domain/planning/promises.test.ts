import { event, focusSession, task } from '@daymark/contract/test/records';
import { afterEach, expect, it, vi } from 'vitest';
import { addDays, localInstant, timeOnDay, weekdayOf, type LocalDay } from '../../lib/time/dates';
import { promises, reasonsFor } from './promises';
import type { ShownEvent, ShownTask } from '../shownRecords';
import type { WorkingHours } from './freeTime';

/** A Monday. */
const TODAY = '2026-11-23';
const WEEK: WorkingHours = Array.from({ length: 7 }, (_, index) =>
  index < 5 ? { start: '09:00', end: '17:00' } : null,
);
const EACH_DAY = { every: 'day', interval: 1, from: 'schedule' } as const;

const at = (day: LocalDay, hours: number) => localInstant(timeOnDay(day, hours * 60));

interface Facts {
  open: readonly ShownTask[];
  events?: readonly ShownEvent[];
  google?: readonly ShownEvent[];
  off?: LocalDay;
  /** How many days before its focus each completed task was created. */
  age?: number;
}

/** Someone who did a task of two hours, estimated as two hours, on each of the last 20 weekdays. */
function promisesOf({ open, events = [], google = [], off, age = 30 }: Facts) {
  const days = Array.from({ length: 28 }, (_, index) => addDays(TODAY, -1 - index)).filter(
    (day) => weekdayOf(day) < 6,
  );
  const done = days.map((day, index) =>
    task(index + 1, {
      title: `Done ${index % 5}`,
      completed: true,
      createdAt: at(addDays(day, -age), 8),
      completedAt: at(day, 12),
      firstEstimateMinutes: 120,
    }),
  );
  const sessions = days.map((day, index) =>
    focusSession(index + 1, {
      taskId: index + 1,
      start: at(day, 9),
      end: at(day, 11),
      actualSeconds: 7200,
    }),
  );
  const daysOff =
    off === undefined
      ? []
      : [event(99, { days: { start: off, end: addDays(off, 1) }, dayOff: true })];
  const records = { events: [...events, ...daysOff], hours: WEEK };
  return promises({
    tasks: [...open, ...done],
    steps: new Map(),
    sessions,
    days: records,
    allDays: { ...records, events: [...records.events, ...google] },
    now: timeOnDay(TODAY, 8 * 60),
  });
}

const openTask = (id: number, minutes: number | null, about: Partial<ShownTask> = {}) =>
  task(id, { title: `Task ${id}`, estimateMinutes: minutes, ...about });
const WORK = openTask(100, 360);
const safeDay = (facts: Partial<Facts>, work = WORK) =>
  promisesOf({ open: [work], ...facts }).dateOf([work])?.safe;

afterEach(() => vi.unstubAllEnvs());

it('six hours take three days of two hours each', () => {
  expect(safeDay({})).toBe('2026-11-25');
});

it.each(['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata'])(
  'in %s, the date is the same',
  (zone) => {
    vi.stubEnv('TZ', zone);
    expect(safeDay({})).toBe('2026-11-25');
  },
);

it('a day off puts the date off', () => {
  expect(safeDay({ off: '2026-11-24' })).toBe('2026-11-26');
});

it('a day that Google’s events fill takes no work', () => {
  const google = [event(1, { start: at('2026-11-24', 9), end: at('2026-11-24', 17) })];
  expect(safeDay({ google })).toBe('2026-11-26');
});

it('tasks that are planned before come first, and those without a day don’t', () => {
  const planned = openTask(101, 120, { plannedDay: TODAY });
  const leftOver = openTask(102, 120, { plannedDay: '2026-11-18' });
  const undated = openTask(103, 600);
  expect(safeDay({ open: [WORK, planned] })).toBe('2026-11-26');
  expect(safeDay({ open: [WORK, planned, leftOver] })).toBe('2026-11-27');
  expect(safeDay({ open: [WORK, undated] })).toBe('2026-11-25');
});

it('a task that is due within a week comes first', () => {
  expect(safeDay({ open: [WORK, openTask(101, 120, { deadline: '2026-11-27' })] })).toBe(
    '2026-11-26',
  );
  expect(safeDay({ open: [WORK, openTask(101, 120, { deadline: '2026-12-20' })] })).toBe(
    '2026-11-25',
  );
});

it('a task that repeats takes its time each time', () => {
  const daily = openTask(101, 60, { plannedDay: TODAY, repeat: EACH_DAY, seriesId: 1 });
  // One of two hours remains each day. Saturday's and Sunday's repeats wait for Monday.
  expect(safeDay({ open: [WORK, daily] })).toBe('2026-12-02');
});

it('work with a planned day doesn’t begin before it, and work with a deadline may', () => {
  const planned = openTask(100, 120, { plannedDay: '2026-11-26' });
  expect(safeDay({}, planned)).toBe('2026-11-26');
  expect(safeDay({}, openTask(100, 120, { deadline: '2026-11-26' }))).toBe(TODAY);
});

it('focus on tasks that were created on the same day doesn’t count', () => {
  expect(safeDay({ age: 0 })).toBeUndefined();
});

it('a task without an estimate has a date only if its title was done three times', () => {
  const again = openTask(104, null, { title: 'done 3' });
  const unknown = openTask(105, null);
  const found = promisesOf({ open: [again, unknown] });
  expect(found.known).toEqual([again]);
  expect(found.dateOf([again])?.safe).toBe(TODAY);
  expect(found.dateOf([unknown])).toBeUndefined();
});

it('the reasons name what counts and what doesn’t', () => {
  const promise = promisesOf({ open: [WORK] }).dateOf([WORK])!;
  const now = timeOnDay(TODAY, 480);
  expect(reasonsFor(promise, { known: 1, unknown: 2 }, now)).toEqual([
    'The work takes 6h (6h). That comes from the estimates of 1 task and from how 20 earlier estimates turned out.',
    '2 tasks without an estimate aren’t counted.',
    'You usually do 2h a day on tasks from earlier days (2h, from 20 days).',
    'Nothing is planned or due before it.',
    'No day until Wed, Nov 25 is off.',
  ]);
  expect(reasonsFor({ ...promise, ahead: 90, daysOff: 2 }, { known: 1, unknown: 0 }, now)).toEqual(
    expect.arrayContaining([
      '1h 30m is planned or due before it.',
      '2 days until Wed, Nov 25 are off.',
    ]),
  );
});

it('the reasons name the planned day before which the work doesn’t begin', () => {
  const now = timeOnDay(TODAY, 480);
  const planned = (plannedDay: LocalDay) => openTask(101, 120, { plannedDay });
  const reasons = (open: readonly ShownTask[]) =>
    reasonsFor(promisesOf({ open }).dateOf(open)!, { known: open.length, unknown: 0 }, now);
  expect(reasons([planned('2026-11-26')])).toContain(
    'The task is planned for Thu, Nov 26, and doesn’t begin before then.',
  );
  expect(reasons([WORK, planned('2026-11-30')])).toContain(
    'One of the tasks is planned for Mon, Nov 30, and doesn’t begin before then.',
  );
  const due = openTask(102, 120, { deadline: '2026-11-26' });
  for (const open of [[planned(TODAY)], [due]])
    expect(reasons(open).join(' ')).not.toContain('doesn’t begin');
});
