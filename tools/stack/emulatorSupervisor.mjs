// @ts-check
/*
 * Runs the emulators in a process of its own. When the process that started it ends, even by
 * `kill -9`, the IPC channel closes; this one then ends every process of the emulators, Java
 * included, and removes their folder.
 *
 * It receives one message, an EmulatorRun. It sends { ready: true } when all emulators are up, and
 * { ended: true, log } when they ended by themselves.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { killTagged } from '../command/processes.mjs';
import { tail } from '../command/run.mjs';

/**
 * @typedef {object} EmulatorRun
 * @property {string[]} args Node's arguments
 * @property {string} folder where it runs; removed at the end
 * @property {string} log the file its output goes to
 * @property {NodeJS.ProcessEnv} env
 * @property {string} tag the variable in `env` that finds its processes, as NAME=value
 */

const READY = 'All emulators ready';
const JAVA_GONE = 'Firestore Emulator has exited';
/** How long firebase-tools may take to shut down; it usually takes a second. */
const GRACE_MS = 6000;

process.once('message', (message) => supervise(/** @type {EmulatorRun} */ (message)));

/** @param {EmulatorRun} options */
function supervise({ args, folder, log, env, tag }) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env,
    detached: true, // Ctrl-C in the terminal must reach this process first
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
      // It may become ready while it is being stopped.
      if (process.connected) process.send?.({ ready: true });
    }
    // firebase-tools keeps running when its Java process has ended, and every call to Firestore fails.
    if (chunk.includes(JAVA_GONE)) ended();
  };
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    child.kill('SIGINT');
    await Promise.race([exited, sleep(GRACE_MS)]);
    // Interrupted while it starts, firebase-tools leaves its Java process running.
    await killTagged(tag, GRACE_MS);
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
 * Ends what is left in firebase-tools' process group without the tag: the child that reads the
 * function's definition gets another environment.
 * @param {number} leader
 */
function killGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing was left.
  }
}
