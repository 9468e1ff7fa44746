// @ts-check
import { CommandError } from '../tools/command/commandError.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {Pick<import('../tools/stack/stack.mjs').Stack, 'url' | 'env'>} Site */
/** @typedef {{ username: string, email: string, password: string }} Person */

/** At most this many records are imported in one call, so that the server stores them well within its time limit. */
const SLICE = 400;

/**
 * The end of every task's title in `tasksOf`, except the titles of steps. The lab finds these tasks on any screen by
 * this text.
 */
export const OF_THE_BENCH = 'of the bench';

const AUTH = 'https://www.googleapis.com/auth/';
const SCOPES = [`${AUTH}calendar.calendarlist.readonly`, `${AUTH}calendar.events.readonly`];

/**
 * Creates an account without data and with an unconfirmed address, and signs the page in.
 * @param {Page} page
 * @param {Site} site
 * @returns {Promise<Person>}
 */
export async function newPerson(page, site) {
  const username = `Ada${Date.now()}`;
  const person = { username, email: `${username}@example.com`, password: 'correct horse' };
  await page.goto(`${site.url}/privacy`);
  await call(page, 'POST', '/api/register', person);
  await signIn(page, person);
  return person;
}

/** @param {Page} page @param {Person} person */
export async function signIn(page, { email, password }) {
  await call(page, 'POST', '/api/login', { email, password });
}

/** Returns the user id in the session cookie. @param {Page} page */
export async function uidOf(page) {
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === '__session')?.value ?? '';
  const [, payload = ''] = session.split('.');
  return String(JSON.parse(Buffer.from(payload, 'base64url').toString()).sub);
}

/**
 * Confirms the person's address, as the link in the mail would.
 * @param {Page} page signed in
 * @param {Site} site
 */
export async function confirmAddress(page, { env }) {
  const { FIREBASE_AUTH_EMULATOR_HOST: host, GCLOUD_PROJECT: project } = env;
  await postJson(
    `http://${host}/identitytoolkit.googleapis.com/v1/projects/${project}/accounts:update`,
    { localId: await uidOf(page), emailVerified: true },
  );
}

/**
 * Connects an account of the Google stand-in through the stand-in's consent page.
 * @param {Page} page signed in
 * @param {string} account
 */
export async function connectCalendar(page, account) {
  const { authUrl } = JSON.parse(await call(page, 'GET', '/api/calendar/auth-url'));
  const consent = new URLSearchParams({ account, decision: 'allow' });
  for (const scope of SCOPES) consent.append('scope', scope);
  const reply = await fetch(authUrl, { method: 'POST', body: consent, redirect: 'manual' });
  await page.goto(reply.headers.get('location') ?? '');
  if (!page.url().includes('success=true'))
    throw new CommandError(`The calendar could not be connected: ${page.url()}`);
}

/**
 * Imports records into the account. The page must not have read any records yet.
 * @param {Page} page signed in
 * @param {'tasks' | 'events'} collection
 * @param {object[]} records
 */
export async function importRecords(page, collection, records) {
  for (let first = 0; first < records.length; first += SLICE)
    await call(page, 'POST', '/api/import', { [collection]: records.slice(first, first + SLICE) });
}

/**
 * Calls the API from the page, with the page's session. Returns the response's text.
 * @param {Page} page
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
export async function call(page, method, path, body) {
  const { status, text } = await page.evaluate(
    async ([name, url, json]) => {
      const reply = await fetch(url, {
        method: name,
        ...(json && { headers: { 'Content-Type': 'application/json' }, body: json }),
      });
      return { status: reply.status, text: await reply.text() };
    },
    /** @type {const} */ ([method, path, body && JSON.stringify(body)]),
  );
  if (status >= 300) throw new CommandError(`${method} ${path} returned ${status}: ${text}`);
  return text;
}

/**
 * Posts to an emulator or to the Google stand-in. Returns the parsed response.
 * @param {string} url
 * @param {object} body
 */
export async function postJson(url, body) {
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer owner' };
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await reply.text();
  if (!reply.ok) throw new CommandError(`${new URL(url).pathname} returned ${text}`);
  return JSON.parse(text);
}

/** @param {number} number the task's number in `tasksOf`, which doesn't count the steps */
const taskTitle = (number) => `Task number ${number} ${OF_THE_BENCH}`;

/** @param {number} number */
const taskId = (number) => number * 4 + 100;

/** Returns the id of the task that has this title from `taskTitle`. @param {string} title */
export const idOfTitle = (title) => taskId(Number(/\d+/.exec(title)?.[0]));

/**
 * Returns tasks as a person might have them, the oldest one first. The tasks are left over, planned for today or later,
 * repeating, completed or plain. Some tasks have a deadline or an estimate. Every twentieth task also has three steps.
 * @param {number} count the number of tasks without the steps
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
    const id = taskId(n);
    const createdAt = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
    const task = { id, title: taskTitle(n), categoryId: 1 + (n % 4), createdAt };
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
 * Returns time blocks of one hour for the tasks of `tasksOf`, five a day from today on.
 * @param {number} count
 */
export function blocksOf(count) {
  return Array.from({ length: count }, (_, n) => {
    const start = new Date();
    start.setDate(start.getDate() + Math.floor(n / 5));
    start.setHours(9 + (n % 5) * 2, 0, 0, 0);
    return {
      id: n + 1,
      title: taskTitle(n),
      start: start.toISOString(),
      end: new Date(start.getTime() + 3_600_000).toISOString(),
      color: null,
      taskId: taskId(n),
    };
  });
}
