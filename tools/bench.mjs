// @ts-check
/*
 * npm run bench: Lighthouse on the pages and on the floor page beside them, the JavaScript each page loads, warm starts
 * and live changes, and the time the function's module takes to load. Prints the tables of docs/budgets.md and leaves the figures in
 * node_modules/.cache/daymark/bench.json.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureFunction } from './benchFunction.mjs';
import { measurePages } from './benchPages.mjs';
import { measureWarmStart } from './benchWarmStart.mjs';
import { command } from './command.mjs';
import { CACHE } from './paths.mjs';
import { startStack } from './stack.mjs';

const RUNS = Number(process.env['BENCH_RUNS'] ?? 5);

command(async (atEnd) => {
  const stack = await startStack({ atEnd });
  const pages = await measurePages({ url: stack.url, runs: RUNS });
  console.log('Warm starts…');
  const start = await measureWarmStart(stack.url);
  await stack.stop();
  const load = await measureFunction(RUNS);

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
  table(
    ['module load, above bare Node', 'ms'],
    [
      ['the function', load.ours],
      ['naive imports', load.naive],
      ['ratio', (load.ours / load.naive).toFixed(2)],
    ],
  );
  writeFileSync(join(CACHE, 'bench.json'), JSON.stringify({ pages, start, load }, undefined, 2));
  return 0;
});

/**
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 */
function table(head, rows) {
  console.log(`\n| ${head.join(' | ')} |\n|${head.map(() => ' --- |').join('')}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}
