import { PRIORITIES_FULL, PRIORITIES_MAX, priorityKey, type Task } from '@daymark/contract/task';
import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import type { Owner } from '../owner';
import type { Ports } from '../ports';
import { personsDay } from './personsDay';

/** Today's priorities, by place, then by when they were created. */
export const listPriorities: Handler<'listPriorities'> = async ({ owner }, ports) => {
  const isTodaysPriority = await todaysPriorityFilter(owner, ports);
  const found = await Promise.all(
    possiblePriorities(ports).map((conditions) => ports.stores.tasks.find(owner, ...conditions)),
  );
  const byId = new Map(found.flat().map((task) => [task.id, task]));
  return [...byId.values()].filter(isTodaysPriority).sort(byPlace);
};

type NewRecord = Omit<Task, 'userId'>;
type IsPriority = (task: NewRecord) => boolean;

/**
 * The priorities that change when a task changes: numbered without gaps, `after` at its place. Without a place it keeps
 * its own, or comes last. `after` is undefined for a task that is deleted. Where one was moved by hand, all of them get
 * positions: another device may have moved one between two of them.
 * @throws Failure 409 when it would be a fourth priority.
 */
export function renumbered(
  before: NewRecord | undefined,
  after: NewRecord | undefined,
  found: readonly NewRecord[],
  isTodaysPriority: IsPriority,
  place: number | null | undefined,
): NewRecord[] {
  const others = found.filter(isTodaysPriority).sort(byPlace);
  const wasPriority = before !== undefined && isTodaysPriority(before);
  const isPriority = after !== undefined && isTodaysPriority(after);
  if (isPriority && !wasPriority && others.length >= PRIORITIES_MAX)
    throw new Failure(409, PRIORITIES_FULL);
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
  const since = new Date(now().getTime() - 25 * 60 * 60 * 1000).toISOString();
  const isPriority = ['isPriority', '==', true] as const;
  return [
    [isPriority, ['completed', '==', false] as const],
    [isPriority, ['completedAt', '>=', since] as const],
  ];
}

/** Tells whether a task is one of today's priorities: open, or completed today in the person's time zone. */
export async function todaysPriorityFilter(owner: Owner, ports: Ports): Promise<IsPriority> {
  const dayOf = await personsDay(owner, ports);
  const today = dayOf(ports.now());
  return ({ isPriority, completedAt }) =>
    isPriority && (completedAt === null || dayOf(new Date(completedAt)) === today);
}

function byPlace(a: NewRecord, b: NewRecord): number {
  const [first, second] = [priorityKey(a), priorityKey(b)];
  if (first !== second) return first < second ? -1 : 1;
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id;
}
