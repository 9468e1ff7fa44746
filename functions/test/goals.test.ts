import type { AccountExport } from '@daymark/contract/accountExport';
import type { Goal } from '@daymark/contract/goal';
import type { Task } from '@daymark/contract/task';
import { textVersion } from '@daymark/contract/texts';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectSentence } from './expectSentence';
import { newPerson, type Person } from './people';
import { expectRoundTrip, exportOf, importInto } from './roundTrip';
import { send } from './send';

let person: Person;
beforeEach(async () => {
  person = await newPerson();
});

const ask = (method: string, path: string, body?: object, { session } = person) =>
  send({ method, path, session, body });
const listOf = async (path: string) => (await ask('GET', path)).json() as object[];

/** Returns a time `minutes` ago. */
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const GOAL = { id: 7, title: 'Plant the ferns', span: 'week', day: '2026-11-16' };
const PLAN = {
  keptAt: '2026-11-20T07:45:00.000Z',
  tasks: [{ taskId: 9, title: 'Dig', minutes: 45, isPriority: true }],
  times: [
    {
      eventId: '11',
      title: 'Dig',
      start: '2026-11-20T09:00:00+01:00',
      end: '2026-11-20T09:45:00+01:00',
      taskId: 9,
    },
  ],
};
const DAY_PLAN = { day: '2026-11-20', plan: PLAN };
const REVIEW = { day: '2026-11-16', done: 'Planted the ferns.' };

describe('goals', () => {
  test('a goal has a title, a span and a day, and is open', async () => {
    const before = new Date().toISOString();
    const reply = await ask('POST', '/api/goals', { ...GOAL, title: ' Plant the ferns ' });
    expect(reply.status, reply.text).toBe(201);
    const goal = reply.json() as Goal;
    expect(goal).toEqual({
      ...GOAL,
      outcome: null,
      servesId: null,
      position: null,
      createdAt: expect.stringMatching(/Z$/) as string,
      userId: person.userId,
    });
    expect(goal.createdAt >= before).toBe(true);
    expect(await listOf('/api/goals')).toEqual([goal]);
  });

  test('creating a goal twice makes one', async () => {
    const first = (await ask('POST', '/api/goals', GOAL)).json();
    const again = await ask('POST', '/api/goals', GOAL);
    expect(again.status).toBe(201);
    expect(again.json()).toEqual(first);
    expect(await listOf('/api/goals')).toHaveLength(1);
  });

  test('edits of different fields are merged, and of the same field the later one wins', async () => {
    await ask('POST', '/api/goals', GOAL);
    const patch = (body: object) => ask('PATCH', '/api/goals/7', body);
    await patch({ outcome: 'done', editedAt: ago(10) });
    await patch({ servesId: 8, position: 'a1', editedAt: ago(30) });
    const reply = await patch({ outcome: 'dropped', editedAt: ago(20) });
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({ ...GOAL, outcome: 'done', servesId: 8, position: 'a1' });
  });

  test('an edit of another version of the title doesn’t overwrite it', async () => {
    await ask('POST', '/api/goals', GOAL);
    const seen = { title: textVersion(GOAL.title) };
    const edit = (title: string, editedAt: string) =>
      ask('PATCH', '/api/goals/7', { title, base: seen, editedAt });
    const earlier = ago(20);
    await edit('Plant ten ferns', earlier);
    const reply = await edit('Plant the moss', ago(10));
    expect(reply.headers['daymark-conflict']).toBe(`title=${earlier}`);
    expect(reply.json()).toMatchObject({ title: 'Plant ten ferns' });
  });

  test('deleting a goal empties it on its tasks, and only on those', async () => {
    await ask('POST', '/api/goals', GOAL);
    await ask('POST', '/api/goals', { ...GOAL, id: 8 });
    for (const [id, goalId] of [
      [1, 7],
      [2, 7],
      [3, 8],
      [4, null],
    ])
      await ask('POST', '/api/tasks', { id, title: 'Dig', goalId });
    expect((await ask('DELETE', '/api/goals/7')).status).toBe(204);
    expect((await ask('DELETE', '/api/goals/7')).status).toBe(204);
    const tasks = (await listOf('/api/tasks')) as Task[];
    const goalOf = Object.fromEntries(tasks.map(({ id, goalId }) => [id, goalId]));
    expect(goalOf).toEqual({ 1: null, 2: null, 3: 8, 4: null });
    expect(await listOf('/api/goals')).toMatchObject([{ id: 8 }]);
    expectSentence(await ask('PATCH', '/api/goals/7', { title: 'Moss' }), 404);
    expectSentence(await ask('POST', '/api/goals', GOAL), 410);
    expect((await ask('POST', '/api/goals', { ...GOAL, restore: true })).status).toBe(201);
  });

  test('deleting a goal empties it on the goals that serve it, and only on those', async () => {
    const month = { ...GOAL, span: 'month', day: '2026-11-01' };
    await ask('POST', '/api/goals', month);
    await ask('POST', '/api/goals', { ...month, id: 8 });
    await ask('POST', '/api/goals', { ...GOAL, id: 9, servesId: 7 });
    await ask('POST', '/api/goals', { ...GOAL, id: 10, servesId: 8 });
    expect((await ask('DELETE', '/api/goals/7')).status).toBe(204);
    const goals = (await listOf('/api/goals')) as Goal[];
    expect(Object.fromEntries(goals.map(({ id, servesId }) => [id, servesId]))).toEqual({
      8: null,
      9: null,
      10: 8,
    });
  });

  test('a goal that serves itself can be deleted', async () => {
    await ask('POST', '/api/goals', { ...GOAL, servesId: 7 });
    expect((await ask('DELETE', '/api/goals/7')).status).toBe(204);
    expect(await listOf('/api/goals')).toEqual([]);
  });

  test('an invalid goal is refused with one sentence', async () => {
    const { title, span, day } = GOAL;
    const refusals: [object, string][] = [
      [{ span, day }, 'title: Required'],
      [{ title: ' ', span, day }, 'A goal needs a title.'],
      [{ title: 'x'.repeat(201), span, day }, 'title: Must be at most 200 characters'],
      [{ title, day }, 'span: Must be one of week, month, quarter'],
      [{ title, span: 'year', day }, 'span: Must be one of week, month, quarter'],
      [{ title, span }, 'day: Must be a day like 2026-11-20'],
      [{ title, span, day: '2026-02-30' }, 'Must be a day like 2026-11-20'],
      [{ title, span, day, outcome: 'lost' }, 'outcome: Must be one of done, dropped, carried'],
      [{ title, span, day, servesId: 0 }, 'servesId: Must be at least 1'],
      [{ title, span, day, position: '' }, 'This is not a valid position.'],
    ];
    for (const [body, sentence] of refusals) {
      const reply = await ask('POST', '/api/goals', body);
      expectSentence(reply, 400);
      expect(reply.text).toContain(sentence);
    }
    await ask('POST', '/api/goals', GOAL);
    expectSentence(await ask('PATCH', '/api/goals/7', {}), 400);
    expectSentence(await ask('PATCH', '/api/goals/7', { title: null }), 400);
    expect(await listOf('/api/goals')).toMatchObject([GOAL]);
  });
});

describe('plans of days', () => {
  test('a day has one plan, whatever id the request has', async () => {
    const first = await ask('POST', '/api/day-plans', { ...DAY_PLAN, id: 5 });
    expect(first.status, first.text).toBe(201);
    expect(first.json()).toEqual({ id: 20261120, ...DAY_PLAN, userId: person.userId });
    expect((await ask('POST', '/api/day-plans', DAY_PLAN)).json()).toEqual(first.json());
    expect(await listOf('/api/day-plans')).toEqual([first.json()]);
  });

  test('if two devices plan a day, the later plan wins as a whole', async () => {
    await ask('POST', '/api/day-plans', { day: DAY_PLAN.day });
    const patch = (plan: object | null, editedAt: string) =>
      ask('PATCH', '/api/day-plans/20261120', { plan, editedAt });
    await patch(PLAN, ago(10));
    const reply = await patch({ ...PLAN, tasks: [] }, ago(20));
    expect(reply.json()).toMatchObject({ plan: PLAN });
    expect((await patch(null, ago(5))).json()).toMatchObject({ plan: null });
  });

  test('an invalid plan is refused with one sentence', async () => {
    const task = PLAN.tasks[0];
    for (const body of [
      { plan: PLAN },
      { day: 'today', plan: PLAN },
      { day: DAY_PLAN.day, plan: { ...PLAN, keptAt: 'this morning' } },
      { day: DAY_PLAN.day, plan: { ...PLAN, tasks: [{ ...task, minutes: -1 }] } },
      { day: DAY_PLAN.day, plan: { ...PLAN, tasks: Array.from({ length: 201 }, () => task) } },
      { day: DAY_PLAN.day, plan: { keptAt: PLAN.keptAt } },
    ])
      expectSentence(await ask('POST', '/api/day-plans', body), 400);
    expect(await listOf('/api/day-plans')).toEqual([]);
  });
});

describe('reviews of weeks', () => {
  test('a week has one review, whatever id the request has', async () => {
    const first = await ask('POST', '/api/week-reviews', { ...REVIEW, id: 5 });
    expect(first.status, first.text).toBe(201);
    expect(first.json()).toEqual({
      id: 20261116,
      ...REVIEW,
      slipped: null,
      nextWeek: null,
      rating: null,
      userId: person.userId,
    });
    expect((await ask('POST', '/api/week-reviews', REVIEW)).json()).toEqual(first.json());
    expect(await listOf('/api/week-reviews')).toEqual([first.json()]);
  });

  test('edits of different answers are merged', async () => {
    await ask('POST', '/api/week-reviews', REVIEW);
    const patch = (body: object) => ask('PATCH', '/api/week-reviews/20261116', body);
    await patch({ slipped: 'The moss.', editedAt: ago(10) });
    await patch({ rating: 4, nextWeek: 'Moss first.', editedAt: ago(20) });
    const reply = await patch({ rating: 2, editedAt: ago(30) });
    expect(reply.json()).toMatchObject({
      ...REVIEW,
      slipped: 'The moss.',
      nextWeek: 'Moss first.',
      rating: 4,
    });
  });

  test.each(['done', 'slipped', 'nextWeek'])(
    'an edit of another version of an answer doesn’t overwrite it: %s',
    async (field) => {
      await ask('POST', '/api/week-reviews', { day: REVIEW.day, [field]: 'Ferns' });
      const edit = (text: string, editedAt: string) =>
        ask('PATCH', '/api/week-reviews/20261116', {
          [field]: text,
          base: { [field]: textVersion('Ferns') },
          editedAt,
        });
      const earlier = ago(20);
      await edit('Ferns and moss', earlier);
      const reply = await edit('Only moss', ago(10));
      expect(reply.headers['daymark-conflict']).toBe(`${field}=${earlier}`);
      expect(reply.json()).toMatchObject({ [field]: 'Ferns and moss' });
    },
  );

  test('an invalid review is refused with one sentence', async () => {
    for (const body of [
      { done: 'x' },
      { ...REVIEW, day: '2026-11' },
      { ...REVIEW, rating: 6 },
      { ...REVIEW, rating: 2.5 },
      { ...REVIEW, done: 'x'.repeat(10_001) },
    ])
      expectSentence(await ask('POST', '/api/week-reviews', body), 400);
    expect(await listOf('/api/week-reviews')).toEqual([]);
  });
});

test('goals, plans and reviews of another person are not found', async () => {
  await ask('POST', '/api/goals', GOAL);
  await ask('POST', '/api/day-plans', DAY_PLAN);
  await ask('POST', '/api/week-reviews', REVIEW);
  const other = await newPerson();
  for (const [path, body] of [
    ['/api/goals/7', { title: 'Mine' }],
    ['/api/day-plans/20261120', { plan: null }],
    ['/api/week-reviews/20261116', { done: 'Mine' }],
  ] as const)
    expectSentence(await ask('PATCH', path, body, other), 404);
  expect((await ask('DELETE', '/api/goals/7', undefined, other)).status).toBe(204);
  for (const path of ['/api/goals', '/api/day-plans', '/api/week-reviews']) {
    expect((await ask('GET', path, undefined, other)).json()).toEqual([]);
    expect(await listOf(path)).toHaveLength(1);
  }
  expect(await listOf('/api/goals')).toMatchObject([GOAL]);
});

describe('exports and imports', () => {
  const document = {
    goals: [
      { ...GOAL, outcome: 'carried', servesId: 8, position: 'a1' },
      { id: 8, title: 'A green garden', span: 'quarter', day: '2026-10-01' },
    ],
    tasks: [{ id: 9, title: 'Dig', goalId: 7 }],
    dayPlans: [{ id: 20261120, ...DAY_PLAN }],
    weekReviews: [
      { id: 20261116, ...REVIEW, slipped: 'The moss.', nextWeek: 'Moss first.', rating: 4 },
    ],
  };

  test('goals, plans and reviews are equal after an export and an import', async () => {
    await importInto(person, document);
    const exported = await exportOf(person);
    expect(exported).toMatchObject(document);
    await expectRoundTrip(exported);
  });

  test('undoing an import keeps the goal that a task serves, and its own goal', async () => {
    await importInto(person, { importId: 5, ...document, tasks: [] });
    await ask('POST', '/api/tasks', { id: 9, title: 'Dig', goalId: 7 });
    const reply = await ask('POST', '/api/import/undo', { importId: 5 });
    expect(reply.json()).toEqual({ deleted: 2, kept: 2, isDone: true });
    const { goals, tasks, dayPlans, weekReviews } = (
      await ask('GET', '/api/export')
    ).json() as AccountExport;
    expect(goals).toMatchObject([{ id: 7, servesId: 8 }, { id: 8 }]);
    expect(tasks).toMatchObject([{ goalId: 7 }]);
    expect([dayPlans, weekReviews]).toEqual([[], []]);
  });
});
