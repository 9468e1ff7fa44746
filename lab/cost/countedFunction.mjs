// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CommandError } from '../../tools/command/commandError.mjs';
import { tail } from '../../tools/command/run.mjs';
import { choosePorts, HOST } from '../../tools/stack/ports.mjs';

/** @typedef {import('./countFunction.cjs').Counted} Counted */

/**
 * Starts the built function in a separate process with countFunction.cjs. As in production, Google's Functions
 * Framework runs the function.
 * @param {string} site the checkout whose function is started
 * @param {NodeJS.ProcessEnv} env
 */
export async function startCountedFunction(site, env) {
  const cwd = join(site, 'functions');
  const framework = createRequire(join(cwd, 'package.json')).resolve(
    '@google-cloud/functions-framework',
  );
  const { port } = await choosePorts({ port: 0 });
  const child = spawn(
    process.execPath,
    [
      `--require=${join(import.meta.dirname, 'countFunction.cjs')}`,
      join(dirname(framework), 'main.js'),
      '--target=api',
      `--port=${port}`,
    ],
    {
      cwd,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let output = '';
  await new Promise((/** @type {(up: void) => void} */ resolve, reject) => {
    const read = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
      if (output.includes('URL: ')) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () =>
      reject(new CommandError('The function did not start. The end of its log:', tail(output))),
    );
  });

  /** @param {{ clock?: number }} message @returns {Promise<Counted>} */
  async function ask(message) {
    const reply = once(child, 'message');
    child.send(message);
    const [counted] = await reply;
    return counted;
  }

  return {
    url: `http://${HOST}:${port}`,
    /** Returns everything counted since the start. */
    counted: () => ask({}),
    /** Sets how far the function's clock is ahead, in ms. @param {number} aheadMs */
    setClock: async (aheadMs) => void (await ask({ clock: aheadMs })),
    log: () => output,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
