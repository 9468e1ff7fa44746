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
 * @typedef {object} List medians of one list, in ms unless said otherwise
 * @property {number} used a warm start to the first task that takes a tick
 * @property {number} added from Enter in the line for new tasks to the new task painted
 * @property {number} ticked from a click to the next paint, as the browser's Event Timing has it: in steps of 8, at least 16
 * @property {number} heap after garbage collection, in MB of 1,000,000 bytes
 * @property {number} [today] the same warm start on /today
 */

const SIZES = [1_000, 10_000];

/** How many tasks are added and ticked in each run. */
const ADDED = 3;
const TICKED = 3;

/** The server sends whole collections while an import is this recent, in ms (LATE_WRITE_MARGIN_MS). */
const AFTER_IMPORT_MS = 31_000;

/** A start has finished its deferred work after this time, in ms. */
const QUIET_MS = 2_500;

/**
 * Measures warm starts, added and ticked tasks and the heap in Daymark's list and in the floor's, in turns.
 * @param {import('./bench.mjs').Tested} tested
 * @returns {Promise<Record<string, List>>}
 */
export async function measureLists({ stack, floor, runs }) {
  const browser = await launchChromium({ windowed: true });
  const openPage = async () => {
    const context = await browser.newContext({ baseURL: stack.url });
    await watchPages(context, 'task', { scrolls: true });
    await context.addInitScript(noteInteractions);
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
 * Opens the screens until everything is loaded and stored, and once more, so that the next visits are warm starts.
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
  // Last: a forced collection also throws compiled code away.
  const heap = await heapOf(session);
  await session.detach();
  return { used: usedAt, added: addedIn, ticked, heap };
}

/** Counts the tasks added so far. */
let added = 0;

/** Returns a new title each time. Its letters say nothing of a task: 1 a would be a time. */
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

/** Runs in the page: how long after Enter the row of a title is painted. @param {string} title */
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
    // The pointer is there before the click, and the list has been scrolled to it.
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

/** Runs in the page before its own scripts: keeps how long each interaction took to its next paint. */
function noteInteractions() {
  const kept = /** @type {number[]} */ ([]);
  Object.assign(globalThis, { interactions: kept });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, name, duration } = /** @type {PerformanceEventTiming} */ (entry);
      // Releasing a key changes nothing. It is painted with whatever comes next.
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
