import { expect, test } from 'vitest';
import { expectGuarded } from './expectSentence';
import { send } from './send';

test('the health check responds to anyone, whatever their cookie', async () => {
  for (const session of [undefined, 'garbage']) {
    const reply = await send({ path: '/api/health', session });
    expect(reply.status).toBe(200);
    expect(reply.json()).toEqual({ status: 'ok' });
    expectGuarded(reply);
  }
});
