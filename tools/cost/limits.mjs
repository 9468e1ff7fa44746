// @ts-check
import { INSTANCE, UTILISATION } from './bill.mjs';

/** In the busiest hour people do so many times as much as in an average one. */
const PEAK = 3;

/** How long a device is open on a day, in hours: as long as the counted day lasts. */
const HOURS_OPEN = 12.6;

/** functions/src/index.ts. */
const MAX_INSTANCES = 20;

/** In functions/src/googleCalendar/channels.ts: channels that a run renews, runs a day, and the days between two renewals. */
const RENEWALS = { perRun: 1_000, runs: 4, everyDays: 7 - 1.5 };

const DAY = { seconds: 86_400, minutes: 1_440 };

/**
 * @typedef {object} PersonDay what one person's day takes of what is limited
 * @property {number} requests with a session: each looks its account up at Identity Toolkit
 * @property {number} starts each takes a token that is signed for live updates, and a sign-in with it
 * @property {number} googleCalls of the Calendar API
 * @property {number} processorMs of the function
 * @property {number} devices
 */

/**
 * The limits, the one that the fewest people reach first.
 * @param {PersonDay} day
 * @returns {{ limit: string, people: number }[]}
 */
export function limitsOf({ requests, starts, googleCalls, processorMs, devices }) {
  /** @param {number} limit @param {number} perDay */
  const perSecond = (limit, perDay) => (limit * DAY.seconds) / (perDay * PEAK);
  /** @param {number} limit @param {number} perDay */
  const perMinute = (limit, perDay) => (limit * DAY.minutes) / (perDay * PEAK);
  const instances = (MAX_INSTANCES * INSTANCE.vcpu * UTILISATION * 1_000) / processorMs;
  const limits = [
    {
      limit: `upkeepCalendars renews ${RENEWALS.perRun} channels in a run`,
      people: RENEWALS.perRun * RENEWALS.runs * RENEWALS.everyDays,
    },
    {
      limit: 'Identity Toolkit: 10 million requests a day and project',
      people: 10_000_000 / (requests + starts),
    },
    {
      limit: 'Identity Toolkit: 500 requests a second and service account',
      people: perSecond(500, requests),
    },
    {
      limit: 'Identity Toolkit: 500,000 look-ups of accounts a minute',
      people: perMinute(500_000, requests),
    },
    {
      limit: 'Identity Toolkit: 45,000 sign-ins with a custom token a minute',
      people: perMinute(45_000, starts),
    },
    {
      limit: 'Token Service: 18,000 exchanges a minute, one an hour for each open device',
      people: perMinute(18_000, HOURS_OPEN * devices),
    },
    {
      limit: 'IAM: 60,000 signatures a minute',
      people: perMinute(60_000, starts),
    },
    {
      limit: 'Calendar API: 1,000,000 requests a day',
      people: 1_000_000 / googleCalls,
    },
    {
      limit: 'Calendar API: 10,000 requests a minute',
      people: perMinute(10_000, googleCalls),
    },
    { limit: `maxInstances: ${MAX_INSTANCES}`, people: perSecond(instances, 1) },
    {
      limit: 'Cloud Run: 1,000 processors in the region',
      people: perSecond((instances / MAX_INSTANCES) * 1_000, 1),
    },
  ];
  return limits.toSorted((a, b) => a.people - b.people);
}
