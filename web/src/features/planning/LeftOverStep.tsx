import { useState } from 'react';
import { addDays, dayName, isLocalDay, type LocalDay } from '../../lib/time/dates';
import { countText } from '../../lib/text/numbers';
import type { MutationRequest } from '../../domain/mutation';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import { TextInput } from '../../ui/fields/TextInput';
import { TitleButton } from '../../ui/controls/TitleButton';
import { isLeftOver } from '../../domain/tasks/taskPlan';
import { deletion, taskUpdate } from '../../domain/tasks/taskRequests';
import css from './PlanStep.module.css';
import type { DayPlanning } from './useDayPlanning';
import type { ApplyChange } from './usePlanChange';
import type { ShownTask } from '../../domain/shownRecords';

/** What happens to a task that was left over: another day (null for none), or it is deleted. */
type Decision = { day: LocalDay | null } | 'delete';

interface LeftOverStepProps {
  planning: DayPlanning;
  onChange: ApplyChange;
  /** Opens a task's details. */
  onOpen: (task: ShownTask) => void;
  /** Called when nothing is left, and the focus has nowhere to go. */
  onEmptied: () => void;
}

/** The first step: what was planned for days that have passed, and is open. */
export function LeftOverStep({ planning, onChange, onOpen, onEmptied }: LeftOverStepProps) {
  const { day: today, now, tasks } = planning;
  const sync = useSync();
  const leftOver = tasks
    .filter((task) => isLeftOver(task, today))
    .sort((a, b) => ((a.plannedDay ?? '') < (b.plannedDay ?? '') ? 1 : -1));

  const decide = (chosen: readonly ShownTask[], decision: Decision) => {
    const at = leftOver.findIndex(({ id }) => id === chosen[0]?.id);
    const neighbor = leftOver[at + 1] ?? leftOver[at - 1];
    const { requests, undo } = changeOf(chosen, decision);
    onChange(said(chosen, decision, today), requests, undo);
    const row =
      chosen.length === 1 && neighbor
        ? document.querySelector<HTMLElement>(
            `[data-left-over="${neighbor.id}"] [role="group"] button`,
          )
        : null;
    if (row) row.focus();
    else onEmptied();
  };
  const changeOf = (chosen: readonly ShownTask[], decision: Decision) => {
    if (decision === 'delete') {
      const all = sync.records('tasks').data ?? tasks;
      const events = sync.records('events').data ?? [];
      const changes = chosen.map((task) => deletion(task, { tasks: all, events, today, now }));
      return {
        requests: changes.flatMap((change): MutationRequest[] => change.requests),
        undo: changes.flatMap((change): MutationRequest[] => change.undo),
      };
    }
    const updates = chosen.map((task) =>
      taskUpdate(task, { plannedDay: decision.day }, { plannedDay: task.plannedDay }),
    );
    return {
      requests: updates.map(({ request }) => request),
      undo: updates.map((update) => update.undo),
    };
  };

  if (leftOver.length === 0)
    return <p className={css.empty}>Nothing is left over from the days before.</p>;
  return (
    <>
      <p className={css.text}>
        {countText(leftOver.length, 'task')} from the days before. Decide one by one, or all at
        once.
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
          <li key={task.id} data-left-over={task.id}>
            <div className={css.title}>
              <TitleButton onOpen={() => onOpen(task)}>
                <span dir="auto">{task.title}</span>
              </TitleButton>
              <small>
                Planned for {dayName(task.plannedDay ?? today, today).replace(/^Yes/, 'yes')}
              </small>
            </div>
            <Decisions
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

/** What was done, in a sentence. */
function said(chosen: readonly ShownTask[], decision: Decision, today: LocalDay): string {
  const [first] = chosen;
  const what = chosen.length === 1 && first ? `“${first.title}”` : countText(chosen.length, 'task');
  if (decision === 'delete') return `${what} deleted.`;
  const { day } = decision;
  if (day === null) return `${what}: no day.`;
  const name = dayName(day, today);
  return `${what} moved to ${/^To/.test(name) ? name.toLowerCase() : name}.`;
}

interface DecisionsProps {
  /** Shown before the buttons. */
  name?: string;
  /** Which task the buttons are for. */
  label: string;
  today: LocalDay;
  onDecide: (decision: Decision) => void;
}

/** Today, Another day, No day, Delete. */
function Decisions({ name, label, today, onDecide }: DecisionsProps) {
  const [isChoosing, setChoosing] = useState(false);
  const [typed, setTyped] = useState(() => addDays(today, 1));
  const [error, setError] = useState<string>();
  const choose = (decision: Decision) => {
    setChoosing(false);
    onDecide(decision);
  };
  return (
    <>
      <div className={css.decisions} role="group" aria-label={label}>
        {name && <strong>{name}</strong>}
        <Button variant="outlined" size="small" onClick={() => choose({ day: today })}>
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
        <form
          className={css.inline}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isLocalDay(typed) && typed >= today) choose({ day: typed });
            else setError('Choose today or a later day.');
          }}
        >
          <TextInput
            label={`Another day for ${label}`}
            hideLabel
            autoFocus
            type="date"
            min={today}
            value={typed}
            error={error}
            onChange={({ target }) => {
              setTyped(target.value);
              setError(undefined);
            }}
          />
          <Button type="submit" variant="outlined">
            Move
          </Button>
        </form>
      )}
    </>
  );
}
