import type { CollectionName } from '@daymark/contract/changes';
import type { Event } from '@daymark/contract/event';
import type { Note } from '@daymark/contract/note';
import type { Reflection } from '@daymark/contract/reflection';
import type { Task } from '@daymark/contract/task';
import { call } from '../lib/call';
import type { Mutation, Identified, RecordRules, RecordOf } from './mutation';

interface Options {
  /** Whose data it is. */
  as: number;
  signal: AbortSignal;
  onAnswer?: (response: Response) => void;
}

interface Page {
  records: readonly Identified[];
  /** The revision of the whole list; only the first page's is used. */
  revision: string;
  /** The cursor of the next page; undefined for the last page. */
  after: string | undefined;
}

interface Definition<Name extends CollectionName> extends RecordRules<RecordOf<Name>> {
  fetchPage: (after: string | undefined, options: Options) => Promise<Page>;
  /** Sends a mutation. Resolves to the record as the server has it now; undefined if it was deleted. */
  send: (mutation: Mutation, options: Options) => Promise<Identified | undefined>;
}

/** Fetches one page of a list, with the revision and the cursor from its headers. */
async function page(
  options: Options,
  fetch: (options: Options) => Promise<readonly Identified[]>,
): Promise<Page> {
  let headers = new Headers();
  const onAnswer = (response: Response) => {
    headers = response.headers;
    options.onAnswer?.(response);
  };
  const records = await fetch({ ...options, onAnswer });
  const next = /<([^>]*)>; *rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  return {
    records,
    revision: (headers.get('ETag') ?? '').replace(/^(W\/)?"(.*)"$/, '$2'),
    after: next && (new URL(next, location.origin).searchParams.get('after') ?? undefined),
  };
}

const unexpected = (mutation: Mutation): never => {
  throw new Error(`There is no way to ${mutation.kind} in ${mutation.collection}.`);
};

/** Firestore compares document ids as text. */
const byIdText = (a: Identified, b: Identified) => (String(a.id) < String(b.id) ? -1 : 1);
const earliest = (a: string, b: string) => Date.parse(a) - Date.parse(b);
const latest = (a: string, b: string) => earliest(b, a);

/** How each collection is fetched, ordered and sent: the only place that knows its calls. */
export const definitions: { readonly [Name in CollectionName]: Definition<Name> } = {
  tasks: {
    fetchPage: (after, options) =>
      page(options, (pageOptions) => call('listTasks', { query: { after } }, pageOptions)),
    compare: (a, b) => latest(a.createdAt, b.createdAt) || -byIdText(a, b),
    updated(task, { fields, editedAt }) {
      if (typeof fields.completed !== 'boolean') return task;
      return { ...task, completedAt: task.completed ? (task.completedAt ?? editedAt) : null };
    },
    async send({ kind, recordId: id, fields, editedAt, restore }, options) {
      switch (kind) {
        case 'create':
          return call('createTask', { body: { ...(fields as unknown as Task), restore } }, options);
        case 'update':
          return call('updateTask', { id, body: { ...fields, editedAt } }, options);
        case 'delete':
          return call('deleteTask', { id }, options);
      }
    },
  },

  categories: {
    fetchPage: (after, options) =>
      page(options, (pageOptions) => call('listCategories', { query: { after } }, pageOptions)),
    compare: (a, b) => a.id - b.id,
    async send({ kind, recordId: id, fields, editedAt, restore }, options) {
      switch (kind) {
        case 'create':
          return call(
            'createCategory',
            { body: { ...(fields as unknown as RecordOf<'categories'>), restore } },
            options,
          );
        case 'update':
          return call('updateCategory', { id, body: { ...fields, editedAt } }, options);
        case 'delete':
          return call('deleteCategory', { id }, options);
      }
    },
  },

  events: {
    fetchPage: (after, options) =>
      page(options, (pageOptions) => call('listEvents', { query: { after } }, pageOptions)),
    compare: (a, b) => earliest(a.start, b.start) || earliest(a.end, b.end) || byIdText(a, b),
    async send({ kind, recordId: id, fields, editedAt, restore }, options) {
      switch (kind) {
        case 'create':
          return call(
            'createEvent',
            { body: { ...(fields as unknown as Event), restore } },
            options,
          );
        case 'update':
          return call('updateEvent', { id, body: { ...fields, editedAt } }, options);
        case 'delete':
          return call('deleteEvent', { id }, options);
      }
    },
  },

  settings: {
    fetchPage: (_after, options) =>
      page(options, async (pageOptions) => [await call('getSettings', {}, pageOptions)]),
    compare: byIdText,
    send: (mutation, options) =>
      mutation.kind === 'update'
        ? call(
            'updateSettings',
            { body: { ...mutation.fields, editedAt: mutation.editedAt } },
            options,
          )
        : unexpected(mutation),
  },

  reflections: {
    fetchPage: (after, options) =>
      page(options, (pageOptions) => call('listReflections', { query: { after } }, pageOptions)),
    compare: (a, b) => b.id - a.id,
    blank: ({ recordId, fields }) => ({
      id: recordId,
      date: fields.date as string,
      accomplishments: null,
      challenges: null,
      tomorrowFocus: null,
      productivityRating: null,
      userId: 0,
    }),
    send: (mutation, options) =>
      mutation.kind === 'update'
        ? call(
            'saveReflection',
            {
              body: { ...(mutation.fields as unknown as Reflection), editedAt: mutation.editedAt },
            },
            options,
          )
        : unexpected(mutation),
  },

  notes: {
    fetchPage: (after, options) =>
      page(options, (pageOptions) => call('listNotes', { query: { after } }, pageOptions)),
    compare: (a, b) => latest(a.updatedAt, b.updatedAt) || -byIdText(a, b),
    updated: (note, { editedAt }) => ({ ...note, updatedAt: editedAt }),
    async send({ kind, recordId: id, fields, editedAt, restore }, options) {
      switch (kind) {
        case 'create':
          return call('createNote', { body: { ...(fields as unknown as Note), restore } }, options);
        case 'update':
          return call('updateNote', { id, body: { ...fields, editedAt } }, options);
        case 'delete':
          return call('deleteNote', { id }, options);
      }
    },
  },

  focusSessions: {
    fetchPage: (after, options) =>
      page(options, (pageOptions) => call('listFocusSessions', { query: { after } }, pageOptions)),
    compare: (a, b) => earliest(a.start, b.start) || byIdText(a, b),
    send: (mutation, options) =>
      mutation.kind === 'create'
        ? call(
            'createFocusSession',
            { body: mutation.fields as unknown as RecordOf<'focusSessions'> },
            options,
          )
        : unexpected(mutation),
  },
};
