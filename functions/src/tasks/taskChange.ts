import type { Edit } from '@daymark/contract/laterEdits';
import {
  Series,
  seriesChange,
  withoutLeaving,
  withSeries,
} from '@daymark/contract/repeats/seriesChange';
import {
  closingFields,
  STEPS_FULL,
  STEPS_MAX,
  type Task,
  type TaskPatch,
} from '@daymark/contract/task';
import { Failure } from '../http/failure';
import { renumbered, withoutFourthPriority, type TopThreeRules } from './priorities';

type NewRecord = Omit<Task, 'userId'>;

/** A task before and after a change, or undefined if it doesn't exist at that time. */
export interface BeforeAndAfter {
  before: NewRecord | undefined;
  after: NewRecord | undefined;
}

/** The context of a task's change. */
export interface Around {
  /** The other tasks that were read, for any reason. */
  found: readonly NewRecord[];
  /** The person's local day. */
  today: string;
  /** The moment of the change, ISO 8601 in UTC. */
  at: string;
  /** Undefined if the change affects no priority. In that case not all priorities were read. */
  topThree: TopThreeRules | undefined;
}

/** The task after a change, and every record that the change writes or deletes. */
interface TaskChange {
  task: NewRecord | undefined;
  records: NewRecord[];
  /**
   * The tasks that are added to or removed from the series, with their steps. Includes the changed task itself if
   * another task of the series replaces it.
   */
  ofSeries: NewRecord[];
  deletedIds: number[];
}

/** Returns the fields that an edit changes. Completing a completed task keeps the time of its first completion. */
export function editedFields(
  task: NewRecord,
  { fields, at }: Edit<Partial<Task>>,
  winning: TaskPatch,
): Partial<Task> {
  const { estimateMinutes } = winning;
  return {
    ...withoutLeaving(task, fields, winning),
    ...closingFields({ ...task, ...winning }, winning, at),
    ...(estimateMinutes != null &&
      task.firstEstimateMinutes === null && { firstEstimateMinutes: estimateMinutes }),
  };
}

/**
 * Returns everything that a change of a task involves. The result includes the next task of the series, the order of
 * the priorities, and the deletion of the task's steps.
 * @throws Failure 400 if the task can't be a step or has too many steps, 409 if it asks to be a fourth priority.
 */
export function taskChange(
  { before, after }: BeforeAndAfter,
  { found, today, at, topThree }: Around,
): TaskChange {
  const changed = new Map<number, NewRecord>();
  let task = after;
  let ofSeries: NewRecord[] = [];
  if (after) {
    refuseStep(after, before, found);
    const begun = withSeries(after, today);
    const series = seriesChange(before, begun, Series.of(begun, found), { today, at });
    task = series.task;
    const isRemoved = task.removedAt !== null && task.removedAt !== (before?.removedAt ?? null);
    ofSeries = isRemoved ? [...series.others, task] : series.others;
    for (const one of [...series.others, task]) changed.set(one.id, one);
  }
  if (topThree) {
    const others = found.map((one) => changed.get(one.id) ?? one);
    if (task) {
      task = withoutFourthPriority(before, task, others, topThree);
      changed.set(task.id, task);
    }
    for (const one of renumbered(before, task, others, topThree)) changed.set(one.id, one);
  }
  const isGone = before !== undefined && after === undefined;
  const gone = isGone ? [before, ...stepsOf(before.id, found)] : [];
  return {
    task: task && changed.get(task.id),
    records: [...changed.values()],
    ofSeries,
    deletedIds: gone.map(({ id }) => id),
  };
}

const stepsOf = (id: number, found: readonly NewRecord[]) =>
  found.filter(({ parentId }) => parentId === id);

/**
 * Checks a task's parent and steps. @throws Failure 400 if the task can't be a step of its parent, or repeats with too
 * many steps
 */
function refuseStep(
  task: NewRecord,
  before: NewRecord | undefined,
  found: readonly NewRecord[],
): void {
  const { id, parentId, repeat } = task;
  const steps = stepsOf(id, found);
  // An import doesn't check the number of steps, and copies of too many steps wouldn't fit into the commit.
  if (repeat !== null && steps.length > STEPS_MAX) throw new Failure(400, STEPS_FULL);
  if (parentId === null || (before && before.parentId === parentId && before.repeat === repeat))
    return;
  if (parentId === id) throw new Failure(400, 'A task can’t be a step of itself.');
  const parent = found.find((other) => other.id === parentId);
  if (!parent) throw new Failure(400, 'The task that this step belongs to no longer exists.');
  if (parent.parentId !== null) throw new Failure(400, 'A step can’t have steps of its own.');
  if (steps.length > 0) throw new Failure(400, 'A task with steps can’t become a step.');
  if (repeat !== null) throw new Failure(400, 'A step can’t repeat.');
  const others = stepsOf(parentId, found).filter((other) => other.id !== id);
  if (others.length >= STEPS_MAX) throw new Failure(400, STEPS_FULL);
}
