import type { CalendarSettings } from '@daymark/contract/googleCalendar';
import { useQuery, type QueryState } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ExternalEvent } from '../../domain/shownRecords';
import { CallError } from '../../lib/api/call';
import { addDays, localDay, type LocalDay } from '../../lib/time/dates';
import {
  eventsQuery,
  hasEvents,
  listQuery,
  restoreReply,
  settingsQuery,
  type DayRange,
} from './calendarReplies';
import type { Sync } from '../../sync/createSync';
import { useSync } from '../../sync/useSync';
import { useNow } from '../../ui/hooks/useNow';
import { toExternalEvents } from '../../domain/events/toExternalEvents';

/** Returns the days whose events /today asks for. The next event is looked for among these events. */
export const upcomingDays = (today: LocalDay): DayRange => ({
  from: today,
  to: addDays(today, 31),
});

/** Returns the days to ask for to get the events of `range`. All ranges within the coming days share one reply. */
function askedDays(range: DayRange, today: LocalDay): DayRange {
  const upcoming = upcomingDays(today);
  return range.from >= upcoming.from && range.to <= upcoming.to ? upcoming : range;
}

/** How long screens wait before they ask again by themselves after an error from the server, in ms. */
const ERROR_HOLDS_MS = 60_000;

/**
 * Whether a part of a screen asks again for a reply that another part has asked for. No part asks again if the server
 * has just responded with an error.
 */
const asksAgain = ({ state }: { state: Pick<QueryState, 'error' | 'errorUpdatedAt'> }) =>
  !(state.error instanceof CallError) ||
  state.error.status === 0 ||
  Date.now() - state.errorUpdatedAt >= ERROR_HOLDS_MS;

/**
 * The options of queries that screens show. By default, a change of a field that no component has read yet causes no
 * render. With the default, an error would be missing in a part of the screen that is opened later.
 */
const SHOWN = {
  notifyOnChangeProps: 'all',
  retryOnMount: asksAgain,
  refetchOnMount: asksAgain,
} as const;

/**
 * Loads the replica's replies about the connection and the events on some days into memory. The screen asks the server
 * for the replies that are not fresh, after it has asked for the records.
 */
export async function restoreCalendar(sync: Sync, range: DayRange): Promise<void> {
  const replies = [settingsQuery(sync), eventsQuery(sync, range)];
  await Promise.all(replies.map(({ queryKey }) => restoreReply(sync, queryKey)));
}

/**
 * Returns the calendars to choose from. Without a connection, and until Google has responded, returns the calendars of
 * the last response.
 */
export function useCalendarList(settings: CalendarSettings | undefined) {
  const sync = useSync();
  const isConnected = settings?.status === 'connected';
  const { data } = useQuery({ ...listQuery(sync), ...SHOWN, enabled: isConnected });
  return (isConnected ? data : undefined) ?? settings?.calendarList ?? [];
}

/**
 * Returns the connection and Google's events of some days, perhaps with events of other days. The list is empty until
 * the events are loaded.
 */
export function useExternalEvents(range: DayRange) {
  const sync = useSync();
  const today = localDay(useNow());
  const settings = useQuery({ ...settingsQuery(sync), ...SHOWN });
  const events = useQuery({
    ...eventsQuery(sync, askedDays(range, today)),
    ...SHOWN,
    enabled: settings.data !== undefined && hasEvents(settings.data),
  });
  const isConnected = settings.data !== undefined && settings.data.status !== 'disconnected';
  const externalEvents = useMemo(
    () =>
      // After a disconnect, the events that are still in memory are not shown.
      isConnected && events.data
        ? toExternalEvents(events.data, settings.data.calendarList)
        : NO_EVENTS,
    [isConnected, events.data, settings.data],
  );
  const lastSyncedAt = laterOf(settings.data?.lastSyncedAt, events.data?.asOf);
  return { settings, events, externalEvents, lastSyncedAt };
}

/**
 * Returns the later of two instants in UTC. Reading events changes the time of the last sync but not the settings'
 * counter, so a fresh reply about the settings can have an older time.
 */
const laterOf = (one: string | null = null, other: string | null = null): string | null =>
  one !== null && (other === null || one > other) ? one : other;

const NO_EVENTS: readonly ExternalEvent[] = [];
