import { MINUTE_MS } from '@daymark/contract/time/units';
import { durationText } from '../../lib/time/durationText';
import { eventSpan } from '../events/eventSpan';
import { coveredMs, within } from '../../lib/time/timeSpans';
import { isExternal } from '../events/externalEvent';
import { honestMinutes, shortBudgetText, type DayBudget } from './dayBudget';
import { freeMinutes, workingSpan, workingSpans, type DayOfWork } from './freeTime';
import type { ShownTask } from '../shownRecords';

/** Smallest overrun that is shown, in minutes. Estimates are not exact enough for less. */
const OVER_FROM = 15;

/** The time that is planned for a day, and how much of the day is free, in minutes. */
export interface DayCapacity {
  /** How many tasks of the day are open. */
  left: number;
  planned: number;
  free: number;
  /** The part of `planned` that has time blocks outside the working hours, and therefore needs no free time. */
  outside: number;
  /** How much focus the person usually gets done on such a day, or undefined if too little is known. */
  budget: DayBudget | undefined;
  /** How much more is planned than the limit, or 0 below `OVER_FROM`. */
  over: number;
  /** The limit of the day: its free time, or what is left of the budget if that is less. */
  limit: 'free' | 'budget';
  /** The day's tasks without an estimate, which `planned` does not count. */
  unestimated: readonly ShownTask[];
  /** Whether the day still has working hours, has had them, or is a day off. */
  workingHours: 'ahead' | 'over' | 'none';
}

/** A person's budget for such a day, and the focus of the day so far, in minutes. */
interface Usual {
  budget: DayBudget | undefined;
  focused: number;
}

/**
 * Returns the capacity of a day. `tasks` are the day's open tasks. `remainingOf` returns what is left of a task's
 * estimate, or null without an estimate.
 */
export function dayCapacity(
  tasks: readonly ShownTask[],
  remainingOf: (task: ShownTask) => number | null,
  work: DayOfWork,
  { budget, focused }: Usual = { budget: undefined, focused: 0 },
): DayCapacity {
  const estimated = tasks.flatMap((task) => {
    const remaining = remainingOf(task);
    return remaining === null ? [] : { task, remaining };
  });
  const known = new Set(estimated.map(({ task }) => task.id));
  const planned = estimated.reduce((sum, { remaining }) => sum + remaining, 0);
  const outsideOf = blockMinutesOutside(work);
  const outside = estimated.reduce(
    (sum, { task, remaining }) => sum + Math.min(remaining, outsideOf.get(task.id) ?? 0),
    0,
  );
  const free = freeMinutes(work);
  const most = honestMinutes(budget, free, focused);
  const tooMuch = Math.floor(planned - outside - most);
  const hours = workingSpan(work.day, work.hours, work.events);
  return {
    left: tasks.length,
    planned,
    free,
    outside,
    budget,
    over: tooMuch >= OVER_FROM ? tooMuch : 0,
    limit: most < free ? 'budget' : 'free',
    unestimated: tasks.filter(({ id }) => !known.has(id)),
    workingHours: !hours ? 'none' : work.now.getTime() < hours.to ? 'ahead' : 'over',
  };
}

/** Returns, by task id, how many minutes of the task's blocks are still to come and outside the working hours. */
function blockMinutesOutside({ day, hours, events, now }: DayOfWork): ReadonlyMap<number, number> {
  const working = workingSpans(day, hours, events);
  const minutes = new Map<number, number>();
  for (const event of events) {
    if (isExternal(event) || event.taskId === null) continue;
    const toCome = within([eventSpan(event)], { from: now.getTime(), to: Infinity });
    const inside = working.flatMap((span) => within(toCome, span));
    const ms = coveredMs(toCome) - coveredMs(inside);
    minutes.set(event.taskId, (minutes.get(event.taskId) ?? 0) + Math.floor(ms / MINUTE_MS));
  }
  return minutes;
}

/**
 * Returns the parts of the text about a day's capacity: "6h 45m planned", "6h 15m free", "usually 3h 10m (2h to 4h, 24
 * days)", "30m over". After the working hours and on a day off there is one part, such as "2 left for today".
 */
export function capacityParts(capacity: DayCapacity): string[] {
  const { left, planned, free, outside, budget, over, limit, workingHours } = capacity;
  if (workingHours !== 'ahead') {
    if (left > 0) return [`${left} left for today`];
    return [workingHours === 'none' ? 'A day off' : 'Done for today.'];
  }
  return [
    `${durationText(planned)} planned`,
    `${durationText(free)} free`,
    ...(outside > 0 && planned > free
      ? [`${durationText(outside)} outside your working hours`]
      : []),
    ...(budget ? [shortBudgetText(budget)] : []),
    ...(over > 0
      ? [`${durationText(over)} ${limit === 'budget' ? 'more than usual' : 'over'}`]
      : []),
  ];
}
