// @ts-check
import { randomBytes } from 'node:crypto';
import { endAfter, instancesOf } from './calendarHistory.mjs';
import { Unacceptable } from './googleAccounts.mjs';
import { wallAt } from './zonedTime.mjs';

/**
 * A time in Google's format: a `date`, or a `dateTime` that may have an offset or a `timeZone`.
 * @typedef {{ date?: string | undefined, dateTime?: string | undefined, timeZone?: string | undefined }} GoogleTime
 */

/**
 * The fields of a new or changed event. Any other field of Google's events (location, colorId, description,
 * visibility…) may be given too. In a change, null removes the field.
 * @typedef {{ id?: string, start: GoogleTime, end?: GoogleTime, recurrence?: string[] | null, [field: string]: unknown }} NewEvent
 */

/** @typedef {import('./calendarHistory.mjs').StoredEvent} StoredEvent */
/** @typedef {import('./calendarHistory.mjs').Moment} Moment */
/** @typedef {import('./googleAccounts.mjs').Calendar} Calendar */
/** @typedef {{ account: string, calendarId?: string }} Where */

/**
 * Returns the functions with which a calendar's owner changes its events.
 * @param {object} options
 * @param {import('./googleAccounts.mjs').Accounts} options.accounts
 * @param {number} options.horizon the instant (ms) up to which instances of recurring events can be changed
 * @param {() => Date} options.now
 * @param {import('./googleAccounts.mjs').OnChanged} options.changed
 */
export function createEventChanges({ accounts, horizon, now, changed }) {
  /**
   * @param {Where} where
   * @param {(calendar: Calendar) => StoredEvent[]} change
   */
  function write(where, change) {
    const calendar = accounts.calendarOf(where);
    const events = change(calendar);
    for (const event of events) {
      try {
        instancesOf(event, horizon, calendar.history.timeZone);
      } catch (error) {
        throw error instanceof RangeError ? new Unacceptable(error.message) : error;
      }
    }
    calendar.history.write(events);
    changed(where.account, calendar.id, 'exists');
  }

  /**
   * Returns the event with this id, or an unchanged instance with the fields of its series. Throws if there is neither.
   * @param {Calendar} calendar
   * @param {string} id
   * @returns {StoredEvent}
   */
  function eventOf({ history }, id) {
    const snapshot = history.snapshot();
    const event = snapshot.get(id);
    const master = snapshot.get(event?.exceptionTo?.id ?? id.replace(/_[^_]*$/, ''));
    if (event?.exceptionTo ? event.status !== 'gone' && master : event?.status === 'confirmed') {
      return /** @type {StoredEvent} */ (event);
    }
    const start = master && instancesOf(master, horizon, history.timeZone).get(id);
    if (!start) throw new Unacceptable(`There is no event ${id}`);
    const { recurrence: _, ...rest } = master;
    const exceptionTo = { id: master.id, start };
    return { ...rest, id, start, end: endAfter(start, master), exceptionTo };
  }

  /**
   * Returns the exceptions whose instances a changed series has lost, with the status `gone`.
   * @param {Calendar} calendar
   * @param {StoredEvent} master
   * @returns {StoredEvent[]}
   */
  function exceptionsLost({ history }, master) {
    const instances = instancesOf(master, horizon, history.timeZone);
    return [...history.snapshot().values()]
      .filter(
        ({ id, status, exceptionTo }) =>
          exceptionTo?.id === master.id && status !== 'gone' && !instances.has(id),
      )
      .map((event) => ({ ...event, status: 'gone' }));
  }

  return {
    /** @param {Where & { event: NewEvent }} what */
    createEvent({ event, ...where }) {
      const { id = newEventId(), start, end, recurrence, ...fields } = event;
      const instant = now().getTime();
      write(where, ({ history }) => {
        if (history.snapshot().has(id)) throw new Unacceptable(`There is an event ${id}`);
        const from = momentOf(start, history.timeZone);
        return [
          {
            id,
            status: 'confirmed',
            fields,
            start: from,
            end: end ? momentOf(end, history.timeZone) : endAfter(from, ONE_DAY),
            ...(recurrence && { recurrence }),
            created: instant,
            updated: instant,
            sequence: 0,
          },
        ];
      });
      return { id };
    },

    /**
     * Changes an event, or one instance by its id. With a new start and no new end, the event keeps its length. If a
     * recurring event's rule or start changes, it loses the exceptions whose instances no longer exist.
     * @param {Where & { eventId: string, changes: Partial<NewEvent> }} what
     */
    changeEvent({ eventId, changes, ...where }) {
      const { start, end, recurrence, id: _, ...fields } = changes;
      write(where, (calendar) => {
        const before = eventOf(calendar, eventId);
        const { timeZone } = calendar.history;
        const from = start ? momentOf(start, timeZone, before.start) : before.start;
        /** @type {StoredEvent} */
        const after = {
          ...before,
          status: 'confirmed',
          fields: withoutNulls({ ...before.fields, ...fields }),
          start: from,
          end: end ? momentOf(end, timeZone, from) : start ? endAfter(from, before) : before.end,
          ...(recurrence && { recurrence }),
          updated: now().getTime(),
          sequence: before.sequence + 1,
        };
        if (recurrence === null) delete after.recurrence;
        return [after, ...exceptionsLost(calendar, after)];
      });
    },

    /**
     * Deletes an event with all its instances, or cancels the one instance whose id is given.
     * @param {Where & { eventId: string }} what
     */
    deleteEvent({ eventId, ...where }) {
      write(where, (calendar) => {
        const before = eventOf(calendar, eventId);
        const updated = now().getTime();
        return [{ ...before, status: 'cancelled', updated, sequence: before.sequence + 1 }];
      });
    },
  };
}

/** @typedef {ReturnType<typeof createEventChanges>} EventChanges */

const ONE_DAY = { start: { date: '2000-01-01' }, end: { date: '2000-01-02' } };

/** Returns an id in Google's format, which is lowercase base32hex. */
const newEventId = () => [...randomBytes(26)].map((byte) => (byte % 32).toString(32)).join('');

/**
 * @param {GoogleTime} time
 * @param {string} timeZone the calendar's
 * @param {Moment} [like] a moment whose zone is used if the time has no `timeZone`
 * @returns {Moment}
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
