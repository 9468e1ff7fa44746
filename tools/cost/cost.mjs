// @ts-check
/*
 * npm run cost: plays one person's day against the emulators, in Chromium on two devices, counts what Google would bill for it, and computes the
 * month at list prices. Prints the tables of docs/cost.md and leaves the figures in node_modules/.cache/daymark/cost.json.
 * Takes 22 minutes, most of them pauses.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DayClient, newAccount, send } from '../bench/load/dayClient.mjs';
import { command } from '../command/command.mjs';
import { CommandError } from '../command/commandError.mjs';
import { CACHE } from '../command/paths.mjs';
import { launchChromium } from '../stack/browser.mjs';
import { DEVELOPMENT_TOKEN_KEY, startStack } from '../stack/stack.mjs';
import { aloneMs, DAYS, monthOf, sharedMs } from './bill.mjs';
import { makeAccount, signIn } from './costAccount.mjs';
import { startCountedFunction } from './countedFunction.mjs';
import { startCountedSite } from './countedSite.mjs';
import { ACTIVITIES, playDay, startApp } from './day.mjs';
import { libraryFiles } from './libraryFiles.mjs';
import { limitsOf } from './limits.mjs';
import { documentsOf, storedBytes } from './stored.mjs';

/** @typedef {import('./countFunction.cjs').ServedRequest} ServedRequest */

const TASKS = 1_000;
const DEVICES = 2;

/** What a month of a daily user may cost, in dollars. */
const GOAL = 0.01;

/** The page of a first visit and its styles. Later visits get the service worker's complete page. */
const OF_FIRST_VISIT = /^\/today$|^\/assets\/screen-/;

/** Releases in a month: one a week. */
const RELEASES = 52 / 12;

/**
 * What other people ask of the instance before the day is played. A request takes a fraction of the processor time that it
 * takes in an instance that is idle most of the day, where V8 forgets compiled code and collects garbage meanwhile.
 */
const OTHERS = { people: 10, requestsEach: 300 };

/** Production's limits do not allow so many accounts from one address. */
const NEVER = { account: [1e9, 60], address: [1e9, 60] };

/** Where the function is reached: Google delivers messages only to https. */
const PUBLIC_URL = 'https://daymark.test';

/** Collections whose documents a TTL policy deletes, of those that a day fills. */
const WITH_TTL = ['appliedMutations', 'tombstones', 'sessions', 'googleChannels'];

/** A zone in which it is 7 in the morning: the day must end before midnight. */
function zoneWhereItIsSeven() {
  const ahead = 7 - new Date().getUTCHours();
  const wrapped = ahead < -12 ? ahead + 24 : ahead;
  // The sign in these names is inverted.
  return wrapped > 0 ? `Etc/GMT-${wrapped}` : `Etc/GMT+${-wrapped}`;
}

command(async (onExit) => {
  const timezoneId = (process.env['TZ'] = zoneWhereItIsSeven());
  const stack = await startStack({ onExit });
  const running = await startCountedFunction({
    ...stack.env,
    ...stack.google?.env,
    GOOGLE_TOKEN_KEY: DEVELOPMENT_TOKEN_KEY,
    PUBLIC_URL,
    WEB_API_KEY: 'demo-key',
    ATTEMPT_LIMITS: JSON.stringify({ login: NEVER, register: NEVER }),
  });
  onExit(() => running.stop());
  const { FIRESTORE_EMULATOR_HOST: firestore, FIREBASE_AUTH_EMULATOR_HOST: auth } = stack.env;
  const site = await startCountedSite({
    hostingUrl: stack.url,
    functionUrl: running.url,
    firestore,
    auth,
  });
  onExit(() => site.stop());
  const browser = await launchChromium();
  onExit(() => browser.close());
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, () =>
      browser.newContext({ baseURL: site.url, timezoneId, reducedMotion: 'reduce' }),
    ),
  );

  console.log('Making the account…');
  const [first, ...others] = await Promise.all(devices.map((device) => device.newPage()));
  if (!first) throw new Error('no device');
  const { uid, google, ...person } = await makeAccount(stack, first, TASKS);
  for (const page of others) {
    await page.goto(`${stack.url}/privacy`);
    await signIn(page, person);
  }
  for (const page of [first, ...others]) await page.close();

  // The first visit of each device, and the only one that loads the app's files.
  const beforeFirst = site.bytesOfPaths();
  for (const device of devices) {
    for (let visit = 1; visit <= 2; visit++) {
      const page = await startApp(device, `${site.url}/today`, 0);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.waitForTimeout(4_000);
      await page.close();
    }
  }
  const libraries = await libraryFiles('emulator');
  let [firstVisitBytes, releaseBytes] = [0, 0];
  for (const [path, bytes] of site.bytesOfPaths()) {
    const own = (bytes - (beforeFirst.get(path) ?? 0)) / DEVICES;
    firstVisitBytes += own;
    if (!libraries.has(path) && !OF_FIRST_VISIT.test(path)) releaseBytes += own;
  }

  console.log('Serving other people…');
  const busyMs = await serveOthers(running);

  console.log('Playing the day…');
  const before = {
    function: await running.counted(),
    site: site.counted(),
    documents: await documentsOf(stack, uid),
    googleCalls: await google.calls(),
    logBytes: running.log().length,
  };
  const { served, changed } = await playDay({ url: site.url, devices, running, google });
  const after = {
    function: await running.counted(),
    site: site.counted(),
    documents: await documentsOf(stack, uid),
    googleCalls: await google.calls(),
    logBytes: running.log().length,
  };

  const all = [...served.values()].flat();
  const warmStarts = served.get('warm starts') ?? [];
  const failed = all.find(({ status }) => status >= 400);
  if (failed)
    throw new CommandError(`${failed.method} ${failed.path} was answered with ${failed.status}.`);
  const { listenDocuments, listenBytes, hostingBytes } = difference(after.site, before.site);
  /** @param {{ name: string }} document */
  const hasTtl = ({ name }) => WITH_TTL.some((collection) => name.includes(`/${collection}/`));
  const known = new Set(before.documents.map(({ name }) => name));
  const passing = after.documents.filter(
    (document) => hasTtl(document) && !known.has(document.name),
  );
  const bytesOf = (/** @type {typeof passing} */ documents) =>
    documents.reduce((sum, document) => sum + storedBytes(document), 0);

  const outside = difference(after.function.outside, before.function.outside);
  const day = {
    reads: sum(all, 'reads') + outside.reads + listenDocuments,
    writes: sum(all, 'writes') + outside.writes,
    deletes: sum(all, 'deletes') + outside.deletes,
    ttlDeletes: passing.length,
    requests: all.length,
    processorMs: all.length * busyMs,
    requestMs: all.reduce((total, { startedAt, endedAt }) => total + endedAt - startedAt, 0),
    aloneMs: aloneMs(all),
    functionBytes: sum(all, 'bytesOut'),
    hostingBytes,
    listenBytes,
    logBytes: after.logBytes - before.logBytes,
  };
  const extras = {
    // What lives for 30 days is there 30 times.
    storedBytes: bytesOf(after.documents) + (DAYS - 1) * bytesOf(passing),
    releaseBytes,
    releases: RELEASES,
    devices: DEVICES,
  };
  const shared = monthOf(day, extras);
  const months = {
    'one of many people': shared,
    'nobody else at the time': monthOf(day, extras, { instanceMs: day.aloneMs }),
    'one of many, Firestore in nam5': monthOf(day, extras, { firestore: 'nam5' }),
  };

  const calls = byCall(served);
  printDay(served, listenDocuments, outside);
  printCalls(calls);
  const googleCalls = after.googleCalls - before.googleCalls;
  console.log(`\n${changed} changes, ${googleCalls} calls of the Calendar API`);
  const idleMs = after.function.processorMs - before.function.processorMs;
  printAmounts({ ...day, sharedMs: sharedMs(day), busyMs, idleMs, ...extras, firstVisitBytes });
  printMonth(months);
  const limits = limitsOf({
    // Google's messages have no session.
    requests: all.filter(({ path }) => path !== '/api/calendar/push').length,
    starts: warmStarts.filter(({ path }) => path === '/api/changes').length,
    googleCalls,
    processorMs: day.processorMs,
    devices: DEVICES,
  });
  table(
    ['limit', 'people'],
    limits.map(({ limit, people }) => [
      limit,
      (Math.floor(people / 1000) * 1000).toLocaleString('en-US'),
    ]),
  );
  writeFileSync(
    join(CACHE, 'cost.json'),
    JSON.stringify(
      { day, busyMs, idleMs, extras, months, calls, outside, googleCalls, limits },
      undefined,
      2,
    ),
  );
  if (shared.total > GOAL)
    throw new CommandError(
      `A month costs $${shared.total.toFixed(4)}, and ${GOAL} was the goal: docs/cost.md says what it consists of.`,
    );
  return 0;
});

/**
 * Serves other people.
 * @param {Awaited<ReturnType<typeof startCountedFunction>>} running
 * @returns {Promise<number>} the processor time of a request, in ms, once the code is compiled
 */
async function serveOthers({ url, counted }) {
  const people = Array.from({ length: OTHERS.people }, (_, number) => newAccount(url, number));
  const clients = (await Promise.all(people)).map(({ cookie }) => new DayClient(cookie));
  const serve = async (/** @type {DayClient} */ client) => {
    for (let sent = 0; sent < OTHERS.requestsEach; sent++) {
      const call = client.next();
      const answer = await send(url, { ...call, cookie: client.cookie });
      if (answer.status < 300) call.done?.(answer);
    }
  };
  await Promise.all(clients.map(serve));
  const before = await counted();
  await Promise.all(clients.map(serve));
  const after = await counted();
  return (after.processorMs - before.processorMs) / (OTHERS.people * OTHERS.requestsEach);
}

/**
 * @template {string} Name
 * @param {Record<Name, number>} now
 * @param {Record<Name, number>} before
 * @returns {Record<Name, number>}
 */
function difference(now, before) {
  const entries = /** @type {[Name, number][]} */ (Object.entries(now));
  return /** @type {Record<Name, number>} */ (
    Object.fromEntries(entries.map(([name, value]) => [name, value - before[name]]))
  );
}

/**
 * @param {readonly ServedRequest[]} requests
 * @param {'reads' | 'writes' | 'deletes' | 'emptyReads' | 'bytesOut'} what
 */
const sum = (requests, what) => requests.reduce((total, request) => total + request[what], 0);

/** @typedef {Awaited<ReturnType<typeof playDay>>['served']} Served */

/**
 * What each call took on average, by activity.
 * @param {Served} served
 */
function byCall(served) {
  return [...served].flatMap(([activity, requests]) => {
    const names = new Set(requests.map(callOf));
    return [...names].map((name) => {
      const own = requests.filter((request) => callOf(request) === name);
      return {
        activity,
        name,
        times: own.length,
        reads: sum(own, 'reads'),
        emptyReads: sum(own, 'emptyReads'),
        writes: sum(own, 'writes'),
        deletes: sum(own, 'deletes'),
        bytes: sum(own, 'bytesOut'),
      };
    });
  });
}

/** @param {ServedRequest} request */
const callOf = ({ method, path }) =>
  `${method} ${path.replace(/^\/api/, '').replace(/\/\d[\dT:+%.A-Z-]*$/, '/:id')}`;

/**
 * @param {Served} served
 * @param {number} listenDocuments
 * @param {{ reads: number, writes: number, deletes: number }} outside
 */
function printDay(served, listenDocuments, outside) {
  const rows = ACTIVITIES.map((activity) => {
    const own = served.get(activity) ?? [];
    return [
      activity,
      own.length,
      sum(own, 'reads'),
      sum(own, 'writes'),
      sum(own, 'deletes'),
      kb(sum(own, 'bytesOut')),
    ];
  });
  rows.push(['listeners (read by the browsers themselves)', 0, listenDocuments, 0, 0, '']);
  if (outside.reads + outside.writes + outside.deletes > 0)
    rows.push(['outside of requests', 0, outside.reads, outside.writes, outside.deletes, '']);
  rows.push([
    'all',
    ...[1, 2, 3, 4].map((column) => rows.reduce((total, row) => total + Number(row[column]), 0)),
    kb([...served.values()].reduce((total, own) => total + sum(own, 'bytesOut'), 0)),
  ]);
  table(['in one day', 'requests', 'reads', 'writes', 'deletes', 'sent by the function'], rows);
}

/** @param {ReturnType<typeof byCall>} calls */
function printCalls(calls) {
  table(
    ['activity', 'call', 'times', 'reads', 'of them empty', 'writes', 'deletes', 'bytes'],
    calls.map(({ activity, name, times, reads, emptyReads, writes, deletes, bytes }) => [
      activity,
      name,
      times,
      reads,
      emptyReads,
      writes,
      deletes,
      bytes,
    ]),
  );
}

/** @param {import('./bill.mjs').DayCount & import('./bill.mjs').MonthExtras & { sharedMs: number, busyMs: number, idleMs: number, firstVisitBytes: number }} amounts */
function printAmounts(amounts) {
  table(
    ['in one day', ''],
    [
      ['requests to the function', amounts.requests],
      ['processor time of a request, on a busy instance', `${amounts.busyMs.toFixed(2)} ms`],
      ['processor time of the requests', `${amounts.processorMs.toFixed(0)} ms`],
      ['the same of an instance that is idle otherwise', `${amounts.idleMs.toFixed(0)} ms`],
      ['time of all requests, added up', `${amounts.requestMs.toFixed(0)} ms`],
      ['billed time, one of many people', `${amounts.sharedMs.toFixed(0)} ms`],
      ['billed time, nobody else at the time', `${amounts.aloneMs.toFixed(0)} ms`],
      ['sent by the function', kb(amounts.functionBytes)],
      ['sent by Hosting itself', kb(amounts.hostingBytes)],
      ['sent by Firestore to browsers that listen', kb(amounts.listenBytes)],
      ['log lines of the function', kb(amounts.logBytes)],
      ['documents that a TTL policy deletes later', amounts.ttlDeletes],
      ['stored in Firestore after a month', kb(amounts.storedBytes)],
      ['the app’s files, loaded at a first visit', kb(amounts.firstVisitBytes)],
      ['those of them that a release changes', kb(amounts.releaseBytes)],
    ],
  );
}

/** @param {Record<string, ReturnType<typeof monthOf>>} months */
function printMonth(months) {
  const names = Object.keys(months);
  const [one] = Object.values(months);
  const items = /** @type {(keyof ReturnType<typeof monthOf>['items'])[]} */ (
    Object.keys(one?.items ?? {})
  );
  table(
    [`in a month of ${DAYS} days`, ...names],
    [
      ...items.map((item) => [
        item,
        ...Object.values(months).map((month) => dollars(month.items[item])),
      ]),
      ['all', ...Object.values(months).map(({ total }) => dollars(total))],
    ],
  );
}

const dollars = (/** @type {number} */ amount) => `$${amount.toFixed(5)}`;
const kb = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/**
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 */
function table(head, rows) {
  console.log(`\n| ${head.join(' | ')} |\n|${head.map(() => ' --- |').join('')}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}
