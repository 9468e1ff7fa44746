import { longSpanOf, type LongSpan } from '../../domain/goals/longSpans';
import { monthName, startOfDay, type LocalDay } from '../../lib/time/dates';
import { useLongGoals } from '../../records/goals/longGoalQueries';
import { GoalTitleField } from './GoalTitleField';
import css from './LongGoals.module.css';

/** The goals of the month and the quarter to which a week belongs, each a line that is edited in place. */
export function LongGoals({ weekDay }: { weekDay: LocalDay }) {
  return (
    <div className={css.goals}>
      <GoalLines span="month" weekDay={weekDay} />
      <GoalLines span="quarter" weekDay={weekDay} />
    </div>
  );
}

function GoalLines({ span, weekDay }: { span: LongSpan; weekDay: LocalDay }) {
  const { goals, isPending, add, rename, remove } = useLongGoals(span, weekDay);
  const label = `Goal for ${spanName(span, weekDay)}`;
  if (isPending) return null;
  // The key is the line's position, so that a field keeps the focus when its goal is saved for the first time.
  return (goals.length > 0 ? goals : [undefined]).map((goal, index) => (
    <GoalTitleField
      key={`${label} ${index}`}
      label={label}
      placeholder="One line"
      title={goal?.title ?? ''}
      onSave={(title) =>
        goal ? (title === '' ? remove(goal) : rename(goal, title)) : title && add(title)
      }
    />
  ));
}

/** Returns "November 2026", or "October to December 2026". */
function spanName(span: LongSpan, weekDay: LocalDay): string {
  const first = longSpanOf(span, weekDay);
  if (span === 'month') return monthName(startOfDay(first));
  const third = `${first.slice(0, 5)}${String(Number(first.slice(5, 7)) + 2).padStart(2, '0')}-01`;
  const [month] = monthName(startOfDay(first)).split(' ');
  return `${month} to ${monthName(startOfDay(third))}`;
}
