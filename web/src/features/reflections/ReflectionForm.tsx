import { ANSWER_MAX, reflectionIdOf } from '@daymark/contract/reflection';
import { useId } from 'react';
import { missingLines, planSummary } from '../../domain/reflections/planWords';
import { localDay, type LocalDay } from '../../lib/time/dates';
import { FieldLabel } from '../../ui/fields/FieldLabel';
import { ConflictButton } from '../../ui/controls/ConflictButton';
import { useConflictOf } from '../../records/conflicts/conflictQueries';
import { SaveErrorMessage } from '../../ui/fields/SaveErrorMessage';
import { TextArea } from '../../ui/fields/TextArea';
import { TextButton } from '../../ui/controls/TextButton';
import { EvidenceList } from './EvidenceList';
import { appendLines } from './dayEvidence';
import { useNow } from '../../ui/hooks/useNow';
import { PlanAgainstDayPanel } from './PlanAgainstDayPanel';
import { PlanCheck } from './PlanCheck';
import css from './ReflectionForm.module.css';
import type { ReflectionFormState } from '../../records/reflections/reflectionQueries';
import { useDayEvidence } from './useDayEvidence';
import { usePlanAgainstDay } from './usePlanAgainstDay';
import { StarRating } from './StarRating';
import { TomorrowTasks } from './TomorrowTasks';

const AREAS = [
  { field: 'accomplishments', label: 'Accomplishments', hint: 'What went well today?' },
  { field: 'challenges', label: 'Challenges', hint: 'What was hard?' },
  { field: 'tomorrowFocus', label: 'Tomorrow’s focus', hint: 'What matters most tomorrow?' },
] as const;

interface ReflectionFormProps {
  form: ReflectionFormState;
  day: LocalDay;
  /** Called when a link to a record is followed. */
  onLeave?: () => void;
}

/** Stars and three text areas of 3 rows (product §2), for the page and the dialog. */
export function ReflectionForm({ form, day, onLeave }: ReflectionFormProps) {
  const id = useId();
  const conflict = useConflictOf('reflections', reflectionIdOf(day));
  const { evidence, progress } = useDayEvidence(day);
  const compared = usePlanAgainstDay(day);
  const today = localDay(useNow());
  const plan = compared ? planSummary(compared, { day, today }) : { done: [], rest: [] };
  const linesOf = (isLeftOver: boolean) =>
    evidence.filter(({ kind }) => (kind === 'leftOver') === isLeftOver).map(({ line }) => line);
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
      <StarRating
        value={form.answers.productivityRating}
        onChange={(productivityRating) => form.set({ productivityRating })}
      />
      <PlanCheck day={day} />
      {compared && <PlanAgainstDayPanel day={day} compared={compared} />}
      {AREAS.map(({ field, label, hint }) => (
        <div key={field}>
          <FieldLabel htmlFor={`${id}-${field}`}>{label}</FieldLabel>
          <TextArea
            id={`${id}-${field}`}
            rows={3}
            maxLength={ANSWER_MAX}
            placeholder={hint}
            value={form.answers[field]}
            onChange={({ target }) => form.set({ [field]: target.value })}
          />
          {field === 'tomorrowFocus' && (
            <TomorrowTasks text={form.answers.tomorrowFocus} day={day} />
          )}
          {field === 'accomplishments' && (
            <EvidenceList
              day={day}
              evidence={evidence}
              progress={progress}
              plan={[...plan.done, ...plan.rest]}
              onLeave={onLeave}
              onDraft={() =>
                form.set({
                  accomplishments: appendLines(
                    form.answers.accomplishments,
                    [...missingLines(form.answers.accomplishments, plan.done), ...linesOf(false)],
                    ANSWER_MAX,
                  ),
                  challenges: appendLines(
                    form.answers.challenges,
                    [...missingLines(form.answers.challenges, plan.rest), ...linesOf(true)],
                    ANSWER_MAX,
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
