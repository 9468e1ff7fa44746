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

/** The spans of the blocks that are not on the calendar yet, by the task's id. */
export type Proposed = Readonly<Record<string, readonly TimeSpan[]>>;

/** The facts that the blocks of a day depend on. */
interface Day {
  work: DayOfWork;
  todays: readonly ShownTask[];
  remaining: (task: ShownTask) => number | null;
  /** Returns the moment of the day at which a task usually begins. */
  usualStart: (task: ShownTask) => number | undefined;
}

/** A task of the day with its block: on the calendar, proposed, or neither. */
export interface Placing {
  task: ShownTask;
  /** How long new blocks of the task are together, in minutes. */
  minutes: number;
  /** The task's first block of the day that is not over. */
  block: ShownEvent | undefined;
  /** The times of the proposed blocks. */
  spans: readonly TimeSpan[];
}

/** Returns the tasks of a day with their blocks, in the order of the list. */
export const placings = (
  { work, todays, remaining }: Pick<Day, 'work' | 'todays' | 'remaining'>,
  proposed: Proposed,
): Placing[] =>
  todays.map((task) => {
    const block = work.events.find(
      (event): event is ShownEvent =>
        !isExternal(event) && event.taskId === task.id && eventSpan(event).to > work.now.getTime(),
    );
    return {
      task,
      minutes: task.blockTime?.minutes ?? blockMinutes(remaining(task)),
      block,
      spans: block ? [] : (proposed[task.id] ?? []),
    };
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
export function filled(day: Day, proposed: Proposed, ids?: readonly number[]): Filling {
  const all = placings(day, proposed);
  const wanted = all.filter(
    ({ task, block, spans }) => !block && spans.length === 0 && (ids?.includes(task.id) ?? true),
  );
  const earlier = all.flatMap(({ spans }) => spans);
  const atOwnTime = new Map<number, TimeSpan[]>();
  for (const { task } of wanted) {
    const span = ownTime(task, day.work);
    const taken = [...earlier, ...[...atOwnTime.values()].flat()];
    if (span && isOpenTime(span, day.work, taken)) atOwnTime.set(task.id, [span]);
  }
  const others = wanted.filter(({ task }) => !atOwnTime.has(task.id));
  const { spans, unplaced } = fillFreeTime(
    others.map(({ task, minutes }) => ({
      id: task.id,
      minutes,
      isPriority: task.isPriority,
      deadline: task.deadline,
      usualStart: day.usualStart(task),
    })),
    openGaps(day.work, [...earlier, ...[...atOwnTime.values()].flat()]),
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
export function renewed(day: Day, proposed: Proposed): Filling & { passed: readonly number[] } {
  const passed = placings(day, proposed).flatMap(({ task, spans }) =>
    spans.some(({ from }) => hasPassed(from, day.work.now)) ? task.id : [],
  );
  const others = Object.entries(proposed).filter(([id]) => !passed.includes(Number(id)));
  return { passed, ...filled(day, Object.fromEntries(others), passed) };
}

/** Returns a warning about the time of a proposed block, or undefined if there is none. */
export function placeWarning(
  span: TimeSpan,
  { work }: Pick<Day, 'work'>,
  others: readonly Placing[],
): string | undefined {
  const isOver = (other: TimeSpan) =>
    other !== span && other.from < span.to && other.to > span.from;
  const event = work.events.find((one) => takesTime(one) && isOver(eventSpan(one)));
  const proposed = others.find((one) => one.spans.some(isOver));
  const title = event?.title ?? proposed?.task.title;
  const contains = ({ from, to }: TimeSpan) => span.from >= from && span.to <= to;
  const hours = workingSpan(work.day, work.hours, work.events);
  const isInHours = hours !== undefined && contains(hours);
  const isOverBreak = isInHours && !workingSpans(work.day, work.hours, work.events).some(contains);
  const warnings = [
    ...(hasPassed(span.from, work.now) ? ['This time has passed'] : []),
    ...(isInHours ? [] : ['Outside your working hours']),
    ...(isOverBreak ? ['In your lunch break'] : []),
    ...(title === undefined ? [] : [`At the same time as “${title}”`]),
  ];
  return warnings.length > 0 ? warnings.join(' · ') : undefined;
}
