// @ts-check
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

export const HOST = '127.0.0.1';

/**
 * Any free port is chosen from these. Systems give out higher ones by themselves, to programs that ask for any and for
 * outgoing connections: one of those could be taken before the server that it was chosen for listens on it.
 */
const CHOSEN_FROM = { first: 20_000, count: 10_000 };

/**
 * Listens on a port; undefined when it is taken.
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
 * Listens on any free port of CHOSEN_FROM. Begins anywhere in it, so that two programs seldom try the same one.
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
 * Chooses for each name its preferred port if that is free, otherwise (and for 0) any free one. All stay bound
 * until the last is chosen, so that no two names get the same.
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
 * Whether browsers refuse to open a port because another protocol uses it (5060, 6000, 6665…).
 * Node's fetch has the same list and fails before it connects; any other result is ignored.
 * @param {number} port
 */
export async function isRefusedByBrowsers(port) {
  const error = await fetch(`http://${HOST}:${port}`, { signal: AbortSignal.timeout(300) }).then(
    undefined,
    (reason) => reason,
  );
  return error instanceof Error && /bad port/.test(String(error.cause));
}
