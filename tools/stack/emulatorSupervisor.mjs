// @ts-check
/*
 * Runs the emulators in a separate process. When the parent process ends, even by `kill -9`, the IPC channel closes.
 * The supervisor then exports the emulators' data if it is to be kept, ends all their processes, including Java, and
 * removes their folder.
 *
 * The supervisor receives one message, an EmulatorRun. The supervisor sends { notices }, sentences to print, when all
 * emulators are up. The supervisor sends { ended: true, log } if the emulators end by themselves.
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
 * @property {string} folder the emulators' working folder, removed at the end
 * @property {string} log the file for the emulators' output
 * @property {NodeJS.ProcessEnv} env
 * @property {string} tag the variable in `env` that identifies the emulators' processes, as NAME=value
 * @property {import('./keepData.mjs').Keep} [keep] without it, the data is lost when the emulators end
 */

const READY = 'All emulators ready';
const JAVA_GONE = 'Firestore Emulator has exited';
/** Part of the lines that the Functions emulator logs when a request begins and ends. */
const FUNCTION_RUNS = '"us-central1-';
/** Longest time for firebase-tools to shut down, in ms. */
const GRACE_MS = 6000;

process.once('message', (message) => void supervise(/** @type {EmulatorRun} */ (message)));

/** @param {EmulatorRun} options */
async function supervise({ args, folder, log, env, tag, keep }) {
  // Another process appends to the same file.
  const file = createWriteStream(log, { flags: 'a' });
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
      detached: true, // in a process group of its own, which killGroup can end
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = launched;

    const failed = () => {
      if (launched !== child) return;
      // The imported data may be the reason for the failure, so start again with the next older export, or with none.
      if (from && !ready) void stopAll().then(launch);
      else ended();
    };
    const take = (/** @type {Buffer} */ chunk) => {
      file.write(chunk);
      recent = (recent + chunk.toString()).slice(-20_000);
      if (!ready && recent.includes(READY)) {
        ready = true;
        const notices = (!ending && kept?.begin()) || [];
        // The parent process may have ended by the time the emulators are ready.
        if (process.connected) process.send?.({ notices });
      }
      // Any request may have changed data.
      if (chunk.includes(FUNCTION_RUNS)) kept?.reportChange();
      // When its Java process ends, firebase-tools keeps running, but every call to Firestore fails.
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
    // `kill` returns false if the process has already ended.
    if (stopped.kill('SIGINT')) await Promise.race([exited, sleep(GRACE_MS)]);
    // If firebase-tools is interrupted while it starts, it leaves its Java process running.
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
 * Ends the processes that are left in firebase-tools' process group. Only processes without the tag are left in this
 * group. For example, the child that reads the function's definition gets a different environment, so it has no tag.
 * @param {number} leader
 */
function killGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // No process is left.
  }
}
