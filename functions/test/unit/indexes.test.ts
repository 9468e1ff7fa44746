import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importedCollections } from '@daymark/contract/accountExport';
import { collections, type CollectionName } from '@daymark/contract/changes';
import {
  Firestore,
  Query,
  Timestamp,
  WriteBatch,
  type AggregateQuery,
  type AggregateSpec,
} from 'firebase-admin/firestore';
import { describe, expect, test, vi } from 'vitest';
import { listEvents } from '../../src/events/events';
import { listFocusSessions } from '../../src/focusSessions/focusSessions';
import type { Ports } from '../../src/ports';
import { listReflections } from '../../src/reflections/reflections';
import { isHoliday } from '../../src/reminders/daysOff';
import { listPriorities } from '../../src/tasks/priorities';
import { firestore } from '../../src/store/firestore';
import { firestoreStores } from '../../src/store/stores';
import { undoImport } from '../../src/users/importAccount';

const names = Object.keys(collections) as CollectionName[];

// The emulator also serves queries without an index, but Firestore refuses them. Therefore this test compares
// firestore.indexes.json with the queries.

interface Indexes {
  indexes: { collectionGroup: string; fields: { fieldPath: string; order?: string }[] }[];
  fieldOverrides: {
    collectionGroup: string;
    fieldPath: string;
    ttl?: boolean;
    indexes: { order: string; queryScope?: string }[];
  }[];
}

/** The fields that a query's index needs. Equality filters come first, then the sort order, then ranges. */
interface Shape {
  collection: string;
  /** Whether the query reads the collections of all people. */
  isGroup?: boolean;
  /**
   * Whether all conditions are equalities and nothing is ordered. Firestore combines single-field indexes for such a
   * query.
   */
  isEqual?: boolean;
  fields: { fieldPath: string; order: 'ASCENDING' | 'DESCENDING' }[];
}

/** The fields that hold ids of other records. */
const REFERRING = [
  ['tasks', 'parentId'],
  ['tasks', 'goalId'],
  ['goals', 'servesId'],
  ['events', 'taskId'],
  ['events', 'seriesId'],
  ['focusSessions', 'taskId'],
] as const;

/** Our copy of one Google calendar. */
const COPY = {
  calendarId: 'x',
  name: 'x',
  connectionId: 'x',
  syncToken: null,
  from: 0,
  to: 1,
  syncedAt: 0,
  readAt: 0,
  isStale: false,
  isGone: false,
  channelId: null,
  watchedUntil: 0,
};

const root = join(import.meta.dirname, '../../..');
const file = JSON.parse(await readFile(join(root, 'firestore.indexes.json'), 'utf8')) as Indexes;

function isServed(
  { collection, isGroup = false, fields, isEqual }: Shape,
  { indexes, fieldOverrides }: Indexes,
): boolean {
  if (isEqual)
    return fields.every((one) =>
      isServed({ collection, fields: [one] }, { indexes, fieldOverrides }),
    );
  const [only, ...more] = fields;
  if (!only) return true;
  // Firestore indexes every single field unless an override excludes it.
  if (more.length === 0) {
    const override = fieldOverrides.find(
      (one) => one.collectionGroup === collection && one.fieldPath === only.fieldPath,
    );
    if (!override) return !isGroup;
    return override.indexes.some(
      ({ order, queryScope }) =>
        order === only.order && (queryScope === 'COLLECTION_GROUP') === isGroup,
    );
  }
  return indexes.some(
    (index) =>
      index.collectionGroup === collection &&
      JSON.stringify(index.fields) === JSON.stringify(fields),
  );
}

describe('isServed, for a file that', () => {
  const title = { fieldPath: 'title', order: 'ASCENDING' as const };
  const made = { fieldPath: 'createdAt', order: 'DESCENDING' as const };
  const exempt = { collectionGroup: 'tasks', fieldPath: 'title', indexes: [] };
  const ascending = { ...exempt, indexes: [{ order: 'ASCENDING' }] };
  const composite = { collectionGroup: 'tasks', fields: [title, made] };

  test.each([
    ['is empty, serves a query of one field', [made], {}, true],
    ['exempts the field, does not', [title], { fieldOverrides: [exempt] }, false],
    ['indexes it in this order only, does', [title], { fieldOverrides: [ascending] }, true],
    [
      'indexes it in the other order only, does not',
      [{ ...title, order: 'DESCENDING' as const }],
      { fieldOverrides: [ascending] },
      false,
    ],
    ['is empty, serves no query of two fields', [title, made], {}, false],
    ['is empty, serves one value each of two fields', [title, made], {}, true, true],
    ['exempts one of them, does not', [title, made], { fieldOverrides: [exempt] }, false, true],
    ['has them in this order, does', [title, made], { indexes: [composite] }, true],
    ['has them in another order, does not', [made, title], { indexes: [composite] }, false],
  ])('%s', (_what, fields, part, served, isEqual = false) => {
    const shape = { collection: 'tasks', fields, isEqual };
    expect(isServed(shape, { indexes: [], fieldOverrides: [], ...part })).toBe(served);
  });
});

test('firestore.indexes.json serves every query that the stores make', async () => {
  const shapes: Shape[] = [];
  const get = vi.spyOn(Query.prototype, 'get').mockImplementation(function (this: Query) {
    shapes.push(shapeOf(this));
    return Promise.resolve({ docs: [] }) as never;
  });
  const getAll = vi
    .spyOn(Firestore.prototype, 'getAll')
    .mockImplementation((...documents) =>
      Promise.resolve(documents.map(() => ({ exists: false }) as never)),
    );
  const counting = Object.getPrototypeOf((await firestore()).db.collection('x').count());
  const count = vi
    .spyOn(counting as AggregateQuery<AggregateSpec>, 'get')
    .mockImplementation(function (this: AggregateQuery<AggregateSpec>) {
      shapes.push(shapeOf(this.query));
      return Promise.resolve({ data: () => ({ count: 0 }) } as never);
    });
  const commit = vi.spyOn(WriteBatch.prototype, 'commit').mockResolvedValue([]);
  const runTransaction = vi
    .spyOn(Firestore.prototype, 'runTransaction')
    .mockImplementation((work) => work({ get: (query: Query) => query.get() } as never));
  const owner = { uid: 'indexes', userId: 1, signInsValidFrom: '' };
  const stores = firestoreStores();
  for (const store of Object.values(stores))
    if ('pages' in store) await store.pages(owner)[Symbol.asyncIterator]().next();
  const now = '2026-11-20T08:00:00Z';
  const ports = { stores } as unknown as Ports;
  for (const query of [{}, { startDate: now }, { endDate: now }, { startDate: now, endDate: now }])
    await listEvents({ owner, query }, ports);
  await listReflections({ owner, query: { from: '2026-11-01', to: '2026-11-30' } }, ports);
  await listFocusSessions({ owner, query: { from: now, to: now } }, ports);
  await stores.events.stampedPages(owner, ['endsAt', '>', 0])[Symbol.asyncIterator]().next();
  await stores.tombstones.since(owner, new Date(now), 1);
  for (const name of names) await stores[name].changedSince(owner, new Date(now), 1);
  await stores.categories.delete(owner, 1);
  await undoImport({ owner, body: { importId: 1 } }, ports);
  for (const [name, field] of REFERRING) await stores[name].referredIds(owner, field);
  await stores.notes.referredIds(owner, 'attachedTo.id', ['attachedTo.type', '==', 'task']);
  await stores.tasks.hasAny(owner, ['categoryId', '==', 1]);
  const { googleCopies, googleChannels, googleConnections } = stores;
  await googleCopies.events(owner, 0, 1);
  await googleCopies.applySync(
    owner,
    COPY,
    { events: [], deletedIds: [], isFull: true },
    { copy: COPY, version: Timestamp.now() },
  );
  await googleCopies.deleteExcept(owner, []);
  await googleChannels.endingBefore(0, 1);
  await googleConnections.get(owner);
  await googleConnections.revocations(new Date(now), 1);
  await googleConnections.revocationsWith(['x']);
  await stores.apiTokens.list(owner);
  await stores.sessions.open(owner.uid);
  await stores.calendarFeeds.of(owner);
  await stores.profiles.expired({ after: '', before: now }, 1);
  await stores.deletions.begun({ after: '', before: now }, 1);
  vi.spyOn(stores.profiles, 'get').mockResolvedValue(undefined);
  await listPriorities({ owner }, { ...ports, now: () => new Date(now) });
  for (const field of ['parentId', 'seriesId', 'openSeriesId'])
    await stores.tasks.find(owner, [field, '==', 1]);
  await stores.events.find(owner, ['taskId', '==', 1]);
  const { dueReminders } = stores;
  for (const pages of [dueReminders.people(1), dueReminders.events(1)]) await pages.next();
  const copies = {
    remindsOfEvents: true,
    reminderMinutes: 0,
    timeZone: 'UTC',
    hasDaysOff: true,
  } as const;
  await dueReminders.rewriteEvents(owner, copies, 1, 1);
  const reminders = { devices: {}, remindAt: null, copies };
  await isHoliday({ owner, reminders }, '2026-11-20', ports);
  await stores.tasks.find(owner, ['deadline', '==', '2026-11-20']);
  await stores.tasks.find(owner, ['plannedDay', '==', '2026-11-20']);
  await stores.events.find(owner, ['startsAt', '>=', 1], ['startsAt', '<', 2]);
  await stores.categories.find(owner, ['nameKey', '==', 'x']);
  get.mockRestore();
  getAll.mockRestore();
  commit.mockRestore();
  count.mockRestore();
  runTransaction.mockRestore();

  expect(shapes.map(textOf)).toEqual([
    'tasks: createdAt desc',
    'categories: number',
    'goals',
    'events: startsAt, endsAt',
    'settings',
    'reflections: day desc',
    'dayPlans',
    'weekReviews',
    'notes: updatedAt desc',
    'focusSessions: startedAt',
    'conflicts',
    ...Array.from({ length: 4 }, () => 'events: startsAt, endsAt'),
    'reflections: day desc',
    'focusSessions: startedAt',
    'events: startsAt, endsAt',
    'tombstones: deletedAt',
    ...names.map((name) => `${name}: changedAt`),
    'tasks: categoryId',
    'conflicts: importId',
    'focusSessions: importId',
    'reflections: importId',
    'dayPlans: importId',
    'weekReviews: importId',
    'notes: importId',
    'events: importId, seriesId',
    'events: importId',
    'tasks: importId, parentId',
    'tasks: importId',
    'goals: importId, span',
    'goals: importId, span',
    'goals: importId',
    'categories: importId',
    ...importedCollections.map((name) => `${name}: keptOf`),
    ...REFERRING.map(([name, field]) => `${name}: ${field}`),
    'notes: attachedTo.type',
    'tasks: categoryId',
    'googleEvents: startsAt, endsAt',
    'googleEvents: calendar',
    'googleCalendars',
    'googleCalendars',
    'googleEvents',
    'googleChannels: until',
    'googleCalendar',
    'googleRevocations: triedAt',
    'googleRevocations: fingerprints',
    'apiTokens',
    'sessions: lastUsedAt desc',
    'calendarFeeds: uid',
    'users: expiresAt',
    'deletions: begunAt',
    'tasks: isPriority, completed, skippedAt',
    'tasks: isPriority, completedAt',
    'tasks: parentId',
    'tasks: seriesId',
    'tasks: openSeriesId',
    'events: taskId',
    'reminders: remindAt',
    'events of all people: remindAt',
    'events: endsAt',
    'events: dayOff, endsAt',
    'tasks: deadline',
    'tasks: plannedDay',
    'events: startsAt',
    'categories: nameKey',
  ]);
  for (const shape of shapes) expect(isServed(shape, file), JSON.stringify(shape)).toBe(true);
});

const textOf = ({ collection, isGroup, fields }: Shape) =>
  fields.length === 0
    ? collection
    : `${collection}${isGroup ? ' of all people' : ''}: ${fields
        .map(({ fieldPath, order }) => fieldPath + (order === 'DESCENDING' ? ' desc' : ''))
        .join(', ')}`;

test('only the stores make queries', async () => {
  const src = join(root, 'functions/src');
  const files = (await readdir(src, { recursive: true })).filter((path) => path.endsWith('.ts'));
  const querying = [];
  for (const path of files)
    if (
      /\.(where|orderBy|collectionGroup|findNearest)\(/.test(
        await readFile(join(src, path), 'utf8'),
      )
    )
      querying.push(path);
  expect(querying.sort()).toEqual([
    'store/calendarFeeds.ts',
    'store/deletions.ts',
    'store/dueReminders.ts',
    'store/googleChannels.ts',
    'store/googleConnections.ts',
    'store/googleCopies.ts',
    'store/profiles.ts',
    'store/records/documents.ts',
    'store/records/editRecords.ts',
    'store/records/importRecords.ts',
    'store/records/readRecords.ts',
    'store/sessions.ts',
    'store/tombstones.ts',
  ]);
});

test('long texts are exempt from indexing, and short-lived documents expire by themselves', () => {
  const override = (collectionGroup: string, fieldPath: string) =>
    file.fieldOverrides.find(
      (one) => one.collectionGroup === collectionGroup && one.fieldPath === fieldPath,
    );
  const long = {
    tasks: ['title'],
    events: ['title', 'googleEventId'],
    reflections: ['accomplishments', 'challenges', 'tomorrowFocus'],
    dayPlans: ['plan'],
    weekReviews: ['done', 'slipped', 'nextWeek'],
    notes: ['title', 'content'],
    focusSessions: ['note'],
    conflicts: ['text'],
    tombstones: ['record'],
    googleEvents: ['events'],
    googleCalendar: ['calendars', 'calendarError'],
    googleCalendars: ['syncToken'],
    googleCalendarTokens: ['sealed'],
    googleRevocations: ['sealed'],
    // The timer contains a note.
    settings: ['timer'],
  };
  for (const [collection, fields] of Object.entries(long))
    for (const field of fields)
      expect(override(collection, field)?.indexes, `${collection}.${field}`).toEqual([]);
  for (const collection of [
    'tasks',
    'categories',
    'events',
    'settings',
    'goals',
    'reflections',
    'dayPlans',
    'weekReviews',
    'notes',
    'focusSessions',
  ])
    expect(override(collection, 'edits')?.indexes, collection).toEqual([]);
  const expiring = ['sessions', 'attempts', 'tombstones'];
  for (const collection of [
    ...expiring,
    'googleOAuthStates',
    'googleChannels',
    'googleRevocations',
  ])
    expect(override(collection, 'expiresAt')?.ttl).toBe(true);
  // An API token is deleted 30 days after it expires.
  expect(override('apiTokens', 'deleteAt')?.ttl).toBe(true);
});

/** Returns the shape of a query. Uses `toProto`, which gives the client's request and is not in the public types. */
function shapeOf(query: Query): Shape {
  interface Condition {
    field: { fieldPath: string };
    op: string;
  }
  /** A filter of a query. A comparison with null is unary. */
  interface Filter {
    fieldFilter?: Condition;
    unaryFilter?: Condition;
  }
  interface Sent {
    from: { collectionId: string; allDescendants?: boolean }[];
    where?: Filter & { compositeFilter?: { filters: Filter[] } };
    orderBy?: { field: { fieldPath: string }; direction: 'ASCENDING' | 'DESCENDING' }[];
  }
  const { structuredQuery } = (
    query as unknown as { toProto: () => { structuredQuery: Sent } }
  ).toProto();
  const { from, where, orderBy = [] } = structuredQuery;
  const filters = where?.compositeFilter?.filters ?? (where ? [where] : []);
  const filtered = filters.flatMap(({ fieldFilter, unaryFilter }) => {
    if (fieldFilter) return fieldFilter;
    return unaryFilter ? { ...unaryFilter, op: 'EQUAL' } : [];
  });
  const isEqual =
    filtered.length > 0 && orderBy.length === 0 && filtered.every(({ op }) => op === 'EQUAL');
  const ascending = ({ field }: Condition) => ({
    ...field,
    order: 'ASCENDING' as const,
  });
  const all = [
    ...filtered.filter(({ op }) => op === 'EQUAL').map(ascending),
    ...orderBy.map(({ field, direction }) => ({ ...field, order: direction })),
    // Without an order, Firestore orders by the fields of ranges, by name.
    ...filtered
      .filter(({ op }) => op !== 'EQUAL')
      .map(ascending)
      .toSorted((a, b) => (a.fieldPath < b.fieldPath ? -1 : 1)),
  ];
  // A range has two conditions on one field.
  const fields = all.filter(
    ({ fieldPath }, at) => all.findIndex((one) => one.fieldPath === fieldPath) === at,
  );
  // Every index ends with the document's name, in the direction of the field before it.
  if (fields.at(-1)?.fieldPath === '__name__')
    expect(fields.pop()?.order).toBe(fields.at(-1)?.order ?? 'ASCENDING');
  const isGroup = from[0]?.allDescendants ?? false;
  return { collection: from[0]?.collectionId ?? '', isGroup, isEqual, fields };
}
