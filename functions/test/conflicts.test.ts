import type { DeletedRecord } from '@daymark/contract/deletion';
import type { Note } from '@daymark/contract/note';
import { textsVersion, textVersion } from '@daymark/contract/texts';
import { beforeEach, describe, expect, test } from 'vitest';
import { newPerson, type Person } from './people';
import { send } from './send';

let person: Person;
beforeEach(async () => {
  person = await newPerson();
});

/** Sends a request. `key` is the key of its mutation. */
const ask = (method: string, path: string, body?: object, key?: string) =>
  send({
    method,
    path,
    session: person.session,
    body,
    ...(key && { headers: { 'Daymark-Mutation': key } }),
  });

const NOTE = { id: 7, title: 'Ferns', content: 'Water them.' };
const [EARLIER, EARLY, LATE] = [30, 20, 10].map((minutes) =>
  new Date(Date.now() - minutes * 60_000).toISOString(),
);
const REPEATING = {
  plannedDay: '2026-11-20',
  repeat: { every: 'day', interval: 1, from: 'schedule' },
};
const edit = (content: string, seen: string, editedAt = LATE, key?: string) =>
  ask('PATCH', '/api/notes/7', { content, base: { content: textVersion(seen) }, editedAt }, key);
const contentNow = async () =>
  ((await ask('GET', '/api/notes')).json() as Note[]).find(({ id }) => id === 7)?.content;
const deletion = ({ deletedAt, seen }: { deletedAt: string | undefined; seen: object }) =>
  `?${new URLSearchParams({
    deletedAt: deletedAt ?? '',
    base: String(textsVersion('notes', seen)),
  }).toString()}`;

describe('an edit that names the version of the text that it was made on', () => {
  beforeEach(async () => {
    await ask('POST', '/api/notes', NOTE);
  });

  test('is applied while the text has that version, whatever the clocks say', async () => {
    await edit('Water them daily.', 'Water them.', LATE);
    const reply = await edit('Water them weekly.', 'Water them daily.', EARLY);
    expect(reply.headers['daymark-conflict']).toBeUndefined();
    expect(await contentNow()).toBe('Water them weekly.');
  });

  test('doesn’t overwrite another version, and the response has that version and its time', async () => {
    await edit('Water them daily.', 'Water them.', EARLY);
    const reply = await edit('Water them weekly.', 'Water them.', LATE);
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({ content: 'Water them daily.' });
    expect(reply.headers['daymark-conflict']).toBe(`content=${EARLY}`);
  });

  test('has no conflict if the text is already the same', async () => {
    await edit('Water them daily.', 'Water them.', EARLY);
    const reply = await edit('Water them daily.', 'Water them.', LATE);
    expect(reply.headers['daymark-conflict']).toBeUndefined();
  });

  test('writes all its texts or none', async () => {
    await edit('Water them daily.', 'Water them.', EARLY);
    const base = { title: textVersion('Ferns'), content: textVersion('Water them.') };
    const typed = { title: 'Moss', content: 'Dry it.', base, editedAt: LATE };
    const reply = await ask('PATCH', '/api/notes/7', typed);
    expect(reply.json()).toMatchObject({ title: 'Ferns', content: 'Water them daily.' });
    expect(String(reply.headers['daymark-conflict'])).toMatch(/^title=.*,content=/);
  });

  test('is applied once, even if another device restored the old text', async () => {
    await edit('Water them daily.', 'Water them.', EARLY, 'first');
    await edit('Water them.', 'Water them daily.', LATE, 'second');
    const again = await edit('Water them daily.', 'Water them.', EARLY, 'first');
    expect(again.status).toBe(200);
    expect(await contentNow()).toBe('Water them.');
  });

  test('has the same conflict when it arrives again', async () => {
    await edit('Water them daily.', 'Water them.', EARLY, 'first');
    for (let times = 0; times < 2; times++) {
      const reply = await edit('Water them weekly.', 'Water them.', LATE, 'second');
      expect(reply.headers['daymark-conflict']).toBe(`content=${EARLY}`);
    }
  });

  test('has the same conflict when it arrives again after another of its fields was written', async () => {
    await ask('POST', '/api/tasks', { id: 7, title: 'Water' });
    const base = { title: textVersion('Water') };
    await ask('PATCH', '/api/tasks/7', { title: 'Spray', base, editedAt: EARLY });
    const typed = { title: 'Prune', deadline: '2026-12-01', base, editedAt: LATE };
    for (let times = 0; times < 2; times++) {
      const reply = await ask('PATCH', '/api/tasks/7', typed, 'second');
      expect(reply.headers['daymark-conflict']).toBe(`title=${EARLY}`);
    }
  });

  test('writes its other fields even if its text conflicts', async () => {
    await ask('POST', '/api/tasks', { id: 7, title: 'Water' });
    await ask('PATCH', '/api/tasks/7', { title: 'Spray', base: { title: textVersion('Water') } });
    const typed = { title: 'Prune', deadline: '2026-12-01', base: { title: textVersion('Water') } };
    const reply = await ask('PATCH', '/api/tasks/7', { ...typed, editedAt: LATE });
    expect(reply.json()).toMatchObject({ title: 'Spray', deadline: '2026-12-01' });
  });

  test('of a reflection doesn’t overwrite a text that another device has written', async () => {
    const day = '2026-11-20T08:00:00+01:00';
    const write = (accomplishments: string) =>
      ask('POST', '/api/reflections', {
        date: day,
        accomplishments,
        base: { accomplishments: textVersion('') },
        editedAt: LATE,
      });
    expect((await write('Watered.')).headers['daymark-conflict']).toBeUndefined();
    const reply = await write('Pruned.');
    expect(reply.json()).toMatchObject({ accomplishments: 'Watered.' });
    expect(reply.headers['daymark-conflict']).toBe(`accomplishments=${LATE}`);
  });
});

describe('a delete that names the version that the person saw', () => {
  beforeEach(async () => {
    await ask('POST', '/api/notes', NOTE);
  });

  test('is carried out if nothing was changed', async () => {
    const path = `/api/notes/7${deletion({ deletedAt: LATE, seen: NOTE })}`;
    expect((await ask('DELETE', path)).status).toBe(204);
  });

  test('is refused if it is older than an edit', async () => {
    await ask('PATCH', '/api/notes/7', { content: 'Water them daily.', editedAt: LATE });
    const seen = { ...NOTE, content: 'Water them daily.' };
    const reply = await ask('DELETE', `/api/notes/7${deletion({ deletedAt: EARLY, seen })}`);
    expect(reply.status).toBe(412);
    expect(reply.text).toBe('This was changed on another device.');
    expect(await contentNow()).toBe('Water them daily.');
  });

  test('is refused if the person had not seen the text', async () => {
    await ask('PATCH', '/api/notes/7', { content: 'Water them daily.', editedAt: EARLIER });
    const path = `/api/notes/7${deletion({ deletedAt: LATE, seen: NOTE })}`;
    expect((await ask('DELETE', path)).status).toBe(412);
  });

  test('keeps a task, its steps and its blocks if a step was changed later', async () => {
    await ask('POST', '/api/tasks', { id: 7, title: 'Garden' });
    await ask('POST', '/api/tasks', { id: 8, title: 'Water', parentId: 7 });
    const [start, end] = ['2099-11-20T08:00:00+01:00', '2099-11-20T09:00:00+01:00'];
    await ask('POST', '/api/events', { id: 9, title: 'Garden', start, end, taskId: 7 });
    await ask('PATCH', '/api/tasks/8', { title: 'Water twice', editedAt: LATE });
    const query = new URLSearchParams({ deletedAt: EARLY ?? '' }).toString();
    expect((await ask('DELETE', `/api/tasks/7?${query}`)).status).toBe(412);
    const ids = (reply: { json: () => unknown }) => (reply.json() as { id: number }[]).length;
    expect(ids(await ask('GET', '/api/tasks'))).toBe(2);
    expect(ids(await ask('GET', '/api/events'))).toBe(1);
  });

  test('keeps a task if a step was added later', async () => {
    await ask('POST', '/api/tasks', { id: 7, title: 'Garden' });
    await ask('POST', '/api/tasks', { id: 8, title: 'Water', parentId: 7, createdAt: LATE });
    const path = (deletedAt = '') =>
      `/api/tasks/7?${new URLSearchParams({ deletedAt }).toString()}`;
    expect((await ask('DELETE', path(EARLY))).status).toBe(412);
    expect((await ask('DELETE', path(new Date().toISOString()))).status).toBe(204);
  });

  test('doesn’t delete a restored note when it arrives again', async () => {
    const path = `/api/notes/7${deletion({ deletedAt: EARLY, seen: NOTE })}`;
    await ask('DELETE', path, undefined, 'a-delete');
    const restored = { ...NOTE, content: 'Back.', restore: true, restoredAt: LATE };
    await ask('POST', '/api/notes', restored);
    expect((await ask('DELETE', path, undefined, 'a-delete')).status).toBe(409);
    expect(await contentNow()).toBe('Back.');
  });
});

describe('a restore of a record that exists', () => {
  test.each([
    ['a category', '/api/categories', { color: '#3B82F6', name: 'Garden' }, 'name'],
    ['a task', '/api/tasks', { title: 'Garden' }, 'title'],
    ['a step', '/api/tasks', { title: 'Water', parentId: 6 }, 'title'],
    ['a repeating task', '/api/tasks', { title: 'Water', ...REPEATING }, 'title'],
    ['an event', '/api/events', { title: 'Garden', start: EARLY, end: LATE }, 'title'],
    ['a note', '/api/notes', { title: 'Ferns', content: 'Water them.' }, 'title'],
  ] as const)(
    '%s keeps its text, and the response names the conflicting field',
    async (_, path, made, field) => {
      await ask('POST', '/api/tasks', { id: 6, title: 'Parent' });
      await ask('POST', path, { id: 7, ...made });
      const other = { id: 7, ...made, [field]: 'Other words' };
      const reply = await ask('POST', path, { ...other, restore: true, restoredAt: LATE });
      expect(reply.status).toBe(201);
      expect(reply.json()).toMatchObject({ [field]: Reflect.get(made, field) });
      expect(reply.headers['daymark-conflict']).toMatch(new RegExp(`^${field}=`));
    },
  );
});

describe('deleted records', () => {
  const listed = async (query = '') =>
    (await ask('GET', `/api/deleted${query}`)).json() as DeletedRecord[];

  test('are listed with their content, most recently deleted first, and can be restored', async () => {
    await ask('POST', '/api/notes', NOTE);
    await ask('POST', '/api/tasks', { id: 8, title: 'Water' });
    await ask('DELETE', '/api/notes/7');
    await ask('DELETE', '/api/tasks/8');
    expect(await listed()).toMatchObject([
      { collection: 'tasks', record: { id: 8, title: 'Water' } },
      { collection: 'notes', record: NOTE },
    ]);
    const note = '/api/deleted/7?collection=notes';
    expect((await ask('GET', note)).json()).toMatchObject({ collection: 'notes', record: NOTE });
    expect((await ask('GET', '/api/deleted/7?collection=tasks')).status).toBe(404);
    await ask('POST', '/api/notes', { ...NOTE, restore: true });
    expect((await ask('GET', note)).status).toBe(409);
    expect(await contentNow()).toBe('Water them.');
    expect(await listed()).toMatchObject([{ collection: 'tasks' }]);
  });

  test('include the steps of a task and all records of an undone import', async () => {
    await ask('POST', '/api/tasks', { id: 7, title: 'Garden' });
    await ask('POST', '/api/tasks', { id: 8, title: 'Water', parentId: 7 });
    await ask('DELETE', '/api/tasks/7');
    const notes = [{ id: 9, title: 'Imported', content: 'Text' }];
    const reflections = [{ date: '2026-11-20T08:00:00+01:00', accomplishments: 'Imported' }];
    await ask('POST', '/api/import', { importId: 5, notes, reflections });
    await ask('POST', '/api/import/undo', { importId: 5 });
    const ids = (await listed()).map(({ record }) => record.id);
    expect(ids.toSorted()).toEqual([7, 8, 9]);
  });

  test('come in pages without a gap, even if they were deleted at one moment', async () => {
    const count = 120;
    const notes = Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      title: `Note ${index}`,
      content: '',
    }));
    await ask('POST', '/api/import', { importId: 5, notes });
    await ask('POST', '/api/import/undo', { importId: 5 });
    const ids = new Set<number>();
    let query = '';
    for (let pages = 0; pages < 3; pages++) {
      const reply = await ask('GET', `/api/deleted${query}`);
      for (const { record } of reply.json() as DeletedRecord[]) ids.add(record.id);
      query = /\?[^>]+/.exec(String(reply.headers.link))?.[0] ?? '';
    }
    expect(ids.size).toBe(count);
    expect(query).toBe('');
  });

  test('are visible only to their own person', async () => {
    await ask('POST', '/api/notes', NOTE);
    await ask('DELETE', '/api/notes/7');
    person = await newPerson();
    expect(await listed()).toEqual([]);
  });
});
