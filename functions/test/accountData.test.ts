import type { AccountExport } from '@daymark/contract/accountExport';
import { NewTask } from '@daymark/contract/task';
import { getFirestore, Query, WriteBatch } from 'firebase-admin/firestore';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { firebasePorts } from '../src/firebasePorts';
import { deleteWholeAccount } from '../src/handlers';
import { createTask } from '../src/tasks/tasks';
import { deleteOrphans, finishDeletions } from '../src/users/account';
import { importAccount } from '../src/users/importAccount';
import { accounts, admin, idTokenOf } from './authEmulator';
import { LONG_RUNS } from '@daymark/contract/test/longRuns';
import { newPerson, newDetails, type Person } from './people';
import { deletePerson } from './deletePerson';
import { send } from './send';
import { expectSentence } from './expectSentence';

const firestore = getFirestore(admin);
/**
 * Number of records in one import and in all. An import holds at most 2,500 records. A page of a deletion holds 500.
 */
const [SLICE, MANY] = LONG_RUNS ? [2_500, 10_000] : [750, 1_500];
const ask = ({ session }: Person, method: string, path: string, body?: object) =>
  send({ method, path, session, body });
const exported = async (person: Person) =>
  (await ask(person, 'GET', '/api/export')).json() as AccountExport;

/** Returns a person with records of every kind and unusual values. */
async function personWithRecords(): Promise<Person> {
  const person = await newPerson();
  const [start, end] = ['2026-03-29T01:30:00+01:00', '2026-03-29T03:30:00+02:00'];
  const attachedTo = { type: 'task', id: 4 };
  const creates: [string, object][] = [
    ['/api/categories', { id: 1, name: 'Work', color: '#3B82F6' }],
    ['/api/categories', { id: 2 ** 52 - 1, name: 'Garten 🌿', color: '#10B981' }],
    ...[1, 2, 3].map((id): [string, object] => [
      '/api/tasks',
      { id, title: 'x', isPriority: true },
    ]),
    [
      '/api/tasks',
      { id: 4, title: 'Done\u0000', completed: true, categoryId: 1, goalId: 2, order: 7 },
    ],
    ['/api/events', { id: 1, title: 'The hour that is not', start, end, color: '#8B5CF6' }],
    ['/api/events', { id: 2, title: 'Backwards', start: end, end: start, googleEventId: 'g' }],
    [
      '/api/events',
      { id: 3, title: 'Trip', start, end, days: { start: '2026-03-28', end: '2026-03-30' } },
    ],
    ['/api/goals', { id: 1, title: 'Greener', span: 'month', day: '2026-11-01' }],
    [
      '/api/goals',
      { id: 2, title: 'Ferns', span: 'week', day: '2026-11-16', servesId: 1, outcome: 'carried' },
    ],
    [
      '/api/day-plans',
      {
        day: '2026-11-20',
        plan: {
          keptAt: start,
          tasks: [{ taskId: 4, title: 'Done', minutes: null, isPriority: false }],
          times: [{ eventId: '1', title: 'Ferns', start, end, taskId: null }],
        },
      },
    ],
    ['/api/week-reviews', { day: '2026-11-16', done: 'All', slipped: '', rating: 0 }],
    ['/api/notes', { id: 1, title: 'Ferns', content: '# Water\n\n- daily ', attachedTo }],
    [
      '/api/reflections',
      { date: '2026-11-20T00:00:00+05:30', challenges: '', productivityRating: 0 },
    ],
    ['/api/reflections', { date: '2026-11-19T00:00:00-08:00', accomplishments: 'All' }],
    [
      '/api/focus-sessions',
      {
        id: 1,
        mode: 'longBreak',
        start,
        end,
        plannedSeconds: 900,
        actualSeconds: 3,
        completed: false,
        taskId: 4,
        note: 'Interrupted',
      },
    ],
  ];
  for (const [path, body] of creates) {
    const reply = await ask(person, 'POST', path, body);
    expect(reply.status, reply.text).toBe(201);
  }
  await ask(person, 'PATCH', '/api/notes/1', { title: 'All ferns' });
  await ask(person, 'PATCH', '/api/settings', {
    focusDuration: 50,
    calendarSuggestionDismissed: true,
  });
  await ask(person, 'PATCH', '/api/user', { timeZone: 'Asia/Kolkata' });
  return person;
}

/** Returns the part of an export that doesn't depend on the account. */
function content({ user, exportedAt: _exportedAt, ...document }: AccountExport): unknown {
  return JSON.parse(
    JSON.stringify({ timeZone: user.timeZone, ...document }, (key, value: unknown) =>
      key === 'userId' ? undefined : value,
    ),
  );
}

describe('export and import', () => {
  test('restore the same records in an empty account, field for field', async () => {
    const [ada, ben] = await Promise.all([personWithRecords(), newPerson()]);
    const document = await exported(ada);
    expect(document).toMatchObject({ version: 1, user: { username: ada.username } });
    const counts = { categories: 2, tasks: 4, events: 3, notes: 1, reflections: 2, goals: 2 };
    const oneEach = { focusSessions: 1, dayPlans: 1, weekReviews: 1 };

    const first = await ask(ben, 'POST', '/api/import', document);
    expect(first.status, first.text).toBe(200);
    expect(first.json()).toEqual({ ...counts, ...oneEach, conflicts: 0 });
    const back = await exported(ben);
    expect(content(back)).toEqual(content(document));
    expect(back.user).toMatchObject({ id: ben.userId, username: ben.username, email: ben.email });

    const second = await ask(ben, 'POST', '/api/import', document);
    expect(new Set(Object.values(second.json()))).toEqual(new Set([0]));
    expect(content(await exported(ben))).toEqual(content(document));
    // Imported records also have the fields that queries filter by.
    const range = { startDate: '2026-03-29T00:00:00Z', endDate: '2026-03-30T00:00:00Z' };
    const events = await send({ path: '/api/events', query: range, session: ben.session });
    expect(events.json()).toHaveLength(3);
  });

  test('give the same result in slices and all at once', async () => {
    const [ada, ben] = await Promise.all([personWithRecords(), newPerson()]);
    const { version: _version, exportedAt: _exportedAt, ...document } = await exported(ada);
    const slices = Object.entries(document).map(([name, part]) => ({ [name]: part }));
    const replies = await Promise.all(
      slices.map((slice) => ask(ben, 'POST', '/api/import', slice)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(content(await exported(ben))).toEqual(content(await exported(ada)));
  });

  test('store each record once, even when three requests at once send more than a commit holds', async () => {
    const person = await newPerson();
    const tasks = Array.from({ length: 501 }, (_, n) => ({ id: n + 1, title: `No. ${n}` }));
    const replies = await Promise.all(
      Array.from({ length: 3 }, () => ask(person, 'POST', '/api/import', { tasks })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies.reduce((sum, reply) => sum + Number(reply.json().tasks), 0)).toBe(501);
    expect((await exported(person)).tasks).toHaveLength(501);
  });

  test('have each record once over several pages, even if a record is edited between two pages', async () => {
    const person = await newPerson();
    const notes = Array.from({ length: 101 }, (_, n) => ({
      id: n + 1,
      title: `No. ${n}`,
      content: '',
    }));
    expect((await ask(person, 'POST', '/api/import', { notes })).json().notes).toBe(101);
    const ids: number[] = [];
    let last;
    for await (const page of firebasePorts().stores.notes.pages(person)) {
      ids.push(...page.map(({ id }) => id));
      // The list begins with the latest edit, so this note moves to the part that was already read.
      if (!last) {
        last = notes.find(({ id }) => !ids.includes(id));
        await ask(person, 'PATCH', `/api/notes/${last?.id}`, { title: 'Edited' });
      }
    }
    expect(ids).toHaveLength(101);
    expect(ids.at(-1)).toBe(last?.id);
  });

  test('end the connection if they fail halfway, and send a sentence if they fail earlier', async () => {
    const person = await newPerson();
    await ask(person, 'POST', '/api/tasks', { id: 1, title: 'x' });
    await ask(person, 'POST', '/api/notes', { id: 1, title: 'x', content: 'x'.repeat(100_000) });
    await ask(person, 'POST', '/api/reflections', { date: '2026-11-20T00:00:00Z' });
    const records = firestore.doc(`users/${person.uid}`);
    const [reflection] = await records.collection('reflections').listDocuments();
    await reflection!.update({ challenges: 12345 });
    await expect(ask(person, 'GET', '/api/export')).rejects.toThrow();
    await records.collection('tasks').doc('1').update({ title: 12345 });
    expectSentence(await ask(person, 'GET', '/api/export'), 500);
  });

  test('leave existing records as they are', async () => {
    const person = await newPerson();
    await ask(person, 'POST', '/api/tasks', { id: 1, title: 'Mine' });
    const tasks = [1, 2].map((id) => ({ id, title: 'Theirs', userId: 7 }));
    const reply = await ask(person, 'POST', '/api/import', { tasks });
    expect(reply.json().tasks).toBe(1);
    const titles = (await exported(person)).tasks.map(({ id, title }) => [id, title]);
    expect(titles.sort()).toEqual([
      [1, 'Mine'],
      [2, 'Theirs'],
    ]);
  });

  test('accept more than three priorities', async () => {
    const person = await newPerson();
    const tasks = [1, 2, 3, 4].map((id) => ({ id, title: 'x', isPriority: true, order: id - 1 }));
    expect((await ask(person, 'POST', '/api/import', { tasks })).status).toBe(200);
    expect((await ask(person, 'GET', '/api/tasks/priorities')).json()).toHaveLength(4);
    const create = { title: 'One more', isPriority: true };
    expectSentence(await ask(person, 'POST', '/api/tasks', create), 409);
  });

  test('refuse an invalid document as a whole', async () => {
    const person = await newPerson();
    const tasks = [{ id: 1, title: 'Fine' }];
    const refused = [
      { version: 2, tasks },
      { tasks: [...tasks, { title: 'No id' }] },
      { tasks, notes: [{ id: 1, title: '' }] },
      { tasks, settings: { focusDuration: 0 } },
      { tasks, user: { timeZone: 'Mars/Base' } },
      // More records than one request can store within its time limit.
      { tasks: Array.from({ length: 2_501 }, (_, index) => ({ id: index + 1, title: 'x' })) },
    ];
    for (const body of refused) expectSentence(await ask(person, 'POST', '/api/import', body), 400);
    expect((await exported(person)).tasks).toEqual([]);
  });
});

describe('deleting the account', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Makes a deletion look as if it began two hours ago and runs the scheduled function. */
  async function finishLater({ uid }: Person) {
    const begunAt = new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString();
    await firestore.doc(`deletions/${uid}`).update({ begunAt });
    await finishDeletions(firebasePorts(), Date.now() + 60_000, deleteWholeAccount);
    expect((await firestore.doc(`deletions/${uid}`).get()).exists).toBe(false);
  }

  async function expectGone({ uid, email, username, session }: Person) {
    expect(await firestore.doc(`users/${uid}`).listCollections()).toEqual([]);
    expect((await firestore.doc(`users/${uid}`).get()).exists).toBe(false);
    const names = await firestore.collection('usernames').where('uid', '==', uid).get();
    expect(names.size).toBe(0);
    await expect(accounts.getUser(uid)).rejects.toThrow();
    expectSentence(await send({ path: '/api/user', session }), 401);
    const again = { ...newDetails(), email, username };
    expect((await send({ method: 'POST', path: '/api/register', body: again })).status).toBe(201);
  }

  test('removes every document, the username and the sign-in', async () => {
    const person = await personWithRecords();
    const ended = firestore.doc(`users/${person.uid}/sessions/abc`);
    await ended.set({ expiresAt: new Date() });
    const other = await personWithRecords();
    const before = content(await exported(other));

    expect((await deletePerson(person)).status).toBe(204);
    await expectGone(person);
    expect(content(await exported(other))).toEqual(before);
  });

  test('clears the session’s cookies, as logout does', async () => {
    const [person, other] = await Promise.all([newPerson(), newPerson()]);
    const refused = await ask(other, 'DELETE', '/api/user', { really: true });
    expectSentence(refused, 400);
    expect(refused.headers['set-cookie']).toBeUndefined();
    const logout = await ask(other, 'POST', '/api/logout');
    const reply = await deletePerson(person);
    expect(reply.status).toBe(204);
    expect(reply.headers['set-cookie']).toEqual(logout.headers['set-cookie']);
  });

  const CUTS = ['the profile', 'the grants', 'the records', 'the sign-in', 'its response'];

  /** Begins to delete an account and fails at one of the steps. */
  async function cutOffAt(where: string, { uid }: Person) {
    const ports = firebasePorts();
    const cut = () => Promise.reject(new Error('Cut off'));
    const { identity, stores } = ports;
    if (where === 'the profile') stores.profiles.delete = cut;
    if (where === 'the grants') stores.googleConnections.current = cut;
    if (where === 'the sign-in') identity.deleteAccount = cut;
    if (where === 'the records')
      stores.allRecords.clear = async () => {
        await firestore.recursiveDelete(firestore.collection(`users/${uid}/tasks`));
        return cut();
      };
    if (where === 'its response') {
      const { deleteAccount } = identity;
      identity.deleteAccount = (one) => deleteAccount(one).then(cut);
    }
    await expect(deleteWholeAccount({ uid }, ports)).rejects.toThrow('Cut off');
  }

  test.each(CUTS.filter((where) => where !== 'its response'))(
    'finishes if it was cut off at %s and runs again',
    async (where) => {
      const person = await personWithRecords();
      await cutOffAt(where, person);
      expect((await deletePerson(person)).status).toBe(204);
      await expectGone(person);
    },
  );

  test.each(CUTS.filter((where) => where !== 'the profile'))(
    'is finished by the scheduled function if it was cut off at %s',
    async (where) => {
      const person = await personWithRecords();
      await cutOffAt(where, person);
      await finishLater(person);
      await expectGone(person);
    },
  );

  test('responds as soon as the account can’t be used, and the scheduled function does the rest', async () => {
    const person = await personWithRecords();
    await firestore.doc(`users/${person.uid}/sessions/abc`).set({ expiresAt: new Date() });
    const ports = { ...firebasePorts(), log: vi.fn() };
    const { clear } = ports.stores.allRecords;
    ports.stores.allRecords.clear = (uid, options) =>
      options.sessions ? Promise.reject(new Error('Cut off')) : clear(uid, options);
    await deleteWholeAccount(person, ports);
    expect(ports.log).toHaveBeenCalledOnce();
    await finishLater(person);
    await expectGone(person);
  });

  test('ends an import in progress', async () => {
    const person = await newPerson();
    const tasks = Array.from({ length: 500 }, (_, n) => ({ id: n + 1, title: `No. ${n}` }));
    const commit = Reflect.get(WriteBatch.prototype, 'commit');
    let commits = 0;
    vi.spyOn(WriteBatch.prototype, 'commit').mockImplementation(async function (this: WriteBatch) {
      if (++commits === 2) expect((await deletePerson(person)).status).toBe(204);
      return commit.call(this);
    });
    const call = { owner: person, body: { tasks } } as unknown;
    const importing = importAccount(call as Parameters<typeof importAccount>[0], firebasePorts());
    await expect(importing).rejects.toMatchObject({ status: 503 });
    expect(commits).toBe(2);
    vi.restoreAllMocks();
    await expectGone(person);
  });

  test('lets no request in progress write a record', async () => {
    const person = await newPerson();
    expect((await deletePerson(person)).status).toBe(204);
    const ports = firebasePorts();
    const { stores } = ports;
    const at = new Date().toISOString();
    const record = { title: 'x', content: '', createdAt: at, updatedAt: at };
    const priority = NewTask.parse({ id: 1, title: 'x', isPriority: true });
    const owner = { ...person, signInsValidFrom: '' };
    const create = { owner, body: priority } as Parameters<typeof createTask>[0];
    const edit = { fields: { focusDuration: 50 }, at, isNow: true };
    for (const write of [
      () => stores.notes.create(person, { id: 1, attachedTo: null, ...record }),
      () => stores.notes.createMissing(person, [{ id: 1, attachedTo: null, ...record }], 7),
      () => stores.settings.merge(person, 1, edit, {}),
      () => createTask(create, ports),
      () => stores.profiles.update(person.uid, { timeZone: 'Europe/Berlin' }),
    ])
      await expect(write()).rejects.toMatchObject({ status: 503 });
    await stores.revisions.endListeners(person.uid, new Date());
    await expectGone(person);
  });

  test('makes no new profile for a sign-in until it is finished', async () => {
    const person = await personWithRecords();
    await cutOffAt('the records', person);
    const headers = { authorization: `Bearer ${await idTokenOf(person)}` };
    const signIn = await send({ method: 'POST', path: '/api/login', body: {}, headers });
    expectSentence(signIn, 403);
    expect(signIn.text).toContain('This account is being deleted.');
    await finishLater(person);
    await expectGone(person);
  });

  test('sweeps only records of people with neither a profile nor a sign-in', async () => {
    const [person, lost, orphan] = await Promise.all([newPerson(), newPerson(), newPerson()]);
    for (const one of [person, lost, orphan])
      await ask(one, 'POST', '/api/tasks', { id: 1, title: 'x' });
    await Promise.all([accounts.deleteUser(lost.uid), accounts.deleteUser(orphan.uid)]);
    await firestore.doc(`users/${orphan.uid}`).delete();
    const ports = firebasePorts();
    const { allRecords } = ports.stores;
    const uids = await allRecords.uids();
    const own = [person, lost, orphan].map(({ uid }) => uid);
    expect(uids).toEqual(expect.arrayContaining(own));
    // Limit the sweep to this test's people, because other tests have people of their own.
    allRecords.uids = () => Promise.resolve(own);
    await deleteOrphans(ports, Date.now() + 60_000, deleteWholeAccount);
    const left = await Promise.all(
      own.map((uid) => firestore.doc(`users/${uid}`).listCollections()),
    );
    expect(left.map((collections) => collections.length > 0)).toEqual([true, true, false]);
  });

  test(`of ${MANY} records makes progress even if it is cut off, and ends within the time limit`, async () => {
    const person = await newPerson();
    for (let first = 1; first <= MANY; first += SLICE) {
      const ids = Array.from({ length: SLICE }, (_, n) => first + n);
      const tasks = ids.map((id) => ({ id, title: 'One of very many tasks' }));
      const reply = await ask(person, 'POST', '/api/import', { tasks });
      expect(reply.json().tasks).toBe(SLICE);
    }
    const secondPage = vi.spyOn(Query.prototype, 'startAfter').mockImplementation(() => {
      throw new Error('Cut off');
    });
    const clearing = firebasePorts().stores.allRecords.clear(person.uid, { sessions: false });
    await expect(clearing).rejects.toThrow('Cut off');
    secondPage.mockRestore();
    const left = await firestore.collection(`users/${person.uid}/tasks`).count().get();
    expect(left.data().count).toBe(MANY - 500);
    // No record can be written during the deletion. A new epoch begins only after all records are deleted.
    expect((await firestore.doc(`users/${person.uid}/live/revisions`).get()).exists).toBe(false);

    expect((await deletePerson(person)).status).toBe(204);
    expect(await firestore.doc(`users/${person.uid}`).listCollections()).toEqual([]);
  });
});
