// @ts-check
import { CLOUD_RUN, FIRESTORE, HOSTING, LOG_GIB, OUT_GIB } from './prices.mjs';

const GIB = 2 ** 30;
const GB = 1e9;

/** Number of days in a month. */
export const DAYS = 30;

/** The share of an instance's processor that is in use when Cloud Run starts another instance. */
const UTILISATION = 0.6;

/** At most this many requests share an instance (functions/src/index.ts). */
const CONCURRENCY = 80;

/**
 * An instance's memory in GiB and its number of processors (functions/src/index.ts). An instance that serves several
 * requests at once has at least one whole processor.
 */
const INSTANCE = { gib: 0.5, vcpu: 1 };

/**
 * @typedef {object} DayCount the counts of one person's day
 * @property {number} reads
 * @property {number} writes
 * @property {number} deletes
 * @property {number} ttlDeletes documents written that day which a TTL policy deletes later
 * @property {number} requests that reach the function
 * @property {number} processorMs processor time of the requests, on a busy instance
 * @property {number} requestMs from the beginning to the end of each request, added up
 * @property {number} functionBytes that the function sent
 * @property {number} hostingBytes that Hosting sent by itself
 * @property {number} listenBytes that Firestore sent to browsers
 * @property {number} logBytes that the function wrote into its log
 */

/**
 * @typedef {object} MonthExtras
 * @property {number} storedBytes in Firestore, indexes included
 * @property {number} releaseBytes that a device loads for a new release
 * @property {number} releases in a month
 * @property {number} devices
 */

/**
 * Returns how long an instance works for one of many people, in ms a day. An instance serves requests of several people
 * at once, as far as its processor and its request limit allow.
 * @param {Pick<DayCount, 'processorMs' | 'requestMs'>} day
 */
export const sharedMs = ({ processorMs, requestMs }) =>
  Math.max(processorMs / UTILISATION / INSTANCE.vcpu, requestMs / CONCURRENCY);

/**
 * Returns the cost of one person's month in dollars, item by item and in total.
 * @param {DayCount} day
 * @param {MonthExtras} extras
 */
export function monthOf(day, extras) {
  const seconds = (DAYS * sharedMs(day)) / 1000;
  const hostingBytes =
    DAYS * (day.functionBytes + day.hostingBytes) +
    extras.releases * extras.devices * extras.releaseBytes;
  const items = {
    'Firestore: reads': DAYS * day.reads * FIRESTORE.reads,
    'Firestore: writes': DAYS * day.writes * FIRESTORE.writes,
    'Firestore: deletes':
      DAYS * (day.deletes * FIRESTORE.deletes + day.ttlDeletes * FIRESTORE.ttlDeletes),
    'Firestore: storage': (extras.storedBytes / GIB) * FIRESTORE.storedGib,
    'Firestore: data to browsers': ((DAYS * day.listenBytes) / GIB) * OUT_GIB,
    'function: requests': DAYS * day.requests * CLOUD_RUN.request,
    'function: processor': seconds * INSTANCE.vcpu * CLOUD_RUN.vcpuSecond,
    'function: memory': seconds * INSTANCE.gib * CLOUD_RUN.gibSecond,
    'function: data': ((DAYS * day.functionBytes) / GIB) * OUT_GIB,
    'function: log': ((DAYS * day.logBytes) / GIB) * LOG_GIB,
    'Hosting: data': (hostingBytes / GB) * HOSTING.outGb,
  };
  const total = Object.values(items).reduce((sum, dollars) => sum + dollars, 0);
  return { items, total };
}
