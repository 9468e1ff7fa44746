import {
  CalendarError,
  type CalendarCheck,
  type CalendarSelection,
  type CalendarSettings,
} from '@daymark/contract/googleCalendar';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call, CallError } from '../../lib/call';
import { addDays, localInstant, startOfDay, type LocalDay } from '../../lib/dates';
import { queryClient } from '../../lib/queryClient';
import type { Sync } from '../../sync/createSync';
import { useSync } from '../../sync/useSync';
import { toast } from '../../ui/toast';
import type { ExternalEvent } from '../events/eventQueries';
import { onCalendarChangeElsewhere, broadcastCalendarChange } from './calendarTabs';
import { toExternalEvents } from './toExternalEvents';

const MINUTE_MS = 60_000;

/** How long an answer holds (product §7, §9). */
const FRESH_MS = { settings: 5 * MINUTE_MS, list: 15 * MINUTE_MS, events: 5 * MINUTE_MS };

const keyOf = (userId: number, ...rest: string[]) => ['googleCalendar', userId, ...rest];

/** Local days, the last one included. */
export interface DayRange {
  from: LocalDay;
  to: LocalDay;
}

/** How the connection stands, as it was last heard; from this browser's copy before the server has answered. */
const settingsQuery = (sync: Sync) =>
  queryOptions({
    queryKey: keyOf(sync.userId, 'settings'),
    staleTime: FRESH_MS.settings,
    queryFn: ({ queryKey }) =>
      cachedFirst(sync, queryKey, FRESH_MS.settings, () =>
        call('getCalendarSettings', {}, { as: sync.userId }),
      ),
  });

/** The person's calendars, as Google has them. */
const listQuery = ({ userId }: Sync) =>
  queryOptions({
    queryKey: keyOf(userId, 'list'),
    staleTime: FRESH_MS.list,
    queryFn: async () => (await call('listCalendars', {}, { as: userId })).items,
  });

const eventsQuery = (sync: Sync, { from, to }: DayRange) =>
  queryOptions({
    queryKey: keyOf(sync.userId, 'events', from, to, localInstant(startOfDay(from)).slice(-6)),
    staleTime: FRESH_MS.events,
    // Product §7: of all queries this one tries once more.
    retry: (failures, error) => failures < 1 && isRetryable(error),
    retryDelay: 500,
    queryFn: ({ queryKey }) =>
      cachedFirst(sync, queryKey, FRESH_MS.events, () =>
        call(
          'listCalendarEvents',
          {
            query: {
              timeMin: localInstant(startOfDay(from)),
              timeMax: localInstant(startOfDay(addDays(to, 1))),
            },
          },
          { as: sync.userId },
        ),
      ),
  });

/** Whether asking again may help: not where Google or the server has said no. */
const isRetryable = (error: Error) =>
  !(error instanceof CallError) || calendarErrorIn(error) === undefined;

/**
 * Answers from what was kept while that is fresh, shows it meanwhile where it isn't, and keeps what the server answers.
 * Where nobody can be reached, what was kept is the answer.
 */
async function cachedFirst<Reply>(
  sync: Sync,
  key: readonly unknown[],
  freshMs: number,
  ask: () => Promise<Reply>,
): Promise<Reply> {
  const name = key.join(' ');
  const kept = await readCopy(sync, key);
  if (kept && !isInvalidated(key) && Date.now() - kept.at < freshMs) return kept.value as Reply;
  try {
    const reply = await ask();
    void sync.keep(name, reply);
    return reply;
  } catch (error) {
    if (kept && error instanceof CallError && error.status === 0) return kept.value as Reply;
    throw error;
  }
}

const isInvalidated = (key: readonly unknown[]) =>
  queryClient.getQueryState(key)?.isInvalidated ?? false;

/** What was kept; shown at once where nothing is shown yet. */
async function readCopy(sync: Sync, key: readonly unknown[]) {
  const kept = await sync.kept(key.join(' '));
  if (kept && queryClient.getQueryData(key) === undefined)
    queryClient.setQueryData(key, kept.value, { updatedAt: kept.at });
  return kept;
}

/** Asks anew for all that is known: something changed elsewhere, or here. */
export async function refreshCalendarQueries(sync: Sync): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: keyOf(sync.userId), refetchType: 'none' });
  const settings = await queryClient.query(settingsQuery(sync)).catch(() => undefined);
  await refetchEvents(sync, settings);
}

/** Has the events that are shown asked for anew; where the connection was ended there are none any more. */
async function refetchEvents({ userId }: Sync, settings: CalendarSettings | undefined) {
  const events = { queryKey: keyOf(userId, 'events') };
  if (settings?.status === 'disconnected') queryClient.removeQueries(events);
  // While the connection is being ended the server would refuse: there may be none by then.
  else if (queryClient.isMutating({ mutationKey: disconnectKey(userId) }) === 0)
    await queryClient.invalidateQueries(events);
}

const disconnectKey = (userId: number) => keyOf(userId, 'disconnect');

/** How the connection to Google stands (product §4). */
function useCalendarSettings() {
  const sync = useSync();
  useEffect(
    () => onCalendarChangeElsewhere(sync.userId, () => void refreshCalendarQueries(sync)),
    [sync],
  );
  return useQuery(settingsQuery(sync));
}

/** The calendars to choose from: what was last seen until Google has answered. */
export function useCalendarList(settings: CalendarSettings | undefined) {
  const sync = useSync();
  const isConnected = settings?.status === 'connected';
  const { data } = useQuery({ ...listQuery(sync), enabled: isConnected });
  return (isConnected ? data : undefined) ?? settings?.calendarList ?? [];
}

/** The selected calendars' events on some days; asked for only where something is selected. */
function useCalendarEvents(range: DayRange, settings: CalendarSettings | undefined) {
  const sync = useSync();
  return useQuery({
    ...eventsQuery(sync, range),
    enabled:
      settings !== undefined &&
      settings.status !== 'disconnected' &&
      settings.selectedCalendarIds.length > 0,
  });
}

/** Google's events of some days as external events beside the person's own; none while nothing is known of them. */
export function useExternalEvents(range: DayRange) {
  const settings = useCalendarSettings();
  const events = useCalendarEvents(range, settings.data);
  const isConnected = settings.data !== undefined && settings.data.status !== 'disconnected';
  const externalEvents = useMemo(
    () =>
      // What was seen of a connection that was ended is nobody's any more.
      isConnected && events.data
        ? toExternalEvents(events.data, settings.data.calendarList)
        : NO_EVENTS,
    [isConnected, events.data, settings.data],
  );
  return { settings, events, externalEvents };
}

const NO_EVENTS: readonly ExternalEvent[] = [];

/** What is wrong, where the server has said so in its two fields (product §11). */
export function calendarErrorIn(error: Error): CalendarError | undefined {
  if (!(error instanceof CallError)) return undefined;
  try {
    const parsed = CalendarError.safeParse(JSON.parse(error.sentence));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Everything that can be done to the connection, with the notices of product §8. */
export function useCalendarMutations() {
  const sync = useSync();
  const as = { as: sync.userId };
  const applySettings = (settings: CalendarSettings) => {
    const { queryKey } = settingsQuery(sync);
    queryClient.setQueryData(queryKey, settings);
    void sync.keep(queryKey.join(' '), settings);
    queryClient.setQueryData(listQuery(sync).queryKey, settings.calendarList);
    void refetchEvents(sync, settings);
    broadcastCalendarChange(sync.userId);
  };
  const fail = (title: string) => (error: Error) =>
    toast({
      title,
      description: calendarErrorIn(error)?.details ?? error.message,
      severity: 'error',
    });

  const disconnect = useMutation({
    mutationKey: disconnectKey(sync.userId),
    mutationFn: () => call('disconnectCalendar', {}, as),
    onSuccess(settings) {
      applySettings(settings);
      toast({ title: 'Disconnected from Google Calendar' });
    },
    onError(error) {
      fail('Disconnection failed')(error);
      void queryClient.invalidateQueries({ queryKey: keyOf(sync.userId, 'events') });
    },
  });
  const select = useMutation({
    mutationFn: (body: CalendarSelection) => call('selectCalendar', { body }, as),
    // One after the other: two quick ticks must not overtake each other.
    scope: { id: 'googleCalendar' },
    onSuccess(settings) {
      applySettings(settings);
      toast({ title: 'Calendar selected' });
    },
    onError: fail('Calendar selection failed'),
  });
  const refresh = useMutation({
    mutationFn: () => call('refreshCalendars', {}, as),
    onSuccess: applySettings,
    onError: fail('Refresh failed'),
  });
  const check = useMutation({
    mutationFn: (): Promise<CalendarCheck> => call('checkCalendar', {}, as),
    onSuccess: async ({ status }) => {
      const before = queryClient.getQueryData(settingsQuery(sync).queryKey);
      await refreshCalendarQueries(sync);
      broadcastCalendarChange(sync.userId);
      if (status === 'connected' && before?.status !== 'connected')
        toast({ title: 'Connected to Google Calendar' });
    },
  });
  return { disconnect, select, refresh, check };
}
