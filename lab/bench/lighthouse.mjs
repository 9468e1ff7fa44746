// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { medians } from '../measure.mjs';
import { CommandError } from '../../tools/command/commandError.mjs';
import { launchChromium, launchReachableChromium } from '../../tools/stack/browser.mjs';
import { choosePorts } from '../../tools/stack/ports.mjs';
import { makePeople } from './people.mjs';

/**
 * @typedef {object} Page medians, with times in ms and scores out of 100
 * @property {number} performance
 * @property {number} [accessibility]
 * @property {number} [bestPractices]
 * @property {number} [seo]
 * @property {number} lcp
 * @property {number} tbt
 * @property {number} cls
 * @property {string} lcpElement the text of the element with the largest paint
 * @property {boolean} isOwnContent whether the largest paint's text is missing from the document that the server sends
 */

/** @typedef {import('./people.mjs').Cookies} Cookies */
/** @typedef {{ name: string, address: string, cookies: Cookies }} Visit */

const PUBLIC = ['/landing', '/features', '/about', '/privacy', '/auth', '/login', '/signup'];
const OWN = ['/today', '/tasks'];

/**
 * Measures the public pages with Lighthouse's mobile preset, alternating with the floor.
 * @param {import('./bench.mjs').Tested} tested
 */
export function measurePublicPages({ stack, floor, runs }) {
  const visits = [
    { name: 'floor', address: `${floor.url}?tasks=1000`, cookies: [] },
    ...PUBLIC.map((path) => ({ name: path, address: stack.url + path, cookies: [] })),
  ];
  // Fewer runs are enough, because public pages vary little from run to run.
  return measureVisits(visits, Math.ceil(runs / 3));
}

/**
 * Measures first visits of signed-in people with Lighthouse's mobile preset, alternating with the floor.
 * @param {import('./bench.mjs').Tested} tested
 */
export async function measureOwnPages({ stack, floor, runs }) {
  const browser = await launchChromium({ windowed: true });
  const people = await makePeople(browser, stack);
  await browser.close();
  const visits = [
    { name: 'floor', address: `${floor.url}?tasks=1000`, cookies: [] },
    ...people.flatMap(({ who, cookies }) =>
      OWN.map((path) => ({ name: `${path}, ${who}`, address: stack.url + path, cookies })),
    ),
  ];
  return measureVisits(visits, runs, ['performance']);
}

/**
 * @param {Visit[]} visits
 * @param {number} runs
 * @param {string[]} [categories] by default all categories
 * @returns {Promise<Record<string, Page>>}
 */
async function measureVisits(visits, runs, categories) {
  /** @type {Map<string, Page[]>} */
  const measured = new Map(visits.map(({ name }) => [name, []]));
  for (let run = 1; run <= runs; run++) {
    console.log(`Lighthouse, ${run} of ${runs}…`);
    for (const visit of visits)
      measured.get(visit.name)?.push(await measureVisit(visit, categories));
  }
  return Object.fromEntries([...measured].map(([name, turns]) => [name, medians(turns)]));
}

/** Errors after which Lighthouse has to run again, because Chromium's trace lacks its beginning. */
const NO_TRACE = ['NO_NAVSTART', 'NO_TRACING_STARTED'];
const ATTEMPTS = 3;

/**
 * Runs Lighthouse in a new browser, which has only the visit's cookies.
 * @param {Visit} visit
 * @param {string[]} [categories]
 * @returns {Promise<Page>}
 */
async function measureVisit({ name, address, cookies }, categories) {
  for (let attempt = 1; ; attempt++) {
    const profile = mkdtempSync(join(tmpdir(), 'daymark-bench-'));
    const { port } = await choosePorts({ port: 0 });
    const context = await launchReachableChromium(profile, port);
    await context.addCookies(cookies);
    const flags = {
      port,
      logLevel: /** @type {const} */ ('error'),
      ...(categories && { onlyCategories: categories }),
    };
    const report = (await lighthouse(address, flags))?.lhr;
    await context.close();
    rmSync(profile, { recursive: true, force: true });
    const { code = '', message = '' } = report?.runtimeError ?? {};
    if (NO_TRACE.includes(code) && attempt < ATTEMPTS) continue;
    if (!report || code) throw new CommandError(`Lighthouse failed on ${name}: ${message}`);
    if (report.finalDisplayedUrl !== address)
      throw new CommandError(`${name} redirected to ${report.finalDisplayedUrl}.`);
    const lcpElement = lcpText(report.audits['lcp-breakdown-insight']?.details);
    /** @param {string} id */
    const score = (id) => Math.round((report.categories[id]?.score ?? NaN) * 100);
    /** @param {string} id */
    const value = (id) => report.audits[id]?.numericValue ?? NaN;
    return {
      performance: score('performance'),
      ...(!categories && {
        accessibility: score('accessibility'),
        bestPractices: score('best-practices'),
        seo: score('seo'),
      }),
      lcp: Math.round(value('largest-contentful-paint')),
      tbt: Math.round(value('total-blocking-time')),
      cls: value('cumulative-layout-shift'),
      lcpElement,
      isOwnContent:
        lcpElement !== '' && !(await documentText(address, cookies)).includes(lcpElement),
    };
  }
}

/**
 * Returns the text of the element with the largest paint. Lighthouse may replace the end of the text with “…”, which is
 * removed here.
 * @param {unknown} details
 * @returns {string}
 */
function lcpText(details) {
  const { items = [] } = /** @type {{ items?: { type?: string, nodeLabel?: string }[] }} */ (
    details ?? {}
  );
  const label = items.find(({ type }) => type === 'node')?.nodeLabel ?? '';
  return plain(label.replace(/…$/, ''));
}

/**
 * Returns the text that the server's own document shows before any script runs.
 * @param {string} address
 * @param {Cookies} cookies
 */
async function documentText(address, cookies) {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const html = await (await fetch(address, { headers: { cookie } })).text();
  return plain(html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' '));
}

/** @param {string} text */
const plain = (text) => text.replace(/\s+/g, ' ').trim();
