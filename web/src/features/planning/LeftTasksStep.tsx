import { zodResolver } from '@hookform/resolvers/zod';
import { ESTIMATE_MAX } from '@daymark/contract/task';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { typedDay } from '../../domain/line/typedDay';
import { taskUpdate } from '../../domain/tasks/taskRequests';
import { focusedOn } from '../../domain/tasks/taskPlan';
import { countText } from '../../lib/text/numbers';
import { quoted } from '../../lib/text/quoted';
import { addDays, type LocalDay } from '../../lib/time/dates';
import { plainDuration } from '../../lib/time/durationText';
import { useFocusedMinutes } from '../../records/focus/useFocusedMinutes';
import { surroundingsOf } from '../../records/tasks/surroundingsOf';
import { joined, planFor, taskActions, type TaskChange } from '../../records/tasks/taskActions';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import { TitleButton } from '../../ui/controls/TitleButton';
import { TextInput } from '../../ui/fields/TextInput';
import type { ShownTask } from '../../domain/shownRecords';
import { EstimateEdit } from './EstimateEdit';
import css from './PlanStep.module.css';
import type { DayPlanning } from './useDayPlanning';
import type { ApplyChange } from './usePlanChange';

interface LeftTasksStepProps {
  planning: DayPlanning;
  onChange: ApplyChange;
  /** Opens a task's details. */
  onOpen: (task: ShownTask) => void;
  /** Called when no row is left that could get the focus. */
  onEmptied: () => void;
}

/** The first step of closing the day: the day's open tasks, each with a decision. */
export function LeftTasksStep({ planning, onChange, onOpen, onEmptied }: LeftTasksStepProps) {
  const { day: today, todays, steps, remaining } = planning;
  const sync = useSync();
  const focused = useFocusedMinutes();
  if (todays.length === 0)
    return <p className={css.empty}>Nothing is left. Everything of today is done or moved.</p>;
  const decide = (chosen: readonly ShownTask[], { change, text }: TaskChange) => {
    const at = todays.findIndex(({ id }) => id === chosen[0]?.id);
    const neighbor = todays[at + 1] ?? todays[at - 1];
    const surroundings = surroundingsOf(sync);
    const changes = chosen.flatMap((task) => change(task, surroundings) ?? []);
    if (changes.length === 0) return;
    const [first] = chosen;
    const what =
      chosen.length === 1 && first ? quoted(first.title) : countText(chosen.length, 'task');
    onChange(`${what} ${text(today)}.`, joined(changes));
    if (chosen.length === 1 && neighbor) document.getElementById(idOf(neighbor))?.focus();
    else onEmptied();
  };
  const setLeft = (task: ShownTask, minutes: number | null) => {
    const spent = Math.round(focusedOn(task, steps.get(task.id) ?? [], focused));
    const estimateMinutes = minutes === null ? null : Math.min(spent + minutes, ESTIMATE_MAX);
    onChange(
      minutes === null
        ? `Estimate of ${quoted(task.title)} removed.`
        : `${plainDuration(minutes)} left of ${quoted(task.title)}.`,
      { requests: [taskUpdate(task, { estimateMinutes })] },
      estimateIdOf(task),
    );
  };
  return (
    <>
      <p className={css.text}>
        {countText(todays.length, 'task')} left of today. Nothing moves unless you decide.
      </p>
      {todays.length > 1 && (
        <div className={css.all}>
          <Decisions
            name={`All ${todays.length}`}
            label="all tasks"
            today={today}
            onDecide={(change) => decide(todays, change)}
          />
        </div>
      )}
      <ul className={css.list} aria-label="Left of today">
        {todays.map((task) => (
          <li key={task.id} className={css.decided}>
            <div className={css.title}>
              <TitleButton onOpen={() => onOpen(task)}>
                <span dir="auto">{task.title}</span>
              </TitleButton>
            </div>
            <Decisions
              id={idOf(task)}
              label={task.title}
              today={today}
              onDecide={(change) => decide([task], change)}
            />
            <div className={css.remaining}>
              <span>How much is left?</span>
              <EstimateEdit
                buttonId={estimateIdOf(task)}
                title={`what is left of ${task.title}`}
                estimate={roundedUp(remaining(task))}
                onChange={(minutes) => setLeft(task, minutes)}
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns the ids of a task's first button and of the button with its remaining time. */
const idOf = ({ id }: ShownTask) => `left-today-${id}`;
const estimateIdOf = ({ id }: ShownTask) => `left-minutes-${id}`;

const roundedUp = (minutes: number | null): number | null =>
  minutes === null ? null : Math.ceil(minutes);

const LATER = 'Choose a day after today.';

interface DecisionsProps {
  /** The id of the first button. */
  id?: string;
  /** Shown before the buttons. */
  name?: string;
  /** The title of the task that the buttons are for, or "all tasks". */
  label: string;
  today: LocalDay;
  onDecide: (change: TaskChange) => void;
}

/** The buttons Done, Tomorrow, Another day and No day. */
function Decisions({ id, name, label, today, onDecide }: DecisionsProps) {
  const [isChoosing, setChoosing] = useState(false);
  const choose = (change: TaskChange | undefined) => {
    setChoosing(false);
    if (change) onDecide(change);
  };
  return (
    <>
      <div className={css.decisions} role="group" aria-label={label}>
        {name && <strong>{name}</strong>}
        <Button
          id={id}
          variant="outlined"
          size="small"
          onClick={() => choose(taskActions.complete.together)}
        >
          Done
        </Button>
        <Button variant="outlined" size="small" onClick={() => choose(planFor(addDays(today, 1)))}>
          Tomorrow
        </Button>
        <Button
          variant="outlined"
          size="small"
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          Another day
        </Button>
        <Button variant="outlined" size="small" onClick={() => choose(planFor(null))}>
          No day
        </Button>
      </div>
      {isChoosing && (
        <LaterDay label={label} today={today} onChoose={(day) => choose(planFor(day))} />
      )}
    </>
  );
}

const laterForm = (today: LocalDay) =>
  z.object({ day: typedDay(LATER).check(z.refine((day) => day > today, LATER)) });

interface LaterDayProps {
  label: string;
  today: LocalDay;
  onChoose: (day: LocalDay) => void;
}

/** The field for another day, which is the day after tomorrow at first. */
function LaterDay({ label, today, onChoose }: LaterDayProps) {
  const form = useForm({
    resolver: zodResolver(laterForm(today)),
    defaultValues: { day: addDays(today, 2) },
  });
  const { errors } = form.formState;
  return (
    <form
      className={css.inline}
      noValidate
      onSubmit={form.handleSubmit(({ day }) => onChoose(day))}
    >
      <TextInput
        label={`Another day for ${label}`}
        hideLabel
        autoFocus
        type="date"
        min={addDays(today, 1)}
        error={errors.day?.message}
        {...form.register('day')}
      />
      <Button type="submit" variant="outlined">
        Move
      </Button>
    </form>
  );
}
