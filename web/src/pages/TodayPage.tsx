import { DEFAULT_CATEGORIES, type Category } from '@daymark/contract/category';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useCategories } from '../records/categories/categoryQueries';
import { TaskPressContext } from '../records/tasks/taskPress';
import { DaySchedule, ExternalEventList } from '../features/events/DaySchedule';
import { eventsOfDay } from '../domain/events/eventDays';
import { useEvents } from '../records/events/eventQueries';
import { NextUpCard } from '../features/events/NextUpCard';
import { RailSkeleton } from '../features/events/calendar/RailSkeleton';
import { ScheduleSkeleton } from '../features/events/ScheduleSkeleton';
import { useEventActions } from '../features/events/useEventActions';
import { useTaskPress } from '../features/events/calendar/useTaskPress';
import { startFocus } from '../records/focus/browserTimer';
import { unlockChime } from '../records/focus/chime';
import { FocusTimeCard } from '../features/focus/FocusTimeCard';
import { useTimerSettings } from '../records/focus/focusQueries';
import { startBlockFocus } from '../features/focus/startBlockFocus';
import { upcomingDays } from '../records/googleCalendar/calendarQueries';
import { GoogleSchedule } from '../features/googleCalendar/GoogleSchedule';
import {
  useGoogleCalendar,
  type GoogleCalendarView,
} from '../features/googleCalendar/useGoogleCalendar';
import { DayPlanBar } from '../features/planning/DayPlanBar';
import { WeekPlanOffer } from '../features/planning/week/WeekPlanOffer';
import { WeekReviewOffer } from '../features/reflections/week/WeekReviewOffer';
import { firstName } from '../features/session/account/profile/personName';
import { useUser } from '../features/session/userContext';
import { Suggestions } from '../features/suggestions/Suggestions';
import { DailyProgressCard } from '../features/tasks/cards/DailyProgressCard';
import { PrioritiesCard } from '../features/tasks/cards/PrioritiesCard';
import { useTasks } from '../records/tasks/taskQueries';
import { TaskSection } from '../features/tasks/cards/TaskSection';
import { todaysPriorities } from '../domain/tasks/todaysPriorities';
import { useTaskDialogs } from '../features/tasks/useTaskDialogs';
import { greeting, longDate, personsDay, startOfDay } from '../lib/time/dates';
import { plainDuration } from '../lib/time/durationText';
import { lazyComponent } from '../ui/lazyComponent';
import { countText } from '../lib/text/numbers';
import { paths, tasksPath, type OpenState } from '../lib/paths';
import { PartBoundary } from '../ui/states/Boundary';
import { Button } from '../ui/controls/Button';
import { ChoiceGroup } from '../ui/controls/ChoiceGroup';
import { PageHeader } from '../ui/layout/PageHeader';
import { PageMeta } from '../ui/layout/PageMeta';
import { Panel } from '../ui/layout/Panel';
import { VisuallyHidden } from '../ui/layout/VisuallyHidden';
import { toast } from '../ui/toasts/toast';
import { useNow } from '../ui/hooks/useNow';
import css from './TodayPage.module.css';
import type { CalendarEvent } from '../domain/shownRecords';

/** The quick filters beside All Tasks: Work and Personal (product §2), or the current names of these categories. */
const QUICK_CATEGORIES: readonly Pick<Category, 'id' | 'name'>[] = DEFAULT_CATEGORIES.slice(0, 2);
const ALL = 'all';

/** The rail of hours. The first paint shows a skeleton, and the rail is loaded after that. */
const DayRail = lazyComponent(() => import('../features/events/calendar/DayRail'));

const PlanHours = lazyComponent(() => import('../features/events/calendar/PlanHours'));

const WorkQuestion = lazyComponent(() => import('../features/planning/WorkQuestion'));

const ReflectionForm = lazyComponent(async () => ({
  default: (await import('../features/reflections/ReflectionForm')).ReflectionForm,
}));

/** /today (product §2): the greeting, three cards, the Top 3, the day's schedule, the tasks. */
export default function TodayPage() {
  const user = useUser();
  const now = useNow();
  const day = personsDay(now);
  const { actions, dialogs, drafting } = useEventActions((task, minutes) =>
    startBlockFocus(user.id, task, minutes),
  );
  const { google, googleDialog } = useGoogleCalendar(upcomingDays(day));
  const [announcement, announce] = useState('');
  const { onTaskPress, ...taskPress } = useTaskPress();
  const { onTaskPress: onPlanPress, ...planPress } = useTaskPress();
  const { openDetails, dialogs: taskDialogs } = useTaskDialogs();
  const events = useEvents(day).data ?? NO_EVENTS;
  const rail = (shown: readonly CalendarEvent[], hasOwn: boolean) => (
    <PartBoundary fallback={<RailSkeleton />}>
      <DayRail
        day={day}
        now={now}
        events={shown}
        actions={actions}
        drafting={drafting}
        hasOwn={hasOwn}
        taskPress={taskPress}
        announce={announce}
      />
    </PartBoundary>
  );
  return (
    <>
      <PageMeta title="Today" description="Your day at a glance." path={paths.today} />
      <PageHeader
        title={
          <>
            {greeting(now)}, <bdi>{firstName(user)}</bdi>
            <span className={css.wave} aria-hidden="true">
              {' 👋'}
            </span>
          </>
        }
        subtitle={longDate(startOfDay(day))}
      />
      <div className={css.cards}>
        <div>
          <DailyProgressCard now={now} />
          <FocusTimeCard userId={user.id} now={now} />
          <NextUpCard
            now={now}
            externalEvents={google.externalEvents}
            isLoading={google.settings.isLoading || google.events.isLoading}
          />
        </div>
      </div>
      <DayPlanBar
        now={now}
        externalEvents={google.externalEvents}
        onTaskPress={onPlanPress}
        drawHours={(hours) => (
          <PartBoundary fallback={<RailSkeleton />}>
            <PlanHours
              now={now}
              hours={hours}
              actions={actions}
              drafting={drafting}
              taskPress={planPress}
            />
          </PartBoundary>
        )}
        onOpenTask={openDetails}
        drawReflection={(form) => (
          <PartBoundary fallback={null}>
            <ReflectionForm {...form} />
          </PartBoundary>
        )}
      >
        <WeekPlanOffer now={now} user={user} />
        <WeekReviewOffer now={now} user={user} />
      </DayPlanBar>
      <div className={css.day}>
        <div className={css.priorities}>
          <OpenSuggestions google={google} />
          <TaskPressContext value={onTaskPress}>
            <PrioritiesCard now={now} />
          </TaskPressContext>
        </div>
        <div className={css.schedule}>
          <DaySchedule
            title="Today’s Schedule"
            day={day}
            actions={actions}
            externalEvents={google.externalEvents}
            rail={{
              draw: () => rail([...events, ...google.externalEvents], true),
              skeleton: <RailSkeleton />,
            }}
            google={(isRail) => (
              <GoogleSchedule
                google={google}
                isEmpty={eventsOfDay(google.externalEvents, day).length === 0}
                skeleton={isRail ? <RailSkeleton /> : <ScheduleSkeleton />}
              >
                {isRail ? (
                  <div className={css.googleRail}>{rail(google.externalEvents, false)}</div>
                ) : (
                  <ExternalEventList events={google.externalEvents} day={day} actions={actions} />
                )}
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
          <TaskPressContext value={onTaskPress}>
            <TodaysTasks now={now} />
          </TaskPressContext>
        </div>
      </div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {dialogs}
      {taskDialogs}
      {googleDialog}
    </>
  );
}

/** Suggests what a new person can begin with. */
function OpenSuggestions({ google }: { google: GoogleCalendarView }) {
  const { id: userId, expiresAt } = useUser();
  const { rules } = useTimerSettings();
  const navigate = useNavigate();
  const start = () => {
    unlockChime();
    const undo = startFocus(userId);
    if (undo)
      toast({
        title: 'Focus started',
        description: plainDuration(rules.focusDuration),
        action: { label: 'Undo', run: undo },
      });
    // Show the run that is already in progress.
    else void navigate(paths.focus);
  };
  return (
    <Suggestions
      // A copy of the demo cannot connect a calendar (product §1).
      calendar={expiresAt === null ? google.settings : undefined}
      focusMinutes={rules.focusDuration}
      actions={{
        task: () => {
          const state: OpenState = { typesTask: true };
          void navigate(paths.today, { state, replace: true });
        },
        calendar: google.open,
        focus: start,
      }}
      drawHours={(form) => (
        <PartBoundary fallback={null}>
          <WorkQuestion {...form} />
        </PartBoundary>
      )}
      preload={{ calendar: google.preloadDialog, hours: WorkQuestion.preload }}
    />
  );
}

/** A constant, so that the array stays the same between renders. */
const NO_EVENTS: readonly never[] = [];

/** The Tasks section: quick filters, Add Task, the list. */
function TodaysTasks({ now }: { now: Date }) {
  // A task in the Top 3 is not repeated here.
  const { data: tasks } = useTasks();
  // The React Compiler doesn't memoize this, and there can be ten thousand tasks.
  const priorities = useMemo(
    () => new Set(todaysPriorities(tasks ?? [], now).map(({ id }) => id)),
    [tasks, now],
  );
  // Until the categories are loaded, the filters have the default names.
  const { data: categories = QUICK_CATEGORIES } = useCategories();
  const [chosenId, setChosenId] = useState<number>();
  const quick = categories.filter(({ id }) => QUICK_CATEGORIES.some((other) => other.id === id));
  // If the category was deleted, all tasks are shown again.
  const category = quick.find(({ id }) => id === chosenId);
  return (
    <TaskSection
      view="dashboard"
      filter={category?.id ?? ALL}
      filterName={category?.name}
      onShowAll={() => setChosenId(undefined)}
      except={priorities}
      isCompact
    >
      {({ addButton, list, isPending, later }) => (
        <Panel className={css.list} aria-labelledby="todays-tasks" aria-busy={isPending}>
          <header>
            <h2 id="todays-tasks">Tasks</h2>
            <ChoiceGroup
              label="Filter tasks"
              choices={[
                { value: ALL, label: 'All Tasks' },
                ...quick.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              value={category ? String(category.id) : ALL}
              onChange={(value) => setChosenId(value === ALL ? undefined : Number(value))}
            />
            {addButton}
          </header>
          {list}
          {later > 0 && (
            <Link className={css.later} to={tasksPath({ view: 'upcoming' })}>
              {countText(later, 'task')} planned for later
            </Link>
          )}
        </Panel>
      )}
    </TaskSection>
  );
}
