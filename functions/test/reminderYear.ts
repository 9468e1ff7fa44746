import { api, type Api } from '@daymark/contract/calls/api';
import type { Endpoint } from '@daymark/contract/calls/endpoint';
import { NO_DETAILS, type Event } from '@daymark/contract/event';
import { newId } from '@daymark/contract/primitives';
import { REMINDER_MINUTES } from '@daymark/contract/reminders/reminderSettings';
import { occurrenceId, occurrenceOn, seriesDays } from '@daymark/contract/repeats/occurrences';
import { withDefaultSettings, type Settings } from '@daymark/contract/settings';
import type { Task } from '@daymark/contract/task';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@daymark/contract/time/units';
import { zoneOf } from '@daymark/contract/time/zone';
import type { PushPayload } from '@daymark/contract/reminders/notification';
import { getFirestore } from 'firebase-admin/firestore';
import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import { handlers } from '../src/handlers';
import type { Ports } from '../src/ports';
import type { Push } from '../src/reminders/push';
import { sendDueReminders } from '../src/reminders/sendDueReminders';
import { admin } from './authEmulator';
import type { Person } from './people';
import { subscriptionOf, sweepPorts } from './sweep';
import { dueIn, localDay, momentOf, nextMoments, type Due, type World } from './reminderOracle';

/*
 * One person's reminders over many days, on a simulated clock. The person acts at random through the API's handlers. The
 * server's sweep runs each minute in which something can be due, and at some other minutes. What it sends is compared
 * with what the oracle says.
 */

interface Stretch {
  /** The first day in UTC. */
  from: string;
  days: number;
}

interface Options {
  person: Pick<Person, 'uid' | 'userId'>;
  seed: number;
  stretches: readonly Stretch[];
}

/** Returns a seeded generator of numbers from 0 to 1. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A message that arrived at a device. */
interface Arrived {
  device: string;
  payload: PushPayload;
  text: string;
}

interface SimulatedDevice {
  session: string;
  endpoint: string;
  /** When its reminders started, in ms, or undefined while it has none. */
  since: number | undefined;
  expiresMs: number;
}

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];

/** No message is kept for longer than this for a device that is offline, in seconds. */
const TTL_MAX_SECONDS = 24 * 60 * 60;

/** A word that only what the person wrote contains. */
const SECRET = 'Quartz';

/** Plays the days, and returns how many messages arrived, by the kind of reminder. @throws Error if one is wrong. */
export async function playReminderYear({ person, seed, stretches }: Options) {
  const random = mulberry(seed);
  const int = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const chance = (likelihood: number) => random() < likelihood;
  const pick = <T>(of: readonly T[]): T => {
    if (of.length === 0) throw new Error('There is nothing to pick from.');
    return of[int(0, of.length - 1)]!;
  };

  const db = getFirestore(admin);
  let arrived: Arrived[] = [];
  const topics = new Map<string, string>();
  /** The last problem during a sweep. An error in sending a message doesn't stop a sweep. */
  let problem: string | undefined;
  /** Runs while the sweep sends a message. */
  let whileSending: (() => Promise<void>) | undefined;
  const push: Push = {
    publicKey: 'B'.repeat(87),
    isAllowed: () => true,
    async send({ endpoint }, { payload, topic, ttlSeconds }) {
      const parsed = JSON.parse(payload) as PushPayload;
      const { tag } = parsed.notification;
      if ((topics.get(tag) ?? topic) !== topic) problem = `${tag} has another topic than before.`;
      topics.set(tag, topic);
      // A device that is offline for days gets nothing of an earlier day when it comes back.
      if (ttlSeconds <= 0 || ttlSeconds > TTL_MAX_SECONDS)
        problem = `${tag} lives ${ttlSeconds} s.`;
      const device = devices.find((one) => one.endpoint === endpoint);
      if (device) arrived.push({ device: device.session, payload: parsed, text: payload });
      else problem = `A message went to ${endpoint}, which no device has.`;
      const meanwhile = whileSending;
      whileSending = undefined;
      await meanwhile?.().catch((error: unknown) => (problem = String(error)));
      return 'delivered';
    },
  };
  const owner = { uid: person.uid, userId: person.userId, signInsValidFrom: '' };
  const simulated = sweepPorts(`${stretches[0]?.from}T00:00:00Z`, [owner]);
  const ports: Ports = { ...simulated.ports, push };
  /** Sets all clocks. Some code of the server reads the date itself. */
  function setTime(ms: number): void {
    simulated.clock.nowMs = ms;
    vi.setSystemTime(ms);
  }

  /** Calls a handler of the API with a parsed body. */
  async function call(
    name: keyof Api,
    input: { id?: number | string; body?: object } = {},
    session = 'x',
  ) {
    const row: Endpoint = api[name];
    const handler = handlers[name] as (call: unknown, ports: Ports) => Promise<unknown>;
    const written = (await handler(
      {
        owner,
        browser: { session, host: undefined },
        query: row.query?.parse({}) ?? {},
        ...(input.id !== undefined && { id: input.id }),
        ...(input.body && { body: row.body?.parse(input.body) }),
      },
      ports,
    )) as { record?: unknown } | undefined;
    return written?.record;
  }

  /* The person's data */

  const world = {
    zone: 'Europe/Berlin',
    settings: withDefaultSettings(person.userId, undefined),
    tasks: new Map<number, Task>(),
    events: new Map<number, Event>(),
    reflected: new Set<string>(),
    changedAt: new Map<string, number>(),
  } satisfies World;
  const devices: SimulatedDevice[] = [];
  const history: string[] = [];
  const sent = new Map<string, number>();
  let sequence = 0;

  const describe = () => `seed ${seed}\n${history.slice(-60).join('\n')}`;
  function fail(what: string): never {
    throw new Error(`${new Date().toISOString()} ${what}\n${describe()}`);
  }
  const note = (what: string) => history.push(`${new Date().toISOString()} ${what}`);
  const mark = (...names: string[]) => {
    for (const name of names) world.changedAt.set(name, Date.now());
  };
  const instant = (ms: number) => zoneOf(world.zone).instantOf(ms);
  const today = () => localDay(world.zone, Date.now());
  const dayLater = (days: number) => localDay(world.zone, Date.now() + days * DAY_MS);
  const title = () => `${SECRET} ${++sequence}`;

  /** Reads the events and tasks again after a change that also changes others. */
  async function readAgain() {
    const { stores } = ports;
    const [current, exceptions, tasks] = await Promise.all([
      stores.events.find(owner, ['endsAt', '>', Date.now() - 3 * DAY_MS]),
      // An exception that was moved to an earlier day still takes the place of its occurrence.
      stores.events.find(owner, ['seriesId', '>', 0]),
      stores.tasks.find(owner),
    ]);
    const events = [...new Map([...current, ...exceptions].map((one) => [one.id, one])).values()];
    for (const event of events) {
      const before = world.events.get(event.id);
      if (timesOf(before) !== timesOf(event)) mark(`event ${event.id}`);
    }
    for (const task of tasks) {
      const before = world.tasks.get(task.id);
      if (before?.completed !== task.completed) mark(`task ${task.id}`);
    }
    world.events = new Map(events.map((event) => [event.id, event]));
    world.tasks = new Map(tasks.map((task) => [task.id, task]));
  }
  const timesOf = (event: Event | undefined) =>
    event &&
    JSON.stringify([
      event.start,
      event.end,
      event.days,
      event.repeat,
      event.reminder,
      event.snoozedUntil,
      event.canceled,
      event.taskId,
    ]);

  /* The person's actions */

  const events = (holds: (event: Event) => boolean = () => true) =>
    [...world.events.values()].filter(holds);
  const upcoming = (event: Event) =>
    event.days === null && event.repeat === null && Date.parse(event.start) > Date.now();
  const openTasks = () =>
    [...world.tasks.values()].filter(({ completed, skippedAt }) => !completed && !skippedAt);

  async function setSettings(body: Partial<Settings>, ...changed: string[]) {
    await call('updateSettings', { body });
    Object.assign(world.settings, body);
    mark(...changed);
    note(`settings ${JSON.stringify(body)}`);
  }

  async function createEvent(fields: Partial<Event> & Pick<Event, 'start' | 'end'>) {
    const event = { ...NO_DETAILS, id: newId(), title: title(), userId: person.userId, ...fields };
    // An exception has the same id each time, also after it was deleted.
    const restore = event.seriesId !== null;
    await call('createEvent', { body: { ...event, restore } });
    world.events.set(event.id, event);
    mark(`event ${event.seriesId}`);
    mark(`event ${event.id}`, `day ${localDay(world.zone, Date.parse(event.start))}`);
    note(`creates ${JSON.stringify(fields)} ${event.id}`);
    return event;
  }

  async function changeEvent(event: Event, fields: Partial<Event>) {
    await call('updateEvent', { id: event.id, body: fields });
    const changed = { ...event, ...fields };
    if (timesOf(event) !== timesOf(changed)) mark(`event ${event.id}`);
    world.events.set(event.id, changed);
    note(`changes ${event.id} ${JSON.stringify(fields)}`);
  }

  /** Returns a start in the next days, on a quarter of an hour or on any minute. */
  const someTimes = (daysAhead = int(0, 2)) => {
    const minutes = chance(0.8) ? int(28, 88) * 15 : int(0, 1439);
    const zone = zoneOf(world.zone);
    const day = dayLater(daysAhead);
    const clock = Date.parse(`${day}T00:00Z`) + minutes * MINUTE_MS;
    const startMs = Math.max(zone.momentOf(clock), Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS);
    const length = pick([15, 25, 30, 60, 90, 0]) * MINUTE_MS;
    return { start: instant(startMs), end: instant(startMs + length) };
  };
  const someReminder = () =>
    pick<Event['reminder']>([null, null, null, null, 'none', ...REMINDER_MINUTES]);

  async function completeTask(task: Task, completed = true) {
    await call('updateTask', { id: task.id, body: { completed } });
    note(`${completed ? 'completes' : 'reopens'} task ${task.id}`);
    mark(`day ${task.deadline}`, `day ${task.plannedDay}`);
    await readAgain();
  }

  const timer = (fields: Partial<NonNullable<Settings['timer']>>) => ({
    mode: 'focus' as const,
    sessions: 0,
    run: null,
    taskId: null,
    note: null,
    last: null,
    device: 0,
    ...fields,
    changedAt: Date.now(),
    runAt: Date.now(),
  });

  async function startTimer(taskId: number | null) {
    const plannedMs = chance(0.1) ? DAY_MS : pick([25, 50, 15]) * MINUTE_MS;
    const run = {
      id: newId(),
      startedAt: Date.now(),
      plannedMs,
      leftMs: plannedMs,
      at: Date.now(),
      isRunning: true,
    };
    const mode = taskId === null ? 'shortBreak' : 'focus';
    await setSettings({ timer: timer({ mode, run, taskId }) }, 'timer', `task ${taskId}`);
  }

  const actions: [weight: number, name: string, act: () => Promise<void>][] = [
    [
      10,
      'an own event',
      async () => void (await createEvent({ ...someTimes(), reminder: someReminder() })),
    ],
    [
      10,
      'a block',
      async () => {
        const task = chance(0.3) && openTasks().length > 0 ? pick(openTasks()) : await newTask();
        await createEvent({ ...someTimes(), taskId: task.id, reminder: someReminder() });
      },
    ],
    [
      1,
      'a series',
      async () => {
        if (events(({ repeat }) => repeat !== null).length > 4) return;
        const isWeekly = chance(0.7);
        const timeZone = chance(0.7) ? world.zone : pick(ZONES);
        await createEvent({
          ...someTimes(1),
          reminder: someReminder(),
          repeat: {
            rule: isWeekly
              ? {
                  every: 'week',
                  interval: int(1, 2),
                  weekdays: [int(1, 3), int(4, 7)],
                  from: 'schedule',
                }
              : { every: 'day', interval: int(1, 3), from: 'schedule' },
            timeZone,
            until: chance(0.3) ? dayLater(int(3, 20)) : null,
            count: null,
          },
        });
      },
    ],
    [
      2,
      'an exception',
      async () => {
        const of = events(({ repeat }) => repeat !== null);
        if (of.length === 0) return;
        const series = pick(of);
        if (!series.repeat) return;
        const first = localDay(series.repeat.timeZone, Date.parse(series.start));
        const days = seriesDays(first, series.repeat, dayLater(0) > first ? dayLater(0) : first);
        const day = days.next().value as string | undefined;
        if (day === undefined || world.events.has(occurrenceId(series.id, day))) return;
        const { start, end } = occurrenceOn(series, series.repeat, day);
        const later = (text: string) => instant(Date.parse(text) + int(1, 8) * 15 * MINUTE_MS);
        await createEvent({
          id: occurrenceId(series.id, day),
          seriesId: series.id,
          seriesDay: day,
          ...(chance(0.4)
            ? { start, end, canceled: true }
            : { start: later(start), end: later(end) }),
        });
      },
    ],
    [
      1,
      'the end of a series',
      async () => {
        const of = events(({ repeat }) => repeat !== null);
        if (of.length < 3) return;
        const series = pick(of);
        if (!series.repeat) return;
        if (chance(0.5)) {
          await call('deleteEvent', { id: series.id });
          note(`deletes series ${series.id}`);
          await readAgain();
        } else {
          const until = dayLater(int(-1, 3));
          const first = localDay(series.repeat.timeZone, Date.parse(series.start));
          if (until >= first) await changeEvent(series, { repeat: { ...series.repeat, until } });
        }
      },
    ],
    [
      6,
      'a move',
      async () => {
        const of = events(({ repeat, days }) => repeat === null && days === null);
        if (of.length > 0) await changeEvent(pick(of), someTimes());
      },
    ],
    [
      2,
      'a move by a device that was offline',
      async () => {
        const of = events(({ repeat, days }) => repeat === null && days === null);
        if (of.length === 0) return;
        const before = pick(of);
        const editedAt = new Date(Date.now() - int(1, 600) * MINUTE_MS).toISOString();
        const event = (await call('updateEvent', {
          id: before.id,
          body: { ...someTimes(), editedAt },
        })) as Event;
        if (timesOf(before) !== timesOf(event)) mark(`event ${event.id}`);
        world.events.set(event.id, event);
        note(`moves ${event.id} to ${event.start}, edited at ${editedAt}`);
      },
    ],
    [
      2,
      'a task that was done on a device that was offline',
      async () => {
        if (openTasks().length === 0) return;
        const { id, deadline, plannedDay } = pick(openTasks());
        const editedAt = new Date(Date.now() - int(1, 120) * MINUTE_MS).toISOString();
        await call('updateTask', { id, body: { completed: true, editedAt } });
        note(`completed task ${id} at ${editedAt}`);
        mark(`day ${deadline}`, `day ${plannedDay}`);
        await readAgain();
      },
    ],
    [
      3,
      'a new name',
      async () => {
        const of = events();
        if (of.length > 0) await changeEvent(pick(of), { title: title() });
      },
    ],
    [
      3,
      'a deletion',
      async () => {
        const of = events(upcoming);
        if (of.length === 0) return;
        const event = pick(of);
        await call('deleteEvent', { id: event.id });
        world.events.delete(event.id);
        mark(`event ${event.seriesId}`);
        note(`deletes ${event.id}`);
      },
    ],
    [
      2,
      'another reminder of an event',
      async () => {
        const of = events(upcoming);
        if (of.length > 0) await changeEvent(pick(of), { reminder: someReminder() });
      },
    ],
    [
      6,
      'a done task',
      async () => {
        if (openTasks().length > 0) await completeTask(pick(openTasks()));
      },
    ],
    [
      1,
      'a reopened task',
      async () => {
        const done = [...world.tasks.values()].filter(({ completed }) => completed);
        if (done.length > 0) await completeTask(pick(done), false);
      },
    ],
    [
      1,
      'a deleted task',
      async () => {
        if (openTasks().length === 0) return;
        const { id, deadline, plannedDay } = pick(openTasks());
        await call('deleteTask', { id });
        note(`deletes task ${id}`);
        mark(`day ${deadline}`, `day ${plannedDay}`);
        await readAgain();
      },
    ],
    [4, 'a task', async () => void (await newTask())],
    [
      2,
      'a reflection',
      async () => {
        const date = instant(Date.now());
        await call('saveReflection', { body: { date, accomplishments: title() } });
        world.reflected.add(today());
        mark(`day ${today()}`);
        note('reflects');
      },
    ],
    [
      3,
      'a focus session',
      async () => {
        if (openTasks().length > 0 || chance(0.3))
          await startTimer(openTasks().length > 0 && chance(0.8) ? pick(openTasks()).id : null);
      },
    ],
    [
      2,
      'the end of a focus session',
      async () => {
        const current = world.settings.timer;
        if (current?.run)
          await setSettings(
            { timer: timer({ ...current, run: null }) },
            'timer',
            `task ${current.taskId}`,
          );
      },
    ],
    [
      1,
      'a switch',
      async () => {
        const field = pick([
          'remindsOfEvents',
          'remindsOfDeadlines',
          'remindsOfTimer',
          'remindsToPlan',
          'remindsToReflect',
        ] as const);
        const names = { remindsOfEvents: 'events', remindsOfTimer: 'timer' };
        const changed = field in names ? names[field as keyof typeof names] : 'days';
        // Reminders are mostly on, or there would be nothing to see.
        await setSettings({ [field]: chance(0.8) }, changed);
      },
    ],
    [
      0.6,
      'more or fewer minutes',
      () => setSettings({ reminderMinutes: pick(REMINDER_MINUTES) }, 'events'),
    ],
    [0.5, 'hidden titles', () => setSettings({ hidesReminderTitles: chance(0.4) })],
    [
      0.5,
      'working hours',
      () => {
        const hours = () =>
          chance(0.15)
            ? null
            : {
                start: pick(['07:30', '08:00', '09:00', '10:15']),
                end: pick(['16:00', '17:30', '24:00']),
              };
        return setSettings({ workingHours: Array.from({ length: 7 }, hours) }, 'days');
      },
    ],
    [
      0.5,
      'a day off',
      async () => {
        const start = dayLater(int(0, 3));
        const end = new Date(Date.parse(start) + DAY_MS).toISOString().slice(0, 10);
        await createEvent({
          start: instant(momentOf(world.zone, start, '00:00')),
          end: instant(momentOf(world.zone, end, '00:00')),
          days: { start, end },
          dayOff: true,
        });
        mark(`day ${start}`);
      },
    ],
    [
      0.3,
      'a journey',
      async () => {
        const zone = pick(ZONES.filter((one) => one !== world.zone));
        if (chance(0.5)) await setSettings({ timeZone: zone }, 'days');
        else {
          await setSettings({ timeZone: null }, 'days');
          await call('updateUser', { body: { timeZone: zone } });
        }
        world.zone = zone;
        mark('days');
        note(`is in ${zone}`);
      },
    ],
    [
      0.4,
      'a logout',
      async () => {
        const on = devices.filter(({ since }) => since !== undefined);
        if (on.length < 2) return;
        const device = pick(on);
        await call(chance(0.5) ? 'endReminders' : 'endDevice', { id: device.session });
        device.since = undefined;
        note(`ends ${device.session.slice(0, 6)}`);
      },
    ],
  ];

  async function newTask(): Promise<Task> {
    const plannedDay = chance(0.5) ? dayLater(int(0, 3)) : null;
    const deadline = chance(0.4) ? dayLater(int(0, 4)) : null;
    const task = (await call('createTask', {
      body: { id: newId(), title: title(), plannedDay, deadline },
    })) as Task;
    world.tasks.set(task.id, task);
    mark(`task ${task.id}`, `day ${plannedDay}`, `day ${deadline}`);
    note(`creates task ${task.id} ${plannedDay} ${deadline}`);
    return task;
  }

  const total = actions.reduce((sum, [weight]) => sum + weight, 0);
  async function act() {
    let left = random() * total;
    for (const [weight, , run] of actions) {
      left -= weight;
      if (left <= 0) return run().catch((error: unknown) => fail(String(error)));
    }
  }

  /** Snoozes one of the reminders that have just arrived, like the notification's action. */
  async function snooze(tags: string[]) {
    const of = tags.filter((tag) => tag.startsWith('event-'));
    if (of.length === 0) return;
    const { recordId } =
      arrived.findLast(({ payload }) => payload.notification.tag === of[0])?.payload.notification
        .data ?? {};
    const event = recordId === undefined ? undefined : world.events.get(recordId);
    if (event)
      await changeEvent(event, {
        snoozedUntil: new Date(Date.now() + 10 * MINUTE_MS).toISOString(),
      });
  }

  /** Starts the reminders of the devices that have none, with a new session. */
  async function signIn() {
    for (const device of devices) {
      if (device.since !== undefined && device.expiresMs > Date.now() + HOUR_MS) continue;
      if (device.since !== undefined) device.since = undefined;
      else if (devices.some(({ since }) => since !== undefined) && chance(0.5)) continue;
      device.session = createHash('sha256').update(`${seed} ${++sequence}`).digest('hex');
      const subscription = subscriptionOf(device.session);
      device.endpoint = subscription.endpoint;
      device.expiresMs = Date.now() + 5 * DAY_MS;
      await ports.stores.sessions.record(owner.uid, device.session, {
        startedAt: new Date().toISOString(),
        lastUsedAt: new Date().toISOString(),
        userAgent: null,
        timeZone: world.zone,
        expiresAt: new Date(device.expiresMs),
      });
      await call('startReminders', { body: subscription }, device.session);
      device.since = Date.now();
      note(`starts reminders of ${device.session.slice(0, 6)}`);
    }
  }

  /* The sweep, and the comparison */

  /** Messages that arrived at each device, so that none arrives twice. */
  const seen = new Set<string>();

  async function sweep(lastMs: number) {
    arrived = [];
    const [before, nowMs] = [dueIn(world, lastMs, Date.now()), Date.now()];
    // The person acts while the sweep sends.
    const isBusy = chance(0.15);
    if (isBusy) whileSending = act;
    await sendDueReminders(ports);
    if (problem !== undefined) fail(problem);
    const lines = simulated.lines.map((line) => JSON.stringify(line));
    const unusual = lines.find((line) => line.includes('ERROR') || line.includes(SECRET));
    if (unusual !== undefined) fail(`The log has ${unusual}`);
    const after = isBusy ? dueIn(world, lastMs, nowMs) : before;
    for (const device of devices) compare(device, before, after, nowMs);
    note(
      `sweeps: ${arrived.map(({ payload }) => payload.notification.tag).join(' ') || 'nothing'}`,
    );
    whileSending = undefined;
    if (chance(0.25)) {
      setTime(nowMs + 1000);
      await snooze(arrived.map(({ payload }) => payload.notification.tag));
    }
    if (!isBusy) await expectMovedOn(nowMs);
  }

  function compare(device: SimulatedDevice, before: Due[], after: Due[], nowMs: number) {
    const isOn = device.since !== undefined && device.expiresMs > nowMs;
    const got = arrived.filter((one) => one.device === device.session);
    if (!isOn && got.length > 0 && before === after)
      fail(`A device without reminders got ${got[0]?.text}`);
    const tags = got.map(({ payload }) => payload.notification.tag);
    if (new Set(tags).size < tags.length) fail(`One sweep sent ${tags.join(' ')}.`);
    for (const { payload, text } of got) {
      const { tag } = payload.notification;
      const due = before.find((one) => one.tag === tag) ?? after.find((one) => one.tag === tag);
      if (!due) fail(`Nothing is due for ${text}`);
      const key = `${device.session} ${tag} ${keyOf(due, tag)}`;
      if (seen.has(key)) fail(`The device got this already: ${text}`);
      seen.add(key);
      const isHidden = world.settings.hidesReminderTitles;
      if (isHidden && before === after && text.includes(SECRET))
        fail(`A title isn't hidden: ${text}`);
      if (!isHidden && before === after && due.text && !text.includes(due.text))
        fail(`“${due.text}” is missing in ${text}`);
      const kind = tag.startsWith('event-') ? 'event' : tag;
      sent.set(kind, (sent.get(kind) ?? 0) + 1);
    }
    if (!isOn) return;
    for (const due of before) {
      const stays = after.some(
        (one) => one.tag === due.tag && one.at === due.at && one.how === 'must',
      );
      if (due.how !== 'must' || !stays || due.at <= (device.since ?? 0)) continue;
      if (!tags.includes(due.tag))
        fail(`${due.tag} “${due.text}” of ${new Date(due.at).toISOString()} is missing`);
    }
  }

  /** A day's reminder comes once a day. Any other reminder comes once at its moment. */
  const keyOf = (due: Due, tag: string) =>
    tag.startsWith('event-') || tag === 'timer' ? due.at : localDay(world.zone, due.at);

  const moments = async (isDue: (at: number) => boolean): Promise<number[]> => {
    const [found, person] = await Promise.all([
      db.collection(`users/${owner.uid}/events`).where('remindAt', '>', 0).get(),
      db.doc(`reminders/${owner.uid}`).get(),
    ]);
    const all = [...found.docs, person].map((one) => one.get('remindAt') as unknown);
    return all.filter((at): at is number => typeof at === 'number' && isDue(at));
  };

  /** After a sweep, nothing that it should have looked at is left. */
  async function expectMovedOn(nowMs: number) {
    const left = await moments((at) => at <= nowMs);
    if (left.length > 0)
      fail(`The sweep left ${left.map((at) => new Date(at).toISOString()).join(' ')}`);
  }

  /* The days */

  devices.push(
    ...[1, 2].map((): SimulatedDevice => ({
      session: '',
      endpoint: '',
      since: undefined,
      expiresMs: 0,
    })),
  );

  for (const { from, days } of stretches) {
    const startMs = Date.parse(`${from}T00:00:00Z`);
    setTime(startMs);
    // Reminders that were due since the day before may still arrive.
    let lastSweep = startMs - DAY_MS;
    note(`a stretch from ${from}`);
    mark('events', 'days', 'timer');
    if (stretches[0]?.from === from) {
      await call('updateUser', { body: { timeZone: world.zone } });
      await setSettings({ remindsToPlan: true, remindsToReflect: true }, 'days');
    }
    await signIn();
    const endMs = startMs + days * DAY_MS;
    let nextTidy = startMs + 5 * DAY_MS;
    let outageUntil = 0;
    while (Date.now() < endMs) {
      const nowMs = Date.now();
      if (nowMs > nextTidy) {
        nextTidy = nowMs + 5 * DAY_MS;
        await tidy();
      }
      if (
        devices.some(({ since, expiresMs }) => since === undefined || expiresMs < nowMs) &&
        chance(0.3)
      )
        await signIn();
      // Where something may be due, or the database says so, or at a random minute, whichever comes first.
      const soonest = nextMoments(world, nowMs, nowMs + DAY_MS)[0] ?? Infinity;
      const stored = Math.min(...(await moments((at) => at > nowMs)));
      const target = Math.min(soonest, stored, nowMs + int(60, 360) * MINUTE_MS);
      const isNear = target - nowMs < 2 * MINUTE_MS;
      // The person acts between, at the moment itself, or between it and the sweep.
      const tries = isNear ? 1 : int(0, 3);
      for (let number = 0; number < tries && chance(0.6); number++) {
        const span = target - Date.now() - 1;
        if (span < 1000) break;
        setTime(Date.now() + Math.floor(random() * span));
        await act();
      }
      const again = nextMoments(world, Date.now(), nowMs + DAY_MS)[0] ?? Infinity;
      const due = Math.min(target, again);
      if (chance(0.25)) {
        setTime(Math.max(Date.now(), due - pick([0, 1, 1000])));
        await act();
      }
      const sweepMs =
        Math.ceil(Math.max(due, Date.now()) / MINUTE_MS) * MINUTE_MS + int(1, 20) * 1000;
      if (chance(0.3)) {
        setTime(sweepMs - 500);
        await act();
      }
      setTime(sweepMs);
      if (outageUntil === 0 && chance(0.01)) {
        outageUntil = sweepMs + int(20, 300) * MINUTE_MS;
        note(`no sweeps until ${new Date(outageUntil).toISOString()}`);
      }
      if (sweepMs < outageUntil) continue;
      outageUntil = 0;
      await sweep(lastSweep);
      lastSweep = sweepMs;
    }
    world.changedAt.clear();
  }
  return { sent, steps: history.length };

  /** Deletes what is over, so that lists stay short. */
  async function tidy() {
    for (const { id } of [...world.tasks.values()].filter(({ completed }) => completed))
      await call('deleteTask', { id });
    const over = Date.now() - 2 * DAY_MS;
    for (const { id, repeat, end } of events())
      if (repeat === null && Date.parse(end) < over) await call('deleteEvent', { id });
    note('tidies');
    await readAgain();
  }
}
