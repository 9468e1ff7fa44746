import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { newPerson } from './people';
import { send } from './send';
import { expectSentence } from './expectSentence';
import { freePort, startFunction } from './startFunction';

/** Returns a port where nothing listens. */
const refusing = async () => ({ port: await freePort(), close: () => {} });

/** Starts a server that accepts connections and never responds. */
async function silent() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

/**
 * Longest time to wait for the replies on a busy machine, in ms. Without a time limit, Firestore's client would retry
 * for minutes.
 */
const LATEST_MS = 30_000;

test.concurrent.each([
  ['Firestore out of reach', 'FIRESTORE_EMULATOR_HOST', refusing],
  ['Firebase Auth out of reach', 'FIREBASE_AUTH_EMULATOR_HOST', refusing],
  ['Firestore that never responds', 'FIRESTORE_EMULATOR_HOST', silent],
  ['Firebase Auth that never responds', 'FIREBASE_AUTH_EMULATOR_HOST', silent],
])('%s gives 503 at the time limit and ends no session', async (_what, variable, listen) => {
  const { session, email, password } = await newPerson();
  const dependency = await listen();
  const running = await startFunction({
    [variable]: `127.0.0.1:${dependency.port}`,
    REQUEST_TIME_LIMIT_MS: '500',
  });
  const startedAt = Date.now();
  const to = running.url;
  const replies = await Promise.all([
    send({ path: '/api/user', session, to }),
    send({ method: 'POST', path: '/api/tasks', body: { title: 'Later' }, session, to }),
    send({ method: 'POST', path: '/api/login', body: { email, password }, to }),
    send({ method: 'POST', path: '/api/logout', session, to }),
  ]);
  const waitedMs = Date.now() - startedAt;
  const signedOut = await send({ path: '/api/user', to });
  await running.stop();
  dependency.close();

  for (const reply of replies) {
    expect(reply.status).toBe(503);
    expect(reply.text).toBe('Daymark can’t be reached right now. Please try again in a moment.');
    expect(reply.headers['cache-control']).toBe('private, no-store');
    expect(reply.session).toBeUndefined();
  }
  expect(waitedMs).toBeLessThan(LATEST_MS);
  expectSentence(signedOut, 401);
});
