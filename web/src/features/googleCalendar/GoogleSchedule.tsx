import { CalendarDays, CalendarSync } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/Button';
import { EmptyState } from '../../ui/states/EmptyState';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden';
import { TextButton } from '../../ui/controls/TextButton';
import { calendarErrorIn } from '../../records/googleCalendar/calendarReplies';
import { calendarRemedy } from './calendarRemedy';
import css from './GoogleSchedule.module.css';
import { LastSynced } from './LastSynced';
import type { GoogleCalendarView } from './useGoogleCalendar';

interface GoogleScheduleProps {
  google: GoogleCalendarView;
  /** Whether the day has no Google events. */
  isEmpty: boolean;
  /** Shown until the events are loaded. */
  skeleton: ReactNode;
  /** The day's events. */
  children: ReactNode;
}

/** Shows a day's events under “Synced with Google”, in every state of the connection (product §4, §8). */
export function GoogleSchedule({ google, isEmpty, skeleton, children }: GoogleScheduleProps) {
  const { settings, events } = google;
  const known = settings.data;
  if (!known)
    return settings.error ? (
      <Failed text={settings.error.message} google={google} onRetry={settings.refetch} />
    ) : (
      skeleton
    );
  if (known.status === 'disconnected')
    return (
      <EmptyState
        icon={<CalendarSync size={28} aria-hidden="true" />}
        title="Google Calendar isn’t connected"
        action={
          <Button
            variant="outlined"
            onPointerEnter={google.preloadDialog}
            onFocus={google.preloadDialog}
            onClick={google.open}
          >
            Connect Calendar
          </Button>
        }
      >
        Connect it to see those events next to your own.
      </EmptyState>
    );
  if (known.selectedCalendarIds.length === 0)
    return (
      <EmptyState
        icon={<CalendarSync size={28} aria-hidden="true" />}
        title="No calendar chosen"
        action={
          <Button variant="outlined" onClick={google.open}>
            Choose calendars
          </Button>
        }
      >
        Choose which of your Google calendars to see here.
      </EmptyState>
    );
  if (!events.data) {
    if (!events.error) return skeleton;
    const calendarError = calendarErrorIn(events.error);
    return (
      <Failed
        text={calendarError?.details ?? events.error.message}
        google={google}
        onRetry={events.refetch}
      />
    );
  }
  return (
    <>
      <Stale google={google} />
      {isEmpty ? (
        <EmptyState
          icon={<CalendarDays size={28} aria-hidden="true" />}
          title="No events scheduled for this day"
        />
      ) : (
        children
      )}
      <p className={css.foot}>
        <LastSynced at={events.data.asOf} />
        <TextButton onClick={google.open}>Manage calendars</TextButton>
      </p>
    </>
  );
}

/** The card for a connection that failed (product §8). */
function Failed({
  text,
  google,
  onRetry,
}: {
  text: string;
  google: GoogleCalendarView;
  onRetry: () => unknown;
}) {
  return (
    <EmptyState
      alert
      title="Connection Failed"
      action={
        <span className={css.ways}>
          <Button variant="outlined" onClick={() => void onRetry()}>
            Try Again
          </Button>
          <Button variant="contained" onClick={google.connect}>
            Connect
          </Button>
        </span>
      }
    >
      {text}
    </EmptyState>
  );
}

/** Says above the events that they are not current and why, with a button for the remedy. */
function Stale({ google }: { google: GoogleCalendarView }) {
  const { events, settings } = google;
  const { error, details = '' } = events.data ?? {};
  const ofSettings = settings.data?.calendarError ?? undefined;
  const calendarError = error ? { error, details } : ofSettings;
  if (!calendarError && !events.error) return null;
  const text = calendarError?.details ?? events.error?.message;
  const [label, run] = {
    connect: ['Connect', google.connect] as const,
    choose: ['Choose calendars', google.open] as const,
    retry: ['Try Again', () => void events.refetch()] as const,
  }[calendarError ? calendarRemedy(calendarError) : 'retry'];
  return (
    <div className={css.stale} role="status">
      <p>
        <VisuallyHidden>Google Calendar: </VisuallyHidden>
        {text} These events are from the last sync.
      </p>
      <Button size="small" onClick={run}>
        {label}
      </Button>
    </div>
  );
}
