import { seedOf } from '@daymark/contract/test/longRuns';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newPerson, type Person } from './people';
import { playReminderYear } from './reminderYear';

/** More messages of each kind than this arrive in a year, whatever the person does at random. */
const LEAST = { event: 1000, deadlines: 50, reflect: 50, timer: 50, plan: 10 };

let person: Person;
beforeAll(async () => {
  person = await newPerson();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => void vi.useRealTimers());

test(
  'in a whole year each reminder arrives once within a minute',
  { timeout: 3_600_000 },
  async () => {
    const { sent } = await playReminderYear({
      person,
      seed: seedOf('YEAR_SEED'),
      stretches: [{ from: '2026-01-01', days: 365 }],
    });
    for (const [kind, least] of Object.entries(LEAST))
      expect(sent.get(kind), kind).toBeGreaterThan(least);
  },
);
