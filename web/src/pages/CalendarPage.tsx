import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  addressSearch,
  addressTitle,
  nextAddress,
  readAddress,
  type CalendarAddress,
  type CalendarView,
} from '../features/events/calendarAddress';
import { CalendarToolbar } from '../features/events/CalendarToolbar';
import { DaySchedule } from '../features/events/DaySchedule';
import { useEvents } from '../features/events/eventQueries';
import { MonthGrid } from '../features/events/MonthGrid';
import { weekOf } from '../features/events/monthDays';
import { TimeGrid } from '../features/events/TimeGrid';
import { useEventActions } from '../features/events/useEventActions';
import {
  CONNECTION_PARAMETERS,
  connectionNotice,
} from '../features/googleCalendar/connectionNotice';
import { longDate } from '../lib/dates';
import { dayKey, timeOnDay, type DayKey } from '../lib/localDay';
import { paths } from '../lib/paths';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import { PageHeader } from '../ui/PageHeader';
import { PageMeta } from '../ui/PageMeta';
import { Panel } from '../ui/Panel';
import { Spoken } from '../ui/Spoken';
import { toast } from '../ui/toast';
import { useIsPhone } from '../ui/useIsPhone';
import { useNow } from '../ui/useNow';
import { useShortcut } from '../ui/useShortcut';
import css from './CalendarPage.module.css';

/** /calendar: month, week or day, and the selected day's events (spec §2). */
export default function CalendarPage() {
  const now = useNow();
  const today = dayKey(now);
  const isPhone = useIsPhone();
  const events = useEvents();
  const { actions, dialogs, drafting } = useEventActions();
  const [address, linkTo, go] = useCalendarAddress(today);
  const [announcement, announce] = useState('');
  useConnectionNotice();

  const { view, day } = address;
  const show = (next: CalendarView) => go({ view: next, day });
  const goToday = () => go({ view, day: today });
  const add = () => actions.openNew(day);
  useShortcut('n', add);
  useShortcut('t', goToday);
  useShortcut('m', () => show('month'));
  useShortcut('w', () => show('week'));
  useShortcut('d', () => show('day'));

  const size = isPhone ? 'small' : 'medium';
  const schedule = (
    <DaySchedule
      title={longDate(timeOnDay(day, 720))}
      day={day}
      actions={actions}
      onConnect={connectCalendar}
    />
  );
  return (
    <>
      <PageMeta title="Calendar" description="Your events, day by day." path={paths.calendar} />
      <PageHeader
        title="Calendar"
        actions={
          <>
            <Button variant="outlined" size={size} onClick={connectCalendar}>
              Connect Calendar
            </Button>
            <Button
              variant="contained"
              size={size}
              title="Add an event (N)"
              onPointerEnter={actions.prepare}
              onFocus={actions.prepare}
              onClick={add}
            >
              Add Event
            </Button>
          </>
        }
      />
      <CalendarToolbar
        title={addressTitle(address)}
        view={view}
        onStep={(direction) => go(nextAddress(address, direction))}
        onToday={goToday}
        onView={show}
      />
      <div className={css.content} data-view={view}>
        <Panel aria-label="Calendar" aria-busy={events.isPending}>
          {view === 'month' ? (
            <MonthGrid
              label={addressTitle(address)}
              selected={day}
              today={today}
              events={events.data ?? NONE}
              actions={actions}
              onSelect={(next, by) => go({ view, day: next }, by === 'key')}
              onOpen={(next) => go({ view: 'day', day: next })}
            />
          ) : events.error ? (
            <Notice
              alert
              title="Your events couldn’t be loaded"
              action={
                <Button variant="outlined" onClick={events.refetch}>
                  Try Again
                </Button>
              }
            >
              {events.error.message}
            </Notice>
          ) : (
            <TimeGrid
              // Another stretch of time begins at its own first hour.
              key={view}
              days={view === 'week' ? weekOf(day) : [day]}
              selected={day}
              now={now}
              events={events.data ?? NONE}
              actions={actions}
              drafting={drafting}
              linkTo={(other) => linkTo({ view: 'day', day: other })}
              onFollow={(next) => go({ view, day: next }, true)}
              announce={announce}
            />
          )}
        </Panel>
        {(view === 'month' || (view === 'day' && !isPhone)) && schedule}
      </div>
      <Spoken role="status">{announcement}</Spoken>
      {dialogs}
    </>
  );
}

const NONE: readonly never[] = [];

/** The calendar's address and the ways to another; a step of many, as by arrow key, is not one to go back to. */
function useCalendarAddress(today: DayKey) {
  const [search, setSearch] = useSearchParams();
  const linkTo = (address: CalendarAddress) => `?${addressSearch(address, today)}`;
  const go = (address: CalendarAddress, isStep = false) => {
    const next = addressSearch(address, today);
    if (next !== search.toString()) setSearch(next, { replace: isStep });
  };
  return [readAddress(search, today), linkTo, go] as const;
}

/** Says how connecting went, once, and clears it from the address (spec §2). */
function useConnectionNotice() {
  const [search, setSearch] = useSearchParams();
  const tell = useEffectEvent(() => {
    if (!CONNECTION_PARAMETERS.some((name) => search.has(name))) return;
    const notice = connectionNotice(search);
    if (notice) toast(notice);
    const rest = new URLSearchParams(search);
    CONNECTION_PARAMETERS.forEach((name) => rest.delete(name));
    setSearch(rest, { replace: true });
  });
  useEffect(() => tell(), []);
}

/** Connecting Google's calendar is built on its own; until then this says so. */
function connectCalendar(): void {
  toast({
    title: 'Google Calendar can’t be connected yet',
    description: 'Your own events are all here.',
  });
}
