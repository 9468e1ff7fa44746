import { onRequest } from 'firebase-functions/https';
import { onSchedule } from 'firebase-functions/scheduler';
import { createApp } from './app';
import { resetDemoAccount } from './demo/resetDemoAccount';
import { firebasePorts } from './firebasePorts';
import { ownRequests } from './http/ownRequests';

ownRequests();
const ports = firebasePorts();

export const api = onRequest(
  {
    region: 'us-central1',
    invoker: 'public',
    concurrency: 80,
    memory: '512MiB',
    timeoutSeconds: 30,
  },
  createApp(ports),
);

/** Spec §1's shared account starts every day as new. */
export const resetDemo = onSchedule(
  { region: 'us-central1', schedule: 'every day 03:00', timeZone: 'Etc/UTC', memory: '512MiB' },
  () => resetDemoAccount(ports),
);
