import type { Edit } from '@daymark/contract/laterEdits';
import { PRIORITIES_FULL, PRIORITIES_MAX, type Task, type TaskPatch } from '@daymark/contract/task';
import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import type { Owner } from '../owner';
import type { Ports } from '../ports';

/** Today's priorities, by place, then by when they were created. */
export const listPriorities: Handler<'listPriorities'> = async ({ owner }, ports) => {
  const isTodaysPriority = await todaysPriorityFilter(owner, ports);
  const found = await Promise.all(
    alternatives(ports).map((conditions) => ports.stores.tasks.find(owner, ...conditions)),
  );
  const byId = new Map(found.flat().map((task) => [task.id, task]));
  return [...byId.values()].filter(isTodaysPriority).sort(byPlace);
};

type NewRecord = Omit<Task, 'userId'>;

/** A task, and its place among the priorities. Without a place it keeps its own, or comes last. */
interface Placed {
  task: NewRecord;
  place?: number | null | undefined;
}

/**
 * Writes what `decide` makes of a task (undefined deletes it), and numbers the priorities without gaps, all in one
 * commit. The lock document makes sure that no other change of priorities runs at the same time. Answers the task as it
 * is then, undefined if it is deleted.
 * @throws Failure 409 when it would be a fourth priority, 410 when the task was deleted and `restore` is not set.
 */
export async function updatePriorities(
  owner: Owner,
  id: number,
  ports: Ports,
  decide: (task: Task | undefined, winning: TaskPatch) => Placed | undefined,
  options: { edit?: Edit<TaskPatch>; restore?: boolean | null | undefined } = {},
): Promise<NewRecord | undefined> {
  const isTodaysPriority = await todaysPriorityFilter(owner, ports);
  let result: NewRecord | undefined;
  const lockOptions = { ...options, alternatives: alternatives(ports) };
  const { tasks } = ports.stores;
  const isUpdated = await tasks.updateUnderLock(
    owner,
    id,
    lockOptions,
    (current, found, winning) => {
      const others = found.filter(isTodaysPriority).sort(byPlace);
      const wasPriority = current !== undefined && isTodaysPriority(current);
      const placed = decide(current, winning);
      result = placed?.task;
      if (result === current) return { records: [] };
      const ordered: NewRecord[] = [...others];
      if (result && isTodaysPriority(result)) {
        if (!wasPriority && others.length >= PRIORITIES_MAX)
          throw new Failure(409, PRIORITIES_FULL);
        const ownPlace = wasPriority
          ? [...others, current].sort(byPlace).indexOf(current)
          : others.length;
        ordered.splice(placed?.place ?? ownPlace, 0, result);
      }

      const records: NewRecord[] = [];
      ordered.forEach((task, order) => {
        const moved = task.order === order ? task : { ...task, order };
        if (task.id === id) result = moved;
        else if (moved !== task) records.push(moved);
      });
      if (result) records.push(result);
      return { records, isDeleted: !result };
    },
  );
  return isUpdated ? result : tasks.get(owner, id);
}

/** Open priorities, and those completed in the last 25 hours: a day has 25 when the clocks go back. */
function alternatives({ now }: Ports) {
  const since = new Date(now().getTime() - 25 * 60 * 60 * 1000).toISOString();
  const isPriority = ['isPriority', '==', true] as const;
  return [
    [isPriority, ['completed', '==', false] as const],
    [isPriority, ['completedAt', '>=', since] as const],
  ];
}

/** Tells whether a task is one of today's priorities: open, or completed today in the person's time zone. */
async function todaysPriorityFilter({ uid }: Owner, { stores, now }: Ports) {
  const profile = await stores.profiles.get(uid);
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: profile?.timeZone ?? 'UTC' });
  const today = calendar.format(now());
  return ({ isPriority, completedAt }: NewRecord) =>
    isPriority && (completedAt === null || calendar.format(new Date(completedAt)) === today);
}

function byPlace(a: NewRecord, b: NewRecord): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (
    (a.order ?? last) - (b.order ?? last) ||
    Date.parse(a.createdAt) - Date.parse(b.createdAt) ||
    a.id - b.id
  );
}
