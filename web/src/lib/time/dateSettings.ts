import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import type { DateSettings } from '@daymark/contract/settings';
import { isTimeZone, namedZone, ownZone, type Zone } from '@daymark/contract/time/zone';
import { browserStorage } from '../browser/browserStorage';
import { createStore } from '../browser/externalStore';
import { localeDates, type LocaleDates } from './localeDates';

/*
 * The week start, clock, order of dates, time zone and end of the day that the signed-in person wants. The browser's locale decides
 * what they have not chosen. dates.ts reads these settings without React, even before the first paint. This browser's
 * copy of the person's settings (app/shell/followSettings.ts) is reset when
 * their session ends.
 */

const KEY = 'daymark.dates';

/** The settings that the person has chosen. The others are null. */
const store = createStore<DateSettings>(stored());
let zone = zoneOf(store.get());
let shown: ShownDates | undefined;

export type ShownDates = LocaleDates & Pick<DateSettings, 'timeZone' | 'dayEndMinutes'>;

/** The first use of `Intl` is slow, so the result is kept. */
let kept: LocaleDates | undefined;

const browsers = (): LocaleDates => (kept ??= localeDates(language()));

/** Returns the browser's language. Prerendering has none, and some browsers have names that `Intl` refuses. */
function language(): string {
  const name = typeof navigator === 'undefined' ? undefined : navigator.language;
  try {
    return Intl.getCanonicalLocales(name)[0] ?? 'en-US';
  } catch {
    return 'en-US';
  }
}

function withBrowsers({ timeZone, dayEndMinutes, ...chosen }: DateSettings): ShownDates {
  const { weekStart, hourFormat, dateOrder } = chosen;
  return {
    weekStart: weekStart ?? browsers().weekStart,
    hourFormat: hourFormat ?? browsers().hourFormat,
    dateOrder: dateOrder ?? browsers().dateOrder,
    timeZone,
    dayEndMinutes,
  };
}

function stored(): DateSettings {
  try {
    return known(JSON.parse(browserStorage.get(KEY) ?? '{}') as Partial<DateSettings>);
  } catch {
    return DEFAULT_DATES;
  }
}

/** Replaces unknown values. Another version of the app or of the browser may have stored them. */
function known({
  weekStart,
  hourFormat,
  dateOrder,
  timeZone,
  dayEndMinutes = 0,
}: Partial<DateSettings>): DateSettings {
  const one = <Value extends string>(value: unknown, ...values: readonly Value[]) =>
    values.find((name) => name === value) ?? null;
  return {
    weekStart: one(weekStart, 'saturday', 'sunday', 'monday'),
    hourFormat: one(hourFormat, '12h', '24h'),
    dateOrder: one(dateOrder, 'month', 'day'),
    timeZone: timeZone && isTimeZone(timeZone) ? timeZone : null,
    dayEndMinutes: Number.isInteger(dayEndMinutes) ? dayEndMinutes : 0,
  };
}

function zoneOf({ timeZone }: DateSettings): Zone {
  return timeZone === null ? ownZone : namedZone(timeZone);
}

const textOf = ({ weekStart, hourFormat, dateOrder, timeZone, dayEndMinutes }: DateSettings) =>
  JSON.stringify({ weekStart, hourFormat, dateOrder, timeZone, dayEndMinutes });

export const dateSettings = {
  subscribe: store.subscribe,
  /** Returns the settings that are shown: the chosen ones, otherwise the browser's. */
  get: (): ShownDates => (shown ??= withBrowsers(store.get())),
  /** Returns how the browser's locale shows dates. */
  browsers,
  /** Returns how long after midnight the person's day ends, in minutes. Doesn't use `Intl`. */
  dayEndMinutes: (): number => store.get().dayEndMinutes,
  /** Returns the zone of the person's days and times: the chosen one, otherwise the browser's. */
  zone: (): Zone => zone,
  /** Returns the settings as one text, to compare. */
  text: (): string => textOf(store.get()),
  set(chosen: DateSettings): void {
    const next = known(chosen);
    const text = textOf(next);
    if (text === textOf(store.get())) return;
    if (text === textOf(DEFAULT_DATES)) browserStorage.remove(KEY);
    else browserStorage.set(KEY, text);
    zone = zoneOf(next);
    shown = undefined;
    store.set(next);
  },
};
