// @ts-check
/*
 * npm run mutants: takes each of the server's guards out of a scratch copy, one at a time, and runs the test files that
 * should fail then. A guard whose removal no test notices is not guarded. Ends with the table and 1 if one survived.
 * npm run mutants -- sessions deadline: only the guards whose name or test files have one of these words in them.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { command } from '../command/command.mjs';
import { mutants } from './mutantList.mjs';
import { ROOT } from '../command/paths.mjs';
import { CommandError } from '../command/commandError.mjs';
import { run, tail } from '../command/run.mjs';
import { startStack } from '../stack/stack.mjs';

command(async (onExit) => {
  const chosen = chosenMutants(process.argv.slice(2));
  const stack = await startStack({ web: false, onExit });
  const scratch = scratchCopy();
  onExit(() => rmSync(scratch, { recursive: true, force: true }));
  const env = { ...process.env, ...stack.env, CI: 'true', NO_COLOR: '1' };

  const untouched = await vitest(scratch, env, [...new Set(chosen.flatMap(({ tests }) => tests))]);
  if (untouched.code !== 0) {
    throw new CommandError('The tests fail without any mutant.', tail(untouched.output));
  }

  const rows = [];
  for (const mutant of chosen) {
    const path = join(scratch, 'functions', mutant.file);
    const original = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      original.replace(mutant.from, () => mutant.to),
    );
    const { code, output } = await vitest(scratch, env, mutant.tests);
    writeFileSync(path, original);
    const failedTest = /^ *FAIL .*? > (.*)$/m.exec(output)?.[1] ?? 'the suite did not start';
    rows.push({ guard: mutant.guard, caught: code !== 0, failedTest });
    console.log(`${code === 0 ? '✗ survived' : '✓ caught'}: ${mutant.guard}`);
  }
  await stack.stop();

  console.log('\n| guard taken out | the test that failed |\n| --- | --- |');
  for (const { guard, caught, failedTest } of rows) {
    console.log(`| ${guard} | ${caught ? failedTest : '**none**'} |`);
  }
  const survived = rows.filter(({ caught }) => !caught).length;
  console.log(`\n${rows.length - survived} passed, ${survived} failed`);
  return survived ? 1 : 0;
});

/** @param {string[]} words */
function chosenMutants(words) {
  const chosen = mutants.filter(
    ({ guard, tests }) =>
      words.length === 0 || words.some((word) => guard.includes(word) || tests.includes(word)),
  );
  if (chosen.length) return chosen;
  throw new CommandError(`No guard and no test file is called ${words.join(' or ')}.`);
}

/** The server's code and tests in a folder of their own, on our packages but on its own contract. */
function scratchCopy() {
  const scratch = mkdtempSync(join(tmpdir(), 'daymark-mutants-'));
  for (const name of [
    'functions',
    'firestore.rules',
    'firestore.indexes.json',
    'package.json',
    'tsconfig.base.json',
    'docs',
    'tools',
  ]) {
    cpSync(join(ROOT, name), join(scratch, name), {
      recursive: true,
      filter: (source) => !source.includes(join('functions', 'node_modules')),
    });
  }
  const packages = join(scratch, 'node_modules');
  mkdirSync(join(packages, '@daymark'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '@daymark' || name.startsWith('.')) continue;
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  }
  symlinkSync(join(scratch, 'functions', 'contract'), join(packages, '@daymark', 'contract'));
  symlinkSync(join(scratch, 'functions'), join(packages, '@daymark', 'functions'));
  return scratch;
}

/**
 * Runs these test files. Those of the unit project alone start no function.
 * @param {string} scratch
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} tests
 */
function vitest(scratch, env, tests) {
  const isUnit = (/** @type {string} */ name) =>
    existsSync(join(scratch, 'functions', 'test', 'unit', `${name}.test.ts`));
  const manifest = createRequire(join(ROOT, 'package.json')).resolve('vitest/package.json');
  return run(
    process.execPath,
    [
      join(dirname(manifest), 'vitest.mjs'),
      'run',
      '--bail=1',
      ...(tests.every(isUnit) ? ['--project=unit'] : []),
      ...tests.map((name) => `/${name}.test.ts`),
    ],
    { cwd: join(scratch, 'functions'), env },
  );
}
