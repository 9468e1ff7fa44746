// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { launchReachableChromium } from '../stack/browser.mjs';
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
 */

/** @typedef {{ name: string, address: string }} Target */
/** @typedef {{ url: string, resourceType: string, networkRequestTime: number }} ScriptRequest */
/** @typedef {import('@playwright/test').BrowserContext} BrowserContext */

const PUBLIC = ['/landing', '/features', '/about', '/privacy', '/auth', '/login', '/signup'];
const OWN = ['/today', '/tasks'];
const DEMO = { email: 'demo@daymark.app', password: 'daymark-demo' };

/**
 * Measures the floor page, the public pages and, signed in as the demo user, /today and /tasks: Lighthouse's mobile preset, medians
 * of `runs`, in turns, so that a busy moment of the machine affects all of them.
 * @param {{ url: string, runs: number, only?: string[] | undefined }} options `only`: the names of some of them
 * @returns {Promise<PageFigures[]>}
 */
export async function measurePages({ url, runs, only }) {
  const floor = await serveFloor();
  const signedOut = await openBrowser(9333);
  const signedIn = await openBrowser(9334);
  try {
    await signIn(signedIn.context, url);
    const all = [
      { name: 'floor (React alone)', address: floor.url, port: signedOut.port },
      ...PUBLIC.map((path) => ({ name: path, address: url + path, port: signedOut.port })),
      ...OWN.map((path) => ({
        name: `${path}, signed in`,
        address: url + path,
        port: signedIn.port,
      })),
    ];
    const targets = all.filter(({ name }) => !only || only.includes(name));
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
    await signedOut.close();
    await signedIn.close();
    await floor.stop();
  }
}

/**
 * A Chromium with a new profile, that Lighthouse reaches by its port.
 * @param {number} port
 */
async function openBrowser(port) {
  const profile = mkdtempSync(join(tmpdir(), 'daymark-bench-'));
  const context = await launchReachableChromium(profile, port);
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, port, close };
}

/**
 * @param {BrowserContext} context
 * @param {string} url
 */
async function signIn(context, url) {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  const status = await page.evaluate(async (credentials) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(credentials);
    return (await fetch('/api/login', { method: 'POST', headers, body })).status;
  }, DEMO);
  await page.close();
  if (status !== 200) throw new CommandError(`The demo user could not sign in (${status}).`);
}

/**
 * One run of Lighthouse. Cookies stay; the browser's cache is emptied before each.
 * @param {Target & { port: number }} target
 * @returns {Promise<PageFigures>}
 */
async function lighthouseOn({ name, address, port }) {
  const { default: lighthouse } = await import('lighthouse');
  const result = await lighthouse(address, { port, logLevel: 'error', output: 'json' });
  const report = result?.lhr;
  if (!report || report.runtimeError) {
    throw new CommandError(`Lighthouse failed on ${name}: ${report?.runtimeError?.message ?? ''}`);
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
