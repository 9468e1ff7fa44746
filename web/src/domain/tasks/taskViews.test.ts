import { task } from '@daymark/contract/test/records';
import { expect, it } from 'vitest';
import { startOfDay, timeOnDay } from '../../lib/time/dates';
import {
  BY_TIME,
  dashboardItems,
  isHeading,
  orderedSections,
  TASK_VIEWS,
  viewCounts,
  viewItems,
  type ListItem,
} from './taskViews';
import type { ShownTask } from '../shownRecords';

const TODAY = '2026-11-20';

const ids = (items: readonly ListItem[]) =>
  items.map((item) => (isHeading(item) ? `${item.heading} ${item.count}` : item.id));
const arrangement = {
  today: TODAY,
  filter: 'all' as const,
  wasCompleted: new Map(),
  blocks: new Map(),
};
const done = (completedAt: string) => ({ completed: true, completedAt });
const doneAt = (ms = NaN) => done(new Date(ms).toISOString());

const tasks = [
  task(1),
  task(2, done('2026-11-19T15:00:00Z')),
  task(3, { categoryId: 1 }),
  task(4, { plannedDay: TODAY }),
  task(5, { deadline: '2026-11-18' }),
  task(6, { plannedDay: '2026-11-21' }),
  task(7, { plannedDay: '2026-11-17' }),
  task(8, { deadline: '2026-11-27' }),
  task(9, { plannedDay: '2026-12-24', deadline: TODAY }),
  task(10, { plannedDay: '2026-11-17', repeat: { every: 'day', interval: 1, from: 'schedule' } }),
];

it('open tasks are listed before completed ones', () => {
  expect(ids(viewItems('all', tasks.slice(0, 3), arrangement))).toEqual([1, 3, 'Completed 1', 2]);
});

it('the category filter hides the other categories', () => {
  expect(ids(viewItems('all', tasks, { ...arrangement, filter: 1 }))).toEqual([3]);
});

it('a task ticked while the screen is open stays in its position', () => {
  const wasCompleted = new Map([[2, false]]);
  expect(ids(viewItems('all', tasks.slice(0, 3), { ...arrangement, wasCompleted }))).toEqual([
    1, 2, 3,
  ]);
});

it('Today has the tasks that are planned for today or due by today', () => {
  expect(ids(viewItems('today', tasks, arrangement))).toEqual([5, 9, 10, 4]);
});

it('the tasks of a day are in the order of their positions', () => {
  const todays = [
    task(1, { plannedDay: TODAY, position: 'i1' }),
    task(2, { plannedDay: TODAY, position: 'i0V' }),
    task(3, { plannedDay: TODAY }),
    task(4, { plannedDay: TODAY, createdAt: '2026-11-20T09:00:01.000Z' }),
  ];
  expect(ids(viewItems('today', todays, arrangement))).toEqual([4, 3, 2, 1]);
  const later = todays.map((one) => ({ ...one, plannedDay: '2026-11-21' }));
  expect(ids(viewItems('upcoming', later, arrangement))).toEqual(['Tomorrow 4', 4, 3, 2, 1]);
  const [section] = [
    ...new Set(
      orderedSections(viewItems('today', todays, arrangement), true, arrangement).values(),
    ),
  ];
  expect(section).toBe(0);
  const all = viewItems('all', todays, arrangement);
  expect(orderedSections(all, false, arrangement).size).toBe(0);
});

const block = (day: string, hour: number) => ({
  start: timeOnDay(day, hour * 60).toISOString(),
  end: timeOnDay(day, hour * 60 + 30).toISOString(),
});

it('today’s tasks are listed by time, then by hand', () => {
  const todays = ['i3', 'i2', 'i1', 'i0'].map((position, index) =>
    task(index + 1, { plannedDay: TODAY, position }),
  );
  const blocks = new Map([
    [1, block(TODAY, 14)],
    [2, block(TODAY, 9)],
    [4, block('2026-11-21', 8)],
  ]);
  const timed = { ...arrangement, blocks };
  expect(ids(viewItems('today', todays, timed))).toEqual([2, 1, 4, 3]);
  expect(ids(dashboardItems(todays, timed).items)).toEqual(['Today 4', 2, 1, 4, 3]);
});

it('a later day’s tasks are listed by their time on that day, then by hand', () => {
  const later = ['i2', 'i1', 'i0'].map((position, index) =>
    task(index + 1, { plannedDay: '2026-11-21', position }),
  );
  const blocks = new Map([
    [1, block('2026-11-21', 9)],
    [2, block('2026-11-23', 9)],
  ]);
  expect(ids(viewItems('upcoming', later, { ...arrangement, blocks }))).toEqual([
    'Tomorrow 3',
    1,
    3,
    2,
  ]);
});

it('a task with a time keeps its place when others are moved', () => {
  const todays = [1, 2, 3].map((id) => task(id, { plannedDay: TODAY }));
  const timed = { ...arrangement, blocks: new Map([[2, block(TODAY, 9)]]) };
  const sections = orderedSections(viewItems('today', todays, timed), true, timed);
  expect(sections.get(2)).toBe(BY_TIME);
  expect(sections.get(1)).toBe(sections.get(3));
  expect(sections.get(1)).not.toBe(BY_TIME);
});

it('Upcoming, Left over and Completed are grouped by day', () => {
  expect(ids(viewItems('upcoming', tasks, arrangement))).toEqual([
    'Tomorrow 1',
    6,
    'Fri, Nov 27 1',
    8,
  ]);
  expect(ids(viewItems('left-over', tasks, arrangement))).toEqual(['Tue, Nov 17 1', 7]);
  const completed = [task(1, done('2026-11-20T08:00:00')), task(2, done('2026-11-19T08:00:00'))];
  expect(ids(viewItems('completed', completed, arrangement))).toEqual([
    'Today 1',
    1,
    'Yesterday 1',
    2,
  ]);
});

it('No day has the tasks that have no planned day', () => {
  expect(ids(viewItems('no-day', tasks, arrangement))).toEqual([1, 3, 5, 8]);
});

it('each view counts its open tasks, and Completed counts its tasks', () => {
  const counts = viewCounts(tasks, 'all', TODAY);
  for (const view of TASK_VIEWS) {
    const listed = viewItems(view, tasks, arrangement).filter(
      (item): item is ShownTask => !isHeading(item),
    );
    const counted = view === 'all' ? listed.filter(({ completed }) => !completed) : listed;
    expect(counts[view], view).toBe(counted.length);
  }
});

it('/today lists the tasks that concern today and counts the later ones', () => {
  const [midnight, before] = [0, -1].map((ms) => startOfDay(TODAY).getTime() + ms);
  const all = [...tasks, task(11, doneAt(midnight)), task(12, doneAt(before))];
  const { items, later } = dashboardItems(all, arrangement);
  expect(ids(items)).toEqual([
    'Left over 1',
    7,
    'Today 4',
    5,
    9,
    10,
    4,
    'No day 2',
    1,
    3,
    'Completed 1',
    11,
  ]);
  expect(later).toBe(2);
  expect(ids(dashboardItems(tasks.slice(0, 3), arrangement).items)).toEqual([1, 3]);
});
