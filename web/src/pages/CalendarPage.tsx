import { CalendarSync, ListChecks, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  addressSearch,
  addressTitle,
  dayForEvent,
  nextAddress,
  readAddress,
  shownDays,
  type CalendarAddress,
  type CalendarView,
} from '../features/events/calendar/calendarAddress';
import { CalendarToolbar } from '../features/events/calendar/CalendarToolbar';
import { DaySchedule, ExternalEventList } from '../features/events/DaySchedule';
import { eventsOfDay } from '../domain/events/eventDays';
import { useEvents } from '../records/events/eventQueries';
import { useOpensParameter } from '../records/useOpensParameter';
import { MonthGrid } from '../features/events/calendar/MonthGrid';
import { monthWeeks } from '../domain/events/calendar/monthDays';
import { ScheduleSkeleton } from '../features/events/ScheduleSkeleton';
import { TimeGrid } from '../features/events/calendar/TimeGrid';
import { useEventActions } from '../features/events/useEventActions';
import { useTaskPlacing } from '../features/events/calendar/useTaskPlacing';
import { useTaskPress } from '../features/events/calendar/useTaskPress';
import { useWorkingHours } from '../records/settings/useWorkingHours';
import { startBlockFocus } from '../features/focus/startBlockFocus';
import { reportReturn } from '../records/googleCalendar/calendarTabs';
import { onConnectionChanged } from '../records/googleCalendar/calendarReplies';
import { CONNECTION_PARAMETERS, connectionToast } from '../features/googleCalendar/connectionToast';
import { GoogleSchedule } from '../features/googleCalendar/GoogleSchedule';
import { useGoogleCalendar } from '../features/googleCalendar/useGoogleCalendar';
import { useUser } from '../features/session/userContext';
import { DayTasks } from '../features/tasks/cards/DayTasks';
import { localDay, type LocalDay, longDate, timeOnDay } from '../lib/time/dates';
import { paths } from '../lib/paths';
import { ariaShortcut, shortcutText } from '../lib/shortcuts';
import { useSync } from '../sync/useSync';
import { elementId } from '../records/elementId';
import { Button } from '../ui/controls/Button';
import { lazyComponent } from '../ui/lazyComponent';
import { PartBoundary } from '../ui/states/Boundary';
import { LoadErrorMessage } from '../ui/states/LoadErrorMessage';
import { PageMeta } from '../ui/layout/PageMeta';
import { Panel } from '../ui/layout/Panel';
import { VisuallyHidden } from '../ui/layout/VisuallyHidden';
import { toast } from '../ui/toasts/toast';
import { useIsPhone } from '../ui/hooks/useIsPhone';
import { useNow } from '../ui/hooks/useNow';
import { useLinkState } from '../ui/hooks/useOpenedByLink';
import { useShortcuts } from '../ui/keys/useShortcuts';
import css from './CalendarPage.module.css';

const WeekGoals = lazyComponent(() => import('../features/goals/WeekGoals'));
// Drawn together with the goals above the days. If the goals came later, the tasks would move under the pointer.
const WeekPlan = lazyComponent(async () => {
  const [plan] = await Promise.all([
    import('../features/planning/week/WeekPlan'),
    WeekGoals.load(),
  ]);
  return plan;
});
const TabDoneDialog = lazyComponent(() => import('../features/googleCalendar/TabDoneDialog'));

/** /calendar: a month, a week, five days or a day, and the selected day's events (product §2). */
export default function CalendarPage() {
  const now = useNow();
  const today = localDay(now);
  const isPhone = useIsPhone();
  const user = useUser();
  const { actions, dialogs, drafting } = useEventActions((task, minutes) =>
    startBlockFocus(user.id, task, minutes),
  );
  const [address, linkTo, go] = useCalendarAddress(today);
  const [announcement, announce] = useState('');
  const { onTaskPress, ...taskPress } = useTaskPress();
  const placing = useTaskPlacing(taskPress, announce);
  const workingHours = useWorkingHours().hours;
  const connection = useConnectionResult();
  const [plansWeek, setPlansWeek] = useState(false);
  const planButton = useRef<HTMLButtonElement>(null);

  const { view, day } = address;
  const weeks = monthWeeks(day);
  // Every view loads the days of the month grid, so that changing the view loads nothing.
  const [from, to] = [weeks[0]?.[0] ?? day, weeks.at(-1)?.at(-1) ?? day];
  const events = useEvents(from, to);
  const { google, googleDialog } = useGoogleCalendar({ from, to });
  const shown = [...(events.data ?? NONE), ...google.externalEvents];
  const show = (next: CalendarView) => go({ view: next, day });
  const goToday = () => go({ view, day: today });
  const days = shownDays(address, workingHours);
  const add = () => actions.openCreate(dayForEvent(address, days, today));
  const eventOf = (opened: number) =>
    events.data?.find(({ id, seriesId }) => opened === id || opened === seriesId);
  useLinkState(({ adds, opens = 0, shows, plansWeek: plans }) => {
    if (plans) setPlansWeek(true);
    const event = eventOf(opens);
    if (event) actions.openEdit(event);
    else if (adds) add();
    else if (shows !== undefined) document.getElementById(elementId('event', shows))?.focus();
  }, !events.isPending);
  useOpensParameter('Event', eventOf, actions.openEdit, !events.isPending);
  useShortcuts({
    addEvent: add,
    showToday: goToday,
    showMonth: () => show('month'),
    showWeek: () => show('week'),
    showWorkweek: () => show('5days'),
    showDay: () => show('day'),
  });

  const isPlanning = plansWeek && view === 'week';
  const leavePlan = () => {
    setPlansWeek(false);
    planButton.current?.focus();
  };
  const title = addressTitle(address, days);
  const { side, onTap } = useListInView(day);
  const schedule = (
    <DaySchedule
      title={longDate(timeOnDay(day, 720))}
      day={day}
      actions={actions}
      externalEvents={google.externalEvents}
      google={() => (
        <GoogleSchedule
          google={google}
          isEmpty={eventsOfDay(google.externalEvents, day).length === 0}
          skeleton={<ScheduleSkeleton />}
        >
          <ExternalEventList events={google.externalEvents} day={day} actions={actions} />
        </GoogleSchedule>
      )}
    />
  );
  const label =
    google.settings.data?.status === 'connected' ? 'Google Calendar' : 'Connect Calendar';
  return (
    <>
      <PageMeta title="Calendar" description="Your events, day by day." path={paths.calendar} />
      <div className={css.page} data-view={view} data-planning={isPlanning}>
        <CalendarToolbar
          title={title}
          view={view}
          onStep={(direction) => go(nextAddress(address, direction))}
          onToday={goToday}
          onView={show}
          actions={
            <>
              {view === 'week' && (
                <Button
                  ref={planButton}
                  variant="outlined"
                  size="small"
                  aria-label="Plan the week"
                  aria-pressed={isPlanning}
                  onPointerEnter={WeekPlan.preload}
                  onFocus={WeekPlan.preload}
                  onClick={() => (isPlanning ? leavePlan() : setPlansWeek(true))}
                >
                  {isPhone ? <ListChecks size={22} aria-hidden="true" /> : 'Plan the week'}
                </Button>
              )}
              <Button
                variant="outlined"
                size="small"
                aria-label={label}
                onPointerEnter={google.preloadDialog}
                onFocus={google.preloadDialog}
                onClick={google.open}
              >
                {isPhone ? <CalendarSync size={22} aria-hidden="true" /> : label}
              </Button>
              <Button
                variant="contained"
                size="small"
                aria-label="Add Event"
                title={`Add an event (${shortcutText('addEvent')})`}
                aria-keyshortcuts={ariaShortcut('addEvent')}
                onPointerEnter={actions.preloadDialog}
                onFocus={actions.preloadDialog}
                onClick={add}
              >
                {isPhone ? <Plus size={22} aria-hidden="true" /> : 'Add Event'}
              </Button>
            </>
          }
        />
        <Panel className={css.hours} aria-label="Calendar" aria-busy={events.isPending}>
          {view === 'month' ? (
            <MonthGrid
              label={title}
              selected={day}
              now={now}
              events={shown}
              actions={actions}
              onSelect={(next, by) => {
                go({ view, day: next }, by === 'key');
                if (by === 'click') onTap(next);
              }}
              onOpen={(next) => go({ view: 'day', day: next })}
            />
          ) : events.error ? (
            <LoadErrorMessage
              title="Your events couldn’t be loaded"
              error={events.error}
              onRetry={events.refetch}
            />
          ) : isPlanning ? (
            <WeekPlan
              day={day}
              now={now}
              events={shown}
              drawGoals={(first) => (
                <PartBoundary fallback={null}>
                  <WeekGoals first={first} />
                </PartBoundary>
              )}
              onClose={leavePlan}
            />
          ) : (
            <TimeGrid
              // A new grid for the day, because a grid scrolls to its first hour only when it is mounted.
              key={String(view === 'day')}
              days={days}
              selected={day}
              now={now}
              events={shown}
              isLoading={events.isPending}
              actions={actions}
              drafting={drafting}
              linkTo={(other) => linkTo({ view: 'day', day: other })}
              onFollow={(next) => {
                const isShown = shownDays({ view, day: next }, workingHours).includes(next);
                go({ view: isShown ? view : 'week', day: next }, true);
              }}
              announce={announce}
              workingHours={workingHours}
              placing={placing}
            />
          )}
        </Panel>
        <div className={css.side} ref={side}>
          {view !== 'month' && !events.error && !isPlanning && (
            <DayTasks days={days} today={today} onPress={onTaskPress} />
          )}
          {(view === 'month' || (view === 'day' && !isPhone)) && schedule}
        </div>
      </div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {dialogs}
      {googleDialog}
      {connection.isDone && <TabDoneDialog onClose={connection.stay} />}
    </>
  );
}

/** A constant, so that the array stays the same between renders. */
const NONE: readonly never[] = [];

/**
 * Returns the address, a function that returns the link to another address, and a function that goes to another
 * address. With `isStep`, for arrow keys, no history entry is added.
 */
function useCalendarAddress(today: LocalDay) {
  const [search, setSearch] = useSearchParams();
  const linkTo = (address: CalendarAddress) => `?${addressSearch(address, today)}`;
  const go = (address: CalendarAddress, isStep = false) => {
    const next = addressSearch(address, today);
    if (next !== search.toString()) setSearch(next, { replace: isStep });
  };
  return [readAddress(search, today), linkTo, go] as const;
}

/** Scrolls the list of a tapped day of the month into view. On a phone the list may be below the screen. */
function useListInView(day: LocalDay) {
  const side = useRef<HTMLDivElement>(null);
  const tapped = useRef<LocalDay>(undefined);
  const showList = () => side.current?.scrollIntoView({ block: 'nearest' });
  // The list is as tall as the day's events need only when the day is selected.
  useEffect(() => {
    if (tapped.current === day) showList();
    tapped.current = undefined;
  }, [day]);
  return {
    side,
    onTap: (next: LocalDay) => {
      if (next === day) showList();
      else tapped.current = next;
    },
  };
}

/**
 * Shows the result of connecting Google Calendar as a toast and removes it from the address (product §2). If the tab in
 * which Connect was pressed is still open, that tab shows the result and this tab is closed.
 */
function useConnectionResult() {
  const sync = useSync();
  const [search, setSearch] = useSearchParams();
  const [isDone, setDone] = useState(false);
  const showResult = useEffectEvent(async () => {
    const result = connectionToast(search);
    if (!CONNECTION_PARAMETERS.some((name) => search.has(name))) return false;
    const rest = new URLSearchParams(search);
    CONNECTION_PARAMETERS.forEach((name) => rest.delete(name));
    setSearch(rest, { replace: true });
    if (search.get('success') === 'true') void onConnectionChanged(sync);
    const isReceived = await reportReturn(sync.userId, search.toString());
    if (isReceived) window.close();
    else if (result) toast(result);
    return isReceived;
  });
  // Some browsers don't let a page close a tab that has shown Google's page. In that case TabDoneDialog is shown.
  useEffect(() => void showResult().then(setDone), []);
  return { isDone, stay: () => setDone(false) };
}
