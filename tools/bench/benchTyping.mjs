// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importRecords, newAccount, notePaint, tasksOf } from './benchAccount.mjs';
import { interactions, noteInteractions, settle } from './benchLists.mjs';
import { median } from './benchPages.mjs';
import { launchChromium } from '../stack/browser.mjs';
import { ROOT } from '../command/paths.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */

/**
 * @typedef {object} TypingFigures
 * @property {string} field
 * @property {string} text the name of the text whose figure is furthest above its limit, or nearest to it
 * @property {number} ms from a key after it to the paint
 * @property {number} plain the same in a plain text field: the browser's own share
 */

/** How many times slower the processor is made. */
const SLOWDOWN = 4;
const TASKS = 1_000;
/** How long the texts are in the fields and in the account, in characters. */
const [TYPED, STORED] = [3_000, 5_000];
/** Keys after each text, for which a field has room. The median counts: another program may hold one up. */
const KEYS = 3;

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
 * A text field with nothing of Daymark's.
 * @param {Page} page
 */
async function plainField(page) {
  await page.setContent('<textarea cols="60" rows="10"></textarea>');
  return page.getByRole('textbox');
}

/** The limit of a key to its paint, in ms. Some texts take the browser itself longer. @param {{ plain: number }} figures */
export const limitOf = ({ plain }) => Math.max(100, 1.5 * plain);

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
    const plain = await timeTexts(page, await plainField(page));
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
      const times = [...(await timeTexts(page, area))].map(([text, ms]) => ({
        field,
        text,
        ms,
        plain: plain.get(text) ?? 0,
      }));
      const worst = times.toSorted((a, b) => a.ms - limitOf(a) - (b.ms - limitOf(b))).at(-1);
      if (worst) figures.push(worst);
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/**
 * The time from a key to its paint after each hostile text, by its name.
 * @param {Page} page
 * @param {Locator} area
 */
async function timeTexts(page, area) {
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const [name, text] of hostileTexts(TYPED))
    times.set(name, await timeToKey(page, area, text));
  return times;
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
  return median(times);
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
