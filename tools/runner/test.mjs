// @ts-check
/*
 * npm test: sets up what is missing, then runs every check and every test. Its last line is
 * `N passed, N failed`, summed over all of them.
 * npm test -- checks|unit|api|tools|e2e: only that part, or several.
 */
import { join } from 'node:path';
import { command } from '../command/command.mjs';
import { printError, CommandError } from '../command/commandError.mjs';
import { npm } from '../command/run.mjs';
import { runNodeTests, runPlaywright, runVitest } from './runners.mjs';
import { startSessionProxy } from './sessionProxy.mjs';
import { checkNode, findChromium, installPackages } from '../stack/setUp.mjs';
import { setUpStack, startStack } from '../stack/stack.mjs';

/** @typedef {import('./runners.mjs').Tally} Tally */

const CHECKS = ['types', 'lint', 'format:check', 'directions', 'unused', 'build'];
const PARTS = /** @type {const} */ (['checks', 'unit', 'tools', 'api', 'e2e']);

command(async (atEnd) => {
  /** @type {Tally} */
  const total = { passed: 0, failed: 0 };

  /**
   * Runs one part. One that can't run at all counts as one failed, under its name.
   * @param {string} name
   * @param {() => Promise<Tally>} part
   */
  const count = async (name, part) => {
    const started = Date.now();
    const tally = await part().catch((error) => {
      printError(error);
      return { passed: 0, failed: 1 };
    });
    total.passed += tally.passed;
    total.failed += tally.failed;
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(`${tally.failed ? '✗' : '✓'} ${name} (${seconds} s)`);
  };

  const parts = chosenParts();
  const chose = (/** @type {typeof PARTS[number]} */ part) => parts.includes(part);

  await count('set up', async () => {
    checkNode();
    await installPackages();
    if (chose('api') || chose('e2e') || chose('tools')) await setUpStack();
    if (chose('e2e')) await findBrowsers();
    return { passed: 0, failed: 0 };
  });

  if (total.failed === 0) {
    if (chose('checks')) for (const name of CHECKS) await count(name, () => check(name));
    if (chose('unit')) await count('unit tests', () => runVitest('web'));
    if (chose('tools')) await count('tools tests', () => runNodeTests(join('tools', 'test')));
    if (chose('api') || chose('e2e')) await onStack();
  }

  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;

  async function onStack() {
    /** @type {import('../stack/stack.mjs').Stack | undefined} */
    let stack;
    await count('start', async () => {
      stack = await startStack({ front: 0, atEnd });
      return { passed: 0, failed: 0 };
    });
    if (!stack) return;
    const { url, publicUrl, stop } = stack;
    const env = { ...stack.env, GOOGLE_STAND_IN_URL: stack.google?.url ?? '' };
    if (chose('api')) await count('API tests', () => runVitest('functions', env));
    if (chose('e2e')) await count('browser tests', () => browserTests(url, publicUrl, env));
    await stop();
  }
});

/** @returns {readonly string[]} */
function chosenParts() {
  const asked = process.argv.slice(2);
  const unknown = asked.find((part) => !PARTS.some((known) => known === part));
  if (unknown === undefined) return asked.length ? asked : PARTS;
  throw new CommandError(`There is no part ${unknown}: run \`npm test -- ${PARTS.join('|')}\`.`);
}

/**
 * Runs one of package.json's scripts; it counts as one test.
 * @param {string} script
 * @returns {Promise<Tally>}
 */
async function check(script) {
  const { code, output } = await npm(['run', '--silent', script]);
  if (code === 0) return { passed: 1, failed: 0 };
  console.log(output.trimEnd());
  return { passed: 0, failed: 1 };
}

/** One for most tests, and one whose tabs hide each other, as Playwright's configuration wants them. */
const findBrowsers = async () => ({
  CHROMIUM_PATH: await findChromium(),
  CHROMIUM_WINDOWED_PATH: await findChromium({ windowed: true }),
});

/**
 * @param {string} hosting
 * @param {string} address where the function takes the app to be
 * @param {Record<string, string>} env
 */
async function browserTests(hosting, address, env) {
  const browsers = await findBrowsers();
  const proxy = await startSessionProxy(hosting, Number(new URL(address).port));
  try {
    return await runPlaywright({ ...env, DAYMARK_URL: proxy.url, ...browsers });
  } finally {
    await proxy.stop();
  }
}
