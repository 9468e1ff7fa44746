import { beforeEach, describe, expect, it, vi } from 'vitest';
import { minuteAt, railEnd, railOf, railStart, skipped } from './dayRail';
import { weekOf } from './monthDays';

beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
});

const hours = ({ rows }: ReturnType<typeof railOf>) =>
  rows.filter(({ clock }) => clock % 60 === 0).map(({ clock }) => clock / 60);

it('an ordinary day has 24 hours', () => {
  const rail = railOf(['2026-11-20']);
  expect(hours(rail)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
  const day = rail.days[0]!;
  expect(day.minutes).toBe(1440);
  expect([railStart(day, 547), railEnd(day, 600), minuteAt(day, 547)]).toEqual([547, 600, 547]);
  expect([railEnd(day, 1440), minuteAt(day, 5000), minuteAt(day, -50)]).toEqual([1440, 1440, 0]);
});

describe('when the clocks go forward', () => {
  it('the day has 23 hours and no 2:00', () => {
    const rail = railOf(['2026-03-08']);
    expect(hours(rail)).toEqual([0, 1, ...Array.from({ length: 21 }, (_, hour) => hour + 3)]);
    expect(rail.days[0]!.minutes).toBe(1380);
  });

  it('the week has a 2:00, which the day skips', () => {
    const rail = railOf(weekOf('2026-03-10'));
    expect(hours(rail)).toHaveLength(24);
    const day = rail.days[0]!;
    expect(skipped(rail, day)).toEqual([{ from: 120, to: 180 }]);
    expect(skipped(rail, rail.days[1]!)).toEqual([]);
    // 3:00 is two hours after midnight. An event that ends two hours after midnight ends before the gap.
    expect([railStart(day, 120), railEnd(day, 120)]).toEqual([180, 120]);
    expect([minuteAt(day, 119), minuteAt(day, 150), minuteAt(day, 180)]).toEqual([119, 120, 120]);
    expect(railEnd(day, 1380)).toBe(1440);
  });
});

describe('when the clocks go back', () => {
  it('the day has 25 hours, with 1:00 twice', () => {
    const rail = railOf(['2026-11-01']);
    expect(hours(rail).slice(0, 4)).toEqual([0, 1, 1, 2]);
    expect(rail.rows.filter(({ isRepeated }) => isRepeated)).toHaveLength(4);
    expect(rail.days[0]!.minutes).toBe(1500);
  });

  it('the week has 25 hours, one of which the other days skip', () => {
    const rail = railOf(weekOf('2026-11-01'));
    expect(hours(rail)).toHaveLength(25);
    expect(skipped(rail, rail.days[0]!)).toEqual([]);
    const monday = rail.days[1]!;
    expect(skipped(rail, monday)).toEqual([{ from: 120, to: 180 }]);
    // 9:00 is at the same position on both days.
    expect(railStart(monday, 540)).toBe(600);
    expect(railStart(rail.days[0]!, 600)).toBe(600);
  });
});

it('a clock change of half an hour is drawn as half an hour', () => {
  vi.stubEnv('TZ', 'Australia/Lord_Howe');
  const rail = railOf(['2026-10-04', '2026-10-05']);
  expect(skipped(rail, rail.days[0]!)).toEqual([{ from: 120, to: 150 }]);
});
