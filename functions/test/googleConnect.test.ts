import { getFirestore } from 'firebase-admin/firestore';
import { beforeAll, describe, expect, test } from 'vitest';
import { firebasePorts } from '../src/firebasePorts';
import { tokensIn } from '../src/googleCalendar/access';
import { admin } from './authEmulator';
import { expectSentence } from './expectSentence';
import {
  anHour,
  ask,
  comeBack,
  connectedPerson,
  consent,
  eventsOn,
  googleAccount,
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

describe('the way to Google', () => {
  test('asks for offline access, consent, the two least scopes, with PKCE and a state of 256 bits', async () => {
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

  test('leads back to the configured address where there is one, whatever a request says', async () => {
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
  test('§2 connects, with the primary calendar selected', async () => {
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

  test('§2 with the consent denied says so', async () => {
    const who = await newcomer();
    const page = await comeBack(who, await consent(who, { decision: 'deny' }));
    expect(messageIn(page)).toBe('You did not give Daymark access to your calendars.');
    expect((await settings(who)).status).toBe('disconnected');
  });

  test('with a scope unticked connects nothing, says which are needed, and leaves no grant', async () => {
    const who = await newcomer();
    await who.google.fault('scopeUnticked', 'consent');
    const page = await comeBack(who, await consent(who));
    expect(messageIn(page)).toContain('Please tick both.');
    expect((await settings(who)).status).toBe('disconnected');
    expect(await who.google.calls('revoke')).toMatchObject([{ status: 200 }]);
  });

  test('§2 without a code says nocode, with an unknown state says state', async () => {
    const who = await newcomer();
    const back = await consent(who);
    expect(await comeBack(who, new URL('http://x/'))).toBe('/calendar?error=nocode');
    const wrong = new URL(back);
    wrong.searchParams.set('state', 'x'.repeat(43));
    expect(await comeBack(who, wrong)).toBe('/calendar?error=state');
    expect(await comeBack(who, back)).toBe('/calendar?success=true');
  });

  test('a state is good once, also for twenty at once', async () => {
    const who = await newcomer();
    const back = await consent(who);
    const pages = await Promise.all(Array.from({ length: 20 }, () => comeBack(who, back)));
    expect(pages.filter((page) => page === '/calendar?success=true')).toHaveLength(1);
    expect(pages.filter((page) => page === '/calendar?error=state')).toHaveLength(19);
    expect(await who.google.calls('token.code')).toHaveLength(1);
  });

  test('a state of another person, or of another session of one’s own, is refused', async () => {
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

  test('a state of more than ten minutes ago is refused', async () => {
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

  test('§6 without a session leads to the page all the same, which says what is needed', async () => {
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
    ['a broken line', 'reset', 'Google Calendar can’t be reached. Try again in a moment.'],
    [
      'half an answer',
      'truncated',
      'Google Calendar sent a response that Daymark doesn’t understand. Try again.',
    ],
  ])('met by %s says so, and connects nothing', async (_what, kind, sentence) => {
    const who = await newcomer();
    const back = await consent(who);
    await who.google.fault(kind, 'token.code');
    expect(messageIn(await comeBack(who, back))).toBe(sentence);
    expect((await settings(who)).status).toBe('disconnected');
  });

  test('connects although the calendars can’t be listed just now; the next read lists them', async () => {
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
  test('keeps the selection, as far as it is still there', async () => {
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

  test('with another account at Google deletes all of the first, and ends its grant', async () => {
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
});

describe('§7 the legacy call', () => {
  test('connects with tokens that a client of ours obtained itself', async () => {
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

  test('refuses a token that was not made for us, in one sentence', async () => {
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

  test('ends the grant at Google and leaves nothing of it here', async () => {
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

  test('is repeatable', async () => {
    expect((await post(who, 'disconnect')).status).toBe(200);
  });
});
