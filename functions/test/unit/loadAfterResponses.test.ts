import { channel } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import { expect, test } from 'vitest';
import { loadAfterResponses } from '../../src/http/limits/loadAfterResponses';
import { withinCapacity } from '../../src/http/limits/requestsInFlight';

/** Publishes Node's event for a response to this URL that was sent. */
const respond = (url = '/api/health') =>
  channel('http.server.response.finish').publish({ request: { url } });

/** Begins a request. Returns the function that ends it. */
function begin() {
  const response = Object.assign(new EventEmitter(), { closed: true }) as unknown as Response;
  let end = () => {};
  void withinCapacity(response, () => new Promise<void>((resolve) => (end = resolve)));
  return () => end();
}

/** Returns parts to load and the names of the parts that began to load. `done` finishes the part that is loading. */
function newParts(...names: string[]) {
  const begun: string[] = [];
  let done = () => {};
  const parts = names.map((name) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => (done = resolve));
  });
  return { parts, begun, done: () => done() };
}

/** Waits long enough for a part to begin to load, even a part that must not begin. */
const turns = () => sleep(20);

test('parts that the first response didn’t need are loaded after it, one at a time', async () => {
  const { parts, begun, done } = newParts('one', 'two');
  loadAfterResponses(parts);
  await turns();
  expect(begun).toEqual([]);
  respond();
  expect(begun).toEqual([]);
  await turns();
  expect(begun).toEqual(['one']);
  respond();
  await turns();
  expect(begun).toEqual(['one']);
  done();
  await turns();
  expect(begun).toEqual(['one', 'two']);
  done();
  respond();
  await turns();
  expect(begun).toEqual(['one', 'two']);
});

test('nothing is loaded while a request is in progress', async () => {
  const { parts, begun, done } = newParts('one', 'two');
  loadAfterResponses(parts);
  respond();
  await turns();
  const end = begin();
  done();
  await turns();
  expect(begun).toEqual(['one']);
  end();
  respond();
  await turns();
  expect(begun).toEqual(['one', 'two']);
  done();
  await turns();
});

test('a part that cannot be loaded doesn’t stop the other parts', async () => {
  const { parts, begun, done } = newParts('other');
  loadAfterResponses([() => Promise.reject(new Error('not there')), ...parts]);
  respond();
  await turns();
  expect(begun).toEqual(['other']);
  done();
  await turns();
});

test('responses of other functions load nothing', async () => {
  const { parts, begun, done } = newParts('one');
  loadAfterResponses(parts);
  respond('/__/functions.yaml');
  await turns();
  expect(begun).toEqual([]);
  respond();
  await turns();
  done();
  await turns();
});
