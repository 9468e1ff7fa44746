// @ts-check
/*
 * Runs the emulators in a process of its own. When the process that started it ends, even by
 * `kill -9`, the IPC channel closes; this one then exports their data if it is to be kept, ends every
 * process of the emulators, Java included, and removes their folder.
 *
 * It receives one message, an EmulatorRun. It sends { notices } when all emulators are up (sentences for
 * the person), and { ended: true, log } when they ended by themselves.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { killTagged } from '../command/processes.mjs';
import { tail } from '../command/run.mjs';
import { openKeptData } from './keepData.mjs';

/**
 * @typedef {object} EmulatorRun
 * @property {string[]} args Node's arguments
 * @property {string} folder where it runs; removed at the end
 * @property {string} log the file its output goes to
 * @property {NodeJS.ProcessEnv} env
 * @property {string} tag the variable in `env` that finds its processes, as NAME=value
 * @property {import('./keepData.mjs').Keep} [keep] left out, the data ends with the emulators
 */

const READY = 'All emulators ready';
const JAVA_GONE = 'Firestore Emulator has exited';
/** In the lines with which the Functions emulator reports that a request begins and ends. */
const FUNCTION_RUNS = '"us-central1-';
/** How long firebase-tools may take to shut down; it usually takes a second. */
const GRACE_MS = 6000;

process.once('message', (message) => void supervise(/** @type {EmulatorRun} */ (message)));

/** @param {EmulatorRun} options */
async function supervise({ args, folder, log, env, tag, keep }) {
  const file = createWriteStream(log);
  let recent = '';
  let ready = false;
  let ending = false;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @type {import('./keepData.mjs').KeptData | undefined} */
  let kept;

  const launch = () => {
    if (ending) return;
    const from = kept?.next();
    const launched = spawn(process.execPath, from ? [...args, `--import=${from}`] : args, {
      cwd: folder,
      env,
      detached: true, // Ctrl-C in the terminal must reach this process first
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = launched;

    const failed = () => {
      if (launched !== child) return;
      // Perhaps because of what it imported.
      if (from && !ready) void stopAll().then(launch);
      else ended();
    };
    const take = (/** @type {Buffer} */ chunk) => {
      file.write(chunk);
      recent = (recent + chunk.toString()).slice(-20_000);
      if (!ready && recent.includes(READY)) {
        ready = true;
        const notices = (!ending && kept?.begin()) || [];
        // It may become ready while it is being stopped.
        if (process.connected) process.send?.({ notices });
      }
      // Any request may have changed something.
      if (chunk.includes(FUNCTION_RUNS)) kept?.noteChange();
      // firebase-tools keeps running when its Java process has ended, and every call to Firestore fails.
      if (chunk.includes(JAVA_GONE)) failed();
    };
    launched.once('close', failed);
    launched.stdout.on('data', take);
    launched.stderr.on('data', take);
  };

  const stopAll = async () => {
    const stopped = child;
    child = undefined;
    if (!stopped) return;
    const exited = new Promise((resolve) => stopped.once('exit', resolve));
    // False when it has ended already.
    if (stopped.kill('SIGINT')) await Promise.race([exited, sleep(GRACE_MS)]);
    // Interrupted while it starts, firebase-tools leaves its Java process running.
    await killTagged(tag, GRACE_MS);
    if (stopped.pid) killGroup(stopped.pid);
  };

  const end = async () => {
    if (ending) return;
    ending = true;
    await kept?.finish();
    await stopAll();
    file.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    process.exit(0);
  };

  const ended = () => {
    if (!ending && process.connected) process.send?.({ ended: true, log: tail(recent, 40) });
    kept = undefined; // there is nothing left to export
    void end();
  };
  process.once('disconnect', end);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  if (!process.connected) return end();

  kept = keep && (await openKeptData(keep));
  launch();
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
