import { NO_GOAL_CHOICES, WEEK_GOALS_MAX, type Goal } from '@daymark/contract/goal';
import { idOfText } from '@daymark/contract/primitives';
import { isOpen, type Task } from '@daymark/contract/task';
import { addDays, startOfWeek, type LocalDay } from '../../lib/time/dates';
import type { Change, MutationRequest } from '../mutation';
import { goalsOf, longSpanOf } from './longSpans';

/* The goals of a week (product §4). A week is named by its first day. */

/** Returns the seven days of the week that begins on `first`. */
export const daysOfWeek = (first: LocalDay): LocalDay[] =>
  Array.from({ length: 7 }, (_, index) => addDays(first, index));

/**
 * Returns the goals of the seven days from `first`, in their order. The person may have changed the first day of their
 * weeks since the goals were made, so a goal belongs to the week that contains its day.
 */
export const goalsInWeek = <One extends Goal>(goals: readonly One[], first: LocalDay): One[] =>
  daysOfWeek(first).flatMap((day) => goalsOf(goals, 'week', day));

/** Whether a week has room for one more goal. Dropped and carried goals make room. */
export const hasRoomForGoal = (ofWeek: readonly Goal[]): boolean =>
  ofWeek.filter(({ outcome }) => outcome === null || outcome === 'done').length < WEEK_GOALS_MAX;

/**
 * Returns the open goals that a task can serve on a day: those of its week, its month and its quarter. The task's own
 * goal is always among them.
 */
export function goalChoices<One extends Goal>(
  goals: readonly One[],
  day: LocalDay,
  ownId: number | null,
): One[] {
  const first = startOfWeek(day);
  const current = [
    ...goalsInWeek(goals, first),
    ...goalsOf(goals, 'month', longSpanOf('month', first)),
    ...goalsOf(goals, 'quarter', longSpanOf('quarter', first)),
  ].filter(({ id, outcome }) => outcome === null || id === ownId);
  const own = goals.find(({ id }) => id === ownId);
  return own && !current.includes(own) ? [own, ...current] : current;
}

/** Returns the first day of the week after a goal's week. */
export const weekAfter = (goal: Goal): LocalDay => addDays(startOfWeek(goal.day), 7);

/**
 * Returns the change that carries a goal to a later week. It closes the goal and creates one of the same title, which
 * the goal's open tasks then serve. The new goal's id follows from the goal and the day. Two devices that carry the same
 * goal therefore make one.
 */
export function carrying(
  goal: Goal,
  day: LocalDay,
  { goals, tasks, now }: { goals: readonly Goal[]; tasks: readonly Task[]; now: Date },
): Change {
  const id = idOfText(`${goal.id} ${day}`);
  const { title, span, servesId, userId } = goal;
  const next = { ...NO_GOAL_CHOICES, id, title, span, day, servesId, userId };
  const exists = goals.some((other) => other.id === id);
  const served = tasks.filter((task) => task.goalId === goal.id && isOpen(task));
  const creation: MutationRequest = {
    kind: 'create',
    collection: 'goals',
    record: { ...next, createdAt: now.toISOString() } as Goal,
    // The goal may have been carried and taken back.
    restore: true,
  };
  return {
    requests: [
      ...(exists ? [] : [creation]),
      { kind: 'update', collection: 'goals', id: goal.id, fields: { outcome: 'carried' } },
      ...served.map((task) => goalOfTask(task, id)),
    ],
  };
}

/** Returns the request that makes a task serve a goal, or none. */
const goalOfTask = ({ id }: Pick<Task, 'id'>, goalId: number | null): MutationRequest => ({
  kind: 'update',
  collection: 'tasks',
  id,
  fields: { goalId },
});

/** Returns the request that makes a goal serve another goal, or none. */
const serving = ({ id }: Goal, servesId: number | null): MutationRequest => ({
  kind: 'update',
  collection: 'goals',
  id,
  fields: { servesId },
});

/**
 * Returns the change that deletes a goal. The goals that serve it no longer do. The server removes the goal from its
 * tasks. Undo brings the goal back and makes them all serve it again.
 */
export function goalDeletion(
  goal: Goal,
  { goals, tasks }: { goals: readonly Goal[]; tasks: readonly Task[] },
): Change {
  const servants = goals.filter(({ servesId }) => servesId === goal.id);
  return {
    requests: [
      ...servants.map((one) => serving(one, null)),
      { kind: 'delete', collection: 'goals', id: goal.id },
    ],
    undo: [
      { kind: 'create', collection: 'goals', record: goal, restore: true },
      ...servants.map((one) => serving(one, goal.id)),
      ...tasks.filter(({ goalId }) => goalId === goal.id).map((task) => goalOfTask(task, goal.id)),
    ],
  };
}
