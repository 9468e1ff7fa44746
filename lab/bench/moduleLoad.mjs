// @ts-check
import { join } from 'node:path';
import { median } from '../measure.mjs';
import { CommandError } from '../../tools/command/commandError.mjs';
import { run } from '../../tools/command/run.mjs';

/** Code that imports the function's main libraries while it loads. */
const NAIVE = `
  require('express');
  require('firebase-functions');
  require('firebase-admin');
  require('firebase-admin/auth');
  require('firebase-admin/firestore');
  require('googleapis');
`;

const OURS = `require('./lib/index.cjs');`;

/** Number of measured runs, each in its own process. */
const RUNS = 9;

/**
 * Measures how long the built function's module takes to load, alternating with the naive imports. Returns the medians
 * in ms.
 * @param {import('./bench.mjs').Tested} tested
 */
export async function measureModuleLoad({ site }) {
  const cwd = join(site, 'functions');
  /** @type {{ ours: number[], naive: number[] }} */
  const times = { ours: [], naive: [] };
  // The first turn only warms the disk's cache.
  for (let turn = 0; turn <= RUNS; turn++) {
    const ours = await loadTime(OURS, cwd);
    const naive = await loadTime(NAIVE, cwd);
    if (turn === 0) continue;
    times.ours.push(ours);
    times.naive.push(naive);
  }
  return { ours: median(times.ours), naive: median(times.naive) };
}

/** @param {string} code @param {string} cwd */
async function loadTime(code, cwd) {
  const timed = `const t = performance.now(); ${code} console.log('LOAD', Math.round(performance.now() - t)); process.exit(0)`;
  const env = { ...process.env, GCLOUD_PROJECT: 'demo-daymark', WEB_API_KEY: 'demo-key' };
  const { output } = await run(process.execPath, ['-e', timed], { cwd, env });
  const time = /^LOAD (\d+)$/m.exec(output)?.[1];
  if (!time) throw new CommandError('The function does not load.', output);
  return Number(time);
}
