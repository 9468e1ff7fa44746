import { beforeEach, expect, test } from 'vitest';
import { getFirestore } from 'firebase-admin/firestore';
import { admin } from './authEmulator';
import { newPerson, type Person } from './people';
import { send } from './send';
import { expectSentence } from './expectSentence';

let person: Person;
beforeEach(async () => {
  person = await newPerson();
});
const read = async () => (await send({ path: '/api/settings', session: person.session })).json();
const change = (body: object) =>
  send({ method: 'PATCH', path: '/api/settings', session: person.session, body });

test('the settings of a new account have the default values', async () => {
  expect(await read()).toEqual({
    id: 1,
    userId: person.userId,
    focusDuration: 25,
    shortBreakDuration: 5,
    longBreakDuration: 15,
    sessionsBeforeLongBreak: 4,
    workingHours: Array(7).fill({ start: '09:00', end: '17:00' }),
    dayEndMinutes: 0,
    taskSuggestionDismissed: false,
    calendarSuggestionDismissed: false,
    focusSuggestionDismissed: false,
    hoursSuggestionDismissed: false,
    weekStart: null,
    hourFormat: null,
    dateOrder: null,
    timeZone: null,
    remindsOfEvents: true,
    reminderMinutes: 0,
    remindsOfDeadlines: true,
    remindsOfTimer: true,
    remindsToPlan: false,
    remindsToReflect: false,
    hidesReminderTitles: false,
    density: 'comfortable',
  });
  const stored = getFirestore(admin).collection(`users/${person.uid}/settings`);
  expect((await stored.get()).size).toBe(0);
});

test('a change writes only the fields that were sent', async () => {
  const before = await read();
  const fifty = await change({ focusDuration: 50 });
  expect(fifty.status).toBe(200);
  expect(fifty.json()).toEqual({ ...before, focusDuration: 50 });
  const both = await Promise.all([
    change({ shortBreakDuration: 10 }),
    change({ sessionsBeforeLongBreak: 2 }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await read()).toEqual({
    ...before,
    focusDuration: 50,
    shortBreakDuration: 10,
    sessionsBeforeLongBreak: 2,
  });
});

test('durations are whole minutes from 1 to 180, sessions from 1 to 12', async () => {
  const refused = [
    { focusDuration: 0 },
    { focusDuration: 181 },
    { shortBreakDuration: 2.5 },
    { longBreakDuration: '15' },
    { sessionsBeforeLongBreak: 13 },
    { focusDuration: null },
    { id: 2, userId: 7 },
  ];
  for (const body of refused) expectSentence(await change(body), 400);
  expect((await change({ focusDuration: 180, sessionsBeforeLongBreak: 12 })).status).toBe(200);
});

test('the timer is stored as a whole for all devices, and the later change wins', async () => {
  const run = {
    id: 7,
    startedAt: 1_000,
    plannedMs: 1_500_000,
    leftMs: 1_500_000,
    at: 1_000,
    isRunning: true,
  };
  const timer = {
    mode: 'focus',
    sessions: 2,
    run,
    taskId: 5,
    note: 'Half-way',
    last: null,
    changedAt: 1_000,
    device: 11,
  };
  expect((await change({ timer, editedAt: '2026-11-20T09:00:01Z' })).json()).toMatchObject({
    timer,
  });
  const stopped = { ...timer, run: null, note: null, taskId: null, changedAt: 2_000, device: 12 };
  await change({ timer: stopped, editedAt: '2026-11-20T09:00:02Z' });
  await change({ timer, editedAt: '2026-11-20T09:00:01.500Z' });
  expect(await read()).toMatchObject({ focusDuration: 25, timer: stopped });
  for (const wrong of [null, { ...timer, sessions: -1 }, { ...timer, mode: 'nap' }])
    expectSentence(await change({ timer: wrong }), 400);
});

test('two devices that dismiss different suggestions offline both keep their dismissals', async () => {
  const later = { focusSuggestionDismissed: true, editedAt: '2026-11-20T09:00:02Z' };
  const earlier = { taskSuggestionDismissed: true, editedAt: '2026-11-20T09:00:01Z' };
  expect((await change(later)).status).toBe(200);
  expect((await change(earlier)).json()).toMatchObject({
    taskSuggestionDismissed: true,
    calendarSuggestionDismissed: false,
    focusSuggestionDismissed: true,
  });
  for (const wrong of [null, 'true', 1])
    expectSentence(await change({ calendarSuggestionDismissed: wrong }), 400);
});

test('settings that were stored without suggestions have nothing dismissed', async () => {
  const stored = getFirestore(admin).doc(`users/${person.uid}/settings/1`);
  await change({ focusDuration: 50 });
  expect((await stored.get()).data()).not.toHaveProperty('taskSuggestionDismissed');
  expect(await read()).toMatchObject({ focusDuration: 50, taskSuggestionDismissed: false });
});

test('the week’s start, hours, zone, theme and density are stored, and invalid values are refused', async () => {
  const chosen = {
    weekStart: 'monday',
    hourFormat: '24h',
    dateOrder: 'day',
    timeZone: 'Asia/Kolkata',
    theme: 'dark',
    density: 'compact',
  };
  expect((await change(chosen)).json()).toMatchObject(chosen);
  for (const wrong of [
    { weekStart: 'tuesday' },
    { hourFormat: '13h' },
    { dateOrder: 'year' },
    { timeZone: 'Mars/Olympus_Mons' },
    { timeZone: '+02:00' },
    { theme: 'blue' },
    { theme: null },
    { density: 'huge' },
  ])
    expectSentence(await change(wrong), 400);
  expect(await read()).toMatchObject(chosen);
});

test('the person’s days on the server are in the chosen time zone', async () => {
  const zone = async () =>
    (await send({ path: '/api/user', session: person.session })).json().timeZone;
  const user = (body: object) =>
    send({ method: 'PATCH', path: '/api/user', session: person.session, body });
  await user({ timeZone: 'Europe/Berlin' });
  await change({ timeZone: 'Asia/Kolkata', editedAt: '2026-11-20T09:00:02Z' });
  expect(await zone()).toBe('Asia/Kolkata');
  // Another device's earlier choice arrives late.
  await change({ timeZone: 'America/Lima', editedAt: '2026-11-20T09:00:01Z' });
  expect(await zone()).toBe('Asia/Kolkata');
  // Null means the device's zone, which only the device knows. The app sends that zone in another call.
  await change({ timeZone: null, editedAt: '2026-11-20T09:00:03Z' });
  expect(await zone()).toBe('Asia/Kolkata');
});
