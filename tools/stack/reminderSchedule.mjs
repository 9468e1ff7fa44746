// @ts-check
import { fork } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../command/paths.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const MINUTE_MS = 60_000;
const BUNDLE = join(ROOT, 'functions', 'lib', 'index.cjs');

/**
 * Sends the reminders that are due, at each full minute and when asked. The Functions emulator never runs scheduled
 * functions, so a separate process runs the function's bundle.
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env the function's environment
 * @param {string} options.log the file for what the function writes
 * @param {string} [options.bundle] the function's bundle
 */
export function scheduleReminders({ env, log, bundle = BUNDLE }) {
  /** @type {{ child: ChildProcess, builtAt: number } | undefined} */
  let runner;
  /** @type {Map<number, { child: ChildProcess, resolve: () => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let lastId = 0;
  let stopped = false;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  /** Returns the process that runs the bundle. A new bundle gets a new process. */
  function currentRunner() {
    const builtAt = statSync(bundle).mtimeMs;
    if (runner?.builtAt === builtAt) return runner.child;
    if (runner?.child.connected) runner.child.disconnect();
    const output = openSync(log, 'a');
    const child = fork(join(import.meta.dirname, 'sendReminders.cjs'), [bundle], {
      stdio: ['ignore', output, output, 'ipc'],
      env: { ...process.env, ...env },
    });
    closeSync(output);
    child.on('message', (/** @type {{ id: number, error?: string }} */ { id, error }) => {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) asked?.resolve();
      else asked?.reject(new Error(error));
    });
    child.once('exit', () => {
      if (runner?.child === child) runner = undefined;
      for (const [id, asked] of waiting) {
        if (asked.child !== child) continue;
        waiting.delete(id);
        asked.reject(new Error('The process that sends reminders ended.'));
      }
    });
    runner = { child, builtAt };
    return child;
  }

  /** Sends the reminders that are due now. Rejects if that fails. */
  function sendReminders() {
    return new Promise((/** @type {(value?: undefined) => void} */ resolve, reject) => {
      if (stopped) return reject(new Error('The stack has stopped.'));
      const id = ++lastId;
      const child = currentRunner();
      waiting.set(id, { child, resolve, reject });
      child.send(id);
    });
  }

  function waitForMinute() {
    timer = setTimeout(
      () => {
        // The function's own log says why it failed.
        void sendReminders()
          .catch(() => {})
          .then(() => stopped || waitForMinute());
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    );
    timer.unref();
  }

  return {
    sendReminders,
    /** Begins to send the reminders at each full minute. */
    begin: waitForMinute,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const child = runner?.child;
      if (!child) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      if (child.connected) child.disconnect();
      await gone;
    },
  };
}
