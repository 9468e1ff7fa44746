import { onRequest } from 'firebase-functions/https';
import { defineSecret } from 'firebase-functions/params';
import { onSchedule } from 'firebase-functions/scheduler';
import { createApp } from './app';
import { resetDemoAccount } from './demo/resetDemoAccount';
import { firebasePorts } from './firebasePorts';
import { renewChannels } from './googleCalendar/channels';
import { endGrants } from './googleCalendar/connect';
import { ownRequests } from './http/ownRequests';

ownRequests();
const ports = firebasePorts();

const secrets = ['GOOGLE_CLIENT_SECRET', 'GOOGLE_TOKEN_KEY'].map((name) => defineSecret(name));

export const api = onRequest(
  {
    region: 'us-central1',
    invoker: 'public',
    concurrency: 80,
    memory: '512MiB',
    timeoutSeconds: 30,
    secrets,
  },
  createApp(ports),
);

/** Product §1's shared account starts every day as new. */
export const resetDemo = onSchedule(
  { region: 'us-central1', schedule: 'every day 03:00', timeZone: 'Etc/UTC', memory: '512MiB' },
  () => resetDemoAccount(ports),
);

/** How long the next one may work, in ms; less than its timeout. */
const UPKEEP = 8 * 60 * 1000;

/** Google's channels end after a week or less, and grants that could not be ended are tried again. */
export const upkeepCalendars = onSchedule(
  {
    ...{ region: 'us-central1', schedule: 'every 6 hours', timeZone: 'Etc/UTC' },
    ...{ memory: '512MiB', timeoutSeconds: 540, secrets },
  },
  async () => {
    await endGrants(ports);
    await renewChannels(ports, Date.now() + UPKEEP);
  },
);
