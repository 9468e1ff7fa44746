// @ts-check
import { randomInt, randomUUID } from 'node:crypto';
import { tasksOf } from '../account.mjs';
import { CommandError } from '../../tools/command/commandError.mjs';

/** @typedef {Awaited<ReturnType<typeof import('./countedFunction.mjs').startCountedFunction>>} CountedFunction */

const PEOPLE = 10;
const ROUNDS = 60;

/**
 * Number of tasks for each person. The number is small because the Firestore emulator, unlike Firestore, scans the
 * documents of all accounts for each query.
 */
const TASKS = 25;

/**
 * Sends requests of other people, which keep an instance busy and its code compiled. Returns the average processor time
 * of a request, in ms.
 * @param {CountedFunction} running
 */
export async function busyRequestMs({ url, counted }) {
  const cookies = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => signUp(url, n)));
  const serve = () => Promise.all(cookies.map((cookie) => serveOne(url, cookie)));
  await serve();
  const before = await counted();
  await serve();
  const after = await counted();
  return (
    (after.processorMs - before.processorMs) / (after.requests.length - before.requests.length)
  );
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
 * @param {string} cookie
 */
async function serveOne(url, cookie) {
  let revision = '0.0.0';
  const pull = async () => {
    const reply = await send(url, 'GET', `/api/changes?tasks=${revision}`, undefined, cookie);
    /** @type {{ tasks?: { revision: string } }} */
    const { tasks } = await reply.json();
    revision = tasks?.revision ?? revision;
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
