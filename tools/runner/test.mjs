// @ts-check
/*
 * npm test: sets up what is missing, then runs every check and every test. Its last line is
 * `N passed, N failed`, summed over all of them.
 * npm test -- NAME…: only these parts (checks, unit, tools, api, e2e, engines) or test files (any
 * piece of their path), and of the machinery only what they need.
 * npm test -- --watch [NAME]: runs tests again when their code changes; the app's unit tests, or
 * those of the name.
 * npm run test:long (--long): the random tests run for longer, the tests in files named .long. and
 * those in other engines run too, and the API tests run a second time on the Node that functions are
 * deployed on.
 */
import { stripVTControlCharacters } from 'node:util';
import { command } from '../command/command.mjs';
import { CommandError, printError } from '../command/commandError.mjs';
import { npm } from '../command/run.mjs';
import { buildFunctions, buildWeb } from '../stack/builds.mjs';
import {
  checkCurl,
  checkNode,
  findChromium,
  findEngines,
  installPackages,
} from '../stack/setUp.mjs';
import { setUpStack, startStack } from '../stack/stack.mjs';
import { DEPLOYED_NODE, findDeployedNode } from './deployedNode.mjs';
import { runPlaywright, runVitest, watchVitest } from './runners.mjs';
import { startSessionProxy } from './sessionProxy.mjs';
import { selectSuites } from './suites.mjs';

/** @typedef {import('./runners.mjs').Result} Result */
/** @typedef {import('./suites.mjs').Part} Part */
/** @typedef {import('../command/command.mjs').OnExit} OnExit */

/** Scripts of package.json. */
const CHECKS = ['types', 'lint', 'format:check', 'directions', 'unused'];
const NOTHING = { passed: 0, failed: 0 };
const LONG = process.argv.includes('--long');

command(async (onExit) => {
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  if (LONG) process.env['LONG_RUNS'] = '1';
  return process.argv.includes('--watch') ? watch(names, onExit) : testAll(names, onExit);
});

/**
 * @param {string[]} names
 * @param {OnExit} onExit
 */
async function testAll(names, onExit) {
  const { checks, suites } = selectSuites(names, LONG);
  const of = (/** @type {Part} */ part) => suites.filter((suite) => suite.part === part);
  const browserSuites = of('e2e');
  const engineSuites = of('engines');
  const needsApp = [...browserSuites, ...engineSuites].length > 0;
  /** @type {Required<Result>} */
  const total = { passed: 0, failed: 0, times: [], failures: [] };

  /**
   * Runs one step and adds its result. A step that throws counts as one failed.
   * @param {string} name
   * @param {() => Promise<Result>} step
   */
  const count = async (name, step) => {
    const started = Date.now();
    const result = await step().catch((error) => {
      printError(error);
      return /** @type {Result} */ ({ passed: 0, failed: 1 });
    });
    total.passed += result.passed;
    total.failed += result.failed;
    total.times.push(...(result.times ?? []));
    total.failures.push(...(result.failures ?? []));
    if (result.failed > 0 && !result.failures?.length) {
      total.failures.push({ title: name, message: '' });
    }
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(`${result.failed ? '✗' : '✓'} ${name} (${seconds} s)`);
  };

  console.log(`The tests run on Node ${process.versions.node}.`);
  await count('set up', async () => {
    checkNode();
    await installPackages();
    if (needsApp || [...of('api'), ...of('tools')].length > 0) await setUpStack();
    if (browserSuites.length > 0) {
      await checkCurl();
      await findBrowsers();
    }
    if (engineSuites.length > 0) await findEngines();
    return NOTHING;
  });

  const runChecks = async () => {
    for (const name of CHECKS) await count(name, () => check(name));
    await count('build', build);
  };
  const start = async (/** @type {import('../stack/stack.mjs').StackOptions} */ options) => {
    /** @type {import('../stack/stack.mjs').Stack | undefined} */
    let stack;
    await count('start', async () => {
      stack = await startStack({ ...options, onExit });
      return NOTHING;
    });
    return stack;
  };
  const runSuites = async (
    /** @type {import('./suites.mjs').Suite[]} */ chosen,
    /** @type {import('./runners.mjs').VitestOptions} */ options = {},
  ) => {
    for (const { name, ...suite } of chosen)
      await count(name, () => runVitest(suite.folder, { ...suite, ...options }));
  };
  /** New emulators each time, because a query reads every document that was ever written to the Firestore emulator. */
  const runApiTests = async (
    /** @type {import('./suites.mjs').Suite[]} */ chosen,
    /** @type {import('./runners.mjs').VitestOptions} */ { env, ...options } = {},
  ) => {
    const stack = await start({ web: false });
    if (!stack) return;
    await runSuites(chosen, { env: { ...stack.env, ...env }, live: true, ...options });
    await stack.stop();
  };
  /** The random tests are short here: another Node does not make other sequences of calls. */
  const runOnDeployedNode = async (/** @type {import('./suites.mjs').Suite[]} */ chosen) => {
    /** @type {string | undefined} */
    let node;
    await count(`Node ${DEPLOYED_NODE}`, async () => {
      node = await findDeployedNode();
      return NOTHING;
    });
    if (!node) return;
    const named = chosen.map((suite) => ({
      ...suite,
      name: `${suite.name} on Node ${DEPLOYED_NODE}`,
    }));
    await runApiTests(named, { env: { LONG_RUNS: '' }, node });
  };

  if (total.failed === 0) {
    const [stack] = await Promise.all([
      needsApp ? start({ publicPort: 0 }) : undefined,
      checks ? runChecks() : undefined,
    ]);
    if (stack) {
      // Alone, because they measure what a person waits for.
      for (const { name, files } of browserSuites)
        await count(name, () => browserTests(stack, files));
      if (engineSuites.length > 0) await runSuites(engineSuites, await engineOptions(stack));
      await stack.stop();
    }
    await Promise.all([
      // One process at a time, beside the API tests, which wait much.
      runSuites([...of('unit'), ...of('tools')]),
      of('api').length > 0 && runApiTests(of('api')),
    ]);
    if (LONG && of('api').length > 0) await runOnDeployedNode(of('api'));
  }

  const slowest = total.times.sort((a, b) => b.ms - a.ms).slice(0, 10);
  if (slowest.length > 0) console.log('\nThe slowest tests:');
  for (const { title, ms } of slowest) console.log(`${(ms / 1000).toFixed(1)} s  ${title}`);
  // Again, because what a runner printed may be hundreds of lines above.
  if (total.failures.length > 0) console.log('\nFailed:');
  for (const { title, message } of total.failures) console.log(`${title}\n${shortened(message)}`);
  // A log that keeps only its last lines still has the names.
  console.log(total.failures.map(({ title }) => `\n✗ ${title}`).join(''));
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

/**
 * A message's first lines, without the codes that colour them.
 * @param {string} message
 */
function shortened(message) {
  const lines = stripVTControlCharacters(message).split('\n');
  return lines
    .slice(0, 25)
    .map((line) => `    ${line}`.trimEnd())
    .join('\n');
}

/**
 * @param {string[]} names
 * @param {OnExit} onExit
 */
async function watch(names, onExit) {
  const { suites } = selectSuites(names.length > 0 ? names : ['unit'], LONG);
  const [suite, other] = suites.filter(({ part }) => part !== 'e2e' && part !== 'engines');
  if (!suite) throw new CommandError('Browser tests have no watch mode: name other tests.');
  if (other && names.length > 0) {
    throw new CommandError(
      `${names.join(' ')} names ${suite.name} and ${other.name}: give more of the path.`,
    );
  }
  checkNode();
  await installPackages();
  const env = suite.part === 'api' ? (await startStack({ web: false, onExit })).env : {};
  return watchVitest(suite.folder, { ...suite, env });
}

/**
 * Runs one of package.json's scripts; it counts as one test.
 * @param {string} script
 * @returns {Promise<Result>}
 */
async function check(script) {
  const { code, output } = await npm(['run', '--silent', script]);
  if (code === 0) return { passed: 1, failed: 0 };
  console.log(output.trimEnd());
  return { passed: 0, failed: 1 };
}

/** What is deployed. */
async function build() {
  await buildFunctions();
  await buildWeb('production');
  return { passed: 1, failed: 0 };
}

/** One for most tests, and one whose tabs hide each other, as Playwright's configuration wants them. */
const findBrowsers = async () => ({
  CHROMIUM_PATH: await findChromium(),
  CHROMIUM_WINDOWED_PATH: await findChromium({ windowed: true }),
});

/**
 * @param {import('../stack/stack.mjs').Stack} stack
 * @param {string[]} files
 * @returns {Promise<Result>}
 */
async function browserTests({ url, publicUrl, google, env }, files) {
  const usesProduction =
    files.length === 0 || files.some((file) => file.endsWith('/production.spec.ts'));
  const proxy = await startSessionProxy(url, Number(new URL(publicUrl).port));
  try {
    return await runPlaywright({
      files,
      live: true,
      env: {
        ...env,
        ...(await findBrowsers()),
        DAYMARK_URL: proxy.url,
        GOOGLE_STAND_IN_URL: google?.url ?? '',
        ...(usesProduction && { PRODUCTION_SITE: await buildWeb('production') }),
      },
    });
  } finally {
    await proxy.stop();
  }
}

/**
 * The tests put the proxy before Hosting themselves, because they cut it off.
 * @param {import('../stack/stack.mjs').Stack} stack
 * @returns {Promise<import('./runners.mjs').RunOptions>}
 */
const engineOptions = async ({ url, publicUrl }) => ({
  live: true,
  env: { ...(await findEngines()), HOSTING_URL: url, DAYMARK_URL: publicUrl },
});
