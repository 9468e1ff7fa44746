// @ts-check
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../command/paths.mjs';
import { CommandError } from '../command/commandError.mjs';
import { run } from '../command/run.mjs';

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed skipped ones too: a test that doesn't run proves nothing
 */

const CI = { CI: 'true', FORCE_COLOR: '0', NO_COLOR: '1' };

/**
 * Runs Vitest in one of the workspaces.
 * @param {string} folder
 * @param {Record<string, string>} [env]
 * @returns {Promise<Tally>}
 */
export function runVitest(folder, env = {}) {
  return withReport('report.json', async (report) => {
    const { code } = await run(
      process.execPath,
      [
        bin('vitest', 'vitest.mjs'),
        'run',
        '--allowOnly=false',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      { cwd: join(ROOT, folder), env: { ...process.env, ...CI, ...env }, show: true },
    );
    return counted(`Vitest in ${folder}/`, code, vitestTally(read(report)));
  });
}

/**
 * Runs Playwright.
 * @param {Record<string, string>} env
 * @returns {Promise<Tally>}
 */
export function runPlaywright(env) {
  return withReport('report.json', async (report) => {
    const { code } = await run(
      process.execPath,
      [
        bin('@playwright/test', 'cli.js'),
        'test',
        ...['-c', join('web', 'playwright.config.ts')],
        '--forbid-only',
        '--reporter=list,json',
      ],
      {
        env: { ...process.env, ...CI, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
        show: true,
      },
    );
    return counted('Playwright', code, playwrightTally(read(report)));
  });
}

/**
 * Runs Node's own test runner on a folder.
 * @param {string} folder
 * @returns {Promise<Tally>}
 */
export function runNodeTests(folder) {
  return withReport('report.tap', async (report) => {
    const { code } = await run(
      process.execPath,
      [
        '--test',
        // One file at a time: some of them start emulators.
        '--test-concurrency=1',
        ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
        ...['--test-reporter=tap', `--test-reporter-destination=${report}`],
        folder,
      ],
      { env: { ...process.env, ...CI }, show: true },
    );
    return counted(`Node's tests in ${folder}/`, code, tapTally(read(report)));
  });
}

/**
 * Holds a runner's numbers against how it ended: one that fails without a failed test (a crash,
 * an error outside every test), or ran no test, counts as one failed.
 * @param {string} name
 * @param {number} code
 * @param {Tally | undefined} tally
 * @returns {Tally}
 */
export function counted(name, code, tally) {
  if (tally === undefined) {
    console.log(`${name} ended with code ${code} and left no report.`);
    return { passed: 0, failed: 1 };
  }
  if (tally.passed + tally.failed === 0) {
    console.log(`${name} ran no test.`);
    return { passed: 0, failed: 1 };
  }
  if (code !== 0 && tally.failed === 0) {
    console.log(`${name} ended with code ${code} although no test failed.`);
    return { ...tally, failed: 1 };
  }
  return tally;
}

/**
 * @param {string} text Vitest's JSON report
 * @returns {Tally | undefined}
 */
export function vitestTally(text) {
  if (!text) return undefined;
  const report = JSON.parse(text);
  // A file that can't be loaded fails without a test in it.
  const unloadable = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numTotalTests - report.numPassedTests + unloadable,
  };
}

/**
 * @param {string} text Playwright's JSON report
 * @returns {Tally | undefined}
 */
export function playwrightTally(text) {
  if (!text) return undefined;
  const { stats, errors } = JSON.parse(text);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped + errors.length,
  };
}

/**
 * @param {string} text a TAP report as Node writes it
 * @returns {Tally | undefined}
 */
export function tapTally(text) {
  const tests = Number(/^# tests (\d+)$/m.exec(text)?.[1] ?? NaN);
  const passed = Number(/^# pass (\d+)$/m.exec(text)?.[1] ?? NaN);
  return Number.isNaN(tests + passed) ? undefined : { passed, failed: tests - passed };
}

/**
 * @template T
 * @param {string} name
 * @param {(report: string) => Promise<T>} use
 */
async function withReport(name, use) {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-report-'));
  try {
    return await use(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} file */
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/**
 * The path of a package's program.
 * @param {string} name
 * @param {string} file
 */
function bin(name, file) {
  const manifest = createRequire(join(ROOT, 'web', 'package.json')).resolve(`${name}/package.json`);
  const path = join(dirname(manifest), file);
  if (existsSync(path)) return path;
  throw new CommandError(`${name} has no ${file}: run \`npm ci\`.`);
}
