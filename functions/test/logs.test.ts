import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { idTokenOf } from './authEmulator';
import { registeredPerson } from './people';
import { requestTo, rows } from './rows';
import { send } from './send';
import { startFunction, type RunningFunction } from './startFunction';

let running: RunningFunction;
beforeAll(async () => {
  running = await startFunction();
});
afterAll(() => running.stop());

test('the log has one JSON line a request, and no password, token, cookie or text of anyone', async () => {
  const to = running.url;
  const person = await registeredPerson(to);
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
  for (const row of rows) await send({ ...requestTo(row), session, to });

  // A line is written after its reply was sent.
  const requests = await vi.waitFor(() => {
    const lines = running
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines).toHaveLength(7 + rows.length);
    return lines.map((line) => JSON.parse(line) as { endpoint: string; status: number });
  }, 30_000);
  for (const request of requests)
    expect(request).toEqual({
      severity: 'INFO',
      message: `${request.endpoint} ${request.status}`,
      requestId: expect.stringMatching(/^[\w/;=-]+$/),
      endpoint: expect.stringMatching(/^\w+$/),
      status: expect.any(Number),
      ms: expect.any(Number),
    });
  expect(requests.map(({ endpoint }) => endpoint)).toEqual(
    expect.arrayContaining(rows.map(({ name }) => name)),
  );
  for (const secret of [
    email,
    password,
    username,
    session,
    idToken,
    'a-wrong-secret',
    'private matter',
  ])
    expect(running.output()).not.toContain(secret);
});
