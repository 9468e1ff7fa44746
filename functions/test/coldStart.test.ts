import { expect, test } from 'vitest';
import { send } from './send';
import { startFunction } from './startFunction';

/** Modules that a process of the function loads late, with one file of each. */
const LATE = {
  Firestore: '/@google-cloud/firestore/build/src/index.js',
  gRPC: '/@grpc/grpc-js/build/src/index.js',
  'Firebase Auth': '/firebase-admin/lib/auth/index.js',
  'Google Calendar': '/googleapis/build/src/apis/calendar/index.js',
};

test('modules that the first response didn’t need are loaded after it', async () => {
  // With this setting, Node logs each file that it loads.
  const running = await startFunction({ NODE_DEBUG: 'module' });
  const loaded = () =>
    Object.entries(LATE).flatMap(([name, file]) =>
      running.output().includes(`${file}" for module`) ? [name] : [],
    );
  expect(loaded()).toEqual([]);
  expect((await send({ path: '/api/health', to: running.url })).status).toBe(200);
  await expect.poll(loaded, { timeout: 30_000 }).toEqual(Object.keys(LATE));
  await running.stop();
});
