import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { afterAll, expect, test, vi } from 'vitest';

vi.stubEnv('IN_FLIGHT_MAX', '1');
const { whileThereIsRoom } = await import('../../src/http/limits/requestsInFlight');
afterAll(() => vi.unstubAllEnvs());

/** An answer that is being sent until `close` is called, or until `pause`: its client has taken nothing for too long. */
function newResponse() {
  let pause = () => {};
  const close = () => {
    response.closed = true;
    response.emit('close');
  };
  const response = Object.assign(new EventEmitter(), {
    closed: false,
    /** What waits to be taken. */
    writableLength: 1,
    destroy: close,
    setTimeout: (_ms: number, late?: () => void) => void (pause = late ?? pause),
  });
  return { response: response as unknown as Response, close, pause: () => pause() };
}

const isThereRoom = () =>
  whileThereIsRoom(closedResponse(), () => Promise.resolve(true)).catch(() => false);

function closedResponse(): Response {
  const { response, close } = newResponse();
  close();
  return response;
}

test('a request counts until its answer is out, also a streamed one', async () => {
  const { response, close } = newResponse();
  await whileThereIsRoom(response, () => Promise.resolve());
  expect(await isThereRoom()).toBe(false);
  close();
  expect(await isThereRoom()).toBe(true);
});

test('a request counts until its work has ended, also when the client hangs up', async () => {
  const { response, close } = newResponse();
  let end = () => {};
  const work = whileThereIsRoom(response, () => new Promise<void>((resolve) => (end = resolve)));
  close();
  expect(await isThereRoom()).toBe(false);
  end();
  await work;
  expect(await isThereRoom()).toBe(true);
});

test('a client that takes nothing of its answer does not keep its place', async () => {
  const { response, pause } = newResponse();
  await whileThereIsRoom(response, () => Promise.resolve());
  expect(await isThereRoom()).toBe(false);
  pause();
  expect(await isThereRoom()).toBe(true);
});

test('a client for which nothing is ready yet keeps its place', async () => {
  const { response, close, pause } = newResponse();
  await whileThereIsRoom(response, () => Promise.resolve());
  Object.assign(response, { writableLength: 0 });
  pause();
  expect(await isThereRoom()).toBe(false);
  close();
});

test('a request that fails counts no longer than another', async () => {
  const failing = whileThereIsRoom(closedResponse(), () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await isThereRoom()).toBe(true);
});
