import { expect, test } from 'vitest';
import { deliveryText, minutesBefore } from './reminderTexts';

const now = new Date('2026-11-20T15:00:00');
const since = '2026-11-18T09:00:00Z';

test.each([
  ['2026-11-20T15:00:00', 'delivered', 'Delivered today'],
  ['2026-11-20T00:00:00', 'failed', 'Failed today'],
  // The server's clock may be ahead.
  ['2026-11-21T00:01:00', 'delivered', 'Delivered today'],
  ['2026-11-19T23:59:00', 'refused', 'Failed yesterday'],
  ['2026-11-17T15:00:00', 'delivered', 'Delivered on Nov 17'],
] as const)('a message of %s that was %s reads “%s”', (time, outcome, text) => {
  const at = new Date(time).toISOString();
  expect(deliveryText({ since, lastDelivery: { at, outcome } }, now)).toBe(text);
});

test('a device that has got no message says so', () => {
  expect(deliveryText({ since }, now)).toBe('Nothing sent yet');
});

test('a choice says when the reminder comes', () => {
  expect(minutesBefore(0)).toBe('At the start');
  expect(minutesBefore(15)).toBe('15 minutes before');
});
