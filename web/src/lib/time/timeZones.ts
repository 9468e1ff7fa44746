import { composed, foldText } from '../text/foldText';
import { QUERY_MAX } from '../text/queryMax';

/** A time zone that can be chosen. */
export interface TimeZoneOption {
  /** The IANA name: "America/Los_Angeles". */
  name: string;
  /** The name as it is shown: "America/Los Angeles". */
  title: string;
  /** The offset from UTC at the given moment: "GMT-8". */
  offset: string;
}

/** Returns the offset of a zone from UTC at a moment: "GMT-8", "GMT+5:30". */
export function offsetText(timeZone: string, now: Date): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' });
  return format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Returns an IANA name as it is shown. */
export const zoneTitle = (timeZone: string): string => timeZone.replaceAll('_', ' ');

/**
 * Returns the zones that this browser knows, by name. This is slow, because each zone's offset needs its own formatter.
 */
export const timeZoneOptions = (now: Date): readonly TimeZoneOption[] =>
  // Chromium leaves out UTC.
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort().map((name) => ({
    name,
    title: zoneTitle(name),
    offset: offsetText(name, now),
  }));

/**
 * Returns the zones whose names or offsets contain every word of a search. Zones in which each word begins a word come
 * first: "tok" finds Tokyo before Vostok.
 */
export function findTimeZones(
  zones: readonly TimeZoneOption[],
  query: string,
): readonly TimeZoneOption[] {
  const words = foldText(composed(query.slice(0, QUERY_MAX))).split(/[\s/_]+/);
  const found = zones.flatMap((zone) => {
    const text = ` ${foldText(`${zone.title} ${zone.offset}`).replaceAll('/', ' ')}`;
    if (!words.every((word) => text.includes(word))) return [];
    return [{ zone, isFirst: words.every((word) => text.includes(` ${word}`)) }];
  });
  return found.toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst)).map(({ zone }) => zone);
}
