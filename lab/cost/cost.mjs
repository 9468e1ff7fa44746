// @ts-check
/*
 * npm run cost -w lab: plays one person's day in Chromium on two devices, and counts the usage that Google would bill.
 * Computes the cost of a month at list prices. Writes the tables of docs/cost.md. Writes the month to
 * node_modules/.cache/daymark/cost.json, where the bench finds it. Most of the run is pauses.
 * --site FOLDER counts another checkout and writes no document. --out FILE writes the month to another file.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  call,
  confirmAddress,
  connectCalendar,
  importRecords,
  newPerson,
  signIn,
  tasksOf,
  uidOf,
} from '../account.mjs';
import { markdownTable, writeBetweenMarkers } from '../markdownTable.mjs';
import { startPushService } from '../pushService.mjs';
import { startSite } from '../site.mjs';
import { command } from '../../tools/command/command.mjs';
import { CommandError } from '../../tools/command/commandError.mjs';
import { CACHE, ROOT } from '../../tools/command/paths.mjs';
import { launchChromium } from '../../tools/stack/browser.mjs';
import { DAYS, monthOf } from './bill.mjs';
import { startCountedStack } from './countedStack.mjs';
import { countedSweep } from './countedSweep.mjs';
import { ACTIVITIES, APART_MS, PAUSE_MS, playDay, startApp } from './day.mjs';
import { googleAccount } from './googleAccount.mjs';
import { libraryFiles } from './libraryFiles.mjs';
import { busyRequestMs } from './otherPeople.mjs';
import { documentsOf, storedBytes } from './stored.mjs';

/** @typedef {import('./countFunction.cjs').ServedRequest} ServedRequest */
/** @typedef {import('@playwright/test').BrowserContext} BrowserContext */
/** @typedef {Awaited<ReturnType<typeof playDay>>} Served */

const TASKS = 1_000;
const DEVICES = 2;

/** Number of events and blocks that remind during the day. */
const REMINDERS = 8;

const DAILY = { every: 'day', interval: 1, from: 'schedule' };
const DAY_MS = 24 * 3_600_000;

/**
 * Matches the files that only a first visit loads from Hosting. Later visits get these files from the service worker.
 */
const OF_FIRST_VISIT = /^\/today$|^\/assets\/screen-/;

/** Number of releases in a month, if there is one a week. */
const RELEASES = 52 / 12;

/** Length of the focus sessions, in minutes. The cost of a session doesn't depend on its length. */
const FOCUS_MINUTES = 1;

/** Collections that the day adds documents to and whose documents a TTL policy deletes. */
const WITH_TTL = ['appliedMutations', 'tombstones', 'sessions', 'googleChannels'];

/** Returns a time zone in which it is 7 a.m. now, because the played day must end before midnight. */
function zoneWhereItIsSeven() {
  const ahead = 7 - new Date().getUTCHours();
  const wrapped = ahead < -12 ? ahead + 24 : ahead;
  // The sign in an Etc/GMT name is inverted.
  return wrapped > 0 ? `Etc/GMT-${wrapped}` : `Etc/GMT+${-wrapped}`;
}

command(async (onExit) => {
  const { values } = parseArgs({
    options: {
      site: { type: 'string', default: ROOT },
      out: { type: 'string', default: join(CACHE, 'cost.json') },
    },
  });
  const folder = resolve(values.site);
  const timezoneId = (process.env['TZ'] = zoneWhereItIsSeven());
  const stack = await startSite(folder, onExit);
  const pushService = await startPushService(onExit);
  const { running, web } = await startCountedStack(stack, folder, onExit, pushService.env);
  const browser = await launchChromium();
  onExit(() => browser.close());
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, () =>
      browser.newContext({ baseURL: web.url, timezoneId, reducedMotion: 'reduce' }),
    ),
  );

  console.log('Creating the account…');
  const account = 'cost@gmail.example';
  const uid = await makeAccount(stack, devices, account);
  const google = googleAccount(stack, account);
  const releaseBytes = await firstVisits(devices, web, folder);

  console.log('Serving other people…');
  const busyMs = await busyRequestMs(running);

  const sweepEnv = { ...stack.env, ...pushService.env };
  await startReminders(devices, web.url, pushService);
  // The second sweep only confirms the first one.
  for (const time of ['first', 'second']) {
    const { output } = await countedSweep(folder, sweepEnv);
    if (output.includes('ERROR')) throw new CommandError(`The ${time} sweep failed.`, output);
  }
  const swept = { reads: 0, writes: 0, deletes: 0 };
  const sendReminders = async (/** @type {number} */ aheadMs) => {
    const sweep = await countedSweep(folder, sweepEnv, aheadMs);
    for (const kind of /** @type {const} */ (['reads', 'writes', 'deletes']))
      swept[kind] += sweep[kind];
  };

  console.log('Playing the day…');
  const count = async () => ({
    outside: (await running.counted()).outside,
    web: web.counted(),
    documents: await documentsOf(stack, uid),
    logBytes: running.log().length,
  });
  const before = await count();
  const served = await playDay({ url: web.url, devices, running, google, sendReminders });
  const after = await count();

  if (pushService.received() < REMINDERS)
    throw new CommandError(`Only ${pushService.received()} reminders arrived.`);
  const all = [...served.values()].flat();
  const failed = all.find(({ status }) => status >= 400);
  if (failed) throw new CommandError(`${failed.method} ${failed.path} returned ${failed.status}.`);
  const known = new Set(before.documents.map(({ name }) => name));
  const passing = after.documents.filter(
    ({ name }) =>
      !known.has(name) && WITH_TTL.some((collection) => name.includes(`/${collection}/`)),
  );
  const bytesOf = (/** @type {typeof passing} */ documents) =>
    documents.reduce((sum, document) => sum + storedBytes(document), 0);
  const listenDocuments = after.web.listenDocuments - before.web.listenDocuments;
  const outside = {
    reads: after.outside.reads - before.outside.reads,
    writes: after.outside.writes - before.outside.writes,
    deletes: after.outside.deletes - before.outside.deletes,
  };
  const month = monthOf(
    {
      reads: sum(all, 'reads') + outside.reads + swept.reads + listenDocuments,
      writes: sum(all, 'writes') + outside.writes + swept.writes,
      deletes: sum(all, 'deletes') + outside.deletes + swept.deletes,
      ttlDeletes: passing.length,
      requests: all.length,
      processorMs: all.length * busyMs,
      requestMs: all.reduce((total, { startedAt, endedAt }) => total + endedAt - startedAt, 0),
      functionBytes: sum(all, 'bytesOut'),
      hostingBytes: after.web.hostingBytes - before.web.hostingBytes,
      listenBytes: after.web.listenBytes - before.web.listenBytes,
      logBytes: after.logBytes - before.logBytes,
    },
    {
      // Documents with a TTL policy add up over the month, because almost all of them live for 30 days.
      storedBytes: bytesOf(after.documents) + (DAYS - 1) * bytesOf(passing),
      releaseBytes,
      releases: RELEASES,
      devices: DEVICES,
    },
  );
  const tables = [dayTable(served, listenDocuments, outside, swept), monthTable(month)].join(
    '\n\n',
  );
  console.log(`\n${tables}`);
  writeFileSync(values.out, JSON.stringify(month, undefined, 2));
  if (folder === ROOT) await writeBetweenMarkers(join(ROOT, 'docs', 'cost.md'), tables);
  return 0;
});

/**
 * Creates the account whose day is counted, and signs the devices in. The calls for this work are not counted, because
 * they go through the stack's own function. Returns the user id.
 * @param {import('../../tools/stack/stack.mjs').Stack} stack
 * @param {readonly BrowserContext[]} devices
 * @param {string} account at Google
 */
async function makeAccount(stack, devices, account) {
  const [first, ...others] = await Promise.all(devices.map((device) => device.newPage()));
  if (!first) throw new Error('no device');
  const person = await newPerson(first, stack);
  await confirmAddress(first, stack);
  const reminding = remindingRecords();
  await importRecords(first, 'tasks', [...tasksOf(TASKS), ...reminding.tasks]);
  await importRecords(first, 'events', reminding.events);
  // A pull also reads records that were written shortly before its revision. Wait, so that pulls don't read the
  // imported records.
  await sleep(PAUSE_MS);
  await call(first, 'PATCH', '/api/settings', { focusDuration: FOCUS_MINUTES });
  await connectCalendar(first, account);
  for (const page of others) {
    await page.goto(`${stack.url}/privacy`);
    await signIn(page, person);
  }
  const uid = await uidOf(first);
  for (const page of [first, ...others]) await page.close();
  return uid;
}

/**
 * Returns events that begin one after the other, as far apart as the visits, and the tasks of the time blocks among
 * them. Every second event is an occurrence of a daily series, and the others are blocks.
 */
function remindingRecords() {
  const records = Array.from({ length: REMINDERS }, (_, n) => {
    const [id, title, isSeries] = [n + 1, `Reminder ${n + 1}`, n % 2 === 0];
    const start = Date.now() + (n + 1) * APART_MS - (isSeries ? DAY_MS : 0);
    const times = {
      start: new Date(start).toISOString(),
      end: new Date(start + 3_600_000).toISOString(),
    };
    const repeat = { rule: DAILY, timeZone: process.env['TZ'], until: null, count: null };
    return {
      task: isSeries ? [] : [{ id, title, categoryId: null }],
      event: { id, title, ...times, ...(isSeries ? { repeat } : { taskId: id }) },
    };
  });
  return {
    tasks: records.flatMap(({ task }) => task),
    events: records.map(({ event }) => event),
  };
}

/**
 * Starts the reminders of the first device.
 * @param {readonly BrowserContext[]} devices
 * @param {string} url
 * @param {Awaited<ReturnType<typeof startPushService>>} pushService
 */
async function startReminders([device], url, pushService) {
  const page = await device?.newPage();
  if (!page) throw new Error('no device');
  await page.goto(`${url}/privacy`);
  await call(page, 'POST', '/api/devices/reminders', pushService.subscription('first'));
  await page.close();
}

/**
 * Makes two visits on each device, so that the device has the app's files. Returns how many bytes a device receives for
 * the files that a release changes.
 * @param {readonly BrowserContext[]} devices
 * @param {Awaited<ReturnType<typeof import('./countedSite.mjs').startCountedSite>>} web
 * @param {string} site
 */
async function firstVisits(devices, web, site) {
  const before = web.bytesOfPaths();
  for (const device of devices) {
    for (let visit = 1; visit <= 2; visit++) {
      const page = await startApp(device, `${web.url}/today`, 0);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.waitForTimeout(4_000);
      await page.close();
    }
  }
  const libraries = await libraryFiles(site, 'emulator');
  return [...web.bytesOfPaths()]
    .filter(([path]) => !libraries.has(path) && !OF_FIRST_VISIT.test(path))
    .reduce((total, [path, bytes]) => total + (bytes - (before.get(path) ?? 0)) / DEVICES, 0);
}

/**
 * @param {readonly ServedRequest[]} requests
 * @param {'reads' | 'writes' | 'deletes' | 'bytesOut'} what
 */
const sum = (requests, what) => requests.reduce((total, request) => total + request[what], 0);

/** @typedef {{ reads: number, writes: number, deletes: number }} Operations */

/**
 * @param {Served} served
 * @param {number} listenDocuments
 * @param {Operations} outside
 * @param {Operations} swept of the scheduled function that sends the reminders
 */
function dayTable(served, listenDocuments, outside, swept) {
  /** @type {[string, ...number[]][]} */
  const rows = ACTIVITIES.map((activity) => {
    const own = served.get(activity) ?? [];
    return [activity, own.length, sum(own, 'reads'), sum(own, 'writes'), sum(own, 'deletes')];
  });
  rows.push(['listeners (read by the browsers themselves)', 0, listenDocuments, 0, 0]);
  rows.push(['sending the reminders', 0, swept.reads, swept.writes, swept.deletes]);
  rows.push(['outside of requests', 0, outside.reads, outside.writes, outside.deletes]);
  rows.push([
    'all',
    ...[1, 2, 3, 4].map((column) => rows.reduce((total, row) => total + Number(row[column]), 0)),
  ]);
  const counted = rows.filter(([, ...counts]) => counts.some(Boolean));
  return markdownTable(['in one day', 'requests', 'reads', 'writes', 'deletes'], counted);
}

/** @param {ReturnType<typeof monthOf>} month */
const monthTable = ({ items, total }) =>
  markdownTable(
    [`in a month of ${DAYS} days`, 'dollars'],
    [
      ...Object.entries(items).map(([item, dollars]) => [item, dollars.toFixed(5)]),
      ['all', `**${total.toFixed(5)}**`],
    ],
  );
