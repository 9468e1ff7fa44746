import type { CalendarError, GoogleEvent, GoogleTime } from '@daymark/contract/googleCalendar';
import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import type { OwnerRef } from '../owner';
import type { Ports } from '../ports';
import type { Connection } from '../store/googleConnections';
import { CalendarFailure, notConnected, asFailure, calendarErrorOf } from './calendarFailure';
import { calendarSettingsOf } from './calendarSettings';
import { forgetCopies } from './connect';
import { covers, listCalendarsAnew, recordCalendarError, syncCalendars } from './syncCalendars';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How long a list of calendars is good, in ms. */
const LIST_FRESH = 5 * MINUTE;

/** The longest time that can be asked for at once, in days. */
const LONGEST = 400;

/** Google knows the years from 1 to 9999; a little less leaves room for a sync's margins. */
const EARLIEST = Date.parse('0002-01-01T00:00:00Z');
const LATEST = Date.parse('9998-12-31T00:00:00Z');

export const getCalendarSettings: Handler<'getCalendarSettings'> = async ({ owner }, { stores }) =>
  calendarSettingsOf(await stores.googleConnections.get(owner));

export const listCalendars: Handler<'listCalendars'> = async ({ owner }, ports) => {
  const connection = await connectionOf(owner, ports);
  const { calendars, listedAt, status } = connection;
  const age = ports.now().getTime() - (listedAt ?? 0);
  if (status === 'connected' && age >= LIST_FRESH) {
    try {
      return { items: await listCalendarsAnew(owner, connection, ports) };
    } catch (error) {
      const calendarError = calendarErrorOf(error);
      await recordCalendarError(owner, connection, calendarError, ports);
      // What was last seen is better than nothing, and the settings say what is wrong.
      if (calendars.length === 0) throw asFailure(calendarError);
    }
  }
  return { items: calendars };
};

/**
 * The copies answer. Google is asked first where they don't reach the range, where it has said that something is new,
 * and where they are older than five minutes and it can't say so.
 */
export const listCalendarEvents: Handler<'listCalendarEvents'> = async (
  { owner, query: { timeMin, timeMax } },
  ports,
) => {
  const [from, to] = [Date.parse(timeMin), Date.parse(timeMax)];
  if (to <= from) throw new Failure(400, 'timeMax must be after timeMin.');
  if (to - from > LONGEST * DAY) throw new Failure(400, `Ask for ${LONGEST} days at most.`);
  const connection = await connectionOf(owner, ports);
  // A date is at another time in each zone, so a day more on both sides has to be known.
  const range = { from: Math.max(from - DAY, EARLIEST), to: Math.min(to + DAY, LATEST) };

  const { copies, calendarError } = await syncedOrExpired(owner, connection, range, ports);
  const known = copies.filter((copy) => covers(copy, range));
  if (calendarError && known.length === 0) throw asFailure(calendarError);
  const shown = new Set(known.map(({ calendarId }) => calendarId));
  const items = (await ports.stores.googleCopies.events(owner, from, to))
    .filter((event) => shown.has(event.calendarId) && touches(event, timeMin, timeMax))
    .sort((one, other) => order(one, other, timeMin));
  const oldest = Math.min(...known.map(({ syncedAt }) => syncedAt));
  const asOf = known.length > 0 ? new Date(oldest).toISOString() : null;
  return { items, asOf, ...calendarError };
};

/** What there is is not brought up to date while the connection has expired: it has to be made anew first. */
async function syncedOrExpired(
  owner: OwnerRef,
  connection: Connection,
  range: { from: number; to: number },
  ports: Ports,
) {
  if (connection.status === 'connected') return syncCalendars(owner, connection, { range }, ports);
  const standing = await ports.stores.googleCopies.get(owner, connection.selectedIds);
  return {
    copies: [...standing.values()].map(({ copy }) => copy),
    calendarError: expired(connection),
  };
}

const expired = ({ calendarError }: Connection): CalendarError =>
  calendarError?.error === 'expired' ? calendarError : new CalendarFailure('expired').calendarError;

/** Whether an event is on in the range; a date by the clock that the range was written by. */
function touches({ start, end }: GoogleEvent, timeMin: string, timeMax: string): boolean {
  if ('date' in start || 'date' in end) {
    const first = 'date' in start ? start.date : start.dateTime.slice(0, 10);
    const next = 'date' in end ? end.date : end.dateTime.slice(0, 10);
    return `${first}T00:00:00` < clockOf(timeMax) && `${next}T00:00:00` > clockOf(timeMin);
  }
  const startsAt = Date.parse(start.dateTime);
  // Without a length it counts at its start.
  const goneAt = Math.max(Date.parse(end.dateTime), startsAt + 1);
  return startsAt < Date.parse(timeMax) && goneAt > Date.parse(timeMin);
}

const clockOf = (instant: string) => instant.slice(0, 19);

/** By start, what lasts all day first; then by id, so that the order stays. */
function order(one: GoogleEvent, other: GoogleEvent, timeMin: string): number {
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
  const connection = await connectionOf(owner, ports);
  const { calendarId, calendarIds = calendarId == null ? [] : [calendarId] } = body;
  const selectedIds = [...new Set(calendarIds)];
  if (!areAmong(connection.calendars, selectedIds)) {
    const calendars = await listCalendarsAnew(owner, connection, ports).catch((error: unknown) => {
      throw asFailure(calendarErrorOf(error));
    });
    if (!areAmong(calendars, selectedIds))
      throw new Failure(404, 'This calendar is not among yours at Google.');
  }
  await ports.stores.googleConnections.update(owner, { selectedIds }, { isNews: true });
  await forgetCopies(owner, selectedIds, ports);
  return getCalendarSettings({ owner }, ports);
};

const areAmong = (calendars: readonly { id: string }[], ids: readonly string[]) =>
  ids.every((id) => calendars.some((one) => one.id === id));

export const refreshCalendars: Handler<'refreshCalendars'> = async ({ owner }, ports) => {
  const connection = await connectionOf(owner, ports);
  if (connection.status === 'connected') {
    try {
      await listCalendarsAnew(owner, connection, ports);
      await syncCalendars(owner, await connectionOf(owner, ports), { isForced: true }, ports);
    } catch (error) {
      await recordCalendarError(owner, connection, calendarErrorOf(error), ports);
    }
  }
  return getCalendarSettings({ owner }, ports);
};

/** Asks Google, whatever was known: a person wants to see whether it works now. */
export const checkCalendar: Handler<'checkCalendar'> = async ({ owner }, ports) => {
  const connection = await ports.stores.googleConnections.get(owner);
  if (!connection) return { status: 'disconnected', calendarError: null };
  if (connection.status === 'expired')
    return { status: 'expired', calendarError: expired(connection) };
  try {
    await listCalendarsAnew(owner, connection, ports);
    return { status: 'connected', calendarError: null };
  } catch (error) {
    const calendarError = calendarErrorOf(error);
    await recordCalendarError(owner, connection, calendarError, ports);
    const { status } = calendarSettingsOf(await ports.stores.googleConnections.get(owner));
    return { status, calendarError };
  }
};

/** @throws Failure 409 */
async function connectionOf(owner: OwnerRef, { stores }: Ports): Promise<Connection> {
  const connection = await stores.googleConnections.get(owner);
  if (!connection) throw notConnected();
  return connection;
}
