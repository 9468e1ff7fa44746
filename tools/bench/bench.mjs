// @ts-check
/*
 * npm run bench: Lighthouse on the pages and on the floor page beside them, the JavaScript each page loads, warm starts
 * and live changes, long lists beside the floor's, what the keyboard does, and the time the function's module takes to load. Prints the tables
 * of docs/budgets.md and leaves the figures in node_modules/.cache/daymark/bench.json. `npm run bench -- lists` measures
 * that part alone.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureFunction } from './benchFunction.mjs';
import { measureHands } from './benchHands.mjs';
import { measureLists } from './benchLists.mjs';
import { measurePages } from './benchPages.mjs';
import { measureWarmStart } from './benchWarmStart.mjs';
import { command } from '../command/command.mjs';
import { CACHE } from '../command/paths.mjs';
import { CommandError } from '../command/commandError.mjs';
import { startStack } from '../stack/stack.mjs';

const RUNS = Number(process.env['BENCH_RUNS'] ?? 5);

/** What can be measured; `npm run bench -- lists start` measures some of it. */
const PARTS = /** @type {const} */ (['pages', 'start', 'lists', 'hands', 'function']);

command(async (onExit) => {
  const asked = process.argv.slice(2);
  const unknown = asked.find((part) => !PARTS.some((name) => name === part));
  if (unknown) {
    throw new CommandError(
      `There is no part ${unknown} in the bench: choose among ${PARTS.join(', ')}, or name none for all.`,
    );
  }
  /** @param {(typeof PARTS)[number]} part */
  const isAsked = (part) => asked.length === 0 || asked.includes(part);
  /** @type {Record<string, unknown>} */
  const figures = {};
  if (PARTS.some((part) => part !== 'function' && isAsked(part))) {
    const stack = await startStack({ onExit });
    if (isAsked('pages')) figures['pages'] = await benchPages(stack.url);
    if (isAsked('start')) figures['start'] = await benchStart(stack.url);
    if (isAsked('lists')) figures['lists'] = await benchLists(stack.url);
    if (isAsked('hands')) figures['hands'] = await benchHands(stack.url);
    await stack.stop();
  }
  if (isAsked('function')) figures['load'] = await benchFunction();
  writeFileSync(join(CACHE, 'bench.json'), JSON.stringify(figures, undefined, 2));
  return 0;
});

/** @param {string} url */
async function benchPages(url) {
  const pages = await measurePages({ url, runs: RUNS });
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
    ]),
  );
  return pages;
}

/** @param {string} url */
async function benchStart(url) {
  console.log('Warm starts…');
  const start = await measureWarmStart(url);
  table(
    ['/tasks with 1,000 tasks', 'median'],
    [
      ['warm start to the first task painted', `${start.warm} ms`],
      ['the same without a copy', `${start.cold} ms`],
      ['ratio', (start.warm / start.cold).toFixed(2)],
      ['calls of the API at a warm start', start.calls],
      ['bytes of data at a warm start', start.bytes],
      ['a change in one browser to its paint in another', `${start.live} ms`],
    ],
  );
  return start;
}

/** @param {string} url */
async function benchLists(url) {
  const { lists, views, palettes, notes, month } = await measureLists({ url, runs: RUNS });
  table(
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
  table(
    ['view, tasks', 'warm start', 'the app’s own', 'after changes', 'ticked → next paint', 'heap'],
    Object.entries(views).map(([name, view]) => [
      name,
      ...startCells(view),
      `${view.ticked.toFixed(0)} ms`,
      `${view.heap.toFixed(1)} MB`,
    ]),
  );
  table(
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
  table(
    ['the palette, tasks', 'opened → painted', 'key → next paint', 'the slowest key'],
    Object.entries(palettes).map(([size, { opened, key, used }]) => [
      size,
      ...[opened, key, used].map((ms) => `${ms.toFixed(0)} ms`),
    ]),
  );
  return { lists, views, palettes, notes, month };
}

/** @param {string} url */
async function benchHands(url) {
  console.log('Hands…');
  const hands = await measureHands({ url, runs: RUNS });
  table(
    ['processor', 'palette opened', 'key in it', 'added by the line', 'undone'],
    Object.entries(hands).map(([rate, { opened, key, added, undone }]) => [
      rate === '1' ? 'normal' : `${rate} times slower`,
      ...[opened, key, added, undone].map((ms) => `${ms.toFixed(0)} ms`),
    ]),
  );
  return hands;
}

/** @param {{ warm: number, drawn: number, changed: number }} starts */
const startCells = ({ warm, drawn, changed }) =>
  [warm, drawn, changed].map((ms) => `${ms.toFixed(0)} ms`);

async function benchFunction() {
  const load = await measureFunction(RUNS);
  table(
    ['module load, above bare Node', 'ms'],
    [
      ['the function', load.ours],
      ['naive imports', load.naive],
      ['ratio', (load.ours / load.naive).toFixed(2)],
    ],
  );
  return load;
}

/**
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 */
function table(head, rows) {
  console.log(`\n| ${head.join(' | ')} |\n|${head.map(() => ' --- |').join('')}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}
