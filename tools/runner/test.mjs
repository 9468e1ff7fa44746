// @ts-check
/*
 * npm test: installs missing packages, runs the checks, Vitest and Playwright, and ends with `N passed, N failed`.
 * npm test -- NAME…: runs only these parts (checks, unit, tools, api, e2e, engines), or the test files with NAME in
 * their path.
 * npm run test:long (--long): runs the random tests for longer. Also runs the files named .long., the tests in other
 * engines, Stryker, and the API tests a second time on the Node that functions are deployed on.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from '../command/command.mjs';
import { printError } from '../command/commandError.mjs';
import { ROOT } from '../command/paths.mjs';
import { npm, run } from '../command/run.mjs';
import { buildFunctions, buildWeb } from '../stack/builds.mjs';
import { checkNode, installPackages } from '../stack/setUp.mjs';
import { DEPLOYED_NODE, findDeployedNode } from './deployedNode.mjs';
import { checkedResult, playwrightResult, vitestResult } from './reports.mjs';

/** @typedef {import('./reports.mjs').Result} Result */

/** The quick checks come first, so that their failures show early. */
const CHECKS = ['format -- --check', 'unused', 'types', 'lint'];

/** Vitest's projects, by part. */
const PROJECTS = {
  unit: ['node', 'dom', 'unit'],
  tools: ['tools'],
  api: ['api', 'apiAlone'],
  engines: ['engines'],
};
const PARTS = ['checks', 'e2e', ...Object.keys(PROJECTS)];

const LONG = process.argv.includes('--long');
const CI = { CI: 'true', FORCE_COLOR: '0', NO_COLOR: '1', LONG_RUNS: LONG ? '1' : '' };

command(async () => {
  const names = process.argv.slice(2).filter((name) => !name.startsWith('--'));
  const files = names.filter((name) => !PARTS.includes(name));
  const everything = names.length === 0;
  const runs = (/** @type {string} */ part) =>
    names.includes(part) || (everything && (LONG || part !== 'engines'));
  const browserFiles = files.filter((name) =>
    readdirSync(join(ROOT, 'web', 'e2e')).some((file) => `web/e2e/${file}`.includes(name)),
  );
  const projects = Object.entries(PROJECTS).flatMap(([part, own]) => (runs(part) ? own : []));

  /** @type {Result} */
  const total = { passed: 0, failed: 0, titles: [] };
  /**
   * Runs one step and adds its result. A step that throws counts as one failed test.
   * @param {string} name
   * @param {() => Promise<Result>} step
   */
  const count = async (name, step) => {
    const started = Date.now();
    const result = await step().catch((error) => {
      printError(error);
      return { passed: 0, failed: 1, titles: [name] };
    });
    total.passed += result.passed;
    total.failed += result.failed;
    total.titles.push(...result.titles);
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(`${result.failed ? '✗' : '✓'} ${name} (${seconds} s)`);
  };

  console.log(`The tests run on Node ${process.versions.node}.`);
  checkNode();
  await installPackages();
  const runChecksAndVitest = async () => {
    if (runs('checks')) {
      for (const script of CHECKS) await count(script, () => runScript(script));
      await count('build', build);
    }
    if (projects.length > 0) await count('Vitest', () => runVitest({ projects }));
    if (files.length > 0)
      await count('Vitest', () => runVitest({ files, mayBeNone: browserFiles.length > 0 }));
  };
  // Playwright runs beside the checks and Vitest, because a browser test often waits for its page.
  await Promise.all([
    runChecksAndVitest(),
    (runs('e2e') || browserFiles.length > 0) &&
      count('Playwright', () => runPlaywright(runs('e2e') ? [] : browserFiles)),
  ]);
  if (LONG && runs('api')) {
    const node = await findDeployedNode();
    // The random tests are kept short, because the version of Node doesn't influence which calls they make.
    const env = { LONG_RUNS: '' };
    if (node)
      await count(`Node ${DEPLOYED_NODE}`, () => runVitest({ projects: PROJECTS.api, node, env }));
  }
  if (LONG && everything) await count('Stryker', runStryker);

  console.log(total.titles.map((title) => `\n✗ ${title}`).join(''));
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});

/**
 * Runs one of package.json's scripts. The script counts as one test.
 * @param {string} name
 * @returns {Promise<Result>}
 */
async function runScript(name) {
  const { code, output } = await npm(['run', '--silent', ...name.split(' ')]);
  if (code === 0) return { passed: 1, failed: 0, titles: [] };
  console.log(output.trimEnd());
  return { passed: 0, failed: 1, titles: [name] };
}

/** Runs Stryker, which mutates the pure modules. Fails if the tests miss too many of these mutants. */
async function runStryker() {
  const stryker = join(ROOT, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const { code } = await run(process.execPath, [stryker, 'run'], {
    env: { ...process.env, LONG_RUNS: '' },
    show: true,
  });
  return code === 0
    ? { passed: 1, failed: 0, titles: [] }
    : { passed: 0, failed: 1, titles: ['Stryker'] };
}

/** Builds the function and the app as they are deployed. */
async function build() {
  await buildFunctions();
  await buildWeb('production');
  return { passed: 1, failed: 0, titles: [] };
}

/**
 * @param {object} options
 * @param {string[]} [options.projects] by default all of them
 * @param {string[]} [options.files] parts of the paths of the files to run
 * @param {boolean} [options.mayBeNone] whether the run may find no test file
 * @param {string} [options.node] the path of the Node to run on, by default this process's
 * @param {Record<string, string>} [options.env]
 */
function runVitest({ projects = [], files = [], mayBeNone = false, node = process.execPath, env }) {
  const args = [
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--allowOnly=false',
    '--retry=0',
    '--reporter=default',
    '--reporter=json',
    ...(mayBeNone ? ['--passWithNoTests'] : []),
    ...projects.map((project) => `--project=${project}`),
    ...files,
  ];
  return withReport('Vitest', vitestResult, mayBeNone, (report) =>
    run(node, [...args, `--outputFile.json=${report}`], {
      env: { ...process.env, ...CI, ...env },
      show: true,
    }),
  );
}

/** @param {string[]} files */
function runPlaywright(files) {
  const args = [
    join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js'),
    'test',
    '--reporter=list,json',
    ...files,
  ];
  return withReport('Playwright', playwrightResult, false, (report) =>
    run(process.execPath, args, {
      env: { ...process.env, ...CI, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      show: true,
    }),
  );
}

/**
 * Runs a test runner and returns the result in its report.
 * @param {string} name
 * @param {(text: string) => Result} parse
 * @param {boolean} mayBeNone
 * @param {(report: string) => Promise<import('../command/run.mjs').Ran>} use
 */
async function withReport(name, parse, mayBeNone, use) {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-report-'));
  const report = join(folder, 'report.json');
  try {
    const { code } = await use(report);
    const result = existsSync(report) ? parse(readFileSync(report, 'utf8')) : undefined;
    if (mayBeNone && code === 0 && result?.passed === 0) return result;
    return checkedResult(name, code, result);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
