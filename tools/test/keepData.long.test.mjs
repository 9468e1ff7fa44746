// @ts-check
import assert from 'node:assert/strict';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'vitest';
import { areTaggedGone, isAlive, taggedProcesses } from '../command/processes.mjs';
import { HOST } from '../stack/ports.mjs';
import { freePort, start, TEMPORARY } from './startDaymark.mjs';

const MINUTE_MS = 60_000;
/** How long tasks are added before each kill, in ms. Most of these times are longer than a minute. */
const ADDING_MS = [75, 3, 65, 90, 70, 12, 62, 80, 25, 66].map((seconds) => seconds * 1000);

const ADA = { username: 'Ada Kept', email: 'ada.kept@example.com', password: 'correct horse' };

/**
 * @param {number} port
 * @param {string} session
 */
function client(port, session = '') {
  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @param {Record<string, string>} [headers]
   */
  return async (method, path, body, headers) => {
    const reply = await fetch(`http://${HOST}:${port}/api/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Cookie: session, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    assert.ok(reply.ok, `${method} ${path}: ${reply.status} ${text}`);
    return { json: JSON.parse(text), cookies: reply.headers.getSetCookie() };
  };
}

/**
 * Ends every process of a start with kill -9, including the emulators and their supervisor, as if the machine crashed.
 * @param {string} tag
 */
async function killAll(tag) {
  while (!(await areTaggedGone(tag, 0)))
    for (const pid of await taggedProcesses(tag)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}

/**
 * Resolves when the next export begins.
 * @param {string} folder
 */
const exportBegins = (folder) =>
  new Promise((resolve) => {
    const watcher = watch(folder, (_event, name) => {
      if (!name?.startsWith('partial-')) return;
      watcher.close();
      resolve(undefined);
    });
  });

test(
  'every task older than a minute survives kill -9, ten times in a row',
  { timeout: 30 * MINUTE_MS },
  async (t) => {
    const folder = join(TEMPORARY, 'kept');
    /** The time at which each task was confirmed, in ms. @type {number[]} */
    const confirmedAt = [];
    let session = '';
    let killedAt = 0;

    for (let round = 0; round <= ADDING_MS.length; round++) {
      const port = await freePort();
      const daymark = start(t, port, folder);
      await daymark.prints('Ctrl-C stops it.');
      if (!session) {
        const signedOut = client(port);
        await signedOut('POST', 'register', ADA);
        const { cookies } = await signedOut('POST', 'login', ADA);
        session = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
      }
      // The session of the first round must survive the kills as well.
      const call = client(port, session);
      /** @param {number} n */
      const add = (n) =>
        call(
          'POST',
          'tasks',
          { id: n + 1, title: `Task ${n}` },
          { 'Daymark-Mutation': `add-${n}` },
        );
      const list = async () => {
        /** @type {{ tasks: { title: string }[] }} */
        const { tasks } = (await call('GET', 'export')).json;
        return tasks.map(({ title }) => Number(title.slice('Task '.length))).sort((a, b) => a - b);
      };

      const kept = await list();
      assert.deepEqual(kept, [...kept.keys()], `round ${round}: the kept tasks have no gaps`);
      const old = confirmedAt.filter((at) => at < killedAt - MINUTE_MS).length;
      assert.ok(kept.length >= old, `round ${round}: only ${kept.length} of ${old} tasks are kept`);
      console.log(
        `Round ${round}: ${kept.length} of ${confirmedAt.length} tasks kept, ${old} of them older than a minute` +
          (killedAt > 0 && kept.length < confirmedAt.length
            ? `. The last ${killedAt - (confirmedAt[kept.length] ?? 0)} ms are lost`
            : ''),
      );
      // A browser sends unconfirmed tasks again. If confirmed tasks were lost, this test sends them again as well.
      for (let n = Math.max(0, kept.length - 5); n < confirmedAt.length; n++) {
        await add(n);
        if (n >= kept.length) confirmedAt[n] = Date.now();
      }
      const length = Math.max(kept.length, confirmedAt.length); // one task may be kept but not confirmed
      assert.deepEqual(
        await list(),
        [...Array(length).keys()],
        `round ${round}: all tasks are there again`,
      );

      const addingMs = ADDING_MS[round];
      if (addingMs === undefined) break; // the last round has no kill
      const startedAt = Date.now();
      let killed = false;
      const adding = (async () => {
        while (!killed) {
          await add(confirmedAt.length);
          confirmedAt.push(Date.now());
          await sleep(200); // about as fast as a person can
        }
      })().catch((error) => assert.ok(killed, String(error)));
      await sleep(startedAt + addingMs - Date.now());
      // In every other round, kill in the middle of an export.
      if (round % 2 === 0) await exportBegins(folder);
      killed = true;
      killedAt = Date.now();
      await killAll(daymark.tag);
      await adding;
    }
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('unreadable-')),
      [],
    );
  },
);
