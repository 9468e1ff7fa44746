import { idOfDay } from '@daymark/contract/primitives';
import { reflectionIdOf } from '@daymark/contract/reflection';
import { createDrafts } from '../../lib/person/drafts';
import { addDays, type LocalDay, localInstant, longDate, startOfDay } from '../../lib/time/dates';
import { useIsWorkingDay } from '../events/useIsWorkingDay';
import { useRecordMutations, useRecords, useSync } from '../../sync/useSync';
import { toastSaved } from '../../ui/toasts/savedToast';
import { writtenPlan, type WrittenPlan } from '../../domain/reflections/writtenPlan';
import { answersOf, StoredReflectionDraft } from '../../domain/reflections/reflectionDraft';
import { useAnswerDraft } from './useAnswerDraft';

/** Stores one draft for each day, named by the day. */
const reflectionDrafts = createDrafts('reflection', StoredReflectionDraft);

/** Returns the person's reflections, the latest day first. */
export const useReflections = () => useRecords('reflections');

/** Whether a day has a reflection, written on any device. */
export const useIsReflected = (day: LocalDay): boolean =>
  useReflections().data?.some(({ id }) => id === idOfDay(day)) ?? false;

/** How far back days off are known for the plan from before them, in days. */
const DAYS_OFF_MAX = 60;

/** Returns the person's plan for a day, from the last reflection before that day, or undefined if there is none. */
export function useWrittenPlan(day: LocalDay): WrittenPlan | undefined {
  const isWorkingDay = useIsWorkingDay(addDays(day, -DAYS_OFF_MAX), day);
  return writtenPlan(day, useReflections().data ?? [], isWorkingDay);
}

/**
 * Returns the form of one day's reflection: the answers, saved or typed, and the functions that change and save them.
 */
export function useReflectionForm(day: string) {
  const records = useReflections();
  const sync = useSync();
  const { update, retry, discard } = useRecordMutations('reflections');
  const date = localInstant(startOfDay(day));
  const id = reflectionIdOf(date);
  const record = records.data?.find((reflection) => reflection.id === id);
  const { answers, draft, isDraft, seen, set, discardDraft } = useAnswerDraft(
    reflectionDrafts,
    day,
    answersOf(record),
  );
  const saveQuietly = (): void => {
    const about = longDate(startOfDay(day));
    update(id, { date, ...draft }, { title: 'Reflection saved', about }, seen);
    discardDraft();
  };
  return {
    isPending: records.isPending,
    error: records.error,
    refetch: records.refetch,
    answers,
    isDraft,
    /** Whether there is anything to save: an answer, or a day that has no reflection yet. */
    canSave: !records.isPending && (isDraft || record === undefined),
    saveError: record?.saveError,
    set,
    /**
     * Sends only the edited fields, so that two devices can both write about a day. If no field is edited, an empty
     * reflection is saved for the day.
     */
    save: (): void => {
      saveQuietly();
      toastSaved(
        sync,
        { title: 'Reflection saved' },
        'Your daily reflection has been saved successfully.',
      );
    },
    /** Saves without a toast, which would cover the buttons of a dialog that stays open. */
    saveQuietly,
    discardDraft,
    retry: (): void => retry(id),
    discard: (): void => discard(id),
  };
}

export type ReflectionFormState = ReturnType<typeof useReflectionForm>;
