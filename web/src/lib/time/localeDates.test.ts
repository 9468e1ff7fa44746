import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import { expect, it, vi } from 'vitest';
import { localeDates } from './localeDates';

const LOCALES = [
  ['en-US', 'sunday', '12h', 'month'],
  ['en-GB', 'monday', '24h', 'day'],
  ['de', 'monday', '24h', 'day'],
  ['pt-BR', 'sunday', '24h', 'day'],
  ['ar-EG', 'saturday', '12h', 'day'],
  ['fr-CA', 'sunday', '24h', 'month'],
] as const;

it.each(LOCALES)('%s begins weeks on %s, with a clock of %s and the %s first', (...row) => {
  const [language, weekStart, hourFormat, dateOrder] = row;
  expect(localeDates(language)).toEqual({ weekStart, hourFormat, dateOrder });
});

it.each(LOCALES)('%s begins weeks on %s in a browser that doesn’t know weeks', (language, day) => {
  // These engines have one of the two.
  const name = 'weekInfo' in Intl.Locale.prototype ? 'weekInfo' : 'getWeekInfo';
  const own = Object.getOwnPropertyDescriptor(Intl.Locale.prototype, name)!;
  Object.defineProperty(Intl.Locale.prototype, name, { value: undefined, configurable: true });
  const { weekStart } = localeDates(language);
  Object.defineProperty(Intl.Locale.prototype, name, own);
  expect(weekStart).toBe(day);
});

it('what the person has not chosen follows the browser', async () => {
  vi.resetModules();
  vi.stubGlobal('navigator', { language: 'de-DE' });
  const { dateSettings } = await import('./dateSettings');
  const german = {
    weekStart: 'monday',
    hourFormat: '24h',
    dateOrder: 'day',
    timeZone: null,
    dayEndMinutes: 0,
  };
  expect(dateSettings.get()).toEqual(german);
  dateSettings.set({ ...DEFAULT_DATES, weekStart: 'sunday' });
  expect(dateSettings.get()).toEqual({ ...german, weekStart: 'sunday' });
  vi.unstubAllGlobals();
});

it('a language that no browser should have counts as English (US)', async () => {
  vi.resetModules();
  vi.stubGlobal('navigator', { language: 'en-US@posix' });
  const { dateSettings } = await import('./dateSettings');
  expect(dateSettings.get()).toMatchObject({ weekStart: 'sunday', hourFormat: '12h' });
  vi.unstubAllGlobals();
});
