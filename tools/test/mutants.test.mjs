// @ts-check
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { ROOT } from '../command/paths.mjs';
import { mutants } from '../mutants/mutantList.mjs';

const FUNCTIONS = join(ROOT, 'functions');

test('npm run mutants finds each guard in its file, once', () => {
  const places = (/** @type {import('../mutants/mutantList.mjs').Mutant} */ { file, from }) =>
    readFileSync(join(FUNCTIONS, file), 'utf8').split(from).length - 1;
  const notOnce = mutants.filter((mutant) => places(mutant) !== 1).map(({ guard }) => guard);
  assert.deepEqual(notOnce, []);
});

test('npm run mutants finds every test file that it names', () => {
  const isThere = (/** @type {string} */ name) =>
    ['test', 'test/unit'].some((folder) => existsSync(join(FUNCTIONS, folder, `${name}.test.ts`)));
  const missing = mutants.flatMap(({ tests }) => tests).filter((name) => !isThere(name));
  assert.deepEqual(missing, []);
});
