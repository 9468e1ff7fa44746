import { DEFAULT_SETTINGS } from '@daymark/contract/settings';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitText, sessionFit } from './sessionFit';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-20T09:00:00Z');
const event = (from: number, minutes = 30, title = 'Design review') => ({
  title,
  from: NOW + from * MINUTE,
  to: NOW + (from + minutes) * MINUTE,
});
const textFor = (...taken: ReturnType<typeof event>[]) => {
  const fit = sessionFit(taken, NOW, DEFAULT_SETTINGS);
  return fit && fitText(fit);
};

it('a suggested session never overlaps an event', () => {
  const taken = fc.record({
    title: fc.string(),
    from: fc.integer({ min: NOW - 600 * MINUTE, max: NOW + 600 * MINUTE }),
    length: fc.integer({ min: 0, max: 300 * MINUTE }),
  });
  const rules = fc.record({
    focusDuration: fc.integer({ min: 1, max: 180 }),
    shortBreakDuration: fc.integer({ min: 1, max: 180 }),
    longBreakDuration: fc.constant(15),
    sessionsBeforeLongBreak: fc.constant(4),
  });
  let suggested = 0;
  fc.assert(
    fc.property(fc.array(taken, { maxLength: 12 }), rules, (list, settings) => {
      const events = list.map(({ title, from, length }) => ({ title, from, to: from + length }));
      const fit = sessionFit(events, NOW, settings);
      if (!fit) return;
      suggested++;
      const end = NOW + (fit.focusMinutes + fit.breakMinutes) * MINUTE;
      expect(fit.focusMinutes).toBeGreaterThan(0);
      expect(fit.focusMinutes).toBeLessThanOrEqual(settings.focusDuration);
      expect(fit.isShorter).toBe(fit.focusMinutes < settings.focusDuration);
      for (const { from, to } of events) expect(from < end && to > NOW).toBe(false);
    }),
    { numRuns: 2000 },
  );
  expect(suggested).toBeGreaterThan(100);
});

it.each([
  [[event(38)], '38 min until Design review: 25 + 5 fits'],
  [[event(30)], '30 min until Design review: 25 + 5 fits'],
  [[event(29.5)], '29 min until Design review: 25 fits'],
  [[event(24)], '24 min until Design review: 20 fits'],
  [[event(9)], undefined],
  [[event(95)], '1 h 35 min until Design review: 25 + 5 fits'],
  [[event(120), event(60, 10, 'Stand-up')], '1 h until Stand-up: 25 + 5 fits'],
  [[event(200)], undefined],
  [[event(-5), event(40)], undefined],
  [[event(-30), event(40)], '40 min until Design review: 25 + 5 fits'],
  [[], undefined],
])('before %j: %s', (taken, text) => {
  expect(textFor(...taken)).toBe(text);
});
