import { CONTRACT_VERSION, OLDEST_VERSION } from '@daymark/contract/calls/version';
import { expect, test } from 'vitest';
import { newPerson } from './people';
import { send } from './send';
import { expectSentence } from './expectSentence';

// An app that was loaded days ago meets today's server, and a new app may meet a server that is not updated yet.

const listTasks = async (version?: string) => {
  const headers = version === undefined ? undefined : { 'daymark-contract': version };
  const { session } = await newPerson();
  return send({ path: '/api/tasks', session, ...(headers && { headers }) });
};

test('an app of this version, of the oldest, and a program that names none are answered', async () => {
  for (const version of [undefined, String(CONTRACT_VERSION), String(OLDEST_VERSION)])
    expect((await listTasks(version)).status).toBe(200);
});

test('an older app gets 426, and keeps its session', async () => {
  const reply = await listTasks(String(OLDEST_VERSION - 1));
  expectSentence(reply, 426);
  expect(reply.text).toBe('This page is from an older version of Daymark. Please reload it.');
  expect(reply.session).toBeUndefined();
});

test('an app newer than the server is asked to wait, because its fields could be refused', async () => {
  const reply = await listTasks(String(CONTRACT_VERSION + 1));
  expectSentence(reply, 503);
  expect(reply.headers['retry-after']).toBe('30');
});

test.each(['x', '1.5', '', '1, 2'])(
  'a version that is no number is refused: %s',
  async (version) => {
    const reply = await listTasks(version);
    expectSentence(reply);
  },
);
