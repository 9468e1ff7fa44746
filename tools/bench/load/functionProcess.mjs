// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CommandError } from '../../command/commandError.mjs';
import { ROOT } from '../../command/paths.mjs';
import { tail } from '../../command/run.mjs';
import { choosePorts, HOST } from '../../stack/ports.mjs';

const FUNCTIONS = join(ROOT, 'functions');

/** A handler without everything that the function does besides. */
export const BARE = join(import.meta.dirname, 'bareFunction.cjs');

/** The same, with all of Google's libraries imported at the top. */
export const NAIVE = join(import.meta.dirname, 'naiveFunction.cjs');

const framework = join(
  dirname(
    createRequire(join(FUNCTIONS, 'package.json')).resolve('@google-cloud/functions-framework'),
  ),
  'main.js',
);

/**
 * @typedef {object} Usage
 * @property {number} heap bytes, after a garbage collection
 * @property {number} rss bytes
 * @property {number} cpu processor time since the process began, in ms
 * @property {number} delay the 99th percentile of the event loop's delay since the last asking, in ms
 * @property {Record<string, number>} rpcs calls of Firestore since the process began, by name
 */

/**
 * @typedef {object} FunctionProcess
 * @property {string} url
 * @property {number} listeningMs from the start of the process until it listens
 * @property {() => string} output its last lines
 * @property {() => Promise<Usage>} usage only with `measured`
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a function as production does: in Google's Functions Framework, in a process of its own. `source` is a file or
 * a folder; the built bundle when it is left out.
 * @param {{ source?: string, env: NodeJS.ProcessEnv, measured?: boolean }} options
 * @returns {Promise<FunctionProcess>}
 */
export async function startFunctionProcess({ source = FUNCTIONS, env, measured = false }) {
  const { free: port } = await choosePorts({ free: 0 });
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...(measured ? ['--expose-gc', '--require', join(import.meta.dirname, 'measure.cjs')] : []),
      framework,
      '--target=api',
      `--source=${source}`,
      `--port=${port}`,
    ],
    {
      cwd: FUNCTIONS,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe', measured ? 'ipc' : 'ignore'],
    },
  );
  let output = '';
  /** @type {Promise<number>} */
  const listening = new Promise((resolve, reject) => {
    const read = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-20_000);
      if (output.includes('URL: ')) resolve(performance.now() - started);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new CommandError('The function ended:', tail(output))));
  });
  const listeningMs = await listening;
  return {
    url: `http://${HOST}:${port}`,
    listeningMs,
    output: () => output,
    async usage() {
      child.send('usage');
      const [usage] = await once(child, 'message');
      return /** @type {Usage} */ (usage);
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
