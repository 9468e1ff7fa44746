import type { Edit } from '@daymark/contract/laterEdits';
import { nextTasks } from '@daymark/contract/series';
import { seriesChange, withSeries } from '@daymark/contract/seriesChange';
import { isOpen, STEPS_FULL, STEPS_MAX, type Task, type TaskPatch } from '@daymark/contract/task';
import { Failure } from '../http/failure';
import type { Owner } from '../owner';
import type { Ports } from '../ports';
import { personsDay } from './personsDay';
import { possiblePriorities, renumbered, todaysPriorityFilter } from './priorities';

type NewRecord = Omit<Task, 'userId'>;

interface Options {
  /** The task as it probably is before and after the change: what else has to be read depends on it. */
  expected: { before: NewRecord | undefined; after: NewRecord | undefined };
  edit?: Edit<TaskPatch>;
  restore?: boolean | null | undefined;
  restoredAt?: string | null | undefined;
  /** Its place among the priorities. */
  place?: number | null | undefined;
  /** The person's day; without it, today in their time zone. */
  today?: string | null | undefined;
}

/**
 * Writes what `decide` makes of a task (undefined deletes it, the same record changes nothing), and in the same commit
 * what comes with it: the numbers of the priorities, the next task of its series, its steps. The lock document makes
 * sure that no other such change runs at the same time. Answers the task as it is then, undefined if it is deleted.
 * @throws Failure 400 when it cannot be a step or a task has too many, 409 when it would be a fourth priority, 410 when the task was deleted
 * and `restore` is not set.
 */
export async function changeTask(
  owner: Owner,
  id: number,
  ports: Ports,
  decide: (task: Task | undefined, winning: TaskPatch) => NewRecord | undefined,
  { expected, edit, restore, restoredAt, place, today: givenDay }: Options,
): Promise<NewRecord | undefined> {
  const { tasks } = ports.stores;
  const involved = [expected.before, expected.after].filter((task) => task !== undefined);
  const isPriority = involved.some((task) => task.isPriority);
  const isTodaysPriority = isPriority ? await todaysPriorityFilter(owner, ports) : () => false;
  const isRepeating = involved.some(({ repeat, seriesId }) => repeat !== null || seriesId !== null);
  const isReopened =
    expected.before !== undefined &&
    expected.after !== undefined &&
    !isOpen(expected.before) &&
    isOpen(expected.after);
  const now = ports.now();
  const today = givenDay ?? (isRepeating ? (await personsDay(owner, ports))(now) : '');
  const seriesIds = new Set(
    involved.flatMap(({ seriesId, repeat }) => seriesId ?? (repeat === null ? [] : id)),
  );
  const candidates = involved.flatMap((task) => nextTasks(withSeries(task, today), today));
  const parentIds = involved.flatMap(({ parentId }) => parentId ?? []);
  // The open task that may be removed, and the next one that may come back, are looked at with their steps.
  const open = await Promise.all(
    [...seriesIds].map((series) => tasks.find(owner, ['openSeriesId', '==', series])),
  );
  const stepsOf = (task: number) => [['parentId', '==', task] as const];
  const isClosed = expected.after !== undefined && !isOpen(expected.after);
  const withSteps = new Set([
    id,
    ...(isNewStep(expected) ? parentIds : []),
    ...open.flat().map((task) => task.id),
    ...(isClosed ? candidates.map((candidate) => candidate.id) : []),
  ]);
  const alternatives = [
    ...(isPriority ? possiblePriorities(ports) : []),
    // All of the series where a task is reopened: one that was done after it may have followed it.
    ...[...seriesIds].map((series) =>
      isReopened
        ? [['seriesId', '==', series] as const]
        : [['openSeriesId', '==', series] as const],
    ),
    ...[...withSteps].map(stepsOf),
  ];
  const ids = [...candidates.map((candidate) => candidate.id), ...parentIds];
  let result: NewRecord | undefined;

  const isUpdated = await tasks.updateUnderLock(
    owner,
    id,
    {
      alternatives,
      ids: [...new Set(ids)].filter((other) => other !== id),
      restore,
      restoredAt,
      ...(edit && { edit }),
    },
    (current, found, winning) => {
      const decided = decide(current, winning);
      result = decided;
      if (decided === current) return { records: [] };
      const steps = found.filter(({ parentId }) => parentId === id);
      const changed = new Map<number, NewRecord>();
      if (decided) {
        refuseStep(decided, current, found, steps);
        // Imported ones are not counted before. Their copies would not fit into the commit.
        if (decided.repeat !== null && steps.length > STEPS_MAX) throw new Failure(400, STEPS_FULL);
        const { task, others } = seriesChange<NewRecord>(current, withSeries(decided, today), {
          others: found,
          steps,
          existing: found,
          today,
          at: now.toISOString(),
        });
        result = task;
        for (const other of [...others, task]) changed.set(other.id, other);
      }
      const priorities = found.filter((task) => isPriority && !changed.has(task.id));
      const numbered = renumbered(current, result, priorities, isTodaysPriority, place);
      for (const task of numbered) changed.set(task.id, task);
      result = result && changed.get(id);
      const deletedIds = decided ? [] : [...(current ? [id] : []), ...steps.map((step) => step.id)];
      return { records: [...changed.values()], deletedIds };
    },
  );
  return isUpdated ? result : tasks.get(owner, id);
}

/** @throws Failure 400 when a task cannot be the step that it would be. */
function refuseStep(
  task: NewRecord,
  before: NewRecord | undefined,
  found: readonly NewRecord[],
  steps: readonly NewRecord[],
): void {
  const { parentId } = task;
  if (
    parentId === null ||
    (before && before.parentId === parentId && before.repeat === task.repeat)
  )
    return;
  if (parentId === task.id) throw new Failure(400, 'A task can’t be a step of itself.');
  const parent = found.find(({ id }) => id === parentId);
  if (!parent) throw new Failure(400, 'The task that this is a step of no longer exists.');
  if (parent.parentId !== null) throw new Failure(400, 'A step can’t have steps of its own.');
  if (steps.length > 0) throw new Failure(400, 'A task with steps can’t become a step.');
  if (task.repeat !== null) throw new Failure(400, 'A step can’t repeat.');
  const others = found.filter((other) => other.parentId === parentId && other.id !== task.id);
  if (others.length >= STEPS_MAX) throw new Failure(400, STEPS_FULL);
}

const isNewStep = ({ before, after }: Options['expected']): boolean =>
  after !== undefined && after.parentId !== null && after.parentId !== before?.parentId;

/** Whether a change of a task may concern others: priorities, its series, its steps. */
export function concernsOthers(before: NewRecord | undefined, after: NewRecord): boolean {
  const differs = (field: keyof NewRecord) => before?.[field] !== after[field];
  const mayReorder =
    differs('isPriority') ||
    differs('completed') ||
    differs('order') ||
    differs('priorityPosition');
  if ((before?.isPriority || after.isPriority) && mayReorder) return true;
  if (after.parentId !== null && (differs('parentId') || differs('repeat'))) return true;
  if (after.repeat !== null && after.seriesId === null) return true;
  const wasOpen = before !== undefined && isOpen(before);
  return (
    after.seriesId !== null &&
    (differs('seriesId') || differs('seriesDay') || wasOpen !== isOpen(after))
  );
}
