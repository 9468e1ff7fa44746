import { HOUR_MS } from '@daymark/contract/time/units';
import { NO_PRIORITY, priorityKey } from '@daymark/contract/task';
import type { Task } from '@daymark/contract/task';
import {
  byPosition,
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
import { personsDays } from './personsZone';

/** Lists today's priorities by position, then by when they were created. */
export const listPriorities: Handler<'listPriorities'> = async ({ owner }, ports) => {
  const isToday = await personsToday(owner, ports);
  const found = await Promise.all(
    possiblePriorities(ports).map((conditions) => ports.stores.tasks.find(owner, ...conditions)),
  );
  const byId = new Map(found.flat().map((task) => [task.id, task]));
  return topThree([...byId.values()], isToday);
};

type NewRecord = Omit<Task, 'userId'>;

/** How a change of a task affects the Top 3. */
export interface TopThreeRules {
  isToday: IsToday;
  /** The index that the change asks for. */
  topThreeIndex: number | null | undefined;
  /** Whether the change asks for a place in the Top 3. Such a change is refused while the Top 3 is full. */
  asksForTopThree: boolean;
}

/**
 * Returns the task after a change. If the task would be a fourth priority and the change doesn't ask for that, the task
 * loses its priority. An example is a task that is reopened while the Top 3 is full.
 * @throws Failure 409 if the change asks for a fourth priority.
 */
export function withoutFourthPriority(
  before: NewRecord | undefined,
  after: NewRecord,
  found: readonly NewRecord[],
  { isToday, asksForTopThree }: TopThreeRules,
): NewRecord {
  const wasPriority = before !== undefined && isInTopThree(before, isToday);
  if (!isInTopThree(after, isToday) || wasPriority) return after;
  if (!isTopThreeFull(topThree(found, isToday).length)) return after;
  if (asksForTopThree) throw new Failure(409, PRIORITIES_FULL);
  return { ...after, ...NO_PRIORITY };
}

/**
 * Returns the priorities that change when a task changes. The priorities are numbered without gaps, with `after` at the
 * index that the change asks for. Without such an index, a task that is a priority already keeps its index, and a new
 * priority comes last. `after` is undefined for a deleted task. If the task was moved by hand, the position of every
 * priority is stored. A priority without a stored position gets its position from its number, so a new number would
 * change its position. Another device may have moved a task to a place between two of these positions.
 */
export function renumbered(
  before: NewRecord | undefined,
  after: NewRecord | undefined,
  found: readonly NewRecord[],
  { isToday, topThreeIndex }: TopThreeRules,
): NewRecord[] {
  const others = topThree(found, isToday);
  const wasPriority = before !== undefined && isInTopThree(before, isToday);
  const isPriority = after !== undefined && isInTopThree(after, isToday);
  const isMoved = isPriority && wasPriority && after.priorityPosition !== before.priorityPosition;
  if (isMoved)
    return [...others, after].sort(byPosition).flatMap((task, order) => {
      const priorityPosition = priorityKey(task);
      return task.order === order && task.priorityPosition === priorityPosition
        ? []
        : [{ ...task, order, priorityPosition }];
    });
  const ownIndex = wasPriority
    ? [...others, before].sort(byPosition).indexOf(before)
    : others.length;
  const ordered = isPriority ? others.toSpliced(topThreeIndex ?? ownIndex, 0, after) : others;
  const isPlaced = isPriority && (!wasPriority || typeof topThreeIndex === 'number');
  return ordered.flatMap((task, order) => {
    // Positions would override the index that the change asks for, so they are cleared.
    const priorityPosition = isPlaced ? null : task.priorityPosition;
    return task.order === order && task.priorityPosition === priorityPosition
      ? []
      : [{ ...task, order, priorityPosition }];
  });
}

/**
 * Returns conditions for open priorities, and for priorities completed in the last 25 hours, which is the length of a
 * day when clocks go back.
 */
export function possiblePriorities({ now }: Ports) {
  const since = new Date(now().getTime() - 25 * HOUR_MS).toISOString();
  const isPriority = ['isPriority', '==', true] as const;
  return [
    [isPriority, ['completed', '==', false] as const, ['skippedAt', '==', null] as const],
    [isPriority, ['completedAt', '>=', since] as const],
  ];
}

/** Returns a function that tells whether a moment is on the person's day. */
export async function personsToday(owner: Owner, ports: Ports): Promise<IsToday> {
  const dayAt = await personsDays(owner, ports);
  const today = dayAt(ports.now().getTime());
  return (moment) => dayAt(Date.parse(moment)) === today;
}
