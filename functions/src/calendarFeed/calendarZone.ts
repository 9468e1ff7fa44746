import { HOUR_MS } from '@daymark/contract/time/units';
import { isTimeZone, namedZone } from '@daymark/contract/time/zone';

/**
 * Moments closer to a clock change than this, in ms, are written in UTC. Some programs look up a zone's offset as if
 * the clock time were UTC, which is wrong by up to 14 hours.
 */
const NEAR_MS = 15 * HOUR_MS;

/** The first moment that every zone's VTIMEZONE component describes, in ms since 1970. */
const FIRST_MS = Date.UTC(1971, 0, 1);

/** Programs with an older ical.js don't find clock changes after this moment, in ms since 1970. */
const LAST_MS = Date.UTC(2035, 0, 1);

/** A person's time zone, as a calendar file describes it. */
export interface CalendarZone {
  name: string;
  /** The VTIMEZONE component that defines this name. */
  component: string;
  /**
   * Returns how far the zone's clocks are ahead of UTC at a moment, in ms. Returns undefined if the moment has to be
   * written in UTC, because some programs couldn't convert the clock time back to the moment. Near a clock change, a
   * clock time may mean two moments or none. In some years, the component's rules are missing or differ from the
   * zone's.
   */
  offsetAt: (ms: number) => number | undefined;
}

/** Loads the zones on first use. */
export const loadZones = () => Promise.all([import('ical.js'), import('timezones-ical-library')]);

/** Returns a zone by its IANA name, or undefined for UTC and for a name that the library doesn't know. */
export async function calendarZone(name: string): Promise<CalendarZone | undefined> {
  const [{ default: ICAL }, library] = await loadZones();
  const known = [name, canonicalName(name)].find((one) =>
    library.tzlib_get_timezones().includes(one),
  );
  if (UTC.test(name) || known === undefined) return undefined;
  const [block] = [library.tzlib_get_ical_block(known)].flat();
  const component = ICAL.Component.fromString(String(block));
  const zone = new ICAL.Timezone(component);

  /** Returns the offset by this runtime's rules, which cover every year. */
  const { offsetAt: actualOffset } = namedZone(name);
  /** Returns the offset by the component's rules. */
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

/** Returns a zone's name as Intl spells it. Intl accepts names in any case. */
function canonicalName(name: string): string {
  return isTimeZone(name)
    ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    : name;
}
