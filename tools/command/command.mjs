// @ts-check
import { randomUUID } from 'node:crypto';
import { endMarked, isAlive, npmAbove } from './processes.mjs';
import { printError } from './commandError.mjs';

/** @typedef {(ending: () => unknown) => void} AtEnd */

const MARK = 'DAYMARK_COMMAND';

/**
 * Runs a command of ours from its start to its end, however that comes: its own end, a failure,
 * Ctrl-C, a closed terminal. What it named with `atEnd` is done then, the last first, and no
 * process that it started is left.
 * @param {(atEnd: AtEnd) => Promise<number>} main answers the exit code
 */
export function command(main) {
  const mark = randomUUID();
  process.env[MARK] = mark;
  /** @type {(() => unknown)[]} */
  const endings = [];
  /** @type {Promise<void> | undefined} */
  let end;

  const endOnce = (/** @type {number} */ code) =>
    (end ??= (async () => {
      for (const ending of endings.reverse()) await ending();
      await endMarked(`${MARK}=${mark}`, 2000);
      process.exit(code);
    })());

  // Ctrl-C is the usual way to end `npm start`, so it is no failure of which npm should complain.
  process.on('SIGINT', () => void endOnce(process.env['CI'] ? 130 : 0));
  process.on('SIGTERM', () => void endOnce(143));
  process.on('SIGHUP', () => void endOnce(129));
  void npmAbove().then((npm) => {
    if (npm === undefined) return;
    setInterval(() => void (isAlive(npm) || endOnce(143)), 500).unref();
  });

  main((ending) => endings.push(ending)).then(endOnce, (error) => {
    if (!end) printError(error);
    return endOnce(1);
  });
}
