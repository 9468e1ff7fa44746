import { ANSWER_MAX } from '@daymark/contract/reflection';
import { useId, type ReactNode } from 'react';
import { ConflictButton } from '../../ui/controls/ConflictButton';
import { TextButton } from '../../ui/controls/TextButton';
import { FieldLabel } from '../../ui/fields/FieldLabel';
import { SaveErrorMessage, type SaveError } from '../../ui/fields/SaveErrorMessage';
import { TextArea } from '../../ui/fields/TextArea';
import css from './AnswerForm.module.css';
import { StarRating } from './StarRating';

interface AnswerFormProps<Field extends string> {
  form: {
    answers: Readonly<Record<Field, string>>;
    isDraft: boolean;
    saveError: SaveError | undefined;
    discardDraft: () => void;
    retry: () => void;
    discard: () => void;
  };
  /** The id of the record's conflict. */
  conflict: number | undefined;
  rating: number;
  onRate: (rating: number) => void;
  areas: readonly { field: Field; label: string; hint: string }[];
  onType: (field: Field, text: string) => void;
  /** Returns the content below an answer. */
  below: (field: Field, label: string) => ReactNode;
  /** The content between the rating and the answers. */
  children: ReactNode;
}

/** Stars and text areas of 3 rows, with the state of their draft. */
export function AnswerForm<Field extends string>({
  form,
  conflict,
  rating,
  onRate,
  areas,
  onType,
  below,
  children,
}: AnswerFormProps<Field>) {
  const id = useId();
  return (
    <div className={css.form}>
      <p className={css.draftStatus} role="status">
        {form.isDraft && (
          <>
            Draft <TextButton onClick={form.discardDraft}>Discard draft</TextButton>
          </>
        )}
      </p>
      {form.saveError && (
        <SaveErrorMessage error={form.saveError} onRetry={form.retry} onDiscard={form.discard} />
      )}
      <ConflictButton id={conflict} />
      <StarRating value={rating} onChange={onRate} />
      {children}
      {areas.map(({ field, label, hint }) => (
        <div key={field}>
          <FieldLabel htmlFor={`${id}-${field}`}>{label}</FieldLabel>
          <TextArea
            id={`${id}-${field}`}
            rows={3}
            maxLength={ANSWER_MAX}
            placeholder={hint}
            value={form.answers[field]}
            onChange={({ target }) => onType(field, target.value)}
          />
          {below(field, label)}
        </div>
      ))}
    </div>
  );
}
