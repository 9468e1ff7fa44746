import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import type { DateSettings } from '@daymark/contract/settings';
import { isTimeZone, namedZone, ownZone, type Zone } from '@daymark/contract/time/zone';
import { browserStorage } from '../browser/browserStorage';
import { createStore } from '../browser/externalStore';

/*
 * The week start, clock and time zone that the signed-in person wants. dates.ts reads these settings without React,
 * even before the first paint. This browser's copy of the person's settings (app/shell/followSettings.ts) is reset when
 * their session ends.
 */

const KEY = 'daymark.dates';

const store = createStore<DateSettings>(stored());
let zone = zoneOf(store.get());

function stored(): DateSettings {
  try {
    return known(JSON.parse(browserStorage.get(KEY) ?? '{}') as Partial<DateSettings>);
  } catch {
    return DEFAULT_DATES;
  }
}

/** Replaces unknown values. Another version of the app or of the browser may have stored them. */
function known({ weekStart, hourFormat, timeZone }: Partial<DateSettings>): DateSettings {
  return {
    weekStart: weekStart === 'monday' || weekStart === 'saturday' ? weekStart : 'sunday',
    hourFormat: hourFormat === '24h' ? '24h' : '12h',
    timeZone: timeZone && isTimeZone(timeZone) ? timeZone : null,
  };
}

function zoneOf({ timeZone }: DateSettings): Zone {
  return timeZone === null ? ownZone : namedZone(timeZone);
}

const textOf = ({ weekStart, hourFormat, timeZone }: DateSettings) =>
  JSON.stringify({ weekStart, hourFormat, timeZone });

export const dateSettings = {
  subscribe: store.subscribe,
  get: store.get,
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
    store.set(next);
  },
};
