// @ts-check
/*
 * Keeps the emulators, as a process of its own: whatever becomes of the one that asked for them
 * (even `kill -9`), this one notices that the line to it is cut, ends every process the emulators
 * started, Java included, and removes their folder.
 *
 * It gets one message, a Keep; it sends { ready: true } when all emulators are up, and
 * { ended: true, log } when they ended by themselves.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { endMarked } from '../command/processes.mjs';
import { tail } from '../command/run.mjs';

/**
 * @typedef {object} Keep
 * @property {string[]} args Node's arguments
 * @property {string} folder where it runs; removed at the end
 * @property {string} log the file its output goes to
 * @property {NodeJS.ProcessEnv} env
 * @property {string} mark which of the variables in `env` marks its processes, as NAME=value
 */

const READY = 'All emulators ready';
const JAVA_GONE = 'Firestore Emulator has exited';
/** How long a shutdown of firebase-tools' own may take: it takes about a second. */
const GRACE_MS = 6000;

process.once('message', (message) => keep(/** @type {Keep} */ (message)));

/** @param {Keep} what */
function keep({ args, folder, log, env, mark }) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env,
    detached: true, // a Ctrl-C in the terminal must not reach it before us
    stdio: ['ignore', 'pipe', 'pipe'],
  });

  const file = createWriteStream(log);
  let recent = '';
  let ready = false;
  const take = (/** @type {Buffer} */ chunk) => {
    file.write(chunk);
    recent = (recent + chunk.toString()).slice(-20_000);
    if (!ready && recent.includes(READY)) {
      ready = true;
      process.send?.({ ready: true });
    }
    // firebase-tools goes on without its Java, and everything that needs it fails.
    if (chunk.includes(JAVA_GONE)) ended();
  };
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    child.kill('SIGINT');
    await Promise.race([exited, sleep(GRACE_MS)]);
    // Interrupted half-way, firebase-tools leaves without its Java.
    await endMarked(mark, GRACE_MS);
    if (child.pid) killGroup(child.pid);
    file.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    process.exit(0);
  };

  const ended = () => {
    if (!ending && process.connected) process.send?.({ ended: true, log: tail(recent, 40) });
    void end();
  };
  child.once('close', ended);
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  process.once('disconnect', end);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  if (!process.connected) void end();
}

/**
 * Ends what is left in firebase-tools' process group without our mark: the child it starts to
 * read the function's definition gets an environment of its own.
 * @param {number} leader
 */
function killGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing was left.
  }
}
