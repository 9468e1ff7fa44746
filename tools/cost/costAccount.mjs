// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { importRecords, tasksOf } from '../bench/benchAccount.mjs';
import { CommandError } from '../command/commandError.mjs';
import { PAUSE_MS } from './day.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const AUTH = 'https://www.googleapis.com/auth/';
const SCOPES = [`${AUTH}calendar.calendarlist.readonly`, `${AUTH}calendar.events.readonly`];

/** A focus session of one minute does what one of 25 does, and the timer need not be waited for as long. */
const FOCUS_MINUTES = 1;

/**
 * Makes the account whose day is counted: 1,000 tasks, a confirmed address, a connected calendar. None of this is counted: it goes
 * through the stack's own function.
 * @param {import('../stack/stack.mjs').Stack} stack
 * @param {Page} page whose browser is signed in then
 * @param {number} tasks
 */
export async function makeAccount(stack, page, tasks) {
  const username = `cost${Date.now()}`;
  const registration = { username, email: `${username}@example.com`, password: 'correct horse' };
  await page.goto(`${stack.url}/privacy`);
  await call(page, 'POST', '/api/register', registration);
  await signIn(page, registration);
  const uid = await uidOf(page);
  await confirmAddress(stack, uid);
  await importRecords(page, 'tasks', tasksOf(tasks));
  // A pull reads again what was written shortly before the revision that it knows: the import must not be among that.
  await sleep(PAUSE_MS);
  await call(page, 'PATCH', '/api/settings', { focusDuration: FOCUS_MINUTES });
  const google = googleAccount(stack, `${username}@gmail.example`);
  await connectCalendar(page, google.account);
  return { ...registration, uid, google };
}

/** @param {Page} page @param {{ email: string, password: string }} person */
export async function signIn(page, { email, password }) {
  await call(page, 'POST', '/api/login', { email, password });
}

/** @param {Page} page */
async function uidOf(page) {
  const { cookies } = await page.context().storageState();
  const session = cookies.find(({ name }) => name === '__session')?.value ?? '';
  const [, payload = ''] = session.split('.');
  return String(JSON.parse(Buffer.from(payload, 'base64url').toString()).sub);
}

/**
 * As the link in the mail would.
 * @param {import('../stack/stack.mjs').Stack} stack
 * @param {string} uid
 */
async function confirmAddress({ env }, uid) {
  const { FIREBASE_AUTH_EMULATOR_HOST: host, GCLOUD_PROJECT: project } = env;
  await post(
    `http://${host}/identitytoolkit.googleapis.com/v1/projects/${project}/accounts:update`,
    { localId: uid, emailVerified: true },
  );
}

/**
 * Through the stand-in's consent page, as a person would.
 * @param {Page} page
 * @param {string} account
 */
async function connectCalendar(page, account) {
  const { authUrl } = JSON.parse(await call(page, 'GET', '/api/calendar/auth-url'));
  const consent = new URLSearchParams({ account, decision: 'allow' });
  for (const scope of SCOPES) consent.append('scope', scope);
  const answer = await fetch(authUrl, { method: 'POST', body: consent, redirect: 'manual' });
  await page.goto(answer.headers.get('location') ?? '');
  if (!page.url().includes('success=true'))
    throw new CommandError(`The calendar could not be connected: ${page.url()}`);
}

/**
 * The person's account at the stand-in for Google.
 * @param {import('../stack/stack.mjs').Stack} stack
 * @param {string} account
 */
function googleAccount({ google }, account) {
  if (!google)
    throw new CommandError(
      'The cost is counted with the stand-in for Google: unset the GOOGLE_* variables.',
    );
  /** @param {string} action @param {object} [what] */
  const state = (action, what) => post(`${google.url}/_state`, { do: action, account, ...what });
  return {
    account,
    /** @param {string} summary @param {Date} start */
    createEvent: (summary, start) =>
      state('createEvent', {
        event: {
          summary,
          start: { dateTime: start.toISOString() },
          end: { dateTime: new Date(start.getTime() + 3_600_000).toISOString() },
        },
      }),
    /** @returns {Promise<{ id: string, token: string, resourceId: string }[]>} */
    channels: () => state('channels'),
    /** How many calls of the Calendar API were made; refreshes of the token and messages to us are none. */
    calls: async () => {
      const reply = await fetch(`${google.url}/_calls?account=${encodeURIComponent(account)}`);
      /** @type {{ calls: { endpoint: string }[] }} */
      const { calls } = await reply.json();
      return calls.filter(({ endpoint }) => /^(calendarList|events|channels)\./.test(endpoint))
        .length;
    },
  };
}

/** @param {string} url @param {object} body */
async function post(url, body) {
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer owner' };
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await reply.text();
  if (!reply.ok) throw new CommandError(`${new URL(url).pathname} answered ${text}`);
  return JSON.parse(text);
}

/**
 * @param {Page} page
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function call(page, method, path, body) {
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
  if (status >= 300) throw new CommandError(`${method} ${path} answered ${status}: ${text}`);
  return text;
}
