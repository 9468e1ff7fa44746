// @ts-check
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../command/commandError.mjs';
import { startStack } from '../stack/stack.mjs';
import { median } from './benchPages.mjs';
import { expect, newAccount, send } from './load/dayClient.mjs';
import { BARE, NAIVE, startFunctionProcess } from './load/functionProcess.mjs';

/** @typedef {import('./load/dayClient.mjs').Account} Account */
/** @typedef {import('./load/dayClient.mjs').Call} Call */

/** How long a process is left alone after its first answer: everything is loaded then. */
const REST_MS = 1500;

/** What is asked of a process that has just started, by the group of endpoints. */
const GROUPS =
  /** @type {Record<string, { isBare?: true, make: (at: Prepared) => Call & { cookie?: string } }>} */ ({
    'a health check': { isBare: true, make: () => get('/api/health') },
    'a list of tasks': { isBare: true, make: ({ cookie }) => get('/api/tasks', cookie) },
    'changes since a revision': {
      isBare: true,
      make: ({ cookie }) => get('/api/changes?tasks=0.0.0', cookie),
    },
    settings: { isBare: true, make: ({ cookie }) => get('/api/settings', cookie) },
    'the token of live updates': {
      isBare: true,
      make: ({ cookie }) => post('/api/live-token', undefined, cookie),
    },
    'a new task': {
      isBare: true,
      make: ({ cookie }) => post('/api/tasks', { id: newId(), title: 'A task' }, cookie),
    },
    'a sign-in': { make: ({ email, password }) => post('/api/login', { email, password }) },
    'calendars at Google': { make: ({ cookie }) => get('/api/calendar/list', cookie) },
    'an export as a zip file': { make: ({ cookie }) => get('/api/export?format=zip', cookie) },
    'an import': {
      make: ({ cookie }) =>
        post(
          '/api/import',
          { version: 1, notes: [{ id: newId(), title: 'A', content: '' }] },
          cookie,
        ),
    },
    'a calendar feed': { make: ({ feed }) => get(feed) },
  });

const newId = () => randomInt(2 ** 47) + 1_000_000;

/** @param {string} path @param {string} [cookie] */
const get = (path, cookie) => ({ method: 'GET', path, ...(cookie && { cookie }) });

/** @param {string} path @param {object} [body] @param {string} [cookie] */
const post = (path, body, cookie) => ({
  method: 'POST',
  path,
  headers: { 'Daymark-Mutation': randomUUID() },
  ...(body && { body }),
  ...(cookie && { cookie }),
});

/**
 * Medians, in ms. A first byte is counted from the moment at which its request is sent.
 * @typedef {object} ColdStart
 * @property {number} first the process's first request, as soon as it listens
 * @property {number} second the same request again
 * @property {number} later the first one of its group, in a process that has answered a health check before
 * @property {number} total from the start of the process to the first byte
 * @property {number | undefined} bare the total of the bare handler
 * @property {number | undefined} naive the total of the bare handler with everything imported at the top
 */

/**
 * How long the first request to a fresh process takes until the first byte of its answer, with each group of endpoints,
 * and when it listens. Each time in new processes, in turns.
 * @param {number} runs
 * @param {import('../command/command.mjs').OnExit} onExit
 * @returns {Promise<{ listening: { ours: number, bare: number, naive: number }, groups: Record<string, ColdStart> }>}
 */
export async function measureColdStart(runs, onExit) {
  const stack = await startStack({ web: false, onExit });
  const env = {
    ...stack.env,
    ...stack.google?.env,
    GOOGLE_TOKEN_KEY: btoa('the-bench-keys-its-32-bytes-here'),
    WEB_API_KEY: 'demo-key',
    ATTEMPT_LIMITS: 'none',
  };
  const [at, other] = [await prepare(env, 1), await prepare(env, 2)];
  /** @type {Record<'ours' | 'bare' | 'naive', number[]>} */
  const listening = { ours: [], bare: [], naive: [] };
  /** @type {Record<string, { [Figure in keyof ColdStart]: number[] }>} */
  const times = {};
  // The first turn only warms the disk's cache.
  for (let turn = 0; turn <= runs; turn++) {
    for (const [name, { isBare, make }] of Object.entries(GROUPS)) {
      const cold = await firstRequests(undefined, env, [make(at), make(at)]);
      const [, later = 0] = (
        await firstRequests(undefined, env, [get('/api/health'), make(at)], REST_MS)
      ).ms;
      const bare = isBare && (await firstRequests(BARE, env, [make(other)]));
      const naive = isBare && (await firstRequests(NAIVE, env, [make(other)]));
      if (turn === 0) continue;
      const [first = 0, second = 0] = cold.ms;
      listening.ours.push(cold.listening);
      if (bare) listening.bare.push(bare.listening);
      if (naive) listening.naive.push(naive.listening);
      const of = (times[name] ??= {
        first: [],
        second: [],
        later: [],
        total: [],
        bare: [],
        naive: [],
      });
      of.first.push(first);
      of.second.push(second);
      of.later.push(later);
      of.total.push(cold.total);
      if (bare) of.bare.push(bare.total);
      if (naive) of.naive.push(naive.total);
    }
  }
  await stack.stop();
  return {
    listening: {
      ours: median(listening.ours),
      bare: median(listening.bare),
      naive: median(listening.naive),
    },
    groups: Object.fromEntries(
      Object.entries(times).map(([name, { first, second, later, total, bare, naive }]) => [
        name,
        {
          first: median(first),
          second: median(second),
          later: median(later),
          total: median(total),
          bare: bare.length > 0 ? median(bare) : undefined,
          naive: naive.length > 0 ? median(naive) : undefined,
        },
      ]),
    ),
  };
}

/**
 * @param {string | undefined} source
 * @param {NodeJS.ProcessEnv} env
 * @param {(Call & { cookie?: string })[]} calls
 * @param {number} [restMs] between them
 */
async function firstRequests(source, env, calls, restMs = 0) {
  const running = await startFunctionProcess({ ...(source && { source }), env });
  /** @type {number[]} */
  const ms = [];
  try {
    for (const call of calls) {
      if (ms.length > 0) await sleep(restMs);
      const answer = await send(running.url, call);
      if (answer.status < 200 || answer.status >= 300)
        throw new CommandError(`${call.path}: ${answer.status} ${answer.text}`, running.output());
      ms.push(answer.firstByteMs);
    }
  } finally {
    await running.stop();
  }
  return { listening: running.listeningMs, ms, total: running.listeningMs + (ms[0] ?? 0) };
}

/** @typedef {Account & { feed: string }} Prepared */

/**
 * A person with tasks, a connected calendar and a calendar feed. One for the function and one for the others, whose
 * records are not complete.
 * @param {NodeJS.ProcessEnv & { FIREBASE_AUTH_EMULATOR_HOST: string, GCLOUD_PROJECT: string }} env
 * @param {number} number
 * @returns {Promise<Prepared>}
 */
async function prepare(env, number) {
  const running = await startFunctionProcess({ env });
  try {
    const account = await newAccount(running.url, number);
    const { cookie } = account;
    const { sub } = JSON.parse(Buffer.from(String(cookie.split('.')[1]), 'base64url').toString());
    // The link in the mail that confirms the address.
    await fetch(
      `http://${env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/projects/${env.GCLOUD_PROJECT}/accounts:update`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
        body: JSON.stringify({ localId: sub, emailVerified: true }),
      },
    );
    const made = await expect(running.url, 201, '/api/calendar-feed', { busyOnly: false }, cookie);
    await connectCalendar(running.url, cookie);
    return { ...account, feed: JSON.parse(made.text).path };
  } finally {
    await running.stop();
  }
}

/** Allows everything on the page of the stand-in for Google. @param {string} url @param {string} cookie */
async function connectCalendar(url, cookie) {
  const { authUrl } = JSON.parse((await send(url, get('/api/calendar/auth-url', cookie))).text);
  const body = new URLSearchParams({ account: 'bench@example.com', decision: 'allow' });
  for (const scope of new URL(authUrl).searchParams.get('scope')?.split(' ') ?? [])
    body.append('scope', scope);
  const consent = await fetch(authUrl, { method: 'POST', body, redirect: 'manual' });
  const { search } = new URL(consent.headers.get('location') ?? url);
  await send(url, get(`/api/calendar/callback${search}`, cookie));
}

/**
 * The figures as tables: heads and rows.
 * @param {Awaited<ReturnType<typeof measureColdStart>>} measured
 * @returns {[head: string[], rows: (string | number)[][]][]}
 */
export function coldStartTables({ listening, groups }) {
  const ms = (/** @type {number | undefined} */ value) =>
    value === undefined ? '' : `${value.toFixed(0)} ms`;
  return [
    [
      [
        'from the start of a process until it listens',
        'the function',
        'bare Express',
        'naive imports',
      ],
      [['Functions Framework', ms(listening.ours), ms(listening.bare), ms(listening.naive)]],
    ],
    [
      [
        'the first request of a process',
        'first byte',
        'the same again',
        'first of its group, after a health check',
        'start → first byte',
        'bare Express',
        'naive imports',
      ],
      Object.entries(groups).map(([name, { first, second, later, total, bare, naive }]) => [
        name,
        ...[first, second, later, total, bare, naive].map(ms),
      ]),
    ],
  ];
}
