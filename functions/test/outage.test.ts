import { expect, test } from 'vitest';
import { newPerson } from './people';
import { send } from './send';
import { expectSentence } from './expectSentence';
import { freePort, startFunction } from './startFunction';

// Without a deadline, Firestore's client would go on for minutes, and these tests would time out.
test.concurrent.each([
  ['Firestore', 'FIRESTORE_EMULATOR_HOST'],
  ['Firebase Auth', 'FIREBASE_AUTH_EMULATOR_HOST'],
])('%s out of reach is 503 at the deadline, and signs nobody out', async (_what, variable) => {
  const { session, email, password } = await newPerson();
  const running = await startFunction({
    [variable]: `127.0.0.1:${await freePort()}`,
    REQUEST_DEADLINE_MS: '500',
  });
  const to = running.url;
  const replies = await Promise.all([
    send({ path: '/api/user', session, to }),
    send({ method: 'POST', path: '/api/tasks', body: { title: 'Later' }, session, to }),
    send({ method: 'POST', path: '/api/login', body: { email, password }, to }),
    send({ method: 'POST', path: '/api/logout', session, to }),
  ]);
  const signedOut = await send({ path: '/api/user', to });
  await running.stop();

  for (const reply of replies) {
    expect(reply.status).toBe(503);
    expect(reply.text).toBe('Daymark cannot be reached just now. Please try again in a moment.');
    expect(reply.headers['cache-control']).toBe('private, no-store');
    expect(reply.session).toBeUndefined();
  }
  expectSentence(signedOut, 401);
});
