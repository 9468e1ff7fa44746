// @ts-check
import { createHash } from 'node:crypto';
import { realpathSync, unlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Locks a Hosting port for one running Daymark on this machine, from any clone, before anything is
 * started: the port itself is only bound at the end of a start.
 * @param {number} port
 * @returns {Promise<(() => void) | undefined>} releases the lock; undefined when another process has it
 */
export const lockInstance = (port) => lock(`${port}`);

/**
 * Locks a folder of kept data. A run that is killed leaves a process that still writes its last
 * export, so the two are separate: a run is one that uses the folder, a writer one that may write to it.
 * @param {string} folder
 * @param {'run' | 'writer'} role
 * @returns {Promise<(() => void) | undefined>} releases the lock; undefined when another process has it
 */
export const lockFolder = (folder, role) =>
  lock(`${role}-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 12)}`);

/**
 * The lock is a listening Unix socket, which the system closes however the process ends, so a crash
 * leaves no stale lock.
 * @param {string} name
 */
async function lock(name) {
  const path =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\daymark-${name}`
      : join(tmpdir(), `daymark-${name}.sock`);
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
