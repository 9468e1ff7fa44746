import { CalendarDays, ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { browserStorage } from '../../lib/browser/browserStorage';
import { numberText } from '../../lib/text/numbers';
import type { LocalDay } from '../../lib/time/dates';
import { ChoiceGroup } from '../../ui/controls/ChoiceGroup';
import { EmptyState } from '../../ui/states/EmptyState';
import { LoadErrorMessage } from '../../ui/states/LoadErrorMessage';
import { Panel } from '../../ui/layout/Panel';
import { Tabs } from '../../ui/controls/Tabs';
import { useIsPhone } from '../../ui/hooks/useIsPhone';
import { useNow } from '../../ui/hooks/useNow';
import css from './DaySchedule.module.css';
import { eventsOfDay } from '../../domain/events/eventDays';
import { useEvents } from '../../records/events/eventQueries';
import { EventRow } from './EventRow';
import { ExternalEventRow } from './ExternalEventRow';
import { dayStatuses } from '../../domain/events/nextEvent';
import { ScheduleSkeleton } from './ScheduleSkeleton';
import type { EventActions } from './useEventActions';
import { useNextEvent } from './useNextEvent';
import type { ExternalEvent } from '../../domain/shownRecords';

const TABS = [
  { value: 'manual', label: 'Manual Events' },
  { value: 'google', label: 'Synced with Google' },
] as const;

/** Shown if neither the person nor Google has events on a day (product §2). */
const NO_EVENTS = 'No events scheduled for this day';

interface DayScheduleProps {
  title: ReactNode;
  /** The button Add Event beside the title, if the screen has no other such button. */
  action?: ReactNode;
  day: LocalDay;
  actions: EventActions;
  externalEvents: readonly ExternalEvent[];
  /** Renders 'Synced with Google' while that tab is chosen. */
  google: (isRail: boolean) => ReactNode;
  /**
   * Draws the day as a rail of hours instead of a list. On a phone the person switches between the list and the rail.
   */
  rail?: DayRailParts;
}

/** The rail of hours, for a screen that shows the day as a rail. */
interface DayRailParts {
  draw: () => ReactNode;
  /** Shown instead of the rail while the events load. */
  skeleton: ReactNode;
}

interface ExternalEventListProps {
  events: readonly ExternalEvent[];
  day: LocalDay;
  actions: EventActions;
}

const SHAPES = [
  { value: 'list', label: 'List' },
  { value: 'rail', label: 'Hours' },
] as const;
type Shape = (typeof SHAPES)[number]['value'];

/** The key under which this browser stores whether the person chose the list or the rail. */
const SHAPE_KEY = 'daymark.daySchedule';
const storedShape = (): Shape => (browserStorage.get(SHAPE_KEY) === 'rail' ? 'rail' : 'list');

/** One day's events: the tabs 'Manual Events' and 'Synced with Google' of /today and /calendar (product §2). */
export function DaySchedule({
  title,
  action,
  day,
  actions,
  externalEvents,
  google,
  rail,
}: DayScheduleProps) {
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('manual');
  const [shape, setShape] = useState(storedShape);
  const isPhone = useIsPhone();
  const shownRail = isPhone && shape === 'list' ? undefined : rail;
  return (
    <Panel className={css.schedule}>
      <header>
        <h2>{title}</h2>
        {rail && isPhone && (
          <ChoiceGroup
            label="Show the day as"
            choices={SHAPES}
            value={shape}
            onChange={(chosen) => {
              setShape(chosen);
              browserStorage.set(SHAPE_KEY, chosen);
            }}
          />
        )}
        {action}
      </header>
      <Tabs label="Events" tabs={TABS} value={tab} onChange={setTab}>
        {tab === 'manual' ? (
          <ManualEvents
            day={day}
            actions={actions}
            externalEvents={externalEvents}
            rail={shownRail}
          />
        ) : (
          google(shownRail !== undefined)
        )}
      </Tabs>
    </Panel>
  );
}

interface ManualEventsProps {
  day: LocalDay;
  actions: EventActions;
  externalEvents: readonly ExternalEvent[];
  rail: DayRailParts | undefined;
}

function ManualEvents({ day, actions, externalEvents, rail }: ManualEventsProps) {
  const events = useEvents(day);
  const next = useNextEvent(externalEvents);
  const now = useNow();
  if (events.isPending) return rail ? rail.skeleton : <ScheduleSkeleton />;
  if (events.error)
    return (
      <LoadErrorMessage
        title="Your events couldn’t be loaded"
        error={events.error}
        onRetry={events.refetch}
      />
    );
  const shown = eventsOfDay(events.data ?? [], day);
  const hasExternal = eventsOfDay(externalEvents, day).length > 0;
  if (rail)
    return (
      <div className={css.hours}>
        {hasExternal ? (
          <p data-legend>Outlined: from Google Calendar</p>
        ) : (
          shown.length === 0 && <p>{NO_EVENTS}</p>
        )}
        {rail.draw()}
      </div>
    );
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<CalendarDays size={28} aria-hidden="true" />}
        title={hasExternal ? 'No events of your own' : NO_EVENTS}
      >
        {hasExternal && 'Google’s events of this day are in the other tab.'}
      </EmptyState>
    );
  const statuses = dayStatuses(shown, day, now, next);
  return (
    <FoldedList
      label="Events"
      events={shown}
      // An event that needs attention is never folded.
      isPast={(event) => statuses.get(event.id) === 'past' && !event.saveError}
      draw={(event) => (
        <EventRow
          key={event.id}
          event={event}
          day={day}
          status={statuses.get(event.id)}
          actions={actions}
        />
      )}
    />
  );
}

interface FoldedListProps<E> {
  label: string;
  events: readonly E[];
  isPast: (event: E) => boolean;
  draw: (event: E) => ReactNode;
}

/** The rows of a day's events. On a phone, past ones are folded behind a button that says how many there are. */
function FoldedList<E>({ label, events, isPast, draw }: FoldedListProps<E>) {
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const earlier = isPhone ? events.filter(isPast) : [];
  const id = useId();
  return (
    <>
      {earlier.length > 0 && (
        <button
          type="button"
          className={css.earlier}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown size={16} aria-hidden="true" />
          {numberText(earlier.length)} earlier
        </button>
      )}
      <ul className={css.list} id={id} aria-label={label}>
        {events.filter((event) => isOpen || !earlier.includes(event)).map(draw)}
      </ul>
    </>
  );
}

/** The external events of a day, as 'Synced with Google' lists them. */
export function ExternalEventList({ events, day, actions }: ExternalEventListProps) {
  const now = useNow();
  const next = useNextEvent(events);
  const shown = eventsOfDay(events, day);
  const statuses = dayStatuses(shown, day, now, next);
  return (
    <FoldedList
      label="Google events"
      events={shown}
      isPast={(event) => statuses.get(event.id) === 'past'}
      draw={(event) => (
        <ExternalEventRow
          key={event.id}
          event={event}
          day={day}
          status={statuses.get(event.id)}
          actions={actions}
        />
      )}
    />
  );
}
