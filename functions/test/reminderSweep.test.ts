import { withDefaultSettings } from '@daymark/contract/settings';
import { DEFAULT_SETTINGS } from '@daymark/contract/settings';
import { occurrenceId } from '@daymark/contract/repeats/occurrences';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { getFirestore } from 'firebase-admin/firestore';
import { describe, expect, test, vi } from 'vitest';
import type { Owner } from '../src/owner';
import { createEvent, updateEvent } from '../src/events/events';
import { updateSettings } from '../src/settings/settingsHandlers';
import { updateUser } from '../src/users/users';
import { admin } from './authEmulator';
import { countReads } from './countReads';
import {
  eventAt,
  remindedPerson,
  startDevice,
  sweepPorts,
  taskOf,
  type Arrived,
  type Sweep,
} from './sweep';

const firestore = getFirestore(admin);

// Friday, November 20, 2026, in UTC. Everyone works from 9:00 to 17:00.
const DAWN = '2026-11-20T05:00:00Z';
const TEN = '2026-11-20T10:00:00Z';
/** The first run after ten. */
const AFTER_TEN = '2026-11-20T10:00:20Z';

const titles = (arrived: readonly Arrived[]) =>
  arrived.map(({ notification }) => notification.title);

const remindAtOf = async ({ uid }: Owner, id: number): Promise<number | null | undefined> =>
  (await firestore.doc(`users/${uid}/events/${id}`).get()).get('remindAt') as
    | number
    | null
    | undefined;

const reminderDocument = ({ uid }: Owner) => firestore.doc(`reminders/${uid}`);

const callOf = ({ uid, userId }: Owner) => ({ owner: { uid, userId, signInsValidFrom: '' } });

const edit = (sweep: Sweep, person: Owner, id: number, body: object) =>
  updateEvent({ ...callOf(person), id, body }, sweep.ports);

const change = (sweep: Sweep, person: Owner, body: Parameters<typeof updateSettings>[0]['body']) =>
  updateSettings({ ...callOf(person), body }, sweep.ports);

/** Returns a sweep and a person with an event at ten. */
async function withEvent(fields = {}, settings = {}) {
  const sweep = sweepPorts(DAWN);
  const person = await remindedPerson(sweep, { remindsOfDeadlines: false, ...settings });
  await sweep.stores.events.create(person, eventAt(TEN, { id: 1, ...fields }));
  return { sweep, person };
}

/** Returns a sweep and a person with a task and its time block at ten. */
async function withBlock(task = {}) {
  const { sweep, person } = await withEvent({ taskId: 7, title: 'Old title' });
  await sweep.stores.tasks.create(person, taskOf({ id: 7, ...task }));
  return { sweep, person };
}

/** Returns the state of a focus timer that was started at a moment, for 25 minutes. */
const timerAt = (start: string, fields = {}) => ({
  mode: 'focus' as const,
  sessions: 0,
  run: {
    id: 5,
    startedAt: Date.parse(start),
    plannedMs: 25 * MINUTE_MS,
    leftMs: 25 * MINUTE_MS,
    at: Date.parse(start),
    isRunning: true,
  },
  taskId: null,
  note: null,
  last: null,
  changedAt: Date.parse(start),
  device: 0,
  ...fields,
});

describe('an event', () => {
  test('reminds at its start, once, on each device', async () => {
    const { sweep, person } = await withEvent({ place: 'Hall' });
    const other = await startDevice(sweep, person);
    expect(await sweep.sweepAt('2026-11-20T09:59:59Z')).toEqual([]);
    const sent = await sweep.sweepAt(AFTER_TEN);
    expect(sent.map(({ endpoint }) => endpoint).sort()).toEqual(
      [person.endpoint, other.endpoint].sort(),
    );
    for (const { message, notification } of sent) {
      expect(message).toMatchObject({
        topic: expect.stringMatching(/^[\w-]{32}$/),
        ttlSeconds: 3580,
      });
      expect(notification).toMatchObject({
        title: 'Stand-up',
        body: 'Now · Hall',
        tag: 'event-1',
        navigate: 'https://daymark.example/calendar?opens=1',
        data: { userId: person.userId, recordId: 1 },
      });
    }
    expect(await sweep.sweepAt('2026-11-20T10:01:20Z')).toEqual([]);
    expect(await remindAtOf(person, 1)).toBeNull();
  });

  test('reminds as early as the setting says, unless the event says otherwise', async () => {
    const { sweep, person } = await withEvent({}, { reminderMinutes: 10 });
    await sweep.stores.events.create(person, eventAt(TEN, { id: 2, reminder: 30 }));
    await sweep.stores.events.create(person, eventAt(TEN, { id: 3, reminder: 'none' }));
    const tags = async (at: string) =>
      (await sweep.sweepAt(at)).map(({ notification: { tag, body } }) => `${tag} ${body}`);
    expect(await tags('2026-11-20T09:30:10Z')).toEqual(['event-2 In 30 minutes']);
    expect(await tags('2026-11-20T09:50:10Z')).toEqual(['event-1 In 10 minutes']);
    expect(await tags(AFTER_TEN)).toEqual([]);
  });

  test('reminds where it was moved to, and not where it was', async () => {
    const { sweep, person } = await withEvent();
    await edit(sweep, person, 1, { start: '2026-11-20T11:00:00Z', end: '2026-11-20T12:00:00Z' });
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
    expect(titles(await sweep.sweepAt('2026-11-20T11:00:20Z'))).toEqual(['Stand-up']);
  });

  test('that was moved without a new moment for the sweep isn’t sent', async () => {
    const { sweep, person } = await withEvent();
    const later = { start: '2026-11-20T11:00:00Z', end: '2026-11-20T12:00:00Z' };
    await firestore.doc(`users/${person.uid}/events/1`).update(later);
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
    expect(await remindAtOf(person, 1)).toBe(Date.parse(later.start));
  });

  test('reminds although it is edited between its start and the sweep', async () => {
    const { sweep, person } = await withEvent();
    sweep.clock.nowMs = Date.parse('2026-11-20T10:00:05Z');
    await edit(sweep, person, 1, { title: 'Review' });
    expect(titles(await sweep.sweepAt(AFTER_TEN))).toEqual(['Review']);
    sweep.clock.nowMs = Date.parse('2026-11-20T10:00:40Z');
    await edit(sweep, person, 1, { title: 'Retro' });
    expect(await sweep.sweepAt('2026-11-20T10:01:20Z')).toEqual([]);
  });

  test('that is created after its start doesn’t remind', async () => {
    const { sweep, person } = await withEvent();
    sweep.clock.nowMs = Date.parse('2026-11-20T10:00:05Z');
    await createEvent({ ...callOf(person), body: eventAt(TEN, { id: 2 }) }, sweep.ports);
    expect((await sweep.sweepAt(AFTER_TEN)).map(({ notification }) => notification.tag)).toEqual([
      'event-1',
    ]);
  });

  test('that is over when the sweep comes doesn’t remind', async () => {
    const { sweep } = await withEvent({ end: '2026-11-20T10:15:00Z' });
    expect(await sweep.sweepAt('2026-11-20T10:15:20Z')).toEqual([]);
  });

  test('that was moved to an earlier hour without a new moment isn’t sent', async () => {
    const { sweep, person } = await withEvent();
    const earlier = { start: '2026-11-20T09:30:00Z', end: '2026-11-20T10:30:00Z' };
    await firestore.doc(`users/${person.uid}/events/1`).update(earlier);
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
  });

  test('that is deleted doesn’t remind', async () => {
    const { sweep, person } = await withEvent();
    await sweep.stores.events.delete(person, 1);
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
  });

  test('that is canceled doesn’t remind', async () => {
    const { sweep } = await withEvent({ canceled: true });
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
  });

  test('that was restored reminds', async () => {
    const { sweep, person } = await withEvent();
    await sweep.stores.events.delete(person, 1);
    const body = { ...eventAt(TEN, { id: 1 }), restore: true };
    await createEvent({ ...callOf(person), body }, sweep.ports);
    expect(titles(await sweep.sweepAt(AFTER_TEN))).toEqual(['Stand-up']);
  });

  test('that was imported reminds', async () => {
    const { sweep, person } = await withEvent();
    const imported = [2, 3].map((id) => eventAt(TEN, { id, title: `Import ${id}` }));
    await sweep.stores.events.createMissing(person, imported, 9);
    expect(titles(await sweep.sweepAt(AFTER_TEN)).sort()).toEqual([
      'Import 2',
      'Import 3',
      'Stand-up',
    ]);
  });

  test('comes again when it was snoozed', async () => {
    const { sweep, person } = await withEvent();
    await sweep.sweepAt(AFTER_TEN);
    await edit(sweep, person, 1, { snoozedUntil: '2026-11-20T10:10:30Z' });
    expect(await sweep.sweepAt('2026-11-20T10:10:20Z')).toEqual([]);
    const [again] = await sweep.sweepAt('2026-11-20T10:11:20Z');
    expect(again?.notification).toMatchObject({ tag: 'event-1', body: 'Started 11 minutes ago' });
    expect(await sweep.sweepAt('2026-11-20T10:12:20Z')).toEqual([]);
  });

  test('that is over comes when it was snoozed, also if no sweep came at its start', async () => {
    const { sweep, person } = await withEvent({ end: '2026-11-20T10:05:00Z' });
    await edit(sweep, person, 1, { snoozedUntil: '2026-11-20T10:10:00Z' });
    expect(await sweep.sweepAt('2026-11-20T10:12:20Z')).toHaveLength(1);
  });

  test('without a title in its notification, if the person hides titles', async () => {
    const { sweep, person } = await withEvent({ place: 'Hall' }, { hidesReminderTitles: true });
    await sweep.stores.tasks.create(person, taskOf({ id: 7 }));
    await sweep.stores.events.create(person, eventAt(TEN, { id: 2, taskId: 7 }));
    const sent = await sweep.sweepAt(AFTER_TEN);
    expect(titles(sent).sort()).toEqual(['A task is due', 'An event begins']);
    for (const { message } of sent) expect(message.payload).not.toMatch(/Stand-up|Hall|ferns/);
  });

  test('doesn’t remind if events are switched off', async () => {
    const { sweep, person } = await withEvent({}, { remindsOfEvents: false });
    expect(await remindAtOf(person, 1)).toBeNull();
    await firestore.doc(`users/${person.uid}/events/1`).update({ remindAt: Date.parse(TEN) });
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
  });

  test('that lasts all day doesn’t remind', async () => {
    const { sweep, person } = await withEvent({ id: 2 });
    const days = { start: '2026-11-20', end: '2026-11-21' };
    await sweep.stores.events.create(person, eventAt(TEN, { id: 1, days }));
    expect(await remindAtOf(person, 1)).toBeNull();
    expect(await sweep.sweepAt(AFTER_TEN)).toHaveLength(1);
  });

  test('of a person without a device has no moment for the sweep', async () => {
    const { sweep, person } = await withEvent();
    await sweep.stores.reminders.end(person, person.session);
    await sweep.stores.events.create(person, eventAt(TEN, { id: 2 }));
    expect(await remindAtOf(person, 2)).toBeNull();
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
    expect(await remindAtOf(person, 1)).toBeNull();
  });

  test('keeps its change time and its collection’s counter when it is sent', async () => {
    const { sweep, person } = await withEvent();
    const paths = [`users/${person.uid}/events/1`, `users/${person.uid}/live/revisions`];
    const read = async () =>
      Promise.all(paths.map(async (path) => (await firestore.doc(path).get()).data()));
    const [before, counters] = await read();
    await sweep.sweepAt(AFTER_TEN);
    expect(await read()).toEqual([{ ...before, remindAt: null }, counters]);
  });
});

describe('a block', () => {
  test('reminds with the title of its task', async () => {
    const { sweep } = await withBlock();
    const [sent] = await sweep.sweepAt(AFTER_TEN);
    expect(sent?.notification).toMatchObject({
      title: 'Water the ferns',
      navigate: 'https://daymark.example/tasks?opens=7',
      actions: [{ action: 'done' }, { action: 'snooze' }, { action: 'focus' }],
      data: { recordId: 1, taskId: 7 },
    });
  });

  test.each([
    ['completed', { completed: true, completedAt: DAWN }],
    ['skipped', { skippedAt: DAWN }],
    ['removed', { skippedAt: DAWN, removedAt: DAWN }],
  ])('doesn’t remind if its task is %s', async (_how, task) => {
    const { sweep } = await withBlock(task);
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
  });

  test('doesn’t remind if its task is deleted', async () => {
    const { sweep, person } = await withBlock();
    await sweep.stores.tasks.delete(person, 7);
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
  });

  test.each([
    ['doesn’t remind while the focus timer runs on its task', { taskId: 7 }, 0],
    ['reminds while the timer runs on another task', { taskId: 8 }, 1],
    ['reminds during a break', { taskId: 7, mode: 'shortBreak' as const }, 1],
  ])('%s', async (_what, timer, count) => {
    const { sweep, person } = await withBlock();
    sweep.clock.nowMs = Date.parse('2026-11-20T09:50:00Z');
    await change(sweep, person, { timer: timerAt('2026-11-20T09:50:00Z', timer) });
    expect(await sweep.sweepAt(AFTER_TEN)).toHaveLength(count);
  });

  test('reminds if the timer on its task has ended', async () => {
    const { sweep, person } = await withBlock();
    sweep.clock.nowMs = Date.parse('2026-11-20T09:30:00Z');
    await change(sweep, person, { timer: timerAt('2026-11-20T09:30:00Z', { taskId: 7 }) });
    expect(titles(await sweep.sweepAt('2026-11-20T09:55:20Z'))).toEqual(['Focus completed!']);
    expect(titles(await sweep.sweepAt(AFTER_TEN))).toEqual(['Water the ferns']);
  });

  test('reminds if the timer on its task is paused', async () => {
    const { sweep, person } = await withBlock();
    const timer = timerAt('2026-11-20T09:50:00Z', { taskId: 7 });
    await change(sweep, person, { timer: { ...timer, run: { ...timer.run, isRunning: false } } });
    expect(await sweep.sweepAt(AFTER_TEN)).toHaveLength(1);
  });
});

describe('a series', () => {
  const DAILY = {
    rule: { every: 'day', interval: 1, from: 'schedule' },
    timeZone: 'Europe/Berlin',
    until: null,
    count: null,
  } as const;

  test('reminds of each occurrence at its clock time', async () => {
    // The clocks of Berlin go forward on March 28, 2027.
    const sweep = sweepPorts('2027-03-26T05:00:00Z');
    const person = await remindedPerson(sweep, {
      remindsOfDeadlines: false,
      workingHours: DEFAULT_SETTINGS.workingHours,
    });
    const series = eventAt('2027-03-26T08:00:00Z', { id: 1, repeat: DAILY });
    await sweep.stores.events.create(person, series);
    for (const [at, day] of [
      ['2027-03-26T08:00:30Z', '2027-03-26'],
      ['2027-03-27T08:00:30Z', '2027-03-27'],
      ['2027-03-28T07:00:30Z', '2027-03-28'],
      ['2027-03-29T07:00:30Z', '2027-03-29'],
    ] as const) {
      const sent = await sweep.sweepAt(at);
      const tag = `event-${occurrenceId(1, day)}`;
      expect(
        sent.map(({ notification }) => notification.tag),
        at,
      ).toEqual([tag]);
      expect(sent[0]?.notification.data.recordId).toBe(1);
    }
  });

  test('has no moment for the sweep if events are switched off', async () => {
    const { sweep, person } = await withEvent({ repeat: DAILY }, { remindsOfEvents: false });
    await firestore.doc(`users/${person.uid}/events/1`).update({ remindAt: Date.parse(TEN) });
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
    expect(await remindAtOf(person, 1)).toBeNull();
  });

  test('is silent for an occurrence that was moved or canceled, and reminds of the moved one', async () => {
    const { sweep, person } = await withEvent({ repeat: DAILY });
    const id = occurrenceId(1, '2026-11-20');
    const moved = eventAt('2026-11-20T12:00:00Z', {
      id,
      seriesId: 1,
      seriesDay: '2026-11-20',
    });
    const canceled = { id: occurrenceId(1, '2026-11-21'), seriesId: 1, seriesDay: '2026-11-21' };
    await sweep.stores.events.create(person, moved);
    await sweep.stores.events.create(
      person,
      eventAt('2026-11-21T10:00:00Z', { ...canceled, canceled: true }),
    );
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
    expect(await sweep.sweepAt('2026-11-20T12:00:20Z')).toHaveLength(1);
    expect(await sweep.sweepAt('2026-11-21T10:00:20Z')).toEqual([]);
    expect(await sweep.sweepAt('2026-11-22T10:00:20Z')).toHaveLength(1);
  });
});

describe('on a day off', () => {
  const holiday = (id: number, fields = {}) => ({
    ...eventAt('2026-11-20T00:00:00Z', { id, title: 'Holiday', dayOff: true }),
    days: { start: '2026-11-20', end: '2026-11-21' },
    ...fields,
  });

  test('a weekday without working hours is silent', async () => {
    const hours = DEFAULT_SETTINGS.workingHours.map((day, index) => (index === 4 ? null : day));
    const { sweep } = await withEvent({}, { workingHours: hours });
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
  });

  test('the first holiday of a person is silent, even if it was entered a minute ago', async () => {
    const { sweep, person } = await withEvent();
    sweep.clock.nowMs = Date.parse('2026-11-20T09:59:50Z');
    await createEvent({ ...callOf(person), body: holiday(2) }, sweep.ports);
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
    expect((await reminderDocument(person).get()).get('copies.hasDaysOff')).toBe(true);
    expect(await remindAtOf(person, 2)).toBeNull();
  });

  test('a holiday that was entered before the first device is silent', async () => {
    const { sweep, person } = await withEvent();
    await sweep.stores.reminders.end(person, person.session);
    await sweep.stores.events.create(person, holiday(2));
    await startDevice(sweep, person);
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
  });

  test('a deleted holiday isn’t silent', async () => {
    const { sweep, person } = await withEvent();
    await sweep.stores.events.create(person, holiday(2));
    await sweep.sweepAt('2026-11-20T09:00:00Z');
    await sweep.stores.events.delete(person, 2);
    expect(await sweep.sweepAt(AFTER_TEN)).toHaveLength(1);
  });

  test('another day’s holiday isn’t silent', async () => {
    const { sweep, person } = await withEvent();
    const days = { start: '2026-11-21', end: '2026-11-22' };
    await sweep.stores.events.create(person, holiday(2, { days }));
    expect(await sweep.sweepAt(AFTER_TEN)).toHaveLength(1);
  });

  test('an occurrence of a holiday that repeats is silent, unless it is canceled', async () => {
    const { sweep, person } = await withEvent();
    const repeat = {
      rule: { every: 'day', interval: 1, from: 'schedule' },
      timeZone: 'UTC',
      until: null,
      count: null,
    } as const;
    const days = { start: '2026-11-19', end: '2026-11-20' };
    await sweep.stores.events.create(person, holiday(2, { days, repeat }));
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
    await sweep.stores.events.create(person, eventAt('2026-11-21T10:00:00Z', { id: 3 }));
    const canceled = { seriesId: 2, seriesDay: '2026-11-21', canceled: true };
    const exception = holiday(occurrenceId(2, '2026-11-21'), canceled);
    await sweep.stores.events.create(person, exception);
    expect(await sweep.sweepAt('2026-11-21T10:00:20Z')).toHaveLength(1);
  });

  test('an event after midnight is silent if the day hasn’t ended', async () => {
    const hours = DEFAULT_SETTINGS.workingHours.map((day, index) => (index === 4 ? null : day));
    const { sweep, person } = await withEvent({}, { workingHours: hours, dayEndMinutes: 120 });
    await sweep.stores.events.create(person, eventAt('2026-11-21T01:00:00Z', { id: 2 }));
    await sweep.stores.events.create(person, eventAt('2026-11-21T02:00:00Z', { id: 3 }));
    expect(await sweep.sweepAt('2026-11-21T01:00:20Z')).toEqual([]);
    expect(await sweep.sweepAt('2026-11-21T02:00:20Z')).toHaveLength(1);
  });

  test('an event is silent if it is that day where the person is', async () => {
    const hours = DEFAULT_SETTINGS.workingHours.map((day, index) => (index === 5 ? null : day));
    const { sweep, person } = await withEvent({}, { workingHours: hours });
    await sweep.stores.events.create(person, eventAt('2026-11-20T16:00:00Z', { id: 2 }));
    // It is Saturday in Tokyo from 15:00 on.
    const body = { timeZone: 'Asia/Tokyo' };
    const browser = { session: undefined, host: undefined };
    await updateUser({ ...callOf(person), body, browser }, sweep.ports);
    expect(await sweep.sweepAt(AFTER_TEN)).toHaveLength(1);
    expect(await sweep.sweepAt('2026-11-20T16:00:20Z')).toEqual([]);
  });

  test('the end of the timer is not silent', async () => {
    const { sweep, person } = await withEvent();
    await sweep.stores.events.create(person, holiday(2));
    await change(sweep, person, { timer: timerAt('2026-11-20T09:00:00Z') });
    expect(titles(await sweep.sweepAt('2026-11-20T09:25:20Z'))).toEqual(['Focus completed!']);
  });
});

describe('in the morning', () => {
  test('the deadlines of the day come as one digest, once', async () => {
    const sweep = sweepPorts(DAWN);
    const person = await remindedPerson(sweep);
    const day = '2026-11-20';
    for (const task of [
      { id: 1, title: 'Taxes', deadline: day },
      { id: 2, title: 'Ferns', deadline: day },
      { id: 3, title: 'Done', deadline: day, completed: true },
      { id: 4, title: 'Later', deadline: '2026-11-21' },
    ])
      await sweep.stores.tasks.create(person, taskOf(task));
    expect(await sweep.sweepAt('2026-11-20T08:59:50Z')).toEqual([]);
    const [digest, ...more] = await sweep.sweepAt('2026-11-20T09:00:20Z');
    expect(more).toEqual([]);
    expect(digest?.notification.title).toMatch(/^2 due today: (Taxes|Ferns)$/);
    expect(digest?.message.ttlSeconds).toBe(8 * 3600 - 20);
    // Later working hours don't bring it again.
    sweep.clock.nowMs = Date.parse('2026-11-20T09:30:00Z');
    const workingHours = Array(7).fill({ start: '10:00', end: '17:00' });
    await change(sweep, person, { workingHours });
    for (const at of ['2026-11-20T09:30:20Z', AFTER_TEN])
      expect(await sweep.sweepAt(at), at).toEqual([]);
    expect(titles(await sweep.sweepAt('2026-11-21T10:00:20Z'))).toEqual(['1 due today: Later']);
  });

  test('the digest isn’t sent after the working hours', async () => {
    const sweep = sweepPorts(DAWN);
    const person = await remindedPerson(sweep);
    await sweep.stores.tasks.create(person, taskOf({ id: 1, deadline: '2026-11-20' }));
    expect(await sweep.sweepAt('2026-11-20T17:00:20Z')).toEqual([]);
  });

  test('the digest isn’t sent if deadlines are switched off', async () => {
    const sweep = sweepPorts(DAWN);
    const settings = { remindsOfDeadlines: false, remindsToPlan: true };
    const person = await remindedPerson(sweep, settings);
    await sweep.stores.tasks.create(person, taskOf({ id: 1, deadline: '2026-11-20' }));
    expect(titles(await sweep.sweepAt('2026-11-20T09:00:20Z'))).toEqual(['Plan your day']);
  });

  test('a holiday has no digest', async () => {
    const sweep = sweepPorts(DAWN);
    const person = await remindedPerson(sweep);
    await sweep.stores.tasks.create(person, taskOf({ id: 1, deadline: '2026-11-20' }));
    const days = { start: '2026-11-20', end: '2026-11-21' };
    await sweep.stores.events.create(
      person,
      eventAt('2026-11-20T00:00:00Z', { id: 2, days, dayOff: true }),
    );
    await sweep.sweepAt('2026-11-20T08:00:00Z');
    expect(await sweep.sweepAt('2026-11-20T09:00:20Z')).toEqual([]);
  });

  test('a person who travels west gets the digest of a day once', async () => {
    const sweep = sweepPorts('2026-11-19T18:00:00Z');
    const person = await remindedPerson(sweep);
    await sweep.stores.tasks.create(person, taskOf({ id: 1, deadline: '2026-11-20' }));
    const travel = (timeZone: string) =>
      updateUser(
        { ...callOf(person), body: { timeZone }, browser: { session: undefined, host: undefined } },
        sweep.ports,
      );
    await travel('Asia/Tokyo');
    expect(await sweep.sweepAt('2026-11-19T18:01:00Z')).toEqual([]);
    expect(await sweep.sweepAt('2026-11-20T00:00:20Z')).toHaveLength(1);
    sweep.clock.nowMs = Date.parse('2026-11-20T12:00:00Z');
    await travel('America/Los_Angeles');
    for (const at of ['2026-11-20T12:01:00Z', '2026-11-20T17:00:20Z'])
      expect(await sweep.sweepAt(at), at).toEqual([]);
  });

  describe('the nudge to plan', () => {
    const NUDGED = { remindsToPlan: true, remindsOfDeadlines: false };
    const NINE = '2026-11-20T09:00:20Z';

    test('comes when nothing is planned', async () => {
      const sweep = sweepPorts(DAWN);
      const person = await remindedPerson(sweep, NUDGED);
      const done = { id: 1, plannedDay: '2026-11-20', completed: true };
      await sweep.stores.tasks.create(person, taskOf(done));
      await sweep.stores.events.create(person, eventAt('2026-11-20T15:00:00Z', { id: 2 }));
      for (const [id, start] of [
        [3, '2026-11-19T23:30:00Z'],
        [4, '2026-11-21T00:00:00Z'],
      ] as const)
        await sweep.stores.events.create(person, eventAt(start, { id, taskId: 9 }));
      await sweep.stores.dayPlans.create(person, { id: 20261120, day: '2026-11-20', plan: null });
      expect(titles(await sweep.sweepAt(NINE))).toEqual(['Plan your day']);
    });

    test.each([
      [
        'a task is planned for the day',
        ({ stores }: Sweep, person: Owner) =>
          stores.tasks.create(person, taskOf({ id: 1, plannedDay: '2026-11-20' })),
      ],
      [
        'a block begins that day',
        ({ stores }: Sweep, person: Owner) =>
          stores.events.create(person, eventAt('2026-11-20T15:00:00Z', { id: 2, taskId: 1 })),
      ],
      [
        'the day’s plan is kept',
        ({ stores }: Sweep, person: Owner) =>
          stores.dayPlans.create(person, {
            id: 20261120,
            day: '2026-11-20',
            plan: { keptAt: DAWN, tasks: [], times: [] },
          }),
      ],
    ])('doesn’t come if %s', async (_what, plan) => {
      const sweep = sweepPorts(DAWN);
      const person = await remindedPerson(sweep, NUDGED);
      await plan(sweep, person);
      expect(await sweep.sweepAt(NINE)).toEqual([]);
    });
  });
});

describe('in the evening', () => {
  const FIVE = '2026-11-20T17:00:20Z';
  const NUDGED = { remindsToReflect: true, remindsOfDeadlines: false };
  const reflection = (fields: object) => ({
    id: 20261120,
    date: TEN,
    accomplishments: null,
    challenges: null,
    tomorrowFocus: null,
    productivityRating: null,
    ...fields,
  });

  test('the nudge to reflect comes if the day’s reflection is empty', async () => {
    const sweep = sweepPorts(DAWN);
    const person = await remindedPerson(sweep, NUDGED);
    const empty = reflection({ accomplishments: '', productivityRating: 0 });
    await sweep.stores.reflections.create(person, empty);
    expect(titles(await sweep.sweepAt(FIVE))).toEqual(['How was your day?']);
    expect(await sweep.sweepAt('2026-11-20T17:01:20Z')).toEqual([]);
  });

  test.each([
    { accomplishments: 'The ferns' },
    { challenges: 'Rain' },
    { tomorrowFocus: 'Taxes' },
    { productivityRating: 4 },
  ])('the nudge to reflect doesn’t come after %o', async (fields) => {
    const sweep = sweepPorts(DAWN);
    const person = await remindedPerson(sweep, NUDGED);
    await sweep.stores.reflections.create(person, reflection(fields));
    expect(await sweep.sweepAt(FIVE)).toEqual([]);
  });
});

describe('the end of the timer', () => {
  const START = '2026-11-20T12:00:00Z';
  async function withTimer(settings = {}) {
    const sweep = sweepPorts(DAWN);
    const person = await remindedPerson(sweep, settings);
    sweep.clock.nowMs = Date.parse(START);
    await change(sweep, person, { timer: timerAt(START) });
    return { sweep, person };
  }

  test('is sent while the state still shows the run, once', async () => {
    const { sweep } = await withTimer();
    expect(await sweep.sweepAt('2026-11-20T12:24:50Z')).toEqual([]);
    const [sent] = await sweep.sweepAt('2026-11-20T12:25:30Z');
    expect(sent?.notification).toMatchObject({ title: 'Focus completed!', tag: 'timer' });
    expect(await sweep.sweepAt('2026-11-20T12:26:30Z')).toEqual([]);
  });

  test('isn’t sent if a page has ended the run', async () => {
    const { sweep, person } = await withTimer();
    sweep.clock.nowMs = Date.parse('2026-11-20T12:25:01Z');
    await change(sweep, person, { timer: timerAt(START, { run: null, sessions: 1 }) });
    expect(await sweep.sweepAt('2026-11-20T12:25:30Z')).toEqual([]);
  });

  test('isn’t sent if the run is paused, and moves with a run that goes on', async () => {
    const { sweep, person } = await withTimer();
    const { run } = timerAt(START);
    const left = { leftMs: 5 * MINUTE_MS };
    sweep.clock.nowMs = Date.parse('2026-11-20T12:20:00Z');
    const paused = { ...run, ...left, at: sweep.clock.nowMs, isRunning: false };
    await change(sweep, person, { timer: timerAt(START, { run: paused }) });
    expect(await sweep.sweepAt('2026-11-20T12:25:30Z')).toEqual([]);
    sweep.clock.nowMs = Date.parse('2026-11-20T13:00:00Z');
    const going = { ...paused, at: sweep.clock.nowMs, isRunning: true };
    await change(sweep, person, { timer: timerAt(START, { run: going }) });
    expect(await sweep.sweepAt('2026-11-20T13:05:30Z')).toHaveLength(1);
  });

  test('is sent if an earlier pause is handled after the start', async () => {
    const { sweep, person } = await withTimer();
    const settings = withDefaultSettings(person.userId, { timer: timerAt(START, { run: null }) });
    await sweep.stores.reminders.lookAgain(person, sweep.clock.nowMs, settings);
    expect(await sweep.sweepAt('2026-11-20T12:25:30Z')).toHaveLength(1);
  });

  test('isn’t sent if it is switched off', async () => {
    const { sweep } = await withTimer({ remindsOfTimer: false });
    expect(await sweep.sweepAt('2026-11-20T12:25:30Z')).toEqual([]);
  });

  test('isn’t sent to a first device that starts after it', async () => {
    const { sweep, person } = await withTimer();
    await sweep.stores.reminders.end(person, person.session);
    sweep.clock.nowMs = Date.parse('2026-11-20T12:30:00Z');
    await startDevice(sweep, person);
    expect(await sweep.sweepAt('2026-11-20T12:30:20Z')).toEqual([]);
  });

  test('isn’t sent an hour late', async () => {
    const { sweep } = await withTimer();
    expect(await sweep.sweepAt('2026-11-20T13:25:30Z')).toEqual([]);
  });
});

describe('a change of settings', () => {
  test('moves the reminders of events that aren’t over', async () => {
    const { sweep, person } = await withEvent();
    await sweep.stores.events.create(person, eventAt('2026-11-20T06:00:00Z', { id: 2 }));
    sweep.clock.nowMs = Date.parse('2026-11-20T09:00:00Z');
    await change(sweep, person, { reminderMinutes: 30 });
    await sweep.sweepAt('2026-11-20T09:00:30Z');
    expect(await remindAtOf(person, 1)).toBe(Date.parse('2026-11-20T09:30:00Z'));
    expect(await sweep.sweepAt('2026-11-20T09:30:20Z')).toHaveLength(1);
    await change(sweep, person, { remindsOfEvents: false });
    await sweep.sweepAt('2026-11-20T09:31:20Z');
    expect(await remindAtOf(person, 1)).toBeNull();
  });

  test('loses no reminder that falls between the change and the sweep', async () => {
    const { sweep, person } = await withEvent();
    sweep.clock.nowMs = Date.parse('2026-11-20T09:49:50Z');
    await change(sweep, person, { reminderMinutes: 10 });
    expect(await sweep.sweepAt('2026-11-20T09:50:30Z')).toHaveLength(1);
    for (const at of ['2026-11-20T09:51:30Z', '2026-11-20T09:52:30Z', AFTER_TEN])
      expect(await sweep.sweepAt(at), at).toEqual([]);
  });

  test('right before an event with its own reminder doesn’t send the event twice', async () => {
    const { sweep, person } = await withEvent({ reminder: 0 });
    sweep.clock.nowMs = Date.parse('2026-11-20T09:59:50Z');
    await change(sweep, person, { reminderMinutes: 10 });
    expect(await sweep.sweepAt(AFTER_TEN)).toHaveLength(1);
    for (const at of ['2026-11-20T10:01:20Z', '2026-11-20T10:02:20Z'])
      expect(await sweep.sweepAt(at), at).toEqual([]);
  });

  test('is written to the reminders without a conflict', async () => {
    const { sweep, person } = await withEvent();
    sweep.clock.nowMs = Date.parse('2026-11-20T09:00:00Z');
    await change(sweep, person, { reminderMinutes: 30 });
    const write = vi.spyOn(sweep.stores.dueReminders, 'write');
    for (const at of ['2026-11-20T09:00:20Z', '2026-11-20T09:01:20Z']) await sweep.sweepAt(at);
    const stale = write.mock.settledResults.flatMap(({ value }) => value);
    expect(write).toHaveBeenCalled();
    expect(stale.length).toBe(0);
  });

  test('counts for an event that was written with the earlier settings meanwhile', async () => {
    const { sweep, person } = await withEvent();
    sweep.clock.nowMs = Date.parse('2026-11-20T09:00:00Z');
    await change(sweep, person, { reminderMinutes: 30 });
    await sweep.sweepAt('2026-11-20T09:00:01Z');
    await firestore.doc(`users/${person.uid}/events/1`).update({ remindAt: Date.parse(TEN) });
    await sweep.sweepAt('2026-11-20T09:01:01Z');
    expect(await remindAtOf(person, 1)).toBe(Date.parse('2026-11-20T09:30:00Z'));
  });

  test.each([
    ['a setting of reminders', { reminderMinutes: 30 }, 2],
    ['the timer', { timer: timerAt(DAWN) }, 2],
    ['another setting', { density: 'compact' }, 1],
  ] as const)('reads at most one more document: %s', async (_what, body, reads) => {
    const { sweep, person } = await withEvent();
    const counted = countReads();
    await change(sweep, person, body);
    expect(counted.reads).toBe(reads);
    vi.restoreAllMocks();
  });
});

test('an import of events reads the reminders once', async () => {
  const { sweep, person } = await withEvent();
  const events = Array.from({ length: 100 }, (_, n) => eventAt(TEN, { id: n + 10 }));
  const counted = countReads();
  await sweep.stores.events.createMissing(person, events, 9);
  // The counters, each event that may exist, and the reminders.
  expect(counted.reads).toBe(1 + 100 + 1);
  vi.restoreAllMocks();
});

test('a deletion of an event doesn’t read the reminders', async () => {
  const { sweep, person } = await withEvent();
  const counted = countReads();
  await sweep.stores.events.delete(person, 1);
  expect(counted.reads).toBe(1);
  vi.restoreAllMocks();
});

describe('the first device of a person', () => {
  test('gets the reminders of events from before', async () => {
    const { sweep, person } = await withEvent();
    await sweep.stores.reminders.end(person, person.session);
    await sweep.stores.events.create(person, eventAt(TEN, { id: 2, title: 'Review' }));
    await sweep.sweepAt('2026-11-20T09:58:00Z');
    await startDevice(sweep, person);
    expect(titles(await sweep.sweepAt(AFTER_TEN)).sort()).toEqual(['Review', 'Stand-up']);
  });
});

describe('after an outage', () => {
  test('each event reminds at most once, and nothing that is of no use any more', async () => {
    const { sweep, person } = await withEvent({}, { remindsOfDeadlines: true });
    const repeat = {
      rule: { every: 'day', interval: 1, from: 'schedule' },
      timeZone: 'UTC',
      until: null,
      count: null,
    } as const;
    await sweep.stores.events.create(person, eventAt(TEN, { id: 2, title: 'Daily', repeat }));
    for (const deadline of ['2026-11-20', '2026-11-21', '2026-11-27'])
      await sweep.stores.tasks.create(
        person,
        taskOf({ id: Number(deadline.slice(-2)), title: deadline, deadline }),
      );
    const sent = await sweep.sweepAt('2026-11-27T10:20:00Z');
    expect(titles(sent).sort()).toEqual(['1 due today: 2026-11-27', 'Daily']);
    expect(await sweep.sweepAt('2026-11-27T10:21:00Z')).toEqual([]);
    expect(await remindAtOf(person, 2)).toBe(Date.parse('2026-11-28T10:00:00Z'));
  });
});

describe('a device', () => {
  test('whose session has expired gets nothing and is removed', async () => {
    const sweep = sweepPorts(DAWN);
    const person = await remindedPerson(sweep, { remindsOfDeadlines: false });
    const short = await startDevice(sweep, person, undefined, 60);
    await sweep.stores.events.create(person, eventAt(TEN, { id: 1 }));
    const sent = await sweep.sweepAt(AFTER_TEN);
    expect(sent.map(({ endpoint }) => endpoint)).toEqual([person.endpoint]);
    expect(sent.map(({ endpoint }) => endpoint)).not.toContain(short.endpoint);
  });

  test('whose session was the last one takes the reminders with it when it expires', async () => {
    const { sweep, person } = await withEvent();
    await sweep.stores.reminders.end(person, person.session);
    await startDevice(sweep, person, undefined, 60);
    await sweep.sweepAt('2026-11-20T05:30:00Z');
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
    expect((await reminderDocument(person).get()).exists).toBe(false);
  });

  test('that the push service doesn’t know any more is removed, and the others stay', async () => {
    const { sweep, person } = await withEvent();
    const other = await startDevice(sweep, person);
    sweep.results.set(person.endpoint, 'gone');
    await sweep.sweepAt(AFTER_TEN);
    const { devices = {} } = (await sweep.stores.reminders.get(person)) ?? {};
    expect(Object.keys(devices)).toEqual([other.session]);
  });

  test('whose message fails doesn’t make the others get it twice', async () => {
    const { sweep, person } = await withEvent();
    const other = await startDevice(sweep, person);
    const { push } = sweep.ports;
    const { send } = push;
    push.send = (subscription, message) =>
      subscription.endpoint === other.endpoint
        ? Promise.reject(new Error('No connection.'))
        : send(subscription, message);
    expect(await sweep.sweepAt(AFTER_TEN)).toHaveLength(1);
    expect(await sweep.sweepAt('2026-11-20T10:01:20Z')).toEqual([]);
    const { devices = {} } = (await sweep.stores.reminders.get(person)) ?? {};
    expect(devices[other.session]?.lastDelivery?.outcome).toBe('failed');
  });

  test('whose message fails gets it from the next runs, for five minutes, if no device got it', async () => {
    const { sweep, person } = await withEvent();
    sweep.results.set(person.endpoint, 'failed');
    expect(await sweep.sweepAt(AFTER_TEN)).toHaveLength(1);
    sweep.results.clear();
    expect(await sweep.sweepAt('2026-11-20T10:01:20Z')).toHaveLength(1);
    expect(await sweep.sweepAt('2026-11-20T10:02:20Z')).toEqual([]);
    await sweep.stores.events.create(person, eventAt('2026-11-20T11:00:00Z', { id: 2 }));
    sweep.results.set(person.endpoint, 'failed');
    expect(await sweep.sweepAt('2026-11-20T11:04:20Z')).toHaveLength(1);
    expect(await sweep.sweepAt('2026-11-20T11:05:20Z')).toHaveLength(1);
    expect(await sweep.sweepAt('2026-11-20T11:06:20Z')).toEqual([]);
  });

  test('has its last delivery recorded, once a day of the person unless the outcome changes', async () => {
    const { sweep, person } = await withEvent();
    for (const [id, start] of [
      [2, '2026-11-20T22:30:00Z'],
      [3, '2026-11-20T22:40:00Z'],
      [4, '2026-11-20T23:50:00Z'],
      [5, '2026-11-21T01:00:00Z'],
    ] as const)
      await sweep.stores.events.create(person, eventAt(start, { id }));
    const recorded = async (at: string) => {
      expect(await sweep.sweepAt(at), at).toHaveLength(1);
      return (await sweep.stores.reminders.get(person))?.devices[person.session]?.lastDelivery;
    };
    const first = { at: '2026-11-20T10:00:20.000Z', outcome: 'delivered' };
    expect(await recorded(AFTER_TEN)).toEqual(first);
    expect(await recorded('2026-11-20T22:30:20Z')).toEqual(first);
    sweep.results.set(person.endpoint, 'failed');
    const failed = { at: '2026-11-20T22:40:20.000Z', outcome: 'failed' };
    expect(await recorded('2026-11-20T22:40:20Z')).toEqual(failed);
    expect(await recorded('2026-11-20T23:50:20Z')).toEqual(failed);
    const again = { at: '2026-11-21T01:00:20.000Z', outcome: 'failed' };
    expect(await recorded('2026-11-21T01:00:20Z')).toEqual(again);
  });
});

describe('a run', () => {
  test('that is killed after sending repeats its messages with the same topic', async () => {
    const { sweep, person } = await withEvent();
    await sweep.stores.events.create(person, eventAt(TEN, { id: 2 }));
    const { move } = sweep.stores.dueReminders;
    sweep.stores.dueReminders.move = () => Promise.reject(new Error('Killed.'));
    sweep.clock.nowMs = Date.parse(AFTER_TEN);
    const before: Arrived[] = [];
    await expect(sweep.sweepAt(AFTER_TEN)).rejects.toThrow('Killed.');
    before.push(...sweep.arrived);
    sweep.stores.dueReminders.move = move;
    const after = await sweep.sweepAt('2026-11-20T10:01:20Z');
    const topics = (arrived: Arrived[]) => arrived.map(({ message }) => message.topic).sort();
    expect(topics(after)).toEqual(topics(before));
    expect(new Set(topics(after)).size).toBe(2);
    expect(await sweep.sweepAt('2026-11-20T10:02:20Z')).toEqual([]);
  });

  test('that is out of time leaves the rest to the next run', async () => {
    const { sweep } = await withEvent();
    expect(await sweep.sweepAt(AFTER_TEN, { until: Date.now() - 1 })).toEqual([]);
    expect(sweep.lines).toMatchObject([{ severity: 'ERROR', left: 1 }]);
    expect(await sweep.sweepAt('2026-11-20T10:01:20Z')).toHaveLength(1);
  });

  test('sends an event once although the event is edited while it is sent', async () => {
    const { sweep, person } = await withEvent();
    const { push } = sweep.ports;
    const { send } = push;
    push.send = async (...given) => {
      await edit(sweep, person, 1, { title: 'Review' });
      return send(...given);
    };
    expect(await sweep.sweepAt(AFTER_TEN)).toHaveLength(1);
    push.send = send;
    expect(await sweep.sweepAt('2026-11-20T10:01:20Z')).toEqual([]);
    expect((await sweep.stores.events.get(person, 1))?.title).toBe('Review');
  });

  test('handles the others although one person’s data is broken', async () => {
    const { sweep, person } = await withEvent();
    const other = await remindedPerson(sweep, { remindsOfDeadlines: false });
    await sweep.stores.events.create(other, eventAt(TEN, { id: 1 }));
    await reminderDocument(person).update({ 'copies.timeZone': 'Nowhere/Town' });
    const sent = await sweep.sweepAt(AFTER_TEN);
    expect(sent.map(({ endpoint }) => endpoint)).toEqual([other.endpoint]);
    expect(sweep.lines.at(-1)).toMatchObject({ severity: 'ERROR', errors: 1 });
  });

  test('logs counts and no title', async () => {
    const { sweep, person } = await withEvent({
      title: 'A private matter',
      place: 'A private hall',
    });
    sweep.results.set(person.endpoint, 'failed');
    expect(await sweep.sweepAt(AFTER_TEN)).toHaveLength(1);
    expect(sweep.lines).toEqual([
      {
        severity: 'INFO',
        message: 'Reminders were sent.',
        delivered: 0,
        refused: 0,
        failed: 1,
        errors: 0,
        left: 0,
        ms: expect.any(Number),
      },
    ]);
  });

  test('without keys for push messages does nothing', async () => {
    const { sweep, person } = await withEvent();
    sweep.ports.push.publicKey = null;
    expect(await sweep.sweepAt(AFTER_TEN)).toEqual([]);
    expect(await remindAtOf(person, 1)).toBe(Date.parse(TEN));
  });
});

test('the deletion of an account during a run brings nothing back', async () => {
  const { sweep, person } = await withEvent();
  const { push } = sweep.ports;
  const { send } = push;
  push.send = async (...given) => {
    await sweep.stores.allRecords.clear(person.uid, { sessions: true });
    return send(...given);
  };
  await sweep.sweepAt(AFTER_TEN);
  expect((await reminderDocument(person).get()).exists).toBe(false);
  expect((await firestore.doc(`users/${person.uid}/events/1`).get()).exists).toBe(false);
});

test('a change of settings during a run isn’t lost', async () => {
  const sweep = sweepPorts(DAWN);
  const person = await remindedPerson(sweep);
  await sweep.stores.tasks.create(person, taskOf({ id: 1, deadline: '2026-11-20' }));
  const { push } = sweep.ports;
  const { send } = push;
  push.send = async (...given) => {
    await change(sweep, person, { timer: timerAt('2026-11-20T09:00:10Z') });
    return send(...given);
  };
  expect(await sweep.sweepAt('2026-11-20T09:00:20Z')).toHaveLength(1);
  push.send = send;
  expect(await sweep.sweepAt('2026-11-20T09:01:20Z')).toEqual([]);
  expect(titles(await sweep.sweepAt('2026-11-20T09:25:20Z'))).toEqual(['Focus completed!']);
});
