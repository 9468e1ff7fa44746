import { surroundingsOf } from '../../records/tasks/surroundingsOf';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { addDays, dayName, type LocalDay } from '../../lib/time/dates';
import { countText } from '../../lib/text/numbers';
import { joined, planFor } from '../../records/tasks/taskActions';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import { TextInput } from '../../ui/fields/TextInput';
import { TitleButton } from '../../ui/controls/TitleButton';
import { typedDay } from '../../domain/line/typedDay';
import { isLeftOver } from '../../domain/tasks/taskPlan';
import { deletion } from '../../domain/tasks/taskRequests';
import css from './PlanStep.module.css';
import type { DayPlanning } from './useDayPlanning';
import type { ApplyChange } from './usePlanChange';
import type { ShownTask } from '../../domain/shownRecords';

/** The decision about a left-over task: move it to a day (null for no day), or delete it. */
type Decision = { day: LocalDay | null } | 'delete';

interface LeftOverStepProps {
  planning: DayPlanning;
  onChange: ApplyChange;
  /** Opens a task's details. */
  onOpen: (task: ShownTask) => void;
  /** Called when no row is left that could get the focus. */
  onEmptied: () => void;
}

/** The first step: open tasks that were planned for days that have passed. */
export function LeftOverStep({ planning, onChange, onOpen, onEmptied }: LeftOverStepProps) {
  const { day: today, tasks } = planning;
  const sync = useSync();
  const leftOver = tasks
    .filter((task) => isLeftOver(task, today))
    .sort((a, b) => ((a.plannedDay ?? '') < (b.plannedDay ?? '') ? 1 : -1));

  const decide = (chosen: readonly ShownTask[], decision: Decision) => {
    const at = leftOver.findIndex(({ id }) => id === chosen[0]?.id);
    const neighbor = leftOver[at + 1] ?? leftOver[at - 1];
    const change = decision === 'delete' ? deletion : planFor(decision.day).change;
    const surroundings = surroundingsOf(sync);
    const changes = chosen.flatMap((task) => change(task, surroundings) ?? []);
    onChange(sentenceFor(chosen, decision, today), joined(changes));
    if (chosen.length === 1 && neighbor) document.getElementById(idOf(neighbor))?.focus();
    else onEmptied();
  };
  if (leftOver.length === 0)
    return <p className={css.empty}>Nothing is left over from earlier days.</p>;
  return (
    <>
      <p className={css.text}>
        {countText(leftOver.length, 'task')} from earlier days. Decide one by one, or all at once.
      </p>
      {leftOver.length > 1 && (
        <div className={css.all}>
          <Decisions
            name={`All ${leftOver.length}`}
            label="all tasks"
            today={today}
            onDecide={(decision) => decide(leftOver, decision)}
          />
        </div>
      )}
      <ul className={css.list} aria-label="Left over">
        {leftOver.map((task) => (
          <li key={task.id}>
            <div className={css.title}>
              <TitleButton onOpen={() => onOpen(task)}>
                <span dir="auto">{task.title}</span>
              </TitleButton>
              <small>
                Planned for {dayName(task.plannedDay ?? today, today).replace(/^Yes/, 'yes')}
              </small>
            </div>
            <Decisions
              id={idOf(task)}
              label={task.title}
              today={today}
              onDecide={(decision) => decide([task], decision)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns a sentence about a decision. */
function sentenceFor(chosen: readonly ShownTask[], decision: Decision, today: LocalDay): string {
  const [first] = chosen;
  const what = chosen.length === 1 && first ? `“${first.title}”` : countText(chosen.length, 'task');
  if (decision === 'delete') return `${what} deleted.`;
  const { day } = decision;
  if (day === null) return `${what}: no day.`;
  const name = dayName(day, today);
  return `${what} moved to ${/^To/.test(name) ? name.toLowerCase() : name}.`;
}

/** Returns the id of a task's first button. */
const idOf = ({ id }: ShownTask) => `left-over-${id}`;

const LATER = 'Choose today or a later day.';

const laterForm = (today: LocalDay) =>
  z.object({ day: typedDay(LATER).check(z.refine((day) => day >= today, LATER)) });

interface DecisionsProps {
  /** The id of the first button. */
  id?: string;
  /** Shown before the buttons. */
  name?: string;
  /** The title of the task that the buttons are for, or "all tasks". */
  label: string;
  today: LocalDay;
  onDecide: (decision: Decision) => void;
}

/** The buttons Today, Another day, No day and Delete. */
function Decisions({ id, name, label, today, onDecide }: DecisionsProps) {
  const [isChoosing, setChoosing] = useState(false);
  const form = useForm({
    resolver: zodResolver(laterForm(today)),
    defaultValues: { day: addDays(today, 1) },
  });
  const { errors } = form.formState;
  const choose = (decision: Decision) => {
    setChoosing(false);
    onDecide(decision);
  };
  return (
    <>
      <div className={css.decisions} role="group" aria-label={label}>
        {name && <strong>{name}</strong>}
        <Button id={id} variant="outlined" size="small" onClick={() => choose({ day: today })}>
          Today
        </Button>
        <Button
          variant="outlined"
          size="small"
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          Another day
        </Button>
        <Button variant="outlined" size="small" onClick={() => choose({ day: null })}>
          No day
        </Button>
        <Button variant="outlined" size="small" color="error" onClick={() => choose('delete')}>
          Delete
        </Button>
      </div>
      {isChoosing && (
        <form className={css.inline} noValidate onSubmit={form.handleSubmit(choose)}>
          <TextInput
            label={`Another day for ${label}`}
            hideLabel
            autoFocus
            type="date"
            min={today}
            error={errors.day?.message}
            {...form.register('day')}
          />
          <Button type="submit" variant="outlined">
            Move
          </Button>
        </form>
      )}
    </>
  );
}
