// @ts-check
import { importRecords, newAccount, notePaint, tasksOf } from './benchAccount.mjs';
import {
  interactions,
  noteInteractions,
  settle,
  timeToRow,
  typeAndEnter,
  warmPalette,
} from './benchLists.mjs';
import { median } from './benchPages.mjs';
import { launchChromium } from '../stack/browser.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * @typedef {object} HandFigures medians of what is done by keyboard, from the key to its paint, in ms
 * @property {number} opened the palette
 * @property {number} key of a search in it
 * @property {number} added a task by the line
 * @property {number} undone the same task by Ctrl Z
 */

const TASKS = 1_000;
/** How many times slower the processor is made. */
const SLOWDOWNS = [1, 4];

/**
 * Measures the keyboard's ways on /tasks with 1,000 tasks, at normal speed and with the processor slowed 4 times.
 * @param {{ stack: import('../stack/stack.mjs').Stack, runs: number }} options
 * @returns {Promise<Record<number, HandFigures>>} by slowdown
 */
export async function measureHands({ stack, runs }) {
  const browser = await launchChromium({ windowed: true });
  try {
    const context = await browser.newContext({ baseURL: stack.url });
    await context.addInitScript(notePaint);
    await context.addInitScript(noteInteractions);
    const page = await context.newPage();
    await newAccount(page, stack);
    await importRecords(page, 'tasks', tasksOf(TASKS));
    await settle(page, '/tasks', `[aria-setsize="${TASKS + 1}"]`);
    const session = await context.newCDPSession(page);
    /** @type {Record<number, HandFigures>} */
    const figures = {};
    for (const rate of SLOWDOWNS) {
      await session.send('Emulation.setCPUThrottlingRate', { rate });
      await page.goto('/tasks');
      // What is loaded once the screen is quiet is there.
      await page.waitForTimeout(4000 * rate);
      await warmPalette(page);
      // The first of each also compiles its code.
      const turns = [];
      for (let turn = 0; turn <= runs; turn++)
        turns.push(await measureTurn(page, `Hand ${String.fromCharCode(97 + turn)}`));
      const counted = turns.slice(1);
      figures[rate] = {
        opened: median(counted.map(({ opened }) => opened)),
        key: median(counted.flatMap(({ keys }) => keys)),
        added: median(counted.map(({ added }) => added)),
        undone: median(counted.map(({ undone }) => undone)),
      };
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/** @param {Page} page @param {string} title */
async function measureTurn(page, title) {
  const dialog = page.getByRole('dialog');
  const opened = Math.max(...(await interactions(page, () => page.keyboard.press('Control+k'))));
  const [, ...keys] = await interactions(page, () =>
    page.keyboard.type('bench number 7', { delay: 150 }),
  );
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByLabel('New task').focus();
  const added = await timeToRow(page, { title, key: 'Enter', isGone: false }, () =>
    typeAndEnter(page, title),
  );
  await page.waitForTimeout(1000);
  await page.keyboard.press('Escape');
  const undone = await timeToRow(page, { title, key: 'z', isGone: true }, () =>
    page.keyboard.press('Control+z'),
  );
  await page.waitForTimeout(500);
  return { opened, keys, added, undone };
}
