// @ts-check
import { createHash } from 'node:crypto';
import { realpathSync, unlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Locks a Hosting port, so that only one Daymark on this machine uses the port, even among several clones. A start
 * takes the lock first, because the port itself is bound only when the start is nearly done.
 * @param {number} port
 * @returns {Promise<(() => void) | undefined>} a function that releases the lock, or undefined if the lock is taken
 */
export const lockInstance = (port) => lock(`${port}`);

/**
 * Locks a folder of kept data in one of two roles. A running Daymark locks the folder as `run`. The process that writes
 * exports locks the folder as `writer`. The roles are separate because a killed run leaves a process that still writes
 * the last export.
 * @param {string} folder
 * @param {'run' | 'writer'} role
 * @returns {Promise<(() => void) | undefined>} a function that releases the lock, or undefined if the lock is taken
 */
export const lockFolder = (folder, role) =>
  lock(`${role}-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 12)}`);

/**
 * Takes a lock, which is a listening Unix socket, or a named pipe on Windows. The operating system closes the socket or
 * pipe however the process ends, so a crash leaves no lock behind.
 * @param {string} name
 */
async function lock(name) {
  const path =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\daymark-${name}`
      : join(tmpdir(), `daymark-${name}.sock`);
  if (await responds(path)) return undefined;
  removeStale(path);
  return listen(path);
}

/**
 * @param {string} path
 * @returns {Promise<boolean>}
 */
function responds(path) {
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
    // There is no stale socket.
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
