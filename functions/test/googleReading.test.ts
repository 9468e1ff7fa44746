import { getFirestore } from 'firebase-admin/firestore';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { firebasePorts } from '../src/firebasePorts';
import { handlers } from '../src/handlers';
import { admin } from './authEmulator';
import { countReads } from './countReads';
import { expectSentence } from './expectSentence';
import {
  anHour,
  ask,
  connectedPerson,
  dayOf,
  eventsOn,
  post,
  type Connecting,
} from './googleAccount';
import { newPerson } from './people';
import { startFunction } from './startFunction';

const firestore = getFirestore(admin);
const tokens = ({ person }: Connecting) => firestore.doc(`googleCalendarTokens/${person.uid}`);
const copies = ({ person }: Connecting) =>
  firestore.collection(`users/${person.uid}/googleCalendars`);

/** Makes the copies look older than five minutes. */
async function age(who: Connecting) {
  for (const { ref } of (await copies(who).get()).docs) await ref.update({ syncedAt: 0 });
}

const titles = (reply: { json: () => { items: { summary: string }[] } }) =>
  reply.json().items.map(({ summary }) => summary);

afterEach(() => vi.restoreAllMocks());

describe('a day’s events', () => {
  const started = Date.now();
  let who: Connecting;
  beforeAll(async () => {
    who = await connectedPerson();
    const { createCalendar, createEvent, account } = who.google;
    await createCalendar('choir@example.com', 'Choir');
    await who.google.state('limitPages', { most: null });
    const allDay = (summary: string, from: string, to: string) => ({
      summary,
      start: { date: from },
      end: { date: to },
    });
    // Google marks the person among the attendees.
    const invitation = (responseStatus: string) => ({
      attendees: [
        { email: 'grace@example.com', responseStatus: 'accepted' },
        { email: account, self: true, responseStatus },
      ],
    });
    await createEvent(anHour('Stand-up', '2026-11-20T09:00:00+01:00', { colorId: '11' }));
    await createEvent(anHour('Ramen', '2026-11-20T20:00:00+09:00', { location: 'Tokyo' }));
    await createEvent(anHour('Past midnight', '2026-11-20T23:30:00Z', invitation('declined')));
    await createEvent({
      ...allDay('Fair', '2026-11-20', '2026-11-21'),
      transparency: 'transparent',
    });
    await createEvent(allDay('Holiday', '2026-11-19', '2026-11-22'));
    await createEvent({
      start: { dateTime: '2026-11-20T12:00:00Z' },
      end: { dateTime: '2026-11-20T12:00:00Z' },
    });
    await createEvent({
      ...anHour('Swim', '2026-11-16T07:00:00Z'),
      recurrence: ['RRULE:FREQ=DAILY;COUNT=20'],
    });
    await createEvent(
      anHour('Rehearsal', '2026-11-20T18:00:00Z', invitation('whatever comes next')),
      'choir@example.com',
    );
    const calendarIds = [account, 'choir@example.com'];
    const reply = await post(who, 'select', { calendarIds });
    expect(reply.json()).toMatchObject({
      selectedCalendarId: account,
      selectedCalendarIds: calendarIds,
    });
  });

  test('come from all selected calendars, on each day that they touch, ordered by start', async () => {
    const friday = await eventsOn(who, '2026-11-20');
    expect(titles(friday)).toEqual([
      'Holiday',
      'Fair',
      'Swim',
      'Stand-up',
      'Ramen',
      '(No title)',
      'Rehearsal',
      'Past midnight',
    ]);
    const saturday = await eventsOn(who, '2026-11-21');
    expect(titles(saturday)).toEqual(['Holiday', 'Past midnight', 'Swim']);
    expect(titles(await eventsOn(who, '2026-11-22'))).toEqual(['Swim']);
    expect(friday.json().error).toBeUndefined();
  });

  test('keep times with offsets, dates as dates with exclusive ends, colors and places', async () => {
    const { items, asOf } = (await eventsOn(who, '2026-11-20')).json();
    const of = (summary: string) =>
      items.find((one: { summary: string }) => one.summary === summary);
    expect(of('Stand-up')).toMatchObject({ colorId: '11', calendarId: who.google.account });
    expect(Date.parse(of('Stand-up').start.dateTime)).toBe(Date.parse('2026-11-20T08:00:00Z'));
    expect(of('Ramen')).toMatchObject({ location: 'Tokyo', colorId: null });
    expect(of('Fair')).toMatchObject({
      start: { date: '2026-11-20' },
      end: { date: '2026-11-21' },
    });
    expect(Date.parse(asOf)).toBeGreaterThanOrEqual(started);
    expect(Date.parse(asOf)).toBeLessThanOrEqual(Date.now());
  });

  test('say whether they are free and what the person responded', async () => {
    const { items } = (await eventsOn(who, '2026-11-20')).json();
    const of = (summary: string) =>
      items.find((one: { summary: string }) => one.summary === summary);
    expect(of('Fair')).toMatchObject({ transparency: 'transparent', ownResponse: null });
    expect(of('Stand-up')).toMatchObject({ transparency: 'opaque', ownResponse: null });
    expect(of('Past midnight')).toMatchObject({
      transparency: 'opaque',
      ownResponse: 'declined',
    });
    expect(of('Rehearsal')).toMatchObject({ transparency: 'opaque', ownResponse: null });
  });

  test.each([
    ['UTC−8', '-08:00', ['Stand-up', 'Ramen', '(No title)', 'Rehearsal', 'Past midnight', 'Swim']],
    ['UTC+13', '+13:00', ['Swim', 'Stand-up']],
  ])('in %s have all-day events on their own date', async (_zone, offset, timed) => {
    const query = {
      timeMin: `2026-11-20T00:00:00${offset}`,
      timeMax: `2026-11-21T00:00:00${offset}`,
    };
    expect(titles(await ask(who, 'events', { query }))).toEqual(['Holiday', 'Fair', ...timed]);
  });

  test('need no further call to Google for any day of the window', async () => {
    const before = (await who.google.calls()).length;
    const ports = firebasePorts();
    const { uid, userId } = who.person;
    const owner = { uid, userId, signInsValidFrom: '' };
    const counted = countReads();
    const { items } = await handlers.listCalendarEvents(
      { owner, query: dayOf('2026-11-20') },
      ports,
    );
    // The connection, the two copies, and one or two documents of each copy with these days' events.
    expect(items.length).toBeGreaterThan(4);
    expect(counted.reads).toBeLessThanOrEqual(1 + 2 + 4);
    await eventsOn(who, '2026-11-25');
    expect((await who.google.calls()).length).toBe(before);
  });

  test('far away extend the copy by one full sync of each calendar', async () => {
    const before = (await who.google.calls('events.list')).length;
    expect(titles(await eventsOn(who, '2027-09-20'))).toEqual([]);
    const calls = (await who.google.calls('events.list')).slice(before);
    expect(calls).toHaveLength(2);
    for (const { params } of calls) expect(params).toContain('timeMin');
    await eventsOn(who, '2027-09-21');
    expect(titles(await eventsOn(who, '2026-11-22'))).toEqual(['Swim']);
    expect(await who.google.calls('events.list')).toHaveLength(before + 2);
  });

  test('older than five minutes are refreshed with only the changes', async () => {
    await who.google.createEvent(anHour('New', '2026-11-22T10:00:00Z'));
    expect(titles(await eventsOn(who, '2026-11-22'))).toEqual(['Swim']);
    await age(who);
    expect(titles(await eventsOn(who, '2026-11-22'))).toEqual(['Swim', 'New']);
    expect((await who.google.calls('events.list')).at(-1)?.params).toContain('syncToken');
  });

  test('are current after Refresh Calendars, and open apps are notified', async () => {
    const revision = async () =>
      Number(
        (await firestore.doc(`users/${who.person.uid}/live/revisions`).get()).get('googleCalendar'),
      );
    const before = await revision();
    await who.google.createEvent(anHour('Newer', '2026-11-22T11:00:00Z'));
    const reply = await post(who, 'refresh');
    expect(reply.json()).toMatchObject({ status: 'connected', calendarError: null });
    expect(titles(await eventsOn(who, '2026-11-22'))).toEqual(['Swim', 'New', 'Newer']);
    expect(await revision()).toBeGreaterThan(before);
  });

  test('of a deselected calendar are neither shown nor stored', async () => {
    const reply = await post(who, 'select', { calendarId: who.google.account });
    expect(reply.json().selectedCalendarIds).toEqual([who.google.account]);
    expect(titles(await eventsOn(who, '2026-11-20'))).not.toContain('Rehearsal');
    expect((await copies(who).get()).size).toBe(1);
    expect((await post(who, 'select', { calendarIds: [] })).json().selectedCalendarId).toBeNull();
    expect((await eventsOn(who, '2026-11-20')).json()).toEqual({
      items: [],
      asOf: null,
      watchedSeconds: 0,
    });
    expectSentence(await post(who, 'select', { calendarId: 'nobody@example.com' }), 404);
  });

  test('are refused for a range that is empty or too long', async () => {
    const range = (timeMin: string, timeMax: string) =>
      ask(who, 'events', { query: { timeMin, timeMax } });
    expectSentence(await range('2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z'), 400);
    expectSentence(await range('2026-11-20T00:00:00Z', '2028-11-20T00:00:00Z'), 400);
    for (const year of ['0001', '9999'])
      expect((await range(`${year}-01-01T00:00:00Z`, `${year}-01-02T00:00:00Z`)).status).toBe(200);
  });
});

test('a calendar of a thousand events is read completely', async () => {
  const who = await connectedPerson();
  const soon = new Date(Date.now() - 86_400_000).toISOString();
  const series = await Promise.all(
    Array.from({ length: 10 }, (_, nth) =>
      who.google.createEvent({
        ...anHour(`Series ${nth}`, soon),
        recurrence: ['RRULE:FREQ=DAILY;COUNT=100'],
      }),
    ),
  );
  const query = {
    timeMin: soon,
    timeMax: new Date(Date.parse(soon) + 110 * 86_400_000).toISOString(),
  };
  expect((await ask(who, 'events', { query })).json().items).toHaveLength(1000);
  for (const { id } of series) await who.google.state('deleteEvent', { eventId: id });
  await post(who, 'refresh');
  expect((await ask(who, 'events', { query })).json().items).toEqual([]);
  const { uid } = who.person;
  expect((await firestore.collection(`users/${uid}/googleEvents`).get()).size).toBe(0);
  expect((await who.google.calls('events.list')).at(-1)?.params).toContain('syncToken');
});

test('events that are stored one by one are shown, and are stored together at the next change', async () => {
  const who = await connectedPerson();
  await who.google.createEvent(anHour('Dentist', '2026-11-20T10:00:00Z'));
  await who.google.createEvent(anHour('Swim', '2026-11-20T12:00:00Z'));
  await eventsOn(who, '2026-11-20');
  const stored = firestore.collection(`users/${who.person.uid}/googleEvents`);
  const [chunk] = (await stored.get()).docs;
  const { calendar, startsAt, endsAt, events } = chunk!.data();
  await chunk!.ref.delete();
  for (const event of JSON.parse(events as string) as { id: string }[])
    await stored.doc(event.id).set({ calendar, startsAt, endsAt, event: JSON.stringify(event) });
  expect(titles(await eventsOn(who, '2026-11-20'))).toEqual(['Dentist', 'Swim']);
  await who.google.createEvent(anHour('Choir', '2026-11-20T18:00:00Z'));
  await age(who);
  expect(titles(await eventsOn(who, '2026-11-20'))).toEqual(['Dentist', 'Swim', 'Choir']);
  expect((await stored.get()).size).toBe(1);
});

test('a month of events that doesn’t fit into one document is stored in several documents', async () => {
  const who = await connectedPerson();
  const location = 'x'.repeat(9_000);
  await Promise.all(
    Array.from({ length: 120 }, (_, nth) =>
      who.google.createEvent(
        anHour(`Meeting ${nth}`, `2026-11-20T10:00:${String(nth % 60).padStart(2, '0')}Z`, {
          location,
        }),
      ),
    ),
  );
  expect(titles(await eventsOn(who, '2026-11-20'))).toHaveLength(120);
  const stored = firestore.collection(`users/${who.person.uid}/googleEvents`);
  expect((await stored.get()).size).toBe(3);
});

test('20 parallel reads of an expired connection make one refresh', async () => {
  const who = await connectedPerson();
  await who.google.createEvent(anHour('Dentist', '2026-11-20T10:00:00Z'));
  await who.google.state('expireAccessTokens');
  await tokens(who).update({ expiresAt: Date.now() - 1000 });
  const replies = await Promise.all(Array.from({ length: 20 }, () => eventsOn(who, '2026-11-20')));
  for (const reply of replies) expect(titles(reply)).toEqual(['Dentist']);
  expect(await who.google.calls('token.refresh')).toHaveLength(1);
  expect(await who.google.calls('events.list')).toHaveLength(1);
});

test('20 parallel reads with a token that Google rejects make one refresh', async () => {
  const who = await connectedPerson();
  await who.google.createEvent(anHour('Dentist', '2026-11-20T10:00:00Z'));
  await who.google.createCalendar('choir@example.com');
  await post(who, 'select', { calendarIds: [who.google.account, 'choir@example.com'] });
  await who.google.state('expireAccessTokens');
  const replies = await Promise.all(Array.from({ length: 20 }, () => eventsOn(who, '2026-11-20')));
  for (const reply of replies) expect(titles(reply)).toEqual(['Dentist']);
  expect(await who.google.calls('token.refresh')).toHaveLength(1);
});

test('two instances can refresh and sync at the same time', async () => {
  const who = await connectedPerson();
  await who.google.createEvent(anHour('Dentist', '2026-11-20T10:00:00Z'));
  const other = await startFunction();
  await tokens(who).update({ expiresAt: 0 });
  const both = [who, { ...who, to: other.url }];
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => eventsOn(both[nth % 2]!, '2026-11-20')),
  );
  for (const reply of replies) expect(titles(reply)).toEqual(['Dentist']);
  expect((await who.google.calls('token.refresh')).length).toBeLessThanOrEqual(2);
  await other.stop();
});

test('tokens are refreshed early, and the refresh token stays if the response has none', async () => {
  const who = await connectedPerson();
  for (let refreshes = 1; refreshes <= 3; refreshes++) {
    await tokens(who).update({ expiresAt: Date.now() + 4 * 60_000 });
    expect((await post(who, 'refresh')).json().calendarError).toBeNull();
    expect(await who.google.calls('token.refresh')).toHaveLength(refreshes);
    const { expiresAt } = (await tokens(who).get()).data() as { expiresAt: number };
    expect(expiresAt).toBeGreaterThan(Date.now() + 30 * 60_000);
  }
});

test('another person’s calendars can’t be read', async () => {
  const who = await connectedPerson();
  await who.google.createEvent(anHour('Secret', '2026-11-20T10:00:00Z'));
  await eventsOn(who, '2026-11-20');
  const other = { person: await newPerson() };
  expect((await eventsOn(other, '2026-11-20')).status).toBe(409);
  expect((await post(other, 'select', { calendarId: who.google.account })).status).toBe(409);
  expect((await ask(other, 'settings')).text).not.toContain(who.google.account);
});
