import { idOfDay } from '@daymark/contract/primitives';
import { ANSWER_MAX } from '@daymark/contract/reflection';
import { Link } from 'react-router-dom';
import {
  lineText,
  missingLines,
  type ReviewLine,
  type WeekEvidence,
} from '../../../domain/reflections/weekEvidence';
import type { LocalDay } from '../../../lib/time/dates';
import { paths, tasksPath } from '../../../lib/paths';
import { useConflictOf } from '../../../records/conflicts/conflictQueries';
import type { ReviewFormState } from '../../../records/reflections/weekReviewQueries';
import { TextButton } from '../../../ui/controls/TextButton';
import { AnswerForm } from '../AnswerForm';
import { missingSentences } from '../../../domain/reflections/planWords';
import { appendLines } from '../dayEvidence';
import css from './ReviewForm.module.css';

const AREAS = [
  { field: 'done', label: 'Done', hint: 'What got done this week?' },
  { field: 'slipped', label: 'Slipped', hint: 'What didn’t, and why?' },
  { field: 'nextWeek', label: 'Next week', hint: 'What changes next week?' },
] as const;

interface ReviewFormProps {
  state: ReviewFormState;
  day: LocalDay;
  /** Undefined until the records have loaded. */
  evidence: WeekEvidence | undefined;
}

/** Stars and three text areas about a week. What got done and what slipped can be drafted from the records. */
export function ReviewForm({ state, day, evidence }: ReviewFormProps) {
  const conflict = useConflictOf('weekReviews', idOfDay(day));
  const { answers } = state;
  const hasLines =
    evidence &&
    evidence.done.length +
      evidence.slipped.length +
      evidence.plans.done.length +
      evidence.plans.rest.length >
      0;
  const drafted = (
    field: 'done' | 'slipped',
    lines: readonly ReviewLine[],
    plan: readonly string[],
  ) => {
    const text = answers[field];
    return appendLines(
      text,
      [...missingSentences(text, plan), ...missingLines(text, lines)],
      ANSWER_MAX,
    );
  };
  return (
    <AnswerForm
      form={state}
      conflict={conflict}
      rating={answers.rating}
      onRate={(rating) => state.set({ rating })}
      areas={AREAS}
      onType={(field, text) => state.set({ [field]: text })}
      below={(field, label) =>
        evidence &&
        field !== 'nextWeek' && (
          <Lines label={`${label}, from the records`} lines={evidence[field]} />
        )
      }
    >
      {hasLines && (
        <p className={css.draft}>
          <TextButton
            onClick={() =>
              state.set({
                done: drafted('done', evidence.done, evidence.plans.done),
                slipped: drafted('slipped', evidence.slipped, evidence.plans.rest),
              })
            }
          >
            Draft from the week
          </TextButton>
        </p>
      )}
    </AnswerForm>
  );
}

/** The records behind an answer, folded until the person opens them. */
function Lines({ label, lines }: { label: string; lines: readonly ReviewLine[] }) {
  if (lines.length === 0) return null;
  return (
    <details className={css.lines}>
      <summary>
        {label} ({lines.length})
      </summary>
      <ul aria-label={label}>
        {lines.map((line) => (
          <li key={`${line.kind} ${line.id}`}>
            {line.kind === 'task' ? (
              <Link
                to={line.cause === undefined ? tasksPath({ view: 'completed' }) : paths.tasks}
                dir="auto"
              >
                {lineText(line)}
              </Link>
            ) : (
              <span dir="auto">{lineText(line)}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
