// @ts-check
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError } from '../command/commandError.mjs';
import { ROOT } from '../command/paths.mjs';
import { run } from '../command/run.mjs';

/**
 * @typedef {object} TestTime
 * @property {string} title the test's file and full title
 * @property {number} ms
 */

/**
 * @typedef {object} Failure
 * @property {string} title the test's file and full title
 * @property {string} message what the runner says about it
 */

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed also skipped and retried tests: they prove nothing
 * @property {TestTime[]} [times]
 * @property {Failure[]} [failures]
 */

/**
 * @typedef {object} RunOptions
 * @property {string[]} [files] only these, as paths in the workspace; all of them when empty
 * @property {Record<string, string>} [env]
 * @property {boolean} [live] prints the output as it comes; otherwise only after a failure
 */

/**
 * @typedef {RunOptions & { project?: string | undefined, node?: string }} VitestOptions `node` is the path of another
 *   Node; what the tests start runs on it, too
 */

const CI = { CI: 'true', FORCE_COLOR: '0', NO_COLOR: '1' };

/**
 * Runs Vitest in one workspace.
 * @param {string} folder
 * @param {VitestOptions} [options]
 * @returns {Promise<Result>}
 */
export function runVitest(folder, options = {}) {
  const { files = [], env = {}, live = false, project, node = process.execPath } = options;
  return withReport(`Vitest in ${folder}/`, vitestResult, (report) =>
    run(
      node,
      [
        vitestBin(),
        'run',
        '--allowOnly=false',
        '--retry=0',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...(project ? [`--project=${project}`] : []),
        ...files,
      ],
      { cwd: join(ROOT, folder), env: { ...process.env, ...CI, ...env }, show: live },
    ),
  );
}

/**
 * Runs Vitest in watch mode until the person ends it.
 * @param {string} folder
 * @param {RunOptions & { project?: string | undefined }} options
 * @returns {Promise<number>} the exit code
 */
export async function watchVitest(folder, { files = [], env = {}, project }) {
  const args = [vitestBin(), 'watch', ...(project ? [`--project=${project}`] : []), ...files];
  const { code } = await run(process.execPath, args, {
    cwd: join(ROOT, folder),
    env: { ...process.env, ...env },
    interactive: true,
  });
  return code;
}

/**
 * Runs Playwright.
 * @param {RunOptions} options
 * @returns {Promise<Result>}
 */
export function runPlaywright({ files = [], env = {}, live = false }) {
  return withReport('Playwright', playwrightResult, (report) =>
    run(
      process.execPath,
      [
        bin('@playwright/test', 'cli.js'),
        'test',
        '--config=playwright.config.ts',
        '--forbid-only',
        '--retries=0',
        '--reporter=list,json',
        ...files,
      ],
      {
        cwd: join(ROOT, 'web'),
        env: { ...process.env, ...CI, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
        show: live,
      },
    ),
  );
}

/**
 * Compares a runner's report with how the runner ended: one that fails without a failed test (a
 * crash, an error outside of every test), or that ran no test, counts as one failed.
 * @param {string} name
 * @param {number} code
 * @param {Result | undefined} result
 * @returns {Result}
 */
export function checkedResult(name, code, result) {
  if (result === undefined) {
    console.log(`${name} ended with code ${code} and left no report.`);
    return { passed: 0, failed: 1 };
  }
  if (result.passed + result.failed === 0) {
    console.log(`${name} ran no test.`);
    return { passed: 0, failed: 1 };
  }
  if (code !== 0 && result.failed === 0) {
    console.log(`${name} ended with code ${code} although no test failed.`);
    return { ...result, failed: 1 };
  }
  return result;
}

/**
 * @typedef {object} VitestFile
 * @property {string} name
 * @property {string} status
 * @property {string} [message] why it could not be loaded
 * @property {{ fullName: string, status: string, duration?: number | null, failureMessages?: string[] }[]} assertionResults
 */

/**
 * @param {string} text Vitest's JSON report
 * @returns {Required<Result> | undefined}
 */
export function vitestResult(text) {
  if (!text) return undefined;
  const report = JSON.parse(text);
  /** @type {VitestFile[]} */
  const files = report.testResults;
  // A file that can't be loaded fails without a test in it.
  const unloadable = files.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const pathOf = (/** @type {VitestFile} */ { name }) => name.replace(`${ROOT}/`, '');
  return {
    passed: report.numPassedTests,
    failed: report.numTotalTests - report.numPassedTests + unloadable.length,
    times: files.flatMap((file) =>
      file.assertionResults.map(({ fullName, duration }) => ({
        title: `${pathOf(file)} › ${fullName}`,
        ms: duration ?? 0,
      })),
    ),
    failures: [
      ...unloadable.map((file) => ({ title: pathOf(file), message: file.message ?? '' })),
      ...files.flatMap((file) =>
        file.assertionResults
          .filter(({ status }) => status !== 'passed')
          .map(({ fullName, status, failureMessages = [] }) => ({
            title: `${pathOf(file)} › ${fullName}`,
            message: failureMessages.join('\n') || status,
          })),
      ),
    ],
  };
}

/**
 * @typedef {object} PlaywrightSuite
 * @property {PlaywrightSuite[]} [suites]
 * @property {PlaywrightSpec[]} specs
 */

/**
 * @typedef {object} PlaywrightSpec
 * @property {string} title
 * @property {string} file
 * @property {{ results: { duration: number, errors?: { message?: string }[] }[] }[]} tests
 */

/**
 * @param {string} text Playwright's JSON report
 * @returns {Required<Result> | undefined}
 */
export function playwrightResult(text) {
  if (!text) return undefined;
  /** @type {{ stats: Record<string, number>, errors: unknown[], suites: PlaywrightSuite[] }} */
  const { stats, errors, suites } = JSON.parse(text);
  const { expected = 0, unexpected = 0, skipped = 0, flaky = 0 } = stats;
  const runs = suites.flatMap(testRuns);
  return {
    passed: expected,
    failed: unexpected + skipped + flaky + errors.length,
    times: runs.map(({ title, duration }) => ({ title, ms: duration })),
    failures: runs
      .filter(({ messages }) => messages.length > 0)
      .map(({ title, messages }) => ({ title, message: messages.join('\n') })),
  };
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {{ title: string, duration: number, messages: string[] }[]}
 */
function testRuns({ suites = [], specs }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ duration, errors = [] }) => ({
        title: `web/e2e/${file} › ${title}`,
        duration,
        messages: errors.map(({ message = '' }) => message),
      })),
    ),
  );
  return [...own, ...suites.flatMap(testRuns)];
}

/**
 * Runs a test runner and reads the report it leaves.
 * @param {string} name
 * @param {(text: string) => Result | undefined} parse
 * @param {(report: string) => Promise<import('../command/run.mjs').Ran>} use
 */
async function withReport(name, parse, use) {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-report-'));
  const report = join(folder, 'report.json');
  try {
    const { code, output } = await use(report);
    const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
    const result = checkedResult(name, code, parse(text));
    if (result.failed > 0 && output) console.log(output.trimEnd());
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const vitestBin = () => bin('vitest', 'vitest.mjs');

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
