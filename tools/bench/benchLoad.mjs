// @ts-check
import { Agent } from 'node:http';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStack } from '../stack/stack.mjs';
import { DayClient, newAccount, send } from './load/dayClient.mjs';
import { BARE, startFunctionProcess } from './load/functionProcess.mjs';

/** @typedef {import('./load/functionProcess.mjs').FunctionProcess} FunctionProcess */
/** @typedef {import('../command/command.mjs').OnExit} OnExit */

const CLIENTS = 80;
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 300);

/** The code is compiled and the connections are open after it. */
const WARM_UP_SECONDS = 20;

/** Requests of a burst, all at once: more than twelve times what Cloud Run sends to one instance. */
const BURST = 1000;
const BURSTS = 3;

/** How many connections of a burst are opened at once, before it. */
const SOCKETS = 100;

/** How long one client measures the latency before and after the bursts. */
const CALM_SECONDS = 5;

/** Production's limits, but for the accounts that the bench makes from one address. */
const NEVER = { account: [1e9, 60], address: [1e9, 60] };
const LIMITS = {
  ATTEMPT_LIMITS: JSON.stringify({ login: NEVER, register: NEVER }),
  IN_FLIGHT_MAX: undefined,
};

/**
 * @typedef {object} Load
 * @property {number} requests
 * @property {number} perSecond
 * @property {number} p50 ms
 * @property {number} p99 ms
 * @property {number} slowest ms
 * @property {Record<string, number>} statuses
 * @property {number} cpu processor time of the function's process for one request, in ms
 * @property {number} delay the 99th percentile of its event loop's delay, in ms
 * @property {number} rpcs calls of Firestore for one request
 * @property {Record<string, number>} rpcsByName
 * @property {{ heap: number, rss: number }[]} memory at the start, in the middle, at the end, and after the bursts, in MB
 * @property {Burst[]} bursts
 * @property {number} calmBefore p50 of one client before the bursts, in ms
 * @property {number} calmAfter the same right after them
 * @property {number} calmFailures answers to that client that were no success, before and after
 */

/**
 * @typedef {object} Burst
 * @property {Record<string, number>} statuses
 * @property {number} slowest ms
 * @property {number} slowestRefusal ms
 * @property {number} withoutRetryAfter refusals that do not say when to try again
 */

/**
 * One instance of the function under 80 clients at once, and a bare Express handler that makes the same calls of
 * Firestore, each with emulators of its own: they become slower with what they store.
 * @param {OnExit} onExit
 * @returns {Promise<{ ours: Load, bare: Load }>}
 */
export async function measureLoad(onExit) {
  return {
    ours: await loadOf('the function', undefined, onExit),
    bare: await loadOf('bare Express', BARE, onExit),
  };
}

/**
 * @param {string} name
 * @param {string | undefined} source
 * @param {OnExit} onExit
 * @returns {Promise<Load>}
 */
async function loadOf(name, source, onExit) {
  // Firestore's emulator lives long enough here to pay for the optimizing compiler, which startStack switches off.
  process.env['JAVA_TOOL_OPTIONS'] ??= '-XX:TieredStopAtLevel=4';
  const stack = await startStack({ web: false, onExit });
  const env = { ...stack.env, WEB_API_KEY: 'demo-key', ...LIMITS };
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  try {
    const clients = await makeClients(env);
    const running = await startFunctionProcess({ ...(source && { source }), env, measured: true });
    console.log(`${name}: ${CLIENTS} clients for ${SECONDS} s…`);
    await drive(running, clients, agent, WARM_UP_SECONDS);
    const start = await rest(running);
    const half = await drive(running, clients, agent, SECONDS / 2);
    const middle = await rest(running);
    const whole = await drive(running, clients, agent, SECONDS / 2, half);
    const end = await rest(running);

    const calmBefore = await calm(running, clients, agent);
    // So that in a burst all ask the same, and Firestore's emulator has little to do for it.
    for (const client of clients) {
      const call = client.catchUp();
      call.done?.(await send(running.url, { ...call, cookie: client.cookie, agent }));
    }
    /** @type {Burst[]} */
    const bursts = [];
    for (let turn = 0; turn < BURSTS; turn++) bursts.push(await burst(running, clients));
    const calmAfter = await calm(running, clients, agent);
    const after = await rest(running);
    await running.stop();

    const rpcs = Object.fromEntries(
      Object.entries(end.rpcs).map(([rpc, count]) => [rpc, count - (start.rpcs[rpc] ?? 0)]),
    );
    const { requests, histogram, statuses, seconds } = whole;
    return {
      requests,
      perSecond: requests / seconds,
      p50: histogram.percentile(50) / 1000,
      p99: histogram.percentile(99) / 1000,
      slowest: histogram.max / 1000,
      statuses,
      cpu: (end.cpu - start.cpu) / requests,
      delay: Math.max(middle.delay, end.delay),
      rpcs: Object.values(rpcs).reduce((sum, count) => sum + count, 0) / requests,
      rpcsByName: rpcs,
      memory: [start, middle, end, after].map(({ heap, rss }) => ({
        heap: heap / 1e6,
        rss: rss / 1e6,
      })),
      bursts,
      calmBefore: calmBefore.p50,
      calmAfter: calmAfter.p50,
      calmFailures: calmBefore.failures + calmAfter.failures,
    };
  } finally {
    agent.destroy();
    await stack.stop();
  }
}

/**
 * The accounts, always made by the function.
 * @param {NodeJS.ProcessEnv} env
 */
async function makeClients(env) {
  const running = await startFunctionProcess({ env });
  /** @type {DayClient[]} */
  const clients = [];
  // One after the other: passwords are slow to hash, and nothing of this is measured.
  for (let n = 0; n < CLIENTS; n++) {
    const { cookie } = await newAccount(running.url, n);
    clients.push(new DayClient(cookie));
  }
  await running.stop();
  return clients;
}

/**
 * Every client sends its next request as soon as it has the answer to the one before.
 * @param {FunctionProcess} running
 * @param {DayClient[]} clients
 * @param {Agent} agent
 * @param {number} seconds
 */
async function drive(running, clients, agent, seconds, sum = newSum()) {
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        const call = client.next();
        const answer = await send(running.url, { ...call, cookie: client.cookie, agent });
        sum.requests++;
        sum.histogram.record(Math.max(1, Math.round(answer.ms * 1000)));
        count(sum.statuses, answer.status);
        if (answer.status >= 200 && answer.status < 300) call.done?.(answer);
        else if (answer.status !== 304 && sum.shown++ < 5)
          console.log(`${call.method} ${call.path.split('?')[0]}: ${answer.status} ${answer.text}`);
      }
    }),
  );
  sum.seconds += (performance.now() - started) / 1000;
  return sum;
}

const newSum = () => ({
  requests: 0,
  seconds: 0,
  shown: 0,
  histogram: createHistogram(),
  statuses: /** @type {Record<string, number>} */ ({}),
});

/** @param {Record<string, number>} statuses @param {number} status */
const count = (statuses, status) => (statuses[status] = (statuses[status] ?? 0) + 1);

/** @param {DayClient[]} clients @param {number} n */
function clientOf(clients, n) {
  const client = clients[n % clients.length];
  if (!client) throw new Error('There are no clients.');
  return client;
}

/** What the process uses when nothing is under way. @param {FunctionProcess} running */
async function rest(running) {
  await sleep(1000);
  return running.usage();
}

/**
 * The latency for one client alone.
 * @param {FunctionProcess} running
 * @param {DayClient[]} clients
 * @param {Agent} agent
 */
async function calm(running, clients, agent) {
  const { histogram, statuses } = await drive(running, clients.slice(0, 1), agent, CALM_SECONDS);
  const failures = Object.entries(statuses)
    .filter(([status]) => Number(status) >= 400 || status === '0')
    .reduce((sum, [, times]) => sum + times, 0);
  return { p50: histogram.percentile(50) / 1000, failures };
}

/**
 * Far more requests at once than an instance works on, each on a connection of its own: what open pages ask when the
 * network is back. The connections are open, as a proxy has them: of more than 511 new ones at once, Node's own limit,
 * TCP tries the others again after a second.
 * @param {FunctionProcess} running
 * @param {DayClient[]} clients
 * @returns {Promise<Burst>}
 */
async function burst(running, clients) {
  /** @type {Agent[]} */
  const agents = [];
  for (let n = 0; n < BURST / SOCKETS; n++) {
    const agent = new Agent({ keepAlive: true, maxFreeSockets: SOCKETS });
    agents.push(agent);
    const health = { method: 'GET', path: '/api/health', agent };
    await Promise.all(Array.from({ length: SOCKETS }, () => send(running.url, health)));
  }
  const answers = await Promise.all(
    Array.from({ length: BURST }, (_, n) => {
      const agent = agents[n % agents.length];
      const client = clientOf(clients, n);
      return send(running.url, {
        ...client.catchUp(),
        cookie: client.cookie,
        ...(agent && { agent }),
      });
    }),
  );
  for (const agent of agents) agent.destroy();
  /** @type {Record<string, number>} */
  const statuses = {};
  for (const { status } of answers) count(statuses, status);
  const refusals = answers.filter(({ status }) => status === 429 || status === 503);
  return {
    statuses,
    slowest: Math.max(...answers.map(({ ms }) => ms)),
    slowestRefusal: Math.max(0, ...refusals.map(({ ms }) => ms)),
    withoutRetryAfter: refusals.filter(({ headers }) => !headers['retry-after']).length,
  };
}

/**
 * The figures as tables: heads and rows.
 * @param {{ ours: Load, bare: Load }} load
 * @returns {[head: string[], rows: (string | number)[][]][]}
 */
export function loadTables({ ours, bare }) {
  const both = [ours, bare];
  /** @param {string} name @param {(load: Load) => string | number} cell */
  const row = (name, cell) => [name, ...both.map(cell)];
  const ms = (/** @type {number} */ value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  /** @param {number} moment */
  const memory = (moment) => (/** @type {Load} */ load) => {
    const { heap = 0, rss = 0 } = load.memory[moment] ?? {};
    return `${heap.toFixed(1)} MB, ${rss.toFixed(0)} MB`;
  };
  const statuses = (/** @type {Record<string, number>} */ counted) =>
    Object.entries(counted)
      .map(([status, times]) => `${times} × ${status}`)
      .join(', ');
  return [
    [
      [`${CLIENTS} clients for ${SECONDS} s`, 'the function', 'bare Express'],
      [
        row('requests a second', ({ perSecond }) => perSecond.toFixed(0)),
        row('p50', ({ p50 }) => ms(p50)),
        row('p99', ({ p99 }) => ms(p99)),
        row('slowest', ({ slowest }) => ms(slowest)),
        row('answers', (load) => statuses(load.statuses)),
        row('processor time a request', ({ cpu }) => `${cpu.toFixed(2)} ms`),
        row('calls of Firestore a request', ({ rpcs }) => rpcs.toFixed(2)),
        row('event loop’s delay, p99', ({ delay }) => ms(delay)),
        row('heap, RSS: at the start', memory(0)),
        row('after half of the time', memory(1)),
        row('at the end', memory(2)),
        row('after the bursts', memory(3)),
      ],
    ],
    [
      [`${BURST} requests at once`, 'the function', 'bare Express'],
      [
        ...Array.from({ length: BURSTS }, (_, turn) => [
          row(`burst ${turn + 1}: answers`, ({ bursts }) => statuses(bursts[turn]?.statuses ?? {})),
          row('the slowest answer', ({ bursts }) => ms(bursts[turn]?.slowest ?? 0)),
          row('the slowest refusal', ({ bursts }) => ms(bursts[turn]?.slowestRefusal ?? 0)),
        ]).flat(),
        row('refusals without Retry-After', ({ bursts }) =>
          bursts.reduce((sum, { withoutRetryAfter }) => sum + withoutRetryAfter, 0),
        ),
        row('p50 of one client before', ({ calmBefore }) => ms(calmBefore)),
        row('p50 of one client right after', ({ calmAfter }) => ms(calmAfter)),
        row('failures of that client', ({ calmFailures }) => calmFailures),
      ],
    ],
  ];
}
