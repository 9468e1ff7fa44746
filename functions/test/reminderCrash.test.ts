import { NO_DETAILS } from '@daymark/contract/event';
import type { PushPayload } from '@daymark/contract/reminders/notification';
import { roundsOf } from '@daymark/contract/test/longRuns';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { getFirestore, type DocumentSnapshot } from 'firebase-admin/firestore';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ports } from '../src/ports';
import { sendDueReminders } from '../src/reminders/sendDueReminders';
import type { Move } from '../src/store/dueReminders';
import { admin } from './authEmulator';
import { remindedPerson, sweepPorts } from './sweep';

const PEOPLE = 4;
/** More events than a page of the sweep has. */
const EVENTS = 600;

/** The moment at which all events begin. */
const START = Date.parse('2026-11-20T09:00:00Z');

const db = getFirestore(admin);
const sweep = sweepPorts('2026-11-20T08:00:00Z');
let people: Awaited<ReturnType<typeof remindedPerson>>[];
/** The documents of the people's reminders before the sweep. */
let reminders: DocumentSnapshot[];

/** Writes the events, which are due now, and the people's reminders. */
async function writeDue(): Promise<void> {
  const [start, end] = [START, START + 30 * MINUTE_MS];
  const writer = db.bulkWriter({ throttling: false });
  for (const stored of reminders) void writer.set(stored.ref, stored.data() ?? {});
  for (let id = 1; id <= EVENTS; id++)
    void writer.set(db.doc(`users/${people[id % PEOPLE]?.uid}/events/${id}`), {
      ...NO_DETAILS,
      title: `Event ${id}`,
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      startsAt: start,
      endsAt: end,
      remindAt: start,
    });
  await writer.close();
}

/** Returns the ids of the events that the sweep still has to look at. */
async function eventsLeft(): Promise<Set<number>> {
  const found = await Promise.all(
    people.map(({ uid }) => db.collection(`users/${uid}/events`).where('remindAt', '>', 0).get()),
  );
  return new Set(found.flatMap(({ docs }) => docs.map(({ id }) => Number(id))));
}

interface Message {
  endpoint: string;
  eventId: number | undefined;
  topic: string;
  tag: string;
}

/** How many events are moved between two points at which the process may end. */
const MOVED_AT_ONCE = 100;

/** The work of a sweep that a process can end before or after. */
const KINDS = ['people', 'events', 'context', 'existing', 'send', 'move', 'write'] as const;
type Kind = (typeof KINDS)[number];

/**
 * A process that sweeps and ends at a point. Each message and each access to the database has a point before and after
 * it. What has reached the database by then counts, and nothing happens after it.
 */
class SweepingProcess {
  /** The kinds of the points that were reached, in order. */
  readonly points: Kind[] = [];
  readonly sent: Message[] = [];
  readonly #last: number;
  readonly #running = new Set<Promise<unknown>>();
  readonly #ended: Promise<void>;
  #end!: () => void;

  constructor(last = Infinity) {
    this.#last = last;
    this.#ended = new Promise((resolve) => (this.#end = resolve));
  }

  async sweep(): Promise<void> {
    await Promise.race([sendDueReminders(this.#ports(), { until: Infinity }), this.#ended]);
    await Promise.all(this.#running);
  }

  /** Never resolves once the process has ended. */
  async #point(kind: Kind): Promise<void> {
    if (this.points.length >= this.#last) {
      this.#end();
      await new Promise(() => undefined);
    }
    this.points.push(kind);
  }

  #around<Given extends unknown[], Result>(kind: Kind, work: (...given: Given) => Promise<Result>) {
    return async (...given: Given): Promise<Result> => {
      await this.#point(kind);
      const running = work(...given);
      this.#running.add(running);
      const result = await running;
      this.#running.delete(running);
      await this.#point(kind);
      return result;
    };
  }

  async *#each<T>(kind: Kind, pages: AsyncGenerator<T>): AsyncGenerator<T> {
    await this.#point(kind);
    for await (const page of pages) {
      await this.#point(kind);
      yield page;
    }
    await this.#point(kind);
  }

  #ports(): Ports {
    const { ports } = sweep;
    const { dueReminders } = ports.stores;
    const moveSome = this.#around('move', dueReminders.move);
    return {
      ...ports,
      push: {
        ...ports.push,
        send: this.#around('send', ({ endpoint }, { topic, payload }) => {
          const { tag, data } = (JSON.parse(payload) as PushPayload).notification;
          this.sent.push({ endpoint, eventId: data.recordId, topic, tag });
          return Promise.resolve('delivered' as const);
        }),
      },
      stores: {
        ...ports.stores,
        dueReminders: {
          ...dueReminders,
          events: (nowMs) => this.#each('events', dueReminders.events(nowMs)),
          people: (nowMs) => this.#each('people', dueReminders.people(nowMs)),
          context: this.#around('context', dueReminders.context),
          existing: this.#around('existing', dueReminders.existing),
          write: this.#around('write', dueReminders.write),
          // The process may end when some events of a page are moved and others aren't.
          async move(moves: readonly Move[]) {
            for (let first = 0; first < moves.length; first += MOVED_AT_ONCE)
              await moveSome(moves.slice(first, first + MOVED_AT_ONCE));
          },
        },
      },
    };
  }
}

/** The points of a whole sweep. */
let points: readonly Kind[];

beforeAll(async () => {
  people = await Promise.all(Array.from({ length: PEOPLE }, () => remindedPerson(sweep)));
  sweep.clock.nowMs = START + 10_000;
  reminders = await db.getAll(...people.map(({ uid }) => db.doc(`reminders/${uid}`)));
  await writeDue();
  const whole = new SweepingProcess();
  await whole.sweep();
  points = whole.points;
});

beforeEach(writeDue);

test('a whole sweep of two pages sends one message for each event', async () => {
  const whole = new SweepingProcess();
  await whole.sweep();
  expect(whole.sent).toHaveLength(EVENTS);
  expect(new Set(whole.sent.map(({ eventId }) => eventId)).size).toBe(EVENTS);
  for (const { endpoint, eventId = 0 } of whole.sent)
    expect(endpoint).toBe(people[eventId % PEOPLE]?.endpoint);
  expect(await eventsLeft()).toEqual(new Set());
});

/** At most this many points of a kind are tried. */
const TRIED_MAX = roundsOf('CRASHES', 3, 60);

/** Returns the indexes of the points of a kind, spread over the sweep, with the first and the last one. */
function indexesOf(kind: Kind): number[] {
  const all = points.flatMap((one, index) => (one === kind ? index : []));
  const tried = Math.min(TRIED_MAX, all.length);
  return Array.from(
    { length: tried },
    (_, number) => all[Math.round((number * (all.length - 1)) / Math.max(1, tried - 1))] ?? 0,
  );
}

test.each(KINDS)(
  'a sweep that ends at a point of “%s” is repeated and skips nobody',
  async (kind) => {
    const indexes = indexesOf(kind);
    expect(indexes.length).toBeGreaterThan(0);
    for (const index of indexes) {
      await writeDue();
      const first = new SweepingProcess(index);
      await first.sweep();
      expect(first.points).toHaveLength(index);
      const left = await eventsLeft();

      const second = new SweepingProcess();
      await second.sweep();
      // An event that was moved is not sent again, and every other event is sent now.
      expect(new Set(second.sent.map(({ eventId }) => eventId)), `${kind} ${index}`).toEqual(left);
      expect(second.sent).toHaveLength(left.size);
      const messages = [...first.sent, ...second.sent];
      expect(new Set(messages.map(({ eventId }) => eventId)).size).toBe(EVENTS);
      // A repeat takes the place of the first message, in the push service and on the device.
      const distinct = (of: (message: Message) => unknown[]) =>
        new Set(messages.map((message) => of(message).join(' '))).size;
      expect(distinct(({ endpoint, eventId, topic, tag }) => [endpoint, eventId, topic, tag])).toBe(
        EVENTS,
      );
      expect(distinct(({ endpoint, topic }) => [endpoint, topic])).toBe(EVENTS);
      expect(distinct(({ endpoint, tag }) => [endpoint, tag])).toBe(EVENTS);
      expect(await eventsLeft()).toEqual(new Set());
    }
  },
);
