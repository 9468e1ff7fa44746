import type { CalendarError, GoogleCalendar } from '@daymark/contract/googleCalendar';
import { DAY_MS, MINUTE_MS } from '@daymark/contract/time/units';
import type { OwnerRef } from '../owner';
import type { Ports } from '../ports';
import type { CalendarCopy } from '../store/googleCopies';
import type { Connection } from '../store/googleConnections';
import { withAccess } from './access';
import { watchCalendar } from './channels';
import type { Window } from './google';
import { calendarErrorOf, calendarNotFound, ConnectionChanged, GoogleError } from './googleError';

/**
 * How long a copy is fresh without a channel and with a channel, in ms. Even a copy with a channel is fresh for a
 * limited time, because messages can get lost.
 */
const FRESH_MS = 5 * MINUTE_MS;
const FRESH_WITH_CHANNEL_MS = DAY_MS;

/** How far a new copy reaches into the past and the future, in ms. */
const PAST_MS = 60 * DAY_MS;
const FUTURE_MS = 120 * DAY_MS;

/**
 * How much more is read on both sides of a range that the copy doesn't cover, in ms. With this margin, the days next to
 * the range need no further sync.
 */
const RANGE_MARGIN_MS = 60 * DAY_MS;

/** Longest window of a copy, in ms. A copy that would become longer drops its earlier window. */
const WINDOW_MAX_MS = 800 * DAY_MS;

/**
 * How long syncs read only changes, in ms. A later sync reads everything again, which finds changes that Google did not
 * report.
 */
const FULL_SYNC_AFTER_MS = 7 * DAY_MS;

/** How many calendars are synced at the same time. */
const PARALLEL_SYNCS = 5;

/** At most this many attempts. When several syncs of one calendar run at once, each round lets one of them write. */
const SYNC_ATTEMPTS = 3;

interface SyncOptions {
  /** The range that the copies have to cover, or undefined if their current windows are enough. */
  range?: Window;
  /** Whether to ask Google even if the copy is fresh. */
  isForced?: boolean;
}

interface Synced {
  /** The copies of the selected calendars, synced now or earlier. */
  copies: CalendarCopy[];
  /** The first error in the order of the selected calendars, or null if there is none. */
  calendarError: CalendarError | null;
}

/** Syncs each selected calendar that has no fresh copy, and records the first error in the connection. */
export async function syncCalendars(
  owner: OwnerRef,
  connection: Connection,
  options: SyncOptions,
  ports: Ports,
): Promise<Synced> {
  const { selectedIds } = connection;
  const found = await ports.stores.googleCopies.get(owner, selectedIds);
  const copies = new Map([...found].map(([id, { copy }]) => [id, copy]));
  const errors = new Map<string, CalendarError>();
  for (let first = 0; first < selectedIds.length; first += PARALLEL_SYNCS)
    await Promise.all(
      selectedIds.slice(first, first + PARALLEL_SYNCS).map(async (id) => {
        try {
          const copy = copies.get(id);
          if (copy && isFresh(copy, connection, options, ports)) return;
          copies.set(id, await syncOnce(owner, connection, id, options, ports));
        } catch (error) {
          errors.set(id, calendarErrorOf(error));
        }
      }),
    );
  for (const [id, copy] of copies) if (copy.isGone) errors.set(id, calendarNotFound(copy.name));
  const calendarError = selectedIds.flatMap((id) => errors.get(id) ?? [])[0] ?? null;
  await recordCalendarError(owner, connection, calendarError, ports);
  return { copies: [...copies.values()], calendarError };
}

/**
 * Stores the error in the connection, or clears it if `calendarError` is null. Does nothing if the connection has this
 * error already or has ended.
 */
export async function recordCalendarError(
  owner: OwnerRef,
  { id, calendarError: before }: Connection,
  calendarError: CalendarError | null,
  { stores }: Ports,
): Promise<void> {
  if (before?.error === calendarError?.error && before?.details === calendarError?.details) return;
  await stores.googleConnections.update(owner, id, { calendarError }, { notify: true });
}

/**
 * Returns the moment until which a copy can rely on Google to report changes, in ms since 1970. The moment is at most
 * `FRESH_WITH_CHANNEL_MS` after the last sync. Returns 0 if there is no channel or the calendar is gone. The first
 * report after a sync raises a counter of live updates.
 */
export const watchedUntil = (copy: CalendarCopy) =>
  copy.channelId === null || copy.isGone
    ? 0
    : Math.min(copy.watchedUntil, copy.syncedAt + FRESH_WITH_CHANNEL_MS);

/** Whether a copy covers a whole range. */
export const covers = (copy: CalendarCopy, { from, to }: Window) =>
  copy.readAt > 0 && copy.from <= from && copy.to >= to;

function isFresh(
  copy: CalendarCopy,
  connection: Connection,
  { range, isForced }: SyncOptions,
  { now }: Ports,
): boolean {
  if (isForced || copy.isStale || copy.connectionId !== connection.id) return false;
  if (range && !covers(copy, range)) return false;
  const hasChannel = copy.watchedUntil > now().getTime();
  return now().getTime() - copy.syncedAt < (hasChannel ? FRESH_WITH_CHANNEL_MS : FRESH_MS);
}

/** This process's running syncs, by connection and calendar. Requests that need the same sync wait for it. */
const syncsByCalendar = new Map<string, Promise<CalendarCopy>>();

async function syncOnce(
  owner: OwnerRef,
  connection: Connection,
  calendarId: string,
  options: SyncOptions,
  ports: Ports,
): Promise<CalendarCopy> {
  const key = `${connection.id} ${calendarId}`;
  for (let running = syncsByCalendar.get(key); running; running = syncsByCalendar.get(key)) {
    const copy = await running;
    if (isFresh(copy, connection, options, ports)) return copy;
  }
  const syncing = sync(owner, connection, calendarId, options, ports).finally(() =>
    syncsByCalendar.delete(key),
  );
  syncsByCalendar.set(key, syncing);
  return syncing;
}

async function sync(
  owner: OwnerRef,
  connection: Connection,
  calendarId: string,
  options: SyncOptions,
  ports: Ports,
): Promise<CalendarCopy> {
  const { google, stores, now } = ports;
  let isForced = options.isForced ?? false;
  for (let attempt = 1; attempt <= SYNC_ATTEMPTS; attempt++) {
    const found = (await stores.googleCopies.get(owner, [calendarId])).get(calendarId);
    const copy = found?.copy;
    if (copy && isFresh(copy, connection, { ...options, isForced }, ports)) return copy;
    // Take the time before Google is called, because changes made during the call belong to the next sync.
    const syncedAt = now().getTime();
    const window = windowFor(copy, options.range, syncedAt);
    const previous = copy?.connectionId === connection.id ? copy : undefined;
    const syncToken = previous && syncTokenFor(previous, window, syncedAt);
    const listed = connection.calendars.find(({ id }) => id === calendarId);
    const next = {
      calendarId,
      connectionId: connection.id,
      ...window,
      syncedAt,
      channelId: previous?.channelId ?? null,
      watchedUntil: previous?.watchedUntil ?? 0,
      isStale: false,
      isAnnounced: false,
      name: listed?.summary ?? copy?.name ?? calendarId,
    };
    try {
      const changes = await withAccess({ owner, id: connection.id }, ports, async (accessToken) => {
        const sinceLastSync =
          syncToken && (await google.syncEvents(accessToken, calendarId, { syncToken }));
        // Read everything if there is no sync token or Google rejects it as too old.
        return sinceLastSync || (await google.syncEvents(accessToken, calendarId, window));
      });
      if (!changes) throw new GoogleError('other');
      const readAt = changes.isFull ? syncedAt : (previous?.readAt ?? 0);
      const synced = { ...next, syncToken: changes.syncToken ?? null, readAt, isGone: false };
      const stored = await stores.googleCopies.applySync(owner, synced, changes, found);
      if (stored) {
        const channel = await watchCalendar({ owner, id: connection.id }, stored, ports);
        return { ...synced, ...channel };
      }
    } catch (error) {
      if (!(error instanceof GoogleError) || error.code !== 'notFound') throw error;
      const calendars = await reloadCalendars(owner, connection, ports);
      if (calendars.some(({ id }) => id === calendarId)) throw error;
      const nothing = { events: [], deletedIds: [], isFull: true };
      const gone = { ...next, syncToken: null, readAt: syncedAt, isGone: true };
      if (await stores.googleCopies.applySync(owner, gone, nothing, found)) return gone;
    }
    const present = await stores.googleConnections.get(owner);
    if (present?.id !== connection.id || !present.selectedIds.includes(calendarId))
      throw new ConnectionChanged();
    // Another sync wrote first, and its copy may be fresh enough.
    isForced = false;
  }
  throw new GoogleError('other');
}

/**
 * Returns the copy's sync token, or null if it can't be used. A token is valid only for the window of its sync, and for
 * a limited time.
 */
function syncTokenFor(copy: CalendarCopy, { from, to }: Window, now: number): string | null {
  const isRecent = now - copy.readAt < FULL_SYNC_AFTER_MS && !copy.isGone;
  return isRecent && copy.from === from && copy.to === to ? copy.syncToken : null;
}

/**
 * Returns the window to sync. If the copy covers the range, or no range is given, the copy keeps its window. Otherwise
 * the window joins the copy's window, the range with its margins, and the time around now, in whole days. If the joined
 * window is too long, only the range with its margins is synced.
 */
function windowFor(copy: CalendarCopy | undefined, range: Window | undefined, now: number): Window {
  if (copy && (!range || covers(copy, range))) return { from: copy.from, to: copy.to };
  const aroundNow = { from: now - PAST_MS, to: now + FUTURE_MS };
  const asked = range && { from: range.from - RANGE_MARGIN_MS, to: range.to + RANGE_MARGIN_MS };
  const all = [aroundNow, ...(copy ? [copy] : []), ...(asked ? [asked] : [])];
  const from = Math.min(...all.map((one) => one.from));
  const to = Math.max(...all.map((one) => one.to));
  const chosen = asked && to - from > WINDOW_MAX_MS ? asked : { from, to };
  return {
    from: Math.floor(chosen.from / DAY_MS) * DAY_MS,
    to: Math.ceil(chosen.to / DAY_MS) * DAY_MS,
  };
}

/**
 * Reads the list of calendars from Google and stores it.
 * @throws ConnectionChanged if the person has disconnected or connected again.
 */
export async function reloadCalendars(owner: OwnerRef, connection: Connection, ports: Ports) {
  const { google, stores, now } = ports;
  const { id } = connection;
  const { account, calendars } = await withAccess({ owner, id }, ports, (token) =>
    google.listCalendars(token),
  );
  const hasChanged = JSON.stringify(calendars) !== JSON.stringify(connection.calendars);
  const isFirst = connection.listedAt === null && connection.selectedIds.length === 0;
  const fields = {
    account,
    calendars,
    listedAt: now().getTime(),
    ...(isFirst && { selectedIds: defaultSelection(calendars) }),
  };
  if (!(await stores.googleConnections.update(owner, id, fields, { notify: hasChanged })))
    throw new ConnectionChanged();
  return calendars;
}

/**
 * Returns the ids of the calendars that are selected after connecting: the primary calendar, or the first if none is
 * primary.
 */
export function defaultSelection(calendars: readonly GoogleCalendar[]): string[] {
  const [first] = calendars;
  const { id } = calendars.find(({ primary }) => primary) ?? first ?? {};
  return id === undefined ? [] : [id];
}
