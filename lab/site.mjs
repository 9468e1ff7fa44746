// @ts-check
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Starts the stack of any checkout on this machine, with that checkout's own tools.
 * @param {string} site the checkout's folder
 * @param {import('../tools/command/command.mjs').OnExit} onExit
 * @returns {Promise<import('../tools/stack/stack.mjs').Stack>}
 */
export async function startSite(site, onExit) {
  /** @type {typeof import('../tools/stack/stack.mjs')} */
  const { startStack } = await import(
    pathToFileURL(join(site, 'tools', 'stack', 'stack.mjs')).href
  );
  return startStack({ onExit });
}
