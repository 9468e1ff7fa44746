import { once } from 'node:events';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, type Person } from './people';
import { send } from './send';
import { startFunction, type RunningFunction } from './startFunction';

const LIMIT = 5;

let person: Person;
let running: RunningFunction;
beforeAll(async () => {
  person = await newPerson();
  running = await startFunction({ IN_FLIGHT_MAX: String(LIMIT) });
});
afterAll(() => running.stop());

const read = () => send({ path: '/api/settings', session: person.session, to: running.url });

/** Sends a request whose body has not arrived yet. The function works on the request until the body is complete. */
async function held(): Promise<{ finish: () => Promise<number>; hangUp: () => void }> {
  const outgoing: ClientRequest = request(`${running.url}/api/tasks`, {
    agent: new Agent({ keepAlive: false }),
    method: 'POST',
    headers: {
      cookie: `__session=${person.session}`,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    },
  });
  outgoing.on('error', () => undefined);
  const responded = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  responded.catch(() => undefined);
  await new Promise<void>((resolve) => void outgoing.write('{', () => resolve()));
  return {
    async finish() {
      outgoing.end('"title":"Water the ferns"}');
      const [incoming] = await responded;
      incoming.resume();
      return incoming.statusCode ?? 0;
    },
    hangUp: () => outgoing.destroy(),
  };
}

/** Sends as many requests as the function works on at once. */
async function fill() {
  const all = await Promise.all(Array.from({ length: LIMIT }, held));
  await expect.poll(async () => (await read()).status).toBe(503);
  return all;
}

test('requests over the limit of an instance get 503 until other requests have finished', async () => {
  const all = await fill();
  // None of these requests waits for a request in progress, because the requests in progress end only below.
  const replies = await Promise.all(Array.from({ length: 200 }, read));
  for (const reply of replies) {
    expect(reply.status).toBe(503);
    expect(reply.text).toBe('Daymark is very busy right now. Please try again in a moment.');
    expect(reply.headers['retry-after']).toBe('1');
    expect(reply.headers['cache-control']).toBe('private, no-store');
    expect(reply.session).toBeUndefined();
  }

  expect(await Promise.all(all.map(({ finish }) => finish()))).toEqual(Array(LIMIT).fill(201));
  // A request frees its slot when its response is closed, a moment after the client has received the response.
  await expect.poll(async () => (await read()).status).toBe(200);
  for (let times = 0; times < 2 * LIMIT; times++) expect((await read()).status).toBe(200);
});

test('the health check is served even by an instance at its limit', async () => {
  const all = await fill();
  expect((await send({ path: '/api/health', to: running.url })).status).toBe(200);
  await Promise.all(all.map(({ finish }) => finish()));
});

test('requests whose clients hang up free their slots', async () => {
  for (const { hangUp } of await fill()) hangUp();
  const statuses = async () =>
    (await Promise.all(Array.from({ length: LIMIT }, read))).map(({ status }) => status);
  await expect.poll(statuses).toEqual(Array(LIMIT).fill(200));
});
