// @ts-check
import {
  blocksOf,
  confirmAddress,
  connectCalendar,
  importRecords,
  newPerson,
  tasksOf,
} from '../account.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('../../tools/stack/stack.mjs').Stack} Stack */
/** @typedef {Awaited<ReturnType<import('@playwright/test').BrowserContext['cookies']>>} Cookies */

/**
 * @typedef {object} Signed
 * @property {string} who the person's name in the table
 * @property {import('./watch.mjs').Own} own the person's own content, which the bench waits for
 * @property {Cookies} cookies
 */

const BLOCKS = 20;

/**
 * Gives a signed-in person a confirmed address, tasks, time blocks and a connected calendar.
 * @param {import('@playwright/test').Page} page
 * @param {Stack} stack
 * @param {number} tasks
 */
export async function fillAccount(page, stack, tasks) {
  await confirmAddress(page, stack);
  await importRecords(page, 'tasks', tasksOf(tasks));
  await importRecords(page, 'events', blocksOf(BLOCKS));
  await connectCalendar(page, 'bench@gmail.example');
}

/**
 * Creates the accounts whose screens are measured. The first account has no data and an unconfirmed address. The second
 * account has 20 tasks. The third account has 1,000 tasks, time blocks and a calendar.
 * @param {Browser} browser
 * @param {Stack} stack
 * @returns {Promise<Signed[]>}
 */
export async function makePeople(browser, stack) {
  /** @type {[who: string, own: Signed['own'], fill: (page: import('@playwright/test').Page) => Promise<void>][]} */
  const people = [
    ['a new person', 'line', async () => {}],
    [
      '20 tasks',
      'task',
      async (page) => {
        await confirmAddress(page, stack);
        await importRecords(page, 'tasks', tasksOf(20));
      },
    ],
    ['1,000 tasks', 'task', (page) => fillAccount(page, stack, 1_000)],
  ];
  /** @type {Signed[]} */
  const signed = [];
  for (const [who, own, fill] of people) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await newPerson(page, stack);
    await fill(page);
    // Open the app first, because it does some work only once for each account.
    await page.goto(`${stack.url}/tasks`);
    await allSaved(page);
    await page.waitForLoadState('networkidle');
    signed.push({ who, own, cookies: await context.cookies(stack.url) });
    await context.close();
  }
  return signed;
}

/** @param {import('@playwright/test').Page} page */
export const allSaved = (page) =>
  page.getByText('All changes saved').waitFor({ state: 'attached', timeout: 300_000 });
