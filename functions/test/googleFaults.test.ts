import type { CalendarErrorCode } from '@daymark/contract/googleCalendar';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { firebasePorts } from '../src/firebasePorts';
import { retryRevocations } from '../src/googleCalendar/revocations';
import { admin } from './authEmulator';
import { expectGuarded } from './expectSentence';
import {
  anHour,
  ask,
  comeBack,
  connectedPerson,
  consent,
  eventsOn,
  issuedTokens,
  post,
  type Connecting,
} from './googleAccount';
import { deletePerson } from './deletePerson';
import type { Received } from './send';
import { startFunction, type RunningFunction } from './startFunction';

const firestore = getFirestore(admin);
const DAY = '2026-11-20';

let running: RunningFunction;
/** A function that waits only half a second for Google, for calls to which Google never responds. */
let impatient: RunningFunction;
/** Every reply so far, to be searched for tokens. */
const responses: string[] = [];
beforeAll(async () => {
  [running, impatient] = await Promise.all([
    startFunction(),
    startFunction({ GOOGLE_TIME_LIMIT_MS: '500' }),
  ]);
});
afterAll(() => Promise.all([running.stop(), impatient.stop()]));

const recorded = async (reply: Promise<Received>) => {
  const received = await reply;
  responses.push(received.text + JSON.stringify(received.headers));
  return received;
};
const read = (who: Connecting) => recorded(eventsOn(who, DAY));
/** Reads during a fault. Only a call that gets no response uses the function with the short time limit. */
const readWith = (kind: string, who: Connecting) =>
  read(kind === 'hang' ? { ...who, to: impatient.url } : who);
const settings = async (who: Connecting) => (await recorded(ask(who, 'settings'))).json();

/** Faults of a read, with the error code (product §8), the status if nothing was read earlier, and the sentence. */
const FAULTS: [kind: string, CalendarErrorCode, status: number, details: RegExp][] = [
  ['unauthorized', 'expired', 403, /has expired\. Connect again/],
  ['insufficientPermissions', 'permission', 403, /refused access to your calendar/],
  ['forbidden', 'permission', 403, /refused access to your calendar/],
  ['rateLimitExceeded', 'quota', 429, /asks us to slow down/],
  ['tooManyRequests', 'quota', 429, /asks us to slow down/],
  ['notFound', 'notFound', 404, /not found at Google/],
  ['accessNotConfigured', 'other', 502, /returned an error \(403\)/],
  ['serverError', 'other', 502, /returned an error \(500\)/],
  ['unavailable', 'other', 502, /returned an error \(503\)/],
  ['truncated', 'other', 502, /doesn’t understand/],
  ['reset', 'network', 503, /can’t be reached/],
  ['hang', 'timeout', 503, /took too long/],
];

async function personWithEvent(): Promise<Connecting> {
  const who = await connectedPerson(running.url);
  await who.google.createEvent(anHour('Dentist', `${DAY}T10:00:00Z`));
  return who;
}

async function age({ person }: Connecting) {
  const { docs } = await firestore.collection(`users/${person.uid}/googleCalendars`).get();
  for (const { ref } of docs) await ref.update({ syncedAt: Date.now() - 6 * 60_000 });
}

describe('reading during a fault at Google:', () => {
  test.concurrent.for(FAULTS)(
    '%s is reported, and events that were read earlier are still shown',
    async ([kind, error, status, details], { expect }) => {
      const who = await personWithEvent();
      const wrong = { error, details: expect.stringMatching(details) };
      await who.google.fault(kind, 'events.list', { count: null });
      const refused = await readWith(kind, who);
      expect(refused.status, refused.text).toBe(status);
      expectGuarded(refused);
      expect(refused.json()).toEqual(wrong);

      await who.google.clearFaults();
      const { items } = (await read(who)).json();
      expect(items).toMatchObject([{ summary: 'Dentist' }]);
      await age(who);
      await who.google.fault(kind, 'events.list', { count: null });
      const reply = await readWith(kind, who);
      expect(reply.status, reply.text).toBe(200);
      expect(reply.json()).toEqual({
        items,
        ...wrong,
        asOf: expect.any(String),
        watchedSeconds: 0,
      });
      expect(Date.now() - Date.parse(reply.json().asOf)).toBeGreaterThan(5 * 60_000);
      expect((await settings(who)).calendarError).toMatchObject({ error });

      await who.google.clearFaults();
      expect((await read(who)).json()).toMatchObject({ items, asOf: expect.any(String) });
      expect(await settings(who)).toMatchObject({ status: 'connected', calendarError: null });
    },
  );

  test.concurrent('an expired access token is refreshed, and the read succeeds', async ({
    expect,
  }) => {
    const who = await personWithEvent();
    await who.google.fault('accessTokenExpired', 'events.list');
    expect((await read(who)).json().items).toHaveLength(1);
    expect(await who.google.calls('token.refresh')).toHaveLength(1);
  });

  test.concurrent('after a 410, everything is read again', async ({ expect }) => {
    const who = await personWithEvent();
    await read(who);
    await who.google.createEvent(anHour('Lunch', `${DAY}T12:00:00Z`));
    await who.google.state('expireSyncTokens');
    await age(who);
    expect((await read(who)).json().items).toHaveLength(2);
    expect((await who.google.calls('events.list')).map(({ status }) => status)).toEqual([
      200, 410, 200,
    ]);
  });

  test.concurrent.for([
    ['rateLimitExceeded', 3],
    ['tooManyRequests', 2],
  ] as const)(
    '%s that ends before our last retry doesn’t fail the read',
    async ([kind, count], { expect }) => {
      const who = await personWithEvent();
      await who.google.fault(kind, 'events.list', { count, retryAfter: 1 });
      const reply = await read(who);
      expect(reply.json().items).toHaveLength(1);
      expect(reply.json().error).toBeUndefined();
      expect(await who.google.calls('events.list')).toHaveLength(count + 1);
    },
  );

  test.concurrent('a quota that stays used up is retried at most three times, within the time limit', async ({
    expect,
  }) => {
    const who = await personWithEvent();
    await who.google.fault('rateLimitExceeded', 'events.list', { count: null });
    expect((await read(who)).status).toBe(429);
    expect((await who.google.calls('events.list')).length).toBeLessThanOrEqual(4);
    await who.google.clearFaults();
    await who.google.fault('tooManyRequests', 'events.list', { count: null, retryAfter: 3600 });
    expect((await read(who)).status).toBe(429);
    expect((await who.google.calls('events.list')).length).toBeLessThanOrEqual(5);
  });

  test.concurrent('a revoked grant marks the connection as expired and keeps what was read', async ({
    expect,
  }) => {
    const who = await personWithEvent();
    const { items } = (await read(who)).json();
    await who.google.state('revokeGrant');
    await age(who);
    for (let nth = 1; nth <= 2; nth++) {
      const reply = await read(who);
      expect(reply.json()).toMatchObject({ items, error: 'expired' });
      expect(await settings(who)).toMatchObject({
        isConnected: false,
        status: 'expired',
        calendarError: { error: 'expired' },
        selectedCalendarId: who.google.account,
        calendarList: [{ primary: true }],
      });
    }
    expect((await recorded(ask(who, 'check'))).json()).toMatchObject({ status: 'expired' });
    const again = await connectedAnew(who);
    expect((await read(again)).json()).toMatchObject({ items, asOf: expect.any(String) });
  });

  test.concurrent('a calendar that is gone is named, and other calendars are still read', async ({
    expect,
  }) => {
    const who = await personWithEvent();
    const { account } = who.google;
    const choir = `choir.${account}`;
    await who.google.createCalendar(choir, 'Choir');
    await who.google.createEvent(anHour('Rehearsal', `${DAY}T18:00:00Z`), choir);
    const calendarIds = [account, choir];
    await recorded(post(who, 'select', { calendarIds }));
    expect((await read(who)).json().items).toHaveLength(2);
    await who.google.state('deleteCalendar', { calendarId: choir });
    await age(who);
    for (let nth = 1; nth <= 2; nth++)
      expect((await read(who)).json()).toMatchObject({
        items: [{ summary: 'Dentist' }],
        error: 'notFound',
        details: 'The calendar “Choir” was not found at Google. Choose your calendars.',
      });
    await recorded(post(who, 'select', { calendarId: account }));
    expect((await read(who)).json().error).toBeUndefined();
  });

  test.concurrent('an error of one calendar doesn’t hide the events of another', async ({
    expect,
  }) => {
    const who = await personWithEvent();
    const choir = `choir.${who.google.account}`;
    await who.google.createCalendar(choir, 'Choir');
    await recorded(post(who, 'select', { calendarIds: [who.google.account, choir] }));
    await who.google.fault('forbidden', 'events.list', { count: null }, choir);
    expect((await read(who)).json()).toMatchObject({
      items: [{ summary: 'Dentist' }],
      error: 'permission',
    });
  });
});

async function connectedAnew(who: Connecting): Promise<Connecting> {
  expect(await comeBack(who, await consent(who))).toBe('/calendar?success=true');
  return who;
}

describe('with Google down', () => {
  test.concurrent('disconnecting works, and the grant is revoked when Google is back', async ({
    expect,
  }) => {
    const who = await personWithEvent();
    await read(who);
    await who.google.fault('reset', 'revoke', { count: null });
    const reply = await recorded(post({ ...who, to: impatient.url }, 'disconnect'));
    expect(reply.json()).toMatchObject({ status: 'disconnected' });
    const pending = await firestore.collection('googleRevocations').get();
    expect(pending.size).toBeGreaterThan(0);
    const issued = Object.values(await issuedTokens()).flat();
    for (const one of pending.docs)
      for (const token of issued) expect(JSON.stringify(one.data())).not.toContain(token);

    await who.google.clearFaults();
    await retryRevocations(firebasePorts(), Infinity);
    expect((await who.google.calls('revoke')).at(-1)).toMatchObject({ status: 200 });
  });

  test.concurrent('the check and the refresh report the error, and the list of calendars stays', async ({
    expect,
  }) => {
    const who = await personWithEvent();
    await who.google.fault('reset', 'api', { count: null });
    expect((await recorded(ask(who, 'list'))).json().items).toHaveLength(1);
    expect((await recorded(ask(who, 'check'))).json()).toMatchObject({
      status: 'connected',
      calendarError: { error: 'network' },
    });
    const refreshed = (await recorded(post(who, 'refresh'))).json();
    expect(refreshed).toMatchObject({ calendarList: [{}], calendarError: { error: 'network' } });
  });

  test.concurrent('deleting the account succeeds even if Google doesn’t respond', async ({
    expect,
  }) => {
    const who = await personWithEvent();
    await read(who);
    // Inject the fault once, so that another test's retries of all revocations don't wait for it.
    await who.google.fault('hang', 'revoke');
    const reply = await deletePerson(who.person, impatient.url);
    expect(reply.status, reply.text).toBe(204);
    const { uid } = who.person;
    expect((await firestore.doc(`googleCalendarTokens/${uid}`).get()).exists).toBe(false);
    expect(await firestore.doc(`users/${uid}`).listCollections()).toEqual([]);
  });
});

test('a grant that can’t be revoked is tried after the other grants in the next run', async () => {
  const ports = firebasePorts();
  // Clear the revocations that other tests have left.
  await retryRevocations(ports, Infinity);
  const [failing, other] = [await personWithEvent(), await personWithEvent()];
  for (const who of [failing, other]) {
    await who.google.fault('reset', 'revoke', { count: null });
    await recorded(post({ ...who, to: impatient.url }, 'disconnect'));
    await who.google.clearFaults();
  }
  let moment = Date.now();
  const logged: string[] = [];
  const revoke = vi.fn(ports.google.revoke);
  revoke.mockRejectedValueOnce(new Error('Not one of Google’s'));
  const run = () =>
    retryRevocations(
      {
        ...ports,
        now: () => new Date(moment),
        log: ({ message }) => logged.push(message),
        google: {
          ...ports.google,
          revoke(token) {
            moment += 60_000;
            return revoke(token);
          },
        },
      },
      moment + 30_000,
    );
  const before = (await failing.google.calls('revoke')).length;
  await run();
  expect(revoke).toHaveBeenCalledTimes(1);
  expect(logged).toEqual(['A grant could not be revoked.']);
  await run();
  expect(revoke).toHaveBeenCalledTimes(2);
  expect((await other.google.calls('revoke')).at(-1)).toMatchObject({ status: 200 });
  expect(await failing.google.calls('revoke')).toHaveLength(before);
  await run();
  expect((await failing.google.calls('revoke')).at(-1)).toMatchObject({ status: 200 });
});

test('deleting the account revokes its grant at Google', async () => {
  const who = await personWithEvent();
  await read(who);
  await deletePerson(who.person, running.url);
  expect(await who.google.calls('revoke')).toMatchObject([{ status: 200 }]);
});

test('no token, code or secret is in a log or a reply, or readable in the database', async () => {
  const { accessTokens, refreshTokens, codes } = await issuedTokens();
  const secrets = [...accessTokens, ...refreshTokens, ...codes, 'GOCSPX-canary-of-the-client'];
  expect(secrets.length).toBeGreaterThan(5);
  const kept = await firestore.collection('googleCalendarTokens').get();
  expect(kept.size).toBeGreaterThan(0);
  // A log line is written after its reply was sent.
  await vi.waitFor(() => expect(running.output()).toContain('deleteAccount 204'), 30_000);
  const everything =
    running.output() +
    impatient.output() +
    responses.join('') +
    JSON.stringify(kept.docs.map((one) => one.data()));
  for (const secret of secrets) expect(everything.includes(secret)).toBe(false);
});
