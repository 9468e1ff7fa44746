import { DEFAULT_CATEGORIES } from '@daymark/contract/category';
import type { Task } from '@daymark/contract/task';
import { describe, expect, test } from 'vitest';
import { LONG_RUNS, roundsOf } from '@daymark/contract/test/longRuns';
import { newPerson } from './people';
import { send, sendUntilResponse } from './send';

const ROUNDS = Array.from({ length: roundsOf('RACE_ROUNDS', 1, 10) }, (_, n) => n + 1);
const IDS = LONG_RUNS ? 100 : 30;

describe.each(ROUNDS)('round %s', () => {
  test(`${IDS} ids sent three times at once leave exactly ${IDS} records`, async () => {
    const { session } = await newPerson();
    const sends = Array.from({ length: 3 * IDS }, (_, n) => ({
      id: (n % IDS) + 1,
      title: `Send ${n}`,
    }));
    const replies = await Promise.all(
      sends.map((body) => sendUntilResponse({ method: 'POST', path: '/api/tasks', session, body })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(IDS);
    const left = (await send({ path: '/api/tasks', session })).json() as Task[];
    expect(left.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
      Array.from({ length: IDS }, (_, n) => n + 1),
    );
  });

  test('creating the default categories many times at once leaves four', async () => {
    const { session } = await newPerson();
    const path = '/api/categories';
    const seedings = Array.from({ length: LONG_RUNS ? 20 : 8 }, () => DEFAULT_CATEGORIES).flat();
    const replies = await Promise.all(
      seedings.map((body) => sendUntilResponse({ method: 'POST', path, session, body })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await send({ path, session })).json()).toMatchObject(DEFAULT_CATEGORIES);
    expect((await send({ path, session })).json()).toHaveLength(4);
  });
});
