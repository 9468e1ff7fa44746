// @ts-check
import { randomUUID } from 'node:crypto';
import { killTagged, isAlive, parentNpm } from './processes.mjs';
import { printError } from './commandError.mjs';

/** @typedef {(cleanup: () => unknown) => void} OnExit registers a function to run before the command exits */

const TAG = 'DAYMARK_COMMAND';

/**
 * Runs one of the project's commands and exits. Before the exit, runs the functions registered with `onExit`, the last
 * one first. Also ends every process that inherited the command's tag. This cleanup runs even if the command fails or
 * is stopped by Ctrl-C or a closed terminal.
 * @param {(onExit: OnExit) => Promise<number>} main resolves to the exit code
 */
export function command(main) {
  const tag = randomUUID();
  process.env[TAG] = tag;
  /** @type {(() => unknown)[]} */
  const cleanups = [];
  /** @type {Promise<void> | undefined} */
  let end;

  const endOnce = (/** @type {number} */ code) =>
    (end ??= (async () => {
      for (const cleanup of cleanups.reverse()) await cleanup();
      await killTagged(`${TAG}=${tag}`, 2000);
      process.exit(code);
    })());

  // Ctrl-C is the usual way to end `npm start`. With an exit code other than 0, npm would print an error.
  process.on('SIGINT', () => void endOnce(process.env['CI'] ? 130 : 0));
  process.on('SIGTERM', () => void endOnce(143));
  process.on('SIGHUP', () => void endOnce(129));
  void parentNpm().then((npm) => {
    if (npm === undefined) return;
    setInterval(() => void (isAlive(npm) || endOnce(143)), 500).unref();
  });

  main((cleanup) => cleanups.push(cleanup)).then(endOnce, (error) => {
    if (!end) printError(error);
    return endOnce(1);
  });
}
