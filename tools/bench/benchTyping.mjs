// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importRecords, newAccount, notePaint, tasksOf } from './benchAccount.mjs';
import { interactions, noteInteractions, settle } from './benchLists.mjs';
import { launchChromium } from '../stack/browser.mjs';
import { ROOT } from '../command/paths.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */

/**
 * @typedef {object} TypingFigures
 * @property {string} field
 * @property {number} slowest from a key to its paint, in ms
 * @property {string} text the name of the text that took so long
 */

/** How many times slower the processor is made. */
const SLOWDOWN = 4;
const TASKS = 1_000;
/** How long the texts are in the fields and in the account, in characters. */
const [TYPED, STORED] = [3_000, 5_000];
/** Keys after each text, for which a field has room. The fastest counts: another program may hold one up. */
const KEYS = 2;

/** The texts of web/test/hostileTexts.json at a length. @param {number} length */
function hostileTexts(length) {
  const file = readFileSync(join(ROOT, 'web/test/hostileTexts.json'), 'utf8');
  /** @type {[string, string][]} */
  const units = Object.entries(JSON.parse(file));
  return units.map(
    ([name, unit]) => /** @type {const} */ ([name, unit.repeat(length).slice(0, length)]),
  );
}

/**
 * Where a person types, and how to come there.
 * @type {{ field: string, path: string, open: (page: Page) => Promise<Locator> }[]}
 */
const FIELDS = [
  {
    field: 'the line for new tasks',
    path: '/tasks',
    open: async (page) => page.getByLabel('New task'),
  },
  {
    field: 'the palette',
    path: '/tasks',
    async open(page) {
      await page.keyboard.press('Control+k');
      return page.getByRole('dialog').getByRole('combobox');
    },
  },
  {
    field: 'the search of notes',
    path: '/notes',
    open: async (page) => page.getByRole('searchbox'),
  },
  {
    field: 'the text of a note',
    path: '/notes',
    async open(page) {
      await page.getByRole('button', { name: 'New Note' }).first().click();
      return page.getByRole('dialog').getByRole('textbox', { name: 'Content' });
    },
  },
];

/**
 * Measures a key after each hostile text, with 1,000 tasks, with a task and a note of each such text in the account, and
 * with the processor slowed 4 times.
 * @param {{ stack: import('../stack/stack.mjs').Stack }} options
 * @returns {Promise<TypingFigures[]>}
 */
export async function measureTyping({ stack }) {
  const browser = await launchChromium({ windowed: true });
  try {
    const context = await browser.newContext({ baseURL: stack.url });
    await context.addInitScript(notePaint);
    await context.addInitScript(noteInteractions);
    const page = await context.newPage();
    await newAccount(page, stack);
    const stored = hostileTexts(STORED);
    await importRecords(page, 'tasks', [
      ...tasksOf(TASKS),
      ...stored.map(([name, text], n) => ({
        id: 90_000 + n,
        title: `${name} ${text.slice(0, 450)}`,
      })),
    ]);
    await importRecords(
      page,
      'notes',
      stored.map(([title, content], n) => ({ id: n + 1, title, content })),
    );
    await settle(page, '/tasks', `[aria-setsize]`);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    /** @type {TypingFigures[]} */
    const figures = [];
    for (const { field, path, open } of FIELDS) {
      await page.goto(path);
      // What is loaded once the screen is quiet is there.
      await page.waitForTimeout(4_000 * SLOWDOWN);
      const area = await open(page);
      await area.waitFor();
      // The first keys also load and compile code.
      await area.fill('');
      await page.keyboard.type('warm up', { delay: 100 });
      const times = [];
      for (const [text, value] of hostileTexts(TYPED))
        times.push({ text, ms: await timeToKey(page, area, value) });
      const slowest = times.reduce((one, other) => (other.ms > one.ms ? other : one));
      figures.push({ field, slowest: slowest.ms, text: slowest.text });
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/**
 * The time from a key after a text to its paint.
 * @param {Page} page
 * @param {Locator} area
 * @param {string} text
 */
async function timeToKey(page, area, text) {
  await put(area, text);
  await area.press('End');
  await page.waitForTimeout(300);
  const times = [];
  for (let key = 0; key < KEYS; key++)
    times.push(Math.max(...(await interactions(page, () => page.keyboard.press('a')))));
  return Math.min(...times);
}

/**
 * Puts a text into a field, as far as the field takes it. Not by the browser's own command: in an empty page, too, that
 * takes ever longer for each line break.
 * @param {Locator} area
 * @param {string} text
 */
const put = (area, text) =>
  area.evaluate(
    (element, { value, room }) => {
      const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (element);
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
      set?.call(field, field.maxLength < 0 ? value : value.slice(0, field.maxLength - room));
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    { value: text, room: KEYS },
  );
