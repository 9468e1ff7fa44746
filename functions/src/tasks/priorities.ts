import type { Edit } from '@daymark/contract/laterEdits';
import { PRIORITIES_FULL, PRIORITIES_MAX, type Task, type TaskPatch } from '@daymark/contract/task';
import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import type { Owner } from '../owner';
import type { Ports } from '../ports';

/** By place, then by when they were made. */
export const listPriorities: Handler<'listPriorities'> = async ({ owner }, ports) => {
  const today = await todayOf(owner, ports);
  const found = await Promise.all(
    alternatives(ports).map((conditions) => ports.stores.tasks.find(owner, ...conditions)),
  );
  const byId = new Map(found.flat().map((task) => [task.id, task]));
  return [...byId.values()].filter(today.has).sort(byPlace);
};

type NewRecord = Omit<Task, 'userId'>;

interface Placed {
  task: NewRecord;
  /** Where it is wanted among the priorities; without one it stays where it is, or comes last. */
  place?: number | null | undefined;
}

/**
 * Makes of a task what `become` says (undefined: it is to go), and keeps the priorities in a dense
 * order: all that it touches is written at once, and no other change of priorities runs beside it.
 * @throws Failure 409 when it would be a fourth, or when it was deleted and is not to be restored.
 */
export async function rearrange(
  owner: Owner,
  id: number,
  ports: Ports,
  become: (task: Task | undefined, counting: TaskPatch) => Placed | undefined,
  options: { edit?: Edit<TaskPatch>; restore?: boolean | null | undefined } = {},
): Promise<NewRecord | undefined> {
  const today = await todayOf(owner, ports);
  let result: NewRecord | undefined;
  const all = { ...options, alternatives: alternatives(ports) };
  await ports.stores.tasks.updateTogether(owner, id, all, (standing, found, counting) => {
    const others = found.filter(today.has).sort(byPlace);
    const wasOne = standing !== undefined && today.has(standing);
    const placed = become(standing, counting);
    result = placed?.task;
    if (result === standing) return { records: [] };
    const ranked: NewRecord[] = [...others];
    if (result && today.has(result)) {
      if (!wasOne && others.length >= PRIORITIES_MAX) throw new Failure(409, PRIORITIES_FULL);
      const stays = wasOne ? [...others, standing].sort(byPlace).indexOf(standing) : others.length;
      ranked.splice(placed?.place ?? stays, 0, result);
    }

    const records: NewRecord[] = [];
    ranked.forEach((task, order) => {
      const moved = task.order === order ? task : { ...task, order };
      if (task.id === id) result = moved;
      else if (moved !== task) records.push(moved);
    });
    if (result) records.push(result);
    return { records, isRemoved: !result };
  });
  return result;
}

/** Open priorities, and those completed since a day ago and an hour: the clocks may have gone back. */
function alternatives({ now }: Ports) {
  const since = new Date(now().getTime() - 25 * 60 * 60 * 1000).toISOString();
  const isOne = ['isPriority', '==', true] as const;
  return [
    [isOne, ['completed', '==', false] as const],
    [isOne, ['completedAt', '>=', since] as const],
  ];
}

/** Whether a task is one of today's priorities: open, or completed on the person's own today. */
async function todayOf({ uid }: Owner, { stores, now }: Ports) {
  const profile = await stores.profiles.get(uid);
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: profile?.timeZone ?? 'UTC' });
  const today = calendar.format(now());
  return {
    has: ({ isPriority, completedAt }: NewRecord) =>
      isPriority && (completedAt === null || calendar.format(new Date(completedAt)) === today),
  };
}

function byPlace(a: NewRecord, b: NewRecord): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (
    (a.order ?? last) - (b.order ?? last) ||
    Date.parse(a.createdAt) - Date.parse(b.createdAt) ||
    a.id - b.id
  );
}
