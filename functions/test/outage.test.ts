import { expect, test } from 'vitest';
import { newPerson } from './people';
import { send } from './send';
import { expectSentence } from './expectSentence';
import { freePort, startFunction } from './startFunction';

test.concurrent.each([
  ['Firestore', 'FIRESTORE_EMULATOR_HOST'],
  ['Firebase Auth', 'FIREBASE_AUTH_EMULATOR_HOST'],
])(
  '%s out of reach is 503 within its deadline of 8 s, and signs nobody out',
  async (_what, variable) => {
    const { session, email, password } = await newPerson();
    const running = await startFunction({ [variable]: `127.0.0.1:${await freePort()}` });
    const to = running.url;
    const started = performance.now();
    const replies = await Promise.all([
      send({ path: '/api/user', session, to }),
      send({ method: 'POST', path: '/api/tasks', body: { title: 'Later' }, session, to }),
      send({ method: 'POST', path: '/api/login', body: { email, password }, to }),
      send({ method: 'POST', path: '/api/logout', session, to }),
    ]);
    const seconds = (performance.now() - started) / 1000;
    const stranger = await send({ path: '/api/user', to });
    await running.stop();

    for (const reply of replies) {
      expect(reply.status).toBe(503);
      expect(reply.text).toBe('Daymark cannot be reached just now. Please try again in a moment.');
      expect(reply.headers['cache-control']).toBe('private, no-store');
      expect(reply.session).toBeUndefined();
    }
    expect(seconds).toBeLessThan(15);
    expectSentence(stranger, 401);
  },
);
