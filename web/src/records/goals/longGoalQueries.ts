import { type Goal, NO_GOAL_CHOICES } from '@daymark/contract/goal';
import { newId } from '@daymark/contract/primitives';
import { goalsOf, longSpanOf, type LongSpan } from '../../domain/goals/longSpans';
import { goalDeletion } from '../../domain/goals/weekGoals';
import type { LocalDay } from '../../lib/time/dates';
import { useRecordMutations, useRecords, useSync } from '../../sync/useSync';
import { changeWithUndo } from '../changeWithUndo';

/** Returns the goals of the month or the quarter to which a week belongs, and the functions that change them. */
export function useLongGoals(span: LongSpan, weekDay: LocalDay) {
  const sync = useSync();
  const { data } = useRecords('goals');
  const { create, update, now } = useRecordMutations('goals');
  const day = longSpanOf(span, weekDay);
  return {
    /** The first day of the month or the quarter. */
    day,
    isPending: data === undefined,
    goals: goalsOf(data ?? [], span, day),
    add: (title: string): void =>
      void create(
        { id: newId(), title, span, day, ...NO_GOAL_CHOICES, createdAt: now().toISOString() },
        { title: 'Goal added', about: title },
      ),
    rename: (goal: Goal, title: string): void =>
      void update(goal.id, { title }, { title: 'Goal changed', about: title }, goal),
    remove: (goal: Goal): void =>
      void changeWithUndo(
        sync,
        { title: 'Goal deleted', about: goal.title },
        goalDeletion(goal, { goals: data ?? [], tasks: sync.records('tasks').data ?? [] }),
      ),
  };
}
