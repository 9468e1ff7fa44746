import { randomUUID } from 'node:crypto';
import type { Event } from '@daymark/contract/event';
import { seriesBlockId } from '@daymark/contract/repeats/series';
import { isOpen, NO_PLAN, STEPS_MAX, type Task } from '@daymark/contract/task';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectSentence } from './expectSentence';
import { newPerson, type Person } from './people';
import { send, sendUntilResponse } from './send';

let person: Person;
beforeEach(async () => {
  person = await newPerson();
});

const ask = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
  sendUntilResponse({
    method,
    path,
    session: person.session,
    ...(body && { body }),
    ...(headers && { headers }),
  });
const create = (body: object) => ask('POST', '/api/tasks', body);
const patch = (id: number, body: object) => ask('PATCH', `/api/tasks/${id}`, body);
const tasks = async () => (await ask('GET', '/api/tasks')).json() as Task[];
const task = async (id: number) => (await tasks()).find((one) => one.id === id);
const events = async () => (await ask('GET', '/api/events')).json() as Event[];
const openOf = async (seriesId: number) =>
  (await tasks()).filter((one) => one.seriesId === seriesId && isOpen(one));

const MONDAYS = { every: 'week', interval: 1, weekdays: [1], from: 'schedule' } as const;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('the planning fields of a task', () => {
  const plan = {
    plannedDay: '2026-11-23',
    deadline: '2026-11-27',
    estimateMinutes: 90,
    position: 'a0',
  };

  test('are stored, changed one by one and taken away again', async () => {
    const made = (await create({ id: 7, title: 'Report', ...plan })).json();
    expect(made).toMatchObject({ ...NO_PLAN, ...plan, firstEstimateMinutes: 90 });
    const changed = (await patch(7, { deadline: null })).json();
    expect(changed).toEqual({ ...made, deadline: null });
    expect(await task(7)).toEqual(changed);
  });

  test('keep the first estimate whatever comes later', async () => {
    await create({ id: 7, title: 'Report' });
    expect((await patch(7, { estimateMinutes: 30 })).json().firstEstimateMinutes).toBe(30);
    expect((await patch(7, { estimateMinutes: 240 })).json().firstEstimateMinutes).toBe(30);
    expect((await patch(7, { estimateMinutes: null })).json()).toMatchObject({
      estimateMinutes: null,
      firstEstimateMinutes: 30,
    });
    expect((await patch(7, { firstEstimateMinutes: 5 })).status).toBe(400);
  });

  test('merge field by field when two devices edit different fields', async () => {
    await create({ id: 7, title: 'Report' });
    await patch(7, { plannedDay: '2026-11-24', editedAt: ago(1) });
    await patch(7, { deadline: '2026-11-30', editedAt: ago(9) });
    await patch(7, { plannedDay: '2026-11-20', editedAt: ago(5) });
    expect(await task(7)).toMatchObject({ plannedDay: '2026-11-24', deadline: '2026-11-30' });
  });

  test('a deadline before today is accepted', async () => {
    expect((await create({ title: 'Late', deadline: '2020-01-01' })).status).toBe(201);
  });

  test.each([
    ['an estimate of 0', { estimateMinutes: 0 }],
    ['an estimate of 2,000 minutes', { estimateMinutes: 2000 }],
    ['half a minute', { estimateMinutes: 0.5 }],
    ['a day that does not exist', { plannedDay: '2026-02-30' }],
    ['a deadline that does not exist', { deadline: '2025-02-29' }],
    ['a rule without weekdays that needs them', { repeat: { ...MONDAYS, weekdays: [] } }],
    ['a rule with no weekdays at all', { repeat: { ...MONDAYS, weekdays: undefined } }],
    ['a monthly rule without a day', { repeat: { every: 'month', interval: 1, from: 'schedule' } }],
    ['an interval of 0', { repeat: { every: 'day', interval: 0, from: 'schedule' } }],
    ['a weekday twice', { repeat: { ...MONDAYS, weekdays: [1, 1] } }],
    ['itself as its parent', { parentId: 7 }],
    ['a parent that does not exist', { parentId: 99 }],
  ])('%s is refused with one clear sentence, and nothing is written', async (_, bad) => {
    const before = (await create({ id: 7, title: 'Report' })).json();
    expectSentence(await patch(7, bad), 400);
    expect(await tasks()).toEqual([before]);
    const refused = await create({ id: 8, title: 'Another', ...bad });
    if ('parentId' in bad && bad.parentId === 7) return; // Here the new task is a step of task 7, which is valid.
    expectSentence(refused, 400);
    expect(await tasks()).toEqual([before]);
  });
});

describe('steps', () => {
  beforeEach(async () => {
    await create({ id: 1, title: 'Move house' });
    await create({ id: 2, title: 'Boxes', parentId: 1 });
    await create({ id: 3, title: 'Van', parentId: 1 });
  });

  test('are tasks of one level that don’t repeat', async () => {
    expectSentence(await create({ id: 4, title: 'Tape', parentId: 2 }), 400);
    await create({ id: 5, title: 'Other' });
    expectSentence(await patch(1, { parentId: 5 }), 400);
    expectSentence(await patch(2, { repeat: MONDAYS }), 400);
    expect((await patch(2, { parentId: 5 })).status).toBe(200);
    expect((await patch(2, { parentId: null })).json().parentId).toBeNull();
  });

  test('are at most 200 of one task', async () => {
    const steps = Array.from({ length: STEPS_MAX - 2 }, (_, n) => ({
      id: 1000 + n,
      title: `Step ${n}`,
      parentId: 1,
    }));
    await ask('POST', '/api/import', { tasks: steps });
    expectSentence(await create({ id: 4, title: 'Tape', parentId: 1 }), 400);
    await create({ id: 5, title: 'Other' });
    expectSentence(await patch(5, { parentId: 1 }), 400);
    expect(await tasks()).toHaveLength(STEPS_MAX + 2);
    await patch(1, { repeat: MONDAYS, plannedDay: '2026-11-23' });
    expect((await patch(1, { completed: true, today: '2026-11-23' })).status).toBe(200);
    const [next] = await openOf(1);
    const copies = (await tasks()).filter(({ parentId }) => parentId === next?.id);
    expect(copies).toHaveLength(STEPS_MAX);
    expect((await patch(1, { completed: false })).status).toBe(200);
    expect((await openOf(1)).map(({ id }) => id)).toEqual([1]);
    expect((await ask('DELETE', '/api/tasks/1')).status).toBe(204);
  });

  test('another person’s task can’t be a parent', async () => {
    const other = await newPerson();
    await send({
      method: 'POST',
      path: '/api/tasks',
      session: other.session,
      body: { id: 50, title: 'Theirs' },
    });
    expectSentence(await create({ id: 6, title: 'Mine', parentId: 50 }), 400);
    expect(await task(6)).toBeUndefined();
  });

  test('requests at once make no step of a step', async () => {
    await Promise.all([
      create({ id: 10, title: 'A' }),
      create({ id: 11, title: 'B' }),
      create({ id: 12, title: 'C' }),
    ]);
    await Promise.all([
      patch(10, { parentId: 11 }),
      patch(11, { parentId: 12 }),
      patch(12, { parentId: 10 }),
    ]);
    const byId = new Map((await tasks()).map((one) => [one.id, one]));
    for (const { parentId } of byId.values())
      if (parentId !== null) expect(byId.get(parentId)?.parentId ?? null).toBeNull();
  });

  test('completing the task leaves its open steps open', async () => {
    await patch(1, { completed: true });
    expect((await task(2))?.completed).toBe(false);
  });

  test('deleting the task deletes its steps in the same change', async () => {
    await create({ id: 4, title: 'Kept' });
    expect((await ask('DELETE', '/api/tasks/1')).status).toBe(204);
    expect((await tasks()).map(({ id }) => id)).toEqual([4]);
    // An undo creates the task and its steps again.
    await create({ id: 1, title: 'Move house', restore: true });
    await create({ id: 2, title: 'Boxes', parentId: 1, restore: true });
    expect((await tasks()).map(({ id }) => id).sort()).toEqual([1, 2, 4]);
  });
});

describe('a series', () => {
  const begin = (more: object = {}) =>
    create({
      id: 1,
      title: 'Review',
      repeat: MONDAYS,
      plannedDay: '2026-11-23',
      estimateMinutes: 45,
      deadline: '2026-11-25',
      ...more,
    });

  test('begins with the task that repeats, on its planned day', async () => {
    const made = (await begin()).json();
    expect(made).toMatchObject({ seriesId: 1, seriesDay: '2026-11-23', plannedDay: '2026-11-23' });
    await create({ id: 2, title: 'Plain' });
    const set = (await patch(2, { repeat: MONDAYS, today: '2026-11-25' })).json();
    expect(set).toMatchObject({ seriesId: 2, seriesDay: '2026-11-30', plannedDay: '2026-11-30' });
  });

  test('completing makes the next task with its steps open, in the same change', async () => {
    await begin();
    await create({ id: 2, title: 'Read', parentId: 1, estimateMinutes: 15 });
    await patch(2, { completed: true });
    await patch(1, { completed: true, today: '2026-11-23' });
    const [next] = await openOf(1);
    expect(next).toMatchObject({
      title: 'Review',
      seriesDay: '2026-11-30',
      plannedDay: '2026-11-30',
      deadline: '2026-12-02',
      estimateMinutes: 45,
      firstEstimateMinutes: 45,
      completed: false,
    });
    const steps = (await tasks()).filter(({ parentId }) => parentId === next?.id);
    expect(steps).toMatchObject([{ title: 'Read', completed: false, estimateMinutes: 15 }]);
    expect(await openOf(1)).toHaveLength(1);
  });

  test('two devices that complete the same task make one next task', async () => {
    await begin();
    await Promise.all(
      Array.from({ length: 8 }, () => patch(1, { completed: true, today: '2026-11-23' })),
    );
    expect(await openOf(1)).toHaveLength(1);
    expect(await tasks()).toHaveLength(2);
  });

  test('two devices that made different next tasks offline leave only the latest open', async () => {
    await begin();
    await patch(1, { completed: true, today: '2026-11-23' });
    const [first] = await openOf(1);
    // The other device completed the task a week later, made its own next task, and is online again.
    await patch(1, { completed: true, today: '2026-12-02', editedAt: ago(1) });
    const later = { ...first, id: 77, seriesDay: '2026-12-07', plannedDay: '2026-12-07' };
    await create(later);
    expect((await openOf(1)).map(({ id }) => id)).toEqual([77]);
    expect((await task(first!.id))?.skippedAt).not.toBeNull();
    // This device has completed the task that was replaced.
    await patch(first!.id, { completed: true, today: '2026-11-30' });
    expect(await task(first!.id)).toMatchObject({ completed: true, skippedAt: null });
    expect(await openOf(1)).toHaveLength(1);
  });

  describe('with a time', () => {
    const blockTime = { start: '18:00', minutes: 45 };
    const times = async () =>
      (await events()).map(({ taskId, start, end }) => ({
        taskId,
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
      }));

    test('has a block on each of its days, at the person’s clock time', async () => {
      await ask('PATCH', '/api/user', { timeZone: 'Europe/Berlin' });
      await begin({ blockTime, plannedDay: '2026-03-23' });
      await patch(1, { completed: true, today: '2026-03-23' });
      const [next] = await openOf(1);
      expect(next).toMatchObject({ plannedDay: '2026-03-30', blockTime });
      // The clocks go forward between the two days.
      const block = {
        taskId: next?.id,
        start: '2026-03-30T16:00:00.000Z',
        end: '2026-03-30T16:45:00.000Z',
      };
      expect(await times()).toEqual([block]);
      // The browser makes the same block.
      const id = seriesBlockId(next!.id);
      const event = { id, title: 'Review', taskId: next?.id, start: block.start, end: block.end };
      expect((await ask('POST', '/api/events', event)).status).toBe(201);
      expect(await times()).toEqual([block]);
    });

    test.each([
      [
        'at a clock time that occurs twice begins at the first one',
        '02:30',
        60,
        '2026-10-18',
        '2026-10-25T02:30:00+02:00',
        '2026-10-25T02:30:00+01:00',
      ],
      [
        'that spans a clock change keeps its length',
        '23:30',
        240,
        '2026-03-21',
        '2026-03-28T23:30:00+01:00',
        '2026-03-29T04:30:00+02:00',
      ],
    ])('a block %s', async (_, start, minutes, day, from, to) => {
      await ask('PATCH', '/api/user', { timeZone: 'Europe/Berlin' });
      const repeat = { ...MONDAYS, weekdays: [new Date(day).getUTCDay() || 7] };
      await begin({ blockTime: { start, minutes }, plannedDay: day, deadline: null, repeat });
      await patch(1, { completed: true, today: day });
      expect((await events()).map((event) => [event.start, event.end])).toEqual([[from, to]]);
    });

    test('loses the next task’s block when the task is reopened, unless the block has begun', async () => {
      await begin({ blockTime, plannedDay: '2099-11-23' });
      await patch(1, { completed: true, today: '2099-11-23' });
      const [next] = await openOf(1);
      const hourAgo = ago(60);
      const begun = { id: 9, title: 'Review', taskId: next?.id, start: hourAgo, end: ago(30) };
      await ask('POST', '/api/events', begun);
      expect(await events()).toHaveLength(2);
      await patch(1, { completed: false, today: '2099-11-23' });
      expect((await events()).map(({ id }) => id)).toEqual([9]);
    });

    test('has one block even if a browser makes it, too', async () => {
      const byBrowser = (body: object) =>
        ask('PATCH', '/api/tasks/1', body, { 'daymark-mutation': randomUUID() });
      await begin({ blockTime, plannedDay: '2099-11-23' });
      await byBrowser({ completed: true, today: '2099-11-23' });
      const [next] = await openOf(1);
      const [start, end] = ['2099-11-30T17:00:00Z', '2099-11-30T17:45:00Z'];
      const event = { id: seriesBlockId(next!.id), title: 'Review', taskId: next?.id, start, end };
      await ask('POST', '/api/events', event);
      expect(await events()).toHaveLength(1);
      await byBrowser({ completed: false, today: '2099-11-23' });
      expect(await events()).toEqual([]);
    });

    test('has its block again when the next task comes back', async () => {
      await begin({ blockTime, plannedDay: '2099-11-23' });
      await patch(1, { completed: true, today: '2099-11-23' });
      const made = await events();
      await patch(1, { completed: false, today: '2099-11-23' });
      expect(await events()).toEqual([]);
      await patch(1, { completed: true, today: '2099-11-23' });
      expect(await events()).toEqual(made);
    });
  });

  test('skipping makes the next task without completing the task', async () => {
    await begin();
    await patch(1, { skippedAt: new Date().toISOString(), today: '2026-11-20' });
    expect(await task(1)).toMatchObject({ completed: false, completedAt: null });
    expect(await openOf(1)).toMatchObject([{ seriesDay: '2026-11-30' }]);
  });

  test('reopening removes the next task if it is untouched', async () => {
    await begin();
    await patch(1, { completed: true, today: '2026-11-23' });
    await patch(1, { completed: false });
    expect((await openOf(1)).map(({ id }) => id)).toEqual([1]);
    // Completing the task again makes the same next task, with the changes made in the meantime.
    await patch(1, { title: 'Review all' });
    await create({ id: 9, title: 'Read', parentId: 1 });
    await patch(1, { completed: true, today: '2026-11-23' });
    const [next] = await openOf(1);
    expect(next).toMatchObject({ seriesDay: '2026-11-30', title: 'Review all' });
    const stepsOfNext = (await tasks()).filter(({ parentId }) => parentId === next!.id);
    expect(stepsOfNext).toMatchObject([{ title: 'Read', completed: false }]);
    expect(await tasks()).toHaveLength(4);
    // The same holds if the next task already has the step.
    await patch(1, { completed: false });
    expect((await openOf(1)).map(({ id }) => id)).toEqual([1]);
    await patch(1, { completed: true, today: '2026-11-23' });
    expect((await openOf(1)).map(({ id }) => id)).toEqual([next!.id]);
    expect(await tasks()).toHaveLength(4);
  });

  test('a next task that comes back has the current steps of the task before it', async () => {
    await begin();
    for (const [id, title] of ['Read', 'Write', 'Send'].entries())
      await create({ id: id + 2, title, parentId: 1, position: `a${id}` });
    await patch(1, { completed: true, today: '2026-11-23' });
    const [next] = await openOf(1);
    const shownSteps = async () =>
      (await tasks())
        .filter(({ parentId, skippedAt }) => parentId === next!.id && skippedAt === null)
        .sort((a, b) => (a.position! < b.position! ? -1 : 1))
        .map(({ title, estimateMinutes, completed }) => [title, estimateMinutes, completed]);
    await patch(1, { completed: false });
    expect(await shownSteps()).toEqual([]);
    await patch(2, { title: 'Read twice', estimateMinutes: 20, position: 'a9', completed: true });
    await ask('DELETE', '/api/tasks/3');
    await patch(1, { completed: true, today: '2026-11-23' });
    expect((await openOf(1)).map(({ id }) => id)).toEqual([next!.id]);
    expect(await shownSteps()).toEqual([
      ['Send', null, false],
      ['Read twice', 20, false],
    ]);
    // The next task is untouched, so it is removed again.
    await patch(1, { completed: false });
    expect((await openOf(1)).map(({ id }) => id)).toEqual([1]);
  });

  test('reopening a task that another device has reopened doesn’t leave the series', async () => {
    await begin();
    await patch(1, { completed: true, today: '2026-11-23' });
    await patch(1, { completed: false });
    // The other device had changed the next task, which is already removed.
    const leaving = { seriesId: null, seriesDay: null, repeat: null };
    expect((await patch(1, { completed: false, ...leaving })).json().seriesId).toBe(1);
    expect((await openOf(1)).map(({ id }) => id)).toEqual([1]);
    // Removing the rule without reopening the task leaves the series.
    await patch(1, leaving);
    expect(await task(1)).toMatchObject(leaving);
  });

  test('a reopening that is older than a completion doesn’t take the task out of its series', async () => {
    await begin();
    const leaving = { seriesId: null, seriesDay: null, repeat: null };
    await patch(1, { completed: true, today: '2026-11-23', editedAt: ago(1) });
    await patch(1, { completed: false, ...leaving, editedAt: ago(5) });
    expect(await task(1)).toMatchObject({ completed: true, seriesId: 1, repeat: MONDAYS });
    expect(await openOf(1)).toHaveLength(1);
  });

  test('a reopened task leaves the series if the next task was skipped', async () => {
    await begin();
    await patch(1, { completed: true, today: '2026-11-23' });
    const [second] = await openOf(1);
    await patch(second!.id, { skippedAt: new Date().toISOString(), today: '2026-11-23' });
    const [third] = await openOf(1);
    expect(third?.seriesDay).toBe('2026-12-07');
    await patch(1, { completed: false, today: '2026-11-23' });
    expect(await openOf(1)).toEqual([third]);
    expect(await task(1)).toMatchObject({ completed: false, seriesId: null, repeat: null });
    await patch(1, { completed: true, today: '2026-11-23' });
    expect(await openOf(1)).toEqual([third]);
    expect(await task(second!.id)).toMatchObject({ completed: false, removedAt: null });
  });

  test.each([
    ['its title', async (id: number) => void (await patch(id, { title: 'Review twice' }))],
    ['a step', async (id: number) => void (await create({ id: 9, title: 'New', parentId: id }))],
  ])(
    'reopening keeps the next task and leaves the series after a change of %s',
    async (_, touch) => {
      await begin();
      await patch(1, { completed: true, today: '2026-11-23' });
      const [next] = await openOf(1);
      await touch(next!.id);
      await patch(1, { completed: false });
      expect((await openOf(1)).map(({ id }) => id)).toEqual([next!.id]);
      expect(await task(1)).toMatchObject({ completed: false, seriesId: null, repeat: null });
    },
  );

  test('ends with its open task if the rule is removed', async () => {
    await begin();
    await patch(1, { completed: true, today: '2026-11-23' });
    const [next] = await openOf(1);
    await patch(next!.id, { repeat: null });
    await patch(next!.id, { completed: true, today: '2026-11-30' });
    expect(await openOf(1)).toEqual([]);
    expect(await tasks()).toHaveLength(2);
  });

  test('stays as it is when a task that left it repeats again', async () => {
    await begin();
    await patch(1, { completed: true, today: '2026-11-23' });
    const [next] = await openOf(1);
    await patch(next!.id, { title: 'Renamed' });
    await patch(1, { completed: false });
    const again = (
      await patch(1, { repeat: MONDAYS, seriesId: 1, seriesDay: '2026-11-23' })
    ).json();
    expect(isOpen(again)).toBe(true);
    expect((await openOf(1)).map(({ id }) => id)).toEqual([next!.id]);
    expect((await openOf(again.seriesId)).map(({ id }) => id)).toEqual([1]);
  });

  test('goes on while another priority is open', async () => {
    await create({ id: 5, title: 'Call mum', isPriority: true });
    await begin({ isPriority: true });
    await patch(1, { completed: true, today: '2026-11-23' });
    expect(await openOf(1)).toMatchObject([{ seriesDay: '2026-11-30' }]);
    expect(isOpen((await task(5))!)).toBe(true);
  });

  test('leaves the former parent of its first task open', async () => {
    await create({ id: 5, title: 'House' });
    await create({ id: 1, title: 'Water plants', parentId: 5 });
    await patch(1, { parentId: null, repeat: MONDAYS, plannedDay: '2026-11-23' });
    expect(isOpen((await task(5))!)).toBe(true);
    expect(await openOf(1)).toMatchObject([{ seriesDay: '2026-11-23' }]);
  });

  test.each([
    ['a repeating task', MONDAYS],
    ['a plain task', null],
  ])('%s that was completed here, skipped there and reopened is open', async (_, repeat) => {
    await begin({ repeat });
    await patch(1, { completed: true, today: '2026-11-23' });
    const skipped = await patch(1, { skippedAt: ago(0), today: '2026-11-23' });
    expect(skipped.json()).toMatchObject({ completed: true, skippedAt: null });
    await patch(1, { completed: false });
    expect(isOpen((await task(1))!)).toBe(true);
  });

  test('a task that was skipped here, completed there and reopened is open', async () => {
    await begin();
    await patch(1, { skippedAt: ago(0), today: '2026-11-23' });
    expect((await patch(1, { completed: true })).json()).toMatchObject({ skippedAt: null });
    await patch(1, { completed: false });
    expect((await openOf(1)).map(({ id }) => id)).toEqual([1]);
  });

  test('reopening a task that another device has skipped opens it', async () => {
    await begin();
    await patch(1, { skippedAt: ago(1), today: '2026-11-23' });
    await patch(1, { completed: false });
    expect((await openOf(1)).map(({ id }) => id)).toEqual([1]);
  });

  test('a task that is created as completed and skipped is completed', async () => {
    const made = await begin({ completed: true, skippedAt: ago(5) });
    expect(made.json()).toMatchObject({ completed: true, skippedAt: null });
  });

  test('makes a next task that isn’t a priority when a priority is completed', async () => {
    await begin({ isPriority: true });
    await patch(1, { completed: true, today: '2026-11-23' });
    const priorities = (await ask('GET', '/api/tasks/priorities')).json();
    expect(priorities).toMatchObject([{ id: 1, completed: true }]);
    expect(await openOf(1)).toMatchObject([{ isPriority: false, order: null }]);
  });
});

describe('a block', () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const block = (id: number, from: number, to: number) =>
    ask('POST', '/api/events', { id, title: 'Report', start: at(from), end: at(to), taskId: 1 });
  beforeEach(async () => {
    await create({ id: 1, title: 'Report' });
    await block(10, -120, -60);
    await block(11, -30, 30);
    await block(12, 60, 90);
    await ask('POST', '/api/events', { id: 13, title: 'Lunch', start: at(60), end: at(90) });
  });

  test('completing the task ends the running block now and removes later blocks', async () => {
    const [past, running] = await events();
    expect((await patch(1, { completed: true })).status).toBe(200);
    const left = await events();
    expect(left.map(({ id }) => id)).toEqual([10, 11, 13]);
    expect(left[0]).toEqual(past);
    expect(left[1]).toMatchObject({ id: 11, start: running?.start });
    expect(Math.abs(Date.parse(left[1]!.end) - Date.now())).toBeLessThan(60_000);
  });

  test('deleting the task deletes its blocks that have not begun', async () => {
    await ask('DELETE', '/api/tasks/1');
    expect((await events()).map(({ id }) => id)).toEqual([10, 11, 13]);
  });

  test('a completion that arrives again keeps blocks that were added after it was undone', async () => {
    const key = { 'daymark-mutation': 'done-once' };
    await ask('PATCH', '/api/tasks/1', { completed: true }, key);
    await patch(1, { completed: false });
    await block(14, 120, 150);
    await ask('PATCH', '/api/tasks/1', { completed: true }, key);
    expect((await events()).map(({ id }) => id)).toContain(14);
    expect((await task(1))?.completed).toBe(false);
  });
});

test('working hours are set for each weekday and must end after they start', async () => {
  const hours = Array.from({ length: 7 }, (_, day) =>
    day < 5 ? { start: '08:30', end: '16:00' } : null,
  );
  const change = (workingHours: unknown) => ask('PATCH', '/api/settings', { workingHours });
  expect((await change(hours)).json().workingHours).toEqual(hours);
  expectSentence(await change(hours.slice(1)), 400);
  expectSentence(await change(hours.with(2, { start: '17:00', end: '09:00' })), 400);
  expect((await ask('GET', '/api/settings')).json().workingHours).toEqual(hours);
});

test('working hours may have a lunch break, which must be within them', async () => {
  const hoursWith = (pause: object) =>
    Array(7).fill({ start: '09:00', end: '17:00', break: pause }) as unknown[];
  const change = (workingHours: unknown) => ask('PATCH', '/api/settings', { workingHours });
  const lunch = hoursWith({ start: '12:00', end: '13:00' });
  expect((await change(lunch)).json().workingHours).toEqual(lunch);
  expectSentence(await change(hoursWith({ start: '13:00', end: '12:00' })), 400);
  expectSentence(await change(hoursWith({ start: '08:00', end: '10:00' })), 400);
  expectSentence(await change(hoursWith({ start: '16:00', end: '17:00' })), 400);
  expect((await ask('GET', '/api/settings')).json().workingHours).toEqual(lunch);
});

test('an old export without planning fields is imported, and a new one round-trips', async () => {
  const old = {
    tasks: [{ id: 1, title: 'Old', createdAt: '2025-01-01T10:00:00Z' }],
    events: [{ id: 2, title: 'Old', start: '2025-01-01T10:00:00Z', end: '2025-01-01T11:00:00Z' }],
  };
  expect((await ask('POST', '/api/import', old)).status).toBe(200);
  expect(await task(1)).toMatchObject(NO_PLAN);
  await create({
    id: 3,
    title: 'New',
    plannedDay: '2026-11-23',
    repeat: MONDAYS,
    deadline: '2026-11-24',
  });
  await create({ id: 4, title: 'Step', parentId: 3, position: 'a0' });
  const exported = (await ask('GET', '/api/export')).json() as { tasks: Task[]; events: Event[] };
  person = await newPerson();
  expect((await ask('POST', '/api/import', exported)).status).toBe(200);
  const strip = (list: readonly { userId: number }[]) =>
    list.map(({ userId: _, ...fields }) => fields);
  expect(strip(await tasks())).toEqual(strip(exported.tasks));
});
