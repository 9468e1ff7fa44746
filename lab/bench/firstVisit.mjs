// @ts-check
import { call, idOfTitle } from '../account.mjs';
import { medians } from '../measure.mjs';
import { launchChromium } from '../../tools/stack/browser.mjs';
import { makePeople } from './people.mjs';
import { PHONE, slowNetwork, slowProcessor } from './slowPhone.mjs';
import { shown, timeToUse, watched, watchPages } from './watch.mjs';

/**
 * @typedef {object} FirstVisit medians, in ms unless stated otherwise
 * @property {number} skeleton time to the first paint with any content
 * @property {number} shown time until the person's own content is painted
 * @property {number} used time until a click on that content takes effect
 * @property {number} shift sum of the layout shift scores
 * @property {number} scriptKb JavaScript received until that content was painted, in kB of 1,000 transferred bytes
 */

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('./people.mjs').Signed} Signed */

const OWN = ['/today', '/tasks'];

/** How long to watch for layout shifts after the person's own content was painted, in ms. */
const STILL_MS = 2_000;

/**
 * Measures first visits on a slow phone, in browsers that have a session and nothing else. Visits to the app alternate
 * with visits to the floor page.
 * @param {import('./bench.mjs').Tested} tested
 * @returns {Promise<Record<string, FirstVisit>>}
 */
export async function measureFirstVisits({ stack, floor, runs }) {
  const browser = await launchChromium({ windowed: true });
  const people = await makePeople(browser, stack);
  /** @type {Signed} */
  const nobody = { who: 'floor', own: 'task', cookies: [] };
  const visits = [
    { name: 'floor', address: `${floor.url}?tasks=1000`, person: nobody },
    ...people.flatMap((person) =>
      OWN.map((path) => ({
        name: `${path}, ${person.who}`,
        address: stack.url + path,
        person,
      })),
    ),
  ].map((visit) => ({ ...visit, turns: /** @type {FirstVisit[]} */ ([]) }));
  for (let run = 1; run <= runs; run++) {
    console.log(`First visits, ${run} of ${runs}…`);
    for (const { address, person, turns } of visits)
      turns.push({
        ...(await look(browser, address, person)),
        used: await use(browser, address, person),
      });
  }
  await browser.close();
  return Object.fromEntries(visits.map(({ name, turns }) => [name, medians(turns)]));
}

/**
 * Opens a tab on a slow phone with the person's session.
 * @param {Browser} browser
 * @param {Signed} person
 * @param {boolean} scrolls
 */
async function openTab(browser, { own, cookies }, scrolls) {
  const context = await browser.newContext({ ...PHONE, storageState: { cookies, origins: [] } });
  await watchPages(context, own, { scrolls });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await slowNetwork(session);
  await slowProcessor(session);
  return { page, session };
}

/** @param {Browser} browser @param {string} address @param {Signed} person */
async function look(browser, address, person) {
  const { page } = await openTab(browser, person, false);
  await page.goto(address, { waitUntil: 'commit', timeout: 60_000 });
  const shownAt = await shown(page);
  await page.waitForTimeout(STILL_MS);
  const { shift } = await watched(page);
  const seen = await page.evaluate(paintAndScripts, shownAt);
  await page.context().close();
  return { shown: shownAt, shift, ...seen };
}

/** Runs in the page. @param {number} shownAt */
function paintAndScripts(shownAt) {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const files = /** @type {PerformanceResourceTiming[]} */ (
    performance.getEntriesByType('resource')
  );
  const bytes = files
    .filter(({ name, responseEnd }) => /\.js($|\?)/.test(name) && responseEnd <= shownAt)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return { skeleton: paint?.startTime ?? NaN, scriptKb: bytes / 1_000 };
}

/** @param {Browser} browser @param {string} address @param {Signed} person */
async function use(browser, address, person) {
  const { page, session } = await openTab(browser, person, true);
  const isTask = person.own === 'task' && person.cookies.length > 0;
  const [usedAt] = await Promise.all([
    timeToUse(page, session, person.own, address),
    // Ignore a missing request, so that a checkout that loses the tick is measured too.
    isTask && page.waitForResponse(isTaskChange, { timeout: 20_000 }).catch(() => undefined),
  ]);
  if (isTask) {
    // Reopen the task. Otherwise the next run would have fewer open tasks.
    const { name } = await watched(page);
    await call(page, 'PATCH', `/api/tasks/${idOfTitle(name)}`, { completed: false });
  }
  await page.context().close();
  return usedAt;
}

/** @param {import('@playwright/test').Response} response */
const isTaskChange = (response) =>
  response.request().method() === 'PATCH' && response.url().includes('/api/tasks/');
