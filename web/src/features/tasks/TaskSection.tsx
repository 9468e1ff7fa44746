import { CircleCheck, Plus } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { preloadLater } from '../../lib/preload';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { lazyDialog } from '../../ui/lazyDialog';
import { LoadErrorMessage } from '../../ui/LoadErrorMessage';
import { useShortcut } from '../../ui/useShortcut';
import { useCategories } from '../categories/categoryQueries';
import { listItems, openCountText, type CategoryFilter } from './taskGroups';
import { TaskList } from './TaskList';
import { TaskListSkeleton } from './TaskListSkeleton';
import { useTasks } from './taskQueries';
import { useTaskActions } from './useTaskActions';

const AddTaskDialog = lazyDialog(() => import('./AddTaskDialog'));

const ADD_KEY = 'n';

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
  /** One section of several on a screen: a small button, and an empty state without icon and button. */
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
  isCompact = false,
  children,
}: TaskSectionProps) {
  const tasks = useTasks();
  const { data: categories = [] } = useCategories();
  const [isAdding, setAdding] = useState(false);
  const { actions, add, editingIds, newIds, wasCompleted, dialogs } = useTaskActions();
  const openAddDialog = () => setAdding(true);
  useShortcut(ADD_KEY, openAddDialog);
  useEffect(() => preloadLater(AddTaskDialog.preload), []);

  const items = listItems(tasks.data ?? [], filter, wasCompleted);
  const addButton = (
    <Button
      variant="contained"
      size={isCompact ? 'small' : 'medium'}
      title={`Add a task (${ADD_KEY.toUpperCase()})`}
      onPointerEnter={AddTaskDialog.preload}
      onFocus={AddTaskDialog.preload}
      onClick={openAddDialog}
    >
      <Plus size={isCompact ? 16 : 18} aria-hidden="true" />
      Add Task
    </Button>
  );
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
      title={filter === 'all' ? 'No tasks yet' : `No tasks in ${filterName ?? 'this category'}`}
      action={
        !isCompact && (
          <Button variant="outlined" onClick={openAddDialog}>
            Add a task
          </Button>
        )
      }
    >
      {filter === 'all'
        ? 'Write down the first thing on your mind. The rest follows.'
        : 'Nothing waits here. Enjoy it, or add something.'}
    </EmptyState>
  ) : (
    <TaskList
      items={items}
      categories={new Map(categories.map((category) => [category.id, category]))}
      actions={actions}
      editingIds={editingIds}
      newIds={newIds}
      focusedMinutes={focusedMinutes}
    />
  );
  return (
    <>
      {children({ addButton, list, isPending: tasks.isPending, openCount: openCountText(items) })}
      {isAdding && (
        <AddTaskDialog
          categories={categories}
          categoryId={filter === 'all' ? null : filter}
          onClose={() => setAdding(false)}
          onAdd={(task) => {
            setAdding(false);
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
