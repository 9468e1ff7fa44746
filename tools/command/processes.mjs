// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './run.mjs';

/*
 * Emulators start programs that start programs, some in process groups of their own (Java), some
 * of which outlive whoever started them. What they all have in common is the environment they
 * inherit, so a variable in it says whose they are, even after their parents are gone.
 */

/**
 * The processes that were started with this `NAME=value` in their environment.
 * @param {string} mark
 * @returns {Promise<number[]>}
 */
export async function marked(mark) {
  const all = process.platform === 'linux' ? fromProc(mark) : await fromPs(mark);
  return all.filter((pid) => pid !== process.pid);
}

/** @param {string} mark */
function fromProc(mark) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => environmentOf(pid).includes(mark));
}

/** @param {number} pid */
function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return []; // It has just ended, or is another user's.
  }
}

/** @param {string} mark */
async function fromPs(mark) {
  const { output } = await run('ps', ['-axEww', '-o', 'pid=,command=']);
  return output
    .split('\n')
    .filter((line) => line.includes(` ${mark}`))
    .map((line) => parseInt(line, 10));
}

/**
 * Ends every process with this mark: asks, waits, then insists. Returns when none is left.
 * @param {string} mark
 * @param {number} graceMs
 */
export async function endMarked(mark, graceMs) {
  signalAll(await marked(mark), 'SIGTERM');
  if (await noneLeft(mark, graceMs)) return;
  signalAll(await marked(mark), 'SIGKILL');
  await noneLeft(mark, 5000);
}

/**
 * @param {string} mark
 * @param {number} withinMs
 */
export async function noneLeft(mark, withinMs) {
  const until = Date.now() + withinMs;
  while ((await marked(mark)).length > 0) {
    if (Date.now() > until) return false;
    await sleep(50);
  }
  return true;
}

/**
 * @param {number[]} pids
 * @param {NodeJS.Signals} signal
 */
function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has just ended.
    }
  }
}

/**
 * The npm that runs us, when one does. Told to end, npm goes at once and leaves its shell and us
 * behind, so whoever has to end with it must watch it.
 * @returns {Promise<number | undefined>}
 */
export async function npmAbove() {
  if (!process.env['npm_lifecycle_event']) return undefined;
  let pid = process.ppid;
  // npm, its shell, us; some shells put us in their own place.
  for (let above = 0; above < 2; above += 1) {
    const { parent, line } = await describe(pid);
    if (/\bnpm\b/.test(line)) return pid;
    pid = parent;
  }
  return undefined;
}

/** @param {number} pid */
async function describe(pid) {
  try {
    if (process.platform !== 'linux') {
      const { output } = await run('ps', ['-o', 'ppid=,args=', '-p', `${pid}`]);
      return { parent: parseInt(output, 10), line: output };
    }
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return {
      parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? 0),
      line: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
    };
  } catch {
    return { parent: 0, line: '' };
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
