import type { CalendarFeed } from '@daymark/contract/calendarFeed';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOUR_MS } from '@daymark/contract/time/units';
import { getFirestore, Timestamp } from 'firebase-admin/firestore';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../src/app';
import { firebasePorts } from '../src/firebasePorts';
import { accounts, admin, googleSignIn, idTokenOf } from './authEmulator';
import { brokenRules, eventsIn, textOf } from './calendarRules';
import { countReads } from './countReads';
import { deletePerson } from './deletePerson';
import { expectSentence } from './expectSentence';
import { confirmedPerson, setConfirmed, type Person } from './people';
import { resetPassword } from './resetPassword';
import { requestTo, rows } from './rows';
import { send, type Received } from './send';
import { secondsLater, signInElsewhere } from './signInElsewhere';

const firestore = getFirestore(admin);

/** How far the server's clock is ahead, in ms. */
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
const log: string[] = [];
const server = createServer(
  createApp({ ...firebasePorts(), now, log: (line) => void log.push(JSON.stringify(line)) }),
);
let to: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
afterEach(() => {
  vi.restoreAllMocks();
  aheadMs = 0;
});

const ask = ({ session }: Person, method: string, path: string, body?: object) =>
  send({ method, path, session, body, to });
const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send({ method, path, headers, to });
const unchanged = ({ headers: { etag } }: Received) => ({ 'if-none-match': String(etag) });
const feedOf = async (person: Person) =>
  (await ask(person, 'GET', '/api/calendar-feed')).json() as CalendarFeed | null;

/** Makes a person's feed. Returns the path of the feed's address. */
async function newFeed(person: Person, busyOnly = false): Promise<string> {
  const reply = await ask(person, 'POST', '/api/calendar-feed', { busyOnly });
  expect(reply.status, reply.text).toBe(201);
  return String(reply.json().path);
}

const storedFeedsOf = async ({ uid }: Person) =>
  (await firestore.collection('calendarFeeds').where('uid', '==', uid).get()).docs;

/** Returns a time of day in UTC, some days from now. */
const at = (days: number, hours: number) =>
  new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + (days * 24 + hours) * HOUR_MS)
    .toISOString()
    .replace('.000', '');

async function create(person: Person, path: string, body: object): Promise<void> {
  const reply = await ask(person, 'POST', path, body);
  expect(reply.status, reply.text).toBe(201);
}

/** Returns the only event in a feed. */
function onlyEvent({ text }: Received) {
  const [event, ...others] = eventsIn(text);
  expect(others).toEqual([]);
  return {
    uid: event!.UID!.value,
    title: textOf(event!.SUMMARY!),
    start: event!.DTSTART!,
    sequence: Number(event!.SEQUENCE!.value),
    modified: event!['LAST-MODIFIED']!.value,
  };
}

const dentist = () => ({ id: 1, title: 'Dentist', start: at(1, 9), end: at(1, 10) });

/** Returns a person with a feed of one event, which was last changed a minute ago. */
async function personWithFeed({ busyOnly = false } = {}) {
  const person = await confirmedPerson();
  await create(person, '/api/events', dentist());
  await firestore
    .doc(`users/${person.uid}/events/1`)
    .update({ changedAt: Timestamp.fromMillis(Date.now() - 60_000) });
  return { person, path: await newFeed(person, busyOnly) };
}

describe('a calendar feed', () => {
  test('has a secret address that is returned once and stored nowhere', async () => {
    const person = await confirmedPerson();
    expect(await feedOf(person)).toBeNull();
    const before = await newFeed(person);
    const path = await newFeed(person);
    expect(path).not.toBe(before);
    const [, secret = ''] = /^\/api\/calendar-feed\/([\w-]+)\.ics$/.exec(path) ?? [];
    expect(Buffer.from(secret, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
    const reply = await ask(person, 'GET', '/api/calendar-feed');
    expect(reply.json()).toEqual({
      busyOnly: false,
      createdAt: expect.any(String),
      readAt: null,
    });
    const docs = await storedFeedsOf(person);
    expect(docs).toHaveLength(1);
    expect(JSON.stringify(docs.map((one) => [one.id, one.data()]))).not.toContain(secret);
  });

  test('is valid iCalendar for RFC 5545 and two parsers', async () => {
    const { person, path } = await personWithFeed();
    await ask(person, 'PATCH', '/api/user', { timeZone: 'Europe/Berlin' });
    const day = at(3, 0).slice(0, 10);
    const days = { start: day, end: at(5, 0).slice(0, 10) };
    await create(person, '/api/tasks', { id: 4, title: 'Report' });
    const events = [
      { id: 2, title: 'Fair', start: at(3, 0), end: at(5, 0), days },
      { id: 3, title: 'Old name', start: at(2, 13), end: at(2, 14), taskId: 4 },
      { id: 5, title: 'Block of a task that is gone', start: at(4, 13), end: at(4, 14), taskId: 9 },
      { id: 6, title: 'Last spring', start: at(-200, 13), end: at(-200, 14) },
      { id: 7, title: 'Two years ago', start: at(-730, 13), end: at(-730, 14) },
    ];
    for (const event of events) await create(person, '/api/events', event);
    const reply = await read(path);
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
    });
    expect(brokenRules(reply.text)).toEqual([]);
    const calendar = ICAL.Component.fromString(reply.text);
    const titles = calendar
      .getAllSubcomponents('vevent')
      .map((event) => event.getFirstPropertyValue('summary'));
    expect(titles).toEqual([
      'Last spring',
      'Dentist',
      'Fair',
      'Report',
      'Block of a task that is gone',
    ]);
    const read2 = Object.values(nodeIcal.sync.parseICS(reply.text)).filter(
      (component) => component?.type === 'VEVENT',
    );
    expect(read2.map(({ summary }) => summary)).toEqual(titles);
    const fair = read2.find(({ summary }) => summary === 'Fair');
    expect(fair?.datetype).toBe('date');
    const [block] = read2.filter(({ summary }) => summary === 'Report');
    expect(block?.start.toISOString()).toBe(new Date(at(2, 13)).toISOString());
    expect(reply.text).toContain('DTSTART;TZID=Europe/Berlin:');
    // An all-day event is free unless the person says otherwise. A time block is not.
    const transparencies = calendar
      .getAllSubcomponents('vevent')
      .map((event) => event.getFirstPropertyValue('transp'));
    expect(transparencies).toEqual(['OPAQUE', 'OPAQUE', 'TRANSPARENT', 'OPAQUE', 'OPAQUE']);
  });

  test('a moved event keeps its UID, with a higher SEQUENCE and a later LAST-MODIFIED', async () => {
    const { person, path } = await personWithFeed();
    const before = await read(path);
    await ask(person, 'PATCH', '/api/events/1', { start: at(2, 9), end: at(2, 10) });
    const after = await read(path, unchanged(before));
    expect(after.status).toBe(200);
    const [first, moved] = [onlyEvent(before), onlyEvent(after)];
    expect(moved.uid).toBe(first.uid);
    expect(moved.start.value).not.toBe(first.start.value);
    expect(moved.sequence).toBeGreaterThan(first.sequence);
    expect(moved.modified > first.modified).toBe(true);
  });

  test('a deleted event disappears until it is restored with a higher SEQUENCE', async () => {
    const { person, path } = await personWithFeed();
    const before = await read(path);
    await ask(person, 'DELETE', '/api/events/1');
    const after = await read(path, unchanged(before));
    expect(eventsIn(after.text)).toEqual([]);
    expect(brokenRules(after.text)).toEqual([]);
    await create(person, '/api/events', { ...dentist(), restore: true });
    const restored = await read(path, unchanged(after));
    expect(onlyEvent(restored).uid).toBe(onlyEvent(before).uid);
    expect(onlyEvent(restored).sequence).toBeGreaterThan(onlyEvent(before).sequence);
  });

  test('a renamed task renames its block, with a higher SEQUENCE', async () => {
    const { person, path } = await personWithFeed();
    await create(person, '/api/tasks', { id: 4, title: 'Report' });
    await ask(person, 'PATCH', '/api/events/1', { taskId: 4 });
    const minuteAgo = Timestamp.fromMillis(Date.now() - 60_000);
    for (const record of ['events/1', 'tasks/4'])
      await firestore.doc(`users/${person.uid}/${record}`).update({ changedAt: minuteAgo });
    const before = await read(path);
    await ask(person, 'PATCH', '/api/tasks/4', { title: 'Long report' });
    const after = await read(path, unchanged(before));
    expect(after.status).toBe(200);
    const [first, renamed] = [onlyEvent(before), onlyEvent(after)];
    expect([first.title, renamed.title]).toEqual(['Report', 'Long report']);
    expect(renamed.sequence).toBeGreaterThan(first.sequence);
  });

  test('is in the person’s time zone, even after the person changes it', async () => {
    const { person, path } = await personWithFeed();
    const inUtc = await read(path);
    expect(inUtc.text).not.toContain('TZID');
    await ask(person, 'PATCH', '/api/user', { timeZone: 'Asia/Kolkata' });
    const inKolkata = await read(path, unchanged(inUtc));
    expect(inKolkata.status).toBe(200);
    expect(onlyEvent(inKolkata).start).toMatchObject({
      parameters: { TZID: 'Asia/Kolkata' },
      value: expect.stringMatching(/T143000$/),
    });
    await ask(person, 'PATCH', '/api/user', { timeZone: 'Asia/Kolkata' });
    await ask(person, 'POST', '/api/import', { user: { timeZone: 'Asia/Tokyo' } });
    const inTokyo = await read(path, unchanged(inKolkata));
    expect(onlyEvent(inTokyo).start.value).toMatch(/T180000$/);
  });

  test('shows times but no titles if it is busy only', async () => {
    const { person, path } = await personWithFeed({ busyOnly: true });
    await create(person, '/api/tasks', { id: 4, title: 'Secret plan' });
    const block = { id: 2, title: 'Secret name', start: at(2, 9), end: at(2, 10), taskId: 4 };
    await create(person, '/api/events', block);
    const busy = await read(path);
    expect(eventsIn(busy.text).map(({ SUMMARY }) => SUMMARY?.value)).toEqual(['Busy', 'Busy']);
    expect(busy.text).not.toMatch(/Dentist|Secret/);
    expect(brokenRules(busy.text)).toEqual([]);

    expect(
      (await ask(person, 'PATCH', '/api/calendar-feed', { busyOnly: false })).json(),
    ).toMatchObject({ busyOnly: false });
    const shown = await read(path, unchanged(busy));
    expect(eventsIn(shown.text).map(({ SUMMARY }) => SUMMARY?.value)).toEqual([
      'Dentist',
      'Secret plan',
    ]);
  });

  test('has each event once, even if there are more than are read at a time', async () => {
    const { person, path } = await personWithFeed();
    const events = Array.from({ length: 150 }, (_, n) => ({
      id: n + 10,
      title: `No. ${n}`,
      start: at(n % 20, 9),
      end: at(n % 20, 10),
    }));
    await ask(person, 'POST', '/api/import', { events });
    const { text } = await read(path);
    expect(brokenRules(text)).toEqual([]);
    expect(eventsIn(text)).toHaveLength(151);
  });
});

describe('a series in a calendar feed', () => {
  const standup = () => ({
    id: 20,
    title: 'Standup',
    start: at(-800, 9),
    end: at(-800, 10),
    place: 'https://example.com/secret-room',
    repeat: {
      rule: { every: 'day', interval: 1, from: 'schedule' },
      timeZone: 'Asia/Tokyo',
      until: null,
      count: null,
    },
  });
  const exception = (id: number, days: number, fields: object) => ({
    id,
    title: 'Late standup',
    start: at(days, 11),
    end: at(days, 12),
    seriesId: 20,
    seriesDay: at(days, 9).slice(0, 10),
    ...fields,
  });
  const linesOf = (text: string, name: string) =>
    text.split('\r\n').filter((line) => line.startsWith(name));

  test('is there while it still runs, with its exceptions, however far apart they are stored', async () => {
    const { person, path } = await personWithFeed();
    const others = Array.from({ length: 150 }, (_, n) => ({
      id: n + 100,
      title: `No. ${n}`,
      start: at(n % 20, 9),
      end: at(n % 20, 10),
    }));
    const exceptions = [exception(21, 30, {}), exception(22, 31, { canceled: true })];
    await ask(person, 'POST', '/api/import', { events: [standup(), ...others, ...exceptions] });
    const { text } = await read(path);
    expect(brokenRules(text)).toEqual([]);
    const found = eventsIn(text).filter(({ SUMMARY }) => SUMMARY?.value.match(/standup/i));
    expect(found.map(({ SUMMARY }) => SUMMARY?.value)).toEqual(['Standup', 'Late standup']);
    expect(found[1]?.UID).toEqual(found[0]?.UID);
    expect(linesOf(text, 'RRULE:FREQ=DAILY')).toHaveLength(1);
    expect(linesOf(text, 'EXDATE;TZID=Asia/Tokyo:')).toEqual([
      `EXDATE;TZID=Asia/Tokyo:${at(31, 9).slice(0, 10).replaceAll('-', '')}T180000`,
    ]);
  });

  test('has a later SEQUENCE after a change of an exception', async () => {
    const { person, path } = await personWithFeed();
    await create(person, '/api/events', standup());
    await create(person, '/api/events', exception(21, 3, {}));
    const minuteAgo = Timestamp.fromMillis(Date.now() - 60_000);
    for (const id of [20, 21])
      await firestore.doc(`users/${person.uid}/events/${id}`).update({ changedAt: minuteAgo });
    const sequenceOf = async () => {
      const { text } = await read(path);
      const series = eventsIn(text).find(({ SUMMARY }) => SUMMARY?.value === 'Standup');
      return Number(series?.SEQUENCE?.value);
    };
    const before = await sequenceOf();
    await ask(person, 'PATCH', '/api/events/21', { title: 'Very late standup' });
    expect(await sequenceOf()).toBeGreaterThan(before);
  });

  test('leaves its changed occurrences behind as events of their own when it is deleted', async () => {
    const { person, path } = await personWithFeed();
    const exceptions = [exception(21, 3, {}), exception(22, 4, { canceled: true })];
    for (const event of [standup(), ...exceptions]) await create(person, '/api/events', event);
    await ask(person, 'DELETE', '/api/events/20');
    const { text } = await read(path);
    expect(eventsIn(text).map(({ SUMMARY }) => SUMMARY?.value)).toEqual([
      'Dentist',
      'Late standup',
    ]);
    expect(text).not.toContain('RECURRENCE-ID');
    expect(brokenRules(text)).toEqual([]);
  });

  test('leaves a changed occurrence as an event of its own if it stops before that day', async () => {
    const { person, path } = await personWithFeed();
    await create(person, '/api/events', standup());
    await create(person, '/api/events', exception(21, 3, {}));
    const repeat = { ...standup().repeat, until: at(-700, 9).slice(0, 10) };
    await ask(person, 'PATCH', '/api/events/20', { repeat });
    const { text } = await read(path);
    expect(eventsIn(text).map(({ SUMMARY }) => SUMMARY?.value)).toEqual([
      'Dentist',
      'Late standup',
    ]);
    expect(text).not.toMatch(/RRULE:FREQ=DAILY|RECURRENCE-ID/);
  });

  test('shows neither titles nor places if the feed is busy only', async () => {
    const { person, path } = await personWithFeed({ busyOnly: true });
    for (const event of [standup(), exception(21, 3, {})])
      await create(person, '/api/events', event);
    const { text } = await read(path);
    expect(linesOf(text, 'SUMMARY:')).toEqual(['SUMMARY:Busy', 'SUMMARY:Busy', 'SUMMARY:Busy']);
    expect(text).not.toMatch(/secret|^LOCATION|^URL/m);
    expect(linesOf(text, 'RECURRENCE-ID')).toHaveLength(1);
  });

  test('costs no read in an account without series', async () => {
    const { path } = await personWithFeed({ busyOnly: true });
    const counted = countReads();
    expect((await read(path)).status).toBe(200);
    // The feed, the counters, the profile and the event.
    expect(counted.reads).toBe(4);
  });
});

describe('a feed that has not changed', () => {
  test('gets 304 for its ETag with at most two document reads', async () => {
    for (const busyOnly of [false, true]) {
      const { path } = await personWithFeed({ busyOnly });
      const whole = await read(path);
      for (const tag of [
        unchanged(whole)['if-none-match'],
        `"x", W/${String(whole.headers.etag)}`,
      ]) {
        const counted = countReads();
        const reply = await read(path, { 'if-none-match': tag });
        expect([reply.status, reply.text], tag).toEqual([304, '']);
        expect(reply.headers.etag).toBe(whole.headers.etag);
        expect(counted.reads).toBeLessThanOrEqual(2);
        vi.restoreAllMocks();
      }
      expect((await read(path, { 'if-none-match': '"1.2.3.4.5.6"' })).status).toBe(200);
    }
  });

  test('gets 304 for its Last-Modified date with at most two document reads', async () => {
    const { person, path } = await personWithFeed();
    // A feed whose last change is younger than two seconds has no Last-Modified header.
    expect((await read(path)).headers['last-modified']).toBeUndefined();
    aheadMs = 10_000;
    const since = { 'if-modified-since': String((await read(path)).headers['last-modified']) };
    expect(since['if-modified-since']).toMatch(/GMT$/);
    const counted = countReads();
    expect((await read(path, since)).status).toBe(304);
    expect(counted.reads).toBeLessThanOrEqual(2);
    // If a request has both headers, the ETag counts.
    expect((await read(path, { ...since, 'if-none-match': '"x"' })).status).toBe(200);
    const early = new Date(Date.parse(since['if-modified-since']) - 1000).toUTCString();
    expect((await read(path, { 'if-modified-since': early })).status).toBe(200);
    expect((await read(path, { 'if-modified-since': 'yesterday' })).status).toBe(200);
    await ask(person, 'PATCH', '/api/calendar-feed', { busyOnly: true });
    expect((await read(path, since)).status).toBe(200);
  });

  test('gets 304 after a change to records that it doesn’t show', async () => {
    for (const busyOnly of [false, true]) {
      const { person, path } = await personWithFeed({ busyOnly });
      const whole = await read(path);
      await create(person, '/api/notes', { id: 1, title: 'Ferns', content: '' });
      expect((await read(path, unchanged(whole))).status).toBe(304);
      await create(person, '/api/tasks', { id: 1, title: 'Ferns' });
      expect((await read(path, unchanged(whole))).status).toBe(busyOnly ? 304 : 200);
    }
  });

  test('is sent again in another month, because its range has moved', async () => {
    const { path } = await personWithFeed();
    const whole = await read(path);
    aheadMs = 32 * 24 * HOUR_MS;
    expect((await read(path, unchanged(whole))).status).toBe(200);
  });

  test('records the time of a read at most once a day', async () => {
    const { person, path } = await personWithFeed();
    await read(path);
    const { readAt } = (await feedOf(person))!;
    expect(Date.parse(readAt!)).toBeGreaterThan(Date.now() - 60_000);
    const whole = await read(path);
    expect((await feedOf(person))?.readAt).toBe(readAt);
    aheadMs = 25 * HOUR_MS;
    expect((await read(path, unchanged(whole))).status).toBe(304);
    expect(Date.parse(String((await feedOf(person))?.readAt))).toBeGreaterThan(
      Date.now() + HOUR_MS,
    );
  });

  test('responds to HEAD without the calendar', async () => {
    const { path } = await personWithFeed();
    const whole = await read(path);
    const head = await read(path, {}, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.etag).toBe(whole.headers.etag);
    expect((await read(path, unchanged(whole), 'HEAD')).status).toBe(304);
  });
});

describe('an address', () => {
  /** Returns the parts of a response that a client can see. */
  const seen = ({ status, text, headers: { date: _date, ...headers } }: Received) => ({
    status,
    text,
    headers,
  });

  test('that has ended, never existed or is malformed gets the same 404', async () => {
    const { person, path } = await personWithFeed();
    expect((await ask(person, 'DELETE', '/api/calendar-feed')).status).toBe(204);
    expect((await ask(person, 'DELETE', '/api/calendar-feed')).status).toBe(204);
    const ended = await read(path);
    expectSentence(ended, 404);
    const others = ['A'.repeat(43), 'x', '1', '%00', `..%2F..%2Fusers%2F${person.uid}`, 'ü 🦊'];
    for (const secret of others)
      expect(seen(await read(`/api/calendar-feed/${encodeURI(secret)}.ics`)), secret).toEqual(
        seen(ended),
      );
    expect(await feedOf(person)).toBeNull();
    const patch = await ask(person, 'PATCH', '/api/calendar-feed', { busyOnly: true });
    expectSentence(patch, 404);
  });

  test('that was replaced stops working', async () => {
    const { person, path } = await personWithFeed();
    const next = await newFeed(person);
    expect((await read(path)).status).toBe(404);
    expect((await read(next)).status).toBe(200);
  });

  test('shows only its own person’s events', async () => {
    const [ada, ben] = await Promise.all([personWithFeed(), confirmedPerson()]);
    await create(ben, '/api/events', { ...dentist(), title: 'Ben’s' });
    const bens = await newFeed(ben);
    await ask(ben, 'PATCH', '/api/calendar-feed', { busyOnly: true });
    await ask(ben, 'DELETE', '/api/calendar-feed');
    expect((await read(bens)).status).toBe(404);
    expect(onlyEvent(await read(ada.path)).title).toBe('Dentist');
  });

  test('ends with the account, and when Google first proves the account’s e-mail address', async () => {
    const [leaving, joined] = await Promise.all([personWithFeed(), personWithFeed()]);
    expect((await deletePerson(leaving.person, to)).status).toBe(204);
    expect((await read(leaving.path)).status).toBe(404);
    expect(await storedFeedsOf(leaving.person)).toEqual([]);

    const { email, username } = joined.person;
    // The feed exists, but the e-mail address counts as unconfirmed.
    await setConfirmed(joined.person, false);
    const { idToken, localId } = await googleSignIn({ email, name: username });
    const body = { email, username, firebaseUid: localId };
    const reply = await send({
      method: 'POST',
      path: '/api/firebase-auth',
      headers: { authorization: `Bearer ${idToken}` },
      body,
      to,
    });
    expect(reply.status, reply.text).toBe(200);
    expect((await read(joined.path)).status).toBe(404);
  });

  test('ends when the password is reset by mail', async () => {
    const { person, path } = await personWithFeed();
    const whole = await read(path);
    await resetPassword(person.email, 'a-new-secret');
    expectSentence(await read(path), 404);
    expectSentence(await read(path, unchanged(whole)), 404);
    const session = await signInElsewhere({ ...person, password: 'a-new-secret' });
    const owner = { ...person, session };
    expect(await feedOf(owner)).toBeNull();
    expectSentence(await ask(owner, 'PATCH', '/api/calendar-feed', { busyOnly: true }), 404);
    expect((await read(await newFeed(owner))).status).toBe(200);
  });

  test('stays after a password change in Settings if the person keeps it', async () => {
    for (const calendarFeed of [true, false]) {
      const { person, path } = await personWithFeed();
      await secondsLater(1);
      const reply = await send({
        method: 'POST',
        path: '/api/user/password',
        session: person.session,
        headers: { authorization: `Bearer ${await idTokenOf(person)}` },
        body: { password: 'another-secret', apiTokens: false, calendarFeed },
        to,
      });
      expect(reply.status, reply.text).toBe(204);
      expect((await read(path)).status).toBe(calendarFeed ? 404 : 200);
    }
  });

  test('ends with all sessions only if the person chooses so', async () => {
    for (const calendarFeed of [false, true]) {
      const { person, path } = await personWithFeed();
      const choice = { thisDevice: true, apiTokens: false, calendarFeed };
      const reply = await ask(person, 'POST', '/api/devices/sign-out', choice);
      expect(reply.status, reply.text).toBe(204);
      expect((await read(path)).status).toBe(calendarFeed ? 404 : 200);
    }
  });

  test('gets 404 when the account is disabled, even with the current ETag', async () => {
    const { person, path } = await personWithFeed();
    const whole = await read(path);
    expect((await read(path, unchanged(whole))).status).toBe(304);
    await accounts.updateUser(person.uid, { disabled: true });
    expectSentence(await read(path, unchanged(whole)), 404);
    expectSentence(await read(path), 404);
  });

  test('isn’t stored in memory when requests are counted', async () => {
    const { path } = await personWithFeed();
    const [, secret = ''] = /([\w-]+)\.ics$/.exec(path) ?? [];
    const set = vi.spyOn(Map.prototype, 'set');
    expect((await read(path)).status).toBe(200);
    expect(set.mock.calls.length).toBeGreaterThan(0);
    expect(set.mock.calls.filter(([key]) => String(key).includes(secret))).toEqual([]);
  });

  test('opens nothing but the feed and is in no log', async () => {
    const { path } = await personWithFeed();
    const [, secret = ''] = /([\w-]+)\.ics$/.exec(path) ?? [];
    const authorization = `Bearer ${secret}`;
    for (const row of rows.filter(({ session }) => session === 'required')) {
      const reply = await send({
        ...requestTo(row),
        session: secret,
        headers: { authorization },
        to,
      });
      expect(reply.status, row.name).toBe(401);
    }
    for (const method of ['POST', 'PATCH', 'DELETE', 'PUT'])
      expect((await read(path, {}, method)).status).toBe(405);
    await read(path);
    expect(log.length).toBeGreaterThan(0);
    expect(log.join('\n')).not.toContain(secret);
  });
});
