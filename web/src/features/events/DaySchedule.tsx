import { CalendarDays } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { LocalDay } from '../../lib/dates';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { Tabs } from '../../ui/Tabs';
import { useNow } from '../../ui/useNow';
import css from './DaySchedule.module.css';
import { eventsOfDay } from './eventDays';
import { useEvents, type ExternalEvent } from './eventQueries';
import { EventRow } from './EventRow';
import { ExternalEventRow } from './ExternalEventRow';
import { dayPlaces } from './nextEvent';
import { ScheduleSkeleton } from './ScheduleSkeleton';
import type { EventActions } from './useEventActions';

const TABS = [
  { value: 'manual', label: 'Manual Events' },
  { value: 'google', label: 'Synced with Google' },
] as const;

interface DayScheduleProps {
  title: ReactNode;
  /** Next to the title: Add Event, if the screen has no other. */
  action?: ReactNode;
  day: LocalDay;
  actions: EventActions;
  /** Renders 'Synced with Google', when that tab is chosen. */
  google: () => ReactNode;
}

interface ExternalEventListProps {
  events: readonly ExternalEvent[];
  day: LocalDay;
  actions: EventActions;
}

/** One day's events: the tabs 'Manual Events' and 'Synced with Google' of /today and /calendar (product §2). */
export function DaySchedule({ title, action, day, actions, google }: DayScheduleProps) {
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('manual');
  return (
    <Panel className={css.schedule}>
      <header>
        <h2>{title}</h2>
        {action}
      </header>
      <Tabs label="Events" tabs={TABS} value={tab} onChange={setTab}>
        {tab === 'manual' ? <ManualEvents day={day} actions={actions} /> : google()}
      </Tabs>
    </Panel>
  );
}

function ManualEvents({ day, actions }: { day: LocalDay; actions: EventActions }) {
  const events = useEvents();
  const now = useNow();
  if (events.isPending) return <ScheduleSkeleton />;
  if (events.error)
    return (
      <EmptyState
        alert
        title="Your events couldn’t be loaded"
        action={
          <Button variant="outlined" onClick={events.refetch}>
            Try Again
          </Button>
        }
      >
        {events.error.message}
      </EmptyState>
    );
  const shown = eventsOfDay(events.data ?? [], day);
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<CalendarDays size={28} aria-hidden="true" />}
        title="No events scheduled for this day"
      />
    );
  const places = dayPlaces(shown, day, now);
  return (
    <ul className={css.list} aria-label="Events">
      {shown.map((event) => (
        <EventRow
          key={event.id}
          event={event}
          day={day}
          place={places.get(event.id)}
          actions={actions}
        />
      ))}
    </ul>
  );
}

/** The external events of a day, as 'Synced with Google' lists them. */
export function ExternalEventList({ events, day, actions }: ExternalEventListProps) {
  const now = useNow();
  const shown = eventsOfDay(events, day);
  const places = dayPlaces(shown, day, now);
  return (
    <ul className={css.list} aria-label="Google events">
      {shown.map((event) => (
        <ExternalEventRow
          key={event.id}
          event={event}
          day={day}
          place={places.get(event.id)}
          actions={actions}
        />
      ))}
    </ul>
  );
}
