import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { build } from 'esbuild';

const here = import.meta.dirname;
const require = createRequire(`${here}/package.json`);
const { dependencies } = JSON.parse(await readFile(`${here}/package.json`, 'utf8'));

/**
 * firebase-functions loads firebase-admin's app and auth at once, for callable functions, which we
 * have none of; that is two thirds of its load time, in every cold start. So firebase-functions goes
 * into the bundle, and what it takes from firebase-admin is required when first touched.
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
 * One file with the contract, zod, Express and firebase-functions inside. `dependencies` is what
 * Cloud Build installs next to it, and all that may stay outside. An argument names another file to write.
 */
await build({
  entryPoints: [`${here}/src/index.ts`],
  outfile: process.argv[2] ?? `${here}/lib/index.cjs`,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  sourcemap: true,
  external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
  plugins: [lazyAdmin],
  logLevel: 'warning',
});
