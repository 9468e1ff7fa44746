import { useId } from 'react';
import type { LocalDay } from '../../lib/dates';
import { FieldLabel } from '../../ui/FieldLabel';
import { SaveErrorMessage } from '../../ui/SaveErrorMessage';
import { TextArea } from '../../ui/TextArea';
import { TextButton } from '../../ui/TextButton';
import { EvidenceList } from './EvidenceList';
import { withLines } from './dayEvidence';
import { KeptLines } from './KeptLines';
import css from './ReflectionForm.module.css';
import type { ReflectionFormState } from './reflectionQueries';
import { useDayEvidence } from './useDayEvidence';
import { StarRating } from './StarRating';

const AREAS = [
  { field: 'accomplishments', label: 'Accomplishments', hint: 'What went well today?' },
  { field: 'challenges', label: 'Challenges', hint: 'What was hard?' },
  { field: 'tomorrowFocus', label: 'Tomorrow’s focus', hint: 'What matters most tomorrow?' },
] as const;

/** The answers' longest, as the contract has it. */
const ANSWER_MOST = 10_000;

interface ReflectionFormProps {
  form: ReflectionFormState;
  day: LocalDay;
  /** Somebody follows a link to a record. */
  onFollow?: () => void;
}

/** Stars and three text areas of 3 rows (product §2), the same on the page and in the modal. */
export function ReflectionForm({ form, day, onFollow }: ReflectionFormProps) {
  const id = useId();
  const evidence = useDayEvidence(day);
  return (
    <div className={css.form}>
      <p className={css.state} role="status">
        {form.isDraft && (
          <>
            Draft <TextButton onClick={form.discardDraft}>Discard draft</TextButton>
          </>
        )}
      </p>
      {form.saveError && (
        <SaveErrorMessage
          {...(form.saveError.kind === 'rejected' && {
            sentence: form.saveError.sentence,
            onDiscard: form.discard,
          })}
          onRetry={form.retry}
        />
      )}
      <StarRating
        value={form.answers.productivityRating}
        onChange={(productivityRating) => form.set({ productivityRating })}
      />
      <KeptLines day={day} />
      {AREAS.map(({ field, label, hint }) => (
        <div key={field}>
          <FieldLabel htmlFor={`${id}-${field}`}>{label}</FieldLabel>
          <TextArea
            id={`${id}-${field}`}
            rows={3}
            maxLength={ANSWER_MOST}
            placeholder={hint}
            value={form.answers[field]}
            onChange={({ target }) => form.set({ [field]: target.value })}
          />
          {field === 'accomplishments' && (
            <EvidenceList
              day={day}
              evidence={evidence}
              onFollow={onFollow}
              onDraft={() =>
                form.set({
                  accomplishments: withLines(
                    form.answers.accomplishments,
                    evidence.map(({ line }) => line),
                    ANSWER_MOST,
                  ),
                })
              }
            />
          )}
        </div>
      ))}
    </div>
  );
}
