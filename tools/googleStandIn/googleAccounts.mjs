// @ts-check
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createHistory, endAfter, instancesOf } from './calendarHistory.mjs';
import { seedWeek } from './seedWeek.mjs';
import { DAY_MS, wallAt } from './zonedTime.mjs';

/** How far ahead of the stand-in's start recurring events are expanded where nobody says how far. */
const HORIZON_DAYS = 730;

/**
 * A time in Google's format: `date`, or `dateTime` with an offset or a `timeZone`.
 * @typedef {{ date?: string | undefined, dateTime?: string | undefined, timeZone?: string | undefined }} GoogleTime
 */

/**
 * The fields of a new or changed event. Any other field of Google's events (location, colorId,
 * description, visibility…) may be given too; null removes it in a change.
 * @typedef {{ id?: string, start: GoogleTime, end?: GoogleTime, recurrence?: string[] | null, [field: string]: unknown }} NewEvent
 */

/**
 * @typedef {object} NewCalendar
 * @property {string} summary
 * @property {string} [id]
 * @property {string} [timeZone]
 * @property {string} [backgroundColor]
 * @property {'owner' | 'writer' | 'reader' | 'freeBusyReader'} [accessRole]
 * @property {boolean} [primary]
 * @property {boolean} [hidden] the person has hidden it from their list
 */

/**
 * @typedef {object} Calendar
 * @property {string} id
 * @property {Required<Omit<NewCalendar, 'id'>>} entry
 * @property {import('./calendarHistory.mjs').History} history
 * @property {number} generation sync tokens of an earlier one are expired
 * @property {number} listVersion when its entry in the list changed last
 * @property {boolean} deleted
 */

/**
 * @typedef {object} Account
 * @property {string} email
 * @property {Map<string, Calendar>} calendars
 * @property {number} listVersion
 */

/**
 * Thrown for a request that makes no sense.
 */
export class Unacceptable extends Error {}

/**
 * The Google accounts and their calendars, and what a person can do with them at Google.
 * @param {object} options
 * @param {() => Date} options.now
 * @param {false | { timeZone?: string }} options.seed what a new account begins with: a week of
 *   Ada's in a zone (Europe/Berlin unless given), or nothing but an empty primary calendar
 * @param {(account: string, calendarId: string, state: 'exists' | 'not_exists') => void} options.changed
 */
export function createAccounts({ now, seed, changed }) {
  /** @type {Map<string, Account>} */
  const accounts = new Map();
  const horizon = now().getTime() + HORIZON_DAYS * DAY_MS;

  /**
   * The account with this address, created at the first use.
   * @param {string} email
   */
  function accountOf(email) {
    return accounts.get(email) ?? makeAccount(email, seed);
  }

  /**
   * @param {string} email
   * @param {typeof seed} contents
   */
  function makeAccount(email, contents) {
    /** @type {Account} */
    const account = { email, calendars: new Map(), listVersion: 0 };
    accounts.set(email, account);
    const timeZone = (contents && contents.timeZone) || 'Europe/Berlin';
    createCalendar({ account: email, id: email, summary: email, timeZone, primary: true });
    if (contents)
      seedWeek({ email, timeZone, now: now(), createCalendar, createEvent, deleteEvent });
    return account;
  }

  /**
   * @param {string} email
   * @param {string} calendarId `primary` is the account's own
   */
  function findCalendar(email, calendarId) {
    const calendar = accountOf(email).calendars.get(calendarId === 'primary' ? email : calendarId);
    return calendar?.deleted ? undefined : calendar;
  }

  /** @param {{ account: string, calendarId?: string }} where */
  function calendarOf({ account, calendarId = 'primary' }) {
    const calendar = findCalendar(account, calendarId);
    if (!calendar) throw new Unacceptable(`${account} has no calendar ${calendarId}`);
    return calendar;
  }

  /**
   * Resets an account's calendars and events, with or without the seed.
   * @param {{ account: string, seed?: boolean, timeZone?: string }} how
   */
  function resetAccount({ account, seed: seeded = true, timeZone }) {
    const before = [...(accounts.get(account)?.calendars.keys() ?? [])];
    const zone = timeZone ?? ((seed && seed.timeZone) || 'Europe/Berlin');
    accounts.delete(account);
    const made = makeAccount(account, seeded && { timeZone: zone });
    if (!seeded && timeZone) {
      changeCalendar({ account, timeZone });
    }
    // Earlier sync tokens are invalid from here on.
    for (const calendar of made.calendars.values()) calendar.generation = generationSeed();
    for (const id of before) changed(account, id, made.calendars.has(id) ? 'exists' : 'not_exists');
  }

  /** @param {{ account: string } & NewCalendar} calendar */
  function createCalendar({ account, ...given }) {
    const owner = accountOf(account);
    const id =
      given.id ??
      `c_${createHash('sha256').update(randomUUID()).digest('hex')}@group.calendar.google.com`;
    const timeZone = given.timeZone ?? 'Europe/Berlin';
    owner.listVersion += 1;
    owner.calendars.set(id, {
      id,
      entry: {
        summary: given.summary,
        timeZone,
        backgroundColor: given.backgroundColor ?? '#9fe1e7',
        accessRole: given.accessRole ?? 'owner',
        primary: given.primary ?? false,
        hidden: given.hidden ?? false,
      },
      history: createHistory(timeZone),
      generation: generationSeed(),
      listVersion: owner.listVersion,
      deleted: false,
    });
    return { id };
  }

  /** @param {{ account: string, calendarId?: string } & Partial<Omit<NewCalendar, 'id' | 'primary'>>} change */
  function changeCalendar({ account, calendarId, ...changes }) {
    const calendar = calendarOf({ account, ...(calendarId !== undefined && { calendarId }) });
    Object.assign(calendar.entry, changes);
    if (changes.timeZone) calendar.history.timeZone = changes.timeZone;
    // Days begin at other instants now, so every event may have moved.
    if (changes.timeZone) calendar.generation = generationSeed();
    calendar.listVersion = accountOf(account).listVersion += 1;
    changed(account, calendar.id, 'exists');
  }

  /** @param {{ account: string, calendarId: string }} where */
  function deleteCalendar({ account, calendarId }) {
    const calendar = calendarOf({ account, calendarId });
    if (calendar.entry.primary) throw new Unacceptable('Nobody can delete the primary calendar.');
    calendar.deleted = true;
    calendar.listVersion = accountOf(account).listVersion += 1;
    changed(account, calendar.id, 'not_exists');
  }

  /** @param {{ account: string, calendarId?: string, event: NewEvent }} what */
  function createEvent({ event, ...where }) {
    const calendar = calendarOf(where);
    const { id = newEventId(), start, end, recurrence, ...fields } = event;
    if (calendar.history.snapshot().has(id)) throw new Unacceptable(`There is an event ${id}`);
    const from = momentOf(start, calendar.history.timeZone);
    const instant = now().getTime();
    write(where.account, calendar, [
      {
        id,
        status: 'confirmed',
        fields,
        start: from,
        end: end
          ? momentOf(end, calendar.history.timeZone)
          : endAfter(from, { start: { date: '2000-01-01' }, end: { date: '2000-01-02' } }),
        ...(recurrence && { recurrence }),
        created: instant,
        updated: instant,
        sequence: 0,
      },
    ]);
    return { id };
  }

  /**
   * Changes an event, or one instance by its id. A new start without an end keeps the length. A
   * changed rule or start of a recurring event drops the exceptions whose instances are gone.
   * @param {{ account: string, calendarId?: string, eventId: string, changes: Partial<NewEvent> }} what
   */
  function changeEvent({ eventId, changes, ...where }) {
    const calendar = calendarOf(where);
    const before = eventOf(calendar, eventId);
    const { start, end, recurrence, id: _, ...fields } = changes;
    const zone = calendar.history.timeZone;
    const from = start ? momentOf(start, zone, before.start) : before.start;
    /** @type {import('./calendarHistory.mjs').StoredEvent} */
    const after = {
      ...before,
      status: 'confirmed',
      fields: withoutNulls({ ...before.fields, ...fields }),
      start: from,
      end: end ? momentOf(end, zone, from) : start ? endAfter(from, before) : before.end,
      ...(recurrence && { recurrence }),
      updated: now().getTime(),
      sequence: before.sequence + 1,
    };
    if (recurrence === null) delete after.recurrence;
    write(where.account, calendar, [after, ...exceptionsLost(calendar, after)]);
  }

  /**
   * Deletes an event with all its instances, or cancels the one instance whose id is given.
   * @param {{ account: string, calendarId?: string, eventId: string }} what
   */
  function deleteEvent({ eventId, ...where }) {
    const calendar = calendarOf(where);
    const before = eventOf(calendar, eventId);
    write(where.account, calendar, [
      { ...before, status: 'cancelled', updated: now().getTime(), sequence: before.sequence + 1 },
    ]);
  }

  /**
   * The event with this id, or an unchanged instance with the fields of its series.
   * @param {Calendar} calendar
   * @param {string} id
   * @returns {import('./calendarHistory.mjs').StoredEvent}
   */
  function eventOf({ history }, id) {
    const snapshot = history.snapshot();
    const event = snapshot.get(id);
    const master = snapshot.get(event?.exceptionTo?.id ?? id.replace(/_[^_]*$/, ''));
    if (event?.exceptionTo ? event.status !== 'gone' && master : event?.status === 'confirmed') {
      return /** @type {import('./calendarHistory.mjs').StoredEvent} */ (event);
    }
    const start = master && instancesOf(master, horizon, history.timeZone).get(id);
    if (!start) throw new Unacceptable(`There is no event ${id}`);
    const { recurrence: _, ...rest } = master;
    return {
      ...rest,
      id,
      start,
      end: endAfter(start, master),
      exceptionTo: { id: master.id, start },
    };
  }

  /**
   * @param {Calendar} calendar
   * @param {import('./calendarHistory.mjs').StoredEvent} master
   * @returns {import('./calendarHistory.mjs').StoredEvent[]}
   */
  function exceptionsLost({ history }, master) {
    const instances = instancesOf(master, horizon, history.timeZone);
    return [...history.snapshot().values()]
      .filter(({ id, status, exceptionTo }) => {
        return exceptionTo?.id === master.id && status !== 'gone' && !instances.has(id);
      })
      .map((event) => ({ ...event, status: 'gone' }));
  }

  /**
   * @param {string} account
   * @param {Calendar} calendar
   * @param {import('./calendarHistory.mjs').StoredEvent[]} events
   */
  function write(account, calendar, events) {
    for (const event of events) {
      try {
        instancesOf(event, horizon, calendar.history.timeZone);
      } catch (error) {
        throw error instanceof RangeError ? new Unacceptable(error.message) : error;
      }
    }
    calendar.history.write(events);
    changed(account, calendar.id, 'exists');
  }

  return {
    horizon,
    accountOf,
    findCalendar,
    emails: () => [...accounts.keys()],
    actions: {
      resetAccount,
      createCalendar,
      changeCalendar,
      deleteCalendar,
      createEvent,
      changeEvent,
      deleteEvent,

      /**
       * Invalidates all sync tokens: the next incremental sync is answered with 410.
       * @param {{ account: string, calendarId?: string }} where all calendars, unless one is named
       */
      expireSyncTokens({ account, calendarId }) {
        const all = [...accountOf(account).calendars.values()];
        const those = calendarId === undefined ? all : [calendarOf({ account, calendarId })];
        for (const calendar of those) calendar.generation = generationSeed();
      },
    },
  };
}

/** @typedef {ReturnType<typeof createAccounts>} Accounts */

/** No two calendars share one, also not those of an account that was created again. */
let generations = 0;
const generationSeed = () => (generations += 1);

/** As Google makes them: base32hex in small letters. */
const newEventId = () => [...randomBytes(26)].map((byte) => (byte % 32).toString(32)).join('');

/**
 * @param {GoogleTime} time
 * @param {string} timeZone the calendar's
 * @param {import('./calendarHistory.mjs').Moment} [like] whose zone it has unless it names one
 * @returns {import('./calendarHistory.mjs').Moment}
 */
function momentOf({ date, dateTime, timeZone: own }, timeZone, like) {
  if (date !== undefined) return { date };
  if (dateTime === undefined) throw new Unacceptable('A time needs a date or a dateTime.');
  const zone = own ?? (like && 'zone' in like ? like.zone : timeZone);
  if (/(Z|[+-]\d\d:\d\d)$/.test(dateTime))
    return { wall: wallAt(Date.parse(dateTime), zone), zone };
  return { wall: dateTime.length === 16 ? `${dateTime}:00` : dateTime.slice(0, 19), zone };
}

/** @param {Record<string, unknown>} fields */
const withoutNulls = (fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
