import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { afterAll, expect, test, vi } from 'vitest';

vi.stubEnv('IN_FLIGHT_MAX', '1');
const { withinCapacity } = await import('../../src/http/limits/requestsInFlight');
afterAll(() => vi.unstubAllEnvs());

/**
 * Returns a response that is being sent until `close` is called. `pause` reports that the client has read nothing for
 * too long.
 */
function newResponse() {
  let pause = () => {};
  const close = () => {
    response.closed = true;
    response.emit('close');
  };
  const response = Object.assign(new EventEmitter(), {
    closed: false,
    /** The bytes that the client hasn't read yet. */
    writableLength: 1,
    destroy: close,
    setTimeout: (_ms: number, late?: () => void) => void (pause = late ?? pause),
  });
  return { response: response as unknown as Response, close, pause: () => pause() };
}

const hasCapacity = () =>
  withinCapacity(closedResponse(), () => Promise.resolve(true)).catch(() => false);

function closedResponse(): Response {
  const { response, close } = newResponse();
  close();
  return response;
}

test('a request counts until its response is sent, even a streamed one', async () => {
  const { response, close } = newResponse();
  await withinCapacity(response, () => Promise.resolve());
  expect(await hasCapacity()).toBe(false);
  close();
  expect(await hasCapacity()).toBe(true);
});

test('a request counts until its work has ended, even if the client hangs up', async () => {
  const { response, close } = newResponse();
  let end = () => {};
  const work = withinCapacity(response, () => new Promise<void>((resolve) => (end = resolve)));
  close();
  expect(await hasCapacity()).toBe(false);
  end();
  await work;
  expect(await hasCapacity()).toBe(true);
});

test('a client that reads nothing of its response loses its slot', async () => {
  const { response, pause } = newResponse();
  await withinCapacity(response, () => Promise.resolve());
  expect(await hasCapacity()).toBe(false);
  pause();
  expect(await hasCapacity()).toBe(true);
});

test('a client keeps its slot while no data is ready for it', async () => {
  const { response, close, pause } = newResponse();
  await withinCapacity(response, () => Promise.resolve());
  Object.assign(response, { writableLength: 0 });
  pause();
  expect(await hasCapacity()).toBe(false);
  close();
});

test('a request that fails frees its slot', async () => {
  const failing = withinCapacity(closedResponse(), () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await hasCapacity()).toBe(true);
});
