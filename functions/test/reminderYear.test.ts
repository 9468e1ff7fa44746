import { seedOf } from '@daymark/contract/test/longRuns';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newPerson } from './people';
import { playReminderYear } from './reminderYear';

// Only the date is simulated. Firestore's client needs the real timers.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

test.each([
  ['when the clocks go forward in Europe', { from: '2026-03-27', days: 4 }],
  ['when the clocks go back in Europe', { from: '2026-10-23', days: 3 }],
  ['when the clocks go back in New York', { from: '2026-10-30', days: 3 }],
])(
  'each reminder arrives once within a minute, and none for what is over, %s',
  async (_, stretch) => {
    const seed = seedOf('YEAR_SEED');
    const { sent } = await playReminderYear({
      person: await newPerson(),
      seed,
      stretches: [stretch],
    });
    expect(sent.get('event'), `with the seed ${seed}`).toBeGreaterThan(0);
  },
);
