// @ts-check
/*
 * Loaded into the function's process before its own code (--require). Records each request that the function serves,
 * with the operations that Firestore would bill. The parent's message { clock } sets how far the clock is ahead, in ms.
 * The reply to any message is everything counted so far.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const { createHash } = require('node:crypto');
const { Server } = require('node:http');
const { createRequire } = require('node:module');

/**
 * @typedef {object} Operations the operations that Firestore bills
 * @property {number} reads
 * @property {number} writes
 * @property {number} deletes
 * @property {number} emptyReads the `reads` that found nothing, such as a query without a result or a missing document
 */

/**
 * @typedef {Operations & {
 *   method: string, path: string, status: number, browser: string,
 *   startedAt: number, endedAt: number, bytesIn: number, bytesOut: number,
 * }} ServedRequest `browser` identifies the session. Times are in ms since this process started. Bytes include headers
 */

/** @typedef {{ requests: ServedRequest[], outside: Operations, processorMs: number }} Counted */

/** @returns {Operations} */
const nothing = () => ({ reads: 0, writes: 0, deletes: 0, emptyReads: 0 });

/** @type {ServedRequest[]} */
const requests = [];
/** Operations that belong to no request. */
const outside = nothing();
/** @type {AsyncLocalStorage<ServedRequest>} */
const current = new AsyncLocalStorage();

let aheadMs = 0;
const RealDate = Date;
globalThis.Date = /** @type {DateConstructor} */ (
  /** @type {unknown} */ (
    class ShiftedDate extends RealDate {
      /** @param {any[]} given */
      constructor(...given) {
        // @ts-expect-error -- the overloads of Date
        super(...(given.length > 0 ? given : [ShiftedDate.now()]));
      }
      /** @override */
      static now() {
        return RealDate.now() + aheadMs;
      }
    }
  )
);

/** @type {(this: import('node:http').Server, event: string, ...given: any[]) => boolean} */
const emit = Server.prototype.emit;
Server.prototype.emit = function emitCounted(
  /** @type {string} */ event,
  /** @type {any[]} */ ...given
) {
  if (event !== 'request') return emit.call(this, event, ...given);
  const [request, response] =
    /** @type {[import('node:http').IncomingMessage, import('node:http').ServerResponse]} */ (
      /** @type {unknown} */ (given)
    );
  const { socket } = request;
  // The head of the request has been read already. A connection carries one request at a time.
  const before = { in: socket.bytesRead - headBytes(request), out: socket.bytesWritten };
  /** @type {ServedRequest} */
  const served = {
    ...nothing(),
    method: request.method ?? '',
    path: (request.url ?? '').split('?')[0] ?? '',
    status: 0,
    browser: createHash('sha256')
      .update(request.headers.cookie ?? '')
      .digest('hex')
      .slice(0, 8),
    startedAt: performance.now(),
    endedAt: 0,
    bytesIn: 0,
    bytesOut: 0,
  };
  requests.push(served);
  response.once('close', () => {
    served.endedAt = performance.now();
    served.status = response.statusCode;
    served.bytesIn = socket.bytesRead - before.in;
    served.bytesOut = socket.bytesWritten - before.out;
  });
  response.setHeader('Date', new Date().toUTCString());
  return current.run(served, () => emit.call(this, event, ...given));
};

/** @param {import('node:http').IncomingMessage} request */
const headBytes = ({ method = '', url = '', rawHeaders }) =>
  method.length +
  url.length +
  ' '.length * 2 +
  'HTTP/1.1\r\n\r\n'.length +
  rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);

/** Resolves modules from firebase-admin, which brings Google's client for Firestore. */
const fromAdmin = createRequire(
  createRequire(`${process.cwd()}/package.json`).resolve('firebase-admin/firestore'),
);
/** @type {{ FirestoreClient: { prototype: Record<string, (...given: any[]) => any> } }} */
const { FirestoreClient } = fromAdmin('@google-cloud/firestore/build/src/v1/firestore_client.js');
const client = FirestoreClient.prototype;

/** @param {Partial<Operations>} more @param {Operations} [to] */
function add(more, to = current.getStore() ?? outside) {
  for (const [name, count] of Object.entries(more))
    to[/** @type {keyof Operations} */ (name)] += count;
}

/**
 * Counts the results of a call that streams them.
 * @param {string} name
 * @param {(response: any) => 'found' | 'missing' | undefined} resultOf
 * @param {boolean} isQuery whether an empty result is billed as a read
 */
function countStream(name, resultOf, isQuery) {
  const original = client[name];
  if (!original) throw new Error(`Firestore's client has no ${name}.`);
  client[name] = function counted(/** @type {any[]} */ ...given) {
    const to = current.getStore() ?? outside;
    const stream = original.apply(this, given);
    let results = 0;
    stream.on('data', (/** @type {unknown} */ response) => {
      const result = resultOf(response);
      if (!result) return;
      results++;
      add({ reads: 1, emptyReads: result === 'missing' ? 1 : 0 }, to);
    });
    // Count an empty result at the end and not on an error, because a failed call is sent again and counted then.
    stream.on('end', () => {
      if (isQuery && results === 0) add({ reads: 1, emptyReads: 1 }, to);
    });
    return stream;
  };
}

countStream('batchGetDocuments', ({ result }) => result, false);
countStream('runQuery', ({ document }) => (document ? 'found' : undefined), true);
// An aggregation is counted as one read, although Firestore bills one read for each 1,000 index entries. Only the day's
// largest collection has slightly more than 1,000 entries.
countStream('runAggregationQuery', ({ result }) => (result ? 'found' : undefined), true);

/**
 * @typedef {{ writes?: { delete?: string | null }[] }} WriteRequest
 */
for (const name of ['commit', 'batchWrite']) {
  const original = client[name];
  if (!original) throw new Error(`Firestore's client has no ${name}.`);
  client[name] = function counted(/** @type {[WriteRequest, ...any[]]} */ ...given) {
    const to = current.getStore() ?? outside;
    const [{ writes = [] }] = given;
    const result = original.apply(this, given);
    // A rejected commit is not billed.
    result.then(
      () => {
        const deletes = writes.filter((write) => write.delete).length;
        add({ writes: writes.length - deletes, deletes }, to);
      },
      () => undefined,
    );
    return result;
  };
}
// These calls are not counted, and the function uses none of them. Each call throws, because the count would be wrong.
for (const name of ['listDocuments', 'listen', 'partitionQuery', 'executePipeline']) {
  if (!client[name]) continue;
  client[name] = () => {
    throw new Error(`The lab does not count ${name}. See countFunction.cjs.`);
  };
}

process.on('message', (/** @type {{ clock?: number }} */ { clock }) => {
  if (clock !== undefined) aheadMs = clock;
  const { user, system } = process.cpuUsage();
  process.send?.({ requests, outside, processorMs: (user + system) / 1000 });
});
