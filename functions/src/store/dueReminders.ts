import { isDayOff, type Event } from '@daymark/contract/event';
import { SETTINGS_ID, withDefaultSettings, type Settings } from '@daymark/contract/settings';
import type { Task } from '@daymark/contract/task';
import { DAY_MS } from '@daymark/contract/time/units';
import type {
  DocumentData,
  DocumentReference,
  DocumentSnapshot,
  Query,
  QueryDocumentSnapshot,
  Timestamp,
  UpdateData,
} from 'firebase-admin/firestore';
import { userIdOf, type Owner } from '../owner';
import { firestore, isStaleWrite } from './firestore';
import type { Profile } from './profiles';
import { remindAtOf, remindersIn, type ReminderCopies, type StoredReminders } from './reminders';

/** A document as it was read, or as the sweep wrote it since. */
interface Read {
  ref: DocumentReference;
  version: Timestamp;
}

/** An event that the sweep has to look at. */
export interface DueEvent extends Read {
  owner: Owner;
  event: Event;
  /** When the sweep was to look at the event, in ms. */
  remindAt: number;
}

/** A person with reminders. */
export interface ReminderPerson extends Read {
  owner: Owner;
  reminders: StoredReminders;
  settings: Settings;
}

export interface DuePerson extends ReminderPerson {
  timeZone: string;
}

/** Data of the events of a page. */
interface EventContext {
  /** Returns the event's owner, or undefined if no device of theirs gets reminders. */
  personOf: (due: DueEvent) => ReminderPerson | undefined;
  /** Returns the task of a time block, or undefined if it doesn't exist. */
  taskOf: (due: DueEvent) => Task | undefined;
}

/** A new moment at which the sweep looks at an event, computed from the event's current record. */
export interface Move {
  due: DueEvent;
  next: (event: Event) => number | null;
}

/**
 * The records that the sweep has to look at, in the order of their `remindAt`. No write of the sweep raises a counter or
 * sets `changedAt`, because the records of the person stay the same.
 */
export interface DueReminders {
  /** Yields the events whose `remindAt` has come, page by page. */
  events: (nowMs: number) => AsyncGenerator<DueEvent[]>;
  /** Yields the people whose `remindAt` has come, page by page. */
  people: (nowMs: number) => AsyncGenerator<DuePerson[]>;
  /** Reads what decides whether events remind. */
  context: (page: readonly DueEvent[]) => Promise<EventContext>;
  /** Looks for events. Returns a function that returns whether one of them exists. */
  existing: (
    wanted: readonly { owner: Owner; eventId: number }[],
  ) => Promise<(owner: Owner, eventId: number) => boolean>;
  /** Sets when the sweep looks at events next. An event that was changed in the meantime is read again. */
  move: (moves: readonly Move[]) => Promise<void>;
  /** Writes fields of people's reminders. Returns the people whose reminders were changed in the meantime. */
  write: <Person extends ReminderPerson>(
    changes: ReadonlyMap<Person, Partial<StoredReminders>>,
  ) => Promise<Person[]>;
  /**
   * Computes the `remindAt` of all events that aren't over. `from` is the moment from which reminders aren't handled
   * yet, in ms. Returns whether any of these events makes a day a day off.
   */
  rewriteEvents: (
    owner: Owner,
    copies: ReminderCopies,
    from: number,
    nowMs: number,
  ) => Promise<boolean>;
}

/** How many records the sweep reads at a time. */
const PAGE_MAX = 500;

/** At most this many times is a move tried while someone changes the event. */
const MOVES_MAX = 10;

export function dueReminders(): DueReminders {
  async function* pages(query: Query): AsyncGenerator<QueryDocumentSnapshot[]> {
    let last: QueryDocumentSnapshot | undefined;
    do {
      // Continue after the last page, so that no record is handled twice in a run.
      const page = query.limit(PAGE_MAX);
      const { docs } = await (last ? page.startAfter(last) : page).get();
      if (docs.length > 0) yield docs;
      last = docs.length < PAGE_MAX ? undefined : docs.at(-1);
    } while (last);
  }

  /** Updates documents, each only if it is unchanged. Returns the indexes of those that were changed or deleted. */
  async function updateUnchanged(
    updates: readonly (readonly [Read, UpdateData<DocumentData>])[],
  ): Promise<number[]> {
    if (updates.length === 0) return [];
    const { db } = await firestore();
    const writer = db.bulkWriter({ throttling: false });
    const stale: number[] = [];
    const written = updates.map(async ([read, fields], index) => {
      try {
        const condition = { lastUpdateTime: read.version };
        const { writeTime } = await writer.update(read.ref, fields, condition);
        // The sweep may write the document again.
        read.version = writeTime;
      } catch (error) {
        if (!isStaleWrite(error)) throw error;
        stale.push(index);
      }
    });
    await Promise.all([writer.close(), ...written]);
    return stale;
  }

  return {
    async *events(nowMs) {
      const { db } = await firestore();
      for await (const docs of pages(
        db.collectionGroup('events').where('remindAt', '<=', nowMs).orderBy('remindAt'),
      ))
        yield docs.flatMap((found) => dueEventIn(found) ?? []);
    },

    async *people(nowMs) {
      const { db } = await firestore();
      for await (const docs of pages(
        db.collection('reminders').where('remindAt', '<=', nowMs).orderBy('remindAt'),
      )) {
        const read = await db.getAll(
          ...docs.map(({ id }) => db.doc(`users/${id}/settings/${SETTINGS_ID}`)),
          ...docs.map(({ id }) => db.doc(`users/${id}`)),
        );
        yield docs.flatMap((found, index): DuePerson[] => {
          const person = personIn(found, read[index]);
          const { timeZone } = (read[docs.length + index]?.data() ?? {}) as Partial<Profile>;
          return person ? [{ ...person, timeZone: timeZone ?? 'UTC' }] : [];
        });
      }
    },

    async context(page) {
      const { db } = await firestore();
      const uids = [...new Set(page.map(({ owner }) => owner.uid))];
      const taskPath = ({ owner, event }: DueEvent) =>
        event.taskId === null ? [] : [`users/${owner.uid}/tasks/${event.taskId}`];
      const paths = new Set([
        ...uids.flatMap((uid) => [`reminders/${uid}`, `users/${uid}/settings/${SETTINGS_ID}`]),
        ...page.flatMap(taskPath),
      ]);
      const read = await db.getAll(...[...paths].map((path) => db.doc(path)));
      const found = new Map(read.map((one) => [one.ref.path, one]));
      const people = new Map(
        uids.map((uid) => [
          uid,
          personIn(
            found.get(`reminders/${uid}`),
            found.get(`users/${uid}/settings/${SETTINGS_ID}`),
          ),
        ]),
      );
      return {
        personOf: ({ owner }) => people.get(owner.uid),
        taskOf(due) {
          const task = taskPath(due).flatMap((path) => found.get(path) ?? [])[0];
          return task?.exists
            ? ({ ...task.data(), id: Number(task.id), userId: due.owner.userId } as Task)
            : undefined;
        },
      };
    },

    async existing(wanted) {
      const { db } = await firestore();
      const pathOf = ({ uid }: Owner, id: number) => `users/${uid}/events/${id}`;
      const paths = new Set(wanted.map(({ owner, eventId }) => pathOf(owner, eventId)));
      const read = paths.size > 0 ? await db.getAll(...[...paths].map((path) => db.doc(path))) : [];
      const found = new Set(read.flatMap(({ exists, ref }) => (exists ? ref.path : [])));
      return (owner, eventId) => found.has(pathOf(owner, eventId));
    },

    async move(moves) {
      const { db } = await firestore();
      let left = moves;
      for (let attempt = 1; left.length > 0 && attempt <= MOVES_MAX; attempt++) {
        const updates = left.map(({ due, next }) => [due, { remindAt: next(due.event) }] as const);
        const stale = (await updateUnchanged(updates)).flatMap((index) => left[index] ?? []);
        const found = stale.length > 0 ? await db.getAll(...stale.map(({ due }) => due.ref)) : [];
        left = stale.flatMap(({ next, due: { remindAt } }, index) => {
          const due = found[index] && dueEventIn(found[index]);
          // If the event was changed so that it is due later, its writer has set the moment.
          return due && due.remindAt <= remindAt ? { due, next } : [];
        });
      }
    },

    async write(changes) {
      const list = [...changes];
      const stale = await updateUnchanged(list.map(([person, fields]) => [person, { ...fields }]));
      return stale.flatMap((index) => list[index]?.[0] ?? []);
    },

    async rewriteEvents(owner, copies, from, nowMs) {
      const { db } = await firestore();
      let hasDaysOff = false;
      // A snoozed reminder may come after its event.
      const current = db
        .collection(`users/${owner.uid}/events`)
        .where('endsAt', '>', nowMs - DAY_MS)
        .orderBy('endsAt');
      for await (const docs of pages(current)) {
        const updates = docs.flatMap((found) => {
          const event = eventIn(owner, found);
          const before = found.get('remindAt') as number | null | undefined;
          hasDaysOff ||= isDayOff(event);
          const known = { ...copies, hasDaysOff: true };
          const remindAt = remindAtOf(event, known, Math.min(before ?? Infinity, from), nowMs);
          return remindAt === (before ?? null)
            ? []
            : [[{ ref: found.ref, version: found.updateTime }, { remindAt }] as const];
        });
        // A write that came first has used the copies already.
        await updateUnchanged(updates);
      }
      return hasDaysOff;
    },
  };
}

function personIn(
  reminders: DocumentSnapshot | undefined,
  settings: DocumentSnapshot | undefined,
): ReminderPerson | undefined {
  const stored = reminders && remindersIn(reminders);
  if (!stored || !reminders.updateTime) return undefined;
  const owner = ownerOf(reminders.id);
  return {
    ref: reminders.ref,
    version: reminders.updateTime,
    owner,
    reminders: stored,
    settings: withDefaultSettings(owner.userId, settings?.data()),
  };
}

const ownerOf = (uid: string): Owner => ({ uid, userId: userIdOf(uid) });

function dueEventIn(found: DocumentSnapshot): DueEvent | undefined {
  const uid = found.ref.parent.parent?.id;
  const remindAt = found.get('remindAt') as number | null | undefined;
  if (uid === undefined || !found.updateTime || typeof remindAt !== 'number') return undefined;
  const owner = ownerOf(uid);
  const event = eventIn(owner, found);
  return { ref: found.ref, version: found.updateTime, owner, event, remindAt };
}

const eventIn = ({ userId }: Owner, found: DocumentSnapshot): Event =>
  ({ ...found.data(), id: Number(found.id), userId }) as Event;
