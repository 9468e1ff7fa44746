// @ts-check
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the project. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The folder for files that the tools can create again. */
export const CACHE = join(ROOT, 'node_modules', '.cache', 'daymark');

/**
 * Returns the full path of a program on PATH, or undefined if there is none.
 * @param {string} name
 * @returns {string | undefined}
 */
export function onPath(name) {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}
