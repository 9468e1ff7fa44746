import type { CalendarError, GoogleEvent, GoogleTime } from '@daymark/contract/googleCalendar';
import { DAY_MS, MINUTE_MS } from '@daymark/contract/time/units';
import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import type { OwnerRef } from '../owner';
import type { Ports } from '../ports';
import type { Connection } from '../store/googleConnections';
import { calendarSettingsOf } from './calendarSettings';
import { deleteCopiesExcept } from './connect';
import {
  calendarErrorOf,
  calendarFailure,
  ConnectionChanged,
  GoogleError,
  notConnected,
} from './googleError';
import {
  covers,
  recordCalendarError,
  reloadCalendars,
  syncCalendars,
  watchedUntil,
} from './syncCalendars';

/** How long a list of calendars is fresh, in ms. */
const LIST_FRESH_MS = 5 * MINUTE_MS;

/** Longest range that one call may ask for, in days. */
const RANGE_MAX_DAYS = 400;

/** Google accepts the years 1 to 9999. A year less at both ends allows for a sync's margins. */
const EARLIEST_MS = Date.parse('0002-01-01T00:00:00Z');
const LATEST_MS = Date.parse('9998-12-31T00:00:00Z');

export const getCalendarSettings: Handler<'getCalendarSettings'> = async ({ owner }, { stores }) =>
  calendarSettingsOf(await stores.googleConnections.get(owner));

export const listCalendars: Handler<'listCalendars'> = ({ owner }, ports) =>
  withConnection(owner, ports, async (connection) => {
    const { calendars, listedAt, status } = connection;
    const age = ports.now().getTime() - (listedAt ?? 0);
    if (status === 'connected' && age >= LIST_FRESH_MS) {
      try {
        return { items: await reloadCalendars(owner, connection, ports) };
      } catch (error) {
        const calendarError = calendarErrorOf(error);
        await recordCalendarError(owner, connection, calendarError, ports);
        // The stored list is better than nothing, and the settings show the error.
        if (calendars.length === 0) throw calendarFailure(calendarError);
      }
    }
    return { items: calendars };
  });

/**
 * Returns events from the calendar copies. If the connection works, copies that aren't fresh (`isFresh`) or don't cover
 * the range are synced first.
 */
export const listCalendarEvents: Handler<'listCalendarEvents'> = async (
  { owner, query: { timeMin, timeMax } },
  ports,
) => {
  const [from, to] = [Date.parse(timeMin), Date.parse(timeMax)];
  if (to <= from) throw new Failure(400, 'timeMax must be after timeMin.');
  if (to - from > RANGE_MAX_DAYS * DAY_MS)
    throw new Failure(400, `You can ask for ${RANGE_MAX_DAYS} days at most.`);
  // An all-day event is at a different time in each time zone, so the range gets one more day on both sides.
  const range = {
    from: Math.max(from - DAY_MS, EARLIEST_MS),
    to: Math.min(to + DAY_MS, LATEST_MS),
  };

  const { selectedIds, copies, calendarError } = await withConnection(
    owner,
    ports,
    async (connection) => ({
      selectedIds: connection.selectedIds,
      ...(await copiesFor(owner, connection, range, ports)),
    }),
  );
  const covering = copies.filter((copy) => covers(copy, range));
  if (calendarError && covering.length === 0) throw calendarFailure(calendarError);
  const shown = new Set(covering.map(({ calendarId }) => calendarId));
  const items = (await ports.stores.googleCopies.events(owner, from, to))
    .filter((event) => shown.has(event.calendarId) && overlaps(event, timeMin, timeMax))
    .sort((one, other) => compareEvents(one, other, timeMin));
  const oldest = Math.min(...covering.map(({ syncedAt }) => syncedAt));
  const asOf = covering.length > 0 ? new Date(oldest).toISOString() : null;
  // Every selected calendar has to be covered, because the events of a missing calendar may arrive at any time.
  const isWhole = !calendarError && covering.length === selectedIds.length;
  const until = isWhole && covering.length > 0 ? Math.min(...covering.map(watchedUntil)) : 0;
  const watchedSeconds = Math.max(0, Math.floor((until - ports.now().getTime()) / 1000));
  return { items, asOf, watchedSeconds, ...calendarError };
};

/**
 * Returns the copies, synced if the connection works. The copies of an expired connection stay as they are until the
 * person connects again.
 */
async function copiesFor(
  owner: OwnerRef,
  connection: Connection,
  range: { from: number; to: number },
  ports: Ports,
) {
  if (connection.status === 'connected') return syncCalendars(owner, connection, { range }, ports);
  const found = await ports.stores.googleCopies.get(owner, connection.selectedIds);
  return {
    copies: [...found.values()].map(({ copy }) => copy),
    calendarError: expiredErrorOf(connection),
  };
}

const expiredErrorOf = ({ calendarError }: Connection): CalendarError =>
  calendarError?.error === 'expired' ? calendarError : new GoogleError('expired').calendarError;

/** Whether an event overlaps the range. All-day events are compared in the range's own UTC offset. */
function overlaps({ start, end }: GoogleEvent, timeMin: string, timeMax: string): boolean {
  if ('date' in start || 'date' in end) {
    const first = 'date' in start ? start.date : start.dateTime.slice(0, 10);
    const next = 'date' in end ? end.date : end.dateTime.slice(0, 10);
    return `${first}T00:00:00` < localTimeOf(timeMax) && `${next}T00:00:00` > localTimeOf(timeMin);
  }
  const startsAt = Date.parse(start.dateTime);
  // An event without a length counts at its start.
  const endsAt = Math.max(Date.parse(end.dateTime), startsAt + 1);
  return startsAt < Date.parse(timeMax) && endsAt > Date.parse(timeMin);
}

const localTimeOf = (instant: string) => instant.slice(0, 19);

/**
 * Compares events by start. If two events have the same start, an all-day event comes first. Ids decide the rest, so
 * that the order is stable.
 */
function compareEvents(one: GoogleEvent, other: GoogleEvent, timeMin: string): number {
  const offset = /(Z|[+-]\d\d:\d\d)$/.exec(timeMin)?.[0] ?? 'Z';
  const at = (time: GoogleTime) =>
    Date.parse('date' in time ? `${time.date}T00:00:00${offset}` : time.dateTime);
  const allDay = ({ start }: GoogleEvent) => ('date' in start ? 0 : 1);
  return (
    at(one.start) - at(other.start) ||
    allDay(one) - allDay(other) ||
    (`${one.calendarId} ${one.id}` < `${other.calendarId} ${other.id}` ? -1 : 1)
  );
}

export const selectCalendar: Handler<'selectCalendar'> = async ({ owner, body }, ports) => {
  const { calendarId, calendarIds = calendarId == null ? [] : [calendarId] } = body;
  const selectedIds = [...new Set(calendarIds)];
  await withConnection(owner, ports, async (connection) => {
    if (!includesAll(connection.calendars, selectedIds)) {
      const calendars = await reloadCalendars(owner, connection, ports).catch((error: unknown) => {
        throw calendarFailure(calendarErrorOf(error));
      });
      if (!includesAll(calendars, selectedIds))
        throw new Failure(404, 'This calendar is not among yours at Google.');
    }
    const { id } = connection;
    const { googleConnections } = ports.stores;
    if (!(await googleConnections.update(owner, id, { selectedIds }, { notify: true })))
      throw new ConnectionChanged();
    await deleteCopiesExcept({ owner, id }, selectedIds, ports);
  });
  return getCalendarSettings({ owner }, ports);
};

const includesAll = (calendars: readonly { id: string }[], ids: readonly string[]) =>
  ids.every((id) => calendars.some((one) => one.id === id));

export const refreshCalendars: Handler<'refreshCalendars'> = async ({ owner }, ports) => {
  await withConnection(owner, ports, async (connection) => {
    if (connection.status !== 'connected') return;
    try {
      await reloadCalendars(owner, connection, ports);
      const reloaded = await ports.stores.googleConnections.get(owner);
      if (reloaded?.id !== connection.id) throw new ConnectionChanged();
      await syncCalendars(owner, reloaded, { isForced: true }, ports);
    } catch (error) {
      await recordCalendarError(owner, connection, calendarErrorOf(error), ports);
    }
  });
  return getCalendarSettings({ owner }, ports);
};

/**
 * Checks the connection. Calls Google even if the stored list is fresh, because the person wants to know whether the
 * connection works now. If the connection has expired, Google isn't called.
 */
export const checkCalendar: Handler<'checkCalendar'> = async ({ owner }, ports) => {
  const connection = await ports.stores.googleConnections.get(owner);
  if (!connection) return { status: 'disconnected', calendarError: null };
  if (connection.status === 'expired')
    return { status: 'expired', calendarError: expiredErrorOf(connection) };
  try {
    await reloadCalendars(owner, connection, ports);
    return { status: 'connected', calendarError: null };
  } catch (error) {
    const calendarError = calendarErrorOf(error);
    await recordCalendarError(owner, connection, calendarError, ports);
    const { status } = calendarSettingsOf(await ports.stores.googleConnections.get(owner));
    return { status, calendarError };
  }
};

/** At most this many attempts if the connection changes during a request. */
const CHANGES_MAX = 3;

/**
 * Runs `work` with the connection. If the connection changes in the meantime, `work` runs again with the current one.
 * @throws Failure 409 if Google Calendar isn't connected, or if the connection changes during every attempt.
 */
async function withConnection<T>(
  owner: OwnerRef,
  { stores }: Ports,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  for (let changes = 1; ; changes++) {
    const connection = await stores.googleConnections.get(owner);
    if (!connection) throw notConnected();
    try {
      return await work(connection);
    } catch (error) {
      if (!(error instanceof ConnectionChanged) || changes === CHANGES_MAX) throw error;
    }
  }
}
