import { getFirestore } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin } from './authEmulator';
import { expectSentence } from './expectSentence';
import { newPerson, type Person } from './people';
import { send } from './send';

const firestore = getFirestore(admin);
let person: Person;
beforeEach(async () => {
  person = await newPerson();
});
const ask = (method: string, path: string, body?: object) =>
  send({ method, path, session: person.session, body });

/** Returns the time this many minutes ago. */
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const editsOf = async (path: string) =>
  (await firestore.doc(`users/${person.uid}/${path}`).get()).get('edits') as object;
const tasksRevision = async () =>
  (await firestore.doc(`users/${person.uid}/live/revisions`).get()).get('tasks') as number;

const [start, end] = ['2026-11-20T08:00:00+01:00', '2026-11-20T09:00:00+01:00'];
const nouns: [string, string, object, string, unknown[], string, unknown][] = [
  ['tasks', '/api/tasks', { title: 'a' }, 'title', ['b', 'c', 'd'], 'categoryId', 3],
  [
    'tasks',
    '/api/tasks',
    { title: 'a', isPriority: true },
    'title',
    ['b', 'c', 'd'],
    'completed',
    true,
  ] as never,
  [
    'categories',
    '/api/categories',
    { name: 'a', color: '#000000' },
    'name',
    ['b', 'c', 'd'],
    'color',
    '#ffffff',
  ] as never,
  ['events', '/api/events', { title: 'a', start, end }, 'title', ['b', 'c', 'd'], 'end', start],
  ['notes', '/api/notes', { title: 'a', content: '' }, 'title', ['b', 'c', 'd'], 'content', 'x'],
  [
    'focusSessions',
    '/api/focus-sessions',
    { mode: 'focus', start, end, plannedSeconds: 1500, actualSeconds: 1500, completed: true },
    'taskId',
    [2, 3, 4],
    'note',
    'x',
  ],
];

describe.each(nouns)('%s at %s made of %j', (name, path, fields, field, values, other, its) => {
  const patch = async (body: object) => {
    const reply = await ask('PATCH', `${path}/7`, body);
    expect(reply.status, reply.text).toBe(200);
    return reply.json() as Record<string, unknown>;
  };
  beforeEach(() => ask('POST', path, { id: 7, ...fields }));

  test('a field keeps its later edit, whichever arrives first', async () => {
    const [early, late, latest] = [ago(30), ago(20), ago(10)];
    expect(await patch({ [field]: values[1], editedAt: late })).toMatchObject({
      [field]: values[1],
    });
    const ignored = await ask('PATCH', `${path}/7`, { [field]: values[0], editedAt: early });
    expect(ignored.json()[field]).toBe(values[1]);
    expect(ignored.headers['daymark-lost'], 'the response names the lost field').toBe(field);
    expect(await patch({ [field]: values[2], editedAt: latest })).toMatchObject({
      [field]: values[2],
    });
    expect(await editsOf(`${name}/7`)).toEqual({ [field]: latest });
  });

  test('an edit is not ignored because another field was edited later', async () => {
    const [early, late] = [ago(20), ago(10)];
    await patch({ [field]: values[0], editedAt: late });
    const merged = await patch({ [field]: values[1], [other]: its, editedAt: early });
    expect(merged).toMatchObject({ [field]: values[0], [other]: its });
    expect(await editsOf(`${name}/7`)).toEqual({ [field]: late, [other]: early });
  });

  test('if two edits have the same time, the first to arrive wins', async () => {
    const editedAt = ago(10);
    await patch({ [field]: values[0], editedAt });
    const reply = await ask('PATCH', `${path}/7`, { [field]: values[1], editedAt });
    expect(reply.json()[field]).toBe(values[0]);
    expect(reply.headers['daymark-lost']).toBe(field);
  });

  test('an edit that arrives again changes nothing and loses nothing', async () => {
    const edit = { [field]: values[0], editedAt: ago(10) };
    await patch(edit);
    const { etag } = (await ask('GET', path)).headers;
    const reply = await ask('PATCH', `${path}/7`, edit);
    expect(reply.json()[field]).toBe(values[0]);
    expect(reply.headers['daymark-lost']).toBeUndefined();
    expect((await ask('GET', path)).headers.etag).toBe(etag);
  });

  test('an edit from the future counts as made now', async () => {
    const before = new Date().toISOString();
    await patch({ [field]: values[0], editedAt: '2999-01-01T00:00:00Z' });
    const { [field]: edited } = (await editsOf(`${name}/7`)) as Record<string, string>;
    expect(edited! >= before && edited! <= new Date().toISOString()).toBe(true);
    expect((await patch({ [field]: values[1] }))[field]).toBe(values[1]);
  });

  test('an absent or null time means now', async () => {
    await patch({ [field]: values[0], editedAt: null });
    expect((await patch({ [field]: values[1], editedAt: ago(1) }))[field]).toBe(values[0]);
    expect((await patch({ [field]: values[2] }))[field]).toBe(values[2]);
  });

  test('an edit without a field or with an invalid time is refused', async () => {
    expectSentence(await ask('PATCH', `${path}/7`, { editedAt: ago(1) }), 400);
    expectSentence(await ask('PATCH', `${path}/7`, { [field]: values[0], editedAt: 'now' }), 400);
  });
});

test('an edit whose fields all lose writes nothing', async () => {
  await ask('POST', '/api/tasks', { id: 7, title: 'a', isPriority: true });
  await ask('POST', '/api/tasks', { id: 8, title: 'a' });
  for (const id of [7, 8]) await ask('PATCH', `/api/tasks/${id}`, { order: 0, title: 'b' });
  const before = await tasksRevision();
  for (const id of [7, 8]) {
    const body = { order: 1, title: 'c', editedAt: ago(10) };
    expect((await ask('PATCH', `/api/tasks/${id}`, body)).json().title).toBe('b');
  }
  expect(await tasksRevision()).toBe(before);
});

describe('a task', () => {
  test.each([true, false])(
    '(priority: %s) was completed when it was ticked',
    async (isPriority) => {
      await ask('POST', '/api/tasks', { id: 7, title: 'a', isPriority });
      const [ticked, later] = [ago(20), ago(10)];
      const tick = (completed: boolean, editedAt: string) =>
        ask('PATCH', '/api/tasks/7', { completed, editedAt });
      expect((await tick(true, ticked)).json().completedAt).toBe(ticked);
      expect((await tick(true, later)).json().completedAt).toBe(ticked);
      // A device that was offline unticked the task before the second tick.
      expect((await tick(false, ago(15))).json()).toMatchObject({ completedAt: ticked });
      expect((await tick(false, ago(5))).json()).toMatchObject({
        completed: false,
        completedAt: null,
      });
      const before = new Date().toISOString();
      const future = (await tick(true, '2999-01-01T00:00:00Z')).json().completedAt as string;
      expect(future >= before && future <= new Date().toISOString()).toBe(true);
    },
  );

  test('that was completed on another device keeps its completion time', async () => {
    const completedAt = ago(600);
    const body = { id: 7, title: 'a', completed: true, completedAt };
    expect((await ask('POST', '/api/tasks', body)).json().completedAt).toBe(completedAt);
  });

  test('among the priorities stays where the later move put it', async () => {
    for (const id of [1, 2, 3])
      await ask('POST', '/api/tasks', { id, title: 'x', isPriority: true });
    await ask('PATCH', '/api/tasks/3', { order: 0, editedAt: ago(10) });
    await ask('PATCH', '/api/tasks/3', { order: 2, editedAt: ago(20) });
    const left = (await ask('GET', '/api/tasks/priorities')).json() as { id: number }[];
    expect(left.map(({ id }) => id)).toEqual([3, 1, 2]);
  });

  test('keeps the latest edit of each field when many edits arrive at once', async () => {
    await ask('POST', '/api/tasks', { id: 7, title: 'a' });
    const edits = Array.from({ length: 20 }, (_, n) => ({
      title: `No. ${n}`,
      editedAt: ago(60 - n),
      ...(n < 10 && { categoryId: n + 1 }),
    }));
    const shuffled = edits.toSorted((a, b) => a.title.localeCompare(b.title));
    const replies = await Promise.all(shuffled.map((body) => ask('PATCH', '/api/tasks/7', body)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const [task] = (await ask('GET', '/api/tasks')).json() as object[];
    expect(task).toMatchObject({ title: 'No. 19', categoryId: 10 });
  });
});

test('a note’s updatedAt is the time of its latest edit', async () => {
  await ask('POST', '/api/notes', { id: 7, title: 'a', content: '', createdAt: ago(60) });
  const patch = async (body: object) =>
    (await ask('PATCH', '/api/notes/7', body)).json() as { updatedAt: string };
  const [early, late] = [ago(20), ago(10)];
  expect((await patch({ title: 'b', editedAt: late })).updatedAt).toBe(late);
  expect(await patch({ content: 'x', editedAt: early })).toMatchObject({
    content: 'x',
    updatedAt: late,
  });
});

test('settings keep the latest edit of each field, even when the first edits arrive at once', async () => {
  const patch = async (body: object) =>
    (await ask('PATCH', '/api/settings', body)).json() as object;
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      patch({ focusDuration: n + 1, editedAt: ago(60 - ((n * 3) % 10)) }),
    ),
  );
  expect(all).toHaveLength(10);
  // The latest edit has the largest (n * 3) % 10, so its n is 3.
  expect((await ask('GET', '/api/settings')).json()).toMatchObject({ focusDuration: 4 });
  const early = await patch({ focusDuration: 60, shortBreakDuration: 9, editedAt: ago(70) });
  expect(early).toMatchObject({ focusDuration: 4, shortBreakDuration: 9, longBreakDuration: 15 });
});

test('a profile ignores the time of an edit and doesn’t store it', async () => {
  const reply = await ask('PATCH', '/api/user', { timeZone: 'Asia/Tokyo', editedAt: ago(1) });
  expect(reply.json()).toMatchObject({ timeZone: 'Asia/Tokyo' });
  const profile = (await firestore.doc(`users/${person.uid}`).get()).data();
  expect(profile).not.toHaveProperty('editedAt');
});

describe('a day’s reflection', () => {
  const date = '2026-11-20T00:00:00+02:00';
  const save = async (body: object) => {
    const reply = await ask('POST', '/api/reflections', { date, ...body });
    expect(reply.status, reply.text).toBe(201);
    return reply.json() as Record<string, unknown>;
  };

  test('with a time is created from the fields sent and merged field by field', async () => {
    const first = await save({ challenges: 'Aphids', editedAt: ago(30) });
    expect(first).toEqual({
      id: 20261120,
      date,
      userId: person.userId,
      challenges: 'Aphids',
      accomplishments: null,
      tomorrowFocus: null,
      productivityRating: null,
    });
    const second = await save({ accomplishments: 'Ferns', challenges: null, editedAt: ago(20) });
    expect(second).toEqual({ ...first, accomplishments: 'Ferns' });
    const emptied = await save({ challenges: '', productivityRating: 0, editedAt: ago(10) });
    expect(emptied).toEqual({ ...second, challenges: '', productivityRating: 0 });
    const late = await save({ challenges: 'Slugs', tomorrowFocus: 'Rest', editedAt: ago(15) });
    expect(late).toEqual({ ...emptied, tomorrowFocus: 'Rest' });
    // Any time of the day finds the reflection, which keeps the time of its creation.
    const noon = await save({ date: '2026-11-20T12:00:00+02:00', editedAt: ago(1) });
    expect(noon).toEqual(late);
  });

  test('without a time is replaced as a whole', async () => {
    await save({ challenges: 'Aphids', tomorrowFocus: 'Rest', editedAt: ago(10) });
    const replaced = await save({ challenges: 'None' });
    expect(replaced).toMatchObject({ challenges: 'None', tomorrowFocus: null });
    expect(await save({ challenges: 'Slugs', tomorrowFocus: 'Rest', editedAt: ago(1) })).toEqual(
      replaced,
    );
  });

  test('saved by twenty requests at once keeps the latest version of each text', async () => {
    const answers = ['accomplishments', 'challenges', 'tomorrowFocus'];
    const saves = Array.from({ length: 20 }, (_, n) => ({
      [answers[n % 3]!]: `No. ${n}`,
      ...(n === 4 && { productivityRating: 5 }),
      editedAt: ago(60 - n),
    }));
    await Promise.all(saves.reverse().map(save));
    const { productivityRating, ...left } = await save({ editedAt: ago(1) });
    expect(productivityRating).toBe(5);
    expect(left).toMatchObject({
      accomplishments: 'No. 18',
      challenges: 'No. 19',
      tomorrowFocus: 'No. 17',
    });
  });
});
