// @ts-check
import { addDays, DAY_MS, instantOf } from './zonedTime.mjs';

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const KNOWN = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST'];

/**
 * Returns the starts of a recurring event's instances, in order. The starts of an all-day event are dates. Other starts
 * are wall times in the event's zone, so that 9:00 stays 9:00 when daylight saving time begins or ends.
 * @param {string[]} lines RRULE and EXDATE lines in Google's format. The frequency of a rule is DAILY or WEEKLY
 * @param {string} start `2026-11-20`, or `2026-11-20T09:00:00`
 * @param {string} zone
 * @param {string} lastDate later starts are left out
 * @returns {string[]}
 * @throws {RangeError} for an unsupported rule
 */
export function startsOf(lines, start, zone, lastDate) {
  const rule = parseRule(lines);
  const excluded = new Set(lines.flatMap((line) => excludedBy(line, zone)));
  const [firstDate = '', time] = start.split('T');

  /** @type {string[]} */
  const starts = [];
  let found = 0;
  for (const date of datesOf(rule, firstDate)) {
    const at = time === undefined ? date : `${date}T${time}`;
    if (date > lastDate || found === rule.count || isPast(rule.until, at, zone)) break;
    found += 1;
    if (!excluded.has(at) && !excluded.has(`${instantOf(time ? at : `${at}T00:00:00`, zone)}`))
      starts.push(at);
  }
  return starts;
}

/** @typedef {ReturnType<typeof parseRule>} Rule */

/** @param {string[]} lines */
function parseRule(lines) {
  const line = lines.find((candidate) => candidate.startsWith('RRULE:'));
  const parts = Object.fromEntries(
    (line ?? '')
      .slice('RRULE:'.length)
      .split(';')
      .map((part) => part.split('=')),
  );
  const unknown = Object.keys(parts).find((name) => !KNOWN.includes(name));
  const byDay = parts.BYDAY?.split(',').map((/** @type {string} */ day) => WEEKDAYS.indexOf(day));
  if (!['DAILY', 'WEEKLY'].includes(parts.FREQ) || unknown || byDay?.includes(-1)) {
    throw new RangeError(`The stand-in doesn't know the rule ${line ?? lines.join()}`);
  }
  return {
    weekly: parts.FREQ === 'WEEKLY',
    interval: Number(parts.INTERVAL ?? 1),
    count: parts.COUNT === undefined ? undefined : Number(parts.COUNT),
    until: /** @type {string | undefined} */ (parts.UNTIL),
    byDay: /** @type {number[] | undefined} */ (byDay),
    weekStart: WEEKDAYS.indexOf(parts.WKST ?? 'MO'),
  };
}

/**
 * Yields the dates of a rule in order and without end. The first date is always `first`.
 * @param {Rule} rule
 * @param {string} first
 */
function* datesOf({ weekly, interval, byDay, weekStart }, first) {
  yield first;
  if (!weekly) {
    for (let date = addDays(first, interval); ; date = addDays(date, interval)) {
      if (!byDay || byDay.includes(weekday(date))) yield date;
    }
  }
  const days = (byDay ?? [weekday(first)])
    .map((day) => (day - weekStart + 7) % 7)
    .sort((one, other) => one - other);
  let week = addDays(first, -((weekday(first) - weekStart + 7) % 7));
  for (; ; week = addDays(week, 7 * interval)) {
    for (const day of days) {
      const date = addDays(week, day);
      if (date > first) yield date;
    }
  }
}

/** @param {string} date */
const weekday = (date) => (Date.parse(date) / DAY_MS + 4) % 7;

/**
 * @param {string | undefined} until `20261120`, or `20261120T080000Z`
 * @param {string} at
 * @param {string} zone
 */
function isPast(until, at, zone) {
  if (until === undefined) return false;
  if (!until.includes('T')) return at.slice(0, 10) > withDashes(until);
  return instantOf(at.includes('T') ? at : `${at}T00:00:00`, zone) > Date.parse(withDashes(until));
}

/**
 * Returns the starts that an EXDATE line excludes: dates, or instants in ms as text.
 * @param {string} line
 * @param {string} zone
 */
function excludedBy(line, zone) {
  if (!line.startsWith('EXDATE')) return [];
  const [head = '', dates = ''] = line.split(':');
  const own = /TZID=([^;:]+)/.exec(head)?.[1] ?? zone;
  return dates.split(',').map((date) => {
    const at = withDashes(date);
    if (!at.includes('T')) return at;
    return `${at.endsWith('Z') ? Date.parse(at) : instantOf(at, own)}`;
  });
}

/** @param {string} basic ISO 8601 without its dashes and colons, as iCalendar writes it */
const withDashes = (basic) =>
  basic.replace(/^(\d{4})(\d\d)(\d\d)/, '$1-$2-$3').replace(/T(\d\d)(\d\d)(\d\d)/, 'T$1:$2:$3');
