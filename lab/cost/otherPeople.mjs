// @ts-check
import { randomInt, randomUUID } from 'node:crypto';
import { tasksOf } from '../account.mjs';
import { CommandError } from '../../tools/command/commandError.mjs';

/** @typedef {Awaited<ReturnType<typeof import('./countedFunction.mjs').startCountedFunction>>} CountedFunction */

const PEOPLE = 100;

/** Number of people whose requests are served at the same time. */
const AT_ONCE = 10;

/**
 * Number of rounds for each person, which together make as many changes as a visit (day.mjs). The number is small
 * because a pull also reads the changes of the last 30 seconds.
 */
const ROUNDS = 2;

/** Number of turns in which all people send their requests. */
const TURNS = 8;

/**
 * Number of tasks for each person. The number is small because the Firestore emulator, unlike Firestore, scans the
 * documents of all accounts for each query.
 */
const TASKS = 25;

/**
 * Sends requests of other people, which keep an instance busy and its code compiled. Returns the average processor time
 * of a request, in ms: the lowest of several turns, because other work on the machine only adds to it.
 * @param {CountedFunction} running
 */
export async function busyRequestMs({ url, counted }) {
  /** @type {Person[]} */
  const people = [];
  await atOnce(
    Array.from({ length: PEOPLE }, (_, n) => n),
    async (n) => {
      people.push({ cookie: await signUp(url, n), revision: '0.0.0' });
    },
  );
  let lowest = Infinity;
  for (let turn = 0; turn < TURNS; turn++) {
    const before = await counted();
    await atOnce(people, (person) => serveOne(url, person));
    const after = await counted();
    const requests = after.requests.length - before.requests.length;
    lowest = Math.min(lowest, (after.processorMs - before.processorMs) / requests);
  }
  return lowest;
}

/** @typedef {{ cookie: string, revision: string }} Person a session, and the revision of the tasks that are known */

/**
 * Does the work for each item, at most AT_ONCE at a time.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<void>} work
 */
async function atOnce(items, work) {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Creates a person's account with tasks. Returns the session cookie. @param {string} url @param {number} number */
async function signUp(url, number) {
  const username = `other${Date.now()}${number}`;
  const [email, password] = [`${username}@example.com`, 'correct horse'];
  await send(url, 'POST', '/api/register', { username, email, password });
  const { headers } = await send(url, 'POST', '/api/login', { email, password });
  const cookie = /__session=[^;]+/.exec(String(headers.get('set-cookie')))?.[0] ?? '';
  await send(url, 'POST', '/api/import', { version: 1, tasks: tasksOf(TASKS) }, cookie);
  return cookie;
}

/**
 * Sends the requests of a browser in use, which adds tasks, ticks them and pulls changes.
 * @param {string} url
 * @param {Person} person
 */
async function serveOne(url, person) {
  const { cookie } = person;
  const pull = async () => {
    const path = `/api/changes?tasks=${person.revision}`;
    const reply = await send(url, 'GET', path, undefined, cookie);
    /** @type {{ tasks?: { revision: string } }} */
    const { tasks } = await reply.json();
    person.revision = tasks?.revision ?? person.revision;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const id = randomInt(2 ** 47) + 1_000_000;
    await send(url, 'POST', '/api/tasks', { id, title: `Task ${id}` }, cookie);
    await pull();
    const editedAt = new Date().toISOString();
    await send(url, 'PATCH', `/api/tasks/${id}`, { completed: true, editedAt }, cookie);
    await pull();
    await pull();
  }
}

/**
 * @param {string} url
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {string} [cookie]
 */
async function send(url, method, path, body, cookie) {
  const reply = await fetch(url + path, {
    method,
    headers: {
      'Daymark-Mutation': randomUUID(),
      ...(cookie && { Cookie: cookie }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok)
    throw new CommandError(`${method} ${path} returned ${reply.status}.`, await reply.text());
  return reply;
}
