import { isOpen } from '@daymark/contract/task';
import { nextDay } from '@daymark/contract/repeats/repeat';
import { countText } from '../../lib/text/numbers';
import {
  addDays,
  personsDay,
  startOfDay,
  startOfPersonsDay,
  weekdayDateOf,
  type LocalDay,
} from '../../lib/time/dates';
import { durationText } from '../../lib/time/durationText';
import { minutesByTask } from '../focus/focusDay';
import { rangeText, roughDuration } from '../statistics/rangeText';
import { plannedDayOn } from '../tasks/plannedDayOn';
import { focusedOn, remainingMinutes } from '../tasks/taskPlan';
import { doneTasks, estimateRanges } from './estimateRange';
import { focusOf, freeOf, pastDays, type DayRecords } from './pastDays';
import { promisedDate, type OpenWork, type PromisedDate, type PromiseInput } from './promisedDate';
import type { ShownSession, ShownTask } from '../shownRecords';

/** How many days to come a promise looks at. */
export const PROMISE_DAYS = 182;

/** At most this many past days with focus make a promise, the latest ones. */
const PAST_DAYS_MAX = 60;

/** How many days before its deadline a task without a planned day begins to take time. */
const DEADLINE_LEAD_DAYS = 7;

/** The records that promised dates come from. */
interface PromiseRecords {
  tasks: readonly ShownTask[];
  steps: ReadonlyMap<number, readonly ShownTask[]>;
  sessions: readonly ShownSession[];
  /** The person's own days, past and to come. */
  days: DayRecords;
  /** The same days with the events of all calendars. They limit the days to come. */
  allDays: DayRecords;
  now: Date;
}

/** The dates that can be promised for open tasks. */
export interface Promises {
  /** The open tasks whose remaining time is known, from an estimate or from earlier tasks of the same title. */
  known: readonly ShownTask[];
  /** Returns the dates of tasks, or undefined without enough evidence. */
  dateOf: (tasks: readonly ShownTask[]) => PromisedDate | undefined;
}

/** Returns the dates that can be promised for the open tasks. */
export function promises(records: PromiseRecords): Promises {
  const { tasks, steps, sessions, days, allDays, now } = records;
  const today = personsDay(now);
  const done = doneTasks(sessions, tasks, steps);
  const rangeFor = estimateRanges(done);
  const focused = minutesByTask(sessions);

  const workOf = (task: ShownTask): Pick<OpenWork, 'left' | 'focused'> | undefined => {
    const own = steps.get(task.id) ?? [];
    const spent = focusedOn(task, own, focused);
    const left = remainingMinutes(task, own, focused);
    if (left !== null) return { left, focused: spent };
    const range = rangeFor({ ...task, estimate: null });
    return range?.basis === 'title'
      ? { left: Math.max(0, range.median - spent), focused: spent }
      : undefined;
  };
  const open = tasks.flatMap((task) => {
    const work = isOpen(task) ? workOf(task) : undefined;
    return work && work.left + work.focused > 0 ? [{ task, work }] : [];
  });

  const coming = comingDays(days, allDays, now);
  const last = coming.at(-1)?.day ?? today;
  const queue = open.map(({ task, work }) => ({
    id: task.id,
    parts: queued(task, work, last, today),
  }));
  const onOlder = focusOf(
    sessions.filter(isOnOlderTask([...tasks, ...[...steps.values()].flat()])),
  );
  const past = pastDays({ ...days, sessions }, today, PAST_DAYS_MAX).map((day) => ({
    ...day,
    focused: onOlder(day.day),
  }));
  const facts: Omit<PromiseInput, 'work' | 'queue'> = {
    past,
    coming,
    ratios: done.flatMap(({ took, estimated }) => (estimated === null ? [] : took / estimated)),
    focusedToday: onOlder(today),
  };

  return {
    known: open.map(({ task }) => task),
    dateOf: (chosen) => {
      const ids = new Set(chosen.map(({ id }) => id));
      return promisedDate({
        ...facts,
        work: open.flatMap(({ task, work }) =>
          ids.has(task.id) ? { ...work, ...dayOfWork(task, today) } : [],
        ),
        queue: queue.flatMap(({ id, parts }) => (ids.has(id) ? [] : parts)),
      });
    },
  };
}

/** Returns the days to come with their free time, today first. */
function comingDays(days: DayRecords, allDays: DayRecords, now: Date): PromiseInput['coming'] {
  const [freeOn, leftOn] = [freeOf(days), freeOf(allDays)];
  const today = personsDay(now);
  return Array.from({ length: PROMISE_DAYS }, (_, index) => {
    const day = addDays(today, index);
    return { day, free: freeOn(day), most: leftOn(day, now) ?? 0 };
  });
}

/** Returns the day on which the work on a task begins at the earliest, or by which it is due. */
function dayOfWork(task: ShownTask, today: LocalDay): Pick<OpenWork, 'day' | 'mayBeginEarlier'> {
  const planned = plannedDayOn(task, today);
  const day = planned ?? task.deadline;
  if (day === null) return { day };
  return { day: day < today ? today : day, mayBeginEarlier: planned === null };
}

/** Returns when a task takes time from other work: on its planned day, or before its deadline, and again if it repeats. */
function queued(
  task: ShownTask,
  { left, focused }: Pick<OpenWork, 'left' | 'focused'>,
  last: LocalDay,
  today: LocalDay,
): OpenWork[] {
  const planned = plannedDayOn(task, today);
  const day = planned ?? (task.deadline && addDays(task.deadline, -DEADLINE_LEAD_DAYS));
  if (day === null) return [];
  const parts: OpenWork[] = [{ left, focused, day }];
  let next: LocalDay | undefined = day > today ? day : today;
  while (task.repeat && (next = nextDay(task.repeat, next, next)) !== undefined && next <= last)
    parts.push({ left: left + focused, focused: 0, day: next });
  return parts;
}

/** Returns whether a session was about a task that existed before the session's day. */
function isOnOlderTask(tasks: readonly ShownTask[]): (session: ShownSession) => boolean {
  const created = new Map(tasks.map(({ id, createdAt }) => [id, Date.parse(createdAt)]));
  return ({ taskId, start }) =>
    taskId !== null &&
    (created.get(taskId) ?? Infinity) < startOfPersonsDay(personsDay(new Date(start))).getTime();
}

/**
 * Returns the reasons for promised dates, one sentence each. `known` is the number of tasks that count, and `unknown`
 * the number of those without an estimate.
 */
export function reasonsFor(
  { work, begins, ahead, daily, daysOff, safe }: PromisedDate,
  { known, unknown }: { known: number; unknown: number },
  now: Date,
): string[] {
  const dateText = (day: LocalDay) => weekdayDateOf(startOfDay(day), now);
  const off = daysOff === 0 ? 'No day' : countText(daysOff, 'day');
  return [
    `The work takes ${roughDuration(work.median)} (${rangeText(work)}). That comes from the estimates of ${countText(known, 'task')} and from how ${countText(work.count, 'earlier estimate')} turned out.`,
    ...(unknown > 0
      ? [
          `${countText(unknown, 'task')} without an estimate ${unknown > 1 ? 'aren’t' : 'isn’t'} counted.`,
        ]
      : []),
    `You usually do ${roughDuration(daily.median)} a day on tasks from earlier days (${rangeText(daily)}, from ${countText(daily.count, 'day')}).`,
    ...(begins === undefined
      ? []
      : [
          `${known > 1 ? 'One of the tasks' : 'The task'} is planned for ${dateText(begins)}, and doesn’t begin before then.`,
        ]),
    ahead > 0
      ? `${durationText(ahead)} is planned or due before it.`
      : 'Nothing is planned or due before it.',
    `${off} until ${dateText(safe)} ${daysOff > 1 ? 'are' : 'is'} off.`,
  ];
}
