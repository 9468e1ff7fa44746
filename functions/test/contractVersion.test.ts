import { CONTRACT_VERSION, OLDEST_VERSION } from '@daymark/contract/calls/version';
import { expect, test } from 'vitest';
import { newPerson } from './people';
import { send } from './send';
import { expectSentence } from './expectSentence';

// An app that was loaded days ago may use a newer server, and a new app may use a server that isn't updated yet.

const listTasks = async (version?: string) => {
  const headers = version === undefined ? undefined : { 'daymark-contract': version };
  const { session } = await newPerson();
  return send({ path: '/api/tasks', session, ...(headers && { headers }) });
};

test('apps of supported versions, and programs that name no version, are served', async () => {
  for (const version of [undefined, String(CONTRACT_VERSION), String(OLDEST_VERSION)])
    expect((await listTasks(version)).status).toBe(200);
});

test('an older app gets 426 and keeps its session', async () => {
  const reply = await listTasks(String(OLDEST_VERSION - 1));
  expectSentence(reply, 426);
  expect(reply.text).toBe('This page is from an older version of Daymark. Please reload it.');
  expect(reply.session).toBeUndefined();
});

test('an app newer than the server is asked to wait', async () => {
  const reply = await listTasks(String(CONTRACT_VERSION + 1));
  expectSentence(reply, 503);
  expect(reply.headers['retry-after']).toBe('30');
});

test.each(['x', '1.5', '', '1, 2'])(
  'a version that is not a number is refused: %s',
  async (version) => {
    const reply = await listTasks(version);
    expectSentence(reply);
  },
);
