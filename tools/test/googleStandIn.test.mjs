// @ts-check
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'vitest';
import { startGoogleStandIn } from '../googleStandIn/startGoogleStandIn.mjs';
import { ROOT } from '../command/paths.mjs';
import { HOST } from '../stack/ports.mjs';

// Google's client for calendars, as the function uses it. Loading all of googleapis would take seconds.
const google = createRequire(join(ROOT, 'functions', 'package.json'))(
  'googleapis/build/src/apis/calendar',
);

const CLIENT = { clientId: 'daymark.test', clientSecret: 'GOCSPX-test' };
const REDIRECT = 'http://127.0.0.1:5050/api/calendar/callback';
const LIST = 'https://www.googleapis.com/auth/calendar.calendarlist.readonly';
const EVENTS = 'https://www.googleapis.com/auth/calendar.events.readonly';
const ADA = 'ada@example.com';

/**
 * @param {import('vitest').TestContext} t
 * @param {Partial<Parameters<typeof startGoogleStandIn>[0]>} [options]
 */
async function start(t, options = {}) {
  const clock = { now: new Date('2026-11-18T10:00:00Z') };
  const standIn = await startGoogleStandIn({
    ...CLIENT,
    now: () => clock.now,
    seed: false,
    ...options,
  });
  t.onTestFinished(standIn.stop);
  const { env } = standIn;
  const client = new google.auth.OAuth2({
    ...CLIENT,
    redirectUri: REDIRECT,
    endpoints: {
      oauth2AuthBaseUrl: env.GOOGLE_AUTH_URL,
      oauth2TokenUrl: env.GOOGLE_TOKEN_URL,
      oauth2RevokeUrl: env.GOOGLE_REVOKE_URL,
      tokenInfoUrl: `${env.GOOGLE_API_ROOT}/tokeninfo`,
    },
  });
  const api = google.calendar({
    version: 'v3',
    rootUrl: env.GOOGLE_API_ROOT,
    auth: client,
    // The client's own retries would hide failed responses.
    retry: false,
    timeout: 30_000,
  });
  return { ...standIn, client, api, clock };
}

/** @typedef {Awaited<ReturnType<typeof start>>} Started */

/**
 * Sends the consent page's form as a browser would.
 * @param {Started} started
 * @param {object} [how]
 * @param {string} [how.account]
 * @param {string[]} [how.ticked]
 * @param {string} [how.decision]
 * @param {Record<string, string>} [how.ask]
 */
async function consent({ client }, { account = ADA, ticked, decision = 'allow', ask } = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const authUrl = client.generateAuthUrl({
    access_type: 'offline',
    prompt: 'consent',
    scope: [LIST, EVENTS],
    state: 'the state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...ask,
  });
  const body = new URLSearchParams({ account, decision });
  for (const scope of ticked ?? [LIST, EVENTS]) body.append('scope', scope);
  const reply = await fetch(authUrl, { method: 'POST', body, redirect: 'manual' });
  const back = new URL(reply.headers.get('location') ?? 'http://nowhere');
  return { authUrl, verifier, back, code: back.searchParams.get('code') ?? '' };
}

/**
 * @param {Started} started
 * @param {Parameters<typeof consent>[1]} [how]
 */
async function connect(started, how) {
  const { code, verifier } = await consent(started, how);
  const { tokens } = await started.client.getToken({ code, codeVerifier: verifier });
  started.client.setCredentials(tokens);
  return tokens;
}

/**
 * Reads all pages of a list. Returns the items of all pages, the sync token on the last page, and the number of pages.
 * @param {Started} started
 * @param {object} params
 */
async function list({ api }, params) {
  const items = [];
  /** @type {string | undefined} */
  let pageToken;
  for (let pages = 1; ; pages += 1) {
    /** @type {{ data: any }} */
    const { data } = await api.events.list({
      calendarId: 'primary',
      singleEvents: true,
      ...params,
      pageToken,
    });
    items.push(...data.items);
    if (!data.nextPageToken) return { items, syncToken: data.nextSyncToken, pages };
    assert.equal(data.nextSyncToken, undefined);
    pageToken = data.nextPageToken;
  }
}

/** @param {any[]} items */
const starts = (items) => items.map(({ start }) => start.dateTime ?? start.date);

/**
 * Returns the error of a call as the client sees it.
 * @param {Promise<unknown>} call
 */
async function failure(call) {
  const error = await call.then(
    () => assert.fail('The call did not fail.'),
    (reason) => reason,
  );
  const { status, data, headers } = error.response ?? {};
  return { status, data, headers, reason: data?.error?.errors?.[0]?.reason ?? data?.error, error };
}

/** @param {string} date @param {string} from @param {string} to */
const at = (date, from, to, timeZone = 'Europe/Berlin') => ({
  start: { dateTime: `${date}T${from}`, timeZone },
  end: { dateTime: `${date}T${to}`, timeZone },
});

test('the consent page says that it is a local stand-in', async (t) => {
  const { authUrl } = await consent(await start(t), { ask: { login_hint: '"><b>@example.com' } });
  const html = await (await fetch(authUrl)).text();
  assert.match(html, /This is not Google\./);
  assert.match(html, /local stand-in that runs on this machine only/);
  assert.equal(html.match(/type="checkbox"/g)?.length, 2);
  assert.ok(!html.includes('"><b>'));
});

test('the consent page refuses unknown redirect URIs and clients', async (t) => {
  const started = await start(t, { redirectUris: ['https://daymark.app/api/calendar/callback'] });
  const ask = async (/** @type {Record<string, string>} */ ask) =>
    (await fetch((await consent(started, { ask })).authUrl)).status;
  assert.equal(await ask({ redirect_uri: 'https://daymark.app/api/calendar/callback' }), 200);
  assert.equal(await ask({ redirect_uri: 'https://evil.example/' }), 400);
  assert.equal(await ask({ client_id: 'another' }), 401);
});

test('Cancel and an unticked scope give the same redirects as at Google', async (t) => {
  const started = await start(t);
  const denied = await consent(started, { decision: 'deny' });
  assert.equal(denied.back.href, `${REDIRECT}?state=the+state&error=access_denied`);
  const partly = await consent(started, { ticked: [LIST] });
  assert.equal(partly.back.searchParams.get('scope'), LIST);

  await connect(started, { ticked: [LIST] });
  assert.equal((await started.api.calendarList.list()).status, 200);
  const { status, reason } = await failure(list(started, {}));
  assert.deepEqual([status, reason], [403, 'insufficientPermissions']);
});

test('a code works only with its verifier, redirect URI and client secret', async (t) => {
  const started = await start(t);
  const { code, verifier } = await consent(started);
  const ask = async (/** @type {Record<string, string>} */ changes) => {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: REDIRECT,
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      ...changes,
    });
    const reply = await fetch(started.env.GOOGLE_TOKEN_URL, { method: 'POST', body });
    return /** @type {any} */ ({ status: reply.status, ...(await reply.json()) });
  };
  assert.equal((await ask({ code_verifier: 'guessed' })).error, 'invalid_grant');
  assert.equal((await ask({ redirect_uri: 'http://127.0.0.1/' })).error, 'redirect_uri_mismatch');
  assert.equal((await ask({ client_secret: 'guessed' })).status, 401);
  const tokens = await ask({});
  assert.match(tokens.access_token, /^ya29\.standin-/);
  assert.match(tokens.refresh_token, /^1\/\/standin-/);
  assert.equal(tokens.expires_in, 3599);
  assert.equal((await ask({})).error, 'invalid_grant');
  assert.deepEqual(started.issued(), {
    accessTokens: [tokens.access_token],
    refreshTokens: [tokens.refresh_token],
    codes: [code],
  });
});

test('an access token expires after an hour and can be refreshed', async (t) => {
  const started = await start(t);
  const tokens = await connect(started);
  const info = await started.client.getTokenInfo(tokens.access_token);
  assert.deepEqual([info.aud, info.scopes], [CLIENT.clientId, [LIST, EVENTS]]);

  started.clock.now = new Date(started.clock.now.getTime() + 3_600_000);
  assert.equal(
    (await failure(started.client.getTokenInfo(tokens.access_token))).reason,
    'invalid_token',
  );
  // Google's client adds the old refresh token to the tokens that it returns, so this test sends the request itself.
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
    client_id: CLIENT.clientId,
    client_secret: CLIENT.clientSecret,
  });
  const reply = await fetch(started.env.GOOGLE_TOKEN_URL, { method: 'POST', body });
  const renewed = /** @type {any} */ (await reply.json());
  assert.deepEqual(Object.keys(renewed).sort(), [
    'access_token',
    'expires_in',
    'scope',
    'token_type',
  ]);
  assert.notEqual(renewed.access_token, tokens.access_token);
  await started.client.refreshAccessToken();
  assert.equal((await started.api.calendarList.list()).status, 200);
});

test('a second connection without prompt=consent gets no refresh token', async (t) => {
  const started = await start(t);
  assert.ok((await connect(started, { ask: { prompt: '' } })).refresh_token);
  assert.equal((await connect(started, { ask: { prompt: '' } })).refresh_token, undefined);
});

for (const which of ['access_token', 'refresh_token']) {
  test(`revoking the ${which} ends the grant`, async (t) => {
    const started = await start(t);
    const tokens = await connect(started);
    await started.client.revokeToken(tokens[which]);
    assert.equal(
      (await failure(started.client.revokeToken(tokens[which]))).reason,
      'invalid_token',
    );
    const { status, data } = await failure(started.client.refreshAccessToken());
    assert.deepEqual(
      [status, data.error, data.error_description],
      [400, 'invalid_grant', 'Token has been expired or revoked.'],
    );
  });
}

test('calendars are listed in pages, with the fields that a client shows', async (t) => {
  const started = await start(t, { seed: { timeZone: 'Europe/Berlin' } });
  await connect(started);
  const { data } = await started.api.calendarList.list({ maxResults: 2 });
  assert.equal(data.items.length, 2);
  const rest = await started.api.calendarList.list({ pageToken: data.nextPageToken });
  const all = [...data.items, ...rest.data.items];
  assert.deepEqual(
    all.map(({ summary }) => summary),
    [ADA, 'Team', 'Family', 'New York office', 'Holidays'],
  );
  const [own, , , newYork] = all;
  assert.equal(own.primary, true);
  assert.match(own.backgroundColor, /^#[0-9a-f]{6}$/);
  assert.deepEqual([newYork.timeZone, newYork.accessRole], ['America/New_York', 'reader']);

  started.state.deleteCalendar({ account: ADA, calendarId: all[1].id });
  const left = (await started.api.calendarList.list()).data.items;
  assert.deepEqual(
    left.map((/** @type {any} */ { summary }) => summary),
    [ADA, 'Family', 'New York office', 'Holidays'],
  );
  assert.equal((await failure(list(started, { calendarId: all[1].id }))).reason, 'notFound');
});

test('a new account starts with a plausible week', async (t) => {
  const started = await start(t, { seed: {} });
  await connect(started);
  const week = { timeMin: '2026-11-16T00:00:00+01:00', timeMax: '2026-11-23T00:00:00+01:00' };
  const { data } = await started.api.calendarList.list();
  const found = await Promise.all(
    data.items.map((/** @type {any} */ { id }) =>
      list(started, { calendarId: id, ...week, orderBy: 'startTime' }),
    ),
  );
  const events = found.flatMap(({ items }) => items);
  const named = (/** @type {string} */ name) => events.filter(({ summary }) => summary === name);
  assert.equal(named('Stand-up').length, 4, 'one of the five is canceled');
  assert.deepEqual(starts(named('Weekend in Vienna')), ['2026-11-21']);
  assert.equal(named('Budget meeting').length, 0);
  const [train] = named('Night train to Vienna');
  assert.notEqual(train.start.dateTime.slice(0, 10), train.end.dateTime.slice(0, 10));
  const [abroad] = named('Sync with New York');
  assert.deepEqual(abroad.start, {
    dateTime: '2026-11-17T10:00:00-05:00',
    timeZone: 'America/New_York',
  });
  assert.ok(events.some(({ summary }) => summary.length > 80));
});

test('a recurring event keeps its hour when daylight saving time begins or ends', async (t) => {
  const started = await start(t);
  await connect(started);
  const rule = (/** @type {string} */ text) => ({ recurrence: [`RRULE:${text}`] });
  const create = (/** @type {any} */ event) => started.state.createEvent({ account: ADA, event });
  const seen = async (/** @type {string} */ id) => {
    const { items } = await list(started, { orderBy: 'startTime' });
    return starts(items.filter(({ recurringEventId }) => recurringEventId === id));
  };

  const autumn = create({ ...at('2026-10-24', '09:00', '10:00'), ...rule('FREQ=DAILY;COUNT=3') });
  assert.deepEqual(await seen(autumn.id), [
    '2026-10-24T09:00:00+02:00',
    '2026-10-25T09:00:00+01:00',
    '2026-10-26T09:00:00+01:00',
  ]);
  const spring = create({
    ...at('2027-03-21', '02:30', '03:00'),
    ...rule('FREQ=WEEKLY;UNTIL=20270404T003000Z'),
  });
  assert.deepEqual(
    await seen(spring.id),
    ['2027-03-21T02:30:00+01:00', '2027-03-28T03:30:00+02:00', '2027-04-04T02:30:00+02:00'],
    '2:30 does not exist on the 28th',
  );
  const fortnight = create({
    ...at('2026-11-18', '08:00', '08:30', 'America/New_York'),
    recurrence: ['RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=5', 'EXDATE:20261202T130000Z'],
  });
  assert.deepEqual(await seen(fortnight.id), [
    '2026-11-18T14:00:00+01:00',
    '2026-11-30T14:00:00+01:00',
    '2026-12-14T14:00:00+01:00',
    '2026-12-16T14:00:00+01:00',
  ]);
  const days = create({
    start: { date: '2026-12-24' },
    end: { date: '2026-12-26' },
    ...rule('FREQ=DAILY;INTERVAL=7;UNTIL=20270101'),
  });
  assert.deepEqual(await seen(days.id), ['2026-12-24', '2026-12-31']);
});

test('timeMin and timeMax are exclusive, also for all-day events', async (t) => {
  const started = await start(t);
  await connect(started);
  const create = (/** @type {any} */ event) =>
    started.state.createEvent({ account: ADA, event: { summary: '', ...event } });
  create({ summary: 'timed', ...at('2026-11-20', '09:00', '10:00') });
  create({ summary: 'day', start: { date: '2026-11-20' }, end: { date: '2026-11-21' } });
  const names = async (/** @type {string} */ timeMin, /** @type {string} */ timeMax) =>
    (await list(started, { timeMin, timeMax })).items.map(({ summary }) => summary);

  assert.deepEqual(await names('2026-11-20T09:00:00Z', '2026-11-20T12:00:00Z'), ['day']);
  assert.deepEqual(await names('2026-11-20T08:59:59Z', '2026-11-20T12:00:00Z'), ['timed', 'day']);
  assert.deepEqual(await names('2026-11-19T00:00:00Z', '2026-11-19T23:00:00Z'), []);
  assert.deepEqual(await names('2026-11-19T00:00:00Z', '2026-11-19T23:00:01Z'), ['day']);
  assert.deepEqual(await names('2026-11-20T23:00:00Z', '2026-11-21T12:00:00Z'), []);
  assert.equal((await failure(names('2026-11-20T00:00:00', '2026-11-21T00:00:00Z'))).status, 400);
  assert.equal(
    (await failure(names('2026-11-21T00:00:00Z', '2026-11-20T00:00:00Z'))).reason,
    'timeRangeEmpty',
  );
});

test('an incremental sync lists changed, moved, canceled and deleted events', async (t) => {
  const started = await start(t);
  await connect(started);
  const where = { account: ADA };
  const { state } = started;
  const series = state.createEvent({
    ...where,
    event: {
      summary: 'Series',
      ...at('2026-11-16', '09:00', '10:00'),
      recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
    },
  });
  const single = state.createEvent({ ...where, event: at('2026-11-17', '12:00', '13:00') });
  const [first, second, third] = ['16', '17', '18'].map(
    (day) => `${series.id}_202611${day}T080000Z`,
  );

  let { items, syncToken, pages } = await list(started, { maxResults: 3 });
  assert.equal(pages, 2);
  assert.deepEqual(
    items.map(({ id }) => id),
    [first, second, third, single.id],
  );
  assert.equal(items[0].recurringEventId, series.id);
  assert.deepEqual(items[0].originalStartTime, items[0].start);

  const changes = async () => {
    const response = await list(started, { syncToken });
    syncToken = response.syncToken;
    return response.items;
  };
  assert.deepEqual(await changes(), []);

  state.deleteEvent({ ...where, eventId: String(second) });
  state.changeEvent({
    ...where,
    eventId: String(third),
    changes: { start: { dateTime: '2026-11-19T15:00' } },
  });
  const [cancelled, moved] = await changes();
  assert.deepEqual(
    [cancelled.id, cancelled.status, cancelled.summary, cancelled.recurringEventId],
    [second, 'cancelled', undefined, series.id],
  );
  assert.deepEqual(
    [moved.id, moved.start.dateTime, moved.end.dateTime, moved.originalStartTime.dateTime],
    [third, '2026-11-19T15:00:00+01:00', '2026-11-19T16:00:00+01:00', '2026-11-18T09:00:00+01:00'],
  );

  state.changeEvent({
    ...where,
    eventId: series.id,
    changes: { recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] },
  });
  assert.deepEqual(
    (await changes()).map(({ id, status }) => [id, status]),
    [
      [first, 'confirmed'],
      [second, 'cancelled'],
      [third, 'cancelled'],
    ],
    'a changed rule lists all instances, and the lost ones as canceled',
  );

  state.deleteEvent({ ...where, eventId: single.id });
  const [gone] = await changes();
  assert.deepEqual([gone.id, gone.status, gone.start], [single.id, 'cancelled', undefined]);
  state.deleteEvent({ ...where, eventId: series.id });
  assert.deepEqual(new Set((await changes()).map(({ status }) => status)), new Set(['cancelled']));
  assert.deepEqual((await list(started, {})).items, []);
});

test('all pages of a list and its sync token refer to the same moment', async (t) => {
  const started = await start(t);
  await connect(started);
  const create = () =>
    started.state.createEvent({ account: ADA, event: at('2026-11-20', '09:00', '10:00') });
  const ids = [create().id, create().id, create().id];
  const ask = (/** @type {object} */ more) =>
    started.api.events.list({ calendarId: 'primary', singleEvents: true, maxResults: 2, ...more });
  const first = (await ask({})).data;
  const late = create().id;
  started.state.deleteEvent({ account: ADA, eventId: String(ids[2]) });
  const second = (await ask({ pageToken: first.nextPageToken })).data;
  assert.deepEqual(
    [...first.items, ...second.items].map(({ id }) => id),
    ids,
  );
  const { items } = await list(started, { syncToken: second.nextSyncToken });
  assert.deepEqual(
    items.map(({ id, status }) => [id, status]),
    [
      [late, 'confirmed'],
      [ids[2], 'cancelled'],
    ],
  );
});

test('a sync token is refused if it has expired or comes with a filter', async (t) => {
  const started = await start(t);
  await connect(started);
  const { syncToken } = await list(started, {});
  for (const clash of [
    { timeMin: '2026-01-01T00:00:00Z' },
    { orderBy: 'startTime' },
    { q: 'x' },
    { showDeleted: false },
  ]) {
    assert.equal((await failure(list(started, { syncToken, ...clash }))).status, 400);
  }
  assert.equal((await failure(list(started, { syncToken: 'made up' }))).status, 400);
  assert.equal((await list(started, { orderBy: 'startTime' })).syncToken, undefined);
  started.state.expireSyncTokens({ account: ADA });
  const { status, reason } = await failure(list(started, { syncToken }));
  assert.deepEqual([status, reason], [410, 'fullSyncRequired']);
  assert.ok((await list(started, {})).syncToken);
});

test('a channel receives a message for each change until it is stopped', async (t) => {
  const started = await start(t);
  await connect(started);
  /** @type {import('node:http').IncomingHttpHeaders[]} */
  const received = [];
  const receiver = createServer((request, response) => {
    received.push(request.headers);
    response.end();
  }).listen(0, HOST);
  await once(receiver, 'listening');
  t.onTestFinished(() => void receiver.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (receiver.address());

  const create = () =>
    started.state.createEvent({ account: ADA, event: at('2026-11-20', '09:00', '10:00') });
  const watch = (/** @type {object} */ more) =>
    started.api.events.watch({
      calendarId: 'primary',
      requestBody: {
        id: 'channel-1',
        type: 'web_hook',
        address: `http://${HOST}:${port}/push`,
        token: 'ours',
        ...more,
      },
    });
  const { data } = await watch({});
  assert.deepEqual([data.kind, data.id, data.token], ['api#channel', 'channel-1', 'ours']);
  assert.equal(Number(data.expiration), started.clock.now.getTime() + 7 * 86_400_000);
  assert.equal((await failure(watch({}))).reason, 'channelIdNotUnique');
  assert.equal(
    (await failure(watch({ id: '2', address: 'http://example.com' }))).reason,
    'push.webhookUrlNotHttps',
  );

  create();
  await started.state.settled();
  const seen = received.map((headers) => [
    headers['x-goog-channel-id'],
    headers['x-goog-channel-token'],
    headers['x-goog-resource-state'],
    headers['x-goog-message-number'],
  ]);
  assert.deepEqual(seen, [
    ['channel-1', 'ours', 'sync', '1'],
    ['channel-1', 'ours', 'exists', '2'],
  ]);
  assert.equal(received[1]?.['x-goog-resource-id'], data.resourceId);

  const { id, resourceId } = data;
  const stopped = await started.api.channels.stop({ requestBody: { id, resourceId } });
  assert.equal(stopped.status, 204);
  create();
  await started.state.settled();
  assert.equal(received.length, 2);
});

test('a fault applies to the next call that it matches, and to no other call', async (t) => {
  const started = await start(t);
  await connect(started);
  const { faults } = started;
  const match = { endpoint: 'events.list', account: ADA };
  const next = async (/** @type {any} */ fault) => {
    faults.set(match, fault);
    assert.equal(
      (await started.api.calendarList.list()).status,
      200,
      'another endpoint still works',
    );
    return failure(list(started, {}));
  };
  /** @type {[string, number, string][]} */
  const failures = [
    ['unauthorized', 401, 'authError'],
    ['rateLimitExceeded', 403, 'rateLimitExceeded'],
    ['insufficientPermissions', 403, 'insufficientPermissions'],
    ['forbidden', 403, 'forbidden'],
    ['accessNotConfigured', 403, 'accessNotConfigured'],
    ['notFound', 404, 'notFound'],
    ['gone', 410, 'fullSyncRequired'],
    ['serverError', 500, 'backendError'],
  ];
  for (const [kind, status, reason] of failures) {
    const response = await next({ kind });
    assert.deepEqual([response.status, response.reason], [status, reason], kind);
  }
  const busy = await next({ kind: 'tooManyRequests', retryAfter: 7 });
  assert.deepEqual([busy.status, busy.headers.get('retry-after')], [429, '7']);
  assert.equal((await next({ kind: 'hang' })).status, undefined);
  assert.match(String((await next({ kind: 'reset' })).error.cause?.code), /ECONNRESET/);
  faults.set(match, { kind: 'truncated' });
  const cut = await started.api.events
    .list({ calendarId: 'primary', singleEvents: true })
    .catch((/** @type {any} */ e) => e);
  assert.ok(
    cut instanceof Error || typeof cut.data === 'string',
    'half a JSON text cannot be parsed',
  );
  assert.equal((await list(started, {})).items.length, 0, 'the next call succeeds');

  faults.set({ endpoint: 'token' }, { kind: 'refreshRevoked' });
  assert.equal((await failure(started.client.refreshAccessToken())).reason, 'invalid_grant');
  faults.set({ endpoint: 'consent' }, { kind: 'scopeUnticked', scope: EVENTS });
  assert.equal((await consent(started)).back.searchParams.get('scope'), LIST);
  faults.set({ endpoint: 'consent' }, { kind: 'consentDenied' });
  assert.equal((await consent(started)).back.searchParams.get('error'), 'access_denied');
  faults.set({ endpoint: 'api', account: 'someone@else.example' }, { kind: 'serverError' });
  assert.equal((await list(started, {})).items.length, 0, 'the fault is for another account');
});

test('a held response is computed immediately and sent when the account’s faults are removed', async (t) => {
  const started = await start(t);
  await connect(started);
  const { faults } = started;
  faults.set({ endpoint: 'events.list', account: ADA }, { kind: 'held' });
  let isThere = false;
  const held = list(started, {}).finally(() => (isThere = true));
  faults.set({ endpoint: 'events.list', account: ADA }, { kind: 'held', then: 'serverError' });
  while (started.calls.list({ endpoint: 'events.list' }).length < 1)
    await started.api.calendarList.list();
  const failed = failure(list(started, {}));
  while (started.calls.list({ endpoint: 'events.list' }).length < 2)
    await started.api.calendarList.list();
  started.state.createEvent({
    account: ADA,
    event: { start: { date: '2026-11-20' }, end: { date: '2026-11-21' } },
  });
  faults.clear('someone@else.example');
  await started.api.calendarList.list();
  assert.equal(isThere, false);
  faults.clear(ADA);
  assert.deepEqual((await held).items, []);
  assert.equal((await failed).status, 500);
});

test('a hidden calendar is listed only with showHidden', async (t) => {
  const started = await start(t);
  await connect(started);
  started.state.changeCalendar({ account: ADA, hidden: true });
  const ids = async (/** @type {object} */ query) => {
    const { data } = await started.api.calendarList.list(query);
    return data.items?.map((/** @type {any} */ { id, hidden }) => [id, hidden]);
  };
  assert.deepEqual(await ids({}), []);
  assert.deepEqual(await ids({ showHidden: true }), [[ADA, true]]);
});

test('an access token that is rejected as expired is refreshed', async (t) => {
  const started = await start(t);
  await connect(started);
  started.client.forceRefreshOnFailure = true;
  started.faults.set({ endpoint: 'events.list' }, { kind: 'accessTokenExpired' });
  assert.deepEqual((await list(started, {})).items, []);
  assert.equal(started.calls.list({ endpoint: 'token.refresh' }).length, 1);
});

test('the stand-in can be controlled over HTTP', async (t) => {
  const started = await start(t);
  const send = async (/** @type {string} */ path, /** @type {unknown} */ body) => {
    const reply = await fetch(`${started.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return /** @type {any} */ ({ status: reply.status, ...(await reply.json()) });
  };
  const get = async (/** @type {string} */ path) =>
    /** @type {any} */ (await (await fetch(`${started.url}${path}`)).json());
  const event = { summary: 'By HTTP', ...at('2026-11-20', '09:00', '10:00') };
  const { id } = await send('/_state', { do: 'createEvent', account: ADA, event });
  await connect(started);
  assert.equal((await list(started, {})).items[0].id, id);

  await send('/_faults', { match: { endpoint: 'api' }, fault: { kind: 'serverError' } });
  assert.equal((await failure(list(started, {}))).status, 500);
  assert.equal((await send('/_faults', { fault: { kind: 'earthquake' } })).status, 400);
  const unknown = await send('/_state', { do: 'deleteEvent', account: ADA, eventId: 'none' });
  assert.deepEqual([unknown.status, unknown.error], [400, 'There is no event none']);
  const form = await fetch(`${started.url}/_state`, { method: 'POST', body: '{}' });
  assert.equal(form.status, 404, 'a request without JSON is refused');

  assert.equal((await get(`/_calls?endpoint=events.list&account=${ADA}`)).count, 2);
  const { accessTokens, refreshTokens, codes } = await get('/_tokens');
  const log = JSON.stringify(await get('/_calls'));
  for (const one of [...accessTokens, ...refreshTokens, ...codes]) assert.ok(!log.includes(one));
  assert.deepEqual(await get('/_env'), started.env);
});

test('incremental syncs add up to a full list after random changes', async (t) => {
  const started = await start(t);
  await connect(started);
  let seed = 20261118;
  const random = (/** @type {number} */ below) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const day = () => new Date(Date.UTC(2026, 9, 1 + random(90))).toISOString().slice(0, 10);
  const time = () => `${10 + random(12)}:${10 + random(50)}`;
  const rules = [
    'RRULE:FREQ=DAILY;COUNT=12',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,SU;COUNT=9',
    'RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20261224',
  ];
  const rule = () => [rules[random(rules.length)] ?? ''];
  const where = () =>
    random(3)
      ? at(day(), time(), '23:30')
      : { start: { date: day() }, end: { date: '2027-01-01' } };

  // The span of the first list, which the sync token keeps.
  const span = { timeMin: '2026-10-15T00:00:00Z', timeMax: '2026-12-01T00:00:00Z' };
  const full = async () => new Map((await list(started, span)).items.map((one) => [one.id, one]));
  /** @type {Map<string, any>} */
  const cache = new Map();
  let { syncToken } = await list(started, span);
  /** @type {string[]} */
  const ids = [];
  const { state } = started;
  for (let change = 1; change <= 300; change += 1) {
    const seen = [...cache.keys()];
    const instance = seen[random(seen.length)] ?? '';
    const eventId = ids[random(ids.length)] ?? '';
    const account = ADA;
    /** @type {(() => void)[]} */
    const could = [
      () => ids.push(state.createEvent({ account, event: where() }).id),
      () => ids.push(state.createEvent({ account, event: { ...where(), recurrence: rule() } }).id),
      () => state.changeEvent({ account, eventId, changes: where() }),
      () => state.changeEvent({ account, eventId: instance, changes: where() }),
      () => state.changeEvent({ account, eventId, changes: { recurrence: rule() } }),
      () => state.changeEvent({ account, eventId, changes: { recurrence: null } }),
      () => state.changeEvent({ account, eventId: instance, changes: { summary: `${change}` } }),
      () => state.deleteEvent({ account, eventId: instance }),
      () => random(4) || state.deleteEvent({ account, eventId }),
    ];
    try {
      could[random(could.length)]?.();
    } catch (error) {
      if (!/There is no event/.test(String(error))) throw error;
    }
    if (change % 10) continue;
    const changes = await list(started, { syncToken, maxResults: 7 });
    syncToken = changes.syncToken;
    for (const item of changes.items) {
      if (item.status === 'cancelled') cache.delete(item.id);
      else cache.set(item.id, item);
    }
    const inSpan = [...cache].filter(([, { start, end }]) => {
      const instant = (/** @type {any} */ { date, dateTime }) =>
        Date.parse(dateTime ?? `${date}T00:00:00${date < '2026-10-26' ? '+02:00' : '+01:00'}`);
      return instant(end) > Date.parse(span.timeMin) && instant(start) < Date.parse(span.timeMax);
    });
    assert.deepEqual(
      new Map(inSpan.sort()),
      new Map([...(await full())].sort()),
      `after ${change}`,
    );
  }
  assert.ok(cache.size > 20, `${cache.size}`);
});
