// @ts-check
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';

/*
 * The folder that keeps the data between runs contains:
 *   export-7, export-6    the newest complete export and the one before it
 *   partial-…             an export that is being written or deleted
 *   unreadable-<time>     exports that a start could not read
 *   replaced-<time>       exports that `--fresh` set aside
 * An export is written as partial-… and renamed when it is complete, so a kill at any moment leaves the complete
 * exports unchanged.
 */

/** Name of the file with the hashes of an export's other files. */
const MANIFEST = 'manifest.json';
const EXPORTS_KEPT = 2;

/**
 * Returns the paths of the complete exports in a folder, the newest one first.
 * @param {string} folder
 */
export const listExports = (folder) =>
  exportNumbers(folder).map((n) => join(folder, `export-${n}`));

/** @param {string} folder */
const exportNumbers = (folder) =>
  readdirSync(folder)
    .filter((name) => /^export-\d+$/.test(name))
    .map((name) => Number(name.slice('export-'.length)))
    .sort((a, b) => b - a);

/**
 * Adds an export to a folder and deletes all but the newest two.
 * @param {string} folder
 * @param {(path: string) => Promise<void>} write writes the export's files into an empty folder. If `write` fails,
 *   nothing is added
 */
export async function addExport(folder, write) {
  const partial = mkdtempSync(join(folder, 'partial-'));
  try {
    await write(partial);
    seal(partial);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
  const [newest = 0] = exportNumbers(folder);
  renameSync(partial, join(folder, `export-${newest + 1}`));
  flush(folder);
  for (const number of exportNumbers(folder).slice(EXPORTS_KEPT)) {
    // Rename the export first. Otherwise a kill during the deletion would leave half an export under its name.
    const removed = join(folder, `partial-${number}`);
    renameSync(join(folder, `export-${number}`), removed);
    rmSync(removed, { recursive: true });
  }
}

/**
 * Removes exports that a killed process left half written or half deleted.
 * @param {string} folder
 */
export function removePartial(folder) {
  for (const name of readdirSync(folder))
    if (name.startsWith('partial-')) rmSync(join(folder, name), { recursive: true });
}

/**
 * Checks that an export's files are unchanged.
 * @param {string} path
 * @throws Error that names the first file that is missing or differs
 */
export function checkExport(path) {
  for (const [file, hash] of Object.entries(readManifest(path))) {
    if (!existsSync(join(path, file))) throw new Error(`${file} is missing`);
    if (hashOf(join(path, file)) !== hash) throw new Error(`${file} is damaged`);
  }
}

/**
 * @param {string} path
 * @returns {Record<string, string>}
 */
function readManifest(path) {
  try {
    return JSON.parse(readFileSync(join(path, MANIFEST), 'utf8'));
  } catch {
    throw new Error(`${MANIFEST} is missing or damaged`);
  }
}

/**
 * Moves an export out of the way, into a folder with the time in its name.
 * @param {string} path
 * @param {'unreadable' | 'replaced'} why
 * @returns {string} its new path
 */
export function setAside(path, why) {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const aside = join(path, '..', `${why}-${time}`);
  mkdirSync(aside, { recursive: true });
  const moved = join(aside, basename(path));
  renameSync(path, moved);
  return moved;
}

/**
 * Writes the manifest and flushes everything to disk, so that the export survives a power failure.
 * @param {string} path
 */
function seal(path) {
  const names = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = names
    .filter((name) => name.isFile())
    .map((name) => join(name.parentPath, name.name));
  const folders = names.filter((name) => name.isDirectory());
  const hashes = files.map((file) => [relative(path, file), hashOf(file)]);
  const manifest = join(path, MANIFEST);
  writeFileSync(manifest, JSON.stringify(Object.fromEntries(hashes), undefined, 2));
  for (const file of [...files, manifest]) flush(file);
  for (const folder of folders) flush(join(folder.parentPath, folder.name));
  flush(path);
}

/** @param {string} file */
const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** @param {string} path of a file or folder */
function flush(path) {
  // Windows can't open folders, and it can't flush files that are open for reading only.
  if (process.platform === 'win32') return;
  const opened = openSync(path, 'r');
  fsyncSync(opened);
  closeSync(opened);
}
