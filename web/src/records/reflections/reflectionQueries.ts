import { reflectionIdOf } from '@daymark/contract/reflection';
import { useState, useSyncExternalStore } from 'react';
import { createDrafts, onDraftChanged } from '../../lib/person/drafts';
import { addDays, type LocalDay, localInstant, longDate, startOfDay } from '../../lib/time/dates';
import { useIsWorkingDay } from '../events/useIsWorkingDay';
import { rememberedUser } from '../../lib/person/rememberedUser';
import { useRecordMutations, useRecords, useSync } from '../../sync/useSync';
import { toastSaved } from '../../ui/toasts/savedToast';
import { writtenPlan, type WrittenPlan } from '../../domain/reflections/writtenPlan';
import {
  answersOf,
  mergeDraft,
  seenTexts,
  StoredReflectionDraft,
  unsavedDraft,
  type Answers,
  type Draft,
} from '../../domain/reflections/reflectionDraft';

/** Stores one draft for each day, named by the day. */
const reflectionDrafts = createDrafts('reflection', StoredReflectionDraft);

/** Returns the person's reflections, the latest day first. */
export const useReflections = () => useRecords('reflections');

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
  const [userId] = useState(() => rememberedUser.get()?.id ?? 0);
  const stored = useSyncExternalStore(onDraftChanged, () => reflectionDrafts.stored(userId, day));
  const date = localInstant(startOfDay(day));
  const id = reflectionIdOf(date);
  const record = records.data?.find((reflection) => reflection.id === id);
  const saved = answersOf(record);
  const { seen = {}, ...typed } = reflectionDrafts.parse(stored) ?? {};
  const draft = unsavedDraft(saved, typed);
  const isDraft = Object.keys(draft).length > 0;
  const setDraft = (next: Draft) => {
    const isEmpty = Object.keys(next).length === 0;
    const kept = isEmpty ? undefined : { ...next, seen: seenTexts(saved, seen, next) };
    reflectionDrafts.set(userId, kept, day);
  };
  return {
    isPending: records.isPending,
    error: records.error,
    refetch: records.refetch,
    answers: mergeDraft(saved, draft),
    isDraft,
    /** Whether there is anything to save: an answer, or a day that has no reflection yet. */
    canSave: !records.isPending && (isDraft || record === undefined),
    saveError: record?.saveError,
    set: (edited: Partial<Answers>): void => setDraft(unsavedDraft(saved, { ...draft, ...edited })),
    /**
     * Sends only the edited fields, so that two devices can both write about a day. If no field is edited, an empty
     * reflection is saved for the day.
     */
    save: (): void => {
      update(
        id,
        { date, ...draft },
        { title: 'Reflection saved', about: longDate(startOfDay(day)) },
        seenTexts(saved, seen, draft),
      );
      setDraft({});
      toastSaved(
        sync,
        { title: 'Reflection saved' },
        'Your daily reflection has been saved successfully.',
      );
    },
    discardDraft: (): void => setDraft({}),
    retry: (): void => retry(id),
    discard: (): void => discard(id),
  };
}

export type ReflectionFormState = ReturnType<typeof useReflectionForm>;
