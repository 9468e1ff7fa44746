import { RRuleTemporal } from 'rrule-temporal';
import { calendar, event, GOOD, zone } from './calendarFile';

/*
 * Random calendar files with their expected dates. The dates of a rule come from rrule-temporal. The meaning of the
 * other lines follows from how they are generated.
 */

/** A file, and the start and end of each date of its event, in ms since 1970. */
export interface GeneratedCalendar {
  text: string;
  dates: [start: number, end: number][];
  /** Whether the report must name the event. */
  isNamed: boolean;
  rule: string;
  /** The unusual features of the file, such as “an exception”. */
  kinds: string[];
}

export const RANGE = {
  fromMs: Date.parse('2025-11-25T00:00:00+01:00'),
  toMs: Date.parse('2027-11-26T00:00:00+01:00'),
};

/** Returns functions that make random choices, which depend only on the seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  return {
    below,
    pick,
    chance: (percent: number) => below(100) < percent,
    some: <T>(list: readonly T[], most: number): T[] => [
      ...new Set(Array.from({ length: 1 + below(most) }, () => pick(list))),
    ],
  };
}
type Random = ReturnType<typeof randomOf>;

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Returns a rule that follows RFC 5545. */
function randomRule({ pick, chance, some }: Random, isDays: boolean): string {
  const unit = pick(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);
  const parts = [`FREQ=${unit}`];
  const isLong = unit === 'MONTHLY' || unit === 'YEARLY';
  if (chance(40)) parts.push(`INTERVAL=${pick([1, 2, 3, 4, 6])}`);
  if (chance(25)) parts.push(`BYMONTH=${some([1, 2, 3, 5, 8, 11, 12], 3).join()}`);
  const hasWeeks = unit === 'YEARLY' && chance(15);
  if (hasWeeks) parts.push(`BYWEEKNO=${some([2, 10, 20, 30, 50], 2).join()}`);
  else if (unit === 'YEARLY' && chance(10))
    parts.push(`BYYEARDAY=${some([1, 60, 100, 200, 365, -1], 2).join()}`);
  else if (unit !== 'WEEKLY' && chance(25))
    parts.push(`BYMONTHDAY=${some([1, 2, 13, 15, 28, 29, 30, 31, -1, -2], 3).join()}`);
  // In a yearly rule, rrule-temporal doesn't limit weekdays to the other days that the rule names.
  const hasYearDays = parts.some((part) => part.startsWith('BYYEARDAY'));
  if (hasWeeks || (!hasYearDays && chance(35))) {
    const isLimited = unit === 'YEARLY' && parts.some((part) => part.startsWith('BYMONTHDAY'));
    const isNth = isLong && !hasWeeks && !isLimited && chance(50);
    const days = some(DAYS, 3).map((day) => (isNth ? `${pick([1, 2, 3, 4, -1, -2])}${day}` : day));
    parts.push(`BYDAY=${days.join()}`);
  }
  if (!isDays && unit !== 'DAILY' && chance(8)) parts.push(`BYHOUR=${some([8, 12, 17], 2).join()}`);
  if (isLong && !hasWeeks && parts.some((part) => /^BY(DAY|MONTHDAY)/.test(part)) && chance(20))
    parts.push(`BYSETPOS=${some([1, 2, -1], 2).join()}`);
  if (chance(15)) parts.push(`WKST=${pick(['SU', 'MO'])}`);
  return parts.join(';');
}

/** Rules that can't be followed. The event has only its first date. */
const UNFOLLOWED = [
  'FREQ=MONTHLY;BYYEARDAY=100',
  'FREQ=WEEKLY;BYMONTHDAY=3',
  'RSCALE=CHINESE;FREQ=YEARLY',
  'FREQ=YEARLY;BYEASTER=0',
  'FREQ=DAILY;BYMONTH=13',
  'FREQ=WEEKLY;X-EVERY=2',
  'FREQ=OFTEN',
  'FREQ=DAILY;COUNT=many',
];

const HARMLESS = [
  'DTSTAMP:yesterday',
  'CREATED:',
  'LAST-MODIFIED:20261301T000000Z',
  'this is no property',
  'SEQUENCE:first',
  'X-NOTE;A="b:c',
  'GEO:nowhere',
];

const NO_DATES = ['20270229T090000Z', '20261210T250000Z', 'soon', '', '20261301'];

export const byTime = (one: [number, number], other: [number, number]): number =>
  one[0] - other[0] || one[1] - other[1];

const two = (number: number): string => String(number).padStart(2, '0');
const dateText = (date: Date): string => date.toISOString().slice(0, 10).replaceAll('-', '');
const utcText = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** Time zones of starts: the TZID, and the IANA zone with the same clock. */
const ZONES = [
  { tzid: 'Europe/Berlin', iana: 'Europe/Berlin' },
  { tzid: 'W. Europe Standard Time', iana: 'Europe/Berlin' },
  { tzid: 'Head office', iana: 'Europe/Berlin' },
  { tzid: '', iana: 'UTC' },
];

/** Returns the moment of a clock time in UTC or central Europe, where clocks change early on a Sunday. */
function momentOf(clockMs: number, iana: string): number {
  if (iana === 'UTC') return clockMs;
  const lastSunday = (year: number, month: number) => {
    const end = new Date(Date.UTC(year, month, 0));
    return end.getTime() - end.getUTCDay() * 86_400_000 + 3_600_000;
  };
  const year = new Date(clockMs).getUTCFullYear();
  const winter = clockMs - 3_600_000;
  const isSummer = winter >= lastSunday(year, 3) && winter < lastSunday(year, 10);
  return isSummer ? winter - 3_600_000 : winter;
}

export function generateCalendar(seed: number): GeneratedCalendar {
  const random = randomOf(seed);
  const { below, pick, chance } = random;
  const kinds: string[] = [];
  const isDays = chance(25);
  const { tzid, iana } = isDays ? { tzid: '', iana: 'Europe/Berlin' } : pick(ZONES);
  const day = new Date(Date.UTC(pick([2024, 2025, 2026, 2026, 2027]), below(12), 1 + below(28)));
  const clockMs = day.getTime() + (isDays ? 0 : (7 + below(13)) * 3_600_000 + below(2) * 1_800_000);
  const atClock = (ms: number) => {
    const text = `${dateText(new Date(ms))}T${two(new Date(ms).getUTCHours())}${two(new Date(ms).getUTCMinutes())}00`;
    return tzid ? `;TZID=${tzid}:${text}` : `:${text}Z`;
  };
  const timeLine = (name: string, ms: number) =>
    `${name}${isDays ? `;VALUE=DATE:${dateText(new Date(ms))}` : atClock(ms)}`;

  /** Writes the same time in another form: as a moment in UTC or as a day. */
  const otherForm = (name: string, ms: number) => {
    if (isDays) {
      kinds.push('another form of a day');
      return chance(50)
        ? `${name}:${dateText(new Date(ms))}`
        : `${name}:${utcText(momentOf(ms, 'Europe/Berlin'))}`;
    }
    kinds.push('another form of a moment');
    return `${name}:${utcText(momentOf(ms, iana))}`;
  };
  const formOf = (name: string, ms: number) =>
    chance(40) ? otherForm(name, ms) : timeLine(name, ms);

  const minutes = isDays ? 1440 : pick([0, 30, 60, 90]);
  const lines = [timeLine('DTSTART', clockMs)];
  let lengthMs = minutes * 60_000;
  let isNamed = false;
  if (chance(10)) {
    kinds.push('an odd length');
    lines.push(pick(['DURATION:90', 'DTEND:soon', 'DURATION:-PT1H', 'DTEND:20261232T000000Z']));
    lengthMs = isDays ? 86_400_000 : 0;
    isNamed = true;
  } else if (isDays || chance(50)) lines.push(timeLine('DTEND', clockMs + lengthMs));
  else if (minutes > 0) lines.push(`DURATION:PT${minutes}M`);

  let rule = randomRule(random, isDays);
  const ending = below(3);
  if (ending === 0) rule += `;COUNT=${pick([1, 3, 8, 40])}`;
  const untilClockMs = clockMs + (1 + below(200)) * 86_400_000;
  if (ending === 1) {
    const until = pick(['day', 'moment']);
    if (isDays || until === 'day') {
      if (!isDays) kinds.push('an end that is a day');
      rule += `;UNTIL=${dateText(new Date(untilClockMs))}`;
    } else rule += `;UNTIL=${utcText(momentOf(untilClockMs, iana))}`;
  }
  // rrule-temporal gets clock times as UTC. A day in UNTIL includes that whole day.
  const asClock = rule.replace(
    /UNTIL=.*/,
    `UNTIL=${dateText(new Date(untilClockMs))}T${/UNTIL=\d{8}$/.test(rule) ? '235959' : utcText(untilClockMs).slice(9, 15)}Z`,
  );
  let isUnfollowed = chance(8);
  if (isUnfollowed) {
    kinds.push('a rule that can’t be followed');
    rule = pick(UNFOLLOWED);
  }
  lines.push(`RRULE:${rule}`);
  let clocks = isUnfollowed ? [] : clocksOf(asClock, clockMs);
  if (clocks.length === 0 && clockMs >= RANGE.fromMs) {
    if (!isUnfollowed) kinds.push('a rule without a date');
    isUnfollowed = true;
  }
  if (isUnfollowed) {
    clocks = [clockMs];
    isNamed = true;
  } else if (!hasDate(asClock, clockMs)) kinds.push('a start that its rule doesn’t have');

  const hidden = new Set<number>();
  const inRange = clocks.filter((ms) => ms > RANGE.fromMs);
  for (let count = chance(30) ? 1 + below(3) : 0; count > 0 && inRange.length > 0; count--) {
    const excepted = pick(inRange);
    kinds.push(hidden.has(excepted) ? 'an exception twice' : 'an exception');
    hidden.add(excepted);
    lines.push(formOf('EXDATE', excepted));
  }
  if (chance(15)) {
    kinds.push('a leftover exception');
    lines.push(timeLine('EXDATE', clockMs - 86_400_000 * 40));
  }
  if (chance(10)) {
    kinds.push('an exception that can’t be read');
    lines.push(`EXDATE:${pick(NO_DATES.filter(Boolean))}`);
    isNamed = true;
  }
  const added: number[] = [];
  if (chance(15)) {
    const own = clockMs + (1 + below(300)) * 86_400_000;
    kinds.push('a date of its own');
    lines.push(formOf('RDATE', own));
    added.push(own);
  }
  if (chance(20)) {
    kinds.push('a harmless odd line');
    lines.push(pick(HARMLESS));
  }
  const isUnreadable = chance(5);
  if (isUnreadable) {
    kinds.push('a start that can’t be read');
    lines[0] = `DTSTART:${pick(NO_DATES)}`;
    isNamed = true;
  }
  const changes: string[] = [];
  const changed: [number, number][] = [];
  if (chance(25) && inRange.length > 0) {
    const isOfDate = chance(80);
    const planned = isOfDate ? pick(inRange) : clockMs - 86_400_000 * 30;
    kinds.push(isOfDate ? 'a changed date' : 'a change of no date');
    const overMs = planned + 30 * 86_400_000 - RANGE.toMs;
    const toMs = planned - Math.max(-2, Math.ceil(overMs / 86_400_000)) * 86_400_000;
    if (hidden.has(planned)) kinds.push('a changed date that is an exception');
    if (isOfDate) hidden.add(planned);
    changes.push(
      ...event(
        'Class',
        'UID:class',
        formOf('RECURRENCE-ID', planned),
        timeLine('DTSTART', toMs),
        ...(isDays ? [] : ['DURATION:PT20M']),
      ),
    );
    changed.push([toMs, isDays ? 86_400_000 : 1_200_000]);
  }
  const text = calendar(
    ...[...new Set(ZONES.map((one) => one.tzid))].flatMap((name) => (name ? zone(name) : [])),
    ...event('Class', 'UID:class', ...lines),
    ...changes,
    ...GOOD,
  );
  const regular = [...new Set([...clocks, ...added])]
    .filter((ms) => !hidden.has(ms))
    .map((ms): [number, number] => [ms, lengthMs]);
  const all = isUnreadable ? changed : [...regular, ...changed];
  const dates = all
    .map(([ms, length]): [number, number] => {
      const startMs = momentOf(ms, iana);
      return [startMs, isDays ? momentOf(ms + length, iana) : startMs + length];
    })
    .filter(
      ([startMs, endMs]) =>
        isUnreadable ||
        (isUnfollowed && startMs === momentOf(clockMs, iana)) ||
        (Math.max(endMs, startMs + 1) > RANGE.fromMs && startMs < RANGE.toMs),
    )
    .sort(byTime);
  return { text, dates, isNamed, rule, kinds };
}

const parsedRule = (rule: string, clockMs: number): RRuleTemporal =>
  new RRuleTemporal({ rruleString: `DTSTART:${utcText(clockMs)}\nRRULE:${rule}` });

/** Whether a rule's dates include its start. */
function hasDate(rule: string, clockMs: number): boolean {
  const at = new Date(clockMs);
  return parsedRule(rule, clockMs).between(at, at, true).length > 0;
}

/** Returns the clock times of a rule's dates, from shortly before the range to shortly after it. */
function clocksOf(rule: string, clockMs: number): number[] {
  return parsedRule(rule, clockMs)
    .between(new Date(RANGE.fromMs - 3 * 86_400_000), new Date(RANGE.toMs + 4 * 3_600_000), true)
    .map(({ epochMilliseconds }) => epochMilliseconds);
}
