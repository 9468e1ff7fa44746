import { NO_GOAL_CHOICES, type Goal } from '@daymark/contract/goal';
import { newId } from '@daymark/contract/primitives';
import { carrying, goalDeletion, goalsInWeek } from '../../domain/goals/weekGoals';
import { movedPositions } from '../../domain/tasks/handOrder';
import type { LocalDay } from '../../lib/time/dates';
import { useRecords, useSync } from '../../sync/useSync';
import { changeWithUndo } from '../changeWithUndo';

const NO_GOALS: readonly never[] = [];

/** Returns the goals of the week that begins on `first`, and the functions that change them. */
export function useWeekGoals(first: LocalDay) {
  const sync = useSync();
  const { data = NO_GOALS, isPending, error, refetch } = useRecords('goals');
  const goals = goalsInWeek(data, first);
  const edit = (title: string, goal: Goal, fields: Partial<Goal>, base?: Goal) =>
    sync.change({ title, about: goal.title }, [
      { kind: 'update', collection: 'goals', id: goal.id, fields, ...(base && { base }) },
    ]);
  const tasks = () => sync.records('tasks').data ?? NO_GOALS;
  return {
    goals,
    isPending,
    error,
    refetch,
    add: (title: string): void =>
      void sync.change({ title: 'Goal added', about: title }, [
        {
          kind: 'create',
          collection: 'goals',
          record: {
            ...NO_GOAL_CHOICES,
            id: newId(),
            title,
            span: 'week',
            day: first,
            createdAt: sync.now().toISOString(),
            userId: sync.userId,
          } as Goal,
        },
      ]),
    rename: (goal: Goal, title: string): void => void edit('Goal renamed', goal, { title }, goal),
    /** Closes a goal as done or dropped, or opens it again. */
    close: (goal: Goal, outcome: 'done' | 'dropped' | null): void =>
      void edit(OUTCOME_TITLES[outcome ?? 'open'], goal, { outcome }),
    /** Makes a goal serve a goal of a longer span, or none. */
    serve: (goal: Goal, servesId: number | null): void =>
      void edit('Goal edited', goal, { servesId }),
    /** Carries a goal to the week that begins on `day`, with its open tasks. */
    carry: (goal: Goal, day: LocalDay): void =>
      void changeWithUndo(
        sync,
        { title: 'Goal carried forward', about: goal.title },
        carrying(goal, day, { goals: data, tasks: tasks(), now: sync.now() }),
      ),
    /** Moves a goal to another index among the goals of its week. */
    move: (from: number, to: number): void =>
      void sync.change(
        { title: 'Goal moved', about: goals[from]?.title },
        movedPositions(goals, from, to, ({ position }) => position).map(({ id, position }) => ({
          kind: 'update',
          collection: 'goals',
          id,
          fields: { position },
        })),
      ),
    remove: (goal: Goal): void =>
      void changeWithUndo(
        sync,
        { title: 'Goal deleted', about: goal.title },
        goalDeletion(goal, { goals: data, tasks: tasks() }),
      ),
  };
}

const OUTCOME_TITLES = {
  done: 'Goal reached',
  dropped: 'Goal dropped',
  open: 'Goal opened again',
} as const;
