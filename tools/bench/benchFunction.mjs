// @ts-check
import { join } from 'node:path';
import { median } from './benchPages.mjs';
import { buildFunctions } from '../stack/builds.mjs';
import { ROOT } from '../command/paths.mjs';
import { CommandError } from '../command/commandError.mjs';
import { run } from '../command/run.mjs';

/** What a function that imports its libraries where it uses them loads at its start. */
const NAIVE = `
  require('express');
  require('firebase-functions');
  require('firebase-admin');
  require('firebase-admin/auth');
  require('firebase-admin/firestore');
  require('googleapis');
`;

const OURS = `require('./lib/index.cjs');`;

/**
 * How long the function's module takes to load, and the naive imports beside it: medians of processes of their own,
 * in turns, each the time above bare Node, in ms.
 * @param {number} runs
 * @returns {Promise<{ ours: number, naive: number }>}
 */
export async function measureFunction(runs) {
  await buildFunctions();
  /** @type {{ ours: number[], naive: number[] }} */
  const times = { ours: [], naive: [] };
  // The first of each only warms the disk's cache.
  for (let turn = 0; turn <= runs * 2; turn++) {
    const ours = await loadTime(OURS);
    const naive = await loadTime(NAIVE);
    if (turn > 0) {
      times.ours.push(ours);
      times.naive.push(naive);
    }
  }
  return { ours: median(times.ours), naive: median(times.naive) };
}

/** @param {string} code */
async function loadTime(code) {
  const timed = `const t = performance.now(); ${code} console.log('LOAD', Math.round(performance.now() - t)); process.exit(0)`;
  const env = { ...process.env, GCLOUD_PROJECT: 'demo-daymark', WEB_API_KEY: 'demo-key' };
  const { output } = await run(process.execPath, ['-e', timed], {
    cwd: join(ROOT, 'functions'),
    env,
  });
  const time = /^LOAD (\d+)$/m.exec(output)?.[1];
  if (!time) throw new CommandError('The function does not load.', output);
  return Number(time);
}
