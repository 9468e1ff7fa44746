import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
const require = createRequire(`${here}/package.json`);
const { dependencies } = JSON.parse(await readFile(`${here}/package.json`, 'utf8'));

/**
 * Loads firebase-admin on first use. By itself, firebase-functions loads firebase-admin's app and auth at once, for
 * callable functions, which we don't have. Loading both would slow down every cold start. So firebase-functions is
 * bundled, and its imports of firebase-admin are deferred.
 */
const lazyAdmin = {
  name: 'lazy-admin',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^firebase-functions\// }, ({ path }) => ({ path: require.resolve(path) }));
    onResolve({ filter: /^firebase-admin\// }, ({ path, importer }) =>
      importer.includes('/firebase-functions/')
        ? { path, namespace: 'lazy-admin' }
        : { path, external: true },
    );
    onLoad({ filter: /.*/, namespace: 'lazy-admin' }, ({ path }) => {
      const module = JSON.stringify(path);
      const getters = Object.keys(require(path)).map(
        (name) => `get ${name}() { return require(${module}).${name}; },`,
      );
      return { contents: `module.exports = {\n${getters.join('\n')}\n};` };
    });
  },
};

/**
 * Builds one file that contains the contract, zod, Express and firebase-functions. Only `dependencies` are not bundled,
 * because Cloud Build installs them. An argument names another file to write.
 */
const { outputFiles } = await build({
  // Makes the paths in the bundle relative to this folder, so that the bundle is the same wherever the build is
  // started.
  absWorkingDir: here,
  entryPoints: [`${here}/src/index.ts`],
  outfile: process.argv[2] ?? `${here}/lib/index.cjs`,
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  sourcemap: true,
  external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
  plugins: [lazyAdmin],
  logLevel: 'warning',
});

// Write to another name and rename, because another command may be reading the bundle. Don't write an unchanged bundle,
// because running emulators would load the function again and cut off its requests.
for (const { path, contents } of outputFiles) {
  const written = await readFile(path).catch(() => undefined);
  if (written?.equals(contents)) continue;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.${process.pid}`, contents);
  await rename(`${path}.${process.pid}`, path);
}
