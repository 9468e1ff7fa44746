// @ts-check
import { CLOUD_RUN, FIRESTORE, HOSTING, LOG_GIB, OUT_GIB } from './prices.mjs';

const GIB = 2 ** 30;
const GB = 1e9;

/** So many such days are a month. */
export const DAYS = 30;

/** Of its processor Cloud Run lets an instance use so much before it starts another one. */
export const UTILISATION = 0.6;

/** At most so many requests share an instance (functions/src/index.ts). */
const CONCURRENCY = 80;

/** In GiB, and whole processors, of an instance (functions/src/index.ts; with more than one request at a time it has one processor). */
export const INSTANCE = { gib: 0.5, vcpu: 1 };

/**
 * @typedef {object} DayCount what one person's day was counted to take
 * @property {number} reads
 * @property {number} writes
 * @property {number} deletes
 * @property {number} ttlDeletes documents written that day which a TTL policy deletes later
 * @property {number} requests that reach the function
 * @property {number} processorMs of the requests, on a busy instance
 * @property {number} requestMs from the beginning to the end of each request, added up
 * @property {number} aloneMs during which at least one request was served, each time in Cloud Run's steps
 * @property {number} functionBytes that the function sent
 * @property {number} hostingBytes that Hosting sent by itself
 * @property {number} listenBytes that Firestore sent to browsers
 * @property {number} logBytes that the function wrote into its log
 */

/**
 * @typedef {object} MonthExtras
 * @property {number} storedBytes in Firestore, indexes included
 * @property {number} releaseBytes what a new release makes a device load
 * @property {number} releases in a month
 * @property {number} devices
 */

/**
 * How long an instance works for one of many people, in ms a day: it takes requests of several people at once, as far as its processor and its limit of
 * requests allow.
 * @param {Pick<DayCount, 'processorMs' | 'requestMs'>} day
 */
export const sharedMs = ({ processorMs, requestMs }) =>
  Math.max(processorMs / UTILISATION / INSTANCE.vcpu, requestMs / CONCURRENCY);

/**
 * How long an instance is billed for that serves these requests and nobody else's: while at least one is served, rounded up.
 * @param {readonly { startedAt: number, endedAt: number }[]} requests in ms
 */
export function aloneMs(requests) {
  const byStart = requests.toSorted((a, b) => a.startedAt - b.startedAt);
  let total = 0;
  let from = -Infinity;
  let to = -Infinity;
  const close = () => {
    if (to > from) total += Math.ceil((to - from) / CLOUD_RUN.stepMs) * CLOUD_RUN.stepMs;
  };
  for (const { startedAt, endedAt } of byStart) {
    if (startedAt > to) {
      close();
      from = startedAt;
    }
    to = Math.max(to, endedAt);
  }
  close();
  return total;
}

/**
 * The month of one person in dollars, item by item.
 * @param {DayCount} day
 * @param {MonthExtras} extras
 * @param {{ firestore?: keyof typeof FIRESTORE, instanceMs?: number }} [options] `instanceMs`: of a day; that of one of many people unless given
 */
export function monthOf(
  day,
  extras,
  { firestore = 'us-central1', instanceMs = sharedMs(day) } = {},
) {
  const price = FIRESTORE[firestore];
  const seconds = (DAYS * instanceMs) / 1000;
  const hostingBytes =
    DAYS * (day.functionBytes + day.hostingBytes) +
    extras.releases * extras.devices * extras.releaseBytes;
  const items = {
    'Firestore: reads': DAYS * day.reads * price.reads,
    'Firestore: writes': DAYS * day.writes * price.writes,
    'Firestore: deletes': DAYS * (day.deletes * price.deletes + day.ttlDeletes * price.ttlDeletes),
    'Firestore: storage': (extras.storedBytes / GIB) * price.storedGib,
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
