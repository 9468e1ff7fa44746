// @ts-check
import { unlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Locks a Hosting port for one running Daymark on this machine, from any clone, before anything is
 * started: the port itself is only bound at the end of a start. The lock is a listening Unix
 * socket, which the system closes however the process ends, so a crash leaves no stale lock.
 * @param {number} port
 * @returns {Promise<(() => void) | undefined>} releases the lock; undefined when another process has it
 */
export async function lockInstance(port) {
  const path =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\daymark-${port}`
      : join(tmpdir(), `daymark-${port}.sock`);
  if (await answers(path)) return undefined;
  removeStale(path);
  return listen(path);
}

/**
 * @param {string} path
 * @returns {Promise<boolean>}
 */
function answers(path) {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.unref();
  });
}

/** @param {string} path */
function removeStale(path) {
  try {
    unlinkSync(path);
  } catch {
    // There was none.
  }
}

/**
 * @param {string} path
 * @returns {Promise<(() => void) | undefined>}
 */
function listen(path) {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.end());
    server.once('error', () => resolve(undefined));
    server.listen(path, () => {
      server.unref();
      resolve(() => void server.close());
    });
  });
}
