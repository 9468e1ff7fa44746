// @ts-check
import { drawn, importRecords, newAccount, notePaint, painted, tasksOf } from './benchAccount.mjs';
import { median } from './benchPages.mjs';
import { launchChromium } from '../stack/browser.mjs';
import { serveFloor } from './floorServer.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * @typedef {object} ListFigures medians of one list; times in ms
 * @property {number} warm to the first task painted, where nothing has changed since the browser showed it
 * @property {number} drawn to the first task that can be ticked in such a start
 * @property {number} changed to the first task painted, where something was changed on another screen
 * @property {number} added from Enter in the line for new tasks to the new task painted, of five that are typed one after the other
 * @property {number} inDialog the same from Enter in the Add Task dialog
 * @property {number} ticked from a click to the next paint, as the browser's Event Timing has it: in steps of 8, 16 at the least
 * @property {number} heap used after garbage collection, in MB of 1,000,000 bytes
 */

/**
 * @typedef {object} ViewFigures medians of one view of the tasks, as above
 * @property {number} warm
 * @property {number} drawn
 * @property {number} changed
 * @property {number} ticked
 * @property {number} heap
 */

/**
 * @typedef {object} BusyScreen medians of one screen with much on it, in ms
 * @property {number} opened to its first record painted, at a warm start; the palette: from its key to its paint
 * @property {number} used the slowest interaction of a turn to its next paint: typing a search, leafing through months
 */

/** @typedef {BusyScreen & { key: number }} PaletteFigures with the median of the keys of a turn */

const SIZES = [1_000, 10_000];
/** How many times slower the processor is made for a second round of the lists. */
const SLOWDOWN = 4;
/** The other screens that list tasks. A new task comes last in their lists, below what is drawn. */
const VIEWS = [
  '/today',
  '/tasks?view=today',
  '/tasks?view=upcoming',
  '/tasks?view=left-over',
  '/tasks?view=no-day',
  '/tasks?view=completed',
];
const NOTES = 5_000;
const EVENTS = 500;

/**
 * Measures Daymark's list of tasks beside the floor's in the same browser, in turns, with 1,000 tasks and with 10,000;
 * /today and each view of /tasks with as many; and /notes with 5,000 notes and a month with 500 events.
 * @param {{ stack: import('../stack/stack.mjs').Stack, runs: number }} options
 */
export async function measureLists({ stack, runs }) {
  const floor = await serveFloor();
  const browser = await launchChromium({ windowed: true });
  /** A page of a browser profile of its own. */
  const openPage = async () => {
    const context = await browser.newContext({ baseURL: stack.url });
    await context.addInitScript(notePaint);
    await context.addInitScript(noteInteractions);
    return context.newPage();
  };
  try {
    /** @type {Record<string, ListFigures>} */
    const lists = {};
    /** @type {Record<string, ViewFigures>} */
    const views = {};
    /** @type {Record<number, PaletteFigures>} */
    const palettes = {};
    for (const size of SIZES) {
      console.log(`Lists of ${size.toLocaleString('en-US')} tasks…`);
      const [bare, ours] = [await openPage(), await openPage()];
      await newAccount(ours, stack);
      await importRecords(ours, 'tasks', tasksOf(size));
      // One more than the tasks: the heading above the completed ones.
      await settle(ours, '/tasks', `[aria-setsize="${size + 1}"]`);
      const turns = noTurns();
      /** @type {PaletteFigures[]} */
      const paletteTurns = [];
      const viewTurns = new Map(VIEWS.map((path) => [path, /** @type {ViewFigures[]} */ ([])]));
      const address = `${floor.url}list.html?tasks=${size}`;
      for (let turn = 1; turn <= runs; turn++) {
        turns.floor.push(await measureList(bare, address, `Floor ${turn}`));
        turns.Daymark.push(await measureList(ours, '/tasks', `Daymark ${turn}`, 'Add Task'));
        for (const [path, figures] of viewTurns) figures.push(await measureView(ours, path));
        paletteTurns.push(await measurePalette(ours));
      }
      palettes[size] = medians(paletteTurns);
      for (const [path, figures] of viewTurns) views[`${path}, ${size}`] = medians(figures);
      const slowTurns = noTurns();
      await slowDown(bare);
      await slowDown(ours);
      for (let turn = 1; turn <= runs; turn++) {
        slowTurns.floor.push(await measureList(bare, address, `Slow floor ${turn}`));
        slowTurns.Daymark.push(await measureList(ours, '/tasks', `Slow ${turn}`, 'Add Task'));
      }
      for (const [name, figures] of Object.entries(turns))
        lists[`${name}, ${size}`] = medians(figures);
      for (const [name, figures] of Object.entries(slowTurns))
        lists[`${name}, ${size}, ${SLOWDOWN} times slower`] = medians(figures);
      await bare.context().close();
      await ours.context().close();
    }

    console.log('Many notes, many events…');
    const page = await openPage();
    await newAccount(page, stack);
    await importRecords(page, 'notes', notesOf(NOTES));
    await importRecords(page, 'events', eventsOf(EVENTS));
    await settle(page, '/notes', `[aria-setsize="${NOTES}"]`);
    /** @type {BusyScreen[]} */
    const notes = [];
    /** @type {BusyScreen[]} */
    const month = [];
    for (let turn = 1; turn <= runs; turn++) {
      notes.push(await measureNotes(page));
      month.push(await measureMonth(page));
    }
    return { lists, views, palettes, notes: medians(notes), month: medians(month) };
  } finally {
    await browser.close();
    await floor.stop();
  }
}

const noTurns = () => ({
  floor: /** @type {ListFigures[]} */ ([]),
  Daymark: /** @type {ListFigures[]} */ ([]),
});

/**
 * Makes the processor slower for this page, until it is closed.
 * @param {Page} page
 */
async function slowDown(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/**
 * For so long after an import, a change is answered with the whole collection: the changes before it are asked for, too,
 * and they are too many (functions/src/changes/listChanges.ts).
 */
const AFTER_IMPORT_MS = 31_000;

/**
 * Opens a screen until everything is loaded and stored, and once more, so that the next visit is a warm start.
 * @param {Page} page
 * @param {string} path
 * @param {string} whole what is there once the whole list is
 */
export async function settle(page, path, whole) {
  for (let visit = 1; visit <= 2; visit++) {
    await page.goto(path);
    await page.locator(whole).first().waitFor({ timeout: 300_000 });
    await page.getByText('All changes saved').waitFor({ state: 'attached', timeout: 300_000 });
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  }
  await page.waitForTimeout(AFTER_IMPORT_MS);
}

/**
 * @param {Page} page
 * @param {string} address
 * @param {string} title of the task that is added
 * @param {string} [addButton] opens the dialog that also adds tasks
 * @returns {Promise<ListFigures>}
 */
async function measureList(page, address, title, addButton) {
  const starts = await measureStarts(page, address);
  const added = await timeToAdd(page, title, page.getByRole('textbox').first());
  const inDialog = addButton ? await timeToAddInDialog(page, `${title} more`, addButton) : 0;
  const ticked = await timeToTick(page);
  // Last: with the garbage, the browser throws compiled code away.
  return { ...starts, added, inDialog, ticked, heap: await heapOf(page) };
}

/**
 * @param {Page} page
 * @param {string} title
 * @param {import('@playwright/test').Locator} field
 */
async function timeToAdd(page, title, field) {
  const times = [];
  // Letters that say nothing of a task: 1 a is a time.
  for (const letter of 'kqvxz') {
    await field.focus();
    const change = { title: `${title} ${letter}`, key: 'Enter', isGone: false };
    times.push(await timeToRow(page, change, () => typeAndEnter(page, change.title)));
    await page.waitForTimeout(300);
  }
  return median(times);
}

/**
 * @param {Page} page
 * @param {string} title
 * @param {string} addButton opens the dialog
 */
async function timeToAddInDialog(page, title, addButton) {
  await page.getByRole('button', { name: addButton }).click();
  const added = await timeToAdd(page, title, page.getByRole('dialog').getByLabel('Title'));
  // The dialog stays open for the next task.
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  return added;
}

/**
 * @param {Page} page
 * @param {string} path
 * @returns {Promise<ViewFigures>}
 */
async function measureView(page, path) {
  const starts = await measureStarts(page, path);
  const ticked = await timeToTick(page);
  return { ...starts, ticked, heap: await heapOf(page) };
}

/**
 * Opens a page after what was changed on another one, and once more.
 * @param {Page} page
 * @param {string} address
 */
async function measureStarts(page, address) {
  await page.goto(address);
  const changed = await painted(page);
  // Nobody leaves a screen within its first second.
  await page.waitForTimeout(1000);
  await page.goto(address);
  return { warm: await painted(page), drawn: await drawn(page), changed };
}

/** @param {Page} page */
async function timeToTick(page) {
  const ticks = [];
  for (let row = 1; row <= 5; row++) {
    const box = page.locator('[data-task] input[type="checkbox"]').nth(row);
    // The pointer is there before the click, and the list has been scrolled to it.
    await box.hover();
    await page.waitForTimeout(100);
    ticks.push(await slowest(page, () => box.click()));
  }
  return median(ticks);
}

/**
 * Types a title as fast as a person can, and presses Enter.
 * @param {Page} page
 * @param {string} title
 */
export async function typeAndEnter(page, title) {
  await page.keyboard.type(title, { delay: 40 });
  await page.keyboard.press('Enter');
}

/**
 * From the press of a key to the paint with the row of a title, or without it, in ms.
 * @param {Page} page
 * @param {RowChange} change
 * @param {() => Promise<void>} act presses the key
 * @returns {Promise<number>}
 */
export async function timeToRow(page, change, act) {
  // Awaited by itself: a key that is pressed at the same moment could be faster.
  await page.evaluate(watchRow, change);
  await act();
  return page.evaluate(() => Reflect.get(globalThis, 'rowPainted'));
}

/**
 * @typedef {object} RowChange
 * @property {string} title
 * @property {string} key
 * @property {boolean} isGone whether the row disappears
 */

/** @param {RowChange} change Runs in the page. */
function watchRow({ title, key, isGone }) {
  const painted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`Nothing happened to “${title}”.`)), 20_000);
    let pressed = 0;
    addEventListener(
      'keydown',
      (event) => {
        if (event.key === key) pressed = event.timeStamp;
      },
      { capture: true },
    );
    const observer = new MutationObserver(() => {
      const row = document.querySelector(`[data-task] [aria-label="${title}"]`);
      if (!pressed || (row === null) !== isGone) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  Object.assign(globalThis, { rowPainted: painted });
}

/** Runs in the page before all else: keeps how long each interaction took to its next paint. */
export function noteInteractions() {
  const kept = /** @type {number[]} */ ([]);
  Object.assign(globalThis, { interactions: kept });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, name, duration } = /** @type {PerformanceEventTiming} */ (entry);
      // Where a key that is let go changes nothing, it is painted with whatever comes next.
      if (interactionId && name !== 'keyup') kept.push(duration);
    }
  }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: 16 }));
}

/**
 * The slowest interaction to its next paint, in ms.
 * @param {Page} page
 * @param {() => Promise<void>} act
 */
const slowest = async (page, act) => Math.max(...(await interactions(page, act)));

/**
 * How long each interaction took to its next paint, in ms. The browser reports none below 16 ms.
 * @param {Page} page
 * @param {() => Promise<void>} act
 * @returns {Promise<number[]>}
 */
export async function interactions(page, act) {
  const before = await page.evaluate(() => Reflect.get(globalThis, 'interactions').length);
  await act();
  // An interaction is reported some time after its paint.
  await page.waitForTimeout(300);
  return page.evaluate(
    (first) => [16, ...Reflect.get(globalThis, 'interactions').slice(first)],
    before,
  );
}

/** @param {Page} page */
async function heapOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1e6;
}

/**
 * @param {Page} page
 * @returns {Promise<BusyScreen>}
 */
async function measureNotes(page) {
  const opened = await timeTo(page, '/notes', 'article');
  const search = page.getByRole('searchbox');
  await search.focus();
  const used = await slowest(page, () => page.keyboard.type('budget 7', { delay: 60 }));
  await search.fill('');
  return { opened, used };
}

/**
 * @param {Page} page
 * @returns {Promise<BusyScreen>}
 */
async function measureMonth(page) {
  const opened = await timeTo(page, '/calendar?date=2026-03-15', '[role="gridcell"] button');
  const used = await slowest(page, async () => {
    for (const name of ['Next month', 'Previous month']) {
      await page.getByRole('button', { name }).click();
      await page.waitForTimeout(100);
    }
  });
  return { opened, used };
}

/**
 * Opens the palette and closes it: its code is there then. The first time it opens, it makes its index.
 * @param {Page} page
 */
export async function warmPalette(page) {
  const field = page.getByRole('dialog').getByRole('combobox');
  await page.keyboard.press('Control');
  await page.waitForTimeout(500);
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.waitForTimeout(1000);
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
}

/**
 * The palette, and a search that is typed in it.
 * @param {Page} page
 * @returns {Promise<PaletteFigures>}
 */
async function measurePalette(page) {
  await warmPalette(page);
  const opened = await slowest(page, () => page.keyboard.press('Control+k'));
  const keys = await interactions(page, () => page.keyboard.type('bench number 7', { delay: 60 }));
  await page.keyboard.press('Escape');
  return { opened, used: Math.max(...keys), key: median(keys) };
}

/**
 * From the start of a page to the paint of the first element of a kind, in ms.
 * @param {Page} page
 * @param {string} path
 * @param {string} selector
 */
async function timeTo(page, path, selector) {
  await page.goto(path, { waitUntil: 'commit' });
  return page.evaluate(
    (wanted) =>
      new Promise((/** @type {(ms: number) => void} */ resolve) => {
        const look = () => {
          if (!document.querySelector(wanted)) requestAnimationFrame(look);
          else setTimeout(() => resolve(performance.now()));
        };
        look();
      }),
    selector,
  );
}

/** @param {number} count */
const notesOf = (count) =>
  Array.from({ length: count }, (_, n) => ({
    id: n + 1,
    title: `Note ${n} on ${['budget', 'garden', 'travel', 'team'][n % 4]}`,
    content: `# Heading ${n}\n\n- **First** point about the budget\n- Second point\n\n${'Some more words that were written down. '.repeat(6)}`,
  }));

/** @param {number} count all in March 2026 */
const eventsOf = (count) =>
  Array.from({ length: count }, (_, n) => {
    const start = Date.UTC(2026, 2, 1 + (n % 31), 7 + (n % 10));
    return {
      id: n + 1,
      title: `Event number ${n}`,
      start: new Date(start).toISOString(),
      end: new Date(start + 2_700_000).toISOString(),
      color: '#3B82F6',
    };
  });

/**
 * @template {Record<keyof Figures, number>} Figures
 * @param {Figures[]} turns
 * @returns {Figures}
 */
function medians(turns) {
  const names = /** @type {(keyof Figures)[]} */ (Object.keys(turns[0] ?? {}));
  return /** @type {Figures} */ (
    Object.fromEntries(names.map((name) => [name, median(turns.map((turn) => turn[name]))]))
  );
}
