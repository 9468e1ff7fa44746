import { getFirestore } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { admin } from './authEmulator';
import { newPerson } from './people';
import { send } from './send';

// A browser doesn't have to pull a change that it made itself. `Daymark-Raised` names the collection whose counter the
// change raised by one. The server sends this header only if the response has everything that was written in that
// collection.

const AT = '2026-11-20T08:00:00.000Z';
const LATER = '2026-11-20T09:00:00.000Z';
const FUTURE = '2099-11-20T08:00:00.000Z';

const SESSION = {
  id: 1,
  mode: 'focus',
  start: AT,
  end: LATER,
  plannedSeconds: 3_600,
  actualSeconds: 3_600,
  completed: true,
};

const LISTS = {
  tasks: '/api/tasks',
  events: '/api/events',
  notes: '/api/notes',
  categories: '/api/categories',
  reflections: '/api/reflections/days',
} as const;
type List = keyof typeof LISTS;
type Row = { id: number };

/**
 * The requests, each with the collection that the response must name. With null, the response must name no collection.
 */
const CHANGES: [raised: List | 'settings' | 'focusSessions' | null, string, string, object?][] = [
  ['tasks', 'POST', '/api/tasks', { id: 1, title: 'Water' }],
  [null, 'POST', '/api/tasks', { id: 1, title: 'Water' }],
  ['tasks', 'PATCH', '/api/tasks/1', { title: 'Prune', editedAt: LATER }],
  [null, 'PATCH', '/api/tasks/1', { title: 'Old', editedAt: AT }],
  ['tasks', 'PATCH', '/api/tasks/1', { completed: true }],
  ['tasks', 'POST', '/api/tasks', { id: 2, title: 'First', isPriority: true }],
  ['tasks', 'POST', '/api/tasks', { id: 3, title: 'Second', isPriority: true }],
  // The first priority moves down.
  [null, 'PATCH', '/api/tasks/3', { order: 0 }],
  ['tasks', 'POST', '/api/tasks', { id: 4, title: 'Step', parentId: 1 }],
  [null, 'DELETE', '/api/tasks/1'],
  [null, 'DELETE', '/api/tasks/1'],
  // The task gets a series.
  [
    'tasks',
    'POST',
    '/api/tasks',
    { id: 5, title: 'Sow', repeat: { every: 'day', interval: 1, from: 'schedule' } },
  ],
  [null, 'PATCH', '/api/tasks/5', { completed: true }],
  ['categories', 'POST', '/api/categories', { id: 1, name: 'Garden', color: '#10B981' }],
  ['tasks', 'POST', '/api/tasks', { id: 6, title: 'Weed', categoryId: 1 }],
  [null, 'DELETE', '/api/categories/1'],
  [
    'events',
    'POST',
    '/api/events',
    { id: 1, title: 'Weed', start: FUTURE, end: FUTURE, taskId: 6 },
  ],
  // Completing the task deletes its block, which is in another collection.
  ['tasks', 'PATCH', '/api/tasks/6', { completed: true }],
  ['tasks', 'DELETE', '/api/tasks/6'],
  ['notes', 'POST', '/api/notes', { id: 1, title: 'Note', content: '' }],
  ['notes', 'PATCH', '/api/notes/1', { content: 'More' }],
  ['notes', 'DELETE', '/api/notes/1'],
  ['notes', 'POST', '/api/notes', { id: 1, title: 'Note', content: '', restore: true }],
  ['reflections', 'POST', '/api/reflections', { date: AT, challenges: 'Rain', editedAt: AT }],
  ['reflections', 'POST', '/api/reflections', { date: AT, accomplishments: 'All' }],
  ['settings', 'PATCH', '/api/settings', { focusDuration: 20, editedAt: LATER }],
  [null, 'PATCH', '/api/settings', { focusDuration: 30, editedAt: AT }],
  ['focusSessions', 'POST', '/api/focus-sessions', SESSION],
  ['focusSessions', 'PATCH', '/api/focus-sessions/1', { note: 'More' }],
  ['focusSessions', 'DELETE', '/api/focus-sessions/1'],
];

test('a browser that counts its own changes has all records while its counters are current', async () => {
  const { session, uid } = await newPerson();
  const counters = async () =>
    ((await getFirestore(admin).doc(`users/${uid}/live/revisions`).get()).data() ?? {}) as Record<
      string,
      number
    >;
  const list = async (name: List) =>
    ((await send({ path: LISTS[name], session })).json() as Row[]).sort((a, b) => a.id - b.id);
  const names = Object.keys(LISTS) as List[];
  const copies = new Map(names.map((name) => [name, new Map<number, Row>()]));
  let known: Record<string, number> = {};

  for (const [raised, method, path, body] of CHANGES) {
    const what = `${method} ${path} ${JSON.stringify(body)}`;
    const reply = await send({ method, path, body, session });
    expect(reply.status, what).toBeLessThan(300);
    expect(reply.headers['daymark-raised'], what).toBe(raised ?? undefined);
    if (raised) known = { ...known, [raised]: (known[raised] ?? 0) + 1 };
    const [, kind = ''] = /^\/api\/([a-z-]+)/.exec(path) ?? [];
    const copy = copies.get(kind as List);
    if (method === 'DELETE') copy?.delete(Number(path.split('/').at(-1)));
    else copy?.set((reply.json() as Row).id, reply.json() as Row);

    const now = await counters();
    const lists = await Promise.all(names.map(list));
    for (const [index, name] of names.entries()) {
      const there = lists[index] ?? [];
      if ((now[name] ?? 0) === (known[name] ?? 0))
        expect(
          [...(copies.get(name)?.values() ?? [])].sort((a, b) => a.id - b.id),
          what,
        ).toEqual(there);
      // If the counters differ, the browser pulls.
      else {
        copies.set(name, new Map(there.map((row) => [row.id, row])));
        known = { ...known, [name]: now[name] ?? 0 };
      }
    }
    for (const name of ['settings', 'focusSessions']) expect(now[name], what).toBe(known[name]);
  }
});
