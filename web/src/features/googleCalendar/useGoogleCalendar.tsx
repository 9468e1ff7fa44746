import type { CalendarEvents, CalendarSettings } from '@daymark/contract/googleCalendar';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useSync } from '../../sync/useSync';
import { lazyComponent } from '../../ui/lazyComponent';
import { toast } from '../../ui/toasts/toast';
import { onConnectionChanged, type DayRange } from '../../records/googleCalendar/calendarReplies';
import { useExternalEvents } from '../../records/googleCalendar/calendarQueries';
import { onReturnElsewhere } from '../../records/googleCalendar/calendarTabs';
import { connectionToast } from './connectionToast';
import { openGoogleSignIn, SignInNotOpened } from './openGoogleSignIn';
import type { ExternalEvent } from '../../domain/shownRecords';

const GoogleCalendarDialog = lazyComponent(() => import('./GoogleCalendarDialog'));

/** The state and the actions of Google Calendar, for a screen that shows it. */
export interface GoogleCalendarView {
  settings: UseQueryResult<CalendarSettings>;
  events: UseQueryResult<CalendarEvents>;
  /** The time at which the events were last read from Google. Null if that time isn't known. */
  lastSyncedAt: string | null;
  /** The events as the calendar draws them. */
  externalEvents: readonly ExternalEvent[];
  /** Opens the integration dialog (product §4). */
  open: () => void;
  preloadDialog: () => void;
  /** Opens Google's sign-in in a new tab. Must be called in a click handler. */
  connect: () => void;
}

/** Returns Google's events for a range of days, the actions, and the dialog, which the screen renders once. */
export function useGoogleCalendar(range: DayRange): {
  google: GoogleCalendarView;
  googleDialog: ReactNode;
} {
  const sync = useSync();
  const { userId } = sync;
  const known = useExternalEvents(range);
  const [isOpen, setOpen] = useState(false);
  const [isSignInOpen, setSignInOpen] = useState(false);

  useEffect(() => {
    if (!isSignInOpen) return undefined;
    return onReturnElsewhere(sync.userId, (search) => {
      setSignInOpen(false);
      const result = connectionToast(new URLSearchParams(search));
      if (result) toast(result);
      void onConnectionChanged(sync);
    });
  }, [isSignInOpen, sync]);

  const open = () => setOpen(true);
  const connect = () => {
    open();
    openGoogleSignIn(userId).then(
      () => setSignInOpen(true),
      (error: unknown) => {
        if (!(error instanceof SignInNotOpened)) throw error;
        toast({ title: 'Connection failed', description: error.message, severity: 'error' });
      },
    );
  };
  return {
    google: {
      ...known,
      open,
      preloadDialog: GoogleCalendarDialog.preload,
      connect,
    },
    googleDialog: isOpen && (
      <GoogleCalendarDialog
        settings={known.settings}
        lastSyncedAt={known.lastSyncedAt}
        isSignInOpen={isSignInOpen}
        onConnect={connect}
        onClose={() => setOpen(false)}
      />
    ),
  };
}
