import { eventNotification } from '@daymark/contract/reminders/notification';
import { nextOfPerson } from '@daymark/contract/reminders/dailyReminders';
import { needsNoReminder } from '@daymark/contract/reminders/dueRules';
import type { EventReminder } from '@daymark/contract/reminders/eventReminders';
import { isDayOff } from '@daymark/contract/event';
import { personsDayAt } from '@daymark/contract/time/personsDay';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { zoneOf, type Zone } from '@daymark/contract/time/zone';
import type { Ports } from '../ports';
import type { DueEvent, DuePerson, Move, ReminderPerson } from '../store/dueReminders';
import type { ReminderCopies, StoredReminders } from '../store/reminders';
import { isFreeWeekday, isHoliday } from './daysOff';
import { deliver, withDeliveries, type Due } from './deliver';
import { dueReminder, nextRemindAt } from './eventsDue';
import { dueOfPerson } from './peopleDue';

/**
 * A run starts no new work after this time, in ms. Messages that are being sent then may take 20 s, and the next run
 * begins a minute after this one.
 */
const RUN_MS = 40_000;

/** At most this many people or events are handled at the same time. */
const CONCURRENCY = 100;

export interface SweepOptions {
  /** When the run ends, in ms since 1970. Records that are left stay due. */
  until?: number;
}

type Deliveries = Awaited<ReturnType<typeof deliver>>;

/**
 * Sends the reminders that are due. Looks at each person and event whose `remindAt` has come, reads the current data,
 * sends what is due, and then sets the next `remindAt`. A run that is cut off repeats some messages and skips none. A
 * repeated message takes the place of the first one. Runs must not overlap.
 */
export async function sendDueReminders(ports: Ports, options: SweepOptions = {}): Promise<void> {
  if (ports.push.publicKey === null) return;
  const { until = Date.now() + RUN_MS } = options;
  const { dueReminders } = ports.stores;
  const startedAt = Date.now();
  const nowMs = ports.now().getTime();
  const counts: Counts = { delivered: 0, refused: 0, failed: 0, errors: 0, left: 0 };
  const codes = new Set<string>();
  const run: Run = { ports, nowMs, counts, codes, isOver: () => Date.now() >= until };
  // People come first, because a person's first device or a new setting gives their events a new `remindAt`.
  for await (const page of dueReminders.people(nowMs)) {
    await handlePeople(page, run);
    if (run.isOver()) break;
  }
  for await (const page of dueReminders.events(nowMs)) {
    await handleEvents(page, run);
    if (run.isOver()) break;
  }
  if (Object.values(counts).some(Boolean))
    ports.log({
      severity: counts.errors > 0 || counts.left > 0 ? 'ERROR' : 'INFO',
      message: 'Reminders were sent.',
      ...counts,
      ...(codes.size > 0 && { codes: [...codes].join(' ') }),
      ms: Date.now() - startedAt,
    });
}

/** How many messages had each outcome, how many records could not be handled, and how many were left for the next run. */
interface Counts {
  delivered: number;
  refused: number;
  failed: number;
  errors: number;
  left: number;
}

interface Run {
  ports: Ports;
  /** The moment for which the run decides what is due, in ms. */
  nowMs: number;
  counts: Counts;
  /** The codes of the errors. Their messages may contain what a person wrote. */
  codes: Set<string>;
  isOver: () => boolean;
}

const codeOf = (error: unknown): string => {
  const { code, name } = error as { code?: string | number; name?: string };
  return String(code ?? name);
};

/**
 * Does the work for each item, at most `CONCURRENCY` at a time. Items that come after the end of the run are left, and
 * an item that fails doesn't stop the others. Both stay due.
 */
async function forEach<T>(
  items: readonly T[],
  { counts, codes, isOver }: Run,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) {
      if (isOver()) counts.left++;
      else
        await work(item).catch((error: unknown) => {
          counts.errors++;
          codes.add(codeOf(error));
        });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** Sends notifications to a person's devices. Returns the outcomes, of which the last one for each device counts. */
async function send(
  { owner, reminders }: ReminderPerson,
  dues: readonly Due[],
  { ports, counts }: Run,
): Promise<Deliveries> {
  const all: Deliveries = new Map();
  await Promise.all(
    dues.map(async (due) => {
      for (const [session, delivery] of await deliver(owner, reminders.devices, due, ports)) {
        counts[delivery.outcome]++;
        all.set(session, delivery);
      }
    }),
  );
  return all;
}

/** A reminder that reached no device is sent again by the next runs, until this long after it was due, in ms. */
const RETRIED_MS = 5 * MINUTE_MS;

/** Whether the next run should send a reminder again, because no push service could take the message. */
const isRetried = (deliveries: Deliveries, dueMs: number, nowMs: number): boolean =>
  deliveries.size > 0 &&
  nowMs - dueMs < RETRIED_MS &&
  [...deliveries.values()].every(({ outcome }) => outcome === 'failed');

const hasDevice = ({ reminders }: ReminderPerson, nowMs: number): boolean =>
  Object.values(reminders.devices).some(({ expiresAt }) => expiresAt > nowMs);

const zoneIn = ({ reminders: { copies } }: ReminderPerson): Zone =>
  zoneOf(copies?.timeZone ?? 'UTC');

async function handlePeople(page: readonly DuePerson[], run: Run): Promise<void> {
  const { ports, nowMs } = run;
  const { stores } = ports;
  /** The fields to write, for the reminders as they are at the time of the write. */
  const changes = new Map<DuePerson, (found: StoredReminders) => Partial<StoredReminders>>();
  await forEach(page, run, async (person) => {
    const { owner, reminders, settings, timeZone } = person;
    if (!hasDevice(person, nowMs)) return stores.reminders.endExpired(owner, nowMs);
    const { copies, isSettling } = await copyFor(person, run);
    const copied = { ...person, reminders: { ...reminders, copies } };
    const { dues, handled } = await dueOfPerson(copied, nowMs, ports);
    const deliveries = await send(person, dues, run);
    if (isRetried(deliveries, reminders.remindAt ?? nowMs, nowMs)) return;
    const zone = zoneOf(timeZone);
    const next = isSettling ? nowMs + 1 : nextOfPerson(settings, zone, nowMs);
    changes.set(person, (found) => {
      const current = Object.fromEntries(
        Object.entries(found.devices).filter(([, { expiresAt }]) => expiresAt > nowMs),
      );
      const devices = withDeliveries(current, deliveries, zone) ?? current;
      return { remindAt: next, copies, isSettling, handled, devices };
    });
  });
  const stale = await stores.dueReminders.write(
    new Map([...changes].map(([person, change]) => [person, change(person.reminders)])),
  );
  await Promise.all(
    stale.map((person) =>
      // A setting may have changed in the meantime, so the next run looks at the person again.
      stores.reminders.update(person.owner, (found) => ({
        ...changes.get(person)?.(found),
        remindAt: nowMs + 1,
      })),
    ),
  );
}

/**
 * Returns the copies of a person's settings. If they have changed, stores them and computes the `remindAt` of the
 * person's events again. The next run does that once more (`isSettling`), because an event may be written at this moment
 * with the copies from before.
 */
async function copyFor(
  person: DuePerson,
  { ports, nowMs }: Run,
): Promise<{ copies: ReminderCopies; isSettling: boolean }> {
  const { owner, reminders, settings, timeZone } = person;
  const { dueReminders } = ports.stores;
  const { remindsOfEvents, reminderMinutes } = settings;
  const before = reminders.copies;
  const hasDaysOff = before?.hasDaysOff ?? true;
  const copies = { remindsOfEvents, reminderMinutes, timeZone, hasDaysOff };
  const isSettling =
    before?.remindsOfEvents !== remindsOfEvents || before.reminderMinutes !== reminderMinutes;
  if (!isSettling && !reminders.isSettling) return { copies, isSettling };
  // If the reminders were changed in the meantime, the person is looked at again anyway.
  if (isSettling) await dueReminders.write(new Map([[person, { copies, isSettling }]]));
  const from = reminders.remindAt ?? nowMs;
  const found = await dueReminders.rewriteEvents(owner, copies, from, nowMs);
  return { copies: { ...copies, hasDaysOff: found }, isSettling };
}

async function handleEvents(page: readonly DueEvent[], run: Run): Promise<void> {
  const { ports, nowMs } = run;
  const { dueReminders, reminders } = ports.stores;
  const context = await dueReminders.context(page);
  const people = [...new Set(page.flatMap((due) => context.personOf(due) ?? []))];
  const moves: Move[] = [];
  const deliveries = new Map<ReminderPerson, Deliveries>();

  /** Returns the reminder of an event, if it is due and there is something left to remind of. */
  function reminderOf(due: DueEvent, { settings }: ReminderPerson): EventReminder | undefined {
    const { event, remindAt } = due;
    const reminder = dueReminder(event, settings, remindAt, nowMs);
    return needsNoReminder(event, context.taskOf(due), settings, nowMs) ? undefined : reminder;
  }

  const found = page.flatMap((due) => {
    const person = context.personOf(due);
    try {
      const reminder = person && hasDevice(person, nowMs) ? reminderOf(due, person) : undefined;
      return { due, person, reminder };
    } catch (error) {
      run.counts.errors++;
      run.codes.add(codeOf(error));
      return [];
    }
  });
  const ofSeries = found.flatMap(({ due, reminder }) =>
    reminder?.seriesDay ? { owner: due.owner, eventId: reminder.eventId } : [],
  );
  const isReplaced = await dueReminders.existing(ofSeries);
  await learnDaysOff();
  const isFree = onceForEach((person: ReminderPerson, day: string) =>
    isFreeWeekday(person.settings, day) ? Promise.resolve(true) : isHoliday(person, day, ports),
  );

  await forEach(found, run, async ({ due, person, reminder }) => {
    const { event, owner } = due;
    if (person && reminder && !(reminder.seriesDay && isReplaced(owner, reminder.eventId))) {
      const { settings } = person;
      const day = personsDayAt(zoneIn(person), reminder.startMs, settings.dayEndMinutes);
      if (!(await isFree(person, day))) {
        const task = context.taskOf(due);
        const notification = eventNotification(event, task, reminder, nowMs, settings);
        const sent = await send(person, [{ notification, expiresMs: reminder.expiresMs }], run);
        const earlier = deliveries.get(person);
        deliveries.set(person, new Map([...(earlier ?? []), ...sent]));
        if (isRetried(sent, reminder.at, nowMs)) return;
      }
    }
    const next: Move['next'] = (current) =>
      person ? nextRemindAt(current, person.settings, nowMs) : null;
    moves.push({ due, next });
  });
  await dueReminders.move(moves);
  await record();

  /** Records that people have days off, if one of their first days off is in the page. */
  async function learnDaysOff(): Promise<void> {
    const withFirst = new Set(
      page.flatMap((due) => (isDayOff(due.event) ? (context.personOf(due) ?? []) : [])),
    );
    for (const { owner, reminders: before } of withFirst) {
      if (!before.copies || before.copies.hasDaysOff) continue;
      before.copies.hasDaysOff = true;
      await reminders.update(
        owner,
        ({ copies }) => copies && { copies: { ...copies, hasDaysOff: true } },
      );
    }
  }

  /** Records the deliveries, and removes the devices of people who are signed out everywhere. */
  async function record(): Promise<void> {
    const changes = [...deliveries].flatMap(([person, outcomes]) => {
      const devices = withDeliveries(person.reminders.devices, outcomes, zoneIn(person));
      return devices ? [[person, { devices }] as const] : [];
    });
    // A delivery isn't recorded if the reminders were changed in the meantime. The next one will be.
    await dueReminders.write(new Map(changes));
    for (const person of people)
      if (!hasDevice(person, nowMs)) await reminders.endExpired(person.owner, nowMs);
  }
}

/** Returns a function that calls `work` once for each person and day. */
function onceForEach<T>(work: (person: ReminderPerson, day: string) => Promise<T>) {
  const results = new Map<string, Promise<T>>();
  return (person: ReminderPerson, day: string): Promise<T> => {
    const key = `${person.owner.uid} ${day}`;
    const result = results.get(key) ?? work(person, day);
    results.set(key, result);
    return result;
  };
}
