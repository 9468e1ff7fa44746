import {
  CalendarError,
  type CalendarEvents,
  type CalendarSettings,
} from '@daymark/contract/googleCalendar';
import { DAY_MS, MINUTE_MS } from '@daymark/contract/time/units';
import { queryOptions } from '@tanstack/react-query';
import { call, CallError } from '../../lib/api/call';
import { addDays, localInstant, startOfDay, type LocalDay } from '../../lib/time/dates';
import { whenShown } from '../../lib/browser/pageVisibility';
import { queryClient } from '../../lib/api/queryClient';
import { openTabChannel } from '../../lib/browser/tabChannel';
import type { Sync } from '../../sync/createSync';

/*
 * The server's replies about a person's calendars at Google. Each reply is the data of one query, and the replica keeps
 * it. A screen shows a kept reply at once, and asks the server again if the reply is not fresh. A reply is fresh while
 * it is both
 * - current: no change is known that came after the request. The server counts changes, and live updates pass its
 *   counters on. This browser keeps track of its own changes of the connection.
 * - young: under five minutes old, or fifteen for the list of calendars (product §7). While live updates pass on every
 *   change, a reply stays young longer: the connection for a day, and events for as long as the server says.
 */

/** How long a page that has just started expects live updates to begin, in ms. */
const LIVE_UPDATES_WAIT_MS = 10_000;

/** At most this many ranges of events are kept, the most recently requested ones. */
const RANGES_MAX = 24;

/** Local days, the last one included. */
export interface DayRange {
  from: LocalDay;
  to: LocalDay;
}

interface KeptReply<Reply> {
  reply: Reply;
  /** The changes that were known when the server was asked. */
  changes: string;
  youngUntilMs: number;
  watchedUntilMs: number;
}

interface Source<Reply> {
  queryKey: readonly (string | number)[];
  counter: keyof CalendarCounters;
  youngMs: number;
  /** How long every change of the reply raises its counter, in ms. */
  watchedMs?: (reply: Reply) => number;
  ask: () => Promise<Reply>;
  retry?: (failures: number, error: Error) => boolean;
}

const keyOf = (userId: number, ...rest: string[]) => ['googleCalendar', userId, ...rest];

/** Returns the name of a query's reply in the replica. */
const nameOf = (queryKey: readonly unknown[]) => queryKey.join(' ');

const settingsSource = ({ userId }: Sync): Source<CalendarSettings> => ({
  queryKey: keyOf(userId, 'settings'),
  counter: 'settings',
  youngMs: 5 * MINUTE_MS,
  watchedMs: () => DAY_MS,
  ask: () => call('getCalendarSettings', {}, { as: userId }),
});

const listSource = ({ userId }: Sync): Source<CalendarSettings['calendarList']> => ({
  queryKey: keyOf(userId, 'list'),
  counter: 'settings',
  youngMs: 15 * MINUTE_MS,
  ask: async () => (await call('listCalendars', {}, { as: userId })).items,
});

function eventsSource(sync: Sync, { from, to }: DayRange): Source<CalendarEvents> {
  const query = {
    timeMin: localInstant(startOfDay(from)),
    timeMax: localInstant(startOfDay(addDays(to, 1))),
  };
  const allRanges = keyOf(sync.userId, 'events');
  return {
    queryKey: [...allRanges, from, to, query.timeMin.slice(-6)],
    counter: 'events',
    youngMs: 5 * MINUTE_MS,
    watchedMs: ({ watchedSeconds }) => watchedSeconds * 1000,
    ask: async () => {
      const reply = await call('listCalendarEvents', { query }, { as: sync.userId });
      void sync.keepValues(`${nameOf(allRanges)} `, RANGES_MAX - 1);
      return reply;
    },
    // Only the query for events is retried, and only once (product §7).
    retry: (failures, error) => failures < 1 && isRetryable(error),
  };
}

/** Returns the query for the connection to Google Calendar. */
export const settingsQuery = (sync: Sync) => keptQuery(sync, settingsSource(sync));

/** Returns the query for the person's calendars at Google. */
export const listQuery = (sync: Sync) => keptQuery(sync, listSource(sync));

/** Returns the query for the selected calendars' events on some days. */
export const eventsQuery = (sync: Sync, range: DayRange) =>
  keptQuery(sync, eventsSource(sync, range));

/** Whether a retry may help. A retry doesn't help if Google or the server refused. */
const isRetryable = (error: Error) =>
  !(error instanceof CallError) ||
  ((error.status === 0 || error.status >= 500) && calendarErrorIn(error) === undefined);

/** Returns the calendar error in a failed call's body (product §11), or undefined if there is none. */
export function calendarErrorIn(error: Error): CalendarError | undefined {
  if (!(error instanceof CallError)) return undefined;
  try {
    const parsed = CalendarError.safeParse(JSON.parse(error.sentence));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

const keptQuery = <Reply>(sync: Sync, source: Source<Reply>) =>
  queryOptions({
    queryKey: source.queryKey,
    staleTime: ({ state }) => (isFresh(sync, source.counter, state.data) ? Infinity : 0),
    queryFn: () => askUnlessFresh(sync, source),
    retry: source.retry ?? false,
    retryDelay: 500,
    select: replyOf<Reply>,
  });

const replyOf = <Reply>({ reply }: KeptReply<Reply>) => reply;

/**
 * Returns the replica's reply if it is fresh and this page has no reply yet. Otherwise asks the server. If the server
 * can't be reached, the function returns the old reply, if there is one.
 */
async function askUnlessFresh<Reply>(sync: Sync, source: Source<Reply>): Promise<KeptReply<Reply>> {
  const { queryKey, counter, ask } = source;
  const kept = () => queryClient.getQueryData<KeptReply<Reply>>(queryKey);
  if (!kept()) {
    await restoreReply(sync, queryKey);
    const restored = kept();
    if (restored && isFresh(sync, counter, restored)) return restored;
  }
  try {
    for (;;) {
      const changes = changesText(sync, counter);
      const reply = await ask();
      // The server may have read its data before a change that has become known since the request.
      if (changes === changesText(sync, counter)) return keepReply(sync, source, reply);
    }
  } catch (error) {
    const old = kept();
    if (old && error instanceof CallError && error.status === 0) return old;
    throw error;
  }
}

/** Puts the replica's reply into a query that has none. */
export async function restoreReply(sync: Sync, queryKey: readonly unknown[]): Promise<void> {
  await queryClient.query(knownQuery(sync));
  const stored = await sync.readValue(nameOf(queryKey));
  if (stored && queryClient.getQueryData(queryKey) === undefined)
    queryClient.setQueryData(queryKey, stored.value);
}

/** Stores a new reply in the replica. */
function keepReply<Reply>(sync: Sync, source: Source<Reply>, reply: Reply): KeptReply<Reply> {
  const kept: KeptReply<Reply> = {
    reply,
    changes: changesText(sync, source.counter),
    youngUntilMs: Date.now() + source.youngMs,
    watchedUntilMs: Date.now() + (source.watchedMs?.(reply) ?? 0),
  };
  void sync.storeValue(nameOf(source.queryKey), kept);
  return kept;
}

function isFresh(
  sync: Sync,
  counter: keyof CalendarCounters,
  kept: KeptReply<unknown> | undefined,
): boolean {
  if (kept?.changes !== changesText(sync, counter)) return false;
  const isWatched = known(sync).live !== 'off' && Date.now() < kept.watchedUntilMs;
  return isWatched || Date.now() < kept.youngUntilMs;
}

/** Removes the calendars and their events from this browser. */
async function forgetReplies({ userId, keepValues }: Sync): Promise<void> {
  for (const queryKey of [keyOf(userId, 'list'), keyOf(userId, 'events')]) {
    queryClient.removeQueries({ queryKey });
    await keepValues(nameOf(queryKey), 0);
  }
}

/** Whether there are events to ask for. */
export const hasEvents = ({ status, selectedCalendarIds }: CalendarSettings) =>
  status !== 'disconnected' && selectedCalendarIds.length > 0;

/** Returns the key of the mutation that disconnects Google Calendar. */
export const disconnectKey = (userId: number) => keyOf(userId, 'disconnect');

/**
 * Asks for the connection and for the events that are shown, if they are not fresh, once the page is visible. Removes
 * Google's calendars and events from this browser after a disconnect.
 */
async function askAgain(sync: Sync): Promise<void> {
  await whenShown(sync.signal);
  if (sync.signal.aborted) return;
  const settings = await queryClient.query(settingsQuery(sync)).catch(() => undefined);
  if (settings?.status === 'disconnected') await forgetReplies(sync);
  if (settings && !hasEvents(settings)) return;
  // Don't ask during a disconnect, because the server refuses once the connection is gone.
  const isDisconnecting = queryClient.isMutating({ mutationKey: disconnectKey(sync.userId) }) > 0;
  if (!isDisconnecting) await askForEvents(sync);
}

/** Asks for the events that are shown, if they are not fresh. */
export const askForEvents = (sync: Sync): Promise<void> =>
  queryClient.refetchQueries(
    {
      queryKey: keyOf(sync.userId, 'events'),
      type: 'active',
      predicate: ({ state }) =>
        !isFresh(sync, 'events', state.data as KeptReply<CalendarEvents> | undefined),
    },
    { cancelRefetch: false },
  );

interface Changes {
  /** How many changes of the connection the server has counted. */
  settings: number;
  /** How many changes the server has counted of the connection and of events at Google. */
  events: number;
  /** A random id of this browser's last change of the connection. */
  own: string;
}

type CalendarCounters = Omit<Changes, 'own'>;

interface Known {
  changes: Changes;
  /** Whether live updates pass the counters on to this tab. */
  live: 'expected' | 'on' | 'off';
  /** Tells the person's other tabs about changes. */
  tell?: (changes: Changes) => void;
}

const NOTHING_KNOWN: Known = { changes: { settings: 0, events: 0, own: '' }, live: 'off' };
const CHANGES = 'calendarChanges';

/**
 * Returns the query for the changes that this page knows. At first, the page knows the changes that the replica has
 * from earlier pages.
 */
const knownQuery = (sync: Sync) =>
  queryOptions({
    queryKey: keyOf(sync.userId, 'known'),
    queryFn: async (): Promise<Known> => {
      const { broadcast: tell, close } = openTabChannel<Changes>(
        `daymark.calendarChanges.${sync.userId}`,
        (changes) => void hear(sync, changes),
      );
      sync.signal.addEventListener('abort', close);
      const stored = await sync.readValue(CHANGES);
      if (!stored) return { ...NOTHING_KNOWN, tell };
      setTimeout(() => void stopExpecting(sync), LIVE_UPDATES_WAIT_MS);
      return { changes: stored.value as Changes, live: 'expected', tell };
    },
  });

const known = (sync: Sync) => queryClient.getQueryData(knownQuery(sync).queryKey) ?? NOTHING_KNOWN;

function changesText(sync: Sync, counter: keyof CalendarCounters): string {
  const { own, [counter]: counted } = known(sync).changes;
  return `${own} ${counted}`;
}

/** Records changes that have become known. Resolves to whether they differ from the changes known so far. */
async function note(sync: Sync, news: Partial<Changes>, live?: Known['live']): Promise<boolean> {
  const query = knownQuery(sync);
  await queryClient.query(query);
  if (sync.signal.aborted) return false;
  const before = known(sync);
  const changes = { ...before.changes, ...news };
  queryClient.setQueryData(query.queryKey, { ...before, changes, live: live ?? before.live });
  // If the new object is equal to the old one, the query keeps the old one.
  return known(sync).changes !== before.changes;
}

async function hear(sync: Sync, changes: Changes): Promise<void> {
  if (await note(sync, changes)) await askAgain(sync);
}

async function stopExpecting(sync: Sync): Promise<void> {
  if (known(sync).live !== 'expected') return;
  await note(sync, {}, 'off');
  await askAgain(sync);
}

/** Takes the server's counters from live updates, or undefined when live updates end. */
export async function onCalendarCounters(
  sync: Sync,
  counters: CalendarCounters | undefined,
): Promise<void> {
  if (await note(sync, counters ?? {}, counters ? 'on' : 'off')) await actOnChanges(sync);
}

/** Call this function after this browser may have changed the connection, with the new settings if they are known. */
export async function onConnectionChanged(sync: Sync, settings?: CalendarSettings): Promise<void> {
  await note(sync, { own: crypto.randomUUID() });
  if (settings) {
    putReply(sync, settingsSource(sync), settings);
    putReply(sync, listSource(sync), settings.calendarList);
  }
  await actOnChanges(sync);
}

const putReply = <Reply>(sync: Sync, source: Source<Reply>, reply: Reply) =>
  queryClient.setQueryData(source.queryKey, keepReply(sync, source, reply));

/**
 * Acts on changes that this tab is the first to know: tells the other tabs, stores the changes, and asks the server
 * again.
 */
async function actOnChanges(sync: Sync): Promise<void> {
  const { changes, tell } = known(sync);
  tell?.(changes);
  await sync.storeValue(CHANGES, changes);
  await askAgain(sync);
}
