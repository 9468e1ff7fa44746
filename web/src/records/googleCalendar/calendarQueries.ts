import {
  CalendarError,
  type CalendarCheck,
  type CalendarEvents,
  type CalendarSelection,
  type CalendarSettings,
} from '@daymark/contract/googleCalendar';
import {
  queryOptions,
  useMutation,
  useQuery,
  type QueryFilters,
  type QueryState,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call, CallError } from '../../lib/api/call';
import { addDays, localDay, localInstant, startOfDay, type LocalDay } from '../../lib/time/dates';
import { queryClient } from '../../lib/api/queryClient';
import { whenShown } from '../../lib/browser/pageVisibility';
import type { Sync } from '../../sync/createSync';
import { useSync } from '../../sync/useSync';
import { toast } from '../../ui/toasts/toast';
import { useNow } from '../../ui/hooks/useNow';
import { calendarCounters, calendarCountersSoon, type CalendarCounters } from './calendarCounters';
import { onCalendarChangeElsewhere, broadcastCalendarChange } from './calendarTabs';
import { toExternalEvents } from './toExternalEvents';
import type { ExternalEvent } from '../../domain/shownRecords';

const MINUTE_MS = 60_000;

/** How long a reply counts as fresh (product §7, §9). */
const FRESH_MS = { settings: 5 * MINUTE_MS, list: 15 * MINUTE_MS, events: 5 * MINUTE_MS };

/** For how long the counter says whether the settings have changed. */
const SETTINGS_WATCHED_SECONDS = 24 * 60 * 60;

const keyOf = (userId: number, ...rest: string[]) => ['googleCalendar', userId, ...rest];

/** Local days, the last one included. */
export interface DayRange {
  from: LocalDay;
  to: LocalDay;
}

/** The days whose events /today asks for: the next one is looked for among them. */
export const upcomingDays = (today: LocalDay): DayRange => ({
  from: today,
  to: addDays(today, 31),
});

/** The days that are asked for to know the events of `range`: those of the next days are in one reply. */
function askedDays(range: DayRange, today: LocalDay): DayRange {
  const upcoming = upcomingDays(today);
  return range.from >= upcoming.from && range.to <= upcoming.to ? upcoming : range;
}

/** How many ranges of events the replica keeps: those that were asked for last. */
const RANGES_MAX = 24;

const rangesOf = (userId: number) => `${keyOf(userId, 'events').join(' ')} `;

/** The connection; from the replica until the server has answered. */
const settingsQuery = (sync: Sync) =>
  queryOptions({
    queryKey: keyOf(sync.userId, 'settings'),
    staleTime: FRESH_MS.settings,
    queryFn: ({ queryKey }) =>
      cachedFirst<CalendarSettings>(sync, queryKey, {
        counted: 'settings',
        freshMs: FRESH_MS.settings,
        watchedSeconds: () => SETTINGS_WATCHED_SECONDS,
        ask: () => call('getCalendarSettings', {}, { as: sync.userId }),
      }),
  });

/** The person's calendars at Google. */
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
    // Product §7: this is the only query that is retried, once.
    retry: (failures, error) => failures < 1 && isRetryable(error),
    retryDelay: 500,
    queryFn: ({ queryKey }) =>
      cachedFirst<CalendarEvents>(sync, queryKey, {
        counted: 'events',
        freshMs: FRESH_MS.events,
        watchedSeconds: ({ watchedSeconds }) => watchedSeconds,
        ask: async () => {
          const query = {
            timeMin: localInstant(startOfDay(from)),
            timeMax: localInstant(startOfDay(addDays(to, 1))),
          };
          const reply = await call('listCalendarEvents', { query }, { as: sync.userId });
          void sync.keepValues(rangesOf(sync.userId), RANGES_MAX - 1);
          return reply;
        },
      }),
  });

/** Whether a retry may help: not if Google or the server refused. */
const isRetryable = (error: Error) =>
  !(error instanceof CallError) ||
  ((error.status === 0 || error.status >= 500) && calendarErrorIn(error) === undefined);

/** A reply as the replica has it. */
interface Copy<Reply> {
  reply: Reply;
  /** The counter of changes when the server was asked; undefined if it was not known. */
  counter: number | undefined;
}

/** The counter when each reply was last asked for, in this page. */
const askedWith = new Map<string, number | undefined>();

/** How often each person's copies were declared out of date in this page, by `outdateCopies`. */
const outdatings = new Map<number, number>();

/** The value in `outdatings` for which each reply was last received. */
const receivedAfter = new Map<string, number>();

const outdatingsOf = ({ userId }: Sync) => outdatings.get(userId) ?? 0;

/** The connection has changed: the replica's copies don't count, however young they are. */
const outdateCopies = (sync: Sync) => void outdatings.set(sync.userId, outdatingsOf(sync) + 1);

interface Source<Reply> {
  /** Which counter rises when the reply changes. */
  counted: keyof CalendarCounters;
  freshMs: number;
  /** For how long the counter says whether a reply has changed. */
  watchedSeconds: (reply: Reply) => number;
  ask: () => Promise<Reply>;
}

/**
 * Returns the replica's copy while it is fresh. An older copy is shown meanwhile. It is returned if the counter says that
 * nothing has changed, and if offline; otherwise the server is asked. The reply is stored in the replica. If the copies are
 * declared out of date while the server is asked, it is asked again.
 */
async function cachedFirst<Reply>(
  sync: Sync,
  key: readonly unknown[],
  { counted, freshMs, watchedSeconds, ask }: Source<Reply>,
): Promise<Reply> {
  const name = key.join(' ');
  // Before the copy is put into the query cache: that ends the invalidation.
  const wasInvalidated = isInvalidated(key);
  const copy = await readCopy<Reply>(sync, key);
  const isOutdated = () => wasInvalidated || (receivedAfter.get(name) ?? 0) < outdatingsOf(sync);
  if (copy && !isOutdated()) {
    const ageMs = Date.now() - copy.at;
    if (ageMs < freshMs) return copy.reply;
    const isWatched = copy.counter !== undefined && ageMs < watchedSeconds(copy.reply) * 1000;
    const now = isWatched && (await calendarCountersSoon(sync));
    if (now && now[counted] === copy.counter && !isOutdated()) return copy.reply;
  }
  // Known before the server is asked: of a change after that, the counter tells.
  const counter = calendarCounters(sync)?.[counted];
  askedWith.set(name, counter);
  try {
    let reply: Reply;
    let outdating: number;
    do {
      outdating = outdatingsOf(sync);
      reply = await ask();
    } while (outdating < outdatingsOf(sync));
    receivedAfter.set(name, outdating);
    void sync.storeValue(name, { reply, counter } satisfies Copy<Reply>);
    return reply;
  } catch (error) {
    if (copy && error instanceof CallError && error.status === 0) return copy.reply;
    throw error;
  }
}

const isInvalidated = (key: readonly unknown[]) =>
  queryClient.getQueryState(key)?.isInvalidated ?? false;

const isCopy = <Reply>(value: Copy<Reply> | Reply): value is Copy<Reply> =>
  typeof value === 'object' && value !== null && 'reply' in value;

/** The replica's copy of a reply, and when it was stored (in ms); also put into the query cache if that is empty. */
async function readCopy<Reply>(
  sync: Sync,
  key: readonly unknown[],
): Promise<(Copy<Reply> & { at: number }) | undefined> {
  const stored = await sync.readValue(key.join(' '));
  if (!stored) return undefined;
  const value = stored.value as Copy<Reply> | Reply;
  // Before 2026-11-26 it was the reply alone.
  const copy = isCopy(value) ? value : { reply: value, counter: undefined };
  if (queryClient.getQueryData(key) === undefined)
    queryClient.setQueryData(key, copy.reply, { updatedAt: stored.at });
  return { ...copy, at: stored.at };
}

/**
 * Refetches settings and events after a change here or elsewhere. With `changed`, the counters that have risen, only what
 * they count, and not what was asked for since then.
 */
export async function refreshCalendarQueries(
  sync: Sync,
  changed?: Partial<CalendarCounters>,
): Promise<void> {
  const older = {
    predicate({ queryKey }: { queryKey: readonly unknown[] }): boolean {
      if (!changed) return true;
      const counter = changed[queryKey.includes('events') ? 'events' : 'settings'];
      return counter !== undefined && askedWith.get(queryKey.join(' ')) !== counter;
    },
  };
  if (!changed) outdateCopies(sync);
  const all = { queryKey: keyOf(sync.userId), ...older };
  await queryClient.invalidateQueries({ ...all, refetchType: 'none' });
  const settings = await queryClient.query(settingsQuery(sync)).catch(() => undefined);
  await refetchEvents(sync, settings, older);
}

/** Refetches the events that are shown; removes them if Google Calendar is disconnected. */
async function refetchEvents(
  sync: Sync,
  settings: CalendarSettings | undefined,
  which?: QueryFilters,
) {
  const { userId } = sync;
  const events = { queryKey: keyOf(userId, 'events') };
  if (settings?.status === 'disconnected') {
    queryClient.removeQueries(events);
    await sync.keepValues(rangesOf(userId), 0);
  }
  // During a disconnect the server may refuse: the connection may be gone by then.
  else if (queryClient.isMutating({ mutationKey: disconnectKey(userId) }) === 0)
    await queryClient.invalidateQueries({ ...events, ...which });
}

const disconnectKey = (userId: number) => keyOf(userId, 'disconnect');

/** How long after an error from the server screens do not ask again by themselves, in ms. */
const ERROR_HOLDS_MS = MINUTE_MS;

/** Whether the server has just refused or failed. Without an answer it has not. */
const hasJustFailed = ({ state }: { state: Pick<QueryState, 'error' | 'errorUpdatedAt'> }) =>
  state.error instanceof CallError &&
  state.error.status !== 0 &&
  Date.now() - state.errorUpdatedAt < ERROR_HOLDS_MS;

/**
 * For the queries that screens show.
 * - Results are passed on to components that are not always there. By default a change of a field that nobody has read
 *   yet causes no render, and an error would be missing in a tab that is opened after it.
 * - The same is asked for before the screen is drawn, and by several of its parts: an error is not asked for again by each.
 */
const SHOWN = {
  notifyOnChangeProps: 'all',
  retryOnMount: (query: Parameters<typeof hasJustFailed>[0]) => !hasJustFailed(query),
  refetchOnMount: (query: Parameters<typeof hasJustFailed>[0]) => !hasJustFailed(query),
} as const;

/**
 * Puts the replica's copies of what is known of the calendars and their events on some days into the query cache. In a
 * browser that has none, the server is asked, so that its answer comes soon after the screen.
 */
export async function readCalendarCopies(sync: Sync, range: DayRange): Promise<void> {
  const [settings, events] = [settingsQuery(sync), eventsQuery(sync, range)];
  const keys = [settings.queryKey, events.queryKey];
  const [known] = await Promise.all(keys.map((key) => readCopy(sync, key)));
  if (known) return;
  const ask = async () => {
    if (hasEvents(await queryClient.query(settings))) await queryClient.query(events);
  };
  // The screen asks again.
  ask().catch(() => undefined);
}

const hasEvents = ({ status, selectedCalendarIds }: CalendarSettings) =>
  status !== 'disconnected' && selectedCalendarIds.length > 0;

/** The connection to Google Calendar (product §4). */
function useCalendarSettings() {
  const sync = useSync();
  useEffect(() => {
    const refresh = async () => {
      await whenShown(sync.signal);
      await refreshCalendarQueries(sync);
    };
    return onCalendarChangeElsewhere(sync.userId, () => void refresh());
  }, [sync]);
  return useQuery({ ...settingsQuery(sync), ...SHOWN });
}

/** The calendars to choose from: as last seen until Google has answered. */
export function useCalendarList(settings: CalendarSettings | undefined) {
  const sync = useSync();
  const isConnected = settings?.status === 'connected';
  const { data } = useQuery({ ...listQuery(sync), ...SHOWN, enabled: isConnected });
  return (isConnected ? data : undefined) ?? settings?.calendarList ?? [];
}

/** The selected calendars' events on some days; fetched only if a calendar is selected. */
function useCalendarEvents(range: DayRange, settings: CalendarSettings | undefined) {
  const sync = useSync();
  const today = localDay(useNow());
  return useQuery({
    ...eventsQuery(sync, askedDays(range, today)),
    ...SHOWN,
    enabled: settings !== undefined && hasEvents(settings),
  });
}

/** Google's events of some days, and perhaps of others, as external events; empty until they are loaded. */
export function useExternalEvents(range: DayRange) {
  const settings = useCalendarSettings();
  const events = useCalendarEvents(range, settings.data);
  const isConnected = settings.data !== undefined && settings.data.status !== 'disconnected';
  const externalEvents = useMemo(
    () =>
      // After a disconnect, events from before are not shown.
      isConnected && events.data
        ? toExternalEvents(events.data, settings.data.calendarList)
        : NO_EVENTS,
    [isConnected, events.data, settings.data],
  );
  const lastSyncedAt = laterOf(settings.data?.lastSyncedAt, events.data?.asOf);
  return { settings, events, externalEvents, lastSyncedAt };
}

/** The later of two instants in UTC. Reading events changes the time of the last sync, but not the settings' counter. */
const laterOf = (one: string | null = null, other: string | null = null): string | null =>
  one !== null && (other === null || one > other) ? one : other;

const NO_EVENTS: readonly ExternalEvent[] = [];

/** The calendar error in a failed call's body (product §11); undefined if it has none. */
export function calendarErrorIn(error: Error): CalendarError | undefined {
  if (!(error instanceof CallError)) return undefined;
  try {
    const parsed = CalendarError.safeParse(JSON.parse(error.sentence));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The mutations of the connection, with the toasts of product §8. */
export function useCalendarMutations() {
  const sync = useSync();
  const as = { as: sync.userId };
  const applySettings = (settings: CalendarSettings) => {
    const { queryKey } = settingsQuery(sync);
    queryClient.setQueryData(queryKey, settings);
    const copy: Copy<CalendarSettings> = { reply: settings, counter: undefined };
    void sync.storeValue(queryKey.join(' '), copy);
    queryClient.setQueryData(listQuery(sync).queryKey, settings.calendarList);
    outdateCopies(sync);
    void refetchEvents(sync, settings);
    broadcastCalendarChange(sync.userId);
    // Its result was about the state before.
    if (!check.isPending) check.reset();
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
    // One after the other: of two quick ticks the first must not arrive last.
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
