import { collections, type CollectionName } from '@daymark/contract/changes';
import { textsVersion, textVersion } from '@daymark/contract/texts';
import { event, focusSession, note, task } from './records';

/*
 * One script of calls for the real server and for the model of the server that the app's tests use. The server and the
 * model must give the replies in serverReplies.txt, so that the model can't drift. The real server writes that file:
 * `npx vitest run -u --project api serverScript`.
 */

/** A request, with the key of its mutation if it has one. */
export interface Call {
  method: string;
  path: string;
  body?: object | undefined;
  mutation?: string | undefined;
}

/** A reply as it arrives. The names of a reply's headers are in lower case. */
export interface Reply {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  text: string;
}

const DAY = '2020-01-06';
const EARLIER = `${DAY}T08:00:00.000Z`;
const EARLY = `${DAY}T09:00:00.000Z`;
const LATE = `${DAY}T10:00:00.000Z`;
const LATEST = `${DAY}T11:00:00.000Z`;
const EVERY_WEEK = { every: 'week', interval: 1, weekdays: [1], from: 'schedule' } as const;
const AHEAD = { start: '2099-11-20T09:00:00.000Z', end: '2099-11-20T10:00:00.000Z' };

/** The headers that a client reads from a reply to a mutation. */
const HEADERS = ['daymark-raised', 'daymark-lost', 'daymark-conflict'];

/** Plays the script. Returns a line for each call with its reply, without the values that differ from run to run. */
export async function playServerScript(
  userId: number,
  send: (call: Call) => Promise<Reply>,
): Promise<string> {
  const lines: string[] = [];
  const copies = new Map<CollectionName, Copy>();
  const text = (json: unknown) => withoutNow(JSON.stringify(inOrder(json, userId)));
  const say = (what: string, ...parts: (string | number)[]) =>
    lines.push(`  ${[what, '→', ...parts].join(' ').trim()}`);

  async function call(method: string, path: string, body?: object, mutation?: string) {
    const reply = await send({ method, path: `/api/${path}`, body, mutation });
    const isJson = reply.text.startsWith('{') || reply.text.startsWith('[');
    const headers = HEADERS.filter((name) => reply.headers[name] !== undefined).map((name) =>
      withoutNow(`${name}: ${String(reply.headers[name])}`),
    );
    const shown = isJson ? text(JSON.parse(reply.text)) : reply.text;
    say(`${method} ${path.replace(/[?].*/, '')}`, reply.status, ...headers, shown);
  }

  /**
   * Reads a list into a new copy, or the changes since the last read into the existing copy. Adds a line with the
   * records that changed and the ids that were deleted.
   */
  async function read(name: CollectionName) {
    const standing = copies.get(name);
    const path = standing ? `changes?${name}=${standing.revision}` : (LISTS[name] ?? name);
    const { status, headers, text: body } = await send({ method: 'GET', path: `/api/${path}` });
    const json: unknown = JSON.parse(body);
    const copy = standing ?? { revision: String(headers.etag).slice(1, -1), records: new Map() };
    copies.set(name, copy);
    const list = [json].flat() as { id: number }[];
    const changes = standing ? (json as Partial<Record<string, Changed>>)[name] : undefined;
    const changed = (standing ? (changes?.changed ?? []) : list).filter(
      (record) => copy.records.get(record.id) !== text(record),
    );
    // A server may list deleted ids that the copy doesn't have.
    const deleted = (changes?.deleted ?? []).filter((id) => copy.records.delete(id));
    for (const record of changed) copy.records.set(record.id, text(record));
    copy.revision = changes?.revision ?? copy.revision;
    say(`read ${name}`, status, text({ changed, deleted, reset: changes?.reset }));
  }

  for (const [title, calls] of Object.entries(SCRIPT)) {
    lines.push(title);
    await calls(call, read);
  }
  return `${lines.join('\n')}\n`;
}

/** A client's copy of a collection: its records as text, by id. */
interface Copy {
  revision: string;
  records: Map<number, string>;
}

interface Changed {
  revision: string;
  reset: boolean;
  changed: { id: number }[];
  deleted: number[];
}

/** The addresses of the lists that are named differently from their collection. */
const LISTS: Partial<Record<CollectionName, string>> = {
  focusSessions: 'focus-sessions',
  reflections: 'reflections/days',
  dayPlans: 'day-plans',
  weekReviews: 'week-reviews',
};

/** Sorts fields by name and lists by id, and leaves out the fields that are null. */
function inOrder(json: unknown, userId: number): unknown {
  if (Array.isArray(json))
    return json.map((one) => inOrder(one, userId)).sort((a, b) => idOf(a) - idOf(b));
  if (typeof json !== 'object' || json === null) return json;
  const fields = Object.entries(json)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [
      name,
      name === 'userId' && value === userId ? 'own' : inOrder(value, userId),
    ])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return Object.fromEntries(fields);
}

const idOf = (one: unknown) =>
  Number(typeof one === 'object' && one !== null ? Reflect.get(one, 'id') : one) || 0;

/** Replaces each time within ten minutes of the present with "now". */
const withoutNow = (text: string) =>
  text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) =>
    Math.abs(Date.now() - Date.parse(time)) < 10 * 60_000 ? 'now' : time,
  );

type MakeCall = (method: string, path: string, body?: object, mutation?: string) => Promise<void>;

const query = (fields: Record<string, string>) => `?${new URLSearchParams(fields).toString()}`;

const SCRIPT: Record<
  string,
  (call: MakeCall, read: (name: CollectionName) => Promise<void>) => Promise<void>
> = {
  'A person without records has settings only': async (_call, read) => {
    for (const name of Object.keys(collections)) await read(name as CollectionName);
    await read('tasks');
  },

  'A create with the same id can be repeated': async (call, read) => {
    await call('POST', 'tasks', task(1, { title: 'Water' }), 'create-1');
    await call('POST', 'tasks', task(1, { title: 'Water' }), 'create-1');
    await call('POST', 'tasks', task(1, { title: 'Other' }));
    await read('tasks');
    await read('tasks');
  },

  'When two edits change one field, the later one wins in any order of arrival': async (
    call,
    read,
  ) => {
    await call('PATCH', 'tasks/1', { categoryId: 4, editedAt: LATE });
    await call('PATCH', 'tasks/1', { categoryId: 5, deadline: DAY, editedAt: EARLY });
    await call('PATCH', 'tasks/1', { categoryId: 4, editedAt: LATE });
    await call('PATCH', 'tasks/1', { categoryId: 6, editedAt: LATE });
    await call('PATCH', 'tasks/1', { categoryId: 7, editedAt: LATEST });
    await call('PATCH', 'tasks/1', { categoryId: 8 });
    await read('tasks');
  },

  'An edit of a text names the version that it is based on': async (call) => {
    const base = { content: textVersion('Dry.') };
    const [createdAt, updatedAt] = [EARLIER, EARLIER];
    await call('POST', 'notes', note(1, { content: 'Dry.', createdAt, updatedAt }));
    await call('PATCH', 'notes/1', { content: 'Wet.', base, editedAt: LATE }, 'edit-1');
    await call('PATCH', 'notes/1', { content: 'Wet.', base, editedAt: LATE }, 'edit-1');
    await call('PATCH', 'notes/1', { content: 'Moist.', base, editedAt: LATEST }, 'edit-2');
    await call('PATCH', 'notes/1', { content: 'Moist.', base, editedAt: LATEST }, 'edit-2');
    await call('PATCH', 'notes/1', { content: 'Wet.', base, editedAt: LATEST });
    const wet = { content: textVersion('Wet.') };
    await call('PATCH', 'notes/1', { content: 'Moist.', base: wet, editedAt: EARLY });
  },

  'A delete is refused if the person has not seen the current record': async (call, read) => {
    const seen = (content: string) => String(textsVersion('notes', note(1, { content })));
    await call('DELETE', `notes/1${query({ deletedAt: LATEST, base: seen('Wet.') })}`);
    await call('DELETE', `notes/1${query({ deletedAt: EARLY, base: seen('Moist.') })}`);
    await call(
      'DELETE',
      `notes/1${query({ deletedAt: LATEST, base: seen('Moist.') })}`,
      undefined,
      'delete-1',
    );
    await call('DELETE', 'notes/1', undefined, 'delete-1');
    await call('DELETE', 'notes/1');
    await read('notes');
  },

  'A create brings back a deleted record only with restore': async (call, read) => {
    await call('PATCH', 'notes/1', { content: 'x' });
    await call('GET', 'deleted/1?collection=notes');
    await call('POST', 'notes', note(1, { content: 'Moist.' }));
    const restored = note(1, { createdAt: EARLIER, updatedAt: EARLIER });
    await call('POST', 'notes', { ...restored, restore: true, restoredAt: LATE });
    await call('PATCH', 'notes/1', { title: 'Earlier', editedAt: EARLY });
    await call('PATCH', 'notes/1', { title: 'Later', editedAt: LATEST });
    await call('DELETE', 'notes/1', undefined, 'delete-1');
    await call('GET', 'deleted/1?collection=notes');
    await call('GET', 'deleted/2?collection=notes');
    await call('POST', 'notes', { ...note(1, { title: 'Other' }), restore: true });
    await read('notes');
  },

  'A task is completed and reopened': async (call) => {
    await call('PATCH', 'tasks/1', { completed: true, editedAt: EARLY });
    await call('PATCH', 'tasks/1', { completed: false, editedAt: LATE });
    await call('PATCH', 'tasks/1', { skippedAt: LATEST, editedAt: LATEST });
    await call('PATCH', 'tasks/1', { completed: true });
  },

  'Deleting a task deletes its steps and blocks': async (call, read) => {
    await call('POST', 'tasks', task(2));
    await call('POST', 'tasks', task(3, { parentId: 2 }));
    await call('POST', 'tasks', task(4, { parentId: 99 }));
    await call('POST', 'events', event(1, { ...AHEAD, taskId: 2 }));
    await call('POST', 'events', event(2, { ...AHEAD, taskId: 3 }));
    await call('POST', 'events', event(3, AHEAD));
    await call('DELETE', 'tasks/2');
    await read('tasks');
    await read('events');
  },

  'Completing a task deletes its future blocks': async (call, read) => {
    await call('POST', 'tasks', task(5));
    await call('POST', 'events', event(4, { ...AHEAD, taskId: 5 }));
    await call('POST', 'events', event(5, { taskId: 5, start: EARLY, end: LATE }));
    await call('PATCH', 'tasks/5', { completed: true });
    await read('events');
  },

  'Completing a repeating task creates the next one with its steps and block': async (
    call,
    read,
  ) => {
    const repeat = { ...EVERY_WEEK, weekdays: [...EVERY_WEEK.weekdays] };
    const blockTime = { start: '09:00', minutes: 30 };
    await call('POST', 'tasks', { ...task(6, { plannedDay: DAY, repeat, blockTime }) });
    await call('POST', 'tasks', task(7, { parentId: 6, title: 'Step' }));
    await call('PATCH', 'tasks/6', { completed: true, editedAt: EARLY, today: DAY });
    await read('tasks');
    await read('events');
    await call('PATCH', 'tasks/6', { completed: false, editedAt: LATE, today: DAY });
    await read('tasks');
    await read('events');
  },

  'A repeating task is skipped, and a series ends': async (call, read) => {
    const repeat = { every: 'day', interval: 1, from: 'schedule' } as const;
    await call('POST', 'tasks', task(31, { plannedDay: DAY, repeat }));
    await call('PATCH', 'tasks/31', { skippedAt: LATE, editedAt: LATE, today: DAY });
    await read('tasks');
    await call('PATCH', 'tasks/31', { completed: true, editedAt: LATEST, today: DAY });
    await read('tasks');
    await call('POST', 'tasks', task(32, { plannedDay: DAY, repeat }));
    await call('PATCH', 'tasks/32', { repeat: null, seriesId: null, editedAt: LATE, today: DAY });
    await call('PATCH', 'tasks/32', { completed: true, editedAt: LATEST, today: DAY });
    await read('tasks');
  },

  'Deleting a repeating task creates no next one': async (call, read) => {
    const repeat = { every: 'day', interval: 1, from: 'schedule' } as const;
    const made = task(33, { plannedDay: DAY, repeat, blockTime: { start: '09:00', minutes: 30 } });
    await call('POST', 'tasks', made);
    await call('DELETE', 'tasks/33');
    await read('tasks');
    await read('events');
    await call('POST', 'tasks', { ...made, restore: true });
    await read('tasks');
    await read('events');
  },

  'An event becomes an all-day event, then a time block': async (call) => {
    const days = { start: DAY, end: '2020-01-07' };
    await call('PATCH', 'events/3', { days, busy: true, color: '#10B981', editedAt: LATE });
    await call('PATCH', 'events/3', { days: null, taskId: 1, editedAt: LATEST });
    await call('PATCH', 'events/3', { title: 'Late', color: null, editedAt: EARLY });
  },

  'The other version of a text is kept until the person chooses': async (call, read) => {
    const kept = {
      id: 1,
      collection: 'notes',
      recordId: 1,
      field: 'content',
      text: 'Wet.',
      writtenAt: LATE,
      device: 1,
      isFromDevice: true,
      userId: 1,
    };
    await call('POST', 'conflicts', kept);
    await read('conflicts');
    await call('DELETE', 'conflicts/1');
    await read('conflicts');
  },

  'Deleting a category clears it from its tasks': async (call, read) => {
    await call('POST', 'categories', { id: 11, name: 'Garden', color: '#10B981' });
    await call('POST', 'categories', { id: 12, name: 'Empty', color: '#10B981' });
    await call('DELETE', 'categories/12');
    await call('POST', 'tasks', task(8, { categoryId: 11 }));
    await call('PATCH', 'categories/11', { name: 'Yard', editedAt: LATE });
    await call('DELETE', 'categories/11');
    await read('categories');
    await read('tasks');
  },

  'A priority keeps its position': async (call) => {
    await call('POST', 'tasks', task(9, { isPriority: true, order: 0 }));
    await call('PATCH', 'tasks/9', { priorityPosition: 'a5', editedAt: LATE });
    await call('PATCH', 'tasks/9', { isPriority: false, order: null, editedAt: LATEST });
  },

  'A day has one reflection': async (call, read) => {
    const date = `${DAY}T20:00:00+01:00`;
    const base = { accomplishments: textVersion('') };
    await call('POST', 'reflections', { date, accomplishments: 'Watered.', base, editedAt: EARLY });
    await call('POST', 'reflections', { date, productivityRating: 4, editedAt: LATE });
    await call('POST', 'reflections', { date, accomplishments: 'Pruned.', base, editedAt: LATEST });
    await read('reflections');
  },

  'Focus sessions are created once': async (call, read) => {
    await call('POST', 'focus-sessions', focusSession(1, { start: EARLY, end: LATE }));
    await call('POST', 'focus-sessions', focusSession(1, { start: EARLY, end: LATE }));
    await read('focusSessions');
  },

  'Settings merge by field': async (call, read) => {
    await call('PATCH', 'settings', { focusDuration: 30, editedAt: LATE });
    await call('PATCH', 'settings', { focusDuration: 40, shortBreakDuration: 9, editedAt: EARLY });
    await read('settings');
  },

  'Undoing an import deletes the records that it created and no one has changed': async (
    call,
    read,
  ) => {
    const imported = { importId: 5, tasks: [task(1), task(21), task(22)], notes: [note(23)] };
    await call('POST', 'import', imported);
    await call('POST', 'import', imported);
    await call('PATCH', 'tasks/21', { title: 'Mine' });
    await call('POST', 'import/undo', { importId: 5 });
    await call('POST', 'import/undo', { importId: 5 });
    await call('POST', 'import/undo', { importId: 6 });
    await read('notes');
  },
};
