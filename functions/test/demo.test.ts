import type { AccountExport } from '@daymark/contract/accountExport';
import { DEFAULT_CATEGORIES } from '@daymark/contract/category';
import type { Event } from '@daymark/contract/event';
import type { Note } from '@daymark/contract/note';
import { isOpen, type Task } from '@daymark/contract/task';
import { DAY_MS } from '@daymark/contract/time/units';
import { DEMO_ACCOUNT, EMAIL_TAKEN, freeUsernames, type User } from '@daymark/contract/user';
import { getFirestore } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { deleteExpiredDemos } from '../src/demo/demoAccounts';
import { firebasePorts } from '../src/firebasePorts';
import { accounts, admin, idTokenOf, identityToolkit } from './authEmulator';
import { expectSentence } from './expectSentence';
import { newDetails } from './people';
import { claimsIn } from './tokens';
import { send } from './send';

const { username, email, password } = DEMO_ACCOUNT;
const firestore = getFirestore(admin);

/** A demo has more than this many tasks on each weekday. */
const TASKS_MIN = 80;

async function visit(spelling: string = email, timeZone?: string) {
  const body = { email: spelling, password, ...(timeZone && { timeZone }) };
  const reply = await send({ method: 'POST', path: '/api/login', body });
  expect(reply.status, reply.text).toBe(200);
  const { session } = reply;
  const { sub } = claimsIn(session ?? '') as { sub: string };
  return {
    user: reply.json() as unknown as User,
    uid: sub,
    reply,
    read: async (path: string) => (await send({ path, session })).json() as unknown,
    ask: (method: string, path: string, body?: object) =>
      send({ method, path, session, ...(body && { body }) }),
  };
}

test('the demo account has four believable weeks behind it', async () => {
  const { user, read } = await visit();
  expect(user).toMatchObject({ username, email, timeZone: null });
  const categories = (await read('/api/categories')) as object[];
  expect(categories).toMatchObject(DEFAULT_CATEGORIES);
  expect(categories).toHaveLength(DEFAULT_CATEGORIES.length);
  const tasks = (await read('/api/tasks')) as Task[];
  expect(tasks.length).toBeGreaterThan(TASKS_MIN);
  expect(new Set(tasks.map(({ categoryId }) => categoryId))).toEqual(new Set([1, 2, 3, 4]));
  expect(tasks.filter(({ isPriority, completed }) => isPriority && !completed)).toHaveLength(3);
  expect(await read('/api/tasks/priorities')).toMatchObject([0, 1, 2].map((order) => ({ order })));
  const document = (await read('/api/export')) as AccountExport;
  for (const collection of [
    'goals',
    'events',
    'notes',
    'reflections',
    'weekReviews',
    'dayPlans',
    'focusSessions',
  ] as const)
    expect(document[collection].length, collection).toBeGreaterThan(2);
  expect(await read('/api/settings')).toMatchObject({ weekStart: 'monday' });
  for (const { completed, completedAt, createdAt } of tasks) {
    expect(completedAt !== null).toBe(completed);
    if (completedAt) expect(completedAt > createdAt).toBe(true);
  }
});

test('the demo data shows every kind of planned task', async () => {
  const { read } = await visit();
  const tasks = (await read('/api/tasks')) as Task[];
  const events = (await read('/api/events')) as Event[];
  const today = new Date().toISOString().slice(0, 10);
  const planned = tasks.filter(({ plannedDay }) => plannedDay === today);
  expect(planned.length).toBeGreaterThan(2);
  const blocks = events.filter(({ taskId, start }) => taskId !== null && start >= today);
  expect(blocks.length).toBeGreaterThan(1);
  for (const { taskId, title } of blocks)
    expect(planned).toContainEqual(expect.objectContaining({ id: taskId, title }));
  const notes = (await read('/api/notes')) as Note[];
  const attached = notes.flatMap(({ attachedTo }) => attachedTo ?? []);
  expect(attached).toEqual([
    { type: 'task', id: tasks.find(({ title }) => /talk/.test(title))?.id },
  ]);
  const repeating = tasks.filter((task) => task.repeat !== null && isOpen(task));
  expect(repeating).toHaveLength(2);
  expect(repeating.map(({ seriesDay }) => seriesDay)).toContain(today);
  const parents = new Set(tasks.flatMap(({ parentId }) => parentId ?? []));
  expect(parents.size).toBe(1);
  const open = tasks.filter(isOpen);
  expect(open.filter(({ deadline }) => deadline !== null && deadline < today)).toHaveLength(1);
  expect(open.some(({ plannedDay }) => plannedDay !== null && plannedDay < today)).toBe(true);
});

test.each(['Pacific/Auckland', 'America/Los_Angeles'])(
  'the demo’s day is in the visitor’s time zone: %s',
  async (timeZone) => {
    const { user, read } = await visit(email, timeZone);
    expect(user.timeZone).toBe(timeZone);
    const events = (await read('/api/events')) as Event[];
    const local = (moment: string) =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
      }).format(new Date(moment));
    // Events of a series that were moved are records of their own.
    const times = (title: string) =>
      events.filter((event) => event.title === title && event.seriesId === null);
    for (const { start } of times('Team stand-up'))
      expect(local(start)).toMatch(/^(Mon|Tue|Wed|Thu|Fri) 09:00$/);
    const [weekend] = times('Weekend at the lake');
    expect([weekend?.start, weekend?.end].map((moment) => local(moment ?? ''))).toEqual([
      'Sat 10:00',
      'Sun 18:00',
    ]);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone });
    const today = day.format(new Date());
    expect(events.filter(({ start }) => day.format(new Date(start)) === today)).not.toEqual([]);
  },
);

test('two visitors at once see nothing of each other', async () => {
  const [one, other] = await Promise.all([visit(), visit(email.toUpperCase())]);
  expect(one.user.id).not.toBe(other.user.id);
  await one.ask('POST', '/api/tasks', { title: 'Mine alone' });
  await one.ask('PATCH', '/api/settings', { focusDuration: 1 });
  const titles = async ({ read }: typeof one) =>
    ((await read('/api/tasks')) as Task[]).map(({ title }) => title);
  expect(await titles(one)).toContain('Mine alone');
  expect(await titles(other)).not.toContain('Mine alone');
  expect(await other.read('/api/settings')).toMatchObject({ focusDuration: 25 });
  expect((await one.ask('DELETE', '/api/user')).status).toBe(204);
  expect((await titles(other)).length).toBeGreaterThan(TASKS_MIN);
  expect((await visit()).user.username).toBe(username);
});

test('a copy of the demo keeps its name and may have a time zone', async () => {
  const { ask } = await visit();
  expectSentence(await ask('PATCH', '/api/user', { username: newDetails().username }), 403);
  const inTokyo = await ask('PATCH', '/api/user', { timeZone: 'Asia/Tokyo' });
  expect(inTokyo.json()).toMatchObject({ timeZone: 'Asia/Tokyo' });
});

test('a copy of the demo lasts 24 hours and is then deleted completely', async () => {
  const [expired, current] = await Promise.all([visit(), visit()]);
  const lifetimeMs = Date.parse(expired.user.expiresAt ?? '') - Date.parse(expired.user.createdAt);
  expect(lifetimeMs).toBe(DAY_MS);
  expect(String(expired.reply.headers['set-cookie'])).toContain('Max-Age=86400;');

  const past = new Date(Date.now() - 1000).toISOString();
  await firestore.doc(`users/${expired.uid}`).update({ expiresAt: past });
  await deleteExpiredDemos(firebasePorts(), Date.now() + 60_000);
  expect((await firestore.doc(`users/${expired.uid}`).get()).exists).toBe(false);
  expect(await firestore.doc(`users/${expired.uid}`).listCollections()).toEqual([]);
  await expect(accounts.getUser(expired.uid)).rejects.toThrow('no user record');
  expectSentence(await expired.ask('GET', '/api/user'), 401);
  expect(((await current.read('/api/tasks')) as Task[]).length).toBeGreaterThan(TASKS_MIN);
});

test('an expired copy that cannot be deleted doesn’t block other copies', async () => {
  const [stuck, other] = await Promise.all([visit(), visit()]);
  const expire = ({ uid }: typeof stuck, ago: number) =>
    firestore.doc(`users/${uid}`).update({ expiresAt: new Date(Date.now() - ago).toISOString() });
  await Promise.all([expire(stuck, 2000), expire(other, 1000)]);
  const ports = firebasePorts();
  const logged: string[] = [];
  ports.log = ({ message }) => void logged.push(message);
  const { clear } = ports.stores.allRecords;
  ports.stores.allRecords.clear = (uid, options) =>
    uid === stuck.uid ? Promise.reject(new Error('Cut off')) : clear(uid, options);
  await deleteExpiredDemos(ports, Date.now() + 60_000);
  expect((await firestore.doc(`users/${other.uid}`).get()).exists).toBe(false);
  expect(logged).toEqual(['An expired copy of the demo could not be deleted.']);
  await deleteExpiredDemos(firebasePorts(), Date.now() + 60_000);
  expect((await firestore.doc(`users/${stuck.uid}`).get()).exists).toBe(false);
});

test('no Firebase user has the published password, and a copy has no way to sign in', async () => {
  const { uid } = await visit();
  const copy = await accounts.getUser(uid);
  expect(copy.email).toBeUndefined();
  expect(copy.providerData).toEqual([]);
  await expect(idTokenOf({ email, password })).rejects.toThrow('EMAIL_NOT_FOUND');
});

test('the demo’s e-mail address and name can be used by no other account', async () => {
  const register = (body: object) => send({ method: 'POST', path: '/api/register', body });
  const taken = await register({ ...newDetails(), email: email.toUpperCase() });
  expectSentence(taken, 409);
  expect(taken.text).toBe(EMAIL_TAKEN);
  for (const name of [username, 'DEMO USER', 'ＤＥＭＯ user']) {
    const refused = await register({ ...newDetails(), username: name });
    expectSentence(refused, 409);
    expect(freeUsernames(refused.text)).toBeDefined();
  }
  // The address can be registered at Firebase itself, but not used here.
  const own = { email, password: 'their-own-one' };
  const { idToken, localId } = await identityToolkit('signUp', own);
  const bearer = { authorization: `Bearer ${idToken}` };
  expectSentence(
    await send({ method: 'POST', path: '/api/login', body: {}, headers: bearer }),
    403,
  );
  expectSentence(await send({ method: 'POST', path: '/api/login', body: own }), 403);
  expect((await visit()).user.username).toBe(username);
  await accounts.deleteUser(localId);
});
