// @ts-check
/*
 * npm run bench -w lab: measures the budgets of docs/budgets.md, compares them with a floor page, and prints a table.
 * `-- lists reads` measures only the lists and the reads. Figures of several runs on the same commit are kept together.
 * --site FOLDER measures another checkout. --out FILE keeps the figures in that file. --runs N takes medians of N runs.
 * The public pages take a third of N runs, and the function always takes 9.
 * --write puts the table into docs/budgets.md.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable, writeBetweenMarkers } from '../markdownTable.mjs';
import { startSite } from '../site.mjs';
import { command } from '../../tools/command/command.mjs';
import { CommandError } from '../../tools/command/commandError.mjs';
import { CACHE, ROOT } from '../../tools/command/paths.mjs';
import { run } from '../../tools/command/run.mjs';
import { budgetRows } from './budgets.mjs';
import { measureFirstVisits } from './firstVisit.mjs';
import { serveFloor } from './floorServer.mjs';
import { measureOwnPages, measurePublicPages } from './lighthouse.mjs';
import { measureLists } from './lists.mjs';
import { measureModuleLoad } from './moduleLoad.mjs';
import { measureReminders } from './reminders.mjs';
import { measureWarmReads } from './warmReads.mjs';

/**
 * @typedef {object} Tested
 * @property {string} site the folder of the checkout
 * @property {import('../../tools/stack/stack.mjs').Stack} stack the stack that runs the checkout
 * @property {{ url: string }} floor
 * @property {number} runs
 * @property {import('../../tools/command/command.mjs').OnExit} onExit
 */

const PARTS = {
  public: measurePublicPages,
  own: measureOwnPages,
  first: measureFirstVisits,
  lists: measureLists,
  reads: measureWarmReads,
  reminders: measureReminders,
  function: measureModuleLoad,
};

/**
 * @typedef {{ [Part in keyof typeof PARTS]?: Awaited<ReturnType<(typeof PARTS)[Part]>> }} Measured
 * @typedef {Measured & { commit: string, load?: Record<string, string>, cost?: { total: number } }} Figures
 */

command(async (onExit) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      site: { type: 'string', default: ROOT },
      out: { type: 'string', default: join(CACHE, 'bench.json') },
      runs: { type: 'string', default: '3' },
      write: { type: 'boolean', default: false },
    },
  });
  const names = Object.keys(PARTS);
  const unknown = positionals.find((part) => !names.includes(part));
  if (unknown)
    throw new CommandError(`There is no part ${unknown}. Choose from ${names.join(', ')}.`);
  const site = resolve(values.site);
  const figures = await keptFigures(values.out, site);
  const stack = await startSite(site, onExit);
  const tested = {
    site,
    stack,
    floor: await serveFloor(onExit),
    runs: Number(values.runs),
    onExit,
  };
  for (const [part, measure] of Object.entries(PARTS)) {
    if (positionals.length > 0 && !positionals.includes(part)) continue;
    const started = performance.now();
    console.log(`Measuring ${part}…`);
    Object.assign(figures, { [part]: await measure(tested) });
    const seconds = Math.round((performance.now() - started) / 1_000);
    figures.load = { ...figures.load, [part]: `${loadavg()[0]?.toFixed(1)} after ${seconds} s` };
    mkdirSync(dirname(values.out), { recursive: true });
    writeFileSync(values.out, JSON.stringify(figures, undefined, 2));
  }
  const table = markdownTable(
    ['what', 'budget', 'value', 'floor', 'ratio', 'kept'],
    budgetRows(figures),
  );
  console.log(`\n${table}\n\nLoad of the machine: ${JSON.stringify(figures.load)}`);
  if (values.write) await writeBetweenMarkers(join(ROOT, 'docs', 'budgets.md'), table);
  return 0;
});

/**
 * Returns the figures that a file keeps for the site's current commit, and the cost of a month if the site is this
 * checkout.
 * @param {string} file
 * @param {string} site
 * @returns {Promise<Figures>}
 */
async function keptFigures(file, site) {
  const { output } = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: site });
  const commit = output.trim();
  /** @type {Figures | undefined} */
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const month = join(CACHE, 'cost.json');
  return {
    ...(kept?.commit === commit && kept),
    commit,
    ...(site === ROOT && existsSync(month) && { cost: JSON.parse(readFileSync(month, 'utf8')) }),
  };
}
