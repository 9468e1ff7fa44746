import { CircleCheck, Plus } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { preloadLater } from '../../../lib/browser/preload';
import { Button } from '../../../ui/controls/Button';
import { EmptyState } from '../../../ui/states/EmptyState';
import { lazyComponent } from '../../../ui/lazyComponent';
import { LoadErrorMessage } from '../../../ui/states/LoadErrorMessage';
import { elementId } from '../../../records/elementId';
import { useSync } from '../../../sync/useSync';
import { addDays, dayName, personsDay } from '../../../lib/time/dates';
import { useIsWorkingDay } from '../../../records/events/useIsWorkingDay';
import { MISSED_DAYS_MAX, WorkingDayContext } from '../row/workingDayContext';
import { countText } from '../../../lib/text/numbers';
import { ADD_PARAMETER, paths } from '../../../lib/paths';
import { toastSaved } from '../../../ui/toasts/savedToast';
import { AddTaskLine, type LineHandle } from '../line/AddTaskLine';
import { useIsPhone } from '../../../ui/hooks/useIsPhone';
import { useNow } from '../../../ui/hooks/useNow';
import { useAddressParameter, useLinkState } from '../../../ui/hooks/useOpenedByLink';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden';
import { useCategories } from '../../../records/categories/categoryQueries';
import { useFocusedMinutes } from '../../../records/focus/useFocusedMinutes';
import { taskDrafts } from '../line/taskDrafts';
import { TaskList } from '../list/TaskList';
import { TaskListSkeleton } from '../list/TaskListSkeleton';
import { SelectionTools } from '../list/SelectionTools';
import { useSteps, useTasks } from '../../../records/tasks/taskQueries';
import { blockText } from '../../../domain/planning/shownBlocks';
import { useShownBlocks } from '../../../records/tasks/useShownBlocks';
import {
  BY_TIME,
  dashboardItems,
  isHeading,
  openCountText,
  orderedSections,
  viewItems,
  type Arrangement,
  type CategoryFilter,
  type ListItem,
  type TaskView,
} from '../../../domain/tasks/taskViews';
import { useTaskActions } from '../useTaskActions';
import { useTaskOrder } from '../list/useTaskOrder';
import type { ShownTask } from '../../../domain/shownRecords';
import { newTask, type TaskCreation } from '../../../domain/tasks/newTask';

const AddTaskDialog = lazyComponent(() => import('../line/AddTaskDialog'));

const NO_TASKS: ReadonlySet<number> = new Set();
const NONE: readonly never[] = [];
const NO_SECTIONS: ReadonlyMap<number, number> = new Map();

/** The views whose tasks are ordered by time and by hand. */
const ORDERED_VIEWS: readonly TaskSectionProps['view'][] = ['dashboard', 'today', 'upcoming'];

/** The parts of the section, for the page to place. */
interface TaskSectionParts {
  /** The button that opens Add Task, or false on phones, where the line has a button above the tabs. */
  addButton: ReactNode;
  /** The list, or its skeleton, load error or empty state. */
  list: ReactNode;
  isPending: boolean;
  /**
   * How many of the listed tasks are open. For an empty list the count is a space, so that nothing moves when a number
   * appears.
   */
  openCount: ReactNode;
  /** How many open tasks the dashboard leaves out because they are for later days. 0 in a view of /tasks. */
  later: number;
}

interface TaskSectionProps {
  /** The listed tasks: a view of /tasks, or the tasks of the dashboard. */
  view: TaskView | 'dashboard';
  filter: CategoryFilter;
  /** The name of the category in `filter`, or undefined if the name is unknown. */
  filterName: string | undefined;
  /** Shows all tasks. Called if the filter or the view hides a task that was added. */
  onShowAll: () => void;
  onAdd?: () => void;
  /** Tasks to leave out, because the screen shows them elsewhere. */
  except?: ReadonlySet<number>;
  /**
   * Whether the section is one of several on a screen. Such a section has a small button, and an empty state without
   * icon and button.
   */
  isCompact?: boolean;
  children: (parts: TaskSectionParts) => ReactNode;
}

/** A screen's tasks (product §2): the filtered list, the line for new tasks, the tasks' actions, and Add Task. */
export function TaskSection({
  view,
  filter,
  filterName,
  onShowAll,
  onAdd,
  except = NO_TASKS,
  isCompact = false,
  children,
}: TaskSectionProps) {
  const tasks = useTasks();
  const steps = useSteps();
  const focused = useFocusedMinutes();
  const { data: categories = [] } = useCategories();
  const sync = useSync();
  const { userId } = sync;
  // The page may have been left while a task was typed.
  const [draft, setDraft] = useState(() => taskDrafts.get(userId));
  const [isAdding, setAdding] = useState(draft !== undefined);
  const taskActions = useTaskActions(view);
  const { actions, add, editingIds, deletedIds, newIds, expandedIds, dialogs } = taskActions;
  const { wasCompleted, blocksBefore } = taskActions;
  const allTasks = taskActions.tasks ?? NONE;
  const isPhone = useIsPhone();
  const now = useNow();
  const today = personsDay(now);
  const isWorkingDay = useIsWorkingDay(addDays(today, -MISSED_DAYS_MAX), today);
  const blocks = useShownBlocks(now);
  const navigate = useNavigate();
  const line = useRef<LineHandle>(null);
  const openAddDialog = (typed = taskDrafts.get(userId)) => {
    setDraft(typed);
    setAdding(true);
  };
  useLinkState(({ adds, typesTask }) => {
    if (adds) openAddDialog();
    if (typesTask) line.current?.focus();
  });
  useAddressParameter(ADD_PARAMETER, () => line.current?.focus());
  useEffect(() => preloadLater(AddTaskDialog.preload), []);

  const arrangement = useMemo(
    () => ({ today, filter, wasCompleted, blocks: new Map([...blocks, ...blocksBefore]) }),
    [today, filter, wasCompleted, blocks, blocksBefore],
  );
  // The React Compiler does not memoize the items, and there can be ten thousand tasks.
  const { items, later } = useMemo(
    () => listItems(view, without(except, allTasks), arrangement),
    [view, except, allTasks, arrangement],
  );
  const sections = useMemo(
    () =>
      ORDERED_VIEWS.includes(view)
        ? orderedSections(items, view === 'today', arrangement)
        : NO_SECTIONS,
    [items, view, arrangement],
  );
  const { move, announcement, announce } = useTaskOrder('position');
  // Another list starts without a selection.
  const listName = `${view} ${filter}`;
  const [selection, setSelection] = useState({ list: listName, ids: NO_TASKS });
  const selectedIds = selection.list === listName ? selection.ids : NO_TASKS;
  const area = useRef<HTMLDivElement>(null);
  const defaults = {
    categoryId: filter === 'all' ? null : filter,
    day: view === 'today' ? today : '',
  };
  const isListed = ({ task }: TaskCreation, inFilter = filter) => {
    const added = { ...newTask(task, new Date()), userId };
    return listItems(view, [added], { ...arrangement, filter: inFilter }).items.length > 0;
  };
  /** Whether /today hides the task even without a filter, because the task is for a later day. */
  const isElsewhere = (creation: TaskCreation) =>
    view === 'dashboard' && !isListed(creation, 'all');
  /** Shows a toast if the list hides added tasks. The screen stays, so that more tasks can be added. */
  const sayIfHidden = (creations: readonly TaskCreation[]) => {
    const hidden = creations.filter((creation) => !isListed(creation));
    const [first] = hidden;
    if (!first) return;
    const show = isElsewhere(first) ? () => void navigate(paths.tasks) : onShowAll;
    toastSaved(sync, {
      title: hidden.length === 1 ? 'Task added' : `${countText(hidden.length, 'task')} added`,
      description: [
        first.task.title,
        ...(first.task.plannedDay ? [dayName(first.task.plannedDay, today)] : []),
      ].join(' · '),
      action: { label: 'Show', run: show, focusId: elementId('task', first.task.id) },
    });
  };
  const addButton = !isPhone && (
    <Button
      variant="contained"
      size={isCompact ? 'small' : 'medium'}
      onPointerEnter={AddTaskDialog.preload}
      onFocus={AddTaskDialog.preload}
      onClick={() => openAddDialog()}
    >
      <Plus size={isCompact ? 16 : 18} aria-hidden="true" />
      Add Task
    </Button>
  );
  const empty = emptyState(view, {
    category: filter === 'all' ? undefined : (filterName ?? 'this category'),
    hasOthers: except.size > 0,
    isNew: allTasks.length === 0,
  });
  const list = tasks.isPending ? (
    <TaskListSkeleton />
  ) : tasks.error ? (
    <LoadErrorMessage
      title="Your tasks couldn’t be loaded"
      error={tasks.error}
      onRetry={tasks.refetch}
    />
  ) : items.length === 0 ? (
    <EmptyState
      icon={!isCompact && <CircleCheck size={28} aria-hidden="true" />}
      title={empty.title}
      action={
        !isCompact &&
        !isPhone &&
        empty.isForAdding && (
          <Button variant="outlined" onClick={() => openAddDialog()}>
            Add a task
          </Button>
        )
      }
    >
      {empty.text}
    </EmptyState>
  ) : (
    <TaskList
      items={items}
      categories={new Map(categories.map((category) => [category.id, category]))}
      actions={actions}
      editingIds={editingIds}
      deletedIds={deletedIds}
      newIds={newIds}
      expandedIds={expandedIds}
      steps={steps}
      today={today}
      now={now}
      blocks={blocks}
      selectedIds={selectedIds}
      sections={sections}
      onMove={async (id, placeOf) => {
        const section = sections.get(id);
        const block = arrangement.blocks.get(id);
        if (section === BY_TIME && block) {
          const { title } = items.find((item) => !isHeading(item) && item.id === id) as ShownTask;
          announce(`“${title}” keeps its place by its time, ${blockText(block, today)}.`);
          return;
        }
        const listed = items.filter(
          (item) => !isHeading(item) && sections.get(item.id) === section,
        ) as ShownTask[];
        await move(listed, id, placeOf);
      }}
      hidesDay={view === 'dashboard' || view === 'today' || view === 'upcoming'}
      focused={focused}
    />
  );
  return (
    <WorkingDayContext value={isWorkingDay}>
      {children({
        addButton,
        list: (
          <>
            <AddTaskLine
              ref={line}
              categoryId={defaults.categoryId}
              day={defaults.day || null}
              onAdd={(creations) => {
                add(...creations);
                sayIfHidden(creations);
                onAdd?.();
              }}
              onDetails={(title) => {
                const typed = { title, category: String(defaults.categoryId ?? '') };
                // Store the draft now, because the line is emptied and the dialog's code may still be loading.
                taskDrafts.set(userId, typed);
                openAddDialog(typed);
              }}
            />
            <div ref={area}>{list}</div>
          </>
        ),
        isPending: tasks.isPending,
        openCount: <OpenCount items={items} />,
        later,
      })}
      {isAdding && (
        <AddTaskDialog
          categories={categories}
          categoryId={defaults.categoryId}
          day={defaults.day}
          draft={draft}
          onClose={() => {
            setAdding(false);
            setDraft(undefined);
          }}
          onAdd={(creation) => {
            add(creation);
            if (isElsewhere(creation)) sayIfHidden([creation]);
            else if (!isListed(creation)) onShowAll();
            onAdd?.();
          }}
        />
      )}
      {!tasks.isPending && (
        <SelectionTools
          area={area}
          items={items}
          ids={selectedIds}
          onSelect={(ids) => setSelection({ list: listName, ids })}
        />
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {dialogs}
    </WorkingDayContext>
  );
}

/** The number of open tasks, counted after the list is drawn, because there can be ten thousand tasks. */
function OpenCount({ items }: { items: readonly ListItem[] }) {
  return openCountText(useDeferredValue(items)) ?? '\u00a0';
}

const without = (except: ReadonlySet<number>, tasks: readonly ShownTask[]) =>
  except.size === 0 ? tasks : tasks.filter(({ id }) => !except.has(id));

/** Returns the listed items, and how many tasks are left out because they are for later. */
const listItems = (
  view: TaskSectionProps['view'],
  tasks: readonly ShownTask[],
  arrangement: Arrangement,
) =>
  view === 'dashboard'
    ? dashboardItems(tasks, arrangement)
    : { items: viewItems(view, tasks, arrangement), later: 0 };

/** Returns the texts of an empty list. */
function emptyState(
  view: TaskView | 'dashboard',
  {
    category,
    hasOthers,
    isNew,
  }: { category: string | undefined; hasOthers: boolean; isNew: boolean },
): { title: string; text: string; isForAdding: boolean } {
  const inCategory = category === undefined ? '' : ` in ${category}`;
  switch (view) {
    case 'today':
      return {
        title: `Nothing for today${inCategory}`,
        text: 'Choose Day… in a task’s menu to plan it for today.',
        isForAdding: true,
      };
    case 'upcoming':
      return {
        title: `Nothing planned${inCategory}`,
        text: 'Tasks with a later day or deadline are listed here, by day.',
        isForAdding: true,
      };
    case 'left-over':
      return {
        title: `Nothing left over${inCategory}`,
        text: 'Tasks that were planned for a day that has passed are listed here.',
        isForAdding: false,
      };
    case 'no-day':
      return {
        title: `Every task${inCategory} has a day`,
        text: 'Tasks without a day are listed here until you plan them.',
        isForAdding: true,
      };
    case 'completed':
      return {
        title: `Nothing completed yet${inCategory}`,
        text: 'Completed tasks are listed here, by day.',
        isForAdding: false,
      };
    default:
      if (category !== undefined)
        return {
          title: `No tasks in ${category}`,
          text: 'Nothing to do here. Enjoy it, or add something.',
          isForAdding: true,
        };
      return hasOthers
        ? {
            title: 'No other tasks',
            text: 'Everything you have to do is in your Top 3.',
            isForAdding: true,
          }
        : {
            title: isNew ? 'No tasks yet' : 'Nothing for today',
            text:
              view === 'dashboard'
                ? // The suggestions above the list already invite the person to add a task.
                  'Tasks for today and tasks without a day are listed here.'
                : 'Write down the first thing on your mind. The rest follows.',
            isForAdding: true,
          };
  }
}
