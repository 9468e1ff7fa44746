import { channel } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import { expect, test } from 'vitest';
import { loadAfterAnswers } from '../../src/http/limits/loadAfterAnswers';
import { whileThereIsRoom } from '../../src/http/limits/requestsInFlight';

/** Node says that an answer to a request of this address is out. */
const answer = (url = '/api/health') =>
  channel('http.server.response.finish').publish({ request: { url } });

/** A request that is under way until `end` is called. */
function begin() {
  const response = Object.assign(new EventEmitter(), { closed: true }) as unknown as Response;
  let end = () => {};
  void whileThereIsRoom(response, () => new Promise<void>((resolve) => (end = resolve)));
  return () => end();
}

/** Parts of which each is loaded when `done` is called, and what has been begun. */
function newParts(...names: string[]) {
  const begun: string[] = [];
  let done = () => {};
  const parts = names.map((name) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => (done = resolve));
  });
  return { parts, begun, done: () => done() };
}

/** Enough turns of the event loop for what is to happen, and for what is not. */
const turns = () => sleep(20);

test('what the first answer did not need is loaded once it is out, one part after the other', async () => {
  const { parts, begun, done } = newParts('one', 'two');
  loadAfterAnswers(parts);
  await turns();
  expect(begun).toEqual([]);
  answer();
  expect(begun).toEqual([]);
  await turns();
  expect(begun).toEqual(['one']);
  answer();
  await turns();
  expect(begun).toEqual(['one']);
  done();
  await turns();
  expect(begun).toEqual(['one', 'two']);
  done();
  answer();
  await turns();
  expect(begun).toEqual(['one', 'two']);
});

test('nothing is loaded while a request is under way: what is left follows after its answer', async () => {
  const { parts, begun, done } = newParts('one', 'two');
  loadAfterAnswers(parts);
  answer();
  await turns();
  const end = begin();
  done();
  await turns();
  expect(begun).toEqual(['one']);
  end();
  answer();
  await turns();
  expect(begun).toEqual(['one', 'two']);
  done();
  await turns();
});

test('a part that cannot be loaded does not keep the others', async () => {
  const { parts, begun, done } = newParts('other');
  loadAfterAnswers([() => Promise.reject(new Error('not there')), ...parts]);
  answer();
  await turns();
  expect(begun).toEqual(['other']);
  done();
  await turns();
});

test('answers of other functions load nothing', async () => {
  const { parts, begun, done } = newParts('one');
  loadAfterAnswers(parts);
  answer('/__/functions.yaml');
  await turns();
  expect(begun).toEqual([]);
  answer();
  await turns();
  done();
  await turns();
});
