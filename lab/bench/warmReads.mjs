// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { newPerson } from '../account.mjs';
import { median } from '../measure.mjs';
import { PAUSE_MS, quietRequests, startApp } from '../cost/day.mjs';
import { startCountedStack } from '../cost/countedStack.mjs';
import { launchChromium } from '../../tools/stack/browser.mjs';
import { fillAccount } from './people.mjs';

const TASKS = 1_000;

/**
 * Number of starts before the counted ones. The first start loads everything. The second start is the first one that
 * the service worker serves.
 */
const UNCOUNTED = 2;

/**
 * Counts the documents that the function and the browser read in a warm start when nothing has changed. Returns the
 * median.
 * @param {import('./bench.mjs').Tested} tested
 */
export async function measureWarmReads({ stack, site, runs, onExit }) {
  const { running, web } = await startCountedStack(stack, site, onExit);
  const browser = await launchChromium();
  const context = await browser.newContext({ baseURL: web.url });
  const page = await context.newPage();
  await newPerson(page, stack);
  await fillAccount(page, stack, TASKS);
  await page.close();
  await sleep(PAUSE_MS);
  const reads = async () => {
    const requests = await quietRequests(running);
    const { outside } = await running.counted();
    return (
      requests.reduce((sum, request) => sum + request.reads, 0) +
      outside.reads +
      web.counted().listenDocuments
    );
  };
  const counts = [];
  for (let start = 1; start <= UNCOUNTED + runs; start++) {
    const before = await reads();
    const opened = await startApp(context, `${web.url}/today`, 0);
    await opened.evaluate(async () => void (await navigator.serviceWorker.ready));
    counts.push((await reads()) - before);
    await opened.close();
    await sleep(PAUSE_MS / 6);
  }
  await browser.close();
  return { reads: median(counts.slice(UNCOUNTED)) };
}
