import { CircleCheck, Plus, Tags } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCategories } from '../features/categories/categoryQueries';
import { minutesByTask } from '../features/focus/focusDay';
import { useFocusSessions } from '../features/focus/focusQueries';
import { TaskList } from '../features/tasks/TaskList';
import { TaskListSkeleton } from '../features/tasks/TaskListSkeleton';
import { listItems, type CategoryFilter, type ListItem } from '../features/tasks/taskGroups';
import { useTaskActions } from '../features/tasks/useTaskActions';
import { useTasks } from '../features/tasks/taskQueries';
import { lazyPart } from '../lib/lazyPart';
import { preload, preloadLater } from '../lib/preload';
import { paths } from '../lib/paths';
import { DialogBoundary } from '../ui/Boundary';
import { TextButton } from '../ui/TextButton';
import { LoadErrorMessage } from '../ui/LoadErrorMessage';
import { EmptyState } from '../ui/EmptyState';
import { PageHeader } from '../ui/PageHeader';
import { PageMeta } from '../ui/PageMeta';
import { Panel } from '../ui/Panel';
import { SelectField } from '../ui/SelectField';
import { useShortcut } from '../ui/useShortcut';
import { Button } from '../ui/Button';
import css from './TasksPage.module.css';

const loadAddDialog = () => import('../features/tasks/AddTaskDialog');
const AddTaskDialog = lazyPart(loadAddDialog);
const loadCategories = () => import('../features/categories/CategoriesDialog');
const CategoriesDialog = lazyPart(loadCategories);

const ADD_KEY = 'n';

/** /tasks: Add Task, the full list, the category filter (product §2). */
export default function TasksPage() {
  const tasks = useTasks();
  const categories = useCategories();
  const [filter, setFilter] = useCategoryFilter();
  const [adding, setAdding] = useState(false);
  const [sorting, setSorting] = useState(false);
  const { actions, add, editingIds, newIds, heldAs, dialogs } = useTaskActions();

  const focusedMinutes = minutesByTask(useFocusSessions().data ?? []);

  const openDialog = () => setAdding(true);
  useShortcut(ADD_KEY, openDialog);
  useEffect(() => preloadLater(loadAddDialog, loadCategories), []);

  const list = categories.data ?? [];
  const byId = new Map(list.map((category) => [category.id, category]));
  // A filter for a category that is gone, or can't be known, shows everything.
  const shownFilter = categories.isPending || byId.has(Number(filter)) ? filter : 'all';
  const categoryName = byId.get(Number(shownFilter))?.name;
  const items = listItems(tasks.data ?? [], shownFilter, heldAs);

  return (
    <>
      <PageMeta title="Tasks" description="Everything you mean to do." path={paths.tasks} />
      <PageHeader
        title="Task Management"
        // Its line is always there, or the list would push everything down as it comes.
        subtitle={openCount(items) ?? '\u00a0'}
        actions={
          <Button
            variant="contained"
            title={`Add a task (${ADD_KEY.toUpperCase()})`}
            onPointerEnter={() => preload(loadAddDialog)}
            onFocus={() => preload(loadAddDialog)}
            onClick={openDialog}
          >
            <Plus size={18} aria-hidden="true" />
            Add Task
          </Button>
        }
      />
      <div className={css.bar}>
        <div>
          <SelectField
            label="Filter by category"
            hideLabel
            value={shownFilter}
            disabled={categories.isPending}
            onChange={({ target }) =>
              setFilter(target.value === 'all' ? 'all' : Number(target.value))
            }
          >
            <option value="all">All Categories</option>
            {list.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {categories.data?.length === 0 && <option disabled>No categories available</option>}
          </SelectField>
          {categories.isError && (
            <p role="alert">
              Categories couldn’t be loaded.{' '}
              <TextButton onClick={categories.refetch}>Try again</TextButton>
            </p>
          )}
        </div>
        <Button
          variant="outlined"
          onPointerEnter={() => preload(loadCategories)}
          onFocus={() => preload(loadCategories)}
          onClick={() => setSorting(true)}
        >
          <Tags size={16} aria-hidden="true" />
          Categories
        </Button>
      </div>
      <Panel aria-label="Task list" aria-busy={tasks.isPending}>
        {tasks.isPending ? (
          <TaskListSkeleton />
        ) : tasks.error ? (
          <LoadErrorMessage
            title="Your tasks couldn’t be loaded"
            error={tasks.error}
            onRetry={tasks.refetch}
          />
        ) : items.length === 0 ? (
          <EmptyState
            icon={<CircleCheck size={28} aria-hidden="true" />}
            title={
              shownFilter === 'all'
                ? 'No tasks yet'
                : `No tasks in ${categoryName ?? 'this category'}`
            }
            action={
              <Button variant="outlined" onClick={openDialog}>
                Add a task
              </Button>
            }
          >
            {shownFilter === 'all'
              ? 'Write down the first thing on your mind. The rest follows.'
              : 'Nothing waits here. Enjoy it, or add something.'}
          </EmptyState>
        ) : (
          <TaskList
            items={items}
            categories={byId}
            actions={actions}
            editingIds={editingIds}
            newIds={newIds}
            focusedMinutes={focusedMinutes}
          />
        )}
      </Panel>
      {adding && (
        <DialogBoundary>
          <Suspense>
            <AddTaskDialog
              categories={list}
              categoryId={shownFilter === 'all' ? null : shownFilter}
              onClose={() => setAdding(false)}
              onAdd={(task) => {
                setAdding(false);
                add(task);
                // A task that the filter would hide is shown all the same: it was just made.
                if (shownFilter !== 'all' && task.categoryId !== shownFilter) setFilter('all');
                window.scrollTo({ top: 0 });
              }}
            />
          </Suspense>
        </DialogBoundary>
      )}
      {sorting && (
        <DialogBoundary>
          <Suspense>
            <CategoriesDialog onClose={() => setSorting(false)} />
          </Suspense>
        </DialogBoundary>
      )}
      {dialogs}
    </>
  );
}

/** How many of the listed tasks are open; nothing about a list that is empty. */
function openCount(items: ListItem[]): string | undefined {
  if (items.length === 0) return undefined;
  const open = items.filter((item) => 'task' in item && !item.task.completed).length;
  return open === 0 ? 'Nothing left to do' : `${open} open ${open === 1 ? 'task' : 'tasks'}`;
}

/** The filter lives in the address, so that a reload or a shared link keeps it. */
function useCategoryFilter() {
  const [search, setSearch] = useSearchParams();
  const filter: CategoryFilter = Number(search.get('category')) || 'all';
  const setFilter = (value: CategoryFilter) =>
    setSearch(value === 'all' ? {} : { category: String(value) }, { replace: true });
  return [filter, setFilter] as const;
}
