import { expect, test } from 'vitest';
import { expectGuarded } from './expectSentence';
import { send } from './send';

test('says that it is there, to anyone and whatever cookie they have', async () => {
  for (const session of [undefined, 'garbage']) {
    const reply = await send({ path: '/api/health', session });
    expect(reply.status).toBe(200);
    expect(reply.json()).toEqual({ status: 'ok' });
    expectGuarded(reply);
  }
});
