import { expect, test } from 'vitest';
import { hostileTexts } from '../../../test/hostileTexts';
import { findTimeZones, timeZoneOptions } from './timeZones';

const zones = timeZoneOptions(new Date('2026-11-25T12:00:00Z'));
const found = (query: string) => findTimeZones(zones, query).map(({ title }) => title);

test('zones with a word that begins with the search come first', () => {
  expect(found('tok')).toEqual(['Asia/Tokyo', 'Antarctica/Vostok', 'Asia/Vladivostok']);
  expect(found('york')[0]).toBe('America/New York');
});

test('each word of a search may be anywhere in the name or the offset', () => {
  expect(found('paulo são')).toEqual(found('sao paulo'));
  expect(found('europe gmt+1')).toContain('Europe/Berlin');
  expect(found('europe qqq')).toEqual([]);
});

test.each(hostileTexts(100_000))(
  'only the first characters of a search for %s are used',
  (_, text) => {
    expect(found(text)).toEqual(found(text.slice(0, 200)));
    expect(found(`berlin ${'e '.repeat(50_000)}`)).toEqual(['Europe/Berlin']);
  },
);
