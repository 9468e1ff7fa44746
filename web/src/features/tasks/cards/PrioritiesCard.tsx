import { newId } from '@daymark/contract/primitives';
import { NewTask } from '@daymark/contract/task';
import { isTopThreeFull } from '@daymark/contract/topThree';
import { Plus, X } from 'lucide-react';
import { useId, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import * as z from 'zod/mini';
import { flushSync } from 'react-dom';
import { createDrafts } from '../../../lib/person/drafts';
import { addDays, personsDay, startOfDay, weekdayName } from '../../../lib/time/dates';
import { useIsWorkingDay } from '../../../records/events/useIsWorkingDay';
import { MISSED_DAYS_MAX, WorkingDayContext } from '../row/workingDayContext';
import type { TaskContext } from '../../../records/tasks/taskActions';
import { lineKey } from '../../../lib/text/plainLine';
import { useSync } from '../../../sync/useSync';
import { Button } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import { LoadErrorMessage } from '../../../ui/states/LoadErrorMessage';
import { Panel } from '../../../ui/layout/Panel';
import { TextButton } from '../../../ui/controls/TextButton';
import { useWrittenPlan } from '../../../records/reflections/reflectionQueries';
import { useFocusedMinutes } from '../../../records/focus/useFocusedMinutes';
import {
  prioritySuggestions,
  type PrioritySuggestion,
} from '../../../domain/tasks/prioritySuggestions';
import css from './PrioritiesCard.module.css';
import { RowTools } from '../row/RowTools';
import { TaskListSkeleton } from '../list/TaskListSkeleton';
import { TaskRow } from '../row/TaskRow';
import { isBlockOver } from '../../../domain/planning/shownBlocks';
import { useShownBlocks } from '../../../records/tasks/useShownBlocks';
import { focusedOn } from '../../../domain/tasks/taskPlan';
import { useSteps, useTaskMutations, useTasks } from '../../../records/tasks/taskQueries';
import { top3Fields } from '../../../domain/tasks/taskRequests';
import { todaysPriorities } from '../../../domain/tasks/todaysPriorities';
import orderCss from '../row/rowOrder.module.css';
import swipeCss from '../../../ui/layout/swipeRow.module.css';
import { useTaskActions } from '../useTaskActions';
import { useTaskOrder } from '../list/useTaskOrder';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden';
import type { ShownTask } from '../../../domain/shownRecords';

const NO_TASKS: readonly ShownTask[] = [];

/** The id of Work, the category that a new priority gets (product §7). */
const PRIORITY_CATEGORY_ID = 1;

/** Draft of the title in Add Priority. */
const priorityDrafts = createDrafts('priority', z.string());

/** Top 3 Priorities (product §2, §4). Add Priority is shown while there are fewer than three. */
export function PrioritiesCard({ now }: { now: Date }) {
  const tasks = useTasks();
  const steps = useSteps();
  const focused = useFocusedMinutes();
  const blocks = useShownBlocks(now);
  const today = personsDay(now);
  const isWorkingDay = useIsWorkingDay(addDays(today, -MISSED_DAYS_MAX), today);
  const addButton = useRef<HTMLButtonElement>(null);
  const taskActions = useTaskActions('', addButton);
  const { actions, add, editingIds, deletedIds, newIds, expandedIds, dialogs } = taskActions;
  const { update } = useTaskMutations();
  const plan = useWrittenPlan(today);
  // The React Compiler does not memoize these lists, and there can be ten thousand tasks.
  const all = tasks.data ?? NO_TASKS;
  const priorities = useMemo(
    () => todaysPriorities(taskActions.tasks ?? NO_TASKS, now),
    [taskActions.tasks, now],
  );
  const lines = plan?.lines;
  const suggestions = useMemo(
    () => prioritySuggestions(lines ?? [], all, priorities, now),
    [lines, all, priorities, now],
  );
  const others = useMemo(
    () => all.filter(({ completed, isPriority }) => !completed && !isPriority),
    [all],
  );
  const { move, announcement } = useTaskOrder('priorityPosition');
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const addNew = (title: string) =>
    add({
      task: {
        id: newId(),
        title,
        categoryId: PRIORITY_CATEGORY_ID,
        isPriority: true,
        order: priorities.length,
        plannedDay: today,
      },
    });
  const addSuggestion = ({ title, task }: PrioritySuggestion) => {
    if (task) update(task.id, top3Fields(task, priorities.length, today));
    else addNew(title);
    // The suggestion's button is removed. Without this call, the focus would be lost with the button.
    heading.current?.focus();
  };
  return (
    <WorkingDayContext value={isWorkingDay}>
      <Panel className={css.card} aria-labelledby={headingId} aria-busy={tasks.isPending}>
        <header>
          <h2 id={headingId} ref={heading} tabIndex={-1}>
            Top 3 Priorities
          </h2>
          {priorities.length > 0 && (
            <span>
              {priorities.filter(({ completed }) => completed).length} of {priorities.length} done
            </span>
          )}
        </header>
        {tasks.isPending ? (
          <TaskListSkeleton label="Loading priorities" rows={3} />
        ) : tasks.error ? (
          <LoadErrorMessage
            title="Your priorities couldn’t be loaded"
            error={tasks.error}
            onRetry={tasks.refetch}
          />
        ) : (
          <>
            {priorities.length > 0 && (
              <PriorityRows
                items={priorities}
                context={actions.context}
                onMove={(id, placeOf) => move(priorities, id, placeOf)}
              >
                {priorities.map((task) => (
                  <li key={task.id} data-section="priorities">
                    <TaskRow
                      task={task}
                      category={undefined}
                      actions={actions}
                      isEditing={editingIds.has(task.id)}
                      isDeleted={deletedIds.has(task.id)}
                      isNew={newIds.has(task.id)}
                      isExpanded={expandedIds.has(task.id)}
                      today={today}
                      block={blocks.get(task.id)}
                      isBlockOver={isBlockOver(blocks.get(task.id), now)}
                      hidesDay={task.plannedDay === today}
                      focusedMinutes={focusedOn(task, steps.get(task.id) ?? [], focused)}
                      {...(steps.has(task.id) && { steps: steps.get(task.id) ?? [] })}
                      hasHandle={priorities.length > 1}
                      inTop3
                    />
                  </li>
                ))}
              </PriorityRows>
            )}
            {suggestions.length > 0 && (
              <ul className={css.suggestions} aria-label="Suggestions from your last reflection">
                {suggestions.map(({ title, task }) => (
                  <li key={title}>
                    <button type="button" onClick={() => addSuggestion({ title, task })}>
                      <Plus size={16} aria-label="Add to Top 3:" />
                      <span dir="auto">{title}</span>
                      <small>{plan && weekdayOf(plan.from)}</small>
                    </button>
                  </li>
                ))}
              </ul>
            )}
            {!isTopThreeFull(priorities.length) && (
              <AddPriority
                button={addButton}
                isFirst={priorities.length === 0}
                others={others}
                onAdd={(title, task) => {
                  if (task) update(task.id, top3Fields(task, priorities.length, today));
                  else addNew(title);
                  // The third priority removes the field. Without this call, the focus would be lost with the field.
                  if (isTopThreeFull(priorities.length + 1)) heading.current?.focus();
                }}
              />
            )}
          </>
        )}
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
        {dialogs}
      </Panel>
    </WorkingDayContext>
  );
}

interface PriorityRowsProps {
  items: readonly ShownTask[];
  context: TaskContext;
  onMove: (id: number, placeOf: number) => Promise<void>;
  children: ReactNode;
}

/** The list of priorities, with keys for its rows. */
function PriorityRows({ items, context, onMove, children }: PriorityRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  return (
    <ol
      className={`${css.list} ${orderCss.ordered} ${swipeCss.swiped}`}
      ref={list}
      aria-label="Priorities"
    >
      <RowTools list={list} items={items} context={context} onMove={onMove}>
        {children}
      </RowTools>
    </ol>
  );
}

/** Returns the weekday on which a suggestion was written. */
const weekdayOf = (day: string) => weekdayName(startOfDay(day));

interface AddPriorityProps {
  button: RefObject<HTMLButtonElement | null>;
  isFirst: boolean;
  /** The open tasks that are not priorities. */
  others: readonly ShownTask[];
  /** `task` is the task of `others` to add. If `task` is missing, a new task is created. */
  onAdd: (title: string, task?: ShownTask) => void;
}

/**
 * A button that opens a text field. Enter adds the priority and keeps the field open. Escape closes it. The title of an
 * open task adds that task, unless the person asks for a new task with the same title.
 */
function AddPriority({ button, isFirst, others, onAdd }: AddPriorityProps) {
  const { userId } = useSync();
  const [typed, setTyped] = useState(() => priorityDrafts.get(userId) ?? '');
  const [isOpen, setOpen] = useState(typed !== '');
  const [isRestored, setRestored] = useState(isOpen);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const key = lineKey(typed);
  const same = key === '' ? undefined : others.find(({ title }) => lineKey(title) === key);
  const type = (title: string) => {
    setTyped(title);
    setError(undefined);
    priorityDrafts.set(userId, title || undefined);
  };
  const save = (task?: ShownTask) => {
    if (!typed.trim()) {
      setError('Priority title is required');
      return;
    }
    const parsed = NewTask.shape.title.safeParse(typed);
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    type('');
    onAdd(parsed.data, task);
  };
  const close = () => {
    // Rendered at once. Focusing the button later could take the focus from wherever the person moved it.
    flushSync(() => {
      setOpen(false);
      setRestored(false);
      setError(undefined);
    });
    button.current?.focus();
  };
  if (!isOpen)
    return (
      <div className={css.open}>
        {isFirst && <p>What would make today a good day?</p>}
        <Button ref={button} onClick={() => setOpen(true)}>
          <Plus size={18} aria-hidden="true" />
          Add Priority
        </Button>
      </div>
    );
  return (
    <form
      className={css.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save(same);
      }}
    >
      <input
        // A restored title must not take the focus from what the person does now.
        autoFocus={!isRestored}
        ref={input}
        dir="auto"
        aria-label="Priority title"
        placeholder="What matters most?"
        aria-invalid={Boolean(error)}
        aria-describedby={error || same ? id : undefined}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      />
      <Button type="submit" variant="outlined">
        Add
      </Button>
      <IconButton label="Cancel" onClick={close}>
        <X size={18} aria-hidden="true" />
      </IconButton>
      {error ? (
        <p id={id} role="alert">
          {error}
        </p>
      ) : (
        same && (
          <div role="status">
            <span id={id}>You already have this task. Add moves it to your Top 3.</span>{' '}
            <TextButton
              onClick={() => {
                save();
                input.current?.focus();
              }}
            >
              Create another
            </TextButton>
          </div>
        )
      )}
    </form>
  );
}
