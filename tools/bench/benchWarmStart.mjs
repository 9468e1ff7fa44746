// @ts-check
import { importRecords, newAccount, notePaint, painted, tasksOf } from './benchAccount.mjs';
import { median } from './benchPages.mjs';
import { launchChromium } from '../stack/browser.mjs';

/**
 * @typedef {object} WarmStart medians, in ms unless said otherwise
 * @property {number} warm to the first task painted, where the browser has been before
 * @property {number} cold the same in a browser that has the session and nothing else
 * @property {number} bytes over the line for data at a warm start, with headers
 * @property {number} calls of the API at a warm start
 * @property {number} live from a change in one browser to its paint in another
 */

const TASKS = 1_000;
const WARM_RUNS = 20;
const COLD_RUNS = 10;
const LIVE_RUNS = 10;

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Measures /tasks with 1,000 tasks in a browser that was there before and in a new one, and how long a change takes
 * from one browser to another.
 * @param {import('../stack/stack.mjs').Stack} stack
 * @returns {Promise<WarmStart>}
 */
export async function measureWarmStart(stack) {
  const browser = await launchChromium({ windowed: true });
  try {
    const context = await browser.newContext({ baseURL: stack.url });
    await context.addInitScript(notePaint);
    const page = await context.newPage();
    await newAccount(page, stack);
    await importRecords(page, 'tasks', tasksOf(TASKS));
    // Twice: the first visit installs the service worker, the second is answered by it.
    for (let visit = 1; visit <= 2; visit++) {
      await page.goto('/tasks');
      await painted(page);
      await page.getByText('All changes saved').waitFor();
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      // Live updates begin once the screen is quiet; what they ask for is part of a start.
      await page.waitForRequest(/Listen\/channel/).catch(() => undefined);
    }

    const warm = [];
    const bytes = [];
    const calls = [];
    for (let run = 1; run <= WARM_RUNS; run++) {
      /** @type {Promise<number>[]} */
      const sizes = [];
      /** @param {import('@playwright/test').Response} response */
      const count = (response) => {
        if (response.url().includes('/api/')) sizes.push(sizeOf(response));
      };
      page.on('response', count);
      const listening = page.waitForRequest(/Listen\/channel/);
      await page.goto('/tasks');
      warm.push(await painted(page));
      await listening;
      page.off('response', count);
      bytes.push((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0));
      calls.push(sizes.length);
    }

    const { cookies } = await context.storageState();
    const cold = [];
    for (let run = 1; run <= COLD_RUNS; run++) {
      const fresh = await browser.newContext({
        baseURL: stack.url,
        storageState: { cookies, origins: [] },
      });
      await fresh.addInitScript(notePaint);
      const first = await fresh.newPage();
      await first.goto('/tasks');
      cold.push(await painted(first));
      await fresh.close();
    }

    const live = await measureLive(browser, page, stack.url);
    return {
      warm: Math.round(median(warm)),
      cold: Math.round(median(cold)),
      bytes: median(bytes),
      calls: median(calls),
      live,
    };
  } finally {
    await browser.close();
  }
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {Page} page
 * @param {string} url
 */
async function measureLive(browser, page, url) {
  const { cookies } = await page.context().storageState();
  const other = await browser.newContext({
    baseURL: url,
    storageState: { cookies, origins: [] },
  });
  const second = await other.newPage();
  const listening = second.waitForResponse(/Listen\/channel/);
  await second.goto('/tasks');
  await listening;
  const times = [];
  for (let run = 1; run <= LIVE_RUNS; run++) {
    const title = `Live ${run}`;
    const seen = second.evaluate(
      (wanted) =>
        new Promise((resolve) => {
          const look = () => {
            if (document.querySelector(`[aria-label="${wanted}"]`)) resolve(Date.now());
            else requestAnimationFrame(look);
          };
          look();
        }),
      title,
    );
    await page.getByRole('button', { name: 'Add Task' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Task' });
    await dialog.getByLabel('Title').fill(title);
    const started = Date.now();
    await dialog.getByLabel('Title').press('Enter');
    times.push(Number(await seen) - started);
  }
  await other.close();
  return median(times);
}

/** @param {import('@playwright/test').Response} response */
async function sizeOf(response) {
  const sizes = await response.request().sizes();
  return (
    sizes.requestHeadersSize +
    sizes.requestBodySize +
    sizes.responseHeadersSize +
    sizes.responseBodySize
  );
}
