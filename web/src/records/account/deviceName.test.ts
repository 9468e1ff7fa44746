import { expect, test } from 'vitest';
import { deviceName, placeOf } from './deviceName';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Microsoft Edge on Windows',
  ],
  ['curl/8.5.0', 'Unknown browser'],
  ['', 'Unknown browser'],
  [null, 'Unknown browser'],
])('a device that calls itself %s is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

test('a time zone is shown as its place', () => {
  expect(placeOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(placeOf('UTC')).toBe('UTC');
});
