import { useDeferredValue, useEffect, useMemo, type KeyboardEvent } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useCategories } from '../records/categories/categoryQueries';
import {
  TASK_VIEWS,
  viewCounts,
  type CategoryFilter,
  type TaskView,
} from '../domain/tasks/taskViews';
import { useTaskRecords, useTasks } from '../records/tasks/taskQueries';
import { useOpensParameter } from '../records/useOpensParameter';
import { useTaskDialogs } from '../features/tasks/useTaskDialogs';
import { personsDay } from '../lib/time/dates';
import { numberText } from '../lib/text/numbers';
import { useNow } from '../ui/hooks/useNow';
import { TaskSection } from '../features/tasks/cards/TaskSection';
import { paths, tasksPath, type AttentionState, type OpenState } from '../lib/paths';
import { preloadLater } from '../lib/browser/preload';
import { lazyComponent } from '../ui/lazyComponent';
import { PageHeader } from '../ui/layout/PageHeader';
import { PageMeta } from '../ui/layout/PageMeta';
import { Panel } from '../ui/layout/Panel';
import { SelectField } from '../ui/fields/SelectField';
import { TextButton } from '../ui/controls/TextButton';
import { useLinkState, useOpenedByLink } from '../ui/hooks/useOpenedByLink';
import css from './TasksPage.module.css';

const CategoriesDialog = lazyComponent(() => import('../features/categories/CategoriesDialog'));

const asksForCategories = (state: unknown) => {
  const { attention, editsCategories } = (state ?? {}) as AttentionState & OpenState;
  return attention === 'categories' || Boolean(editsCategories);
};

/**
 * Scrolls to the top two frames later. In the frames before, the list measures the rows that moved down and corrects
 * the scroll position. This correction would undo an earlier scroll.
 */
const scrollToTop = () =>
  requestAnimationFrame(() => requestAnimationFrame(() => window.scrollTo({ top: 0 })));

/** The value of the filter's last option, which opens the categories. */
const EDIT = 'edit';

/** The keys that choose an option of a closed select at once, in some browsers. */
const NEXT_KEYS = ['ArrowDown', 'ArrowRight', 'PageDown', 'End'];

/** Keeps a key from choosing "Edit categories…" while the select is closed, because the dialog would open unasked. */
function keepFromEdit(event: KeyboardEvent<HTMLSelectElement>): void {
  const { options, selectedIndex } = event.currentTarget;
  const goesToEnd = event.key === 'PageDown' || event.key === 'End';
  const isLast = selectedIndex === options.length - 2;
  if (!event.altKey && NEXT_KEYS.includes(event.key) && (isLast || goesToEnd))
    event.preventDefault();
}

/** /tasks: Add Task, the full list, the category filter (product §2). */
export default function TasksPage() {
  const categories = useCategories();
  const { view, filter: chosenFilter, setFilter, showAll } = useAddress();
  const [isEditingCategories, setEditingCategories] = useOpenedByLink(asksForCategories);
  const { openDetails, dialogs } = useTaskDialogs();
  const tasks = useTaskRecords();
  const taskOf = (opened: number) => tasks.data?.find(({ id }) => id === opened);
  useLinkState(({ opens = 0 }) => {
    const task = taskOf(opens);
    if (task) openDetails(task);
  }, !tasks.isPending);
  useOpensParameter('Task', taskOf, openDetails, !tasks.isPending);
  useEffect(() => preloadLater(CategoriesDialog.preload), []);

  const list = categories.data ?? [];
  const category = list.find(({ id }) => id === chosenFilter);
  // If the category was deleted, or the categories couldn't be loaded, all tasks are shown.
  const filter = categories.isPending || category ? chosenFilter : 'all';

  return (
    <>
      <PageMeta title="Tasks" description="All your tasks in one place." path={paths.tasks} />
      <TaskSection
        view={view}
        filter={filter}
        filterName={category?.name}
        onShowAll={showAll}
        onAdd={scrollToTop}
      >
        {({ addButton, list: taskList, isPending, openCount }) => (
          <>
            <PageHeader title="Task Management" subtitle={openCount} actions={addButton} />
            <TaskViews view={view} filter={filter} />
            <div className={css.bar}>
              <div>
                <SelectField
                  label="Filter by category"
                  hideLabel
                  value={filter}
                  disabled={categories.isPending}
                  onPointerEnter={CategoriesDialog.preload}
                  onFocus={CategoriesDialog.preload}
                  onKeyDown={keepFromEdit}
                  onChange={({ target }) => {
                    if (target.value === EDIT) setEditingCategories(true);
                    else setFilter(target.value === 'all' ? 'all' : Number(target.value));
                  }}
                >
                  <option value="all">All Categories</option>
                  {list.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                  {categories.data?.length === 0 && (
                    <option disabled>No categories available</option>
                  )}
                  <hr />
                  <option value={EDIT}>Edit categories…</option>
                </SelectField>
                {categories.isError && (
                  <p role="alert">
                    Categories couldn’t be loaded.{' '}
                    <TextButton onClick={categories.refetch}>Try again</TextButton>
                  </p>
                )}
              </div>
            </div>
            <Panel aria-label="Task list" aria-busy={isPending}>
              {taskList}
            </Panel>
          </>
        )}
      </TaskSection>
      {dialogs}
      {isEditingCategories && <CategoriesDialog onClose={() => setEditingCategories(false)} />}
    </>
  );
}

const VIEW_NAMES: Record<TaskView, string> = {
  all: 'All',
  today: 'Today',
  upcoming: 'Upcoming',
  'left-over': 'Left over',
  'no-day': 'No day',
  completed: 'Completed',
};

/** The views of the list, each with its count and its address. */
function TaskViews({ view, filter }: { view: TaskView; filter: CategoryFilter }) {
  const tasks = useDeferredValue(useTasks().data);
  const today = personsDay(useNow());
  // The React Compiler doesn't memoize this, and there can be ten thousand tasks.
  const counts = useMemo(() => tasks && viewCounts(tasks, filter, today), [tasks, filter, today]);
  const category = filter === 'all' ? {} : { category: filter };
  return (
    <nav className={css.views} aria-label="Task views">
      {TASK_VIEWS.map((name) => (
        <Link
          key={name}
          to={tasksPath({ view: name, ...category })}
          aria-current={name === view ? 'page' : undefined}
        >
          {VIEW_NAMES[name]} <span>{counts && numberText(counts[name])}</span>
        </Link>
      ))}
    </nav>
  );
}

/** Keeps the view and the filter in the address, so that a reload, Back or a shared link keeps them. */
function useAddress() {
  const [search, setSearch] = useSearchParams();
  const view = TASK_VIEWS.find((name) => name === search.get('view')) ?? 'all';
  const filter: CategoryFilter = Number(search.get('category')) || 'all';
  const setFilter = (value: CategoryFilter) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === 'all') next.delete('category');
        else next.set('category', String(value));
        return next;
      },
      { replace: true },
    );
  return { view, filter, setFilter, showAll: () => setSearch({}, { replace: true }) };
}
