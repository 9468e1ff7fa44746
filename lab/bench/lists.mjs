// @ts-check
import { importRecords, newPerson, OF_THE_BENCH, tasksOf } from '../account.mjs';
import { median, medians } from '../measure.mjs';
import { launchChromium } from '../../tools/stack/browser.mjs';
import { allSaved, fillAccount } from './people.mjs';
import { SLOWDOWN, slowProcessor } from './slowPhone.mjs';
import { timeToUse, watchPages } from './watch.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').CDPSession} CDPSession */

/**
 * @typedef {object} List medians of one list, in ms unless stated otherwise
 * @property {number} used from a warm start until the first task can be ticked
 * @property {number} added from Enter in the quick-entry line until the new task is painted
 * @property {number} ticked from a click to the next paint, as the Event Timing API reports it, in steps of 8, at least
 *   16
 * @property {number} heap after garbage collection, in MB of 1,000,000 bytes
 * @property {number} [today] from a warm start of /today until the first task can be ticked
 */

const SIZES = [1_000, 10_000];

/** Number of tasks that are added and ticked in each run. */
const ADDED = 3;
const TICKED = 3;

/**
 * How long to wait after an import, in ms. Within this time, a pull fetches the imported records again
 * (LATE_WRITE_MARGIN_MS).
 */
const AFTER_IMPORT_MS = 31_000;

/** Time within which a start finishes its deferred work, in ms. */
const QUIET_MS = 2_500;

/**
 * Measures warm starts, added and ticked tasks and the heap in Daymark's list, alternating with the floor's list.
 * @param {import('./bench.mjs').Tested} tested
 * @returns {Promise<Record<string, List>>}
 */
export async function measureLists({ stack, floor, runs }) {
  const browser = await launchChromium({ windowed: true });
  const openPage = async () => {
    const context = await browser.newContext({ baseURL: stack.url });
    await watchPages(context, 'task', { scrolls: true });
    await context.addInitScript(recordInteractions);
    return context.newPage();
  };
  /** @type {Record<string, List>} */
  const lists = {};
  for (const size of SIZES) {
    console.log(`A list of ${size.toLocaleString('en-US')} tasks…`);
    const [bare, ours] = [await openPage(), await openPage()];
    await newPerson(ours, stack);
    if (size === SIZES[0]) await fillAccount(ours, stack, size);
    else await importRecords(ours, 'tasks', tasksOf(size));
    await settle(ours, size);
    const floorList = { page: bare, address: `${floor.url}?tasks=${size}` };
    const list = { page: ours, address: '/tasks' };
    for (const rate of [1, SLOWDOWN]) {
      const turns = { floor: /** @type {List[]} */ ([]), daymark: /** @type {List[]} */ ([]) };
      for (let run = 1; run <= runs; run++) {
        turns.floor.push(await measureList(floorList, rate));
        turns.daymark.push({
          ...(await measureList(list, rate)),
          today: await measureStart({ page: ours, address: '/today' }, rate),
        });
      }
      for (const [name, figures] of Object.entries(turns))
        lists[`${name}, ${size}${rate > 1 ? ', slowed' : ''}`] = medians(figures);
    }
    await bare.context().close();
    await ours.context().close();
  }
  await browser.close();
  return lists;
}

/**
 * Opens the screens until everything is loaded and stored, so that the next visits are warm starts.
 * @param {Page} page
 * @param {number} size
 */
async function settle(page, size) {
  for (const path of ['/tasks', '/today', '/tasks']) {
    await page.goto(path);
    if (path === '/tasks') await page.waitForFunction(hasWholeList, size, { timeout: 300_000 });
    await allSaved(page);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  }
  await page.waitForTimeout(AFTER_IMPORT_MS);
}

/** Runs in the page. @param {number} size */
const hasWholeList = (size) =>
  [...document.querySelectorAll('[aria-setsize]')].some(
    (item) => Number(item.getAttribute('aria-setsize')) >= size,
  );

/**
 * @param {{ page: Page, address: string }} start
 * @param {number} rate
 */
async function measureStart({ page, address }, rate) {
  const session = await page.context().newCDPSession(page);
  await slowProcessor(session, rate);
  const time = await timeToUse(page, session, 'task', address);
  if (address.startsWith('/')) await allSaved(page);
  await page.waitForTimeout(QUIET_MS);
  await session.detach();
  return time;
}

/**
 * @param {{ page: Page, address: string }} start
 * @param {number} rate
 * @returns {Promise<List>}
 */
async function measureList(start, rate) {
  const { page } = start;
  const usedAt = await measureStart(start, rate);
  const session = await page.context().newCDPSession(page);
  await slowProcessor(session, rate);
  const addedIn = await timeToAdd(page);
  const ticked = await timeToTick(page);
  // Measured last, because a forced garbage collection also discards compiled code.
  const heap = await heapOf(session);
  await session.detach();
  return { used: usedAt, added: addedIn, ticked, heap };
}

/** Number of tasks added so far. */
let added = 0;

/**
 * Returns a new title each time. The title has no digits, because the quick-entry line would read “1 a” as a time.
 */
const newTitle = () =>
  `Plain ${[...(added++).toString(5)].map((digit) => 'kqvxz'[Number(digit)]).join('')}`;

/** @param {Page} page */
async function timeToAdd(page) {
  const times = [];
  for (let task = 1; task <= ADDED; task++) {
    await page.getByRole('textbox', { name: 'New task' }).focus();
    const title = newTitle();
    await page.evaluate(watchRow, title);
    await page.keyboard.type(title, { delay: 40 });
    await page.keyboard.press('Enter');
    times.push(await page.evaluate(() => Reflect.get(globalThis, 'rowPainted')));
    await page.waitForTimeout(300);
  }
  return median(times);
}

/**
 * Measures the time from Enter until the row with this title is painted, in ms. Runs in the page.
 * @param {string} title
 */
function watchRow(title) {
  const painted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`“${title}” was not added.`)), 20_000);
    let pressed = 0;
    addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Enter') pressed = event.timeStamp;
      },
      { capture: true },
    );
    const observer = new MutationObserver(() => {
      if (!pressed || !document.querySelector(`input[aria-label="${title}"]`)) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  Object.assign(globalThis, { rowPainted: painted });
}

/** @param {Page} page */
async function timeToTick(page) {
  const times = [];
  const open = page.getByRole('checkbox', { name: OF_THE_BENCH, checked: false });
  const names = await open.evaluateAll((boxes) =>
    boxes.map((box) => box.getAttribute('aria-label')),
  );
  for (const name of names.slice(1, TICKED + 1)) {
    const box = page.getByRole('checkbox', { name: name ?? '', exact: true }).first();
    // Scroll to the task and move the pointer there before the click, so that neither is measured.
    await box.hover();
    await page.waitForTimeout(100);
    const before = await page.evaluate(() => Reflect.get(globalThis, 'interactions').length);
    await box.click();
    // An interaction is reported some time after its paint.
    await page.waitForTimeout(300);
    const taken = await page.evaluate(
      (first) => Reflect.get(globalThis, 'interactions').slice(first),
      before,
    );
    times.push(Math.max(16, ...taken));
  }
  return median(times);
}

/** Records the time from each interaction to the next paint, in ms. Runs in the page before the page's own scripts. */
function recordInteractions() {
  const kept = /** @type {number[]} */ ([]);
  Object.assign(globalThis, { interactions: kept });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, name, duration } = /** @type {PerformanceEventTiming} */ (entry);
      // Releasing a key changes nothing, so the next paint has another cause.
      if (interactionId && name !== 'keyup') kept.push(duration);
    }
  }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: 16 }));
}

/** @param {CDPSession} session */
async function heapOf(session) {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}
