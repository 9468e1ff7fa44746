// @ts-check

/*
 * A wall time is a local date and time without a zone: `2026-03-29T09:00:00`.
 */

/** @type {Map<string, Intl.DateTimeFormat>} */
const formatters = new Map();

/**
 * Returns the wall time in a zone at an instant (ms).
 * @param {number} instant
 * @param {string} zone an IANA name
 */
export function wallAt(instant, zone) {
  let formatter = formatters.get(zone);
  if (!formatter) {
    // The Swedish locale formats a time as 2026-03-29 09:00:00.
    formatter = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(zone, formatter);
  }
  return formatter.format(instant).replace(' ', 'T');
}

/**
 * Returns the instant (ms) of a wall time in a zone. When clocks go back and the wall time occurs twice, returns the
 * first of the two instants. When clocks go forward and skip the wall time, returns the instant of the wall time an
 * hour later.
 * @param {string} wall
 * @param {string} zone
 */
export function instantOf(wall, zone) {
  const asUtc = Date.parse(`${wall}Z`);
  const before = offsetAt(asUtc - DAY_MS, zone);
  const early = asUtc - before;
  const after = offsetAt(asUtc + DAY_MS, zone);
  if (before === after || offsetAt(early, zone) === before) return early;
  const late = asUtc - after;
  return offsetAt(late, zone) === after ? late : early;
}

/**
 * Formats an instant (ms) in RFC 3339 with a zone's offset, such as `2026-03-29T09:00:00+02:00`.
 * @param {number} instant
 * @param {string} zone
 */
export function rfc3339(instant, zone) {
  const minutes = offsetAt(instant, zone) / 60_000;
  if (minutes === 0) return `${wallAt(instant, zone)}Z`;
  const pad = (/** @type {number} */ number) => `${Math.trunc(number)}`.padStart(2, '0');
  const size = Math.abs(minutes);
  return `${wallAt(instant, zone)}${minutes < 0 ? '-' : '+'}${pad(size / 60)}:${pad(size % 60)}`;
}

export const DAY_MS = 86_400_000;

/**
 * Returns the date a number of days later.
 * @param {string} date
 * @param {number} days
 */
export function addDays(date, days) {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * @param {number} instant
 * @param {string} zone
 */
function offsetAt(instant, zone) {
  return Date.parse(`${wallAt(instant, zone)}Z`) - Math.floor(instant / 1000) * 1000;
}
