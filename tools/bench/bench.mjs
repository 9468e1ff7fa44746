// @ts-check
/*
 * npm run bench: Lighthouse on the pages and on the floor page beside them, the JavaScript each page loads, warm starts
 * and live changes, long lists beside the floor's, what the keyboard does, keys after hostile texts, and the time the function's module takes to load. Prints the tables
 * of docs/budgets.md and leaves the figures in node_modules/.cache/daymark/bench.json. `npm run bench -- lists` measures
 * that part alone. Beside each figure stands the processor's benchmark index, as Lighthouse has it. `npm run bench -- check`
 * ends with 1 when a budget is missed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchmarkIndex } from './benchmarkIndex.mjs';
import { budgetResults } from './benchBudgets.mjs';
import { coldStartTables, measureColdStart } from './benchColdStart.mjs';
import { measureFunction } from './benchFunction.mjs';
import { measureHands } from './benchHands.mjs';
import { measureLists } from './benchLists.mjs';
import { loadTables, measureLoad } from './benchLoad.mjs';
import { measurePages } from './benchPages.mjs';
import { measureTyping } from './benchTyping.mjs';
import { measureWarmStart } from './benchWarmStart.mjs';
import { command } from '../command/command.mjs';
import { CACHE } from '../command/paths.mjs';
import { CommandError } from '../command/commandError.mjs';
import { startStack } from '../stack/stack.mjs';

const RUNS = Number(process.env['BENCH_RUNS'] ?? 5);

/** What can be measured; `npm run bench -- lists start` measures some of it. */
const PARTS = /** @type {const} */ ([
  'pages',
  'start',
  'lists',
  'hands',
  'typing',
  'function',
  'load',
]);
/** These need no stack, or have one of their own. */
const ALONE = ['function', 'load'];
const CHECK = 'check';

/** @typedef {import('../stack/stack.mjs').Stack} Stack */

command(async (onExit) => {
  const words = process.argv.slice(2);
  const asked = words.filter((word) => word !== CHECK);
  const unknown = asked.find((part) => !PARTS.some((name) => name === part));
  if (unknown) {
    throw new CommandError(
      `There is no part ${unknown} in the bench: choose among ${PARTS.join(', ')}, or name none for all.`,
    );
  }
  /** @param {(typeof PARTS)[number]} part */
  const isAsked = (part) => asked.length === 0 || asked.includes(part);
  /** @type {import('./benchBudgets.mjs').Figures} */
  const figures = {};
  if (PARTS.some((part) => !ALONE.includes(part) && isAsked(part))) {
    const stack = await startStack({ onExit });
    if (isAsked('pages')) figures.pages = await benchPages(stack);
    if (isAsked('start')) figures.start = await benchStart(stack);
    if (isAsked('lists')) figures.lists = await benchLists(stack);
    if (isAsked('hands')) figures.hands = await benchHands(stack);
    if (isAsked('typing')) figures.typing = await benchTyping(stack);
    await stack.stop();
  }
  if (isAsked('function')) figures.function = await benchFunction(onExit);
  if (isAsked('load')) figures.load = await benchLoad(onExit);
  writeFileSync(join(CACHE, 'bench.json'), JSON.stringify(figures, undefined, 2));
  const results = budgetResults(figures);
  table(
    ['budget', 'limit', 'measured', 'kept'],
    results.map(({ what, limit, measured, isKept }) => [
      what,
      limit,
      measured,
      isKept ? 'yes' : 'NO',
    ]),
  );
  const missed = results.filter(({ isKept }) => !isKept);
  if (missed.length > 0) console.log(`\n${missed.length} of ${results.length} budgets are missed.`);
  return words.includes(CHECK) && missed.length > 0 ? 1 : 0;
});

/**
 * Prints what `measure` measures as tables with the benchmark index of before and after it.
 * @template Measured
 * @param {() => Promise<Measured>} measure
 * @param {(measured: Measured, print: typeof table) => void} print
 */
async function benchPart(measure, print) {
  const before = benchmarkIndex();
  const measured = await measure();
  const index = Math.round((before + benchmarkIndex()) / 2);
  print(measured, (head, rows) =>
    table(
      [...head, 'benchmark index'],
      rows.map((row) => [...row, index]),
    ),
  );
  return measured;
}

/** @param {Stack} stack */
async function benchPages(stack) {
  const pages = await measurePages({ stack, runs: RUNS });
  table(
    [
      'page',
      'JS (kB, gzip)',
      'files',
      'performance',
      'FCP',
      'LCP',
      'TBT',
      'CLS',
      'a11y',
      'best practices',
      'SEO',
      'benchmark index',
    ],
    pages.map((page) => [
      page.name,
      page.scriptKb.toFixed(1),
      page.scripts,
      page.performance,
      `${page.fcp} ms`,
      `${page.lcp} ms`,
      `${page.tbt} ms`,
      page.cls.toFixed(3),
      page.accessibility,
      page.bestPractices,
      page.seo,
      page.benchmarkIndex,
    ]),
  );
  return pages;
}

/** @param {Stack} stack */
function benchStart(stack) {
  console.log('Warm starts…');
  return benchPart(
    () => measureWarmStart(stack),
    (start, print) =>
      print(
        ['/tasks with 1,000 tasks', 'median'],
        [
          ['warm start to the first task painted', `${start.warm} ms`],
          ['the same without a copy', `${start.cold} ms`],
          ['ratio', (start.warm / start.cold).toFixed(2)],
          ['calls of the API at a warm start', start.calls],
          ['bytes of data at a warm start', start.bytes],
          ['a change in one browser to its paint in another', `${start.live} ms`],
        ],
      ),
  );
}

/** @param {Stack} stack */
function benchLists(stack) {
  return benchPart(
    () => measureLists({ stack, runs: RUNS }),
    ({ lists, views, palettes, notes, month }, print) => {
      print(
        [
          'list, tasks',
          'warm start',
          'the app’s own',
          'after changes',
          'added by the line',
          'added in the dialog',
          'ticked → next paint',
          'heap',
        ],
        Object.entries(lists).map(([name, list]) => [
          name,
          ...startCells(list),
          `${list.added.toFixed(0)} ms`,
          list.inDialog ? `${list.inDialog.toFixed(0)} ms` : '',
          `${list.ticked.toFixed(0)} ms`,
          `${list.heap.toFixed(1)} MB`,
        ]),
      );
      print(
        [
          'view, tasks',
          'warm start',
          'the app’s own',
          'after changes',
          'ticked → next paint',
          'heap',
        ],
        Object.entries(views).map(([name, view]) => [
          name,
          ...startCells(view),
          `${view.ticked.toFixed(0)} ms`,
          `${view.heap.toFixed(1)} MB`,
        ]),
      );
      print(
        ['screen', 'opened', 'slowest interaction → next paint'],
        Object.entries({
          '/notes with 5,000 notes, typing a search': notes,
          'a month with 500 events, leafing': month,
        }).map(([name, { opened, used }]) => [
          name,
          `${opened.toFixed(0)} ms`,
          `${used.toFixed(0)} ms`,
        ]),
      );
      print(
        ['the palette, tasks', 'opened → painted', 'key → next paint', 'the slowest key'],
        Object.entries(palettes).map(([size, { opened, key, used }]) => [
          size,
          ...[opened, key, used].map((ms) => `${ms.toFixed(0)} ms`),
        ]),
      );
    },
  );
}

/** @param {Stack} stack */
function benchHands(stack) {
  console.log('Hands…');
  return benchPart(
    () => measureHands({ stack, runs: RUNS }),
    (hands, print) =>
      print(
        ['processor', 'palette opened', 'key in it', 'added by the line', 'undone'],
        Object.entries(hands).map(([rate, { opened, key, added, undone }]) => [
          rate === '1' ? 'normal' : `${rate} times slower`,
          ...[opened, key, added, undone].map((ms) => `${ms.toFixed(0)} ms`),
        ]),
      ),
  );
}

/** @param {Stack} stack */
function benchTyping(stack) {
  console.log('Typing…');
  return benchPart(
    () => measureTyping({ stack }),
    (fields, print) =>
      print(
        ['hostile texts, 4 times slower', 'the slowest key → next paint', 'plain field', 'after'],
        fields.map(({ field, text, ms, plain }) => [
          field,
          ...[ms, plain].map((one) => `${one.toFixed(0)} ms`),
          text,
        ]),
      ),
  );
}

/** @param {{ warm: number, drawn: number, changed: number }} starts */
const startCells = ({ warm, drawn, changed }) =>
  [warm, drawn, changed].map((ms) => `${ms.toFixed(0)} ms`);

/** @param {import('../command/command.mjs').OnExit} onExit */
function benchFunction(onExit) {
  return benchPart(
    async () => ({
      load: await measureFunction(RUNS),
      coldStart: await measureColdStart(RUNS, onExit),
    }),
    ({ load, coldStart }, print) => {
      print(
        ['module load, above bare Node', 'ms'],
        [
          ['the function', load.ours],
          ['naive imports', load.naive],
          ['ratio', (load.ours / load.naive).toFixed(2)],
        ],
      );
      for (const rows of coldStartTables(coldStart)) print(...rows);
    },
  );
}

/** @param {import('../command/command.mjs').OnExit} onExit */
function benchLoad(onExit) {
  return benchPart(
    () => measureLoad(onExit),
    (load, print) => {
      for (const rows of loadTables(load)) print(...rows);
    },
  );
}

/**
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 */
function table(head, rows) {
  console.log(`\n| ${head.join(' | ')} |\n|${head.map(() => ' --- |').join('')}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}
