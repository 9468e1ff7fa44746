import { importedCollections } from '@daymark/contract/accountExport';
import { blocksAfterCompletion, type Event, NO_DETAILS } from '@daymark/contract/event';
import type { CalendarSettings } from '@daymark/contract/googleCalendar';
import { reflectionIdOf } from '@daymark/contract/reflection';
import type { CollectionName } from '@daymark/contract/changes';
import {
  editOf,
  editsOfRestored,
  lastEditOf,
  laterEdits,
  type Edits,
} from '@daymark/contract/laterEdits';
import { seriesBlock } from '@daymark/contract/repeats/series';
import {
  Series,
  seriesChange,
  withoutLeaving,
  withSeries,
} from '@daymark/contract/repeats/seriesChange';
import { SETTINGS_ID, withDefaultSettings } from '@daymark/contract/settings';
import { closingFields, isOpen, NO_PLAN, type Task } from '@daymark/contract/task';
import { textFields, textsVersion, textVersion } from '@daymark/contract/texts';
import { ownZone } from '@daymark/contract/time/zone';
import { modelDevices, PUSH_KEY } from './modelDevices';

const laterOf = (one: string, other: string) => (one > other ? one : other);
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The id of the person who owns the records. */
const OWNER_ID = 1;

interface Stored {
  record: Record<string, unknown> & { id: number };
  edits: Edits;
  /** The number of the write that stored the record, counted over all collections. */
  at: number;
  /** The time of the write that stored the record. */
  writtenAt: string;
  /** The import that created the record, and the number of the write that created it. */
  imported?: { by: unknown; at: number } | undefined;
}

interface Collection {
  /** The number of writes to this collection. */
  counter: number;
  records: Map<number, Stored>;
  /** The number of the write that deleted each record, and the record. */
  deleted: Map<number, { at: number; record: Stored['record'] }>;
}

/** The server's message for a step of a task that does not exist. */
export const TASK_IS_GONE = 'The task that this step belongs to no longer exists.';

/** The server's messages for a record that can't be read or changed. */
const SENTENCES = {
  404: 'This no longer exists.',
  409: 'This was restored in the meantime.',
  410: 'This was deleted in the meantime.',
} as const;

/** The calendar settings of a person who has connected no calendar. */
export const NO_CALENDAR: CalendarSettings = {
  isConnected: false,
  status: 'disconnected',
  selectedCalendarId: null,
  selectedCalendarIds: [],
  calendarList: [],
  lastSyncedAt: null,
  calendarError: null,
};

/** The fate of a request: both request and reply arrive, or one of them is lost. */
export type Fate = 'both' | 'requestLost' | 'replyLost';

/** A change that a request made. */
export interface Written {
  collection: string;
  id: number;
  kind: 'create' | 'update' | 'delete';
  /**
   * The fields that were set. For an edit, only the fields that won and changed their value. For a delete, the whole
   * record.
   */
  fields: Readonly<Record<string, unknown>>;
  /** The fields of an edit that had no effect, because a later edit won or the texts conflict. */
  lost: readonly string[];
}

interface ModelOptions {
  /** The server's clock. */
  now?: () => Date;
  /**
   * Called for each mutation that creates, edits or deletes its record, and for each record that Undo Import deletes.
   */
  onWritten?: (written: Written) => void;
  respond?: (body: string | undefined, init: ResponseInit) => Response;
}

/** At most this many records are deleted by one call of Undo Import. */
const UNDONE_AT_ONCE = 2;

/** The token for live updates. In the model, nothing listens with this token. */
export const LIVE_TOKEN = 'a token for live updates';

/**
 * Models the server in memory and replaces `fetch`. A create can be sent again with the same id. Edits win by field and
 * time, deletions stay, and changes are listed since a revision. The model doesn't know the limit of three priorities,
 * and its lists have no pages. The real server gives the same replies to the script in functions/contract/test.
 */
export function modelServer({
  now = () => new Date(),
  onWritten,
  respond = (body, init) => new Response(body, init),
}: ModelOptions = {}) {
  const collections = new Map<string, Collection>();
  const collection = (name: string) => {
    let there = collections.get(name);
    if (!there)
      collections.set(name, (there = { counter: 0, records: new Map(), deleted: new Map() }));
    return there;
  };
  collection('settings').records.set(SETTINGS_ID, {
    record: withDefaultSettings(OWNER_ID, {}),
    edits: {},
    at: 0,
    writtenAt: now().toISOString(),
  });
  const devices = modelDevices(now);
  /** The keys of the applied mutations, except edits that are recognized by their times. */
  const applied = new Set<string>();
  /** The number of requests that arrived. */
  let requests = 0;

  /** The number of writes to all collections. */
  let writes = 0;

  const revision = ({ counter }: Collection) => `1.${counter}.${writes}`;
  const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    respond(JSON.stringify(body), { status, headers: { Date: now().toUTCString(), ...headers } });
  const gone = (status: keyof typeof SENTENCES) => respond(SENTENCES[status], { status });

  function write(there: Collection, id: number, record: Stored['record'], edits: Edits) {
    there.counter++;
    const imported = there.records.get(id)?.imported;
    const writtenAt = now().toISOString();
    there.records.set(id, { record, edits, at: ++writes, writtenAt, imported });
    return record;
  }

  /**
   * Creates the records that are missing. Returns how many of the given records this import has created, by collection.
   */
  function importPart({ importId, ...lists }: Record<string, unknown>) {
    const counts = importedCollections.map((name) => {
      const there = collection(name);
      const records = (lists[name] ?? []) as Stored['record'][];
      for (const record of records) {
        const { id } = record;
        if (there.records.has(id)) continue;
        there.deleted.delete(id);
        write(there, id, { ...record, userId: OWNER_ID }, {});
        there.records.get(id)!.imported = { by: importId, at: writes };
      }
      const own = records.filter(({ id }) => there.records.get(id)?.imported?.by === importId);
      return [name, own.length];
    });
    return Object.fromEntries(counts) as Record<string, number>;
  }

  /** Deletes a few of the records that an import created, except records that were changed since the import. */
  function undoImport({ importId }: Record<string, unknown>) {
    const own = importedCollections.flatMap((name) =>
      [...collection(name).records.values()]
        .filter(({ imported }) => imported?.by === importId)
        .map((stored) => ({ name, stored })),
    );
    const unchanged = own.filter(({ stored: { imported, at } }) => imported?.at === at);
    const deleted = unchanged.slice(0, UNDONE_AT_ONCE);
    for (const { name, stored } of deleted) {
      remove(collection(name), stored.record.id);
      const { id } = stored.record;
      onWritten?.({ collection: name, id, kind: 'delete', fields: stored.record, lost: [] });
    }
    const kept = own.length - unchanged.length;
    return { deleted: deleted.length, kept, isDone: deleted.length === unchanged.length };
  }

  function changes(query: URLSearchParams) {
    const news: Record<string, unknown> = {};
    for (const [name, known] of query) {
      if (name === 'live') {
        news.liveToken = LIVE_TOKEN;
        continue;
      }
      const there = collection(name);
      const [, counter = 0, since = 0] = known.split('.').map(Number);
      if (counter === there.counter) continue;
      const changed = [...there.records.values()].filter(({ at }) => at > since);
      const deleted = [...there.deleted].filter(([, { at }]) => at > since);
      news[name] = {
        revision: revision(there),
        reset: counter > there.counter,
        changed: changed.map(({ record }) => record),
        deleted: deleted.map(([id]) => id),
      };
    }
    return news;
  }

  /** Returns the response to a request. `mutation` is the key in `Daymark-Mutation`. */
  function handle(
    method: string,
    url: URL,
    body: Record<string, unknown>,
    mutation?: string,
  ): Response {
    const [, name = '', idText] = /^\/api\/([\w-]+)(?:\/(\w+))?/.exec(url.pathname) ?? [];
    if (name === 'changes') return json(200, changes(url.searchParams));
    if (name === 'deleted' && idText) {
      const found = url.searchParams.get('collection') ?? '';
      const record = collection(found).deleted.get(Number(idText))?.record;
      const deletedAt = now().toISOString();
      if (record) return json(200, { collection: found, deletedAt, record });
      return gone(collection(found).records.has(Number(idText)) ? 409 : 404);
    }
    if (name === 'calendar') return json(200, idText === 'settings' ? NO_CALENDAR : { items: [] });
    if (name === 'push-key') return json(200, { publicKey: PUSH_KEY, state: devices.pushState() });
    if (name === 'devices') {
      const { status, reply } = devices.handle(method, url.pathname);
      return json(status, reply);
    }
    if (name === 'live-token') return respond('There is no token.', { status: 503 });
    if (name === 'import')
      return json(200, idText === 'undo' ? undoImport(body) : importPart(body));
    const collectionName = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const there = collection(collectionName);
    const { counter } = there;
    const etag = () => ({ ETag: `"${revision(there)}"` });
    /** Returns the header that names the collection, if the request wrote exactly one of its records. */
    const raised = (): Record<string, string> =>
      there.counter === counter + 1 ? { 'Daymark-Raised': collectionName } : {};
    const { editedAt, restore, restoredAt, base, today: _today, ...fields } = body;
    const texts =
      (textFields as Partial<typeof textFields>)[collectionName as CollectionName] ?? [];
    const madeNow = now();
    // A reflection is addressed by its day, so the day is not edited.
    const { date: _day, ...edited } = fields;
    const made = name === 'reflections' ? edited : fields;
    const edit = editOf({ ...made, editedAt: editedAt as string, base: base as never }, madeNow);
    /** Returns the header that names the conflicting fields of an edit. */
    const conflictHeader = (stored: Stored | undefined, conflicts: readonly string[]) => ({
      ...(conflicts.length > 0 && {
        'Daymark-Conflict': conflicts
          .map((field) => {
            const at = lastEditOf(stored?.edits ?? {}, field) ?? stored?.writtenAt ?? '';
            return `${field}=${at}`;
          })
          .join(),
      }),
    });
    // An edit with its own time changes nothing when it arrives again. Other mutations are recognized by their key.
    const isOwnTime = method === 'PATCH' && !edit.isNow && edit.base === undefined;
    const isRepeat = mutation !== undefined && applied.has(mutation);
    const remember = () => mutation !== undefined && !isOwnTime && applied.add(mutation);
    const written = (
      kind: Written['kind'],
      id: number,
      set: Record<string, unknown> = {},
      lost: readonly string[] = [],
    ): void => onWritten?.({ collection: collectionName, id, kind, fields: set, lost });
    if (isRepeat)
      return repeated(
        method,
        there,
        name === 'reflections' ? reflectionIdOf(body.date as string) : (body.id ?? Number(idText)),
      );
    switch (method) {
      case 'GET':
        if (name === 'settings') return json(200, there.records.get(SETTINGS_ID)?.record, etag());
        return json(
          200,
          [...there.records.values()].map(({ record }) => record),
          etag(),
        );
      case 'POST': {
        if (name === 'reflections') {
          const id = reflectionIdOf(body.date as string);
          const blank = { accomplishments: null, challenges: null, tomorrowFocus: null };
          const standing = there.records.get(id);
          const before = standing?.record ?? {
            id,
            date: body.date,
            ...blank,
            productivityRating: null,
            userId: OWNER_ID,
          };
          const { winning, edits, conflicts } = laterEdits(edit, standing?.edits ?? {}, before);
          written('update', id, winning, conflicts);
          const header = conflictHeader(standing, conflicts);
          if (conflicts.length === 0) remember();
          else if (standing) return json(201, standing.record, header);
          const made = write(there, id, { ...before, ...winning }, edits);
          return json(201, made, { ...raised(), ...header });
        }
        const id = fields.id as number;
        const standing = there.records.get(id);
        if (standing) {
          const others = texts.filter(
            (field) => textVersion(fields[field]) !== textVersion(standing.record[field]),
          );
          return json(201, standing.record, conflictHeader(standing, restore ? others : []));
        }
        if (there.deleted.has(id) && !restore) return gone(410);
        const { parentId } = fields;
        if (typeof parentId === 'number' && !there.records.has(parentId))
          return respond(TASK_IS_GONE, { status: 400 });
        remember();
        const edits = restore ? editsOfRestored(restoredAt as string, now()) : {};
        there.deleted.delete(id);
        written('create', id, fields);
        const created = { ...fields, id, userId: OWNER_ID };
        const record =
          name === 'tasks'
            ? writeTask(undefined, created, edits, body)
            : write(there, id, created, edits);
        return json(201, record, raised());
      }
      case 'PATCH': {
        const id = name === 'settings' ? SETTINGS_ID : Number(idText);
        const standing = there.records.get(id);
        if (!standing) return gone(404);
        const { winning, edits, conflicts } = laterEdits(edit, standing.edits, standing.record);
        const lost = Object.entries(fields)
          .filter(([field, value]) => !(field in winning) && !isSame(value, standing.record[field]))
          .map(([field]) => field)
          .filter((field) => !conflicts.includes(field));
        const outcome = {
          ...conflictHeader(standing, conflicts),
          ...(lost.length > 0 && { 'Daymark-Lost': lost.join() }),
        };
        if (conflicts.length === 0) remember();
        const different = Object.entries(winning).filter(
          ([field, value]) => !isSame(value, standing.record[field]),
        );
        written('update', id, Object.fromEntries(different), [...lost, ...conflicts]);
        if (Object.keys(winning).length === 0) return json(200, standing.record, outcome);
        const at = edit.at;
        const stored = standing.record as unknown as Task;
        const stamps = {
          ...(name === 'tasks' && closingFields({ ...stored, ...winning }, winning, at)),
          ...(name === 'notes' && { updatedAt: laterOf(at, String(standing.record.updatedAt)) }),
        };
        const won =
          name === 'tasks'
            ? withoutLeaving(stored, edit.fields as Partial<Task>, winning as Partial<Task>)
            : winning;
        const changed = { ...standing.record, ...won, ...stamps };
        const record =
          name === 'tasks'
            ? writeTask(standing.record, changed, edits, body)
            : write(there, id, changed, edits);
        return json(200, record, { ...raised(), ...outcome });
      }
      default: {
        const id = Number(idText);
        if (isChangedSince(there, id, url.searchParams))
          return respond('This was changed on another device.', {
            status: 412,
          });
        remember();
        const deleted = there.records.get(id)?.record;
        if (remove(there, id)) written('delete', id, deleted);
        if (name === 'tasks') {
          for (const step of stepsOf(id)) remove(there, step.id);
          endBlocks(id, true);
        }
        const wasUsed = name === 'categories' && leaveCategory(id);
        return respond(undefined, { status: 204, headers: wasUsed ? {} : raised() });
      }
    }
  }

  function remove(there: Collection, id: number): boolean {
    const stored = there.records.get(id);
    if (!stored) return false;
    there.records.delete(id);
    there.counter++;
    there.deleted.set(id, { at: ++writes, record: stored.record });
    return true;
  }

  /**
   * Whether a record or one of its steps was edited after the delete, or the record's texts differ from those that the
   * person saw.
   */
  function isChangedSince(there: Collection, id: number, query: URLSearchParams): boolean {
    const stored = there.records.get(id);
    if (!stored) return false;
    const [name = 'tasks'] = [...collections].find(([, one]) => one === there) ?? [];
    const deletedAt = query.get('deletedAt');
    const steps = name === 'tasks' ? stepsOf(id).map((step) => there.records.get(step.id)) : [];
    const times = [stored, ...steps].flatMap((one) => Object.values(one?.edits ?? {}));
    times.push(...steps.map((step) => String(step?.record.createdAt)));
    const isLater = times.some((at) => deletedAt !== null && at > deletedAt);
    const base = query.get('base');
    const version = textsVersion(name as CollectionName, stored.record);
    return isLater || (base !== null && Number(base) !== version);
  }

  const tasks = () =>
    [...collection('tasks').records.values()].map(
      ({ record }) => ({ ...NO_PLAN, ...record }) as unknown as Task,
    );
  const stepsOf = (id: number) => tasks().filter(({ parentId }) => parentId === id);

  /** Stores a task together with its series and its blocks. */
  function writeTask(
    stored: Stored['record'] | undefined,
    changed: Stored['record'],
    edits: Edits,
    { today }: Record<string, unknown>,
  ): Stored['record'] {
    const there = collection('tasks');
    const day = (today as string | undefined) ?? now().toISOString().slice(0, 10);
    const before = stored && ({ ...NO_PLAN, ...stored } as unknown as Task);
    const after = withSeries({ ...NO_PLAN, ...changed } as unknown as Task, day);
    const isSame =
      before && isOpen(before) === isOpen(after) && before.seriesDay === after.seriesDay;
    if (after.completed) endBlocks(after.id, false);
    if (after.seriesId === null || isSame)
      return write(there, after.id, stored ? changed : { ...after }, edits);
    const { task, others } = seriesChange(before, after, Series.of(after, tasks()), {
      today: day,
      at: now().toISOString(),
    });
    for (const other of others) {
      there.deleted.delete(other.id);
      write(there, other.id, { ...other }, there.records.get(other.id)?.edits ?? {});
      if (other.parentId === null) changeSeriesBlock(other);
    }
    return write(there, task.id, { ...task }, edits);
  }

  /** Creates the missing block of an open task of a series. Removes the coming blocks of a task that is not open. */
  function changeSeriesBlock(task: Task) {
    const block = seriesBlock(task, ownZone);
    const there = collection('events');
    if (!isOpen(task)) endBlocks(task.id, true);
    else if (block && !there.records.has(block.id)) {
      there.deleted.delete(block.id);
      const { title, id: taskId } = task;
      const event = { ...block, ...NO_DETAILS, title, taskId, userId: OWNER_ID };
      write(there, block.id, event, {});
    }
  }

  /** Ends or removes the blocks of a task that is done or deleted. */
  function endBlocks(taskId: number, isDeleted: boolean) {
    const there = collection('events');
    const events = [...there.records.values()].map(({ record }) => record as unknown as Event);
    const own = events.filter((event) => event.taskId === taskId);
    const { removed, ended } = blocksAfterCompletion(own, now().getTime());
    for (const { id } of removed) remove(there, id);
    if (!isDeleted)
      for (const { block, end } of ended) write(there, block.id, { ...block, end }, {});
  }

  /** Returns the response to a mutation that was already applied. */
  function repeated(method: string, there: Collection, id: unknown): Response {
    const standing = there.records.get(id as number);
    if (method === 'DELETE') return standing ? gone(409) : respond(undefined, { status: 204 });
    if (!standing) return gone(method === 'POST' ? 410 : 404);
    return json(method === 'POST' ? 201 : 200, standing.record);
  }

  /** Removes a deleted category from its tasks. Returns whether the category had any tasks. */
  function leaveCategory(categoryId: number): boolean {
    const tasks = collection('tasks');
    const own = [...tasks.records].filter(([, { record }]) => record.categoryId === categoryId);
    for (const [id, { record, edits }] of own)
      write(tasks, id, { ...record, categoryId: null }, edits);
    return own.length > 0;
  }

  return {
    /** Responds to a request at once. */
    handle,
    /** Replaces `fetch`. `fate` decides what happens to each request. */
    fetch:
      (fate: () => Fate) =>
      async (input: string, init?: RequestInit): Promise<Response> => {
        await Promise.resolve();
        const what = fate();
        if (what === 'requestLost') throw new TypeError('Failed to fetch');
        requests++;
        const body = JSON.parse((init?.body as string | undefined) ?? '{}') as Record<
          string,
          unknown
        >;
        const headers = init?.headers as Record<string, string> | undefined;
        const reply = handle(
          init?.method ?? 'GET',
          new URL(input, 'http://model'),
          body,
          headers?.['Daymark-Mutation'],
        );
        if (what === 'replyLost') throw new TypeError('Failed to fetch');
        return reply;
      },
    /** Returns the deleted records that can be restored. */
    deleted: (name: string) => [...collection(name).deleted.values()].map(({ record }) => record),
    records: (name: string) => [...collection(name).records.values()].map(({ record }) => record),
    /** Returns the counters of all collections. */
    counters: () =>
      Object.fromEntries([...collections].map(([name, { counter }]) => [name, counter])),
    requests: () => requests,
    /** The signed-in browsers. */
    devices: devices.all,
    /** Stores a record as another device would. */
    put: (name: string, record: Stored['record'], edits: Edits = {}) => {
      write(collection(name), record.id, record, edits);
    },
    /** Deletes a record as another device would. */
    remove: (name: string, id: number) => {
      handle('DELETE', new URL(`http://model/api/${name}/${id}`), {});
    },
  };
}
