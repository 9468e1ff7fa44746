import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startOfDay } from '../../../lib/time/dates';
import { railOf } from './dayRail';
import { isDuring } from '../eventDays';
import { isDayLong } from '../eventSpan';
import { inLanes, sideBySide, stretchOn, type Stretch } from './eventLayout';

beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
});

it.each<[string, [number, number][], string[]]>([
  ['one alone is as wide as the day', [[540, 600]], ['0/1']],
  [
    'one after the other',
    [
      [540, 600],
      [600, 660],
    ],
    ['0/1', '0/1'],
  ],
  [
    'two at once',
    [
      [540, 600],
      [540, 600],
    ],
    ['0/2', '1/2'],
  ],
  [
    'the longer one is on the left',
    [
      [540, 570],
      [540, 600],
    ],
    ['1/2', '0/2'],
  ],
  [
    'a column is used again',
    [
      [540, 660],
      [540, 570],
      [570, 600],
    ],
    ['0/2', '1/2', '1/2'],
  ],
  [
    'free columns are taken',
    [
      [540, 660],
      [540, 570],
      [540, 570],
      [600, 630],
    ],
    ['0/3', '1/3', '2/3', '1/3+1'],
  ],
])('%s', (_, stretches, expected) => {
  const places = sideBySide(stretches.map(([start, end]) => ({ start, end })));
  expect(
    places.map(
      ({ column, columns, span }) => `${column}/${columns}${span > 1 ? `+${span - 1}` : ''}`,
    ),
  ).toEqual(expected);
});

describe('with any events on a day', () => {
  const days = ['2026-03-08', '2026-11-01', '2026-11-20'];
  const events = (day: string) =>
    fc.array(
      fc
        .tuple(fc.integer({ min: -2000, max: 3000 }), fc.integer({ min: -100, max: 1500 }))
        .map(([from, length]) => {
          const start = startOfDay(day).getTime() + from * 60_000;
          const end = start + length * 60_000;
          return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
        }),
      { maxLength: 40 },
    );
  /** Whether two boxes overlap. Boxes that only touch don't overlap, even with rounding errors. */
  const meet = (a: Stretch, b: Stretch) => a.start + 1e-9 < b.end && b.start + 1e-9 < a.end;

  it.each(days)('boxes neither overlap nor leave the day (%s)', (day) => {
    const railDay = railOf([day]).days[0]!;
    fc.assert(
      fc.property(events(day), (all) => {
        const those = all.filter((event) =>
          isDuring(event, railDay.start, railDay.start + railDay.minutes * 60_000),
        );
        const stretches = those.map((event) => stretchOn(event, railDay));
        const boxes = sideBySide(stretches).map(({ column, columns, span }, index) => ({
          time: stretches[index]!,
          across: { start: column / columns, end: (column + span) / columns },
        }));
        for (const [index, box] of boxes.entries()) {
          expect(box.time.start).toBeGreaterThanOrEqual(0);
          expect(box.time.end).toBeLessThanOrEqual(railDay.minutes);
          expect(box.time.end - box.time.start).toBeGreaterThanOrEqual(15);
          expect(box.across.start).toBeGreaterThanOrEqual(0);
          expect(box.across.end).toBeLessThanOrEqual(1);
          expect(box.across.end).toBeGreaterThan(box.across.start);
          for (const other of boxes.slice(index + 1))
            expect(meet(box.time, other.time) && meet(box.across, other.across)).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });
});

it('an event of 23 hours or more is day-long', () => {
  const long = (start: string, end: string) => isDayLong({ start, end });
  expect(long('2026-11-20T00:00:00-08:00', '2026-11-21T00:00:00-08:00')).toBe(true);
  expect(long('2026-03-08T00:00:00-08:00', '2026-03-09T00:00:00-07:00')).toBe(true);
  expect(long('2026-11-20T20:00:00-08:00', '2026-11-21T08:00:00-08:00')).toBe(false);
  expect(long('2026-11-20T20:00:00-08:00', '2026-11-10T08:00:00-08:00')).toBe(false);
});

describe('in lanes that are wide enough to read', () => {
  const at = (start: number, end: number): Stretch => ({ start, end });

  it('as many overlapping events as there are lanes are all shown', () => {
    const pair = [at(540, 600), at(540, 600)];
    expect(inLanes(pair, 2)).toEqual({ positions: sideBySide(pair), hidden: [] });
  });

  it('the events without a lane share one box in the last lane', () => {
    const { positions, hidden } = inLanes(
      [at(540, 600), at(540, 600), at(570, 630), at(700, 760)],
      2,
    );
    expect(positions).toEqual([
      { column: 0, columns: 2, span: 1 },
      undefined,
      undefined,
      { column: 0, columns: 1, span: 1 },
    ]);
    expect(hidden).toEqual([{ start: 540, end: 630, events: [1, 2] }]);
  });

  it('every event has a lane or is in exactly one box', () => {
    const stretch = fc
      .tuple(fc.integer({ min: 0, max: 1400 }), fc.integer({ min: 15, max: 300 }))
      .map(([start, length]) => at(start, start + length));
    fc.assert(
      fc.property(
        fc.array(stretch, { maxLength: 20 }),
        fc.integer({ min: 2, max: 4 }),
        (stretches, lanes) => {
          const { positions, hidden } = inLanes(stretches, lanes);
          const counted = hidden.flatMap(({ events }) => events).sort((a, b) => a - b);
          expect(counted).toEqual(positions.flatMap((one, index) => (one ? [] : [index])));
          for (const one of positions) expect(one?.columns ?? 0).toBeLessThanOrEqual(lanes);
        },
      ),
    );
  });
});
