// @ts-check
import { startsOf } from './recurrence.mjs';
import { addDays, instantOf, wallAt } from './zonedTime.mjs';

/*
 * A calendar keeps every version of every event, so that page and sync tokens can refer to an earlier state. The
 * changes since that state are found by comparing two versions of the calendar.
 */

/**
 * A date for an all-day event, or a wall time and its zone.
 * @typedef {{ date: string } | { wall: string, zone: string }} Moment
 */

/**
 * One version of an event. An instance of a recurring event that was changed or canceled on its own has `exceptionTo`.
 * The status `gone` means that the series no longer has this instance.
 * @typedef {object} StoredEvent
 * @property {string} id
 * @property {'confirmed' | 'cancelled' | 'gone'} status
 * @property {Record<string, unknown>} fields the other fields, by Google's names: summary, location, colorId…
 * @property {Moment} start
 * @property {Moment} end exclusive
 * @property {string[]} [recurrence]
 * @property {{ id: string, start: Moment }} [exceptionTo]
 * @property {number} created
 * @property {number} updated
 * @property {number} sequence
 */

/**
 * An entry of a list: an event, or one instance of a recurring event.
 * @typedef {object} Item
 * @property {string} id
 * @property {StoredEvent} event
 * @property {Moment} start
 * @property {Moment} end
 * @property {{ id: string, start: Moment }} [instanceOf]
 */

/** @typedef {{ from: number, to: number }} Span instants (ms), both exclusive */

/** @typedef {Map<string, StoredEvent>} Snapshot */

/** @type {WeakMap<StoredEvent, { lastDate: string, instances: Map<string, Moment> }>} */
const instancesKnown = new WeakMap();

/**
 * @param {string} timeZone the calendar's
 */
export function createHistory(timeZone) {
  /** @type {{ version: number, event: StoredEvent }[]} */
  const log = [];
  let version = 0;

  return {
    timeZone,
    /** Returns the number of the latest change. */
    version: () => version,

    /**
     * Stores new versions of some events as one change.
     * @param {StoredEvent[]} events
     */
    write(events) {
      version += 1;
      for (const event of events) log.push({ version, event });
    },

    /**
     * Returns the calendar after a change, by default the latest one.
     * @param {number} [at]
     * @returns {Snapshot}
     */
    snapshot(at = version) {
      return new Map(
        log.filter((entry) => entry.version <= at).map(({ event }) => [event.id, event]),
      );
    },

    /**
     * Returns the ids of the events that changed after the change `since` and up to the change `at`.
     * @param {number} since
     * @param {number} at
     */
    changed(since, at) {
      const entries = log.filter((entry) => entry.version > since && entry.version <= at);
      return new Set(entries.map(({ event }) => event.id));
    },
  };
}

/** @typedef {ReturnType<typeof createHistory>} History */

/**
 * Returns the items that one event adds to a list. A single event adds itself. A recurring event adds all its
 * instances, with its exceptions applied. An exception adds its one instance.
 * @param {Snapshot} snapshot
 * @param {string} id
 * @param {number} until instances that start on a later day are left out
 * @param {string} timeZone the calendar's
 * @param {StoredEvent['exceptionTo']} [exceptionTo] for an exception that the snapshot doesn't have yet
 * @returns {Item[]}
 */
export function itemsOf(
  snapshot,
  id,
  until,
  timeZone,
  exceptionTo = snapshot.get(id)?.exceptionTo,
) {
  const event = snapshot.get(id);
  if (exceptionTo) {
    const master = snapshot.get(exceptionTo.id);
    const start = master && instancesOf(master, until, timeZone).get(id);
    return start ? [instanceAt(snapshot, master, id, start)] : [];
  }
  if (!event) return [];
  if (!event.recurrence) return [{ id, event, start: event.start, end: event.end }];
  return [...instancesOf(event, until, timeZone)].map(([instanceId, start]) =>
    instanceAt(snapshot, event, instanceId, start),
  );
}

/**
 * Returns the starts of a recurring event's instances by id. Exceptions are not applied.
 * @param {StoredEvent} master
 * @param {number} until
 * @param {string} timeZone
 * @returns {Map<string, Moment>}
 */
export function instancesOf(master, until, timeZone) {
  if (master.status !== 'confirmed' || !master.recurrence) return new Map();
  const { start } = master;
  const zone = 'date' in start ? timeZone : start.zone;
  const lastDate = wallAt(until, zone).slice(0, 10);
  const known = instancesKnown.get(master);
  if (known && known.lastDate === lastDate) return known.instances;

  const starts = startsOf(
    master.recurrence,
    'date' in start ? start.date : start.wall,
    zone,
    lastDate,
  );
  const instances = new Map(
    starts.map((text) => {
      /** @type {Moment} */
      const moment = 'date' in start ? { date: text } : { wall: text, zone };
      return [instanceId(master.id, moment), moment];
    }),
  );
  instancesKnown.set(master, { lastDate, instances });
  return instances;
}

/**
 * @param {Snapshot} snapshot
 * @param {StoredEvent} master
 * @param {string} id
 * @param {Moment} start
 * @returns {Item}
 */
function instanceAt(snapshot, master, id, start) {
  const instanceOf = { id: master.id, start };
  const exception = snapshot.get(id);
  if (exception && exception.status !== 'gone') {
    return { id, event: exception, start: exception.start, end: exception.end, instanceOf };
  }
  return { id, event: master, start, end: endAfter(start, master), instanceOf };
}

/**
 * Returns the end of an event that is moved to a new start. The event keeps its length in wall time.
 * @param {Moment} start
 * @param {{ start: Moment, end: Moment }} event
 * @returns {Moment}
 */
export function endAfter(start, event) {
  if ('date' in start) {
    const days = (clockOf(event.end) - clockOf(event.start)) / 86_400_000;
    return { date: addDays(start.date, Math.max(1, Math.round(days))) };
  }
  const wall = new Date(clockOf(start) + clockOf(event.end) - clockOf(event.start));
  return { wall: wall.toISOString().slice(0, 19), zone: start.zone };
}

/** @param {Moment} moment */
const clockOf = (moment) => Date.parse('date' in moment ? moment.date : `${moment.wall}Z`);

/**
 * @param {Moment} moment
 * @param {string} timeZone the zone in which a date begins
 */
export const instantAt = (moment, timeZone) =>
  'date' in moment
    ? instantOf(`${moment.date}T00:00:00`, timeZone)
    : instantOf(moment.wall, moment.zone);

/**
 * Whether an item is in a span. By Google's rule, an item is in a span if it ends after the span's start and starts
 * before the span's end.
 * @param {Item} item
 * @param {Span} span
 * @param {string} timeZone
 */
export const isIn = (item, { from, to }, timeZone) =>
  instantAt(item.end, timeZone) > from && instantAt(item.start, timeZone) < to;

/**
 * Returns the id of a recurring event's instance with this start.
 * @param {string} masterId
 * @param {Moment} start
 */
export function instanceId(masterId, start) {
  if ('date' in start) return `${masterId}_${start.date.replaceAll('-', '')}`;
  const utc = new Date(instantOf(start.wall, start.zone)).toISOString();
  return `${masterId}_${utc.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}
