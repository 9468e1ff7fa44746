import { AccountImport, type AccountExport } from '@daymark/contract/accountExport';
import type { Changes } from '@daymark/contract/changes';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WriteBatch } from 'firebase-admin/firestore';
import { firebasePorts } from '../src/firebasePorts';
import { importAccount, undoImport } from '../src/users/importAccount';
import { LONG_RUNS } from '@daymark/contract/test/longRuns';
import { newPerson, type Person } from './people';
import { send } from './send';

/** Number of records to import. One call of the undo looks at 720 records. */
const MANY = LONG_RUNS ? 2_400 : 600;

const ask = ({ session }: Person, method: string, path: string, body?: object) =>
  send({ method, path, session, body });
const importing = async (person: Person, body: object) => {
  const reply = await ask(person, 'POST', '/api/import', body);
  expect(reply.status, reply.text).toBe(200);
  return reply.json() as Record<string, number>;
};
const undoing = async (person: Person, importId: number) => {
  const reply = await ask(person, 'POST', '/api/import/undo', { importId });
  expect(reply.status, reply.text).toBe(200);
  return reply.json();
};
const exported = async (person: Person) =>
  (await ask(person, 'GET', '/api/export')).json() as AccountExport;

const [start, end] = ['2026-11-20T09:00:00+01:00', '2026-11-20T10:00:00+01:00'];
const records = {
  categories: [{ id: 10, name: 'Garden', color: '#10B981' }],
  tasks: [
    { id: 11, title: 'Water the ferns', categoryId: 10 },
    { id: 12, title: 'Fill the can', parentId: 11 },
  ],
  events: [{ id: 13, title: 'Ferns', start, end, taskId: 11 }],
  notes: [{ id: 14, title: 'Ferns', content: 'Daily', attachedTo: { type: 'task', id: 11 } }],
  reflections: [{ date: '2026-11-20T00:00:00+01:00', accomplishments: 'All' }],
  focusSessions: [
    { id: 15, mode: 'focus', start, end, plannedSeconds: 1, actualSeconds: 1, completed: true },
  ],
};
const COUNTS = {
  categories: 1,
  goals: 0,
  tasks: 2,
  events: 1,
  notes: 1,
  reflections: 1,
  dayPlans: 0,
  weekReviews: 0,
  focusSessions: 1,
  conflicts: 0,
};
const NONE = Object.fromEntries(Object.keys(COUNTS).map((name) => [name, 0]));

const idsOf = ({ categories, tasks, events, notes, reflections, focusSessions }: AccountExport) =>
  [categories, tasks, events, notes, reflections, focusSessions].flatMap((list) =>
    list.map(({ id }) => id),
  );

/** Lets this many commits through. All later commits fail until the mock is restored. */
function cutOffAfter(commits: number) {
  const commit = Reflect.get(WriteBatch.prototype, 'commit');
  let count = 0;
  return vi.spyOn(WriteBatch.prototype, 'commit').mockImplementation(function (this: WriteBatch) {
    if (++count > commits) throw new Error('Cut off');
    return commit.call(this);
  });
}

afterEach(() => vi.restoreAllMocks());

const DAY = '2026-12-10';
const DAILY = {
  rule: { every: 'day', interval: 1, from: 'schedule' },
  timeZone: 'Europe/Berlin',
  until: null,
  count: null,
};

describe('one Undo for the whole import', () => {
  test('deletes exactly the records that the import created', async () => {
    const person = await newPerson();
    await ask(person, 'POST', '/api/tasks', { id: 11, title: 'Mine' });
    expect(await importing(person, { importId: 7, ...records })).toEqual({ ...COUNTS, tasks: 1 });
    await ask(person, 'POST', '/api/tasks', { id: 21, title: 'Added since' });
    expect(await undoing(person, 8)).toEqual({ deleted: 0, kept: 0, isDone: true });
    expect(await undoing(person, 7)).toEqual({ deleted: 6, kept: 0, isDone: true });
    expect(idsOf(await exported(person)).sort()).toEqual([11, 21]);
    expect(await undoing(person, 7)).toEqual({ deleted: 0, kept: 0, isDone: true });
  });

  /** Changes that a person makes after the import, and the ids of the records that stay because of them. */
  const CHANGES: [what: string, method: string, path: string, body: object, kept: number[]][] = [
    ['a note', 'PATCH', '/api/notes/14', { content: 'Mine' }, [10, 11, 14]],
    ['a step', 'PATCH', '/api/tasks/12', { completed: true }, [10, 11, 12]],
    ['a block', 'PATCH', '/api/events/13', { end: start }, [10, 11, 13]],
    ['a category', 'PATCH', '/api/categories/10', { color: '#EF4444' }, [10]],
    ['a reflection', 'POST', '/api/reflections', { ...records.reflections[0] }, [20261120]],
    ['a task', 'PATCH', '/api/tasks/11', { title: 'Mine' }, [10, 11]],
  ];

  test.each(CHANGES)(
    'keeps %s that was changed after the import, and the records it belongs to',
    async (_what, method, path, body, kept) => {
      const person = await newPerson();
      await importing(person, { importId: 7, ...records });
      expect((await ask(person, method, path, body)).status).toBeLessThan(300);
      const { deleted, isDone } = await undoing(person, 7);
      expect(idsOf(await exported(person)).sort()).toEqual([...kept].sort());
      expect([deleted, isDone]).toEqual([7 - kept.length, true]);
    },
  );

  test('deletes goals that serve one another, and keeps one that a new goal serves', async () => {
    const person = await newPerson();
    const month = { id: 21, title: 'Greener', span: 'month', day: '2026-11-01' };
    const week = { id: 22, title: 'Plant', span: 'week', day: '2026-11-16', servesId: 21 };
    const other = { ...month, id: 23 };
    await importing(person, { importId: 7, goals: [month, week, other] });
    await ask(person, 'POST', '/api/goals', { ...week, id: 24, servesId: 23 });
    expect(await undoing(person, 7)).toEqual({ deleted: 2, kept: 1, isDone: true });
    expect((await exported(person)).goals).toMatchObject([{ id: 23 }, { id: 24, servesId: 23 }]);
  });

  test('keeps the series of an occurrence that was changed after the import', async () => {
    const person = await newPerson();
    const series = { id: 20, title: 'Choir', start, end, repeat: DAILY };
    const exception = { id: 21, title: 'Hall', start, end, seriesId: 20, seriesDay: DAY };
    await importing(person, { importId: 7, events: [series, exception] });
    await ask(person, 'PATCH', '/api/events/21', { title: 'Mine' });
    expect(await undoing(person, 7)).toEqual({ deleted: 0, kept: 2, isDone: true });
  });

  test('deletes a series with its exceptions', async () => {
    const person = await newPerson();
    const series = { id: 20, title: 'Choir', start, end, repeat: DAILY };
    const exception = { id: 21, title: 'Hall', start, end, seriesId: 20, seriesDay: DAY };
    await importing(person, { importId: 7, events: [series, exception] });
    expect(await undoing(person, 7)).toEqual({ deleted: 2, kept: 0, isDone: true });
  });

  const note = { title: 'Mine', content: '' };
  const session = {
    mode: 'focus',
    start,
    end,
    plannedSeconds: 1,
    actualSeconds: 1,
    completed: true,
  };
  const ADDED: [what: string, path: string, body: object, kept: number[]][] = [
    ['a step', '/api/tasks', { title: 'Mine', parentId: 11 }, [10, 11]],
    ['a block', '/api/events', { title: 'Mine', start, end, taskId: 11 }, [10, 11]],
    ['a note', '/api/notes', { ...note, attachedTo: { type: 'task', id: 11 } }, [10, 11]],
    [
      'a note of its step',
      '/api/notes',
      { ...note, attachedTo: { type: 'task', id: 12 } },
      [10, 11, 12],
    ],
    [
      'a note of its block',
      '/api/notes',
      { ...note, attachedTo: { type: 'event', id: 13 } },
      [10, 11, 13],
    ],
    ['a focus session', '/api/focus-sessions', { ...session, taskId: 11 }, [10, 11]],
    ['a task in its category', '/api/tasks', { title: 'Mine', categoryId: 10 }, [10]],
  ];

  test.each(ADDED)('keeps the records that %s was added to', async (_what, path, body, kept) => {
    const person = await newPerson();
    await importing(person, { importId: 7, ...records });
    expect((await ask(person, 'POST', path, { id: 5, ...body })).status).toBe(201);
    expect(await undoing(person, 7)).toEqual({
      deleted: 7 - kept.length,
      kept: kept.length,
      isDone: true,
    });
    expect(idsOf(await exported(person)).sort()).toEqual([...kept, 5].sort());
  });

  test('says how many records it kept, even if it is called again', async () => {
    const person = await newPerson();
    await importing(person, { importId: 7, ...records });
    await ask(person, 'PATCH', '/api/notes/14', { content: 'Mine' });
    expect(await undoing(person, 7)).toEqual({ deleted: 4, kept: 3, isDone: true });
    expect(await undoing(person, 7)).toEqual({ deleted: 0, kept: 3, isDone: true });
    expect(await importing(person, { importId: 8, ...records })).toMatchObject({
      tasks: 1,
      notes: 0,
    });
    expect(await undoing(person, 8)).toEqual({ deleted: 4, kept: 0, isDone: true });
  });

  test('reaches other devices, and the same file can be imported again', async () => {
    const person = await newPerson();
    await ask(person, 'POST', '/api/tasks', { id: 1, title: 'Mine' });
    await importing(person, { importId: 7, ...records });
    const before = await ask(person, 'GET', '/api/tasks');
    const revision = JSON.parse(before.headers.etag as string) as string;
    await undoing(person, 7);
    const reply = await send({
      path: '/api/changes',
      query: { tasks: revision },
      session: person.session,
    });
    const { tasks } = reply.json() as Changes;
    expect(tasks).toMatchObject({ reset: false, deleted: expect.arrayContaining([11, 12]) });
    expect(await importing(person, { importId: 9, ...records })).toEqual(COUNTS);
  });

  test('deletes nothing of another person with the same import id', async () => {
    const [ada, ben] = await Promise.all([newPerson(), newPerson()]);
    await Promise.all([ada, ben].map((one) => importing(one, { importId: 7, ...records })));
    await undoing(ada, 7);
    expect(idsOf(await exported(ada))).toEqual([]);
    expect(idsOf(await exported(ben))).toHaveLength(7);
  });

  test(`of ${MANY} records is finished by the next calls if it is cut off`, async () => {
    const person = await newPerson();
    const tasks = Array.from({ length: MANY }, (_, n) => ({ id: n + 1, title: 'x' }));
    const half = MANY / 2;
    for (const slice of [tasks.slice(0, half), tasks.slice(half)])
      await importing(person, { importId: 7, tasks: slice });
    const cut = cutOffAfter(1);
    const owner = { uid: person.uid, userId: person.userId };
    const call = { owner, body: { importId: 7 } } as Parameters<typeof undoImport>[0];
    await expect(undoImport(call, firebasePorts())).rejects.toThrow('Cut off');
    cut.mockRestore();
    expect((await exported(person)).tasks).toHaveLength(MANY - 240);
    let undone = await undoing(person, 7);
    while (!undone.isDone) undone = await undoing(person, 7);
    expect((await exported(person)).tasks).toEqual([]);
  });
});

describe('an import', () => {
  test('creates nothing when it runs a second time', async () => {
    const person = await newPerson();
    expect(await importing(person, { importId: 7, ...records })).toEqual(COUNTS);
    const before = await exported(person);
    expect(await importing(person, { importId: 8, ...records })).toEqual(NONE);
    expect({ ...(await exported(person)), exportedAt: '' }).toEqual({ ...before, exportedAt: '' });
  });

  test('that was cut off is finished by the same call, which counts all its records', async () => {
    const person = await newPerson();
    const cut = cutOffAfter(2);
    const owner = { uid: person.uid, userId: person.userId };
    const body = { importId: 7, ...records };
    const call = { owner, body: AccountImport.parse(body) } as Parameters<typeof importAccount>[0];
    await expect(importAccount(call, firebasePorts())).rejects.toThrow('Cut off');
    cut.mockRestore();
    expect(idsOf(await exported(person)).sort()).toEqual([10, 11, 12]);
    expect(await importing(person, body)).toEqual(COUNTS);
    expect(await importing(person, body)).toEqual(COUNTS);
    expect(idsOf(await exported(person))).toHaveLength(7);
    expect(await undoing(person, 7)).toEqual({ deleted: 7, kept: 0, isDone: true });
  });
});
