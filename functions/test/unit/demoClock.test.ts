import { describe, expect, test } from 'vitest';
import { demoClock } from '../../src/demo/demoClock';

const at = (moment: string, zone: string) => demoClock(new Date(moment), zone);

describe('the clock of a visitor’s demo', () => {
  test('uses the visitor’s days and hours, with their offset', () => {
    // It is already Saturday in Tokyo and still Friday in Los Angeles.
    const tokyo = at('2026-11-20T20:00:00Z', 'Asia/Tokyo');
    const losAngeles = at('2026-11-20T20:00:00Z', 'America/Los_Angeles');
    expect(tokyo.at(0, 9.5)).toBe('2026-11-21T09:30:00+09:00');
    expect(losAngeles.at(0, 9.5)).toBe('2026-11-20T09:30:00-08:00');
    expect([tokyo.isWeekend, losAngeles.isWeekend]).toEqual([true, false]);
    expect([tokyo.hoursToday, losAngeles.hoursToday]).toEqual([5, 12]);
  });

  test('keeps clock times across a clock change', () => {
    const berlin = at('2026-03-30T10:00:00Z', 'Europe/Berlin');
    expect(berlin.at(-2, 9)).toBe('2026-03-28T09:00:00+01:00');
    expect(berlin.at(-1, 9)).toBe('2026-03-29T09:00:00+02:00');
    expect(berlin.at(-2, 24 + 18)).toBe('2026-03-29T18:00:00+02:00');
    expect(berlin.at(-1, 1.5)).toBe('2026-03-29T01:30:00+01:00');
    expect(berlin.at(-1, 3.5)).toBe('2026-03-29T03:30:00+02:00');
  });

  test.each(['2026-11-23', '2026-11-26', '2026-11-29'])(
    'counts weeks from Monday, also on a Sunday: %s',
    (today) => {
      const clock = at(`${today}T12:00:00Z`, 'UTC');
      const dates = [clock.dayIn(0, 1), clock.dayIn(0, 7), clock.dayIn(1, 5)].map(clock.date);
      expect(dates).toEqual(['2026-11-23', '2026-11-29', '2026-11-20']);
    },
  );

  test.each([
    // On a Monday, the previous working day is a Friday.
    { today: '2026-11-23', days: [-4, -3, 0, 1, 2, 7], nextSaturday: 5 },
    { today: '2026-11-20', days: [-2, -1, 0, 3, 4, 7], nextSaturday: 1 },
    { today: '2026-11-21', days: [-2, -1, 2, 3, 4, 9], nextSaturday: 7 },
    { today: '2026-11-22', days: [-3, -2, 1, 2, 3, 8], nextSaturday: 6 },
  ])('puts work on working days and weekends on weekends: $today', (example) => {
    const clock = at(`${example.today}T12:00:00Z`, 'UTC');
    expect([-2, -1, 0, 1, 2, 5].map(clock.workday)).toEqual(example.days);
    expect(clock.nextSaturday).toBe(example.nextSaturday);
    const weekday = (day: number) => new Date(clock.at(day, 12)).getUTCDay();
    for (let n = -9; n <= 9; n++) expect([0, 6]).not.toContain(weekday(clock.workday(n)));
    expect(weekday(clock.nextSaturday)).toBe(6);
  });
});
