import { CircleCheck, Plus } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { preloadLater } from '../../lib/preload';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { lazyDialog } from '../../ui/lazyDialog';
import { LoadErrorMessage } from '../../ui/LoadErrorMessage';
import { useSync } from '../../sync/useSync';
import { useIsPhone } from '../../ui/useIsPhone';
import { useShortcut } from '../../ui/useShortcut';
import { useCategories } from '../categories/categoryQueries';
import { taskDrafts } from './taskDrafts';
import { listItems, openCountText, type CategoryFilter } from './taskGroups';
import { TaskList } from './TaskList';
import { TaskListSkeleton } from './TaskListSkeleton';
import css from './TaskSection.module.css';
import { useTasks } from './taskQueries';
import { useTaskActions } from './useTaskActions';

const AddTaskDialog = lazyDialog(() => import('./AddTaskDialog'));

const ADD_KEY = 'n';

const NO_TASKS: ReadonlySet<number> = new Set();

/** The parts of the section, for the page to place. */
interface TaskSectionParts {
  addButton: ReactNode;
  /** The list, or its skeleton, load error or empty state. */
  list: ReactNode;
  isPending: boolean;
  /** How many of the listed tasks are open; undefined for an empty list. */
  openCount: string | undefined;
}

interface TaskSectionProps {
  filter: CategoryFilter;
  /** The name of the category in `filter`; undefined if it is not known. */
  filterName: string | undefined;
  /** Sets the filter to 'all'. Called when a task was added that the filter would hide. */
  onShowAll: () => void;
  onAdd?: () => void;
  /** Minutes of focus by task id. */
  focusedMinutes?: ReadonlyMap<number, number>;
  /** Tasks that the screen shows elsewhere: they are left out here. */
  except?: ReadonlySet<number>;
  /**
   * One section of several on a screen: a small button, an empty state without icon and button, and on phones a button
   * that stays within reach of the thumb.
   */
  isCompact?: boolean;
  children: (parts: TaskSectionParts) => ReactNode;
}

/** The tasks of a screen (product §2): the filtered list, the actions on its tasks, Add Task and its shortcut N. */
export function TaskSection({
  filter,
  filterName,
  onShowAll,
  onAdd,
  focusedMinutes,
  except = NO_TASKS,
  isCompact = false,
  children,
}: TaskSectionProps) {
  const tasks = useTasks();
  const { data: categories = [] } = useCategories();
  const { userId } = useSync();
  // The page may have been left while a task was typed.
  const [draft, setDraft] = useState(() => taskDrafts.get(userId));
  const [isAdding, setAdding] = useState(draft !== undefined);
  const taskActions = useTaskActions();
  const { actions, add, editingIds, deletedIds, newIds, wasCompleted, dialogs } = taskActions;
  const isPhone = useIsPhone();
  const openAddDialog = () => setAdding(true);
  useShortcut(ADD_KEY, openAddDialog);
  useEffect(() => preloadLater(AddTaskDialog.preload), []);

  const listed = (taskActions.tasks ?? []).filter(({ id }) => !except.has(id));
  const items = listItems(listed, filter, wasCompleted);
  const addButton = (
    <Button
      variant="contained"
      size={isCompact ? 'small' : 'medium'}
      title={`Add a task (${ADD_KEY.toUpperCase()})`}
      aria-keyshortcuts={ADD_KEY}
      onPointerEnter={AddTaskDialog.preload}
      onFocus={AddTaskDialog.preload}
      onClick={openAddDialog}
    >
      <Plus size={isCompact ? 16 : 18} aria-hidden="true" />
      Add Task
      <kbd aria-hidden="true">{ADD_KEY.toUpperCase()}</kbd>
    </Button>
  );
  const emptyTitle =
    filter !== 'all'
      ? `No tasks in ${filterName ?? 'this category'}`
      : except.size > 0
        ? 'No other tasks'
        : 'No tasks yet';
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
      title={emptyTitle}
      action={
        !isCompact && (
          <Button variant="outlined" onClick={openAddDialog}>
            Add a task
          </Button>
        )
      }
    >
      {filter !== 'all'
        ? 'Nothing to do here. Enjoy it, or add something.'
        : except.size > 0
          ? 'Everything you have to do is in your Top 3.'
          : 'Write down the first thing on your mind. The rest follows.'}
    </EmptyState>
  ) : (
    <TaskList
      items={items}
      categories={new Map(categories.map((category) => [category.id, category]))}
      actions={actions}
      editingIds={editingIds}
      deletedIds={deletedIds}
      newIds={newIds}
      focusedMinutes={focusedMinutes}
    />
  );
  return (
    <>
      {children({ addButton, list, isPending: tasks.isPending, openCount: openCountText(items) })}
      {isCompact && isPhone && (
        <button
          type="button"
          className={css.add}
          aria-label="Add a task"
          onPointerDown={AddTaskDialog.preload}
          onClick={openAddDialog}
        >
          <Plus size={24} aria-hidden="true" />
        </button>
      )}
      {isAdding && (
        <AddTaskDialog
          categories={categories}
          categoryId={filter === 'all' ? null : filter}
          draft={draft}
          onClose={() => {
            setAdding(false);
            setDraft(undefined);
          }}
          onAdd={(task) => {
            add(task);
            if (filter !== 'all' && task.categoryId !== filter) onShowAll();
            onAdd?.();
          }}
        />
      )}
      {dialogs}
    </>
  );
}
