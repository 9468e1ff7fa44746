import { useState } from 'react';
import { longSpanOf, type LongSpan } from '../../../domain/goals/longSpans';
import { monthName, startOfDay, type LocalDay } from '../../../lib/time/dates';
import { useLongGoals } from '../../../records/goals/longGoalQueries';
import { TextInput } from '../../../ui/fields/TextInput';
import css from './LongGoals.module.css';

/** The longest title of a goal, in characters. */
const TITLE_MAX = 200;

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
  if (goals.length === 0) return <GoalLine key={label} label={label} title="" onSave={add} />;
  return goals.map((goal) => (
    <GoalLine
      key={goal.id}
      label={label}
      title={goal.title}
      onSave={(title) => (title === '' ? remove(goal) : rename(goal, title))}
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

interface GoalLineProps {
  label: string;
  title: string;
  /** Receives a changed title. An empty one deletes the goal. */
  onSave: (title: string) => void;
}

/** A goal as a field. Enter and leaving the field save, Escape restores. */
function GoalLine({ label, title, onSave }: GoalLineProps) {
  const [typed, setTyped] = useState<string>();
  const save = () => {
    setTyped(undefined);
    const text = typed?.trim();
    if (text !== undefined && text !== title) onSave(text);
  };
  return (
    <TextInput
      label={label}
      maxLength={TITLE_MAX}
      placeholder="One line"
      value={typed ?? title}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') {
          event.preventDefault();
          save();
        }
        if (event.key === 'Escape' && typed !== undefined) {
          event.stopPropagation();
          setTyped(undefined);
        }
      }}
    />
  );
}
