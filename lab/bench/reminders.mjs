// @ts-check
import { postJson } from '../account.mjs';
import { countedSweep } from '../cost/countedSweep.mjs';
import { startPushService } from '../pushService.mjs';
import { CommandError } from '../../tools/command/commandError.mjs';

/** How many people have a reminder at the same minute. */
const PEOPLE = 10_000;

/** At most this many documents are written in one commit. */
const COMMIT_MAX = 500;

const MINUTE_MS = 60_000;

/**
 * Measures how long the reminders of many people take that are due at the same minute, from the first query until all
 * have left and their records are moved. Each person has one device. Half of the people have a block of a task that
 * begins then. The other half get the nudge to reflect, whose data is read without a query, because a query of the
 * emulator reads all documents.
 * @param {import('./bench.mjs').Tested} tested
 */
export async function measureReminders({ stack, site, onExit }) {
  const push = await startPushService(onExit);
  // The stack itself sends the reminders of its own project.
  const env = { ...stack.env, GCLOUD_PROJECT: 'demo-reminders' };
  await writePeople(env, push);
  const sweep = await countedSweep(site, { ...env, ...push.env });
  if (push.received() !== PEOPLE)
    throw new CommandError(`${push.received()} of ${PEOPLE} reminders arrived.`, sweep.output);
  return {
    people: PEOPLE,
    ms: sweep.sweptMs,
    processorMs: sweep.processorMs,
    reads: sweep.reads / PEOPLE,
    writes: sweep.writes / PEOPLE,
  };
}

/**
 * Writes the documents of people who each have one device and one reminder that is due now.
 * @param {import('../../tools/stack/stack.mjs').Stack['env']} env
 * @param {Awaited<ReturnType<typeof startPushService>>} push
 */
async function writePeople(env, push) {
  const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const since = new Date(minute).toISOString();
  const database = `projects/${env.GCLOUD_PROJECT}/databases/(default)`;
  const documents = Array.from({ length: PEOPLE }, (_, n) => {
    const uid = `reminded${n}`;
    const task = { title: `Water fern ${n}`, completed: false, skippedAt: null, seriesId: null };
    const subscription = push.subscription(uid);
    const device = { subscription, since, expiresAt: minute + 60 * MINUTE_MS };
    const reminders = {
      devices: { ['0'.repeat(64)]: device },
      copies: { remindsOfEvents: true, reminderMinutes: 0, timeZone: 'UTC', hasDaysOff: false },
    };
    const hours = { start: '00:00', end: since.slice(11, 16) };
    const workingHours = Array.from({ length: 7 }, () => hours);
    return Object.entries(
      n % 2 === 0
        ? {
            [`users/${uid}/tasks/1`]: task,
            [`users/${uid}/events/1`]: blockOf(task, minute),
            [`users/${uid}/settings/1`]: { density: 'compact' },
            [`reminders/${uid}`]: { ...reminders, remindAt: null },
          }
        : {
            [`users/${uid}/settings/1`]: { workingHours, remindsToReflect: true },
            [`reminders/${uid}`]: { ...reminders, remindAt: minute },
          },
    );
  }).flat();
  const url = `http://${env.FIRESTORE_EMULATOR_HOST}/v1/${database}/documents:commit`;
  for (let first = 0; first < documents.length; first += COMMIT_MAX)
    await postJson(url, {
      writes: documents.slice(first, first + COMMIT_MAX).map(([path, fields]) => ({
        update: { name: `${database}/documents/${path}`, fields: fieldsOf(fields) },
      })),
    });
}

/** Returns a task's block that begins at a moment, in ms. @param {{ title: string }} task @param {number} start */
function blockOf({ title }, start) {
  const end = start + 30 * MINUTE_MS;
  return {
    title,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    startsAt: start,
    endsAt: end,
    remindAt: start,
    ...NO_DETAILS,
    taskId: 1,
  };
}

/** The other fields of an event without details. */
const NO_DETAILS = {
  color: null,
  busy: null,
  dayOff: null,
  place: null,
  reminder: null,
  googleEventId: null,
  days: null,
  repeat: null,
  seriesId: null,
  seriesDay: null,
  canceled: null,
  snoozedUntil: null,
};

/** Returns fields as Firestore's REST API writes them. @param {object} fields @returns {Record<string, object>} */
const fieldsOf = (fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueOf(value)]));

/** @param {unknown} value @returns {object} */
function valueOf(value) {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'number') return { integerValue: String(value) };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(valueOf) } };
  if (typeof value === 'object') return { mapValue: { fields: fieldsOf(value) } };
  return { stringValue: String(value) };
}
