// @ts-check
import { instantAt, isIn, itemsOf } from './calendarHistory.mjs';
import { eventResource } from './eventResource.mjs';
import { apiError, fullSyncRequired, invalidParameter, json, notFound } from './googleReply.mjs';
import { readToken, writeToken } from './opaqueToken.mjs';
import { DAY_MS } from './zonedTime.mjs';

/** Instances are created at most this many days after the horizon, even if `timeMax` is later or absent. */
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
/** @typedef {import('./calendarHistory.mjs').Span} Span */
/** @typedef {import('./googleAccounts.mjs').Calendar} Calendar */
/** @typedef {import('./googleReply.mjs').Reply} Reply */

/**
 * Lists a calendar's events. Lists the instances of a recurring event instead of the event itself. Without `timeMax`,
 * the instances end at a fixed time, FARTHEST_DAYS after the horizon, so that full and incremental lists have the same
 * instances.
 *
 * An incremental list has the current version of every changed event that is or was in the span of the full list. For a
 * changed recurring event, the list has all instances in that span. Removed instances are listed as canceled.
 * @param {import('./routes.mjs').Call} call
 * @param {import('./routes.mjs').Google} google
 */
export function listEvents({ url: { searchParams: query }, calendarId, account }, google) {
  const calendar = google.accounts.findCalendar(account, calendarId);
  if (!calendar) return notFound();
  const asked = readQuery(query, calendar);
  if ('refused' in asked) return asked.refused;

  const { history, entry, id, generation } = calendar;
  const { span, since, at, offset } = asked;
  const until = Math.max(
    google.horizon,
    Math.min(span.to, google.horizon + FARTHEST_DAYS * DAY_MS),
  );
  const list = { history, span, until, at };
  const items = since === undefined ? all(list) : changesSince(list, since);
  if (query.has('orderBy')) {
    const startOf = (/** @type {Item} */ { start }) => instantAt(start, history.timeZone);
    items.sort((one, other) => startOf(one) - startOf(other));
  }

  const end = offset + Math.min(asked.maxResults, google.settings.pageLimit);
  const token = { calendar: id, generation, version: at };
  // Google sends no sync token for a list that has an order, or a filter other than `timeMin` and `timeMax`.
  const isSyncable = !UNSYNCED.some((name) => query.has(name) && !name.startsWith('time'));
  return json({
    kind: 'calendar#events',
    etag: `"p${at}"`,
    summary: entry.summary,
    description: '',
    updated: google.now().toISOString(),
    timeZone: entry.timeZone,
    accessRole: entry.accessRole,
    defaultReminders: [],
    ...(end < items.length
      ? { nextPageToken: writeToken('page', { ...token, offset: end }) }
      : isSyncable && { nextSyncToken: writeToken('sync', { ...token, ...span }) }),
    items: items.slice(offset, end).map((item) => eventResource(item, account, calendar)),
  });
}

/**
 * @param {URLSearchParams} query
 * @param {Calendar} calendar
 * @returns {{ refused: Reply } | { span: Span, since: number | undefined, at: number, offset: number, maxResults: number }}
 *   `at` is the version of the calendar that is listed, and `since` is the version that `at` is compared with
 */
function readQuery(query, calendar) {
  const maxResults = Number(query.get('maxResults') ?? DEFAULT_PAGE);
  if (!Number.isInteger(maxResults) || maxResults < 1) return refuse('maxResults');
  if (query.get('singleEvents') !== 'true') return refuse('singleEvents');
  if (!['startTime', null].includes(query.get('orderBy'))) return refuse('orderBy');
  const from = readInstant(query.get('timeMin')) ?? -Infinity;
  const to = readInstant(query.get('timeMax')) ?? Infinity;
  if (Number.isNaN(from)) return refuse('timeMin');
  if (Number.isNaN(to)) return refuse('timeMax');
  if (from >= to) return { refused: emptyRange() };

  const page = readToken('page', query.get('pageToken'));
  if (query.has('pageToken') && page?.calendar !== calendar.id) return refuse('pageToken', TOKEN);
  const common = {
    at: page?.version ?? calendar.history.version(),
    offset: page?.offset ?? 0,
    maxResults: Math.min(maxResults, LONGEST_PAGE),
  };
  if (!query.has('syncToken')) return { ...common, span: { from, to }, since: undefined };

  const clash = UNSYNCED.find((name) => query.has(name));
  if (clash) return refuse(clash);
  if (query.get('showDeleted') === 'false') return refuse('showDeleted');
  const sync = readToken('sync', query.get('syncToken'));
  if (sync?.calendar !== calendar.id) return refuse('syncToken', TOKEN);
  if (sync.generation !== calendar.generation) return { refused: fullSyncRequired() };
  const span = { from: sync.from ?? -Infinity, to: sync.to ?? Infinity };
  return { ...common, span, since: sync.version };
}

const TOKEN = 'Invalid token value.';

/**
 * @param {string} parameter
 * @param {string} [message]
 */
const refuse = (parameter, message) => ({ refused: invalidParameter(parameter, message) });

const emptyRange = () =>
  apiError(400, 'timeRangeEmpty', 'The specified time range is empty.', {
    domain: 'calendar',
    location: 'timeMax',
    locationType: 'parameter',
  });

/**
 * Parses RFC 3339 with an offset, which Google requires. Returns NaN for any other text, and undefined for null.
 * @param {string | null} text
 */
function readInstant(text) {
  if (text === null) return undefined;
  const shape = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
  return shape.test(text) ? Date.parse(text) : NaN;
}

/** @typedef {{ history: import('./calendarHistory.mjs').History, span: Span, until: number, at: number }} List */

/** @param {List} list */
function all({ history, span, until, at }) {
  const snapshot = history.snapshot(at);
  return [...snapshot.values()]
    .filter(({ exceptionTo }) => !exceptionTo)
    .flatMap(({ id }) => itemsOf(snapshot, id, until, history.timeZone))
    .filter((item) => item.event.status === 'confirmed' && isIn(item, span, history.timeZone));
}

/**
 * @param {List} list
 * @param {number} since
 */
function changesSince({ history, span, until, at }, since) {
  const then = history.snapshot(since);
  const now = history.snapshot(at);
  const isThere = (/** @type {Item} */ item) => isIn(item, span, history.timeZone);
  /** @type {Map<string, Item>} */
  const changes = new Map();
  for (const id of history.changed(since, at)) {
    const { exceptionTo } = now.get(id) ?? {};
    const before = itemsOf(then, id, until, history.timeZone, exceptionTo).filter(isThere);
    const after = itemsOf(now, id, until, history.timeZone);
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
