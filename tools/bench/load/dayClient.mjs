// @ts-check
import { randomInt, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { CommandError } from '../../command/commandError.mjs';
import { tasksOf } from '../benchAccount.mjs';

/*
 * A person's browser in the load bench. Node's own HTTP client: what has a connection for each of so many clients, a
 * cookie for each, and requests that follow from the answers before, is shorter with it than with a load generator.
 */

/**
 * @typedef {object} Call
 * @property {string} method
 * @property {string} path
 * @property {object} [body]
 * @property {Record<string, string>} [headers]
 * @property {(answer: Answer) => void} [done] takes over what the answer says, if it is a success
 */

/**
 * @typedef {object} Answer
 * @property {number} status 0 when there was none
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string} text
 * @property {number} ms from the request to the end of its answer
 * @property {number} firstByteMs
 */

/**
 * Sends one request.
 * @param {string} url
 * @param {Call & { cookie?: string, agent?: import('node:http').Agent }} call
 * @returns {Promise<Answer>}
 */
export function send(url, { method, path, body, headers = {}, cookie, agent }) {
  const text = body && JSON.stringify(body);
  return new Promise((resolve) => {
    const started = performance.now();
    let firstByteMs = 0;
    const failed = (/** @type {Error} */ error) =>
      resolve({
        status: 0,
        headers: {},
        text: error.message,
        ms: performance.now() - started,
        firstByteMs,
      });
    const outgoing = httpRequest(new URL(path, url), {
      method,
      ...(agent && { agent }),
      headers: {
        // As browsers do.
        'Accept-Encoding': 'gzip',
        ...headers,
        ...(cookie && { Cookie: `__session=${cookie}` }),
        ...(text && {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(text),
        }),
      },
    });
    outgoing.on('error', failed);
    outgoing.on('response', (incoming) => {
      firstByteMs = performance.now() - started;
      buffer(incoming).then((received) => {
        const isCompressed = incoming.headers['content-encoding'] === 'gzip';
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: (isCompressed ? gunzipSync(received) : received).toString(),
          ms: performance.now() - started,
          firstByteMs,
        });
      }, failed);
    });
    outgoing.end(text);
  });
}

const newId = () => randomInt(2 ** 47) + 1_000_000;
const mutation = () => ({ 'Daymark-Mutation': randomUUID() });
const now = () => new Date().toISOString();

/** The collections of which a browser has a copy. */
const COPIED = [
  'tasks',
  'categories',
  'events',
  'settings',
  'reflections',
  'notes',
  'focusSessions',
];

/**
 * What a day consists of, by how often it occurs in a hundred: catching up with other devices most of all, then the
 * changes of a person who plans, ticks and writes.
 * @type {[times: number, make: (client: DayClient) => Call][]}
 */
const DAY = [
  [34, (client) => client.catchUp()],
  [4, (client) => client.catchUp({ live: 'true' })],
  [8, (client) => client.listTasks()],
  [6, () => ({ method: 'GET', path: '/api/user' })],
  [6, () => ({ method: 'GET', path: `/api/events?${thisWeek()}` })],
  [2, () => ({ method: 'GET', path: '/api/settings' })],
  [2, (client) => client.save('/api/settings', 'PATCH', { focusDuration: 20 + randomInt(20) })],
  [9, (client) => client.addTask()],
  [8, (client) => client.changeTask({ completed: true })],
  [8, (client) => client.changeTask({ title: `Renamed ${randomInt(1e6)}` })],
  [4, (client) => client.deleteTask()],
  [2, (client) => client.save('/api/focus-sessions', 'POST', focusSession())],
  [2, (client) => client.save('/api/reflections', 'POST', reflection())],
  [1, (client) => client.addNote()],
  [3, (client) => client.changeNote()],
  [1, (client) => client.save('/api/events', 'POST', event())],
];

const BY_CHANCE = DAY.flatMap(([times, make]) => Array.from({ length: times }, () => make));

/** Few: each query of the Firestore emulator goes through all documents of all accounts, as Firestore itself does not. */
const TASKS = 25;

/** A person with an account of their own. */
export class DayClient {
  /** @type {Record<string, string>} the revision that this browser has of each collection */
  #revisions = Object.fromEntries(COPIED.map((name) => [name, '0.0.0']));
  /** @type {string | undefined} */
  #tasksTag;
  /** @type {number[]} tasks that were added here */
  #tasks = [];
  /** @type {number[]} */
  #notes = [];

  /** @param {string} cookie */
  constructor(cookie) {
    this.cookie = cookie;
  }

  /** The next request. Its answer goes to `done`. @returns {Call} */
  next() {
    const make = BY_CHANCE[randomInt(BY_CHANCE.length)];
    if (!make) throw new Error('The day is empty.');
    return make(this);
  }

  /**
   * @param {Record<string, string>} [more] what a start asks for, too
   * @returns {Call}
   */
  catchUp(more) {
    return {
      method: 'GET',
      path: `/api/changes?${new URLSearchParams({ ...this.#revisions, ...more })}`,
      done: ({ text }) => {
        /** @type {Record<string, { revision: string }>} */
        const { liveToken: _, ...changes } = JSON.parse(text);
        for (const [name, { revision }] of Object.entries(changes))
          this.#revisions[name] = revision;
      },
    };
  }

  /** @returns {Call} */
  listTasks() {
    return {
      method: 'GET',
      path: '/api/tasks',
      headers: this.#tasksTag ? { 'If-None-Match': this.#tasksTag } : {},
      done: ({ headers }) => (this.#tasksTag = headers.etag),
    };
  }

  /**
   * @param {string} path
   * @param {string} method
   * @param {object} body
   * @returns {Call}
   */
  save(path, method, body) {
    return { method, path, body: { ...body, editedAt: now() }, headers: mutation() };
  }

  /** @returns {Call} */
  addTask() {
    const id = newId();
    return {
      method: 'POST',
      path: '/api/tasks',
      body: { id, title: `Task ${id} of the load`, categoryId: 1, estimateMinutes: 30 },
      headers: mutation(),
      done: () => void this.#tasks.push(id),
    };
  }

  /** @param {object} fields @returns {Call} */
  changeTask(fields) {
    const id = this.#tasks[randomInt(Math.max(1, this.#tasks.length))];
    return id === undefined ? this.addTask() : this.save(`/api/tasks/${id}`, 'PATCH', fields);
  }

  /** @returns {Call} */
  deleteTask() {
    const id = this.#tasks.shift();
    if (id === undefined) return this.addTask();
    return { method: 'DELETE', path: `/api/tasks/${id}`, headers: mutation() };
  }

  /** @returns {Call} */
  addNote() {
    const id = newId();
    const done = () => void this.#notes.push(id);
    const body = { id, title: 'A note of the load', content: 'Three lines.\n'.repeat(30) };
    return { method: 'POST', path: '/api/notes', body, headers: mutation(), done };
  }

  /** @returns {Call} */
  changeNote() {
    const id = this.#notes.at(-1);
    const content = `Line ${randomInt(1e6)}\n`.repeat(30);
    return id === undefined ? this.addNote() : this.save(`/api/notes/${id}`, 'PATCH', { content });
  }
}

/** @param {number} hours from now */
const inHours = (hours) => new Date(Date.now() + hours * 3_600_000).toISOString();

const thisWeek = () => new URLSearchParams({ startDate: inHours(-72), endDate: inHours(96) });

const focusSession = () => ({
  id: newId(),
  mode: 'focus',
  start: inHours(-0.5),
  end: inHours(0),
  plannedSeconds: 1500,
  actualSeconds: 1500,
  completed: true,
});

const reflection = () => ({
  date: now(),
  accomplishments: `Done ${randomInt(1e6)}`,
  challenges: null,
  tomorrowFocus: null,
  productivityRating: 4,
});

const event = () => ({ id: newId(), title: 'A block', start: inHours(1), end: inHours(2) });

/** @typedef {{ email: string, password: string, cookie: string }} Account */

/**
 * Makes an account with some tasks and signs in.
 * @param {string} url of the function
 * @param {number} number another one for each account of a moment
 * @returns {Promise<Account>}
 */
export async function newAccount(url, number) {
  const tag = `${Date.now()}${number}`;
  const email = `load${tag}@example.com`;
  const password = 'correct horse';
  await expect(url, 201, '/api/register', { username: `load${tag}`, email, password });
  const { headers } = await expect(url, 200, '/api/login', { email, password });
  const cookie = /__session=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? '';
  await expect(url, 200, '/api/import', { version: 1, tasks: tasksOf(TASKS) }, cookie);
  return { email, password, cookie };
}

/**
 * Posts what makes an account for the bench.
 * @param {string} url
 * @param {number} status what is expected
 * @param {string} path
 * @param {object} body
 * @param {string} [cookie]
 */
export async function expect(url, status, path, body, cookie) {
  const answer = await send(url, { method: 'POST', path, body, ...(cookie && { cookie }) });
  if (answer.status === status) return answer;
  throw new CommandError(
    `The bench could not make its accounts (${path}: ${answer.status}).`,
    answer.text,
  );
}
