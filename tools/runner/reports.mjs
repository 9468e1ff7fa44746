// @ts-check
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed including skipped and flaky tests
 * @property {string[]} titles of failed tests, each with the beginning of its error, and other lines that name a
 *   failure, such as the path of a file that could not be loaded
 */

/**
 * Reads Vitest's JSON report.
 * @param {string} text
 * @returns {Result}
 */
export function vitestResult(text) {
  /** @type {{ numTotalTests: number, numPassedTests: number, testResults: { name: string, status: string, assertionResults: { fullName: string, status: string, failureMessages?: string[] }[] }[] }} */
  const { numTotalTests, numPassedTests, testResults } = JSON.parse(text);
  // A file that can't be loaded has failed but contains no tests.
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: numPassedTests,
    failed: numTotalTests - numPassedTests + unloadable.length,
    titles: [
      ...unloadable.map(({ name }) => name),
      ...testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status !== 'passed')
          .map(({ fullName, failureMessages }) =>
            titleWithError(`${name} › ${fullName}`, failureMessages?.[0]),
          ),
      ),
    ],
  };
}

/** At most this many lines of a test's error are shown below its title. */
const ERROR_LINES = 6;

/**
 * Returns a test's title, and below it the beginning of its error, without colors.
 * @param {string} title
 * @param {string} [error]
 */
function titleWithError(title, error = '') {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, ERROR_LINES);
  return [title, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** @typedef {{ results: { errors?: { message?: string }[] }[] }} Attempts */
/** @typedef {{ title: string, file: string, ok: boolean, tests?: Attempts[] }} Spec */
/** @typedef {{ suites?: Suite[], specs: Spec[] }} Suite */

/**
 * Reads Playwright's JSON report.
 * @param {string} text
 * @returns {Result}
 */
export function playwrightResult(text) {
  /** @type {{ stats: Record<string, number>, errors: unknown[], suites: Suite[] }} */
  const { stats, errors, suites } = JSON.parse(text);
  const { expected = 0, unexpected = 0, skipped = 0, flaky = 0 } = stats;
  return {
    passed: expected,
    failed: unexpected + skipped + flaky + errors.length,
    titles: suites
      .flatMap(specsOf)
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests = [] }) => {
        const [first] = tests.flatMap(({ results }) => results);
        // After a time limit, the second error says what the test was waiting for.
        const errors = first?.errors?.map(({ message = '' }) => message).join('\n');
        return titleWithError(`web/e2e/${file} › ${title}`, errors);
      }),
  };
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
const specsOf = ({ suites = [], specs }) => [...specs, ...suites.flatMap(specsOf)];

/**
 * Returns a runner's result, checked against its exit code. A runner counts as one failed test if it left no report,
 * ran no test, or failed without a failed test (because of a crash or an error outside of the tests).
 * @param {string} name
 * @param {number} code
 * @param {Result} [result]
 * @returns {Result}
 */
export function checkedResult(name, code, result) {
  if (result && result.passed + result.failed > 0 && (code === 0 || result.failed > 0))
    return result;
  const ran = result ? `${result.passed} passed tests` : 'no report';
  return {
    passed: result?.passed ?? 0,
    failed: 1,
    titles: [`${name} ended with code ${code} and ${ran}.`],
  };
}
