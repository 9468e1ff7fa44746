import { reflectionIdOf } from '@daymark/contract/reflection';
import { useState, useSyncExternalStore } from 'react';
import { draftKey, drafts } from '../../lib/drafts';
import { localInstant, startOfDay, type LocalDay } from '../../lib/dates';
import { rememberedUser } from '../../lib/rememberedUser';
import { useRecordMutations, useRecords } from '../../sync/useSync';
import { toast } from '../../ui/toast';
import { meantFor, type MeantFor } from './meantFor';
import { answersOf, merged, parseDraft, unsaved, type Answers } from './reflectionDraft';

/** The person's reflections, the latest day first. */
export const useReflections = () => useRecords('reflections');

/** What the person meant to do on a day; undefined where they wrote nothing. */
export const useMeantFor = (day: LocalDay): MeantFor | undefined =>
  meantFor(day, useReflections().data ?? []);

/** One day's reflection as a form: what is saved, what is typed, and the way to save it. */
export function useReflectionForm(day: string) {
  const records = useReflections();
  const { update, retry, discard } = useRecordMutations('reflections');
  const [userId] = useState(() => rememberedUser.get()?.id ?? 0);
  const key = draftKey(userId, day);
  const kept = useSyncExternalStore(drafts.subscribe, () => drafts.get(key));
  const date = localInstant(startOfDay(day));
  const id = reflectionIdOf(date);
  const record = records.data?.find((reflection) => reflection.id === id);
  const saved = answersOf(record);
  const draft = unsaved(saved, parseDraft(kept));
  return {
    isPending: records.isPending,
    error: records.error,
    refetch: records.refetch,
    answers: merged(saved, draft),
    isDraft: Object.keys(draft).length > 0,
    saveError: record?.saveError,
    set: (touched: Partial<Answers>): void =>
      drafts.set(key, JSON.stringify(unsaved(saved, { ...draft, ...touched }))),
    /** Sends only what was touched, so that two devices may both write about a day. */
    save: (): void => {
      if (Object.keys(draft).length > 0) update(id, { date, ...draft });
      drafts.set(key, '{}');
      toast({
        title: 'Reflection saved',
        description: 'Your daily reflection has been saved successfully.',
      });
    },
    discardDraft: (): void => drafts.set(key, '{}'),
    retry: (): void => retry(id),
    discard: (): void => discard(id),
  };
}

/** A day's reflection, with what can be done to it. */
export type ReflectionFormState = ReturnType<typeof useReflectionForm>;
