import { Plus } from 'lucide-react';
import { useState } from 'react';
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
import { TaskSection } from '../features/tasks/TaskSection';
import { greeting, localDay, longDate } from '../lib/dates';
import { paths } from '../lib/paths';
import { Button } from '../ui/Button';
import { ChoiceGroup } from '../ui/ChoiceGroup';
import { PageHeader } from '../ui/PageHeader';
import { PageMeta } from '../ui/PageMeta';
import { Panel } from '../ui/Panel';
import { useNow } from '../ui/useNow';
import css from './TodayPage.module.css';

/** The quick filters: all tasks, and the categories with these names (product §2). */
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
                onPointerEnter={actions.preloadDialog}
                onFocus={actions.preloadDialog}
                onClick={() => actions.openCreate(day)}
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
  const { data: categories = [] } = useCategories();
  const [quickFilter, setQuickFilter] = useState<(typeof QUICK_FILTERS)[number]>('All Tasks');
  const category = categories.find(({ name }) => name === quickFilter);
  return (
    <TaskSection
      // No category has the id 0: if the category was deleted, nothing is listed.
      filter={quickFilter === 'All Tasks' ? 'all' : (category?.id ?? 0)}
      filterName={quickFilter}
      onShowAll={() => setQuickFilter('All Tasks')}
      isCompact
    >
      {({ addButton, list, isPending }) => (
        <Panel className={css.list} aria-labelledby="todays-tasks" aria-busy={isPending}>
          <header>
            <h2 id="todays-tasks">Tasks</h2>
            <ChoiceGroup
              label="Filter tasks"
              choices={QUICK_CHOICES}
              value={quickFilter}
              onChange={setQuickFilter}
            />
            {addButton}
          </header>
          {list}
        </Panel>
      )}
    </TaskSection>
  );
}
