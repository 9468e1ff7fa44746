import { zodResolver } from '@hookform/resolvers/zod';
import { ESTIMATE_MAX } from '@daymark/contract/task';
import { use, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { typedDay } from '../../domain/line/typedDay';
import type { ShownTask } from '../../domain/shownRecords';
import { dayOfTask, focusedOn } from '../../domain/tasks/taskPlan';
import { taskUpdate } from '../../domain/tasks/taskRequests';
import { countText } from '../../lib/text/numbers';
import { quoted } from '../../lib/text/quoted';
import { addDays, dayInSentence, dayName, type LocalDay } from '../../lib/time/dates';
import { plainDuration } from '../../lib/time/durationText';
import { useFocusedMinutes } from '../../records/focus/useFocusedMinutes';
import { surroundingsOf } from '../../records/tasks/surroundingsOf';
import { joined, planFor, taskActions, type TaskChange } from '../../records/tasks/taskActions';
import { TaskPressContext } from '../../records/tasks/taskPress';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import { TitleButton } from '../../ui/controls/TitleButton';
import { TextInput } from '../../ui/fields/TextInput';
import { useIsPhone } from '../../ui/hooks/useIsPhone';
import { swipeRow } from '../../ui/layout/swipeRow';
import swipeCss from '../../ui/layout/swipeRow.module.css';
import { EstimateEdit } from './EstimateEdit';
import css from './PlanStep.module.css';
import type { DayPlanning } from './useDayPlanning';
import type { ApplyChange } from './usePlanChange';

const NONE: ReadonlySet<number> = new Set();

interface LeftTasksProps {
  /** The name of the list. */
  name: string;
  tasks: readonly ShownTask[];
  /** Where the tasks come from: "from earlier days". */
  about: string;
  /** The day that one press moves a task to. No other day is before it. */
  to: LocalDay;
  planning: DayPlanning;
  onChange: ApplyChange;
  /** Opens a task's details. */
  onOpen: (task: ShownTask) => void;
  /** Called when no neighboring row can get the focus. */
  onEmptied: () => void;
}

/**
 * Tasks that are left, each with a decision and with how much of it is left. On a phone, a swipe decides about one task,
 * and the buttons above decide about the selected tasks, or about all.
 */
export function LeftTasks(props: LeftTasksProps) {
  const { name, tasks, about, to, planning, onChange, onOpen, onEmptied } = props;
  const { day: today, steps, estimate, remaining } = planning;
  const focused = useFocusedMinutes();
  const onTaskPress = use(TaskPressContext);
  const sync = useSync();
  const isPhone = useIsPhone();
  const [selectedIds, setSelectedIds] = useState(NONE);
  /** The task that was swiped to another day, which is being chosen. */
  const [choosingId, setChoosingId] = useState<number>();
  const [first] = tasks;
  if (!first) return <p className={css.empty}>Nothing is left {about}.</p>;
  const isOne = tasks.length === 1;
  const selected = tasks.filter(({ id }) => selectedIds.has(id));
  const several = selected.length > 0 ? selected : tasks;

  const decide = (chosen: readonly ShownTask[], { change, text }: TaskChange) => {
    setChoosingId(undefined);
    const [decided] = chosen;
    const at = tasks.findIndex(({ id }) => id === decided?.id);
    const neighbor = tasks[at + 1] ?? tasks[at - 1];
    const surroundings = surroundingsOf(sync);
    const changes = chosen.flatMap((task) => change(task, surroundings) ?? []);
    if (changes.length === 0) return;
    const what =
      chosen.length === 1 && decided ? quoted(decided.title) : countText(chosen.length, 'task');
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
      leftId(task),
    );
  };
  const select = (task: ShownTask, isSelected: boolean) =>
    setSelectedIds((ids) => {
      const others = [...ids].filter((id) => id !== task.id);
      return new Set(isSelected ? [...others, task.id] : others);
    });

  const titleOf = (task: ShownTask) => (
    <div className={css.title}>
      <TitleButton onOpen={() => onOpen(task)}>
        <span dir="auto">{task.title}</span>
      </TitleButton>
      {dayOfTask(task, today) !== today && (
        <small>Planned for {dayInSentence(task.plannedDay ?? today, today)}</small>
      )}
    </div>
  );
  const leftEdit = (task: ShownTask) => (
    <EstimateEdit
      buttonId={leftId(task)}
      title={task.title}
      estimate={estimate(task)}
      left={remaining(task)}
      asksLeft
      onChange={(minutes) => setLeft(task, minutes)}
    />
  );
  return (
    <>
      <p className={css.text}>
        {countText(tasks.length, 'task')} left {about}.{' '}
        {isPhone
          ? `Swipe ${isOne ? 'it' : 'one'} to the right for ${dayInSentence(to, today)} or to the left for another day, or ${isOne ? 'choose here' : 'select some'}.`
          : isOne
            ? 'Decide what to do with it.'
            : 'Decide one by one, or all at once.'}
      </p>
      {(isPhone || !isOne) && (
        <div className={css.all}>
          <Decisions
            {...severalNames(first, tasks.length, selected.length)}
            to={to}
            today={today}
            onDecide={(change) => decide(several, change)}
          />
        </div>
      )}
      {isPhone ? (
        <ul className={`${css.list} ${css.swipes} ${swipeCss.swiped}`} aria-label={name}>
          {tasks.map((task) => (
            <li key={task.id}>
              <div
                className={css.swiped}
                onPointerDown={(event) => {
                  if (event.pointerType !== 'touch') return;
                  const labels = { right: dayName(to, today), left: 'Another day' };
                  swipeRow(event.currentTarget, event, labels, (side) => {
                    if (side === 'right') decide([task], planFor(to));
                    else setChoosingId(task.id);
                  });
                }}
              >
                <label>
                  <input
                    type="checkbox"
                    id={idOf(task)}
                    aria-label={`Select ${task.title}`}
                    checked={selectedIds.has(task.id)}
                    onChange={({ target }) => select(task, target.checked)}
                  />
                </label>
                {titleOf(task)}
              </div>
              <div className={css.left}>{leftEdit(task)}</div>
              {choosingId === task.id && (
                <OtherDay
                  label={task.title}
                  to={to}
                  today={today}
                  onChoose={(change) => decide([task], change)}
                />
              )}
            </li>
          ))}
        </ul>
      ) : (
        <ul className={css.list} aria-label={name}>
          {tasks.map((task) => (
            <li
              key={task.id}
              className={css.decided}
              onPointerDown={(press) => onTaskPress(task.id, press)}
            >
              {titleOf(task)}
              {leftEdit(task)}
              <Decisions
                id={idOf(task)}
                label={task.title}
                to={to}
                today={today}
                onDecide={(change) => decide([task], change)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Returns the shown name and the label of the buttons for the selected tasks, for all tasks, or for the only one. */
function severalNames(only: ShownTask, all: number, selected: number) {
  if (all === 1) return { label: only.title };
  return selected > 0
    ? { name: `${selected} selected`, label: 'selected tasks' }
    : { name: `All ${all}`, label: 'all tasks' };
}

/** Returns the id of the button that sets how much of a task is left. */
const leftId = ({ id }: ShownTask) => `left-minutes-${id}`;

/** Returns the id of a task's first control. */
const idOf = ({ id }: ShownTask) => `left-${id}`;

interface DecisionsProps {
  /** The id of the first button. */
  id?: string;
  /** Shown before the buttons. */
  name?: string;
  /** The title of the task that the buttons are for, "all tasks" or "selected tasks". */
  label: string;
  /** The day that one press chooses. */
  to: LocalDay;
  today: LocalDay;
  onDecide: (change: TaskChange) => void;
}

/** The buttons Done, Today or Tomorrow, Another day, No day and Delete. */
function Decisions({ id, name, label, to, today, onDecide }: DecisionsProps) {
  const [isChoosing, setChoosing] = useState(false);
  const choose = (change: TaskChange | undefined) => {
    setChoosing(false);
    if (change) onDecide(change);
  };
  const { complete, remove } = taskActions;
  return (
    <>
      <div className={css.decisions} role="group" aria-label={label}>
        {name && <strong>{name}</strong>}
        <Button id={id} variant="outlined" size="small" onClick={() => choose(complete.together)}>
          Done
        </Button>
        <Button variant="outlined" size="small" onClick={() => choose(planFor(to))}>
          {dayName(to, today)}
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
        <Button
          variant="outlined"
          size="small"
          color="error"
          onClick={() => choose(remove.together)}
        >
          Delete
        </Button>
      </div>
      {isChoosing && <OtherDay label={label} to={to} today={today} onChoose={choose} />}
    </>
  );
}

function otherForm(to: LocalDay, today: LocalDay) {
  const error = `Choose ${dayInSentence(to, today)} or a later day.`;
  return z.object({ day: typedDay(error).check(z.refine((day) => day >= to, error)) });
}

interface OtherDayProps {
  label: string;
  to: LocalDay;
  today: LocalDay;
  onChoose: (change: TaskChange) => void;
}

/** The field for another day, which is the day after `to` at first. */
function OtherDay({ label, to, today, onChoose }: OtherDayProps) {
  const form = useForm({
    resolver: zodResolver(otherForm(to, today)),
    defaultValues: { day: addDays(to, 1) },
  });
  const { errors } = form.formState;
  return (
    <form
      className={css.inline}
      noValidate
      onSubmit={form.handleSubmit(({ day }) => onChoose(planFor(day)))}
    >
      <TextInput
        label={`Another day for ${label}`}
        hideLabel
        autoFocus
        type="date"
        min={to}
        error={errors.day?.message}
        {...form.register('day')}
      />
      <Button type="submit" variant="outlined">
        Move
      </Button>
    </form>
  );
}
