import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import express from 'express';
import { expect, test, vi } from 'vitest';
import { REQUEST_DEADLINE_MS } from '../../src/deadlines';
import { inChunks } from '../../src/http/chunks';
import { answer } from '../../src/http/serve';
import type { LogLine } from '../../src/logLine';
import type { Ports } from '../../src/ports';

vi.hoisted(() => (process.env.REQUEST_DEADLINE_MS = '2000'));

const PART = 'x'.repeat(100_000);

/** Asks a server for what `parts` makes. `log` has what the server logged. */
async function ask(parts: () => AsyncIterable<string>) {
  const log: LogLine[] = [];
  const ports = { log: (line) => log.push(line) } as Partial<Ports> as Ports;
  const app = express().get(
    '/',
    answer('test', ports, async () => ({
      status: 200,
      headers: {},
      body: await inChunks(parts()),
    })),
  );
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const request = get({ port: (server.address() as AddressInfo).port, agent: false });
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  return { reply, log };
}

test('a reply that fits into one chunk is sent with its length', async () => {
  const { reply } = await ask(async function* () {
    yield* ['whole', ' reply'];
  });
  expect(reply.headers['content-length']).toBe('11');
  expect(await text(reply)).toBe('whole reply');
});

test('a longer one is sent in chunks, and nothing of it is missing', async () => {
  const { reply, log } = await ask(async function* () {
    yield* [PART, 'x', PART, 'end'];
  });
  expect(await text(reply)).toBe(`${PART}x${PART}end`);
  await expect.poll(() => log).toMatchObject([{ severity: 'INFO', message: 'test 200' }]);
});

test('an error in the first chunk is answered as any other', async () => {
  const { reply } = await ask(async function* () {
    yield 'begun';
    throw new Error('Broken');
  });
  expect(reply.statusCode).toBe(500);
});

test('an error after it cuts the connection, so that nobody takes the part for the whole', async () => {
  const { reply, log } = await ask(async function* () {
    yield PART;
    throw new Error('Broken');
  });
  await expect(text(reply)).rejects.toThrow('aborted');
  await expect
    .poll(() => log)
    .toMatchObject([
      { severity: 'ERROR', message: 'Unexpected Error' },
      { severity: 'WARNING', message: 'test 200, cut off' },
    ]);
});

test.concurrent('a reply may take longer than the deadline while parts of it come', async () => {
  const started = performance.now();
  const { reply } = await ask(async function* () {
    do {
      yield PART;
      await after(100);
    } while (performance.now() - started < 1.2 * REQUEST_DEADLINE_MS);
    yield 'end';
  });
  expect(await text(reply)).toMatch(/xend$/);
});

test.concurrent('a client that takes nothing is cut off, and little more was made than it took', async () => {
  let made = 0;
  const { log } = await ask(async function* () {
    for (;;) {
      made += PART.length;
      yield PART;
    }
  });
  await expect
    .poll(() => log)
    .toMatchObject([{ severity: 'WARNING', message: 'test 200, cut off' }]);
  // What the operating system keeps for both ends.
  expect(made).toBeLessThan(50_000_000);
});
