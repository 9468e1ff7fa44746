import type { CalendarError, GoogleCalendar } from '@daymark/contract/googleCalendar';
import type { OwnerRef } from '../owner';
import type { Ports } from '../ports';
import type { CalendarCopy } from '../store/googleCopies';
import type { Connection } from '../store/googleConnections';
import { withAccess } from './access';
import { CalendarFailure, calendarErrorOf } from './calendarFailure';
import { watchCalendar } from './channels';
import type { Window } from './google';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How old a copy may become that Google doesn't tell us about, and one that it does: a message can get lost. */
const FRESH = 5 * MINUTE;
const FRESH_WHILE_WATCHED = DAY;

/** What a copy has at first: this much before now and after it. */
const PAST = 60 * DAY;
const FUTURE = 120 * DAY;

/** Round a day that is asked for outside of the copy, so that its neighbours need no further sync. */
const ROUND = 60 * DAY;

/** The longest time a copy spans; to reach further it lets go of what it had. */
const LONGEST = 800 * DAY;

/** For how long only changes are asked for: whatever Google never told of is mended then. */
const TRUSTED = 7 * DAY;

/** How many calendars are asked for at once. */
const TOGETHER = 5;

/** Syncs of one calendar overtake each other; each round lets one of them through. */
const ATTEMPTS = 3;

interface Wish {
  /** What has to be in the copy; undefined when what there is will do. */
  range?: Window;
  /** Whether Google is to be asked however fresh the copy is. */
  isForced?: boolean;
}

interface Synced {
  /** Whatever there is of the selected calendars, synced now or before. */
  copies: CalendarCopy[];
  /** The first thing that is wrong. */
  calendarError: CalendarError | null;
}

/**
 * Brings the copies of the selected calendars up to date where they aren't: what is fresh costs Google nothing. What is
 * wrong afterwards is noted in the connection.
 */
export async function syncCalendars(
  owner: OwnerRef,
  connection: Connection,
  wish: Wish,
  ports: Ports,
): Promise<Synced> {
  const { selectedIds } = connection;
  const standing = await ports.stores.googleCopies.get(owner, selectedIds);
  const copies = new Map([...standing].map(([id, { copy }]) => [id, copy]));
  const failures = new Map<string, CalendarError>();
  for (let first = 0; first < selectedIds.length; first += TOGETHER)
    await Promise.all(
      selectedIds.slice(first, first + TOGETHER).map(async (id) => {
        try {
          const copy = copies.get(id);
          if (copy && isEnough(copy, connection, wish, ports)) return;
          copies.set(id, await syncOnce(owner, connection, id, wish, ports));
        } catch (error) {
          failures.set(id, calendarErrorOf(error));
        }
      }),
    );
  for (const [id, copy] of copies) if (copy.isGone) failures.set(id, goneFrom(copy));
  const calendarError = selectedIds.flatMap((id) => failures.get(id) ?? [])[0] ?? null;
  await recordCalendarError(owner, connection, calendarError, ports);
  return { copies: [...copies.values()], calendarError };
}

/** Writes what is wrong into the connection, unless it stands there already. */
export async function recordCalendarError(
  owner: OwnerRef,
  { calendarError: before }: Connection,
  calendarError: CalendarError | null,
  { stores }: Ports,
): Promise<void> {
  if (before?.error === calendarError?.error && before?.details === calendarError?.details) return;
  await stores.googleConnections.update(owner, { calendarError }, { isNews: true });
}

/** Whether all of a range is in a copy. */
export const covers = (copy: CalendarCopy, { from, to }: Window) =>
  copy.from <= from && copy.to >= to;

function isEnough(
  copy: CalendarCopy,
  connection: Connection,
  { range, isForced }: Wish,
  { now }: Ports,
): boolean {
  if (isForced || copy.isStale || copy.connectionId !== connection.id) return false;
  if (range && !covers(copy, range)) return false;
  const isWatched = copy.watchedUntil > now().getTime();
  return now().getTime() - copy.syncedAt < (isWatched ? FRESH_WHILE_WATCHED : FRESH);
}

/** The syncs that are under way in this process: whoever needs the same one waits for it. */
const underWay = new Map<string, Promise<CalendarCopy>>();

async function syncOnce(
  owner: OwnerRef,
  connection: Connection,
  calendarId: string,
  wish: Wish,
  ports: Ports,
): Promise<CalendarCopy> {
  const key = `${owner.uid} ${calendarId}`;
  for (let waited = underWay.get(key); waited; waited = underWay.get(key)) {
    const copy = await waited;
    if (isEnough(copy, connection, { ...wish, isForced: false }, ports) && !wish.isForced)
      return copy;
  }
  const syncing = sync(owner, connection, calendarId, wish, ports).finally(() =>
    underWay.delete(key),
  );
  underWay.set(key, syncing);
  return syncing;
}

async function sync(
  owner: OwnerRef,
  connection: Connection,
  calendarId: string,
  wish: Wish,
  ports: Ports,
): Promise<CalendarCopy> {
  const { google, stores, now } = ports;
  let forced = wish.isForced;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const standing = (await stores.googleCopies.get(owner, [calendarId])).get(calendarId);
    const copy = standing?.copy;
    if (copy && isEnough(copy, connection, { ...wish, isForced: forced ?? false }, ports))
      return copy;
    // Asked before the answer is: what changes meanwhile belongs to the next sync.
    const syncedAt = now().getTime();
    const window = windowFor(copy, wish.range, syncedAt);
    const mine = copy?.connectionId === connection.id ? copy : undefined;
    const syncToken = mine && tokenFor(mine, window, syncedAt);
    const listed = connection.calendars.find(({ id }) => id === calendarId);
    const next = {
      ...{ calendarId, connectionId: connection.id, ...window, syncedAt },
      ...{ channelId: mine?.channelId ?? null, watchedUntil: mine?.watchedUntil ?? 0 },
      ...{ isStale: false, name: listed?.summary ?? copy?.name ?? calendarId },
    };
    try {
      const news = await withAccess(owner, ports, async (accessToken) => {
        const changes =
          syncToken && (await google.syncEvents(accessToken, calendarId, { syncToken }));
        // Without a token that Google still knows, everything.
        return changes || (await google.syncEvents(accessToken, calendarId, window));
      });
      if (!news) throw new CalendarFailure('other');
      const readAt = news.isFull ? syncedAt : (mine?.readAt ?? 0);
      const taken = { ...next, syncToken: news.syncToken ?? null, readAt, isGone: false };
      if (await stores.googleCopies.takeIn(owner, taken, news, standing?.version)) {
        const watched = await watchCalendar(owner, taken, ports);
        return { ...taken, ...watched };
      }
    } catch (error) {
      if (!(error instanceof CalendarFailure) || error.kind !== 'notFound') throw error;
      const calendars = await listCalendarsAnew(owner, connection, ports);
      if (calendars.some(({ id }) => id === calendarId)) throw error;
      const nothing = { events: [], gone: [], isFull: true };
      const gone = { ...next, syncToken: null, readAt: syncedAt, isGone: true };
      if (await stores.googleCopies.takeIn(owner, gone, nothing, standing?.version)) return gone;
    }
    // Another sync came first: what it brought may do.
    forced = false;
  }
  throw new CalendarFailure('other');
}

/** Where the next sync may go on: Google's token is good for the window it was made with, and only so long. */
function tokenFor(copy: CalendarCopy, { from, to }: Window, now: number): string | null {
  const isTrusted = now - copy.readAt < TRUSTED && !copy.isGone;
  return isTrusted && copy.from === from && copy.to === to ? copy.syncToken : null;
}

/** What a copy is to have: what it had, and what is asked for, and the time round now. In whole days. */
function windowFor(copy: CalendarCopy | undefined, range: Window | undefined, now: number): Window {
  if (copy && (!range || covers(copy, range))) return { from: copy.from, to: copy.to };
  const usual = { from: now - PAST, to: now + FUTURE };
  const asked = range && { from: range.from - ROUND, to: range.to + ROUND };
  const all = [usual, ...(copy ? [copy] : []), ...(asked ? [asked] : [])];
  const from = Math.min(...all.map((one) => one.from));
  const to = Math.max(...all.map((one) => one.to));
  const chosen = asked && to - from > LONGEST ? asked : { from, to };
  return { from: Math.floor(chosen.from / DAY) * DAY, to: Math.ceil(chosen.to / DAY) * DAY };
}

/** Asks Google which calendars there are, and keeps the answer. */
export async function listCalendarsAnew(owner: OwnerRef, connection: Connection, ports: Ports) {
  const { google, stores, now } = ports;
  const calendars = await withAccess(owner, ports, (token) => google.listCalendars(token));
  const isNews = JSON.stringify(calendars) !== JSON.stringify(connection.calendars);
  const isFirst = connection.listedAt === null && connection.selectedIds.length === 0;
  const fields = {
    ...{ calendars, listedAt: now().getTime() },
    ...(isFirst && { selectedIds: firstSelection(calendars) }),
  };
  await stores.googleConnections.update(owner, fields, { isNews });
  return calendars;
}

/** What is shown to somebody who has just connected. */
export function firstSelection(calendars: readonly GoogleCalendar[]): string[] {
  const [first] = calendars;
  const { id } = calendars.find(({ primary }) => primary) ?? first ?? {};
  return id === undefined ? [] : [id];
}

function goneFrom({ name }: CalendarCopy): CalendarError {
  return {
    error: 'notFound',
    details: `The calendar “${name.slice(0, 80).toWellFormed()}” is no longer there at Google.`,
  };
}
