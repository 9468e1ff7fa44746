import { surroundingsOf } from '../../records/tasks/surroundingsOf';
import { zodResolver } from '@hookform/resolvers/zod';
import { use, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { addDays, dayInSentence, dayName, type LocalDay } from '../../lib/time/dates';
import { countText } from '../../lib/text/numbers';
import { joined, planFor, type TaskChange } from '../../records/tasks/taskActions';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import { TextInput } from '../../ui/fields/TextInput';
import { TitleButton } from '../../ui/controls/TitleButton';
import { typedDay } from '../../domain/line/typedDay';
import { focusedOn, isLeftOver } from '../../domain/tasks/taskPlan';
import { useFocusedMinutes } from '../../records/focus/useFocusedMinutes';
import { TaskPressContext } from '../../records/tasks/taskPress';
import { ESTIMATE_MAX } from '@daymark/contract/task';
import { durationText } from '../../lib/time/durationText';
import { EstimateEdit } from './EstimateEdit';
import { closingChange, deletion, taskUpdate } from '../../domain/tasks/taskRequests';
import { useIsPhone } from '../../ui/hooks/useIsPhone';
import { swipeRow } from '../../ui/layout/swipeRow';
import swipeCss from '../../ui/layout/swipeRow.module.css';
import css from './PlanStep.module.css';
import type { DayPlanning } from './useDayPlanning';
import type { ApplyChange } from './usePlanChange';
import type { ShownTask } from '../../domain/shownRecords';

/** The decision about a left-over task: it is done, it moves to a day (null for no day), or it is deleted. */
type Decision = { day: LocalDay | null } | 'done' | 'delete';

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
  const { day: today, tasks, steps, remaining } = planning;
  const focused = useFocusedMinutes();
  const onTaskPress = use(TaskPressContext);
  const sync = useSync();
  const isPhone = useIsPhone();
  const leftOver = tasks
    .filter((task) => isLeftOver(task, today))
    .sort((a, b) => ((a.plannedDay ?? '') < (b.plannedDay ?? '') ? 1 : -1));

  const decide = (chosen: readonly ShownTask[], decision: Decision) => {
    const at = leftOver.findIndex(({ id }) => id === chosen[0]?.id);
    const neighbor = leftOver[at + 1] ?? leftOver[at - 1];
    const change = changeFor(decision);
    const surroundings = surroundingsOf(sync);
    const changes = chosen.flatMap((task) => change(task, surroundings) ?? []);
    onChange(sentenceFor(chosen, decision, today), joined(changes));
    if (chosen.length === 1 && neighbor) document.getElementById(idOf(neighbor))?.focus();
    else onEmptied();
  };
  const setLeft = (task: ShownTask, left: number | null) => {
    const spent = focusedOn(task, steps.get(task.id) ?? [], focused);
    const estimateMinutes = left === null ? null : Math.min(spent + left, ESTIMATE_MAX);
    const sentence =
      left === null
        ? `Estimate of “${task.title}” removed.`
        : `${durationText(left)} of “${task.title}” are left.`;
    onChange(sentence, { requests: [taskUpdate(task, { estimateMinutes })] }, leftId(task));
  };
  const leftEdit = (task: ShownTask) => (
    <EstimateEdit
      buttonId={leftId(task)}
      title={task.title}
      estimate={remaining(task)}
      asksLeft
      onChange={(minutes) => setLeft(task, minutes)}
    />
  );
  const dayOf = (task: ShownTask) =>
    `Planned for ${dayInSentence(task.plannedDay ?? today, today)}`;
  if (leftOver.length === 0)
    return <p className={css.empty}>Nothing is left over from earlier days.</p>;
  if (isPhone)
    return (
      <SwipedLeftOvers
        tasks={leftOver}
        today={today}
        dayOf={dayOf}
        leftEdit={leftEdit}
        onDecide={decide}
        onOpen={onOpen}
      />
    );
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
          <li key={task.id} onPointerDown={(press) => onTaskPress(task.id, press)}>
            <div className={css.title}>
              <TitleButton onOpen={() => onOpen(task)}>
                <span dir="auto">{task.title}</span>
              </TitleButton>
              <small>{dayOf(task)}</small>
            </div>
            {leftEdit(task)}
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

interface SwipedLeftOversProps {
  tasks: readonly ShownTask[];
  today: LocalDay;
  dayOf: (task: ShownTask) => string;
  /** Renders the button that sets how much of a task is left. */
  leftEdit: (task: ShownTask) => ReactNode;
  onDecide: (chosen: readonly ShownTask[], decision: Decision) => void;
  onOpen: (task: ShownTask) => void;
}

const SWIPES = { right: 'Today', left: 'Another day' };

/**
 * The left-over tasks on a phone, one row each. A swipe decides about one task, and the buttons above decide about the
 * selected tasks, or about all.
 */
function SwipedLeftOvers(props: SwipedLeftOversProps) {
  const { tasks, today, dayOf, leftEdit, onDecide, onOpen } = props;
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  /** The task that was swiped to another day, which is being chosen. */
  const [choosingId, setChoosingId] = useState<number>();
  const selected = tasks.filter(({ id }) => selectedIds.has(id));
  const decide = (chosen: readonly ShownTask[], decision: Decision) => {
    setChoosingId(undefined);
    onDecide(chosen, decision);
  };
  const select = (task: ShownTask, isSelected: boolean) =>
    setSelectedIds((ids) =>
      isSelected
        ? new Set(ids).add(task.id)
        : new Set([...ids].filter((other) => other !== task.id)),
    );
  return (
    <>
      <p className={css.text}>
        {countText(tasks.length, 'task')} from earlier days. Swipe one to the right for today or to
        the left for another day, or select some.
      </p>
      <div className={css.all}>
        <Decisions
          name={selected.length > 0 ? `${selected.length} selected` : `All ${tasks.length}`}
          label={selected.length > 0 ? 'selected tasks' : 'all tasks'}
          today={today}
          onDecide={(decision) => decide(selected.length > 0 ? selected : tasks, decision)}
        />
      </div>
      <ul className={`${css.list} ${css.swipes} ${swipeCss.swiped}`} aria-label="Left over">
        {tasks.map((task) => (
          <li key={task.id}>
            <div
              className={css.swiped}
              onPointerDown={(event) => {
                if (event.pointerType !== 'touch') return;
                swipeRow(event.currentTarget, event, SWIPES, (side) => {
                  if (side === 'right') decide([task], { day: today });
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
              <div className={css.title}>
                <TitleButton onOpen={() => onOpen(task)}>
                  <span dir="auto">{task.title}</span>
                </TitleButton>
                <small>{dayOf(task)}</small>
              </div>
            </div>
            <div className={css.left}>{leftEdit(task)}</div>
            {choosingId === task.id && (
              <OtherDay
                label={task.title}
                today={today}
                onChoose={(decision) => decide([task], decision)}
              />
            )}
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
  if (decision === 'done') return `${what} done.`;
  const { day } = decision;
  if (day === null) return `${what}: no day.`;
  const name = dayName(day, today);
  return `${what} moved to ${/^To/.test(name) ? name.toLowerCase() : name}.`;
}

/** Returns the change that a decision makes to a task. */
function changeFor(decision: Decision): TaskChange['change'] {
  if (decision === 'delete') return deletion;
  if (decision !== 'done') return planFor(decision.day).change;
  return (task, surroundings) => closingChange(task, { completed: true }, surroundings);
}

/** Returns the id of the button that sets how much of a task is left. */
const leftId = ({ id }: ShownTask) => `left-${id}`;

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

/** The buttons Done, Today, Another day, No day and Delete. */
function Decisions({ id, name, label, today, onDecide }: DecisionsProps) {
  const [isChoosing, setChoosing] = useState(false);
  const choose = (decision: Decision) => {
    setChoosing(false);
    onDecide(decision);
  };
  return (
    <>
      <div className={css.decisions} role="group" aria-label={label}>
        {name && <strong>{name}</strong>}
        <Button id={id} variant="outlined" size="small" onClick={() => choose('done')}>
          Done
        </Button>
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
      {isChoosing && <OtherDay label={label} today={today} onChoose={choose} />}
    </>
  );
}

interface OtherDayProps {
  label: string;
  today: LocalDay;
  onChoose: (decision: { day: LocalDay }) => void;
}

/** The field for another day, which is tomorrow at first. */
function OtherDay({ label, today, onChoose }: OtherDayProps) {
  const form = useForm({
    resolver: zodResolver(laterForm(today)),
    defaultValues: { day: addDays(today, 1) },
  });
  const { errors } = form.formState;
  return (
    <form className={css.inline} noValidate onSubmit={form.handleSubmit(onChoose)}>
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
  );
}
