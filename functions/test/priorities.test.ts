import type { Task } from '@daymark/contract/task';
import { PRIORITIES_FULL } from '@daymark/contract/topThree';
import { beforeEach, describe, expect, test } from 'vitest';
import { LONG_RUNS, roundsOf } from '@daymark/contract/test/longRuns';
import { newPerson, type Person } from './people';
import { sendUntilResponse, type Received } from './send';
import { expectSentence } from './expectSentence';

/**
 * Number of creates at once. Each create waits for the creates before it, so the time grows with the square of this
 * number.
 */
const AT_ONCE = LONG_RUNS ? 100 : 12;

let person: Person;
beforeEach(async () => {
  person = await newPerson();
});

const ask = (method: string, path: string, body?: object) =>
  sendUntilResponse({ method, path, session: person.session, body });
const create = (id: number, more: object = {}) =>
  ask('POST', '/api/tasks', { id, title: `No. ${id}`, isPriority: true, ...more });
const patch = (id: number, body: object) => ask('PATCH', `/api/tasks/${id}`, body);
const priorities = async () => (await ask('GET', '/api/tasks/priorities')).json() as Task[];
const task = async (id: number) =>
  ((await ask('GET', '/api/tasks')).json() as Task[]).find((one) => one.id === id);
/** Returns the ids in order. The orders must be 0, 1, 2 without gaps. */
const places = async () => {
  const list = await priorities();
  expect(list.map(({ order }) => order)).toEqual(list.map((_task, place) => place));
  return list.map(({ id }) => id);
};

const hour = 60 * 60 * 1000;
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();

function expectFull(reply: Received) {
  expectSentence(reply, 409);
  expect(reply.text).toBe(PRIORITIES_FULL);
}

describe('up to three priorities', () => {
  test('are kept in the order they came, and a fourth is refused with 409', async () => {
    for (const [place, id] of [7, 5, 9].entries()) {
      const reply = await create(id, { order: place });
      expect(reply.status).toBe(201);
      expect(reply.json()).toMatchObject({ id, isPriority: true, order: place });
    }
    expectFull(await create(1, { order: 3 }));
    expect(await places()).toEqual([7, 5, 9]);
    expect((await ask('GET', '/api/tasks')).json()).toHaveLength(3);
    // Sending an existing priority again doesn't make a fourth one.
    expect((await create(5, { order: 0 })).json()).toMatchObject({ id: 5, order: 1 });
    expect(await places()).toEqual([7, 5, 9]);
  });

  test('are also the limit for a task that becomes a priority', async () => {
    for (const id of [2, 3, 4]) expect((await create(id)).status).toBe(201);
    await create(5, { isPriority: false });
    expectFull(await patch(5, { isPriority: true, title: 'Now' }));
    expect(await places()).toEqual([2, 3, 4]);
    // Other changes of a task that isn't a priority need no free slot.
    expect((await patch(5, { title: 'Later' })).status).toBe(200);
  });

  test('include tasks that were completed today in the person’s time zone, but none of yesterday', async () => {
    // Choose a time zone in which it is noon now, so that today began about twelve hours ago.
    const zone = 12 - new Date().getUTCHours();
    await ask('PATCH', '/api/user', {
      timeZone: `Etc/GMT${zone > 0 ? '-' : '+'}${Math.abs(zone)}`,
    });
    for (const id of [1, 2, 3]) await create(id);
    await patch(1, { completed: true });
    expectFull(await create(4));
    expect(await places()).toEqual([1, 2, 3]);

    await ask('DELETE', '/api/tasks/1');
    await create(1, { completed: true, completedAt: ago(11), restore: true });
    expectFull(await create(4));
    await ask('DELETE', '/api/tasks/1');
    await create(1, { completed: true, completedAt: ago(14), restore: true });
    expect((await create(4)).status).toBe(201);
    expect(await places()).toEqual([2, 3, 4]);
  });

  test.each(Array.from({ length: roundsOf('RACE_ROUNDS', 1, 10) }, (_, n) => n + 1))(
    `${AT_ONCE} at once leave exactly three (round %s)`,
    async () => {
      const replies = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => create(n + 1)));
      const made = replies.filter(({ status }) => status === 201);
      expect(made).toHaveLength(3);
      for (const reply of replies.filter(({ status }) => status !== 201)) expectFull(reply);
      expect((await places()).sort()).toEqual(made.map((reply) => reply.json().id).sort());
    },
  );

  test('are at most three, in whatever ways they are made at once', async () => {
    for (let id = 1; id <= 10; id++) await create(id, { isPriority: false });
    for (let id = 11; id <= 15; id++) await create(id, { completed: true, completedAt: ago(49) });
    const [reopened] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, (_, n) => patch(n + 11, { completed: false }))),
      ...Array.from({ length: 10 }, (_, n) => patch(n + 1, { isPriority: true })),
      ...Array.from({ length: 10 }, (_, n) => create(n + 21)),
    ]);
    expect(reopened.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await places()).toHaveLength(3);
  });
});

describe('the order of the priorities', () => {
  beforeEach(async () => {
    for (const id of [1, 2, 3]) await create(id);
  });

  test('closes its gaps when a task is deleted or is no longer a priority', async () => {
    await ask('DELETE', '/api/tasks/1');
    expect(await places()).toEqual([2, 3]);
    await patch(2, { isPriority: false });
    expect(await places()).toEqual([3]);
  });

  test('follows a move, which shifts the other priorities', async () => {
    expect((await patch(3, { order: 0 })).json().order).toBe(0);
    expect(await places()).toEqual([3, 1, 2]);
    expect((await patch(3, { order: 9 })).json().order).toBe(2);
    expect(await places()).toEqual([1, 2, 3]);
  });

  test('follows positions, so that the moves of two devices both count', async () => {
    // One device moves 1 between 2 and 3. The other device, which doesn't know that yet, moves 3 between 1 and 2.
    await patch(1, { priorityPosition: 'a1V' });
    expect(await places()).toEqual([2, 1, 3]);
    await patch(3, { priorityPosition: 'a0V' });
    expect(await places()).toEqual([3, 2, 1]);
    await patch(2, { priorityPosition: 'Zz' });
    expect(await places()).toEqual([2, 3, 1]);
    // An `order` overrules the positions.
    expect((await patch(1, { order: 0 })).json()).toMatchObject({
      order: 0,
      priorityPosition: null,
    });
    expect(await places()).toEqual([1, 2, 3]);
    await patch(2, { isPriority: false });
    await patch(2, { isPriority: true, order: 2 });
    expect(await places()).toEqual([1, 3, 2]);
  });

  test('stays when a priority is completed, renamed or reopened', async () => {
    await patch(2, { completed: true });
    await patch(1, { title: 'Renamed' });
    expect(await places()).toEqual([1, 2, 3]);
    await patch(2, { completed: false });
    expect(await places()).toEqual([1, 2, 3]);
  });

  test('gives a restored priority its position back', async () => {
    const before = (await priorities())[1];
    await ask('DELETE', '/api/tasks/2');
    const restored = await ask('POST', '/api/tasks', { ...before, restore: true });
    expect(restored.json()).toEqual(before);
    expect(await places()).toEqual([1, 2, 3]);
  });
});

describe('beside repeating tasks', () => {
  const DAILY = { every: 'day', interval: 1, from: 'schedule' };
  const skip = (id: number) => patch(id, { skippedAt: new Date().toISOString() });

  test('a repeating priority leaves the other two where they are', async () => {
    await create(1);
    await create(2);
    expect((await create(3, { repeat: DAILY })).status).toBe(201);
    expect(await places()).toEqual([1, 2, 3]);
    for (const id of [1, 2]) expect(await task(id)).toMatchObject({ skippedAt: null });
  });

  test('a priority that begins to repeat leaves the other two where they are', async () => {
    for (const id of [1, 2, 3]) await create(id);
    await patch(2, { repeat: DAILY });
    expect(await places()).toEqual([1, 2, 3]);
    for (const id of [1, 3]) expect(await task(id)).toMatchObject({ skippedAt: null });
  });

  test('reopening a repeating priority leaves the other two where they are', async () => {
    await create(1);
    await create(2, { repeat: DAILY });
    await create(3);
    await patch(2, { completed: true });
    expect((await patch(2, { completed: false })).json()).toMatchObject({ seriesId: 2 });
    expect(await places()).toEqual([1, 2, 3]);
  });

  test('a skipped priority frees a slot', async () => {
    await create(1, { repeat: DAILY });
    await create(2);
    await create(3);
    await skip(1);
    expect(await places()).toEqual([2, 3]);
    expect((await create(4)).status).toBe(201);
    expect(await places()).toEqual([2, 3, 4]);
  });

  test('a priority that a later task of its series replaces frees a slot', async () => {
    await create(1, { repeat: DAILY, plannedDay: '2026-11-20' });
    await create(2);
    await create(3);
    await create(9, { isPriority: false, repeat: DAILY, seriesId: 1, seriesDay: '2026-11-25' });
    expect((await task(1))?.removedAt).not.toBeNull();
    expect(await places()).toEqual([2, 3]);
    expect((await create(4)).status).toBe(201);
    expect(await places()).toEqual([2, 3, 4]);
  });

  test('a priority that becomes a step frees a slot', async () => {
    for (const id of [1, 2, 3]) await create(id);
    await create(8, { isPriority: false });
    await patch(2, { parentId: 8 });
    expect(await places()).toEqual([1, 3]);
    expect((await create(4)).status).toBe(201);
    expect(await places()).toEqual([1, 3, 4]);
  });
});

describe('while the Top 3 is full', () => {
  const plain = { isPriority: false, order: null, priorityPosition: null };

  test('a deleted priority is restored without the priority', async () => {
    await create(1);
    await ask('DELETE', '/api/tasks/1');
    for (const id of [2, 3, 4]) await create(id);
    const restored = await create(1, { order: 0, restore: true });
    expect(restored.status).toBe(201);
    expect(restored.json()).toMatchObject({ id: 1, ...plain });
    expect(await places()).toEqual([2, 3, 4]);
  });

  test('a skipped priority comes back without the priority', async () => {
    await create(1);
    await patch(1, { skippedAt: new Date().toISOString() });
    for (const id of [2, 3, 4]) await create(id);
    expect((await patch(1, { skippedAt: null })).json()).toMatchObject({
      skippedAt: null,
      ...plain,
    });
    expect(await places()).toEqual([2, 3, 4]);
  });

  test('a reopened priority of an earlier day is open without the priority', async () => {
    for (const id of [1, 5]) await create(id, { completed: true, completedAt: ago(49) });
    for (const id of [2, 3, 4]) await create(id);
    expect((await patch(1, { completed: false })).json()).toMatchObject({
      completed: false,
      ...plain,
    });
    expect(await places()).toEqual([2, 3, 4]);
    await patch(3, { isPriority: false });
    await patch(5, { completed: false });
    expect(await places()).toEqual([2, 4, 5]);
  });

  test('reopening a task and asking for the priority is refused', async () => {
    await create(1, { completed: true, completedAt: ago(49) });
    for (const id of [2, 3, 4]) await create(id);
    expectFull(await patch(1, { completed: false, isPriority: true }));
    expect(await task(1)).toMatchObject({ completed: true });
  });

  test('two priorities that are restored at once leave three', async () => {
    for (const id of [1, 2]) await create(id);
    for (const id of [1, 2]) await ask('DELETE', `/api/tasks/${id}`);
    for (const id of [3, 4]) await create(id);
    const replies = await Promise.all([1, 2].map((id) => create(id, { restore: true })));
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(await places()).toHaveLength(3);
  });
});

test('deleting a priority can be repeated, and changing it afterwards gives 404', async () => {
  await create(1);
  for (let times = 0; times < 2; times++)
    expect((await ask('DELETE', '/api/tasks/1')).status).toBe(204);
  expectSentence(await patch(1, { isPriority: true }), 404);
});

test('until the day ends after midnight, the evening’s completed priorities are in the Top 3', async () => {
  // Choose a time zone in which it is between 2:00 and 3:00 now.
  const ahead = ((2 - new Date().getUTCHours() + 36) % 24) - 12;
  await ask('PATCH', '/api/user', {
    timeZone: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`,
  });
  const ids = async () => (await priorities()).map(({ id }) => id);
  await create(1, { completed: true, completedAt: ago(4) });
  expect(await ids()).toEqual([]);
  await ask('PATCH', '/api/settings', { dayEndMinutes: 240 });
  expect(await ids()).toEqual([1]);
  await ask('PATCH', '/api/settings', { dayEndMinutes: 60 });
  expect(await ids()).toEqual([]);
});
