// @ts-check
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

export const HOST = '127.0.0.1';

/**
 * The range from which free ports are chosen. The range is below the ports that operating systems assign to outgoing
 * connections. Otherwise an outgoing connection could take a chosen port before the server listens on it.
 */
const CHOSEN_FROM = { first: 20_000, count: 10_000 };

/**
 * Listens on a port. Returns undefined if the port is taken.
 * @param {number} port
 * @returns {Promise<import('node:net').Server | undefined>}
 */
function hold(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: HOST, exclusive: true }, () => resolve(server));
  });
}

/**
 * Listens on a free port of CHOSEN_FROM. Starts at a random port, so that two programs seldom try the same port.
 */
async function holdAny() {
  const { first, count } = CHOSEN_FROM;
  const begin = randomInt(count);
  for (let tried = 0; tried < count; tried++) {
    const server = await hold(first + ((begin + tried) % count));
    if (server) return server;
  }
  throw new Error('This machine has no free port left.');
}

/** @param {import('node:net').Server} server */
function portOf(server) {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a port');
  return address.port;
}

/** @param {import('node:net').Server} server */
function release(server) {
  return new Promise((resolve) => server.close(resolve));
}

/**
 * Whether nothing listens on a port.
 * @param {number} port
 */
export async function isFree(port) {
  const server = await hold(port);
  if (server) await release(server);
  return server !== undefined;
}

/**
 * Chooses a port for each name. Chooses the preferred port if it is free. If the preferred port is taken or 0, chooses
 * any free port. All ports stay bound until the last one is chosen, so that no two names get the same port.
 * @template {string} Name
 * @param {Record<Name, number>} preferred
 * @returns {Promise<Record<Name, number>>}
 */
export async function choosePorts(preferred) {
  /** @type {import('node:net').Server[]} */
  const held = [];
  /** @type {Record<string, number>} */
  const chosen = {};
  for (const [name, port] of /** @type {[Name, number][]} */ (Object.entries(preferred))) {
    const server = (port !== 0 && (await hold(port))) || (await holdAny());
    held.push(server);
    chosen[name] = portOf(server);
  }
  await Promise.all(held.map(release));
  return /** @type {Record<Name, number>} */ (chosen);
}

/**
 * Whether browsers refuse to open a port because another protocol uses it (5060, 6000, 6665…). Node's fetch refuses the
 * same ports before it connects. Any other error, or a response, means that browsers allow the port.
 * @param {number} port
 */
export async function isRefusedByBrowsers(port) {
  const error = await fetch(`http://${HOST}:${port}`, { signal: AbortSignal.timeout(300) }).then(
    undefined,
    (reason) => reason,
  );
  return error instanceof Error && /bad port/.test(String(error.cause));
}
