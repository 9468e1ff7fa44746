// @ts-check
/*
 * npm run film: what a phone shows of /today every 100 ms, at its first visit and at a warm start, with slow 4G and a
 * processor that is 4 times slower. Writes docs/film/*.webp.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  blocksOf,
  connectCalendar,
  importRecords,
  newAccount,
  tasksOf,
} from '../bench/benchAccount.mjs';
import { command } from '../command/command.mjs';
import { ROOT } from '../command/paths.mjs';
import { launchChromium } from '../stack/browser.mjs';
import { startStack } from '../stack/stack.mjs';
import { findEmojiFont } from './emojiFont.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ data: string, atMs: number }} Frame */

const FOLDER = join(ROOT, 'docs', 'film');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const EVERY_MS = 100;
const SLOWDOWN = 4;

/** As Lighthouse has it when it slows the network down itself. */
const SLOW_4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};

/** So long after the app has drawn, what comes after it is there, too. */
const STILL_MS = 2_500;

command(async (onExit) => {
  await findEmojiFont();
  const stack = await startStack({ onExit });
  const browser = await launchChromium({ windowed: true });
  mkdirSync(FOLDER, { recursive: true });
  const context = await browser.newContext({ ...PHONE, baseURL: stack.url });
  const page = await context.newPage();
  await newAccount(page, stack);
  await importRecords(page, 'tasks', tasksOf(1_000));
  await importRecords(page, 'events', blocksOf(20));
  await connectCalendar(page);
  const { cookies } = await context.storageState();
  await context.close();

  // The session is there and nothing else.
  const visitor = await browser.newContext({
    ...PHONE,
    baseURL: stack.url,
    storageState: { cookies, origins: [] },
  });
  const first = await visitor.newPage();
  const firstVisit = await film(first);
  // What the app does once the screen is quiet belongs to the first visit.
  await first.evaluate(async () => void (await navigator.serviceWorker.ready));
  await first.close();
  const second = await visitor.newPage();
  const warmStart = await film(second);
  // Not before: a page behind another one is not painted.
  await write(await visitor.newPage(), 'first-visit', firstVisit);
  await write(await visitor.newPage(), 'warm-start', warmStart);
  await browser.close();
  await stack.stop();
  return 0;
});

/**
 * @typedef {object} TraceEvent
 * @property {string} name
 * @property {number} ts in µs
 * @property {{ snapshot?: string, data?: { documentLoaderURL?: string } }} args
 */

/**
 * Opens /today and takes a frame whenever the screen changes, until it no longer does.
 * @param {Page} page
 * @returns {Promise<Frame[]>}
 */
async function film(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  /** @type {TraceEvent[]} */
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value)
      events.push(/** @type {TraceEvent} */ (/** @type {unknown} */ (event)));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['blink.user_timing', 'disabled-by-default-devtools.screenshot'],
    },
  });
  await page.goto('/today', { waitUntil: 'commit' });
  // The app has taken the place of the outline, or of the snapshot.
  await page.waitForFunction(
    () => document.querySelector('#root main') && !document.querySelector('#root main[inert]'),
    undefined,
    { timeout: 60_000 },
  );
  await page.waitForTimeout(STILL_MS);
  const isComplete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await isComplete;
  const start = events.find(
    ({ name, args }) =>
      name === 'navigationStart' && args.data?.documentLoaderURL?.endsWith('/today'),
  );
  return events
    .filter(({ name, ts }) => name === 'Screenshot' && start && ts >= start.ts)
    .map(({ ts, args }) => ({
      data: String(args.snapshot),
      atMs: (ts - Number(start?.ts)) / 1000,
    }))
    .sort((one, other) => one.atMs - other.atMs);
}

/**
 * Writes what was to be seen every 100 ms as one picture.
 * @param {Page} page
 * @param {string} name
 * @param {Frame[]} frames
 */
async function write(page, name, frames) {
  const end = Math.ceil((frames.at(-1)?.atMs ?? 0) / EVERY_MS);
  const shots = Array.from({ length: end + 1 }, (_, n) => {
    const atMs = n * EVERY_MS;
    const frame = frames.findLast((one) => one.atMs <= atMs);
    return `<figure>${frame ? `<img src="data:image/jpeg;base64,${frame.data}">` : '<div></div>'}<figcaption>${(atMs / 1000).toFixed(1)} s</figcaption></figure>`;
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.setContent(`<!doctype html><style>
    body { margin: 12px; display: grid; grid-template-columns: repeat(12, 1fr); gap: 8px; background: #ddd; }
    figure { margin: 0; }
    img, figure > div { display: block; width: 100%; aspect-ratio: 390 / 844; background: #fff; }
    figcaption { font: 12px sans-serif; text-align: center; padding-top: 2px; }
  </style>${shots.join('')}`);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 80,
    captureBeyondViewport: true,
    clip: {
      x: 0,
      y: 0,
      width: 1280,
      height: await page.evaluate(() => document.body.scrollHeight + 24),
      scale: 1,
    },
  });
  writeFileSync(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
  await page.close();
  console.log(`Filmed ${name}: ${(end * EVERY_MS) / 1000} s.`);
}
