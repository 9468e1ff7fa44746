// @ts-check
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { CommandError } from '../../tools/command/commandError.mjs';

/**
 * Sends the reminders that are due, in a separate process with countFunction.cjs. Returns what Firestore would bill, how
 * long it took and the processor time, in ms.
 * @param {string} site the checkout whose function is run
 * @param {NodeJS.ProcessEnv} env
 * @param {number} [aheadMs] how far the function's clock is ahead
 */
export async function countedSweep(site, env, aheadMs = 0) {
  const cwd = join(site, 'functions');
  const child = fork(join(import.meta.dirname, 'sweep.cjs'), [join(cwd, 'lib', 'index.cjs')], {
    cwd,
    execArgv: [`--require=${join(import.meta.dirname, 'countFunction.cjs')}`],
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (/** @type {Buffer} */ chunk) => (output += chunk.toString()));
  /** Returns the next message with a field. @param {string} field @returns {Promise<any>} */
  const messageWith = (field) =>
    new Promise((resolve, reject) => {
      child.on('message', (/** @type {object} */ message) => {
        if (field in message) resolve(message);
      });
      child.once('exit', () => reject(new CommandError('The reminders were not sent.', output)));
    });
  const swept = messageWith('sweptMs');
  child.send({ clock: aheadMs });
  const { sweptMs } = await swept;
  // The reply to the first message came before the sweep.
  const counted = messageWith('outside');
  child.send({});
  const { outside, processorMs } = /** @type {import('./countFunction.cjs').Counted} */ (
    await counted
  );
  child.disconnect();
  return { ...outside, processorMs, sweptMs, output };
}
