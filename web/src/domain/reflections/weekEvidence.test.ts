import type { DayPlan } from '@daymark/contract/dayPlan';
import type { Goal } from '@daymark/contract/goal';
import { idOfDay } from '@daymark/contract/primitives';
import type { Task } from '@daymark/contract/task';
import { event, focusSession, task } from '@daymark/contract/test/records';
import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dateSettings } from '../../lib/time/dateSettings';
import { lineText, missingLines, weekEvidence, type WeekRecords } from './weekEvidence';

beforeEach(() => dateSettings.set({ ...DEFAULT_DATES, timeZone: 'America/New_York' }));
afterEach(() => dateSettings.set(DEFAULT_DATES));

/** A Monday. */
const WEEK = '2026-11-16';
const FRIDAY_EVENING = new Date('2026-11-20T18:00:00-05:00');

const at = (day: string, time: string) => `${day}T${time}:00-05:00`;
const done = (id: number, day: string, fields: Partial<Task> = {}) =>
  task(id, { completed: true, completedAt: at(day, '10:00'), ...fields });
const goal = (id: number, title: string, fields: Partial<Goal> = {}): Goal => ({
  id,
  title,
  span: 'week',
  day: WEEK,
  outcome: null,
  servesId: null,
  position: null,
  createdAt: at(WEEK, '08:00'),
  userId: 1,
  ...fields,
});
const planOf = (
  day: string,
  taskIds: readonly number[],
  times: readonly { eventId: string; from: string; to: string; taskId: number | null }[] = [],
): DayPlan => ({
  id: idOfDay(day),
  day,
  plan: {
    keptAt: at(day, '08:30'),
    tasks: taskIds.map((taskId) => ({
      taskId,
      title: `Task ${taskId}`,
      minutes: 30,
      isPriority: false,
    })),
    times: times.map(({ eventId, from, to, taskId }) => ({
      eventId,
      title: 'Planned',
      start: at(day, from),
      end: at(day, to),
      taskId,
    })),
  },
  userId: 1,
});
const focus = (id: number, taskId: number, day: string, completed = true) =>
  focusSession(id, { taskId, completed, start: at(day, '09:00'), end: at(day, '09:25') });

const NONE: WeekRecords = {
  tasks: [],
  allTasks: [],
  steps: new Map(),
  sessions: [],
  categories: [{ id: 1, name: 'Work', color: '#3B82F6', userId: 1 }],
  goals: [],
  plans: [],
  events: [],
  hasExternal: true,
};
const evidenceOf = (records: Partial<WeekRecords>, now = FRIDAY_EVENING) =>
  weekEvidence({ ...NONE, ...records }, WEEK, now);
const slippedOf = (records: Partial<WeekRecords>, now?: Date) =>
  evidenceOf(records, now).slipped.map(lineText);

it('completed tasks are named after their goal, else their category, in their order', () => {
  const { done: lines } = evidenceOf({
    tasks: [
      done(1, '2026-11-18', { categoryId: 1 }),
      done(2, '2026-11-17', { categoryId: 1, goalId: 11 }),
      done(3, '2026-11-19'),
      done(4, '2026-11-15'),
      done(5, '2026-11-23'),
      task(6),
    ],
    goals: [goal(11, 'Publish the report', { outcome: 'done' })],
  });
  expect(lines.map(lineText)).toEqual([
    'Goal reached: Publish the report',
    'Publish the report: Task 2',
    'Work: Task 1',
    'Task 3',
  ]);
});

it('a goal that was not reached says whether it was carried or dropped', () => {
  const goals = [
    goal(11, 'A'),
    goal(12, 'B', { outcome: 'carried' }),
    goal(13, 'C', { outcome: 'dropped' }),
    goal(14, 'D', { day: '2026-11-09' }),
    goal(15, 'E', { span: 'month' }),
  ];
  expect(slippedOf({ goals })).toEqual([
    'Goal not reached: A',
    'Goal not reached: B (carried forward)',
    'Goal not reached: C (dropped)',
  ]);
});

it('a task that was planned and not begun, moved or interrupted slipped', () => {
  expect(
    slippedOf({
      tasks: [
        task(1, { plannedDay: '2026-11-17' }),
        task(2, { plannedDay: '2026-11-23' }),
        task(3, { plannedDay: null }),
        task(4, { plannedDay: '2026-11-20' }),
        task(5, { plannedDay: '2026-11-20' }),
        done(6, '2026-11-18'),
      ],
      plans: [planOf('2026-11-18', [2, 3, 6]), planOf('2026-11-20', [4, 5])],
      sessions: [focus(1, 4, '2026-11-20', false), focus(2, 5, '2026-11-20')],
    }),
  ).toEqual([
    'Left over: Task 1 (not begun)',
    'Left over: Task 2 (moved to Mon, Nov 23)',
    'Left over: Task 3 (moved to no day)',
    'Left over: Task 4 (interrupted)',
    'Left over: Task 5 (not finished)',
  ]);
});

it('a meeting that was not in the plan is the cause if it took the time of a block', () => {
  const plans = [
    planOf(
      '2026-11-18',
      [1, 2],
      [
        { eventId: '31', from: '10:00', to: '11:00', taskId: 1 },
        { eventId: '32', from: '13:00', to: '14:00', taskId: 2 },
        { eventId: '33', from: '13:30', to: '14:00', taskId: null },
      ],
    ),
  ];
  const day = '2026-11-18';
  const events = [
    event(33, { title: 'Known', start: at(day, '13:30'), end: at(day, '14:00') }),
    event(34, { title: 'Outage call', start: at(day, '10:30'), end: at(day, '11:30') }),
  ];
  const tasks = [task(1, { plannedDay: day }), task(2, { plannedDay: day })];
  expect(slippedOf({ tasks, plans, events })).toEqual([
    'Left over: Task 1 (unplanned meeting: Outage call)',
    'Left over: Task 2 (not begun)',
  ]);
});

it('the plans of all days are summed up, and each day says how its rest turned out', () => {
  const [monday, tuesday] = [WEEK, '2026-11-17'];
  const { plans, days } = evidenceOf({
    tasks: [
      task(1, { title: 'Report', plannedDay: monday }),
      task(2, { title: 'Tidy up' }),
      task(3, { plannedDay: '2026-11-23' }),
    ],
    plans: [
      planOf(monday, [1], [{ eventId: '31', from: '09:00', to: '10:00', taskId: 1 }]),
      planOf(tuesday, [3], [{ eventId: '32', from: '09:00', to: '10:00', taskId: 3 }]),
    ],
    sessions: [
      focusSession(1, {
        taskId: 1,
        start: at(monday, '09:00'),
        end: at(monday, '09:40'),
        actualSeconds: 2400,
      }),
      focusSession(2, {
        taskId: 2,
        start: at(monday, '09:40'),
        end: at(monday, '10:00'),
        actualSeconds: 1200,
      }),
    ],
    events: [
      event(31, { taskId: 1, start: at(monday, '09:00'), end: at(monday, '10:00') }),
      event(32, { taskId: 3, start: at('2026-11-23', '09:00'), end: at('2026-11-23', '10:00') }),
    ],
  });
  expect(plans).toEqual({
    done: ['1 of 2 planned blocks done'],
    rest: ['20m interrupted', '1h moved', '20m unplanned: Tidy up'],
  });
  expect(days.map(({ rest }) => rest)).toEqual([
    ['20m interrupted', '20m unplanned: Tidy up'],
    ['1h moved'],
  ]);
});

it('a task whose time went to other focus was interrupted by it', () => {
  const day = '2026-11-18';
  expect(
    slippedOf({
      tasks: [task(1, { plannedDay: day }), task(2, { title: 'Tidy up' })],
      plans: [planOf(day, [1], [{ eventId: '31', from: '09:00', to: '10:00', taskId: 1 }])],
      sessions: [focus(1, 2, day)],
      events: [event(31, { taskId: 1, start: at(day, '09:00'), end: at(day, '10:00') })],
    }),
  ).toEqual(['Left over: Task 1 (interrupted by: Tidy up)']);
});

it('a task that was completed before the person’s day ended counts for that day', () => {
  dateSettings.set({ ...DEFAULT_DATES, timeZone: 'America/New_York', dayEndMinutes: 180 });
  const tasks = [task(1, { completed: true, completedAt: at('2026-11-19', '01:30') })];
  const { days } = evidenceOf({ tasks, plans: [planOf('2026-11-18', [1])] });
  expect(days).toMatchObject([{ day: '2026-11-18', planned: 1, done: 1 }]);
});

it('tasks of later days, missed daily tasks and deleted tasks didn’t slip', () => {
  const daily = { every: 'day', interval: 1, from: 'schedule' } as unknown as Task['repeat'];
  expect(
    slippedOf({
      tasks: [
        task(1, { plannedDay: '2026-11-21' }),
        task(2, { plannedDay: '2026-11-17', repeat: daily }),
      ],
      plans: [planOf('2026-11-18', [2, 99])],
    }),
  ).toEqual([]);
});

it('a deadline that has passed without a plan counts as slipped', () => {
  const tasks = [task(1, { deadline: '2026-11-18' }), task(2, { deadline: '2026-11-20' })];
  expect(slippedOf({ tasks })).toEqual(['Left over: Task 1 (not begun)']);
});

it('a task that was completed after the week slipped in it', () => {
  const tasks = [done(1, '2026-11-24', { plannedDay: '2026-11-19' })];
  expect(slippedOf({ tasks }, new Date('2026-11-25T12:00:00-05:00'))).toEqual([
    'Left over: Task 1 (not begun)',
  ]);
});

it('each kept plan is compared with its day', () => {
  const { days, sheet } = evidenceOf({
    tasks: [done(1, '2026-11-17'), done(2, '2026-11-19'), task(3)],
    plans: [planOf('2026-11-18', [2, 3]), planOf('2026-11-17', [1, 3])],
    sessions: [focus(1, 1, '2026-11-17'), focus(2, 2, '2026-11-19')],
  });
  expect(days).toEqual([
    { day: '2026-11-17', planned: 2, done: 1, plannedMinutes: 60, focusSeconds: 1500, rest: [] },
    { day: '2026-11-18', planned: 2, done: 0, plannedMinutes: 60, focusSeconds: 0, rest: [] },
  ]);
  expect(sheet.seconds).toBe(3000);
});

it('a line is added once, also if the person has added a remark', () => {
  const lines = evidenceOf({
    tasks: [
      task(1, { title: 'Plan', plannedDay: '2026-11-17' }),
      task(2, { title: 'Plan B', plannedDay: '2026-11-17' }),
    ],
  }).slipped;
  expect(missingLines('', lines)).toEqual([
    'Left over: Plan (not begun)',
    'Left over: Plan B (not begun)',
  ]);
  expect(
    missingLines('- Left over: Plan – too big\nLeft over: Plan B (interrupted)', lines),
  ).toEqual([]);
  expect(missingLines('Left over: Plan B', lines)).toEqual(['Left over: Plan (not begun)']);
});
