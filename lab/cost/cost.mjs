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
import { startSite } from '../site.mjs';
import { command } from '../../tools/command/command.mjs';
import { CommandError } from '../../tools/command/commandError.mjs';
import { CACHE, ROOT } from '../../tools/command/paths.mjs';
import { launchChromium } from '../../tools/stack/browser.mjs';
import { DAYS, monthOf } from './bill.mjs';
import { startCountedStack } from './countedStack.mjs';
import { ACTIVITIES, PAUSE_MS, playDay, startApp } from './day.mjs';
import { googleAccount } from './googleAccount.mjs';
import { libraryFiles } from './libraryFiles.mjs';
import { busyRequestMs } from './otherPeople.mjs';
import { documentsOf, storedBytes } from './stored.mjs';

/** @typedef {import('./countFunction.cjs').ServedRequest} ServedRequest */
/** @typedef {import('@playwright/test').BrowserContext} BrowserContext */
/** @typedef {Awaited<ReturnType<typeof playDay>>} Served */

const TASKS = 1_000;
const DEVICES = 2;

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
  const { running, web } = await startCountedStack(stack, folder, onExit);
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

  console.log('Playing the day…');
  const count = async () => ({
    outside: (await running.counted()).outside,
    web: web.counted(),
    documents: await documentsOf(stack, uid),
    logBytes: running.log().length,
  });
  const before = await count();
  const served = await playDay({ url: web.url, devices, running, google });
  const after = await count();

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
      reads: sum(all, 'reads') + outside.reads + listenDocuments,
      writes: sum(all, 'writes') + outside.writes,
      deletes: sum(all, 'deletes') + outside.deletes,
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
  const tables = [dayTable(served, listenDocuments, outside), monthTable(month)].join('\n\n');
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
  await importRecords(first, 'tasks', tasksOf(TASKS));
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

/**
 * @param {Served} served
 * @param {number} listenDocuments
 * @param {{ reads: number, writes: number, deletes: number }} outside
 */
function dayTable(served, listenDocuments, outside) {
  /** @type {[string, ...number[]][]} */
  const rows = ACTIVITIES.map((activity) => {
    const own = served.get(activity) ?? [];
    return [activity, own.length, sum(own, 'reads'), sum(own, 'writes'), sum(own, 'deletes')];
  });
  rows.push(['listeners (read by the browsers themselves)', 0, listenDocuments, 0, 0]);
  rows.push(['outside of requests', 0, outside.reads, outside.writes, outside.deletes]);
  rows.push([
    'all',
    ...[1, 2, 3, 4].map((column) => rows.reduce((total, row) => total + Number(row[column]), 0)),
  ]);
  return markdownTable(['in one day', 'requests', 'reads', 'writes', 'deletes'], rows);
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
