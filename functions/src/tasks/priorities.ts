import { PRIORITIES_FULL, PRIORITIES_MAX, type Task } from '@daymark/contract/task';
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
 * its own, or comes last. `after` is undefined for a task that is deleted.
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
  const ordered = [...others];
  if (after && isTodaysPriority(after)) {
    if (!wasPriority && others.length >= PRIORITIES_MAX) throw new Failure(409, PRIORITIES_FULL);
    const ownPlace = wasPriority
      ? [...others, before].sort(byPlace).indexOf(before)
      : others.length;
    ordered.splice(place ?? ownPlace, 0, after);
  }
  return ordered.flatMap((task, order) => (task.order === order ? [] : [{ ...task, order }]));
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
  const last = Number.MAX_SAFE_INTEGER;
  return (
    (a.order ?? last) - (b.order ?? last) ||
    Date.parse(a.createdAt) - Date.parse(b.createdAt) ||
    a.id - b.id
  );
}
