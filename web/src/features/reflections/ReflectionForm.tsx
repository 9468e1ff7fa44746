import { ANSWER_MAX, reflectionIdOf } from '@daymark/contract/reflection';
import { missingSentences, planSummary } from '../../domain/reflections/planWords';
import { personsDay, type LocalDay } from '../../lib/time/dates';
import { useConflictOf } from '../../records/conflicts/conflictQueries';
import { useIsPlanned } from '../../records/planning/dayPlanQueries';
import type { ReflectionFormState } from '../../records/reflections/reflectionQueries';
import { useNow } from '../../ui/hooks/useNow';
import { AnswerForm } from './AnswerForm';
import { appendLines } from './dayEvidence';
import { EvidenceList } from './EvidenceList';
import { PlanAgainstDayPanel } from './PlanAgainstDayPanel';
import { PlanCheck } from './PlanCheck';
import css from './ReflectionForm.module.css';
import { TomorrowTasks } from './TomorrowTasks';
import { useDayEvidence } from './useDayEvidence';
import { usePlanAgainstDay } from './usePlanAgainstDay';

const AREAS = [
  { field: 'accomplishments', label: 'Accomplishments', hint: 'What went well today?' },
  { field: 'challenges', label: 'Challenges', hint: 'What was hard?' },
  { field: 'tomorrowFocus', label: 'Tomorrow’s focus', hint: 'What matters most tomorrow?' },
] as const;

interface ReflectionFormProps {
  form: ReflectionFormState;
  day: LocalDay;
}

/** Stars and three text areas of 3 rows (product §2), for the page and the dialog. */
export function ReflectionForm({ form, day }: ReflectionFormProps) {
  const conflict = useConflictOf('reflections', reflectionIdOf(day));
  const isPlanned = useIsPlanned(day);
  const compared = usePlanAgainstDay(day);
  const { evidence, progress } = useDayEvidence(day, compared?.slipped);
  const today = personsDay(useNow());
  const plan = compared ? planSummary(compared, { day, today }) : { done: [], rest: [] };
  const linesOf = (isLeftOver: boolean) =>
    evidence.filter(({ kind }) => (kind === 'leftOver') === isLeftOver).map(({ line }) => line);
  const drafted = (field: 'accomplishments' | 'challenges', ofPlan: string[], lines: string[]) =>
    appendLines(
      form.answers[field],
      [...missingSentences(form.answers[field], ofPlan), ...lines],
      ANSWER_MAX,
    );
  return (
    <AnswerForm
      form={form}
      conflict={conflict}
      rating={form.answers.productivityRating}
      onRate={(productivityRating) => form.set({ productivityRating })}
      areas={AREAS}
      onType={(field, text) => form.set({ [field]: text })}
      below={(field) =>
        field === 'tomorrowFocus' ? (
          <TomorrowTasks text={form.answers.tomorrowFocus} day={day} />
        ) : field === 'accomplishments' ? (
          <EvidenceList
            day={day}
            evidence={evidence}
            progress={progress}
            plan={[...plan.done, ...plan.rest]}
            onDraft={() =>
              form.set({
                accomplishments: drafted('accomplishments', plan.done, linesOf(false)),
                challenges: drafted('challenges', plan.rest, linesOf(true)),
              })
            }
          />
        ) : null
      }
    >
      <PlanCheck day={day} />
      {compared && <PlanAgainstDayPanel day={day} compared={compared} />}
      {isPlanned === false && (
        <p className={css.unplanned}>
          No plan was made for {day === today ? 'today' : 'this day'}, so there is nothing to
          compare.
        </p>
      )}
    </AnswerForm>
  );
}
