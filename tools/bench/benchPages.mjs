// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { launchReachableChromium } from '../stack/browser.mjs';
import { blocksOf, connectCalendar, importRecords, newAccount, tasksOf } from './benchAccount.mjs';
import { serveFloor } from './floorServer.mjs';
import { CommandError } from '../command/commandError.mjs';

/**
 * @typedef {object} PageFigures medians; times in ms, scores of 100
 * @property {string} name
 * @property {number} scriptKb the JavaScript asked for before its largest paint, each file gzipped, in kB of 1000 bytes
 * @property {number} scripts how many files that is
 * @property {number} performance
 * @property {number} accessibility
 * @property {number} bestPractices
 * @property {number} seo
 * @property {number} fcp
 * @property {number} lcp
 * @property {number} tbt
 * @property {number} cls
 * @property {number} benchmarkIndex Lighthouse's measure of the processor: about 1,000 to 1,500 on a laptop, 100 on an old phone
 */

/** @typedef {Awaited<ReturnType<import('@playwright/test').BrowserContext['cookies']>>} Cookies */
/** @typedef {{ name: string, address: string, cookies: Cookies }} Target */
/** @typedef {import('../stack/stack.mjs').Stack} Stack */
/** @typedef {{ url: string, resourceType: string, networkRequestTime: number }} ScriptRequest */

const FLOOR = 'floor (React alone)';
const WITH_FEW = '20 tasks';
const WITH_MANY = '1,000 tasks, 20 blocks, a connected calendar';
const PUBLIC = ['/landing', '/features', '/about', '/privacy', '/auth', '/login', '/signup'];
const OWN = ['/today', '/tasks'];
const BLOCKS = 20;

/** How many tasks each account has. The larger one has time blocks and a connected calendar as well. */
const FEW = 20;
const MANY = 1_000;

/** For Lighthouse. Each browser has another: the last one may still be there for a moment. */
let lastPort = 9332;

/**
 * Measures first visits of the floor page, the public pages and, with a session, /today and /tasks: Lighthouse's mobile
 * preset, medians of `runs`, in turns, so that a busy moment of the machine affects all of them.
 * @param {{ stack: Stack, runs: number }} options
 * @returns {Promise<PageFigures[]>}
 */
export async function measurePages({ stack, runs }) {
  const { url } = stack;
  const floor = await serveFloor();
  try {
    const few = await newSession(stack, async (page) => {
      await importRecords(page, 'tasks', tasksOf(FEW));
    });
    const many = await newSession(stack, async (page) => {
      await importRecords(page, 'tasks', tasksOf(MANY));
      await importRecords(page, 'events', blocksOf(BLOCKS));
      await connectCalendar(page);
    });
    /** @param {string} note @param {Cookies} cookies */
    const own = (note, cookies) =>
      OWN.map((path) => ({ name: `${path}, ${note}`, address: url + path, cookies }));
    const targets = [
      { name: FLOOR, address: floor.url, cookies: [] },
      ...PUBLIC.map((path) => ({ name: path, address: url + path, cookies: [] })),
      ...own(WITH_FEW, few),
      ...own(WITH_MANY, many),
    ];
    /** @type {Map<string, PageFigures[]>} */
    const measured = new Map(targets.map(({ name }) => [name, []]));
    for (let turn = 1; turn <= runs; turn++) {
      for (const target of targets) {
        console.log(`Lighthouse ${turn}/${runs}: ${target.name}`);
        measured.get(target.name)?.push(await lighthouseOn(target));
      }
    }
    return [...measured.values()].map(medians);
  } finally {
    await floor.stop();
  }
}

/**
 * A Chromium with a new profile, that Lighthouse reaches by its port.
 * @param {Cookies} cookies
 */
async function openBrowser(cookies) {
  const profile = mkdtempSync(join(tmpdir(), 'daymark-bench-'));
  const port = ++lastPort;
  const context = await launchReachableChromium(profile, port);
  await context.addCookies(cookies);
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, port, close };
}

/**
 * The cookies of a new account, for which the app has done what it does once for each.
 * @param {Stack} stack
 * @param {(page: import('@playwright/test').Page) => Promise<void>} fill gives the account its records
 * @returns {Promise<Cookies>}
 */
async function newSession(stack, fill) {
  const { context, close } = await openBrowser([]);
  const page = await context.newPage();
  await newAccount(page, stack);
  await fill(page);
  await page.goto(`${stack.url}/tasks`);
  await page.getByText('All changes saved').waitFor({ state: 'attached', timeout: 60_000 });
  await page.waitForLoadState('networkidle');
  const cookies = await context.cookies(stack.url);
  await close();
  return cookies;
}

/**
 * One run of Lighthouse in a new browser, which has a session at the most: in one that has run before, Lighthouse's first
 * task goes through all that the last page has left in memory.
 * @param {Target} target
 * @returns {Promise<PageFigures>}
 */
async function lighthouseOn(target) {
  for (let attempt = 1; ; attempt++) {
    const { port, close } = await openBrowser(target.cookies);
    try {
      return await figuresOf(target, port);
    } catch (error) {
      if (!(error instanceof NoTrace) || attempt === ATTEMPTS) throw error;
    } finally {
      await close();
    }
  }
}

/** Rarely Chromium's trace lacks its beginning, and Lighthouse asks to be run again. */
class NoTrace extends CommandError {}
const NO_TRACE = ['NO_NAVSTART', 'NO_TRACING_STARTED'];
const ATTEMPTS = 2;

/**
 * @param {Target} target
 * @param {number} port
 * @returns {Promise<PageFigures>}
 */
async function figuresOf({ name, address }, port) {
  const { default: lighthouse } = await import('lighthouse');
  const result = await lighthouse(address, { port, logLevel: 'error', output: 'json' });
  const report = result?.lhr;
  if (!report || report.runtimeError) {
    const { code = '', message = '' } = report?.runtimeError ?? {};
    const Failure = NO_TRACE.includes(code) ? NoTrace : CommandError;
    throw new Failure(`Lighthouse failed on ${name}: ${message}`);
  }
  if (report.finalDisplayedUrl !== address) {
    throw new CommandError(`${name} led away to ${report.finalDisplayedUrl}.`);
  }
  /** @param {string} id */
  const score = (id) => Math.round((report.categories[id]?.score ?? 0) * 100);
  /** @param {string} id */
  const value = (id) => report.audits[id]?.numericValue ?? NaN;
  const { items: requests } = /** @type {{ items: ScriptRequest[] }} */ (
    /** @type {unknown} */ (report.audits['network-requests']?.details)
  );
  const [observed] = /** @type {{ items: { observedLargestContentfulPaint: number }[] }} */ (
    /** @type {unknown} */ (report.audits['metrics']?.details)
  ).items;
  // Scripts that are preloaded after the largest paint are not part of the start.
  const painted = observed?.observedLargestContentfulPaint ?? Infinity;
  const scripts = requests.filter(
    ({ resourceType, networkRequestTime }) =>
      resourceType === 'Script' && networkRequestTime <= painted,
  );
  const sizes = await Promise.all(scripts.map(({ url }) => gzipped(url)));
  return {
    name,
    scriptKb: sizes.reduce((sum, size) => sum + size, 0) / 1000,
    scripts: scripts.length,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    fcp: Math.round(value('first-contentful-paint')),
    lcp: Math.round(value('largest-contentful-paint')),
    tbt: Math.round(value('total-blocking-time')),
    cls: value('cumulative-layout-shift'),
    benchmarkIndex: Math.round(report.environment.benchmarkIndex),
  };
}

/** @param {string} url */
async function gzipped(url) {
  return gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer()), { level: 9 }).length;
}

/**
 * @param {PageFigures[]} turns of one page
 * @returns {PageFigures}
 */
function medians(turns) {
  const [first] = turns;
  if (!first) throw new CommandError('BENCH_RUNS must be 1 or more.');
  const figures = Object.entries(first).map(([key, value]) => [
    key,
    typeof value === 'number'
      ? median(turns.map((turn) => Number(turn[/** @type {keyof PageFigures} */ (key)])))
      : value,
  ]);
  return Object.fromEntries(figures);
}

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
