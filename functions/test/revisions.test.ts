import { getFirestore } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin } from './authEmulator';
import { expectGuarded } from './expectSentence';
import { newPerson, type Person } from './people';
import { rows } from './rows';
import { send } from './send';

let person: Person;
beforeEach(async () => {
  person = await newPerson();
});

const list = (ifNoneMatch?: string, path = '/api/tasks') =>
  send({
    path,
    session: person.session,
    ...(ifNoneMatch !== undefined && { headers: { 'if-none-match': ifNoneMatch } }),
  });
const tagOf = async (path?: string) => String((await list(undefined, path)).headers.etag);
const create = (path: string, body: object) =>
  send({ method: 'POST', path, body, session: person.session });

test('the reply of every list has a revision, and no other reply has a revision', async () => {
  for (const row of rows.filter(({ method, session }) => method === 'GET' && session !== 'none')) {
    const query: Record<string, string> =
      row.name === 'getReflection' ? { date: '2026-11-20T00:00:00Z' } : {};
    const { headers } = await send({ path: row.path, query, session: person.session });
    if (row.revisionOf) expect(headers.etag, row.name).toMatch(/^"\d{16}\.0\.\d{16}"$/);
    else expect(headers.etag, row.name).toBeUndefined();
  }
});

test('a list that has not changed gives 304 with every header and no body', async () => {
  await create('/api/tasks', { title: 'Water' });
  const tag = await tagOf();
  expect(tag).toMatch(/^"\d{16}\.1\.\d{16}"$/);
  const reply = await list(tag);
  expect(reply.status).toBe(304);
  expect(reply.text).toBe('');
  expect(reply.headers.etag).toBe(tag);
  expectGuarded(reply);
});

test('a revision changes with every change of its collection and with no other change', async () => {
  await create('/api/tasks', { id: 7, title: 'Water' });
  const tag = await tagOf();
  await create('/api/notes', { title: 'x', content: '' });
  expect((await list(tag)).status).toBe(304);
  // The new tag has a new time, but stands for the same list as the earlier tag.
  expect(await tagOf()).not.toBe(tag);

  const { session } = person;
  const changes = [
    { method: 'PATCH', path: '/api/tasks/7', body: { title: 'Prune' } },
    { method: 'DELETE', path: '/api/tasks/7' },
    { method: 'POST', path: '/api/tasks', body: { title: 'Weed', isPriority: true } },
    { method: 'POST', path: '/api/import', body: { tasks: [{ id: 8, title: 'Sow' }] } },
  ];
  for (const change of changes) {
    const before = await tagOf();
    await send({ ...change, session });
    expect((await list(before)).status, change.method).toBe(200);
  }
});

describe('If-None-Match', () => {
  const forms: [string, (tag: string) => string, number][] = [
    ['a weak tag', (tag) => `W/${tag}`, 304],
    ['the tag among others', (tag) => `"other", W/"0.0.0" , ${tag}`, 304],
    ['a star', () => '*', 304],
    ['a tag with another time', (tag) => tag.replace(/\d+"$/, '1"'), 304],
    ['other tags only', () => '"other", W/"0.0.0"', 200],
    ['a tag of another epoch', (tag) => tag.replace(/^"\d+/, '"1'), 200],
    ['a tag of another counter', (tag) => tag.replace(/\.1\./, '.2.'), 200],
    ['nothing', () => '', 200],
    ['the tag without its quotes', (tag) => tag.slice(1, -1), 200],
    ['half a tag', (tag) => tag.slice(0, -1), 200],
    ['10,000 characters', () => '"'.repeat(10_000), 200],
  ];
  test.each(forms)('with %s', async (_what, form, status) => {
    await create('/api/tasks', { title: 'Water' });
    expect((await list(form(await tagOf()))).status).toBe(status);
  });

  test('doesn’t work without a session or for another person’s list', async () => {
    await create('/api/tasks', { title: 'Water' });
    const tag = await tagOf();
    const headers = { 'if-none-match': tag };
    expect((await send({ path: '/api/tasks', headers })).status).toBe(401);
    const other = await newPerson();
    await send({
      method: 'POST',
      path: '/api/tasks',
      body: { title: 'x' },
      session: other.session,
    });
    expect((await send({ path: '/api/tasks', headers, session: other.session })).status).toBe(200);
  });

  test('doesn’t hide an invalid query', async () => {
    expect((await list('*', '/api/tasks?after=')).status).toBe(400);
  });

  test('doesn’t match after the counter has started again', async () => {
    await create('/api/tasks', { title: 'Water' });
    const tag = await tagOf();
    const counters = getFirestore(admin).doc(`users/${person.uid}/live/revisions`);
    await counters.delete();
    expect((await list(tag)).status).toBe(200);
    await counters.create({});
    await create('/api/tasks', { title: 'Prune' });
    // The counter is 1 again.
    expect(await tagOf()).toMatch(/\.1\./);
    expect((await list(tag)).status).toBe(200);
  });
});
