import { playServerScript } from '@daymark/contract/test/serverScript';
import { beforeEach, expect, test, vi } from 'vitest';
import { modelServer } from './modelServer';

beforeEach(() => vi.stubEnv('TZ', 'UTC'));

test('the model responds as the real server does', async () => {
  const server = modelServer();
  const replies = await playServerScript(1, async ({ method, path, body, mutation }) => {
    const url = new URL(path, 'http://model');
    const reply = server.handle(method, url, (body ?? {}) as Record<string, unknown>, mutation);
    const { status, headers } = reply;
    return { status, headers: Object.fromEntries(headers), text: await reply.text() };
  });
  await expect(replies).toMatchFileSnapshot('../../functions/contract/test/serverReplies.txt');
});
