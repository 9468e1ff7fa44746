import { expect, it } from 'vitest';
import { patternsIn, RATED_DAYS_MIN, type RatedDay } from './patterns';
import { rankCorrelation, ranks } from './rankCorrelation';

/** Returns Park and Miller's random numbers, so that a failure can be reproduced. */
function dice(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function noise(random: () => number, days: number): RatedDay[] {
  return Array.from({ length: days }, () => {
    const hasMeetings = random() < 0.7;
    return {
      rating: 1 + Math.floor(random() * 5),
      focusMinutes: random() < 0.2 ? 0 : Math.round(random() * 10) * 25,
      eventMinutes: hasMeetings ? Math.round(random() * 12) * 15 : 0,
      longestGapMinutes: hasMeetings ? 120 + Math.round(random() * 30) * 15 : 600,
    };
  });
}

it('patterns are claimed in fewer than 5 % of 1,000 sets of pure noise', () => {
  const random = dice(20261120);
  let claimed = 0;
  for (let set = 0; set < 1000; set++) {
    const days = noise(random, RATED_DAYS_MIN + Math.floor(random() * 60));
    if (patternsIn(days, 499).some(({ isClaimed }) => isClaimed)) claimed++;
  }
  expect(claimed).toBeLessThan(50);
}, 60_000);

it('only a planted effect is claimed, with its direction', () => {
  const random = dice(7);
  const days = noise(random, 40).map((day) => ({
    ...day,
    rating: Math.min(5, Math.max(1, Math.round(1 + day.focusMinutes / 62 + random() - 0.5))),
  }));
  const [focus, meetings, gap] = patternsIn(days);
  expect(focus).toMatchObject({ measure: 'focusMinutes', isClaimed: true });
  expect(focus?.found?.rho).toBeGreaterThan(0.7);
  expect(focus?.found?.low).toBeGreaterThan(0);
  expect([meetings?.isClaimed, gap?.isClaimed]).toEqual([false, false]);
});

it('a planted effect of meetings on 60 days is found in nearly all of 200 sets', () => {
  const random = dice(11);
  let found = 0;
  for (let set = 0; set < 200; set++) {
    const days = noise(random, 60).map((day) => ({
      ...day,
      rating: Math.min(
        5,
        Math.max(1, Math.round(4.5 - day.eventMinutes / 60 + 2 * (random() - 0.5))),
      ),
    }));
    const meetings = patternsIn(days, 499).find(({ measure }) => measure === 'eventMinutes');
    if (meetings?.isClaimed && meetings.found!.rho < 0) found++;
  }
  expect(found).toBeGreaterThan(190);
});

it('too few days, or a measure that never changes, give no pattern', () => {
  const random = dice(3);
  const few = patternsIn(noise(random, RATED_DAYS_MIN - 1));
  expect(few.every(({ found, isClaimed }) => found === undefined && !isClaimed)).toBe(true);
  const flat = noise(random, 20).map((day) => ({ ...day, eventMinutes: 0 }));
  expect(patternsIn(flat)[1]).toMatchObject({ measure: 'eventMinutes', found: undefined });
});

it('Spearman’s ρ and its uncertainty match a textbook’s example', () => {
  const iq = [106, 86, 100, 101, 99, 103, 97, 113, 112, 110];
  const hours = [7, 0, 27, 50, 28, 29, 20, 12, 6, 17];
  const found = rankCorrelation(iq, hours);
  expect(found?.n).toBe(10);
  expect(found?.rho).toBeCloseTo(-29 / 165, 10);
  // The p-value over all 10! orders, to the precision of 3,999 permutations.
  expect(found?.p).toBeGreaterThan(0.58);
  expect(found?.p).toBeLessThan(0.68);
  expect(found?.low).toBeLessThan(-0.7);
  expect(found?.high).toBeGreaterThan(0.5);
});

it('equal values share a rank', () => {
  expect(ranks([3, 1, 3, 2])).toEqual([3.5, 1, 3.5, 2]);
  const days = noise(dice(5), 30);
  expect(patternsIn(days)).toEqual(patternsIn(days));
});
