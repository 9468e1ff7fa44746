// @ts-check
import { instancesOf, instantAt, isIn, itemsOf } from './calendarHistory.mjs';
import { apiError, fullSyncRequired, invalidParameter, json } from './googleReply.mjs';
import { readToken, writeToken } from './opaqueToken.mjs';
import { DAY_MS, rfc3339 } from './zonedTime.mjs';

/** No instances are made later than this after the horizon, however late `timeMax` is. */
const FARTHEST_DAYS = 3650;
const DEFAULT_PAGE = 250;
const LONGEST_PAGE = 2500;

/** Parameters that are not allowed together with a sync token. */
const UNSYNCED = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMax',
  'timeMin',
  'updatedMin',
];

/** @typedef {import('./calendarHistory.mjs').Item} Item */
/** @typedef {{ singleEvents: boolean, from: number, to: number }} Scope a list's filters; a sync token keeps them */

/**
 * Answers events.list. Without `timeMax` recurring events are expanded up to `horizon`, which
 * never moves, so that full and incremental lists have the same instances.
 *
 * An incremental list has the current version of every changed event that is, or was, in the span of
 * the first list, even when it is outside of the span now. For a changed recurring event these are
 * all instances; removed ones are listed as cancelled.
 * @param {import('./googleAccounts.mjs').Calendar} calendar
 * @param {string} email whose list it is
 * @param {URLSearchParams} query
 * @param {{ horizon: number, pageLimit: number, now: Date }} how
 */
export function listEvents(calendar, email, query, { horizon, pageLimit, now }) {
  const { history, entry } = calendar;
  const asked = readQuery(query);
  if ('refused' in asked) return asked.refused;

  const syncToken = query.get('syncToken');
  const pageToken = query.get('pageToken');
  const sync = syncToken === null ? undefined : readToken('sync', syncToken);
  const page = pageToken === null ? undefined : readToken('page', pageToken);
  if (pageToken !== null && page?.calendar !== calendar.id) {
    return invalidParameter('pageToken', 'Invalid page token value.');
  }
  if (syncToken !== null) {
    const clash = UNSYNCED.find((name) => query.has(name));
    if (clash) return invalidParameter(clash);
    if (query.get('showDeleted') === 'false') return invalidParameter('showDeleted');
    if (sync?.calendar !== calendar.id) {
      return invalidParameter('syncToken', 'Invalid sync token value.');
    }
    if (sync.generation !== calendar.generation) return fullSyncRequired();
    if (sync.singleEvents !== asked.scope.singleEvents) return invalidParameter('singleEvents');
  }

  const scope = sync
    ? { ...asked.scope, from: sync.from ?? -Infinity, to: sync.to ?? Infinity }
    : asked.scope;
  const at = page?.version ?? history.version();
  const until = Math.max(horizon, Math.min(scope.to, horizon + FARTHEST_DAYS * DAY_MS));
  const list = { history, scope, until, at };
  const items = sync
    ? changesSince(list, sync.version)
    : all(list, query.get('showDeleted') === 'true');
  const byStart = query.get('orderBy') === 'startTime';
  if (byStart) items.sort((one, other) => startOf(one) - startOf(other));

  const offset = page?.offset ?? 0;
  const size = Math.min(asked.maxResults, pageLimit);
  const rest = offset + size < items.length;
  const token = { calendar: calendar.id, generation: calendar.generation, version: at };
  const timeZone = query.get('timeZone') ?? entry.timeZone;
  return json({
    kind: 'calendar#events',
    etag: `"p${at}"`,
    summary: entry.summary,
    description: '',
    updated: now.toISOString(),
    timeZone,
    accessRole: entry.accessRole,
    defaultReminders: [],
    ...(rest && { nextPageToken: writeToken('page', { ...token, offset: offset + size }) }),
    // Google sends none for a list with a filter or an order.
    ...(!rest &&
      !UNSYNCED.some((name) => query.has(name) && !name.startsWith('time')) && {
        nextSyncToken: writeToken('sync', { ...token, ...scope }),
      }),
    items: items
      .slice(offset, offset + size)
      .map((item) => resource(item, { email, calendarId: calendar.id, entry, timeZone })),
  });

  /** @param {Item} item */
  function startOf(item) {
    return instantAt(item.start, history.timeZone);
  }
}

/**
 * @param {URLSearchParams} query
 * @returns {{ refused: import('./googleReply.mjs').Reply } | { scope: Scope, maxResults: number }}
 */
function readQuery(query) {
  const singleEvents = query.get('singleEvents') === 'true';
  const from = readInstant(query.get('timeMin')) ?? -Infinity;
  const to = readInstant(query.get('timeMax')) ?? Infinity;
  if (Number.isNaN(from)) return { refused: invalidParameter('timeMin') };
  if (Number.isNaN(to)) return { refused: invalidParameter('timeMax') };
  if (from >= to) {
    const refused = apiError(400, 'timeRangeEmpty', 'The specified time range is empty.', {
      domain: 'calendar',
      location: 'timeMax',
      locationType: 'parameter',
    });
    return { refused };
  }
  const orderBy = query.get('orderBy');
  if (orderBy !== null && !(orderBy === 'startTime' && singleEvents) && orderBy !== 'updated') {
    return { refused: invalidParameter('orderBy') };
  }
  const zone = query.get('timeZone');
  if (zone !== null && !isZone(zone)) return { refused: invalidParameter('timeZone') };
  const maxResults = query.has('maxResults') ? Number(query.get('maxResults')) : DEFAULT_PAGE;
  if (!Number.isInteger(maxResults) || maxResults < 1) {
    return { refused: invalidParameter('maxResults') };
  }
  return { scope: { singleEvents, from, to }, maxResults: Math.min(maxResults, LONGEST_PAGE) };
}

/**
 * Reads RFC 3339 with an offset, which Google requires; NaN for anything else.
 * @param {string | null} text
 */
function readInstant(text) {
  if (text === null) return undefined;
  const shape = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
  return shape.test(text) ? Date.parse(text) : NaN;
}

/** @param {string} name */
function isZone(name) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** @typedef {{ history: import('./calendarHistory.mjs').History, scope: Scope, until: number, at: number }} List */

/**
 * @param {List} list
 * @param {boolean} showDeleted
 */
function all({ history, scope, until, at }, showDeleted) {
  const snapshot = history.snapshot(at);
  return [...snapshot.values()]
    .filter((event) => !(scope.singleEvents && event.exceptionTo))
    .flatMap(({ id }) => shown(snapshot, id, scope, until, history.timeZone))
    .filter((item) => showDeleted || item.event.status === 'confirmed' || isHole(item, scope))
    .filter((item) => isListed(item, scope, until, history.timeZone));
}

/**
 * Whether a cancelled instance has to be listed: a client needs it to expand the series itself.
 * @param {Item} item
 * @param {Scope} scope
 */
const isHole = (item, scope) => !scope.singleEvents && item.instanceOf !== undefined;

/**
 * @param {List} list
 * @param {number} since
 */
function changesSince({ history, scope, until, at }, since) {
  const then = history.snapshot(since);
  const now = history.snapshot(at);
  /** @type {Map<string, Item>} */
  const changes = new Map();
  for (const id of history.changed(since, at)) {
    const isThere = (/** @type {Item} */ item) => isListed(item, scope, until, history.timeZone);
    const { exceptionTo } = now.get(id) ?? {};
    const before = shown(then, id, scope, until, history.timeZone, exceptionTo).filter(isThere);
    const after = shown(now, id, scope, until, history.timeZone);
    const seen = new Set(before.map((item) => item.id));
    const left = new Set(after.map((item) => item.id));
    for (const item of after) {
      if (isThere(item) || seen.has(item.id)) changes.set(item.id, item);
    }
    for (const item of before) {
      if (left.has(item.id) || changes.has(item.id)) continue;
      changes.set(item.id, { ...item, event: { ...item.event, status: 'cancelled' } });
    }
  }
  return [...changes.values()];
}

/**
 * The items of one event in a list: expanded, or the event as stored.
 * @param {import('./calendarHistory.mjs').Snapshot} snapshot
 * @param {string} id
 * @param {Scope} scope
 * @param {number} until
 * @param {string} timeZone
 * @param {import('./calendarHistory.mjs').StoredEvent['exceptionTo']} [exceptionTo]
 * @returns {Item[]}
 */
function shown(snapshot, id, { singleEvents }, until, timeZone, exceptionTo) {
  const event = snapshot.get(id);
  // A deleted recurring event has no instances.
  if (singleEvents && event?.recurrence && event.status !== 'confirmed') return [];
  if (singleEvents) return itemsOf(snapshot, id, until, timeZone, exceptionTo);
  if (!event || event.status === 'gone') return [];
  const instanceOf = event.exceptionTo;
  return [{ id, event, start: event.start, end: event.end, ...(instanceOf && { instanceOf }) }];
}

/**
 * Whether an item is in a list's span. A recurring event that is not expanded is when one of its
 * instances is.
 * @param {Item} item
 * @param {Scope} scope
 * @param {number} until
 * @param {string} timeZone
 */
function isListed(item, scope, until, timeZone) {
  if (isIn(item, scope, timeZone)) return true;
  if (scope.singleEvents || !item.event.recurrence) return false;
  const lengthMs = instantAt(item.end, timeZone) - instantAt(item.start, timeZone);
  return [...instancesOf(item.event, until, timeZone).values()].some((start) => {
    const instant = instantAt(start, timeZone);
    return instant + lengthMs > scope.from && instant < scope.to;
  });
}

/**
 * An event in Google's format.
 * @param {Item} item
 * @param {{ email: string, calendarId: string, timeZone: string, entry: import('./googleAccounts.mjs').Calendar['entry'] }} where
 */
function resource({ id, event, start, end, instanceOf }, { email, calendarId, timeZone, entry }) {
  const time = (/** @type {import('./calendarHistory.mjs').Moment} */ moment) =>
    'date' in moment
      ? moment
      : { dateTime: rfc3339(instantAt(moment, timeZone), timeZone), timeZone: moment.zone };
  const head = {
    kind: 'calendar#event',
    etag: `"${event.updated * 2}"`,
    id,
    status: event.status,
  };
  const series = instanceOf && {
    recurringEventId: instanceOf.id,
    originalStartTime: time(instanceOf.start),
  };
  if (event.status !== 'confirmed') return { ...head, ...series };
  const self = { email: entry.primary ? email : calendarId, self: true };
  return {
    ...head,
    htmlLink: `https://www.google.com/calendar/event?eid=${Buffer.from(`${id} ${calendarId}`).toString('base64url')}`,
    created: new Date(event.created).toISOString(),
    updated: new Date(event.updated).toISOString(),
    ...event.fields,
    creator: { email },
    organizer: entry.primary ? self : { ...self, displayName: entry.summary },
    start: time(start),
    end: time(end),
    ...(event.recurrence && !instanceOf && { recurrence: event.recurrence }),
    ...series,
    iCalUID: `${instanceOf?.id ?? id}@google.com`,
    sequence: event.sequence,
    reminders: { useDefault: true },
    eventType: 'default',
  };
}
