// @ts-check
import { CommandError } from '../command/commandError.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/** Few enough that a slice is stored well within a request's deadline. */
const SLICE = 400;

/**
 * Makes an account with a confirmed address and signs the page in with it.
 * @param {Page} page
 * @param {import('../stack/stack.mjs').Stack} stack
 */
export async function newAccount(page, { url, env }) {
  await page.goto(`${url}/privacy`);
  const now = Date.now();
  const registration = {
    username: `Ada ${now}`,
    email: `bench${now}@example.com`,
    password: 'correct horse',
  };
  await post(page, '/api/register', registration, 201);
  const { email, password } = registration;
  await post(page, '/api/login', { email, password }, 200);
  // As the link in the mail would.
  const account = `identitytoolkit.googleapis.com/v1/projects/${env.GCLOUD_PROJECT}/accounts`;
  const accounts = `http://${env.FIREBASE_AUTH_EMULATOR_HOST}/${account}`;
  /** @param {string} action @param {object} body */
  const asOwner = async (action, body) => {
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer owner' };
    const reply = await fetch(`${accounts}:${action}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return reply.json();
  };
  const { users } = await asOwner('lookup', { email: [email] });
  await asOwner('update', { localId: users[0].localId, emailVerified: true });
}

/**
 * Connects the calendars that the stand-in for Google has, and selects two of them.
 * @param {Page} page signed in
 */
export async function connectCalendar(page) {
  const { authUrl } = await page.evaluate(async () =>
    (await fetch('/api/calendar/auth-url')).json(),
  );
  await page.goto(authUrl);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(/\/calendar/);
  const calendarIds = await page.evaluate(async () => {
    const { items } = await (await fetch('/api/calendar/list')).json();
    return items.slice(0, 2).map((/** @type {{ id: string }} */ { id }) => id);
  });
  await post(page, '/api/calendar/select', { calendarIds }, 200);
}

/**
 * Gives the account records, before the page has read any.
 * @param {Page} page
 * @param {'tasks' | 'notes' | 'events'} collection
 * @param {object[]} records
 */
export async function importRecords(page, collection, records) {
  for (let first = 0; first < records.length; first += SLICE)
    await post(page, '/api/import', { [collection]: records.slice(first, first + SLICE) }, 200);
}

/**
 * Tasks as a person might have them, the first the oldest: left over, for today, for later, with deadlines and estimates,
 * repeating, completed, and plain ones. Every twentieth has three steps besides.
 * @param {number} count without the steps
 */
export function tasksOf(count) {
  const now = new Date();
  /** @param {number} days from today */
  const day = (days) => {
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12);
    return at.toISOString().slice(0, 10);
  };
  return Array.from({ length: count }, (_, n) => {
    const kinds = [
      { plannedDay: day(-1 - (n % 9)) },
      { plannedDay: day(0), estimateMinutes: 30 },
      { plannedDay: day(0) },
      { plannedDay: day(1 + (n % 40)) },
      { deadline: day((n % 60) - 10) },
      { completed: true, completedAt: new Date(now.getTime() - n * 3_600_000).toISOString() },
      { plannedDay: day(2), repeat: { every: 'day', interval: 2, from: 'schedule' } },
      {},
    ];
    const id = n * 4 + 100;
    const createdAt = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
    const task = { id, title: `Task number ${n} of the bench`, categoryId: 1 + (n % 4), createdAt };
    const steps = [1, 2, 3].map((step) => ({
      id: id + step,
      title: `Step ${step}`,
      categoryId: null,
      createdAt,
      parentId: id,
      position: `a${step}`,
    }));
    return [{ ...task, ...kinds[n % kinds.length] }, ...(n % 20 === 0 ? steps : [])];
  }).flat();
}

/**
 * Time blocks of tasks that `tasksOf` makes: five a day from today on, of an hour each.
 * @param {number} count
 */
export function blocksOf(count) {
  return Array.from({ length: count }, (_, n) => {
    const start = new Date();
    start.setDate(start.getDate() + Math.floor(n / 5));
    start.setHours(9 + (n % 5) * 2, 0, 0, 0);
    return {
      id: n + 1,
      title: `Task number ${n} of the bench`,
      start: start.toISOString(),
      end: new Date(start.getTime() + 3_600_000).toISOString(),
      color: null,
      taskId: n * 4 + 100,
    };
  });
}

/**
 * Runs in the page before all else: notes when the first task has been painted, in a snapshot or by the app, and when the
 * app has painted one.
 */
export function notePaint() {
  const root = () => document.documentElement;
  /** @param {string} name @param {(task: Element) => boolean} isMeant */
  const note = (name, isMeant) => {
    const observer = new MutationObserver(() => {
      if (![...document.querySelectorAll('[data-task]')].some(isMeant)) return;
      observer.disconnect();
      requestAnimationFrame(() =>
        setTimeout(() => root().setAttribute(name, `${performance.now()}`)),
      );
    });
    observer.observe(document, { childList: true, subtree: true });
  };
  note('data-painted', (task) => task.checkVisibility({ visibilityProperty: true }));
  note('data-drawn', (task) => !task.closest('[inert]'));
}

/**
 * When the first task was painted, in ms from the start of the page.
 * @param {Page} page
 */
export const painted = (page) => noted(page, 'data-painted');

/**
 * When the app itself had painted it, so that it can be ticked.
 * @param {Page} page
 */
export const drawn = (page) => noted(page, 'data-drawn');

/** @param {Page} page @param {string} name */
async function noted(page, name) {
  const root = page.locator(`html[${name}]`);
  await root.waitFor({ state: 'attached' });
  return Number(await root.getAttribute(name));
}

/**
 * @param {Page} page
 * @param {string} path
 * @param {object} body
 * @param {number} wanted the status
 */
async function post(page, path, body, wanted) {
  const status = await page.evaluate(
    async ([url, text]) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(url, { method: 'POST', headers, body: text })).status;
    },
    /** @type {const} */ ([path, JSON.stringify(body)]),
  );
  if (status !== wanted)
    throw new CommandError(`The bench could not make its account (${status}).`);
}
