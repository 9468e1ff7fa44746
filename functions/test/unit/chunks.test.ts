import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as after } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import express from 'express';
import { expect, test, vi } from 'vitest';
import { REQUEST_TIME_LIMIT_MS } from '../../src/timeLimits';
import { inChunks } from '../../src/http/body/chunks';
import { respond } from '../../src/http/respond';
import type { LogLine } from '../../src/logLine';
import type { Ports } from '../../src/ports';

vi.hoisted(() => (process.env.REQUEST_TIME_LIMIT_MS = '2000'));

const PART = 'x'.repeat(100_000);

/** Requests a reply that streams `parts` from a test server. `log` collects the lines that the server logs. */
async function ask(parts: () => AsyncIterable<string>, headers = {}) {
  const log: LogLine[] = [];
  const ports = { log: (line) => log.push(line) } as Partial<Ports> as Ports;
  const app = express().get(
    '/',
    respond('test', ports, async () => ({
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: await inChunks(parts()),
    })),
  );
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const { port } = server.address() as AddressInfo;
  const request = get({ port, agent: false, headers });
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

test('a longer reply is sent in chunks and arrives whole', async () => {
  const { reply, log } = await ask(async function* () {
    yield* [PART, 'x', PART, 'end'];
  });
  expect(await text(reply)).toBe(`${PART}x${PART}end`);
  await expect.poll(() => log).toMatchObject([{ severity: 'INFO', message: 'test 200' }]);
});

test('an error in the first chunk gives a 500, like any other error', async () => {
  const { reply } = await ask(async function* () {
    yield 'begun';
    throw new Error('Broken');
  });
  expect(reply.statusCode).toBe(500);
});

test('an error after the first chunk cuts the connection', async () => {
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

test.concurrent('a reply may take longer than the time limit while it still produces parts', async () => {
  const started = performance.now();
  const { reply } = await ask(async function* () {
    do {
      yield PART;
      await after(100);
    } while (performance.now() - started < 1.2 * REQUEST_TIME_LIMIT_MS);
    yield 'end';
  });
  expect(await text(reply)).toMatch(/xend$/);
});

/** A pause longer than the time for which a client may stop reading, in ms. */
const SILENCE_MS = 1.2 * REQUEST_TIME_LIMIT_MS;

test.concurrent('a reply arrives whole even if its parts pause for longer than the time limit', async () => {
  const { reply } = await ask(async function* () {
    for (let part = 0; part < 3; part++) {
      yield PART;
      await after(SILENCE_MS);
    }
    yield 'end';
  });
  expect(await text(reply)).toBe(`${PART.repeat(3)}end`);
});

test.concurrent('each part of a compressed reply is sent as soon as it is made', async () => {
  let made = 0;
  let madeAtFirst: number | undefined;
  const { reply } = await ask(
    async function* () {
      for (; made < 4; made++) {
        yield PART;
        await after(SILENCE_MS / 4);
      }
    },
    { 'Accept-Encoding': 'gzip' },
  );
  const received = await pipeline(reply, createGunzip(), async (unzipped) => {
    let bytes = 0;
    for await (const piece of unzipped as AsyncIterable<Buffer>) {
      madeAtFirst ??= made;
      bytes += piece.length;
    }
    return bytes;
  });
  expect(received).toBe(4 * PART.length);
  expect(madeAtFirst).toBeLessThan(4);
});

test.concurrent('a client that stops reading is cut off before much more is produced', async () => {
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
  // The operating system buffers some data at both ends.
  expect(made).toBeLessThan(50_000_000);
});
