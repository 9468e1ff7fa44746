import { Ellipsis } from 'lucide-react';
import { use, useId, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { plainDuration } from '../../../lib/time/durationText';
import { elementId } from '../../../records/elementId';
import { listTitles } from '../../../lib/text/plainLine';
import { DURATION_RULE, typedDuration } from '../../../domain/line/typedDuration';
import { IconButton } from '../../../ui/controls/IconButton';
import { Menu } from '../../../ui/dialogs/Menu';
import { toast } from '../../../ui/toasts/toast';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden';
import field from '../../../ui/fields/Field.module.css';
import { lastPositions, movedPositions } from '../../../domain/tasks/handOrder';
import css from './StepList.module.css';
import { TaskCheckbox } from '../row/TaskCheckbox';
import { TaskTitleEdit } from '../row/TaskTitleEdit';
import { TaskPressContext } from '../../../records/tasks/taskPress';
import { stepActions, type StepContext } from '../../../records/tasks/stepActions';
import type { TaskContext } from '../../../records/tasks/taskActions';
import { useTaskMutations } from '../../../records/tasks/taskQueries';
import { typedSteps } from '../../../domain/line/typedSteps';
import { DragHandle } from '../row/DragHandle';
import { MoveRowContext, rowOrder } from '../row/rowOrder';
import orderCss from '../row/rowOrder.module.css';
import type { ShownTask } from '../../../domain/shownRecords';

interface StepListProps {
  task: ShownTask;
  steps: readonly ShownTask[];
  /** The context of the task's list, for the actions of the steps. */
  context: TaskContext;
}

const menuButtonId = (id: number) => `step-menu-${id}`;

const positionOf = ({ position }: ShownTask) => position;

/** The field that is open in a step's row. */
interface Editing {
  id: number;
  field: 'title' | 'estimate';
}

/** The steps of a task: tick, rename, estimate, reorder, and add by typing. Default export, because it is loaded lazily. */
export default function StepList({ task, steps, context }: StepListProps) {
  const { update, setCompleted, createSteps, moveSteps } = useTaskMutations();
  const onPress = use(TaskPressContext);
  const [menu, setMenu] = useState<{ step: ShownTask; anchor: HTMLElement }>();
  const [editing, setEditing] = useState<Editing>();
  const [announcement, announce] = useState('');

  const tick = (step: ShownTask, completed: boolean) => {
    setCompleted(step, completed);
    const isLast = completed && steps.every((other) => other.id === step.id || other.completed);
    if (!isLast || task.completed) return;
    toast({
      title: 'All steps are done',
      description: task.title,
      action: {
        label: 'Complete task',
        run: () => setCompleted(task, true),
        focusId: elementId('task', task.id),
      },
    });
  };
  const moveTo = (id: number, to: number) => {
    const from = steps.findIndex((step) => step.id === id);
    const changes = movedPositions(steps, from, to, positionOf);
    if (changes.length === 0) return;
    moveSteps(task, changes);
    announce(`${steps[from]?.title} is now ${to + 1} of ${steps.length}`);
  };
  const order = rowOrder((id, placeOf) =>
    flushSync(() =>
      moveTo(
        id,
        steps.findIndex((step) => step.id === placeOf),
      ),
    ),
  );
  const add = (titles: readonly string[]) => {
    const positions = lastPositions(steps.map(positionOf), titles.length);
    createSteps(
      task,
      titles.map((title, index) => ({ title, position: positions[index] ?? null })),
    );
  };
  /** Ends an edit in a row, and returns the focus to the row's menu button. */
  const endEdit = (id: number) => {
    flushSync(() => setEditing(undefined));
    document.getElementById(menuButtonId(id))?.focus();
  };

  const choose = (anchor: HTMLElement, act: () => void) => {
    // Rendered at once, because an open menu keeps the focus in itself.
    flushSync(() => {
      setMenu(undefined);
      act();
    });
    if (document.activeElement === document.body) anchor.focus();
  };
  const stepContext: StepContext = {
    ...context,
    steps,
    openField: ({ id }, field) => setEditing({ id, field }),
    moveBy: (step, places) => moveTo(step.id, steps.findIndex(({ id }) => id === step.id) + places),
  };

  return (
    <MoveRowContext value={order.moveRow}>
      {steps.length > 0 && (
        <ul
          className={`${css.list} ${orderCss.ordered}`}
          aria-label={`Steps of ${task.title}`}
          onKeyDown={order.onKeyDown}
        >
          {steps.map((step) => (
            <li
              key={step.id}
              data-section="steps"
              data-task={step.id}
              data-completed={step.completed}
              onPointerDown={(event) => onPress(step.id, event)}
            >
              <TaskCheckbox
                id={elementId('task', step.id)}
                title={step.title}
                checked={step.completed}
                color={undefined}
                onChange={(completed) => tick(step, completed)}
              />
              {editing?.id === step.id && editing.field === 'title' ? (
                <TaskTitleEdit
                  title={step.title}
                  onType={() => undefined}
                  onSave={(title, before) => {
                    if (title !== before) update(step.id, { title }, { title: before });
                    endEdit(step.id);
                  }}
                  onCancel={() => endEdit(step.id)}
                />
              ) : (
                <p dir="auto">{step.title}</p>
              )}
              {editing?.id === step.id && editing.field === 'estimate' ? (
                <EstimateInput
                  minutes={step.estimateMinutes}
                  onSave={(estimateMinutes) => {
                    if (estimateMinutes !== step.estimateMinutes)
                      update(step.id, { estimateMinutes });
                    endEdit(step.id);
                  }}
                  onCancel={() => endEdit(step.id)}
                />
              ) : (
                step.estimateMinutes !== null && (
                  <small>{plainDuration(step.estimateMinutes)}</small>
                )
              )}
              {step.saveError?.kind === 'rejected' && (
                <small role="alert">{step.saveError.sentence}</small>
              )}
              {steps.length > 1 && <DragHandle className={css.handle} />}
              <IconButton
                id={menuButtonId(step.id)}
                label={`More actions for ${step.title}`}
                aria-haspopup="menu"
                onClick={({ currentTarget }) => setMenu({ step, anchor: currentTarget })}
              >
                <Ellipsis size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <AddStep existing={steps.length} onAdd={add} />
      {menu && (
        <Menu
          anchor={menu.anchor}
          onClose={() => setMenu(undefined)}
          items={stepActions.map(({ label, Icon, isDisabled, run }) => ({
            label,
            Icon,
            isDisabled: isDisabled?.(menu.step, stepContext) ?? false,
            onSelect: () => choose(menu.anchor, () => run(menu.step, stepContext)),
          }))}
        />
      )}
    </MoveRowContext>
  );
}

/** A field that adds a step with each Enter, and a step for each line when several lines are pasted. */
function AddStep({
  existing,
  onAdd,
}: {
  /** How many steps the task has. */
  existing: number;
  onAdd: (titles: readonly string[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const id = useId();
  const add = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!typed.trim()) return;
    if (addAll(typed)) setTyped('');
  };
  const addAll = (text: string): boolean => {
    const { titles, error: problem } = typedSteps(listTitles(text), existing);
    setError(problem);
    if (titles) onAdd(titles);
    return Boolean(titles);
  };
  const addPasted = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!text.trim().includes('\n') || typed !== '') return;
    event.preventDefault();
    addAll(text);
  };
  return (
    <div className={css.add}>
      <input
        autoFocus={existing === 0}
        dir="auto"
        className={field.line}
        aria-label="Add a step"
        placeholder="Add a step"
        aria-invalid={Boolean(error)}
        aria-describedby={error ? id : undefined}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(undefined);
        }}
        onKeyDown={add}
        onPaste={addPasted}
      />
      {error && (
        <p id={id} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface EstimateInputProps {
  minutes: number | null;
  onSave: (minutes: number | null) => void;
  onCancel: () => void;
}

/** A field for a step's estimate. Enter saves, an empty value removes the estimate, and Escape keeps the old one. */
function EstimateInput({ minutes, onSave, onCancel }: EstimateInputProps) {
  const [typed, setTyped] = useState(minutes === null ? '' : plainDuration(minutes));
  const [error, setError] = useState<string>();
  const id = useId();
  const save = () => {
    const parsed = typedDuration(typed);
    if (parsed === undefined) setError(DURATION_RULE);
    else onSave(parsed);
  };
  return (
    <span className={css.estimate}>
      <input
        autoFocus
        onFocus={({ target }) => target.select()}
        className={field.line}
        aria-label="Estimate"
        placeholder="45m"
        aria-invalid={Boolean(error)}
        aria-describedby={error ? id : undefined}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Otherwise the same key would press the button that gets the focus next.
          event.preventDefault();
          if (event.key === 'Enter') save();
          else onCancel();
        }}
      />
      {error && (
        <span id={id} role="alert">
          {error}
        </span>
      )}
    </span>
  );
}
