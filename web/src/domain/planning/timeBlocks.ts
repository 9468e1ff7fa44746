import { NO_DETAILS } from '@daymark/contract/event';
import { newId } from '@daymark/contract/primitives';
import { seriesBlock } from '@daymark/contract/repeats/series';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { localInstant } from '../../lib/time/dates';
import { dateSettings } from '../../lib/time/dateSettings';
import { eventSpan } from '../events/eventSpan';
import type { TimeSpan } from '../../lib/time/timeSpans';
import { isExternal } from '../events/externalEvent';
import { blockMinutes, fillFreeTime, type Filling } from './fillFreeTime';
import { openGaps, takesTime, workingSpan, workingSpans, type DayOfWork } from './freeTime';
import type { ShownEvent, ShownTask } from '../shownRecords';

/** Start of each block that is not on the calendar yet, in ms since 1970, by the task's id. */
export type Starts = Readonly<Record<string, number>>;

/** The facts that the blocks of a day depend on. */
interface Day {
  work: DayOfWork;
  todays: readonly ShownTask[];
  remaining: (task: ShownTask) => number | null;
}

/** A task of the day with its block: on the calendar, proposed, or neither. */
export interface Placing {
  task: ShownTask;
  /** The length of a new block of the task, in minutes. */
  minutes: number;
  /** The task's first block of the day that is not over. */
  block: ShownEvent | undefined;
  /** The time of the proposed block. */
  span: TimeSpan | undefined;
}

/** Returns the tasks of a day with their blocks, in the order of the list. */
export const placings = ({ work, todays, remaining }: Day, starts: Starts): Placing[] =>
  todays.map((task) => {
    const minutes = task.blockTime?.minutes ?? blockMinutes(remaining(task));
    const block = work.events.find(
      (event): event is ShownEvent =>
        !isExternal(event) && event.taskId === task.id && eventSpan(event).to > work.now.getTime(),
    );
    const start = starts[task.id];
    const span =
      block || start === undefined ? undefined : { from: start, to: start + minutes * MINUTE_MS };
    return { task, minutes, block, span };
  });

/** Returns the event that a proposed block becomes, with a new id. */
export const blockOf = ({ title, id: taskId }: ShownTask, { from, to }: TimeSpan) => ({
  id: newId(),
  title,
  start: localInstant(new Date(from)),
  end: localInstant(new Date(to)),
  ...NO_DETAILS,
  taskId,
});

/** Whether a block that begins at `start` would begin in the past. The current minute has not passed. */
export const hasPassed = (start: number, now: Date): boolean =>
  start < Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;

/**
 * Fills free time with blocks for the tasks that have no block. If `ids` is given, only the tasks with these ids get a
 * block. Blocks that are already proposed stay where they are. A repeating task gets the time of its series if that
 * time is free.
 */
export function filled(day: Day, starts: Starts, ids?: readonly number[]): Filling {
  const all = placings(day, starts);
  const wanted = all.filter(
    ({ task, block, span }) => !block && !span && (ids?.includes(task.id) ?? true),
  );
  const proposed = all.flatMap(({ span }) => span ?? []);
  const atOwnTime = new Map<number, TimeSpan>();
  for (const { task } of wanted) {
    const span = ownTime(task, day.work);
    const taken = [...proposed, ...atOwnTime.values()];
    if (span && isOpenTime(span, day.work, taken)) atOwnTime.set(task.id, span);
  }
  const others = wanted.filter(({ task }) => !atOwnTime.has(task.id));
  const { spans, unplaced } = fillFreeTime(
    others.map(({ task, minutes }) => ({ id: task.id, minutes })),
    openGaps(day.work, [...proposed, ...atOwnTime.values()]),
  );
  return { spans: new Map([...atOwnTime, ...spans]), unplaced };
}

/** Returns the time of a repeating task's series on a day, or undefined if the series has no time. */
function ownTime(task: ShownTask, { day }: DayOfWork): TimeSpan | undefined {
  const times = seriesBlock({ ...task, plannedDay: day }, dateSettings.zone());
  return times && eventSpan(times);
}

/** Whether a block can be put at this time, even outside the working hours. */
const isOpenTime = (span: TimeSpan, { events, now }: DayOfWork, taken: readonly TimeSpan[]) =>
  !hasPassed(span.from, now) &&
  [...events.filter(takesTime).map(eventSpan), ...taken].every(
    ({ from, to }) => from >= span.to || to <= span.from,
  );

/** Returns the tasks whose proposed blocks would begin in the past, and new times for these blocks. */
export function renewed(day: Day, starts: Starts): Filling & { passed: readonly number[] } {
  const passed = placings(day, starts).flatMap(({ task, span }) =>
    span && hasPassed(span.from, day.work.now) ? task.id : [],
  );
  const others = Object.entries(starts).filter(([id]) => !passed.includes(Number(id)));
  return { passed, ...filled(day, Object.fromEntries(others), passed) };
}

/** Returns a warning about the time of a proposed block, or undefined if there is none. */
export function placeWarning(
  { task, span }: Placing,
  { work }: Day,
  others: readonly Placing[],
): string | undefined {
  if (!span) return undefined;
  const isOver = (other: TimeSpan) => other.from < span.to && other.to > span.from;
  const event = work.events.find((one) => takesTime(one) && isOver(eventSpan(one)));
  const proposed = others.find((one) => one.task !== task && one.span && isOver(one.span));
  const title = event?.title ?? proposed?.task.title;
  const contains = ({ from, to }: TimeSpan) => span.from >= from && span.to <= to;
  const hours = workingSpan(work.day, work.hours);
  const isInHours = hours !== undefined && contains(hours);
  const isOverBreak = isInHours && !workingSpans(work.day, work.hours).some(contains);
  const warnings = [
    ...(hasPassed(span.from, work.now) ? ['This time has passed'] : []),
    ...(isInHours ? [] : ['Outside your working hours']),
    ...(isOverBreak ? ['In your lunch break'] : []),
    ...(title === undefined ? [] : [`At the same time as “${title}”`]),
  ];
  return warnings.length > 0 ? warnings.join(' · ') : undefined;
}
