// @ts-check
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * @typedef {object} Built a file of the app, as Vite describes it
 * @property {string} fileName
 * @property {string[]} [moduleIds] of a script: the sources in it
 * @property {string[]} [imports] of a script: the files that it imports
 * @property {string[]} [dynamicImports]
 * @property {string[]} [originalFileNames] of any other file
 */

/**
 * Returns the app's files that contain only library code, and the app's icons. A release that updates no library
 * doesn't change these files.
 * @param {string} site the checkout
 * @param {string} mode as in `vite build --mode`
 * @returns {Promise<Set<string>>} their paths on the site
 */
export async function libraryFiles(site, mode) {
  const root = join(site, 'web');
  const vite = createRequire(join(root, 'package.json')).resolve('vite');
  const { build } = await import(pathToFileURL(vite).href);
  const outDir = mkdtempSync(join(tmpdir(), 'daymark-build-'));
  try {
    const config = { root, mode, logLevel: 'silent', build: { outDir, emptyOutDir: true } };
    /** @type {{ output: Built[] }} */
    const { output } = await build(config);
    return new Set([...librariesIn(output), ...iconsIn(root)]);
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

/** @param {string} root */
const iconsIn = (root) =>
  readdirSync(join(root, 'public', 'icons')).map((name) => `/icons/${name}`);

/** @param {readonly Built[]} output */
function librariesIn(output) {
  const isOfLibrary = (/** @type {string} */ id) =>
    id.includes('/node_modules/') || id.startsWith('\0');
  const files = new Set(
    output
      .filter(({ moduleIds, originalFileNames = [] }) => {
        const sources = moduleIds ?? originalFileNames;
        return sources.length > 0 && sources.every(isOfLibrary);
      })
      .map(({ fileName }) => fileName),
  );
  // A script contains the names of the files that it imports, so it changes with these names.
  for (const { fileName, imports = [], dynamicImports = [] } of output)
    if (![...imports, ...dynamicImports].every((name) => files.has(name))) files.delete(fileName);
  return new Set([...files].map((name) => `/${name}`));
}
