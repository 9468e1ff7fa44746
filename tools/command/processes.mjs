// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './run.mjs';

/*
 * Emulators start programs that start other programs. Some of these programs have their own process group (Java), and
 * some outlive their parents. Nearly all of these programs inherit the environment, so an environment variable
 * identifies them. These tools call the variable's `NAME=value` a tag.
 */

/**
 * Returns the ids of the processes that have this tag, except for this process.
 * @param {string} tag
 * @returns {Promise<number[]>}
 */
export async function taggedProcesses(tag) {
  const all = process.platform === 'linux' ? fromProc(tag) : await fromPs(tag);
  return all.filter((pid) => pid !== process.pid);
}

/** @param {string} tag */
function fromProc(tag) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => environmentOf(pid).includes(tag));
}

/** @param {number} pid */
function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return []; // The process has just ended, or it belongs to another user.
  }
}

/** @param {string} tag */
async function fromPs(tag) {
  const { output } = await run('ps', ['-axEww', '-o', 'pid=,command=']);
  return output
    .split('\n')
    .filter((line) => line.includes(` ${tag}`))
    .map((line) => parseInt(line, 10));
}

/**
 * Ends every process with this tag. Sends SIGTERM, and after `graceMs` sends SIGKILL to the processes that are left.
 * Waits until all have ended, but no longer than 5 s after SIGKILL.
 * @param {string} tag
 * @param {number} graceMs
 */
export async function killTagged(tag, graceMs) {
  signalAll(await taggedProcesses(tag), 'SIGTERM');
  if (await areTaggedGone(tag, graceMs)) return;
  signalAll(await taggedProcesses(tag), 'SIGKILL');
  await areTaggedGone(tag, 5000);
}

/**
 * Waits up to `withinMs` until no process with this tag is left. Returns whether all processes with this tag have
 * ended.
 * @param {string} tag
 * @param {number} withinMs
 */
export async function areTaggedGone(tag, withinMs) {
  const until = Date.now() + withinMs;
  while ((await taggedProcesses(tag)).length > 0) {
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
      // The process has just ended.
    }
  }
}

/**
 * Returns the process id of the npm that runs this command, if any. On a signal, npm exits immediately and leaves its
 * shell and this process running, so a command has to check whether npm is still running.
 * @returns {Promise<number | undefined>}
 */
export async function parentNpm() {
  if (!process.env['npm_lifecycle_event']) return undefined;
  let pid = process.ppid;
  // npm starts a shell, and the shell starts this process. Some shells replace themselves with this process.
  for (let above = 0; above < 2; above += 1) {
    const { parent, line } = await processInfo(pid);
    if (/\bnpm\b/.test(line)) return pid;
    pid = parent;
  }
  return undefined;
}

/** @param {number} pid */
async function processInfo(pid) {
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
