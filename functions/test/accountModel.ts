import { categoryNameKey, type Category } from '@daymark/contract/category';
import { allDayOf, type Event, NO_DETAILS } from '@daymark/contract/event';
import type { FocusSession } from '@daymark/contract/focusSession';
import type { Note } from '@daymark/contract/note';
import { reflectionIdOf, type Reflection } from '@daymark/contract/reflection';
import { DEFAULT_SETTINGS, type Settings } from '@daymark/contract/settings';
import { NO_PLAN, NO_PRIORITY, type Task } from '@daymark/contract/task';
import { PRIORITIES_MAX } from '@daymark/contract/topThree';

/** The expected response, with the record that a call created or changed, or an error status. */
export type ModelReply = { status: 200 | 201; json: object } | { status: 204 | 404 | 409 | 410 };

/** Returns the time that the server wrote into a field of its reply. */
export type ServerTime = (field: 'createdAt' | 'updatedAt' | 'completedAt') => string;

export type Body = Record<string, unknown>;
type Rec = { id: number };

const utc = (moment: unknown) => new Date(String(moment)).toISOString();
const at = (moment: string) => Date.parse(moment);

/**
 * Models one account in memory, which takes one call at a time. The model is the simplest code that gives the same
 * results as the server's documents, locks and queries.
 */
export class AccountModel {
  readonly #tasks = new Map<number, Task>();
  /** The ids of today's priorities, in order. */
  #ranked: number[] = [];
  readonly #categories = new Map<number, Category>();
  readonly #events = new Map<number, Event>();
  readonly #notes = new Map<number, Note>();
  readonly #reflections = new Map<number, Reflection>();
  readonly #focusSessions = new Map<number, FocusSession>();
  #settings: Settings;

  constructor(readonly userId: number) {
    this.#settings = { id: 1, userId, ...DEFAULT_SETTINGS };
  }

  get tasks(): Task[] {
    const tasks = [...this.#tasks.values()].map((task) => this.#withOrder(task));
    return tasks.sort((a, b) => at(b.createdAt) - at(a.createdAt) || b.id - a.id);
  }
  get priorities(): Task[] {
    return this.#ranked.map((id) => this.#withOrder(this.#tasks.get(id)!));
  }
  get categories(): Category[] {
    return sorted(this.#categories, (category) => category.id);
  }
  get notes(): Note[] {
    return [...this.#notes.values()].sort(
      (a, b) => at(b.updatedAt) - at(a.updatedAt) || b.id - a.id,
    );
  }
  get reflections(): Reflection[] {
    return sorted(this.#reflections, (reflection) => -reflection.id);
  }
  get settings(): Settings {
    return this.#settings;
  }
  get focusSessions(): FocusSession[] {
    return sorted(this.#focusSessions, ({ start }) => at(start));
  }
  get events(): Event[] {
    return [...this.#events.values()].sort(
      (a, b) => begins(a) - begins(b) || over(a) - over(b) || a.id - b.id,
    );
  }

  eventsIn(from: string, to: string): Event[] {
    return this.events.filter((event) => {
      const days = allDayOf(event);
      // The days of an all-day event are compared with the clock times of the range's ends.
      return days
        ? `${days.start}T00:00` < clock(to) && `${days.end}T00:00` > clock(from)
        : begins(event) < at(to) && over(event) > at(from);
    });
  }

  focusSessionsIn(from: string, to: string): FocusSession[] {
    return this.focusSessions.filter(({ start }) => at(start) >= at(from) && at(start) < at(to));
  }

  createTask(body: Body, serverTime: ServerTime): ModelReply {
    const existing = this.#tasks.get(body.id as number);
    if (existing) return this.#reply(201, this.#withOrder(existing));
    // Only a reply with a record has the server's time.
    const isRefused = this.#isDeleted(this.#tasks, body);
    const known: ServerTime = isRefused ? () => new Date().toISOString() : serverTime;
    const task = {
      ...NO_PLAN,
      title: '',
      completed: false,
      categoryId: null,
      isPriority: false,
      order: null,
      ...present(body),
      createdAt: body.createdAt ? utc(body.createdAt) : known('createdAt'),
      completedAt: null as string | null,
    } as Task;
    if (task.completed)
      task.completedAt = body.completedAt ? utc(body.completedAt) : known('completedAt');
    if (isToday(task) && this.#isFull()) {
      if (!body.restore) return { status: 409 };
      Object.assign(task, NO_PRIORITY);
    }
    if (isToday(task) && !isRefused) this.#rank(task, task.order);
    return this.#create(this.#tasks, body, () => task);
  }

  updateTask(id: number, body: Body, serverTime: ServerTime): ModelReply {
    const task = this.#tasks.get(id);
    if (!task) return { status: 404 };
    const wasOne = isToday(task);
    const changed = { ...this.#withOrder(task), ...body };
    if (changed.completed !== task.completed)
      changed.completedAt = changed.completed ? serverTime('completedAt') : null;
    if (isToday(changed) && !wasOne && this.#isFull()) {
      if (body.isPriority === true) return { status: 409 };
      Object.assign(changed, NO_PRIORITY);
    }
    if (isToday(changed)) {
      const place = body.order as number | null | undefined;
      if (!wasOne || typeof place === 'number') this.#rank(changed, place);
    } else this.#unrank(id);
    this.#tasks.set(id, changed);
    return this.#reply(200, this.#withOrder(changed));
  }

  deleteTask(id: number): ModelReply {
    this.#unrank(id);
    return this.#delete(this.#tasks, id);
  }

  createCategory(body: Body): ModelReply {
    if (!this.#categories.has(body.id as number) && this.#hasCategoryNamed(body.name, body.id))
      return { status: 409 };
    return this.#create(this.#categories, body, () => body as unknown as Category);
  }
  updateCategory(id: number, body: Body): ModelReply {
    if (this.#categories.has(id) && this.#hasCategoryNamed(body.name, id)) return { status: 409 };
    return this.#update(this.#categories, id, body);
  }
  #hasCategoryNamed(name: unknown, exceptId: unknown): boolean {
    return [...this.#categories.values()].some(
      (category) =>
        category.id !== exceptId &&
        typeof name === 'string' &&
        categoryNameKey(category.name) === categoryNameKey(name),
    );
  }
  deleteCategory(id: number): ModelReply {
    for (const task of this.#tasks.values()) if (task.categoryId === id) task.categoryId = null;
    return this.#delete(this.#categories, id);
  }

  createEvent(body: Body): ModelReply {
    return this.#create(
      this.#events,
      body,
      () =>
        ({
          ...NO_DETAILS,
          ...present(body),
        }) as Event,
    );
  }
  updateEvent(id: number, body: Body): ModelReply {
    return this.#update(this.#events, id, body);
  }
  deleteEvent(id: number): ModelReply {
    return this.#delete(this.#events, id);
  }

  createNote(body: Body, serverTime: ServerTime): ModelReply {
    return this.#create(this.#notes, body, () => {
      const createdAt = body.createdAt ? utc(body.createdAt) : serverTime('createdAt');
      const updatedAt = body.updatedAt ? utc(body.updatedAt) : createdAt;
      return { attachedTo: null, ...body, createdAt, updatedAt } as Note;
    });
  }
  updateNote(id: number, body: Body, serverTime: ServerTime): ModelReply {
    if (!this.#notes.has(id)) return { status: 404 };
    return this.#update(this.#notes, id, { ...body, updatedAt: serverTime('updatedAt') });
  }
  deleteNote(id: number): ModelReply {
    return this.#delete(this.#notes, id);
  }

  saveReflection(body: Body): ModelReply {
    const nothing = { accomplishments: null, challenges: null, tomorrowFocus: null };
    const id = reflectionIdOf(String(body.date));
    const reflection = { ...nothing, productivityRating: null, ...body, id, userId: this.userId };
    this.#reflections.set(id, reflection as unknown as Reflection);
    return { status: 201, json: reflection };
  }
  reflectionOf(date: string): Reflection | null {
    return this.#reflections.get(reflectionIdOf(date)) ?? null;
  }

  updateSettings(body: Body): ModelReply {
    this.#settings = { ...this.#settings, ...body };
    return { status: 200, json: this.#settings };
  }

  createFocusSession(body: Body): ModelReply {
    return this.#create(
      this.#focusSessions,
      body,
      () => ({ taskId: null, note: null, ...present(body) }) as FocusSession,
    );
  }
  updateFocusSession(id: number, body: Body): ModelReply {
    return this.#update(this.#focusSessions, id, body);
  }
  deleteFocusSession(id: number): ModelReply {
    return this.#delete(this.#focusSessions, id);
  }

  /** Creates a record. A second create with the same id returns the existing record. A deleted id needs `restore`. */
  #create<R extends Rec>(records: Map<number, R>, body: Body, make: () => R): ModelReply {
    const id = body.id as number;
    const existing = records.get(id);
    if (existing) return this.#reply(201, this.#withOrder(existing));
    if (this.#isDeleted(records, body)) return { status: 410 };
    const { restore: _, ...made } = make() as R & { restore?: boolean };
    const record = { ...made, userId: this.userId } as unknown as R;
    records.set(id, record);
    return this.#reply(201, this.#withOrder(record));
  }

  /** The deleted ids of each map. */
  readonly #deleted = new Map<unknown, Set<number>>();

  #isDeleted(records: unknown, { id, restore }: Body): boolean {
    return !restore && this.#deleted.get(records)?.has(id as number) === true;
  }

  #delete(records: Map<number, Rec>, id: number): ModelReply {
    if (!records.delete(id)) return { status: 204 };
    const deleted = this.#deleted.get(records) ?? new Set();
    this.#deleted.set(records, deleted.add(id));
    return { status: 204 };
  }

  #update<R extends Rec>(records: Map<number, R>, id: number, change: Body): ModelReply {
    const record = records.get(id);
    if (!record) return { status: 404 };
    records.set(id, { ...record, ...change });
    return this.#reply(200, records.get(id)!);
  }

  #reply(status: 200 | 201, json: object): ModelReply {
    return { status, json };
  }

  #isFull(): boolean {
    return this.#ranked.length >= PRIORITIES_MAX;
  }

  /** Puts a task at its position among the priorities. */
  #rank({ id }: Task, place: number | null | undefined): void {
    const others = this.#ranked.filter((other) => other !== id);
    others.splice(place ?? others.length, 0, id);
    this.#ranked = others;
  }

  /** Removes a task from the priorities. The task keeps its last `order`. */
  #unrank(id: number): void {
    this.#ranked = this.#ranked.filter((other) => other !== id);
  }

  #withOrder<R extends Rec>(record: R): R {
    const order = 'isPriority' in record ? this.#ranked.indexOf(record.id) : -1;
    return order < 0 ? record : { ...record, order };
  }
}

/** Returns when an event begins, in ms. An all-day event begins at UTC+14, where its first day starts first. */
const begins = (event: Event) => {
  const days = allDayOf(event);
  return at(days ? `${days.start}T00:00+14:00` : event.start);
};
/** Returns the clock time, to the minute. */
const clock = (moment: string) => moment.slice(0, 16);
/**
 * Returns when an event ends, in ms. An all-day event ends at UTC−12, where its last day ends last. An event without a
 * positive length ends right after its start.
 */
const over = (event: Event) => {
  const days = allDayOf(event);
  return days ? at(`${days.end}T00:00-12:00`) : Math.max(at(event.end), at(event.start) + 1);
};

/** Whether a priority is open or was completed today. These accounts have no time zone, so today is in UTC. */
function isToday({ isPriority, completedAt }: Task): boolean {
  const today = new Date().toISOString().slice(0, 10);
  return isPriority && (completedAt === null || completedAt.slice(0, 10) === today);
}

/** Removes null fields, because absent and null mean the same in a create. */
const present = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value != null));

function sorted<R extends Rec>(records: Map<number, R>, by: (record: R) => number): R[] {
  return [...records.values()].sort((a, b) => by(a) - by(b) || a.id - b.id);
}
