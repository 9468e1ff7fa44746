import { onRequest } from 'firebase-functions/https';
import { defineSecret } from 'firebase-functions/params';
import { onSchedule } from 'firebase-functions/scheduler';
import { createApp } from './app';
import { loadZones } from './calendarFeed/calendarZone';
import { loadCalendars } from './calendarFeed/icalendar';
import { deleteExpiredDemos } from './demo/demoAccounts';
import { firebasePorts } from './firebasePorts';
import { renewChannels } from './googleCalendar/channels';
import { retryRevocations } from './googleCalendar/revocations';
import { loadCalendarApi } from './googleCalendar/google';
import { deleteWholeAccount } from './handlers';
import { keepRequestsUnparsed } from './http/body/keepRequestsUnparsed';
import { loadAfterResponses } from './http/limits/loadAfterResponses';
import { CONCURRENCY } from './http/limits/requestsInFlight';
import { runWithoutDomains } from './http/runWithoutDomains';
import { sendDueReminders } from './reminders/sendDueReminders';
import { firestore, loadProtocol } from './store/firestore';
import { loadPush } from './reminders/webPush';
import { loadZip } from './users/archive';
import { deleteOrphans, finishDeletions } from './users/account';
import { loadAuth } from './users/identity';
import { loadTables } from './users/taskTable';

keepRequestsUnparsed();
runWithoutDomains();
const ports = firebasePorts();

// The parts that most calls need come first.
loadAfterResponses([
  firestore,
  loadProtocol,
  loadAuth,
  loadCalendarApi,
  loadCalendars,
  loadZones,
  loadTables,
  loadZip,
  loadPush,
]);

const secrets = ['GOOGLE_CLIENT_SECRET', 'GOOGLE_TOKEN_KEY', 'VAPID_PRIVATE_KEY'].map((name) =>
  defineSecret(name),
);

export const api = onRequest(
  {
    region: 'us-central1',
    invoker: 'public',
    concurrency: CONCURRENCY,
    // Limits what a flood of requests costs.
    maxInstances: 20,
    memory: '512MiB',
    // Hosting waits this long for a reply. An export of a full account takes most of this time.
    timeoutSeconds: 60,
    secrets,
  },
  createApp(ports),
);

/**
 * Scheduled work starts no new part after this time, in ms. The time is shorter than the timeout, so that the last part
 * can finish.
 */
const UPKEEP_MS = 8 * 60 * 1000;

const SCHEDULED = {
  region: 'us-central1',
  timeZone: 'Etc/UTC',
  memory: '512MiB',
  timeoutSeconds: 540,
} as const;

/** The part of `UPKEEP_MS` for copies of the demo, in ms. */
const DEMOS_MS = 4 * 60 * 1000;

/** Deletes copies of the demo (product §1) when their 24 hours are over, and finishes deletions of accounts. */
export const deleteAccounts = onSchedule(
  { ...SCHEDULED, schedule: 'every 1 hours', secrets },
  async () => {
    const started = Date.now();
    await deleteExpiredDemos(ports, started + DEMOS_MS);
    await finishDeletions(ports, started + UPKEEP_MS, deleteWholeAccount);
  },
);

/** Deletes records without an account. The job reads a document for each account, so it runs only once a day. */
export const sweepRecords = onSchedule({ ...SCHEDULED, schedule: 'every 24 hours', secrets }, () =>
  deleteOrphans(ports, Date.now() + UPKEEP_MS, deleteWholeAccount),
);

/**
 * The part of `UPKEEP_MS` for revocations, in ms. While Google is down, each revocation takes seconds, and the channels
 * need time as well.
 */
const REVOCATIONS_MS = 2 * 60 * 1000;

/** Renews Google's channels, which end after a week or less, and retries revocations that failed. */
export const upkeepCalendars = onSchedule(
  { ...SCHEDULED, schedule: 'every 6 hours', secrets },
  async () => {
    const started = Date.now();
    await retryRevocations(ports, started + REVOCATIONS_MS);
    await renewChannels(ports, started + UPKEEP_MS);
  },
);

/** Sends the reminders that are due. Runs must not overlap, or a reminder could be sent twice. */
export const sendReminders = onSchedule(
  {
    ...SCHEDULED,
    schedule: 'every 1 minutes',
    timeoutSeconds: 100,
    maxInstances: 1,
    concurrency: 1,
    retryCount: 0,
    secrets,
  },
  () => sendDueReminders(ports),
);
