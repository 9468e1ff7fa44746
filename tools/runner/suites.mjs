// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command/commandError.mjs';
import { ROOT } from '../command/paths.mjs';

/** What `npm test` consists of; each can be run alone by its name. */
const PARTS = /** @type {const} */ (['checks', 'unit', 'tools', 'api', 'e2e', 'engines']);

/** @typedef {(typeof PARTS)[number]} Part */

/**
 * @typedef {object} Suite
 * @property {Part} part
 * @property {string} name
 * @property {string} folder the workspace
 * @property {RegExp} tests its test files, as paths in the workspace
 * @property {string} [project] Vitest's project, where the workspace has several
 * @property {boolean} [long] it runs in long runs only, or when it is named
 */

/** @type {Suite[]} */
const SUITES = [
  {
    part: 'unit',
    name: 'unit tests of the app',
    folder: 'web',
    tests: /^(src|test)\/.*\.test\.tsx?$/,
  },
  {
    part: 'unit',
    name: 'unit tests of the function',
    folder: 'functions',
    tests: /^test\/unit\/.*\.test\.ts$/,
    project: 'unit',
  },
  {
    part: 'tools',
    name: 'tools tests',
    folder: 'tools',
    tests: /^test\/.*\.test\.mjs$/,
    project: 'tools',
  },
  {
    part: 'api',
    name: 'API tests',
    folder: 'functions',
    tests: /^test\/(?!unit\/).*\.test\.ts$/,
    project: 'api*',
  },
  { part: 'e2e', name: 'browser tests', folder: 'web', tests: /^e2e\/.*\.spec\.ts$/ },
  {
    part: 'engines',
    name: 'tests in other engines',
    folder: 'tools',
    tests: /^engines\/.*\.test\.mjs$/,
    project: 'engines',
    long: true,
  },
];

/**
 * @typedef {object} Selection
 * @property {boolean} checks
 * @property {(Suite & { files: string[] })[]} suites `files` is empty when all of them are to run
 */

/**
 * What to run for the names on the command line: a part, or test files by a piece of their path.
 * Files named `.long.` are only chosen in long runs.
 * @param {string[]} names everything is chosen when there is none
 * @param {boolean} [long]
 * @returns {Selection} throws a CommandError for a name that nothing has
 */
export function selectSuites(names, long = false) {
  const isPart = (/** @type {string} */ name) => PARTS.some((part) => part === name);
  const fragments = names.filter((name) => !isPart(name));
  const suites = SUITES.flatMap((suite) => {
    const isChosen = names.length === 0 ? long || !suite.long : names.includes(suite.part);
    if (isChosen) return [{ ...suite, files: [] }];
    const files = testFiles(suite).filter(
      (file) =>
        (long || !file.includes('.long.')) &&
        fragments.some((fragment) => `${suite.folder}/${file}`.includes(fragment)),
    );
    return files.length > 0 ? [{ ...suite, files }] : [];
  });
  for (const fragment of fragments) {
    if (suites.some(({ folder, files }) => files.some((f) => `${folder}/${f}`.includes(fragment))))
      continue;
    throw new CommandError(
      `No part and no test file is called ${fragment}: the parts are ${PARTS.join(', ')}, ` +
        'a file is named by any piece of its path. Those named .long. run with `npm run test:long`.',
    );
  }
  return { checks: names.length === 0 || names.includes('checks'), suites };
}

/** @param {Suite} suite */
function testFiles({ folder, tests }) {
  return ['src', 'test', 'e2e', 'engines']
    .filter((top) => existsSync(join(ROOT, folder, top)))
    .flatMap((top) =>
      readdirSync(join(ROOT, folder, top), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${top}/${path}`,
      ),
    )
    .filter((path) => tests.test(path))
    .sort();
}
