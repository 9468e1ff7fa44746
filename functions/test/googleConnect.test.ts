import { getFirestore } from 'firebase-admin/firestore';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { firebasePorts } from '../src/firebasePorts';
import { tokensIn } from '../src/googleCalendar/access';
import {
  disconnect,
  finishCalendarConnection,
  getCalendarAuthUrl,
} from '../src/googleCalendar/connect';
import { retryRevocations } from '../src/googleCalendar/revocations';
import type { Browser } from '../src/handler';
import { admin } from './authEmulator';
import { expectSentence } from './expectSentence';
import {
  anHour,
  respondToConsent,
  ask,
  comeBack,
  connectedPerson,
  consent,
  eventsOn,
  googleAccount,
  issuedTokens,
  post,
  type Connecting,
} from './googleAccount';
import { newPerson } from './people';
import { claimsIn, unsigned } from './tokens';
import { send } from './send';
import { startFunction } from './startFunction';

const firestore = getFirestore(admin);
const DAY = new Date().toISOString().slice(0, 10);

const newcomer = async (): Promise<Connecting> => ({
  person: await newPerson(),
  google: googleAccount(),
});
const settings = async (who: Connecting) => (await ask(who, 'settings')).json();
const messageIn = (page: string) => {
  expect(page).toMatch(/^\/calendar\?error=auth&message=/);
  return new URL(page, 'http://x').searchParams.get('message');
};

describe('the authorization URL', () => {
  test('asks for offline access, consent and the two smallest scopes, with PKCE and a 256-bit state', async () => {
    const who = await newcomer();
    const { authUrl } = (await ask(who, 'auth-url')).json() as { authUrl: string };
    const { searchParams, pathname } = new URL(authUrl);
    expect(pathname).toBe('/o/oauth2/v2/auth');
    expect(Object.fromEntries(searchParams)).toEqual({
      access_type: 'offline',
      prompt: 'consent',
      response_type: 'code',
      client_id: 'daymark.tests',
      scope:
        'https://www.googleapis.com/auth/calendar.calendarlist.readonly https://www.googleapis.com/auth/calendar.events.readonly',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/calendar\/callback$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  test('leads back to the host that the browser uses, if it is this machine', async () => {
    const who = await newcomer();
    const from = (host: string) => ask(who, 'auth-url', { headers: { 'x-forwarded-host': host } });
    const reply = (await from('localhost:5062')).json() as { authUrl: string };
    expect(new URL(reply.authUrl).searchParams.get('redirect_uri')).toBe(
      'http://localhost:5062/api/calendar/callback',
    );
    for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost:5062@evil.example'])
      expect((await from(host)).status).toBe(500);
  });

  test('leads back to the configured address if there is one, whatever a request says', async () => {
    const running = await startFunction({ PUBLIC_URL: 'https://daymark.test/' });
    const who = { ...(await newcomer()), to: running.url };
    for (const host of ['localhost:5062', 'evil.example']) {
      const reply = await ask(who, 'auth-url', { headers: { 'x-forwarded-host': host } });
      const { authUrl } = reply.json() as { authUrl: string };
      expect(new URL(authUrl).searchParams.get('redirect_uri')).toBe(
        'https://daymark.test/api/calendar/callback',
      );
    }
    await running.stop();
  });

  test('needs a session, and is refused for the demo account', async () => {
    expectSentence(await send({ path: '/api/calendar/auth-url' }), 401);
    const who = await newcomer();
    await firestore
      .doc(`users/${who.person.uid}`)
      .update({ expiresAt: '2999-01-01T00:00:00.000Z' });
    for (const reply of [await ask(who, 'auth-url'), await post(who, 'connect', { token: 'x' })]) {
      expectSentence(reply, 403);
      expect(reply.text).toBe('The demo account can’t be connected to Google Calendar.');
    }
  });
});

describe('coming back from Google', () => {
  test('connects, with the primary calendar selected', async () => {
    const who = await newcomer();
    await who.google.createCalendar('choir@example.com', 'Choir');
    expect(await settings(who)).toEqual({
      isConnected: false,
      status: 'disconnected',
      selectedCalendarId: null,
      selectedCalendarIds: [],
      calendarList: [],
      lastSyncedAt: null,
      calendarError: null,
    });
    expect(await comeBack(who, await consent(who))).toBe('/calendar?success=true');
    const { account } = who.google;
    expect(await settings(who)).toMatchObject({
      isConnected: true,
      status: 'connected',
      calendarError: null,
      selectedCalendarId: account,
      selectedCalendarIds: [account],
      calendarList: [
        { id: account, primary: true },
        { id: 'choir@example.com', summary: 'Choir', primary: false },
      ],
    });
    expect((await ask(who, 'list')).json().items).toHaveLength(2);
    expect((await ask(who, 'check')).json()).toEqual({ status: 'connected', calendarError: null });
  });

  test('with the consent denied says so', async () => {
    const who = await newcomer();
    const page = await comeBack(who, await consent(who, { decision: 'deny' }));
    expect(messageIn(page)).toBe('You did not give Daymark access to your calendars.');
    expect((await settings(who)).status).toBe('disconnected');
  });

  test('with a scope unticked connects nothing and leaves no grant', async () => {
    const who = await newcomer();
    await who.google.fault('scopeUnticked', 'consent');
    const page = await comeBack(who, await consent(who));
    expect(messageIn(page)).toContain('Please tick both.');
    expect((await settings(who)).status).toBe('disconnected');
    expect(await who.google.calls('revoke')).toMatchObject([{ status: 200 }]);
  });

  test('without a code gives the error nocode, and with an unknown state the error state', async () => {
    const who = await newcomer();
    const back = await consent(who);
    expect(await comeBack(who, new URL('http://x/'))).toBe('/calendar?error=nocode');
    const wrong = new URL(back);
    wrong.searchParams.set('state', 'x'.repeat(43));
    expect(await comeBack(who, wrong)).toBe('/calendar?error=state');
    expect(await comeBack(who, back)).toBe('/calendar?success=true');
  });

  test('a state can be used once, even by twenty requests at once', async () => {
    const who = await newcomer();
    const back = await consent(who);
    const pages = await Promise.all(Array.from({ length: 20 }, () => comeBack(who, back)));
    expect(pages.filter((page) => page === '/calendar?success=true')).toHaveLength(1);
    expect(pages.filter((page) => page === '/calendar?error=state')).toHaveLength(19);
    expect(await who.google.calls('token.code')).toHaveLength(1);
  });

  test('a state of another person or session is refused', async () => {
    const who = await newcomer();
    const other = await newPerson();
    expect(await comeBack({ person: other }, await consent(who))).toBe('/calendar?error=state');
    const { session } = who.person;
    const elsewhere = {
      person: { ...who.person, session: unsigned({ ...claimsIn(session), at: 2 }) },
    };
    expect((await ask(elsewhere, 'settings')).status).toBe(200);
    expect(await comeBack(elsewhere, await consent(who))).toBe('/calendar?error=state');
  });

  test('a state that is more than ten minutes old is refused', async () => {
    const who = await newcomer();
    const back = await consent(who);
    const states = await firestore
      .collection('googleOAuthStates')
      .where('uid', '==', who.person.uid)
      .get();
    const [kept] = states.docs;
    expect(kept?.get('expiresAt').toMillis()).toBeLessThanOrEqual(Date.now() + 10 * 60_000);
    expect(kept?.get('expiresAt').toMillis()).toBeGreaterThan(Date.now() + 5 * 60_000);
    await kept?.ref.update({ expiresAt: new Date(Date.now() - 1) });
    expect(await comeBack(who, back)).toBe('/calendar?error=state');
  });

  test('without a session leads to a page that asks for a sign-in', async () => {
    const who = await newcomer();
    const back = await consent(who);
    for (const session of ['', 'garbage']) {
      const page = await comeBack({ person: { ...who.person, session } }, back);
      expect(messageIn(page)).toBe(
        'You need to be logged in to connect Google Calendar. Please log in and try again.',
      );
    }
  });

  test.each([
    ['a refused code', 'refreshRevoked', 'Google did not accept the sign-in. Please try again.'],
    ['an error', 'serverError', 'Google Calendar returned an error (500).'],
    ['a broken connection', 'reset', 'Google Calendar can’t be reached. Try again in a moment.'],
    [
      'a truncated response',
      'truncated',
      'Google Calendar sent a response that Daymark doesn’t understand. Try again.',
    ],
  ])('that fails with %s says so and connects nothing', async (_what, kind, sentence) => {
    const who = await newcomer();
    const back = await consent(who);
    await who.google.fault(kind, 'token.code');
    expect(messageIn(await comeBack(who, back))).toBe(sentence);
    expect((await settings(who)).status).toBe('disconnected');
  });

  test('connects even if the calendars can’t be listed', async () => {
    const who = await newcomer();
    const back = await consent(who);
    await who.google.fault('serverError', 'calendarList.list');
    expect(await comeBack(who, back)).toBe('/calendar?success=true');
    expect((await settings(who)).calendarError).toMatchObject({ error: 'other' });
    expect((await ask(who, 'list')).json().items).toHaveLength(1);
    expect((await settings(who)).selectedCalendarId).toBe(who.google.account);
  });
});

describe('connecting again', () => {
  test('keeps the selected calendars that still exist', async () => {
    const who = await connectedPerson();
    const [choir, club] = [`choir.${who.google.account}`, `club.${who.google.account}`];
    await who.google.createCalendar(choir);
    await who.google.createCalendar(club);
    await post(who, 'select', { calendarIds: [choir, club] });
    await who.google.state('deleteCalendar', { calendarId: club });
    expect(await comeBack(who, await consent(who))).toBe('/calendar?success=true');
    expect(await settings(who)).toMatchObject({
      selectedCalendarIds: [choir],
      status: 'connected',
    });
  });

  test('with another Google account deletes the first account’s data and ends its grant', async () => {
    const who = await connectedPerson();
    await who.google.createEvent(anHour('Of the first', `${DAY}T10:00:00Z`));
    expect((await eventsOn(who, DAY)).json().items).toHaveLength(1);
    const now = { ...who, google: googleAccount() };
    expect(await comeBack(now, await consent(now))).toBe('/calendar?success=true');
    expect((await settings(now)).selectedCalendarIds).toEqual([now.google.account]);
    expect((await eventsOn(now, DAY)).json().items).toEqual([]);
    expect(await who.google.calls('revoke')).toMatchObject([{ status: 200 }]);
    expect(await now.google.calls('revoke')).toEqual([]);
  });

  /** Returns the same person with another account at Google. */
  const atAnother = (who: Connecting): Connecting => ({ ...who, google: googleAccount() });
  /** Connects while Google fails to list the calendars. */
  async function connectUnlisted(who: Connecting) {
    const back = await consent(who);
    await who.google.fault('serverError', 'calendarList.list');
    return comeBack(who, back);
  }
  const revoked = async ({ google }: Connecting) =>
    (await google.calls('revoke')).filter(({ status }) => status === 200).length;
  const check = async (who: Connecting) => (await ask(who, 'check')).json();
  const WORKING = { status: 'connected', calendarError: null };

  test('keeps the new grant when the calendars couldn’t be listed the first time', async () => {
    const who = await newcomer();
    expect(await connectUnlisted(who)).toBe('/calendar?success=true');
    expect(await comeBack(who, await consent(who))).toBe('/calendar?success=true');
    expect(await who.google.calls('revoke')).toEqual([]);
    expect(await check(who)).toEqual(WORKING);
  });

  test('keeps the new grant when the primary calendar is hidden at Google', async () => {
    const who = await connectedPerson();
    await who.google.createCalendar(`choir.${who.google.account}`);
    await who.google.state('changeCalendar', { hidden: true });
    expect(await comeBack(who, await consent(who))).toBe('/calendar?success=true');
    expect(await who.google.calls('revoke')).toEqual([]);
    expect(await settings(who)).toMatchObject({
      calendarList: [{ id: `choir.${who.google.account}` }],
      calendarError: null,
    });
  });

  test('keeps the new grant if revoking the old one failed', async () => {
    const who = await connectedPerson();
    await who.google.fault('serverError', 'revoke', { count: null });
    await post(who, 'disconnect');
    await who.google.clearFaults();
    expect(await comeBack(who, await consent(who))).toBe('/calendar?success=true');
    await retryRevocations(firebasePorts(), Infinity);
    expect(await check(who)).toEqual(WORKING);
    await post(who, 'disconnect');
    expect(await revoked(who)).toBe(1);
  });

  test('keeps the new grant if revoking the old one failed and the calendars can’t be listed', async () => {
    const who = await connectedPerson();
    await who.google.fault('serverError', 'revoke', { count: null });
    await post(who, 'disconnect');
    await who.google.clearFaults();
    expect(await connectUnlisted(who)).toBe('/calendar?success=true');
    await retryRevocations(firebasePorts(), Infinity);
    expect(await check(who)).toEqual(WORKING);
    await post(who, 'disconnect');
    expect(await revoked(who)).toBe(1);
  });

  test('with another account whose calendars can’t be listed leaves the first account connected', async () => {
    const who = await connectedPerson();
    await who.google.createEvent(anHour('Of the first', `${DAY}T10:00:00Z`));
    const before = await settings(who);
    const other = atAnother(who);
    expect(messageIn(await connectUnlisted(other))).toBe(
      'Google Calendar returned an error (500).',
    );
    expect(await settings(who)).toEqual(before);
    expect(await check(who)).toEqual(WORKING);
    expect((await eventsOn(who, DAY)).json().items).toMatchObject([{ summary: 'Of the first' }]);
    expect([await revoked(who), await revoked(other)]).toEqual([0, 0]);
  });

  test('a disconnect ends the grants of all accounts that were tried', async () => {
    const who = await connectedPerson();
    const [unlisted, unticked] = [atAnother(who), atAnother(who)];
    await connectUnlisted(unlisted);
    await unticked.google.fault('scopeUnticked', 'consent');
    await comeBack(unticked, await consent(unticked));
    const kept = (await firestore.doc(`googleCalendarTokens/${who.person.uid}`).get()).data();
    for (const token of Object.values(await issuedTokens()).flat())
      expect(JSON.stringify(kept)).not.toContain(token);
    await post(who, 'disconnect');
    for (const one of [who, unlisted, unticked]) expect(await revoked(one)).toBe(1);
  });

  test('a grant of an unknown account isn’t revoked when that account is connected', async () => {
    const who = await newcomer();
    const other = atAnother(who);
    await connectUnlisted(other);
    expect(await comeBack(who, await consent(who))).toBe('/calendar?success=true');
    expect(await comeBack(other, await consent(other))).toBe('/calendar?success=true');
    expect(await check(other)).toEqual(WORKING);
    expect([await revoked(who), await revoked(other)]).toEqual([1, 0]);
    await post(other, 'disconnect');
    expect(await revoked(other)).toBe(1);
  });

  test('six times at once with different accounts leaves one connected and ends the other grants', async () => {
    const who = await newcomer();
    const all = Array.from({ length: 6 }, () => atAnother(who));
    const backs: URL[] = [];
    for (const one of all) backs.push(await consent(one));
    await Promise.all(all.map((one, index) => comeBack(one, backs[index]!)));
    const { calendarList, selectedCalendarId } = await settings(who);
    expect(calendarList).toMatchObject([{ id: selectedCalendarId }]);
    expect(await check(who)).toEqual(WORKING);
    await Promise.all(
      all.map(async (one) =>
        expect(await revoked(one)).toBe(one.google.account === selectedCalendarId ? 0 : 1),
      ),
    );
  });
});

describe('a late response for the first account, after another one was connected', () => {
  /** Starts a call, connects another account while Google holds the call's response, and then lets the call finish. */
  async function late(
    endpoint: string,
    call: (who: Connecting) => Promise<unknown>,
    response: object = {},
  ) {
    const first = await connectedPerson();
    const second = { ...first, google: googleAccount() };
    const shared = `choir.${first.google.account}`;
    for (const { google } of [first, second]) await google.createCalendar(shared, 'Choir');
    await first.google.createEvent(anHour('Of the first', `${DAY}T10:00:00Z`), shared);
    await second.google.createEvent(anHour('Of the second', `${DAY}T11:00:00Z`), shared);
    await post(first, 'select', { calendarId: shared });
    await first.google.clearFaults();
    const before = (await first.google.calls(endpoint)).length;
    await first.google.fault('held', endpoint, response);
    const pending = call(first);
    await vi.waitFor(async () =>
      expect((await first.google.calls(endpoint)).length).toBeGreaterThan(before),
    );
    expect(await comeBack(second, await consent(second))).toBe('/calendar?success=true');
    await post(second, 'select', { calendarId: shared });
    const wanted = await settings(second);
    await first.google.clearFaults();
    await pending;
    const { lastSyncedAt: _, ...now } = await settings(second);
    expect(wanted).toMatchObject(now);
    const stored = await firestore.collection(`users/${second.person.uid}/googleEvents`).get();
    expect(JSON.stringify(stored.docs.map((one) => one.data()))).not.toContain('Of the first');
    expect((await eventsOn(second, DAY)).json().items).toMatchObject([
      { summary: 'Of the second' },
    ]);
  }

  test('leaves the second account’s list of calendars alone', () =>
    late('calendarList.list', (who) => post(who, 'refresh')));

  test('leaves the second account’s events alone', () =>
    late('events.list', (who) => eventsOn(who, DAY)));

  test('records no error for the second account', () =>
    late('calendarList.list', (who) => ask(who, 'check'), { then: 'serverError' }));

  test('doesn’t select the first account’s calendars for the second', () =>
    late('calendarList.list', (who) =>
      post(who, 'select', { calendarId: `other.${who.google.account}` }),
    ));
});

describe('cut off at each step', () => {
  /** Calls that change nothing. A cut after such a call is the same as a cut after the previous change. */
  const READS = new Set<string | symbol>(['get', 'current', 'grant', 'revocationsWith']);

  /** Returns ports on which only the first `nth` changes succeed, at Google or in the stores of the calendar. */
  function cutAfter(nth: number) {
    const ports = firebasePorts();
    let calls = 0;
    const counted = <T extends object>(methods: T): T =>
      new Proxy(methods, {
        get: (target, name) => {
          const method = Reflect.get(target, name) as (...args: unknown[]) => unknown;
          return (...args: unknown[]) => {
            if (!READS.has(name)) calls += 1;
            if (calls > nth) throw new Error('cut off');
            return method(...args);
          };
        },
      });
    const { googleConnections, googleCopies, googleChannels } = ports.stores;
    return {
      ...ports,
      google: counted(ports.google),
      stores: {
        ...ports.stores,
        googleConnections: counted(googleConnections),
        googleCopies: counted(googleCopies),
        googleChannels: counted(googleChannels),
      },
    };
  }

  /**
   * Does the work for one newly connected person after another. The work is cut off before any step for the first
   * person, and one step later for each next person, until the work succeeds.
   */
  async function eachStep(
    work: (who: Connecting, ports: ReturnType<typeof cutAfter>) => Promise<unknown>,
    verify: (who: Connecting) => Promise<void>,
  ) {
    for (let nth = 0, isCut = true; isCut; nth++) {
      const who = await connectedPerson();
      await who.google.createEvent(anHour('Of the first', `${DAY}T10:00:00Z`));
      await eventsOn(who, DAY);
      isCut = await work(who, cutAfter(nth)).then(
        () => false,
        (error: unknown) => error instanceof Error && error.message === 'cut off',
      );
      await verify(who);
      expect(nth).toBeLessThan(20);
    }
  }

  async function expectAllEnded(who: Connecting, accounts: readonly Connecting[]) {
    await post(who, 'disconnect');
    await retryRevocations(firebasePorts(), Infinity);
    for (const { google } of accounts)
      expect((await google.calls('revoke')).map(({ status }) => status)).toContain(200);
    for (const name of ['googleCalendar', 'googleCalendars', 'googleEvents']) {
      const left = await firestore.collection(`users/${who.person.uid}/${name}`).get();
      expect(left.size, name).toBe(0);
    }
  }

  test(
    'a repeated disconnect leaves nothing here or at Google',
    () =>
      eachStep(
        ({ person }, ports) => disconnect(person, ports),
        (who) => expectAllEnded(who, [who]),
      ),
    180_000,
  );

  test('connecting another account can be finished by connecting it again', async () => {
    let other: Connecting;
    await eachStep(
      async (who, ports) => {
        other = { ...who, google: googleAccount() };
        const browser = { session: 'x', host: '127.0.0.1:1' } as Browser;
        const owner = { ...who.person, signInsValidFrom: '' };
        const { authUrl } = await getCalendarAuthUrl({ owner, browser }, firebasePorts());
        const { searchParams } = await respondToConsent(authUrl, other.google.account);
        const query = Object.fromEntries(searchParams);
        return finishCalendarConnection({ owner, browser, query }, ports);
      },
      async (who) => {
        const shown = JSON.stringify((await eventsOn(who, DAY)).json());
        const { selectedCalendarId } = await settings(who);
        if (selectedCalendarId !== who.google.account) expect(shown).not.toContain('Of the first');
        expect(await comeBack(other, await consent(other))).toBe('/calendar?success=true');
        expect((await ask(other, 'check')).json().status).toBe('connected');
        const stored = await firestore.collection(`users/${who.person.uid}/googleEvents`).get();
        expect(stored.size).toBe(0);
        await expectAllEnded(who, [who, other]);
      },
    );
  }, 180_000);
});

describe('a calendar that is deselected during its first sync', () => {
  test('leaves no events, no copy and no error', async () => {
    const who = await connectedPerson();
    const choir = `choir.${who.google.account}`;
    await who.google.createCalendar(choir, 'Choir');
    await who.google.createEvent(anHour('Rehearsal', `${DAY}T18:00:00Z`), choir);
    await post(who, 'select', { calendarIds: [choir] });
    await who.google.fault('held', 'events.list', {}, choir);
    const read = eventsOn(who, DAY);
    await expect.poll(() => who.google.calls('events.list')).toHaveLength(1);
    await post(who, 'select', { calendarIds: [] });
    await who.google.clearFaults();
    expect((await read).json()).toMatchObject({ items: [] });
    for (const name of ['googleCalendars', 'googleEvents'])
      expect((await firestore.collection(`users/${who.person.uid}/${name}`).get()).size, name).toBe(
        0,
      );
    expect((await settings(who)).calendarError).toBeNull();
  });
});

test('a calendar that is selected again while its copy is deleted has all its events', async () => {
  const who = await connectedPerson();
  const calendarIds = [who.google.account];
  await who.google.createEvent(anHour('Dentist', `${DAY}T10:00:00Z`));
  await eventsOn(who, DAY);
  const { uid } = who.person;
  const events = firestore.collection(`users/${uid}/googleEvents`);
  const [first] = (await events.get()).docs;
  // Enough events that deleting them takes longer than reading the calendar again.
  const calendar = String(first?.get('calendar'));
  for (let page = 0; page < 4; page++) {
    const batch = firestore.batch();
    for (let nth = 0; nth < 500; nth++)
      batch.set(events.doc(`${calendar}.0.${page}.${nth}`), { ...first?.data(), events: '[]' });
    await batch.commit();
  }
  const deselecting = post(who, 'select', { calendarIds: [] });
  const copies = firestore.collection(`users/${uid}/googleCalendars`);
  await vi.waitFor(async () => expect((await copies.get()).size).toBe(0), {
    timeout: 30_000,
    interval: 5,
  });
  await post(who, 'select', { calendarIds });
  const shown = await eventsOn(who, DAY);
  expect(shown.json().items).toMatchObject([{ summary: 'Dentist' }]);
  await deselecting;
  expect((await eventsOn(who, DAY)).json().items).toMatchObject([{ summary: 'Dentist' }]);
});

describe('the legacy call', () => {
  test('connects with tokens that one of our clients obtained itself', async () => {
    const [first, who] = [await newcomer(), await newcomer()];
    await comeBack(first, await consent(first));
    const ports = firebasePorts();
    const { uid } = first.person;
    const kept = await ports.stores.googleConnections.grant(first.person);
    const { accessToken, refreshToken } = tokensIn(kept!.grant.sealed, uid, ports)!;
    const body = { token: accessToken, refreshToken, expiresAt: 1 };
    const reply = await post(who, 'connect', body);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.json()).toMatchObject({ isConnected: true, calendarList: [{ primary: true }] });
    expect((await eventsOn(who, DAY)).status).toBe(200);
  });

  test('refuses a token that was not issued for Daymark', async () => {
    const who = await newcomer();
    const reply = await post(who, 'connect', { token: 'ya29.somebody-elses' });
    expectSentence(reply, 403);
    expect(reply.text).toBe('This Google sign-in was not made for Daymark.');
  });
});

describe('disconnecting', () => {
  let who: Connecting;
  beforeAll(async () => {
    who = await connectedPerson();
    await who.google.createEvent(anHour('Dentist', `${DAY}T10:00:00Z`));
    expect((await eventsOn(who, DAY)).json().items).toHaveLength(1);
  });

  test('ends the grant at Google and leaves none of its data here', async () => {
    const { uid } = who.person;
    expect((await firestore.doc(`googleCalendarTokens/${uid}`).get()).exists).toBe(true);
    const ports = firebasePorts();
    const kept = await ports.stores.googleConnections.grant(who.person);
    const { refreshToken } = tokensIn(kept!.grant.sealed, uid, ports)!;
    const reply = await post(who, 'disconnect');
    expect(reply.json()).toMatchObject({ isConnected: false, status: 'disconnected' });
    expect((await settings(who)).status).toBe('disconnected');
    expect((await who.google.calls('revoke')).at(-1)).toMatchObject({ status: 200 });
    expect((await firestore.doc(`googleCalendarTokens/${uid}`).get()).exists).toBe(false);
    for (const name of ['googleCalendar', 'googleCalendars', 'googleEvents'])
      expect((await firestore.collection(`users/${uid}/${name}`).get()).size, name).toBe(0);
    // Other tests may have left revocations.
    const later = new Date(Date.now() + 60_000);
    for (const { id, sealed } of await ports.stores.googleConnections.revocations(later, 500))
      expect(ports.tokenSeal.open(sealed, `revocation/${id}`)).not.toBe(refreshToken);
    const events = await eventsOn(who, DAY);
    expect(events.status).toBe(409);
    expect(events.json()).toEqual({ error: 'other', details: 'Google Calendar is not connected.' });
  });

  test('can be repeated', async () => {
    expect((await post(who, 'disconnect')).status).toBe(200);
  });
});
