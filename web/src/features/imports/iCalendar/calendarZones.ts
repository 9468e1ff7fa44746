import { MINUTE_MS } from '@daymark/contract/time/units';
import { isTimeZone, namedZone, zoneOfOffsets, type Zone } from '@daymark/contract/time/zone';
import { lastUntil } from './calendarClock';
import { componentsOf, propertiesOf, textOf, type Component } from './calendarLines';
import { clocksOfRule, parseRule, StepBudget } from './calendarRule';
import { readOffset, readTime } from './calendarValues';
import { SHOWN_NAMES, WINDOWS_ZONES } from './windowsZones';

/** A zone that a file names. */
export interface FileZone extends Zone {
  /** The IANA name, if the zone has one. */
  name?: string;
  /**
   * Set if the zone's name has an offset and a text that together don't identify a zone. The report names such a zone.
   */
  isGuess?: boolean;
}

/** Returns a zone with a fixed offset, in minutes east of UTC. */
export const fixedZone = (offset: number): Zone => zoneOfOffsets(() => offset * MINUTE_MS);

export const UTC: FileZone = { ...fixedZone(0), name: 'UTC' };

const ianaZone = (name: string): FileZone => ({ ...namedZone(name), name });

/** At most this many zone names are looked up. A file has a handful. */
const NAMES_MAX = 500;

/** Longest zone name that is looked up, in characters. */
const NAME_LENGTH_MAX = 200;

/**
 * Returns the zones of a file by their TZID. If the browser, Windows or another program uses a name for an IANA zone,
 * that zone takes precedence over the file's own description. `toMs` is the last moment for which the zones are needed.
 */
export function zonesOf(
  calendars: readonly Component[],
  toMs: number,
  budget: StepBudget,
): { find: (tzid: string) => FileZone | undefined; only: FileZone | undefined } {
  const known = new Map<string, FileZone | undefined>();
  const own = new Map<string, Component>();
  for (const calendar of calendars)
    for (const zone of componentsOf(calendar, 'vtimezone')) {
      const tzid = bareName(textOf(zone, 'tzid'));
      if (tzid && !own.has(tzid)) own.set(tzid, zone);
    }
  const resolve = (tzid: string): FileZone | undefined => {
    const name = bareName(tzid);
    const described = own.get(name);
    const location = described ? textOf(described, 'x-lic-location').slice(0, NAME_LENGTH_MAX) : '';
    const iana = ianaName(name) ?? ianaName(unnumbered(name)) ?? ianaName(location);
    if (iana) return ianaZone(iana);
    const zone = described && zoneOfComponent(described, toMs, budget);
    return zone ?? looseZone(name);
  };
  const find = (tzid: string) => {
    if (tzid.length > NAME_LENGTH_MAX) return undefined;
    if (!known.has(tzid) && known.size < NAMES_MAX) known.set(tzid, resolve(tzid));
    return known.get(tzid);
  };
  const [first, second] = own.keys();
  const named = calendars.map((one) => textOf(one, 'x-wr-timezone')).find(Boolean);
  const only = named ?? (second === undefined ? first : undefined);
  return { find, only: only === undefined ? undefined : find(only) };
}

const bareName = (tzid: string): string => tzid.replaceAll(/["\\]/g, '').trim();

/** Removes the number that Exchange appends to a name that occurs twice. */
const unnumbered = (name: string): string => name.replace(/\s*(?:\(\d{1,2}\)|\s\d{1,2})$/, '');

const UTC_NAME = /^(?:Etc\/)?(?:UTC|GMT|Z|Zulu|UCT|Universal|Greenwich)$/i;

const windowsNames = new Map(
  Object.entries(WINDOWS_ZONES).map(([name, zone]) => [name.toLowerCase(), zone]),
);

const shownNames = new Map(
  Object.entries(SHOWN_NAMES).map(([shown, name]) => [shown.toLowerCase(), WINDOWS_ZONES[name]]),
);

/** An offset in parentheses, as Windows writes it before a zone's display name, and the text after it. */
const SHOWN = /^\((?:UTC|GMT)\s*(?:([+-])(\d{1,2})(?:[:.]?(\d\d))?)?\)\s*(.*)$/i;

/**
 * Returns the IANA zone of a display name such as "(UTC-09:00) Alaska". The offset holds only in winter, so only the
 * text after it is used.
 */
function shownZone(name: string): string | undefined {
  const text = SHOWN.exec(name)?.[4]?.replace(/\s*\(RTZ \d+\)$/i, '');
  if (text === undefined) return undefined;
  return UTC_NAME.test(text) ? 'UTC' : shownNames.get(text.toLowerCase());
}

/**
 * Returns the IANA zone that a name stands for. The name may follow a prefix: "/mozilla.org/20070129_1/Europe/Berlin".
 * IANA names without a slash, such as EST, are skipped, because a file may give them another meaning.
 */
function ianaName(name: string): string | undefined {
  const segments = name.split('/').map((one) => one.trim());
  for (const length of [3, 2, 1]) {
    if (length > segments.length) continue;
    const end = segments.slice(-length).join('/');
    if (UTC_NAME.test(end)) return 'UTC';
    const windows =
      windowsNames.get(end.toLowerCase()) ?? windowsNames.get(usName(end)) ?? shownZone(end);
    if (windows) return windows;
    const iana = end.replaceAll(' ', '_');
    if (length > 1 && /^[A-Z]\w+\/[\w+/-]+$/i.test(iana) && isTimeZone(iana)) return iana;
  }
  return undefined;
}

/** Outlook shows "Eastern Standard Time" as "(UTC-05:00) Eastern Time (US & Canada)". */
const usName = (name: string): string =>
  /(\w+) Time \(US (?:&|and) Canada\)$/i.exec(name)?.[1]?.toLowerCase().concat(' standard time') ??
  '';

/**
 * Abbreviations that mean only one zone. Browsers also accept ambiguous abbreviations, such as BST for Dhaka, which
 * stay unknown.
 */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'CAT CET EAT EET HST JST MET PRC ROC ROK WET'.split(' '),
);

/** Returns a zone that the name only hints at, by one word, a city or an offset. */
function looseZone(name: string): FileZone | undefined {
  const isAbbreviation = /^[A-Z]{3}$/i.test(name);
  if (isAbbreviation && !ABBREVIATIONS.has(name.toUpperCase())) return undefined;
  if (/^[A-Z][\w-]*$/i.test(name) && isTimeZone(name)) return ianaZone(name);
  const shown = SHOWN.exec(name);
  const offset = offsetOf(name);
  const zones = (shown?.[4] ?? name).split(/[,/;:]/).flatMap((city) => zoneOfCity(city) ?? []);
  if (offset === undefined) return zones[0] === undefined ? undefined : ianaZone(zones[0]);
  const fitting = zones.find((zone) => winterOffset(zone) === offset.minutes);
  if (fitting !== undefined) return ianaZone(fitting);
  const zone = zones[0] === undefined ? fixedZone(offset.minutes) : ianaZone(zones[0]);
  return offset.isAlone ? zone : { ...zone, isGuess: true };
}

/** Returns the offset at the start of a name, and whether nothing follows it. */
function offsetOf(name: string): { minutes: number; isAlone: boolean } | undefined {
  const found =
    SHOWN.exec(name) ??
    /^\(?(?:UTC|GMT)?\s*([+-])(\d{1,2})(?:[:.]?(\d\d))?\)?(?:\s+(.*))?$/i.exec(name);
  if (!found) return undefined;
  const [, sign = '+', hours = '0', minutes = '00', text = ''] = found;
  const offset = readOffset(`${sign}${hours.padStart(2, '0')}${minutes}`);
  return offset === undefined ? undefined : { minutes: offset, isAlone: text.trim() === '' };
}

const SOLSTICES = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)];

/** Returns the offset of a zone in winter, in minutes, which is the smallest of the year in both hemispheres. */
const winterOffset = (zone: string): number =>
  Math.min(...SOLSTICES.map((ms) => namedZone(zone).offsetAt(ms) / MINUTE_MS));

let cityZones: Map<string, string> | undefined;

function zoneOfCity(name: string): string | undefined {
  const cityOf = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[_\s]+/g, ' ');
  cityZones ??= new Map(
    Intl.supportedValuesOf('timeZone').map((zone) => [cityOf(zone.split('/').at(-1) ?? ''), zone]),
  );
  return cityZones.get(cityOf(name));
}

/** Onsets of an offset are computed from this moment on, in ms. */
const FIRST_MS = Date.UTC(1970, 0, 1);

interface Onset {
  ms: number;
  from: number;
  to: number;
}

/** Returns a zone as a VTIMEZONE describes it, or undefined if the VTIMEZONE has no offset. */
function zoneOfComponent(
  component: Component,
  toMs: number,
  budget: StepBudget,
): FileZone | undefined {
  const onsets = component.components
    .filter(({ name }) => name === 'standard' || name === 'daylight')
    .flatMap((one) => onsetsOf(one, toMs, budget))
    .sort((a, b) => a.ms - b.ms);
  const [first] = onsets;
  if (!first) return undefined;
  return zoneOfOffsets((ms) => (lastUntil(onsets, ms)?.to ?? first.from) * MINUTE_MS);
}

/** Returns the moments at which an offset begins: its DTSTART, each RDATE, and the dates of its rule. */
function onsetsOf(component: Component, toMs: number, all: StepBudget): Onset[] {
  const to = readOffset(textOf(component, 'tzoffsetto'));
  if (to === undefined) return [];
  const from = readOffset(textOf(component, 'tzoffsetfrom')) ?? to;
  const momentOf = (clockMs: number) => clockMs - from * MINUTE_MS;
  const start = readTime(textOf(component, 'dtstart'));
  if (!start) return [{ ms: FIRST_MS, from, to }];
  const moments = [momentOf(start.clockMs)];
  for (const { value } of propertiesOf(component, 'rdate'))
    for (const text of value.split(',')) {
      const time = readTime(text);
      if (time) moments.push(time.clockMs - (time.offset ?? from) * MINUTE_MS);
    }
  for (const { value } of propertiesOf(component, 'rrule')) {
    const rule = parseRule(value);
    if (!rule) continue;
    const { until } = rule;
    const untilMs = until ? until.clockMs - (until.offset ?? from) * MINUTE_MS : Infinity;
    const clocks = clocksOfRule(rule, start, FIRST_MS, toMs, new StepBudget(undefined, all));
    for (const clockMs of clocks) {
      if (momentOf(clockMs) > untilMs) break;
      moments.push(momentOf(clockMs));
    }
  }
  return moments.map((ms) => ({ ms, from, to }));
}
