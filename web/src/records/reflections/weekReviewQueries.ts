import { idOfDay } from '@daymark/contract/primitives';
import { NO_REVIEW_ANSWERS } from '@daymark/contract/weekReview';
import { reviewAnswersOf, StoredReviewDraft } from '../../domain/reflections/reviewDraft';
import { createDrafts } from '../../lib/person/drafts';
import { monthDay, startOfDay, type LocalDay } from '../../lib/time/dates';
import { useRecordMutations, useRecords, useSync } from '../../sync/useSync';
import { toastSaved } from '../../ui/toasts/savedToast';
import { useAnswerDraft } from './useAnswerDraft';

/** Stores one draft for each week, named by the week's first day. */
const reviewDrafts = createDrafts('weekReview', StoredReviewDraft);

/** Returns the person's reviews, the latest week first. */
export const useWeekReviews = () => useRecords('weekReviews');

/** Returns the form of one week's review: the answers, saved or typed, and the functions that change and save them. */
export function useReviewForm(day: LocalDay) {
  const records = useWeekReviews();
  const sync = useSync();
  const { create, update, retry, discard } = useRecordMutations('weekReviews');
  const id = idOfDay(day);
  const record = records.data?.find((review) => review.id === id);
  const { answers, draft, isDraft, seen, set, discardDraft } = useAnswerDraft(
    reviewDrafts,
    day,
    reviewAnswersOf(record),
  );
  return {
    isPending: records.isPending,
    error: records.error,
    refetch: records.refetch,
    answers,
    isDraft,
    /** Whether there is anything to save: an answer, or a week that has no review yet. */
    canSave: !records.isPending && (isDraft || record === undefined),
    saveError: record?.saveError,
    set,
    /** Sends only the edited fields, so that two devices can both write about a week. */
    save: (): void => {
      // Another device may have created the review offline, and a create doesn't change its answers. So the answers are
      // an edit. The create has no Undo of its own: Undo empties the answers.
      if (!record) create({ id, day, ...NO_REVIEW_ANSWERS });
      const text = { title: 'Review saved', about: `Week of ${monthDay(startOfDay(day))}` };
      if (isDraft) update(id, draft, text, seen);
      discardDraft();
      toastSaved(sync, { title: 'Review saved' }, 'Your review of the week has been saved.');
    },
    discardDraft,
    retry: (): void => retry(id),
    discard: (): void => discard(id),
  };
}

export type ReviewFormState = ReturnType<typeof useReviewForm>;
