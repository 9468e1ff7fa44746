import { HOUR_MS } from '@daymark/contract/time/units';
import { namedZone } from '@daymark/contract/time/zone';

/**
 * No moment within so many hours of a clock change is written as a clock time. Some programs take a zone's offset at the
 * clock time read as UTC, which is up to 14 hours off.
 */
const NEAR_MS = 15 * HOUR_MS;

/** Before this the zones' components say nothing. */
const FIRST_MS = Date.UTC(1971, 0, 1);

/** From here on programs that build on ical.js, as Thunderbird does, no longer find a zone's clock changes. */
const LAST_MS = Date.UTC(2035, 0, 1);

/** A person's time zone, as a calendar file names it. */
export interface CalendarZone {
  name: string;
  /** The VTIMEZONE that says what the name means. */
  component: string;
  /**
   * What the zone's clocks are ahead of UTC at a moment, in ms, where every program is sure to get from the clock time
   * back to the moment. Undefined where it has to be written in UTC: about a clock change, when a clock time may mean
   * two moments or none, and when the zone's rules were or will be others than the component's.
   */
  offsetAt: (ms: number) => number | undefined;
}

/** Loaded on first use. */
export const loadZones = () => Promise.all([import('ical.js'), import('timezones-ical-library')]);

/** A zone by its IANA name; undefined for UTC and for a name that the library does not know. */
export async function calendarZone(name: string): Promise<CalendarZone | undefined> {
  const [{ default: ICAL }, library] = await loadZones();
  if (UTC.test(name) || !library.tzlib_get_timezones().includes(name)) return undefined;
  const [block] = [library.tzlib_get_ical_block(name)].flat();
  const component = ICAL.Component.fromString(String(block));
  const zone = new ICAL.Timezone(component);

  /** By the rules of this runtime, which knows those of every year. */
  const { offsetAt: actualOffset } = namedZone(name);
  /** By the component's rules. */
  function statedOffset(ms: number, offset: number): number {
    const local = ICAL.Time.fromJSDate(new Date(ms + offset), true);
    return zone.utcOffset(local) * 1000;
  }
  return {
    name: zone.tzid,
    component: component.toString(),
    offsetAt(ms) {
      if (ms < FIRST_MS || ms >= LAST_MS) return undefined;
      const offset = actualOffset(ms);
      const isSure =
        actualOffset(ms - NEAR_MS) === offset &&
        actualOffset(ms + NEAR_MS) === offset &&
        statedOffset(ms, offset) === offset;
      return isSure ? offset : undefined;
    },
  };
}

const UTC = /^(Etc\/)?(UTC|GMT|UCT|Zulu|Universal|Greenwich)$/i;
