import { newId } from '@daymark/contract/primitives';
import { withSeries } from '@daymark/contract/repeats/seriesChange';
import type { Task } from '@daymark/contract/task';
import { personsDay } from '../../lib/time/dates';
import type { MutationRequest } from '../mutation';
import { blockTimeOf } from './blockTime';
import { newTask, type NewStep, type TaskCreation } from './newTask';
import { blockCreation } from './taskRequests';

/**
 * Returns the requests that create tasks with their steps, blocks and new categories. A category comes before its
 * tasks, and is created once even if several tasks name it.
 */
export function creationRequests(
  creations: readonly TaskCreation[],
  userId: number,
  now: Date,
): MutationRequest[] {
  const categories = new Map(
    creations.flatMap(({ category }) => (category ? [[category.id, category] as const] : [])),
  );
  return [
    ...[...categories.values()].map((category): MutationRequest => {
      const record = { ...category, userId };
      return { kind: 'create', collection: 'categories', record };
    }),
    ...creations.flatMap((creation) => taskRequests(creation, userId, now)),
  ];
}

function taskRequests(
  { task, steps = [], block }: TaskCreation,
  userId: number,
  now: Date,
): MutationRequest[] {
  const ofSeries = block && task.repeat && { blockTime: blockTimeOf(block) };
  const record = withSeries({ ...newTask({ ...task, ...ofSeries }, now), userId }, personsDay(now));
  return [
    creation(record),
    ...stepRequests(record, steps, now),
    ...(block ? [blockCreation({ ...block, id: newId(), userId }, record)] : []),
  ];
}

/** Returns the requests that create steps of a task. */
export const stepRequests = (
  { id, categoryId, userId }: Task,
  steps: readonly NewStep[],
  now: Date,
): MutationRequest[] =>
  steps.map((step) =>
    creation({ ...newTask({ id: newId(), categoryId, parentId: id, ...step }, now), userId }),
  );

const creation = (record: Task): MutationRequest => ({
  kind: 'create',
  collection: 'tasks',
  record,
});
