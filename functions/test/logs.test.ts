import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { idTokenOf } from './authEmulator';
import { registeredPerson, setConfirmed } from './people';
import { requestTo, rows } from './rows';
import { send } from './send';
import { startFunction, type RunningFunction } from './startFunction';

const madeToken = {
  method: 'POST',
  path: '/api/tokens',
  body: { name: 'Backup', scope: 'write', expiresInDays: 30 },
};

let running: RunningFunction;
beforeAll(async () => {
  running = await startFunction();
});
afterAll(() => running.stop());

test('the log has one JSON line per request and no password, token, cookie or text', async () => {
  const to = running.url;
  const person = await registeredPerson(to);
  await setConfirmed(person, true);
  const { email, password, session, username } = person;
  const idToken = await idTokenOf(person);
  const bearer = { authorization: `Bearer ${idToken}` };
  await send({ method: 'POST', path: '/api/login', body: { email, password }, to });
  await send({ method: 'POST', path: '/api/login', body: {}, headers: bearer, to });
  await send({
    method: 'POST',
    path: '/api/login',
    body: { email, password: 'a-wrong-secret' },
    to,
  });
  await send({
    method: 'POST',
    path: '/api/tasks',
    session,
    body: { title: 'A private matter' },
    to,
  });
  await send({
    method: 'POST',
    path: '/api/tasks',
    session,
    body: '{"title": "A private matter',
    to,
  });
  const made = await send({ ...madeToken, session, to });
  const { token } = made.json() as { token: string };
  const withToken = { authorization: `Bearer ${token}` };
  await send({ path: '/api/tasks', headers: withToken, to });
  await send({ path: '/api/tasks', headers: { authorization: `Bearer ${token}x` }, to });
  await send({ path: '/api/tasks', query: { access_token: token }, headers: withToken, to });
  await send({ method: 'DELETE', path: `/api/tasks/${token}`, headers: withToken, to });
  for (const row of rows) await send({ ...requestTo(row), session, to });

  // A log line is written after its reply was sent.
  const requests = await vi.waitFor(() => {
    const lines = running
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines).toHaveLength(11 + rows.length);
    return lines.map((line) => JSON.parse(line) as { message: string });
  }, 30_000);
  for (const request of requests) {
    const [, endpoint, status] = /^(\w+) (\d{3})$/.exec(request.message) ?? [];
    const failed = {
      requestId: expect.stringMatching(/^[\w/;=-]+$/),
      endpoint,
      status: Number(status),
    };
    expect(request).toEqual({
      severity: 'INFO',
      message: request.message,
      ...(Number(status) >= 400 && failed),
      ms: expect.any(Number),
    });
  }
  expect(requests.map(({ message }) => message.split(' ')[0])).toEqual(
    expect.arrayContaining(rows.map(({ name }) => name)),
  );
  for (const secret of [
    email,
    password,
    username,
    session,
    idToken,
    token,
    token.slice(-36),
    'a-wrong-secret',
    'private matter',
  ])
    expect(running.output()).not.toContain(secret);
});
