import { idOfText, inUtc } from '@daymark/contract/primitives';
import type { Repeat } from '@daymark/contract/repeats/repeat';
import { NO_PLAN, type Task } from '@daymark/contract/task';
import { HEALTH, WORK } from './demoCategories';
import type { DemoClock } from './demoClock';
import { goalIdOf } from './demoGoals';
import { PAST_WORK, type PastTask } from './pastWork';

/** A day on which a task was planned or worked on. */
export interface DayOfWork {
  /** Minutes of focus on the day. */
  minutes: number;
  /** Whether the day's session was cut off. */
  isCut: boolean;
  isWork: boolean;
  isPriority: boolean;
}

/** A task and its days before today, by days from today. A completed task was completed on the last one. */
export interface DemoWork {
  task: Omit<Task, 'userId'>;
  isPlanned: boolean;
  days: ReadonlyMap<number, DayOfWork>;
}

/** Returns the tasks of the last four weeks and of this week. */
export const demoWork = (clock: DemoClock): DemoWork[] => [
  ...PAST_WORK.flatMap((task) => workOf(task, clock) ?? []),
  ...SERIES.flatMap((series) => seriesOf(series, clock)),
];

export const isWeekend = (day: number, clock: DemoClock): boolean => weekdayOf(day, clock) > 5;

/** Returns 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: number, clock: DemoClock): number =>
  ((((day - clock.dayIn(0, 1)) % 7) + 7) % 7) + 1;

function workOf(past: PastTask, clock: DemoClock): DemoWork | undefined {
  const { title, categoryId, estimate = null, goal, unplanned, open } = past;
  const placed = past.days.map(([weeksAgo, weekday, minutes, cut]) => ({
    day: clock.dayIn(weeksAgo, weekday),
    weeksAgo,
    minutes,
    isCut: cut !== undefined,
    isWork: categoryId === WORK,
    isPriority: goal !== undefined,
  }));
  const [first, last, next] = [placed[0], placed.at(-1), placed.find(({ day }) => day >= 0)];
  // Today has tasks of its own. A task that comes up during a day can't be planned.
  if (!first || !last || first.day === 0 || (unplanned && first.day > 0)) return undefined;
  const completed = !next && !open;
  // A task was added on the working day before, or on the day itself if it came up then.
  const before = weekdayOf(first.day, clock) === 1 ? 3 : 1;
  const added = unplanned
    ? clock.at(first.day, 9)
    : clock.at(Math.min(first.day - before, -1), 16.5);
  return {
    task: {
      ...NO_PLAN,
      id: idOfText(`demo task ${title} ${clock.date(first.day)}`),
      title,
      categoryId,
      completed,
      // Only today's priorities are open.
      isPriority: completed && goal !== undefined,
      order: null,
      createdAt: inUtc(added),
      completedAt: null,
      plannedDay: clock.date((next ?? last).day),
      estimateMinutes: estimate,
      firstEstimateMinutes: estimate,
      goalId: goal === undefined ? null : goalIdOf(goal, last.weeksAgo),
    },
    isPlanned: !unplanned,
    days: new Map(placed.filter(({ day }) => day < 0).map(({ day, ...one }) => [day, one])),
  };
}

/** A repeating task. */
interface DemoSeries {
  title: string;
  categoryId: number;
  estimate: number;
  repeat: Repeat;
  /** Days from today of the first task, and days from one task to the next. */
  first: (clock: DemoClock) => number;
  step: number;
  /** Minutes of focus on each task in turn. */
  minutes: readonly number[];
  /** The number of the skipped task, from 0. */
  skipped: number;
}

const SERIES: readonly DemoSeries[] = [
  {
    title: 'Send the weekly update to the team',
    categoryId: WORK,
    estimate: 30,
    repeat: { every: 'week', interval: 1, weekdays: [5], from: 'schedule' },
    first: ({ dayIn }) => dayIn(4, 5),
    step: 7,
    minutes: [35, 40, 0, 40, 35],
    // It falls on the day off.
    skipped: 2,
  },
  {
    title: 'Stretch for ten minutes',
    categoryId: HEALTH,
    estimate: 10,
    repeat: { every: 'day', interval: 1, from: 'schedule' },
    first: ({ dayIn }) => dayIn(1, 1),
    step: 1,
    minutes: [],
    skipped: -1,
  },
];

/** Returns the tasks of a series: the closed ones before today, and the open one for today or later. */
function seriesOf(series: DemoSeries, clock: DemoClock): DemoWork[] {
  const { title, categoryId, estimate, repeat, step, minutes, skipped } = series;
  const first = series.first(clock);
  const seriesId = idOfText(`demo series ${title}`);
  const tasks: DemoWork[] = [];
  for (let day = first, number = 0; ; day += step, number++) {
    const isPast = day < 0;
    const isSkipped = number === skipped;
    const date = clock.date(day);
    const one = {
      minutes: minutes[number] ?? 0,
      isCut: false,
      isWork: categoryId === WORK,
      isPriority: false,
    };
    tasks.push({
      task: {
        ...NO_PLAN,
        id: number === 0 ? seriesId : idOfText(`${seriesId} ${date}`),
        title,
        categoryId,
        completed: isPast && !isSkipped,
        isPriority: false,
        order: null,
        // Each task was added when the one before was closed.
        createdAt: inUtc(clock.at(number === 0 ? day - 3 : day - step, number === 0 ? 12 : 18)),
        completedAt: null,
        skippedAt: isPast && isSkipped ? inUtc(clock.at(day, 8.5)) : null,
        plannedDay: date,
        estimateMinutes: estimate,
        firstEstimateMinutes: estimate,
        repeat,
        seriesId,
        seriesDay: date,
      },
      isPlanned: true,
      days: new Map(isPast && !isSkipped ? [[day, one]] : []),
    });
    if (!isPast) return tasks;
  }
}
