import { DEFAULT_EVENT_COLOR, NO_DETAILS, type Event } from '@daymark/contract/event';
import type { PushPayload } from '@daymark/contract/reminders/notification';
import { NO_PLAN, type Task } from '@daymark/contract/task';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { firebasePorts } from '../src/firebasePorts';
import type { Owner } from '../src/owner';
import type { Ports } from '../src/ports';
import type { PushMessage, PushResult } from '../src/reminders/push';
import { sendDueReminders, type SweepOptions } from '../src/reminders/sendDueReminders';
import { CAPS } from '../src/store/quota';
import { firestoreStores, type Stores } from '../src/store/stores';
import { newPerson } from './people';

/** A message that a push service accepted or refused. */
export interface Arrived {
  endpoint: string;
  message: PushMessage;
  notification: PushPayload['notification'];
}

/**
 * Returns ports with a clock that the test sets, and push services that keep what they are sent. The sweep sees only
 * the given people, because other tests use the same emulator.
 */
export function sweepPorts(now: string, people: Owner[] = []) {
  const clock = { nowMs: Date.parse(now) };
  const arrived: Arrived[] = [];
  const lines: object[] = [];
  /** The results of push services by endpoint. The others accept every message. */
  const results = new Map<string, PushResult>();
  const stores = firestoreStores(CAPS, () => clock.nowMs);
  const { dueReminders } = stores;
  const own = async function* <T extends { owner: Owner }>(pages: AsyncIterable<T[]>) {
    const uids = new Set(people.map(({ uid }) => uid));
    for await (const page of pages) {
      const due = page.filter(({ owner }) => uids.has(owner.uid));
      if (due.length > 0) yield due;
    }
  };
  const ports: Ports = {
    ...firebasePorts(),
    publicUrl: 'https://daymark.example',
    now: () => new Date(clock.nowMs),
    log: (line) => lines.push(line),
    stores: {
      ...stores,
      dueReminders: {
        ...dueReminders,
        events: (nowMs) => own(dueReminders.events(nowMs)),
        people: (nowMs) => own(dueReminders.people(nowMs)),
      },
    },
    push: {
      publicKey: 'a key',
      isAllowed: () => true,
      send({ endpoint }, message) {
        const { notification } = JSON.parse(message.payload) as PushPayload;
        arrived.push({ endpoint, message, notification });
        return Promise.resolve(results.get(endpoint) ?? 'delivered');
      },
    },
  };
  return {
    ports,
    stores: ports.stores,
    clock,
    lines,
    arrived,
    results,
    people,
    /** Sets the clock and runs the sweep. Returns the messages that were sent. */
    async sweepAt(at: string, options?: SweepOptions): Promise<Arrived[]> {
      clock.nowMs = Date.parse(at);
      arrived.length = 0;
      await sendDueReminders(ports, options);
      return [...arrived];
    },
  };
}

export type Sweep = ReturnType<typeof sweepPorts>;

/** Returns a push subscription that no other device has. */
export const subscriptionOf = (name: string) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
});

/** How long a session lasts unless a test says otherwise, in minutes: a year. */
const LONG = 366 * 24 * 60;

/** Starts reminders in a session of its own. Returns the session and the endpoint. */
export async function startDevice(
  { stores, ports }: Pick<Sweep, 'stores' | 'ports'>,
  { uid }: Pick<Owner, 'uid'>,
  name = crypto.randomUUID(),
  minutes = LONG,
): Promise<{ session: string; endpoint: string }> {
  const session = `session-${name}`;
  const startedAt = ports.now().toISOString();
  await stores.sessions.record(uid, session, {
    startedAt,
    lastUsedAt: startedAt,
    expiresAt: new Date(ports.now().getTime() + minutes * MINUTE_MS),
  });
  const subscription = subscriptionOf(name);
  if (!(await stores.reminders.start({ uid }, session, subscription, ports.now())))
    throw new Error('The reminders did not start.');
  return { session, endpoint: subscription.endpoint };
}

/** Returns a new person in UTC with one device, whom the sweep has looked at. */
export async function remindedPerson(
  sweep: Sweep,
  settings: Parameters<Stores['settings']['merge']>[2]['fields'] = {},
): Promise<Owner & { session: string; endpoint: string }> {
  const { uid, userId } = await newPerson();
  const owner = { uid, userId };
  sweep.people.push(owner);
  if (Object.keys(settings).length > 0) await setSettings(sweep, owner, settings);
  const device = await startDevice(sweep, owner);
  const at = new Date(sweep.clock.nowMs);
  // Twice, because the first sweep leaves the person to be looked at once more.
  for (const seconds of [0, 1])
    await sweep.sweepAt(new Date(at.getTime() + seconds * 1000).toISOString());
  return { ...owner, ...device };
}

export const setSettings = (
  { stores }: Pick<Sweep, 'stores'>,
  owner: Owner,
  fields: Parameters<Stores['settings']['merge']>[2]['fields'],
) => stores.settings.merge(owner, 1, { fields, at: new Date().toISOString(), isNow: true }, {});

/** Returns an event of an hour. */
export function eventAt(start: string, fields: Partial<Event> & { id: number }) {
  const end = new Date(Date.parse(start) + 60 * MINUTE_MS).toISOString();
  return {
    ...NO_DETAILS,
    title: 'Stand-up',
    color: DEFAULT_EVENT_COLOR,
    start,
    end,
    ...fields,
  };
}

export const taskOf = (fields: Partial<Task> & { id: number }) => ({
  ...NO_PLAN,
  title: 'Water the ferns',
  completed: false,
  categoryId: null,
  isPriority: false,
  order: null,
  createdAt: '2026-01-01T00:00:00Z',
  completedAt: null,
  ...fields,
});
