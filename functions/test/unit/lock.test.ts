import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Lock {
  packages: Record<
    string,
    { version?: string; integrity?: string; resolved?: string; link?: true; dependencies?: object }
  >;
}

const root = join(import.meta.dirname, '../../..');
const read = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(join(root, path), 'utf8'));
const { packages } = (await read('functions/package-lock.json')) as Lock;
const { packages: inRoot } = (await read('package-lock.json')) as Lock;

test('functions/package-lock.json matches its package.json (`npm run lock` writes it)', async () => {
  const manifest = (await read('functions/package.json')) as Record<string, unknown>;
  const { name, version, dependencies, devDependencies, engines } = manifest;
  expect(packages['']).toEqual({ name, version, dependencies, devDependencies, engines });
  const contract = (await read('functions/contract/package.json')) as Record<string, unknown>;
  expect(packages['contract']?.dependencies).toEqual(contract.dependencies);
});

test('functions/package-lock.json has the versions of package-lock.json', () => {
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  );
  expect(installed.length).toBeGreaterThan(100);
  for (const [path, { version, integrity }] of installed) {
    expect(inWorkspace(path), path).toMatchObject({ version, integrity });
  }
});

/**
 * Returns the package that Node resolves for the same path in the workspace, where that package may be in a folder
 * further up.
 */
function inWorkspace(path: string): Lock['packages'][string] | undefined {
  const folders = path.replace('node_modules/', '').split('/node_modules/');
  const name = folders.pop() ?? '';
  // A package at the root doesn't see the packages of functions/.
  const isOwn = folders.length === 0 || inRoot[`functions/node_modules/${folders[0]}`];
  for (let depth = folders.length; depth >= 0; depth--) {
    const place = `node_modules/${[...folders.slice(0, depth), name].join('/node_modules/')}`;
    const found = (isOwn && inRoot[`functions/${place}`]) || inRoot[place];
    if (found) return found;
  }
  return undefined;
}

test('both lockfiles name no registry', () => {
  for (const { resolved, link } of [...Object.values(packages), ...Object.values(inRoot)])
    if (resolved !== undefined) expect(link, resolved).toBe(true);
});
