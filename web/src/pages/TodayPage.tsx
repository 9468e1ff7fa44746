import { Plus } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useCategories } from '../features/categories/categoryQueries';
import { DaySchedule, ExternalEventList } from '../features/events/DaySchedule';
import { eventsOfDay } from '../features/events/eventDays';
import { NextUpCard } from '../features/events/NextUpCard';
import { ScheduleSkeleton } from '../features/events/ScheduleSkeleton';
import { useEventActions } from '../features/events/useEventActions';
import { FocusTimeCard } from '../features/focus/FocusTimeCard';
import { GoogleSchedule } from '../features/googleCalendar/GoogleSchedule';
import { useGoogleCalendar } from '../features/googleCalendar/useGoogleCalendar';
import { firstName } from '../features/session/personName';
import { useUser } from '../features/session/userContext';
import { DailyProgressCard } from '../features/tasks/DailyProgressCard';
import { PrioritiesCard } from '../features/tasks/PrioritiesCard';
import { TaskList } from '../features/tasks/TaskList';
import { TaskListSkeleton } from '../features/tasks/TaskListSkeleton';
import { listItems, type CategoryFilter } from '../features/tasks/taskGroups';
import { useTasks } from '../features/tasks/taskQueries';
import { useTaskActions } from '../features/tasks/useTaskActions';
import { lazyPart } from '../lib/lazyPart';
import { greeting, localDay, longDate } from '../lib/dates';
import { paths } from '../lib/paths';
import { preload, preloadLater } from '../lib/preload';
import { DialogBoundary } from '../ui/Boundary';
import { Button } from '../ui/Button';
import { ChoiceGroup } from '../ui/ChoiceGroup';
import { LoadErrorMessage } from '../ui/LoadErrorMessage';
import { EmptyState } from '../ui/EmptyState';
import { PageHeader } from '../ui/PageHeader';
import { PageMeta } from '../ui/PageMeta';
import { Panel } from '../ui/Panel';
import { useNow } from '../ui/useNow';
import { useShortcut } from '../ui/useShortcut';
import css from './TodayPage.module.css';

const loadAddDialog = () => import('../features/tasks/AddTaskDialog');
const AddTaskDialog = lazyPart(loadAddDialog);

const ADD_KEY = 'n';

/** The quick filters: all, and the categories of these names (product §2). */
const QUICK_FILTERS = ['All Tasks', 'Work', 'Personal'] as const;
const QUICK_CHOICES = QUICK_FILTERS.map((name) => ({ value: name, label: name }));

/** /today (product §2): the greeting, three cards, the Top 3, the day's schedule, the tasks. */
export default function TodayPage() {
  const user = useUser();
  const now = useNow();
  const day = localDay(now);
  const { actions, dialogs } = useEventActions();
  const { google, googleDialog } = useGoogleCalendar({ from: day, to: day });
  return (
    <>
      <PageMeta title="Today" description="Your day at a glance." path={paths.today} />
      <PageHeader
        title={
          <>
            {greeting(now)}, <bdi>{firstName(user)}</bdi> <span aria-hidden="true">👋</span>
          </>
        }
        subtitle={longDate(now)}
      />
      <div className={css.cards}>
        <DailyProgressCard now={now} />
        <FocusTimeCard userId={user.id} now={now} />
        <NextUpCard now={now} externalEvents={google.externalEvents} />
      </div>
      <div className={css.day}>
        <div className={css.priorities}>
          <PrioritiesCard now={now} />
        </div>
        <div className={css.schedule}>
          <DaySchedule
            title="Today’s Schedule"
            day={day}
            actions={actions}
            google={() => (
              <GoogleSchedule
                google={google}
                isEmpty={eventsOfDay(google.externalEvents, day).length === 0}
                skeleton={<ScheduleSkeleton />}
              >
                <ExternalEventList events={google.externalEvents} day={day} actions={actions} />
              </GoogleSchedule>
            )}
            action={
              <Button
                variant="outlined"
                size="small"
                onPointerEnter={actions.prepare}
                onFocus={actions.prepare}
                onClick={() => actions.openNew(day)}
              >
                <Plus size={16} aria-hidden="true" />
                Add Event
              </Button>
            }
          />
        </div>
        <div className={css.tasks}>
          <TodaysTasks />
        </div>
      </div>
      {dialogs}
      {googleDialog}
    </>
  );
}

/** The Tasks section: quick filters, Add Task, the list. */
function TodaysTasks() {
  const tasks = useTasks();
  const categories = useCategories();
  const [quick, setQuick] = useState<(typeof QUICK_FILTERS)[number]>('All Tasks');
  const [adding, setAdding] = useState(false);
  const { actions, add, editingIds, newIds, heldAs, dialogs } = useTaskActions();

  const openDialog = () => setAdding(true);
  useShortcut(ADD_KEY, openDialog);
  useEffect(() => preloadLater(loadAddDialog), []);

  const list = categories.data ?? [];
  const byId = new Map(list.map((category) => [category.id, category]));
  const category = list.find(({ name }) => name === quick);
  // No category has the id 0: a filter for one that is gone shows nothing.
  const filter: CategoryFilter = quick === 'All Tasks' ? 'all' : (category?.id ?? 0);
  const items = listItems(tasks.data ?? [], filter, heldAs);

  return (
    <Panel className={css.list} aria-labelledby="todays-tasks" aria-busy={tasks.isPending}>
      <header>
        <h2 id="todays-tasks">Tasks</h2>
        <ChoiceGroup
          label="Filter tasks"
          choices={QUICK_CHOICES}
          value={quick}
          onChange={setQuick}
        />
        <Button
          variant="contained"
          size="small"
          title={`Add a task (${ADD_KEY.toUpperCase()})`}
          onPointerEnter={() => preload(loadAddDialog)}
          onFocus={() => preload(loadAddDialog)}
          onClick={openDialog}
        >
          <Plus size={16} aria-hidden="true" />
          Add Task
        </Button>
      </header>
      {tasks.isPending ? (
        <TaskListSkeleton />
      ) : tasks.error ? (
        <LoadErrorMessage
          title="Your tasks couldn’t be loaded"
          error={tasks.error}
          onRetry={tasks.refetch}
        />
      ) : items.length === 0 ? (
        <EmptyState title={quick === 'All Tasks' ? 'No tasks yet' : `No tasks in ${quick}`}>
          {quick === 'All Tasks'
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
        />
      )}
      {adding && (
        <DialogBoundary>
          <Suspense>
            <AddTaskDialog
              categories={list}
              categoryId={category?.id ?? null}
              onClose={() => setAdding(false)}
              onAdd={(task) => {
                setAdding(false);
                add(task);
                // A task that the filter would hide is shown all the same: it was just made.
                if (filter !== 'all' && task.categoryId !== filter) setQuick('All Tasks');
              }}
            />
          </Suspense>
        </DialogBoundary>
      )}
      {dialogs}
    </Panel>
  );
}
