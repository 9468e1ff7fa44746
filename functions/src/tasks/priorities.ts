import { HOUR_MS } from '@daymark/contract/time/units';
import { NO_PRIORITY, priorityKey } from '@daymark/contract/task';
import type { Task } from '@daymark/contract/task';
import {
  byPlace,
  isInTopThree,
  isTopThreeFull,
  topThree,
  type IsToday,
  PRIORITIES_FULL,
} from '@daymark/contract/topThree';
import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import type { Owner } from '../owner';
import type { Ports } from '../ports';
import { personsZone } from './personsZone';

/** Today's priorities, by place, then by when they were created. */
export const listPriorities: Handler<'listPriorities'> = async ({ owner }, ports) => {
  const isToday = await personsToday(owner, ports);
  const found = await Promise.all(
    possiblePriorities(ports).map((conditions) => ports.stores.tasks.find(owner, ...conditions)),
  );
  const byId = new Map(found.flat().map((task) => [task.id, task]));
  return topThree([...byId.values()], isToday);
};

type NewRecord = Omit<Task, 'userId'>;

/** How a change of a task is taken by the Top 3. */
export interface TopThreeRules {
  isToday: IsToday;
  /** The place that the change asks for. */
  place: number | null | undefined;
  /** Whether the change asks for a place: it is refused while the Top 3 is full. */
  asksForPlace: boolean;
}

/**
 * The task after a change, without the priority if it would be a fourth and does not ask for it: one that is restored or
 * reopened while the Top 3 is full.
 * @throws Failure 409 when it asks for it.
 */
export function withoutFourthPriority(
  before: NewRecord | undefined,
  after: NewRecord,
  found: readonly NewRecord[],
  { isToday, asksForPlace }: TopThreeRules,
): NewRecord {
  const wasPriority = before !== undefined && isInTopThree(before, isToday);
  if (!isInTopThree(after, isToday) || wasPriority) return after;
  if (!isTopThreeFull(topThree(found, isToday).length)) return after;
  if (asksForPlace) throw new Failure(409, PRIORITIES_FULL);
  return { ...after, ...NO_PRIORITY };
}

/**
 * The priorities that change when a task changes: numbered without gaps, `after` at its place. Without a place it keeps
 * its own, or comes last. `after` is undefined for a task that is deleted. Where one was moved by hand, all of them get
 * positions: another device may have moved one between two of them.
 */
export function renumbered(
  before: NewRecord | undefined,
  after: NewRecord | undefined,
  found: readonly NewRecord[],
  { isToday, place }: TopThreeRules,
): NewRecord[] {
  const others = topThree(found, isToday);
  const wasPriority = before !== undefined && isInTopThree(before, isToday);
  const isPriority = after !== undefined && isInTopThree(after, isToday);
  const isMoved = isPriority && wasPriority && after.priorityPosition !== before.priorityPosition;
  if (isMoved)
    return [...others, after].sort(byPlace).flatMap((task, order) => {
      const priorityPosition = priorityKey(task);
      return task.order === order && task.priorityPosition === priorityPosition
        ? []
        : [{ ...task, order, priorityPosition }];
    });
  const ownPlace = wasPriority ? [...others, before].sort(byPlace).indexOf(before) : others.length;
  const ordered = isPriority ? others.toSpliced(place ?? ownPlace, 0, after) : others;
  const isPlaced = isPriority && (!wasPriority || typeof place === 'number');
  return ordered.flatMap((task, order) => {
    // What a place says is not to be overruled by positions.
    const priorityPosition = isPlaced ? null : task.priorityPosition;
    return task.order === order && task.priorityPosition === priorityPosition
      ? []
      : [{ ...task, order, priorityPosition }];
  });
}

/** Open priorities, and those completed in the last 25 hours: a day has 25 when the clocks go back. */
export function possiblePriorities({ now }: Ports) {
  const since = new Date(now().getTime() - 25 * HOUR_MS).toISOString();
  const isPriority = ['isPriority', '==', true] as const;
  return [
    [isPriority, ['completed', '==', false] as const, ['skippedAt', '==', null] as const],
    [isPriority, ['completedAt', '>=', since] as const],
  ];
}

/** Tells whether a moment is today in the person's time zone. */
export async function personsToday(owner: Owner, ports: Ports): Promise<IsToday> {
  const { dayAt } = await personsZone(owner, ports);
  const today = dayAt(ports.now().getTime());
  return (moment) => dayAt(Date.parse(moment)) === today;
}
