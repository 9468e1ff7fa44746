import { dayAfter, type Repeat } from '@daymark/contract/repeats/repeat';
import { isOpen, type Task } from '@daymark/contract/task';
import { PRIORITIES_MAX } from '@daymark/contract/topThree';
import * as fc from 'fast-check';
import { expect } from 'vitest';

/** A person's tasks, in a model or behind the API. Each call returns its status. */
export interface TaskWorld {
  list: () => Promise<Task[]>;
  priorities: () => Promise<Task[]>;
  create: (body: Body) => Promise<number>;
  update: (id: number, body: Body) => Promise<number>;
  delete: (id: number) => Promise<number>;
}

type Body = Record<string, unknown>;

const RULES: readonly Repeat[] = [
  { every: 'day', interval: 1, from: 'schedule' },
  { every: 'week', interval: 1, weekdays: [1, 5], from: 'schedule' },
  { every: 'day', interval: 3, from: 'completion' },
];

const KINDS = [
  'adds a task',
  'adds a priority',
  'adds a repeating task',
  'adds a repeating priority',
  'adds a step',
  'completes',
  'completes',
  'skips',
  'reopens',
  'reopens',
  'makes a priority',
  'makes no priority',
  'makes repeat',
  'ends the repeat',
  'renames',
  'makes a step',
  'makes a task',
  'deletes',
  'takes back',
  'takes back',
] as const;

/** One action of a person. `choice` picks the task, and `days` is how many days pass before the action. */
interface Step {
  kind: (typeof KINDS)[number];
  choice: number;
  days: number;
}

/** Returns sequences of actions with priorities, repeating tasks and steps. */
export const stepSequences = (maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...KINDS),
      choice: fc.nat({ max: 11 }),
      days: fc.constantFrom(0, 0, 0, 1, 8),
    }),
    { maxLength, size: 'max' },
  );

/** One call, and the statuses with which it may be refused. */
interface Call {
  id: number;
  method: 'create' | 'update' | 'delete';
  body: Body;
  refusals?: number[];
}

/**
 * Does the steps one after the other. Expects after each call that no task was lost, that each series has at most one
 * open task, and that the Top 3 has at most three tasks.
 */
export async function playSteps(world: TaskWorld, steps: readonly Step[]): Promise<void> {
  let today = '2026-11-20';
  let ids = 0;
  let tasks = await world.list();
  const undos: Call[][] = [];

  const send = (call: Call) =>
    call.method === 'create'
      ? world.create(call.body)
      : call.method === 'update'
        ? world.update(call.id, { today, ...call.body })
        : world.delete(call.id);

  async function make(call: Call): Promise<void> {
    const before = tasks;
    const status = await send(call);
    const after = await world.list();
    tasks = after;
    const step = `${call.method} ${call.id} ${JSON.stringify(call.body)}: ${status}`;
    const isRefused = status >= 400;
    if (isRefused) {
      expect(call.refusals ?? [], step).toContain(status);
      expect(after, step).toEqual(before);
    }
    expectNoneLost(before, after, call, step);
    expectSeries(before, after, isRefused ? undefined : call, step);
    await expectTopThree(world, after, step);
  }

  for (const { kind, choice, days } of steps) {
    today = dayAfter(today, days) ?? today;
    if (kind === 'takes back') {
      for (const call of undos.pop() ?? []) await make(call);
      continue;
    }
    const change = changeOf(kind, choice, tasks, today, () => ++ids);
    if (!change) continue;
    for (const call of change.calls) await make(call);
    undos.push(change.undo);
  }
}

/** Returns the calls of a step and the calls that undo it, or undefined if there is no task for it. */
function changeOf(
  kind: Exclude<Step['kind'], 'takes back'>,
  choice: number,
  tasks: readonly Task[],
  today: string,
  newId: () => number,
): { calls: Call[]; undo: Call[] } | undefined {
  const rule = RULES[choice % RULES.length];
  const pick = (isOne: (task: Task) => boolean) => {
    const found = tasks.filter(isOne).sort((a, b) => a.id - b.id);
    return found[choice % found.length];
  };
  const isTop = ({ parentId }: Task) => parentId === null;
  const add = (body: Body, refusals: number[] = []) => {
    const id = newId();
    const calls: Call[] = [
      { id, method: 'create', body: { id, title: `Task ${id}`, ...body }, refusals },
    ];
    return { calls, undo: [{ id, method: 'delete', body: {} }] satisfies Call[] };
  };
  /** Returns an edit of a task. When the edit is undone later, the task or its parent may be gone. */
  const edit = (
    task: Task | undefined,
    body: Partial<Task>,
    refusals: number[] = [],
    undone: Partial<Task> = {},
  ) => {
    if (!task) return undefined;
    const before = Object.keys(body).map((field) => [field, task[field as keyof Task]]);
    const undo = { ...Object.fromEntries(before), ...undone };
    return {
      calls: [{ id: task.id, method: 'update', body, refusals }] satisfies Call[],
      undo: [
        { id: task.id, method: 'update', body: undo, refusals: [...refusals, 404] },
      ] satisfies Call[],
    };
  };
  switch (kind) {
    case 'adds a task':
      return add({ plannedDay: today });
    case 'adds a priority':
      return add({ isPriority: true }, [409]);
    case 'adds a repeating task':
      return add({ repeat: rule, plannedDay: today });
    case 'adds a repeating priority':
      return add({ repeat: rule, isPriority: true }, [409]);
    case 'adds a step': {
      const parent = pick((task) => isTop(task) && isOpen(task));
      return parent && add({ parentId: parent.id });
    }
    // A device may complete a task before it knows that another device has skipped the task. A device may also skip a
    // task that another device has completed.
    case 'completes':
      return edit(
        pick((task) => !task.completed),
        { completed: true },
      );
    case 'skips':
      return edit(
        pick((task) => isTop(task) && task.skippedAt === null),
        { skippedAt: `${today}T12:00:00.000Z` },
      );
    case 'reopens': {
      const task = pick((one) => !isOpen(one));
      return edit(task, task?.completed ? { completed: false } : { skippedAt: null });
    }
    case 'makes a priority':
      return edit(
        pick((task) => isOpen(task) && !task.isPriority),
        { isPriority: true },
        [409],
      );
    case 'makes no priority':
      return edit(
        pick((task) => task.isPriority),
        { isPriority: false },
        [409],
      );
    case 'makes repeat': {
      const task = pick((one) => isTop(one) && isOpen(one) && one.repeat === null);
      if (!task || !rule) return undefined;
      const ended = { repeat: null, seriesId: null, seriesDay: null };
      if (choice % 2 === 0) return edit(task, { repeat: rule }, [], ended);
      const series = { seriesId: task.id, seriesDay: today, plannedDay: today };
      return edit(task, { repeat: rule, ...series }, [], ended);
    }
    case 'ends the repeat':
      return edit(
        pick((task) => isOpen(task) && task.repeat !== null),
        { repeat: null, seriesId: null, seriesDay: null },
      );
    case 'renames':
      return edit(pick(isOpen), { title: `Renamed on ${today}` });
    case 'makes a step': {
      const parent = pick((task) => isTop(task) && isOpen(task));
      const task = pick((one) => isTop(one) && one.id !== parent?.id && one.seriesId === null);
      return parent && edit(task, { parentId: parent.id }, [400, 409]);
    }
    case 'makes a task':
      return edit(
        pick((task) => !isTop(task)),
        { parentId: null },
        [400],
      );
    case 'deletes': {
      const task = pick(() => true);
      if (!task) return undefined;
      const gone = [task, ...tasks.filter(({ parentId }) => parentId === task.id)];
      return {
        calls: [{ id: task.id, method: 'delete', body: {} }],
        // The parent of a step may be gone.
        undo: gone.map(({ userId: _, ...body }) => ({
          id: body.id,
          method: 'create',
          body: { ...body, restore: true },
          refusals: [400],
        })),
      };
    }
  }
}

/** Whether no list shows the task. */
const isGone = (task: Task | undefined) =>
  task === undefined || (!task.completed && task.skippedAt !== null);

/**
 * Expects that a task is gone only for one of three reasons. The task or its parent was deleted, the task itself was
 * skipped, or another task of its series is open in its place.
 */
function expectNoneLost(
  before: readonly Task[],
  after: readonly Task[],
  { id, method, body }: Call,
  step: string,
): void {
  const known = new Map(after.map((task) => [task.id, task]));
  for (const task of before) {
    const now = known.get(task.id);
    if (isGone(task) || !isGone(now)) continue;
    const owner = task.parentId ?? task.id;
    const isDeleted = method === 'delete' && (task.id === id || owner === id);
    const isSkipped = method === 'update' && task.id === id && Boolean(body.skippedAt);
    if (isDeleted || isSkipped) continue;
    const series = before.find((one) => one.id === owner)?.seriesId ?? null;
    const open = after.filter((one) => one.seriesId === series && isOpen(one));
    const changed = known.get(id);
    expect(
      { series, inItsPlace: open.map((one) => one.id), isRemoved: now?.skippedAt },
      `${step}: task ${task.id} is gone`,
    ).toEqual({
      series: expect.any(Number),
      inItsPlace: [expect.any(Number)],
      isRemoved: now?.removedAt,
    });
    expect(changed?.seriesId, `${step}: task ${task.id} is gone`).toBe(series);
    expect(isGone(changed), `${step}: nothing is open in place of ${task.id}`).toBe(false);
  }
}

/**
 * Expects that each series has at most one open task, and still has one after its open task was completed or skipped.
 */
function expectSeries(
  before: readonly Task[],
  after: readonly Task[],
  call: Call | undefined,
  step: string,
): void {
  for (const task of after)
    expect(task.completed && task.skippedAt !== null, `${step}: ${task.id} is both`).toBe(false);
  const openOf = (seriesId: number) =>
    after.filter((task) => task.seriesId === seriesId && task.parentId === null && isOpen(task));
  const series = new Set(after.flatMap(({ seriesId }) => seriesId ?? []));
  for (const id of series)
    expect(openOf(id).length, `${step}: of series ${id}`).toBeLessThanOrEqual(1);
  if (call?.method !== 'update' || !(call.body.completed || call.body.skippedAt)) return;
  const closed = before.find(({ id }) => id === call.id);
  if (closed?.repeat && closed.seriesId !== null && isOpen(closed))
    expect(openOf(closed.seriesId), `${step}: the series has ended`).toHaveLength(1);
}

async function expectTopThree(
  world: TaskWorld,
  tasks: readonly Task[],
  step: string,
): Promise<void> {
  const priorities = await world.priorities();
  expect(priorities.length, step).toBeLessThanOrEqual(PRIORITIES_MAX);
  // A new day frees slots, and the next change closes the gaps.
  const places = priorities.map(({ order }) => order ?? -1);
  expect(
    places.every((place, index) => place >= index && place > (places[index - 1] ?? -1)),
    `${step}: ${places.join()}`,
  ).toBe(true);
  const open = tasks.filter((task) => task.isPriority && task.parentId === null && isOpen(task));
  const counted = new Set(priorities.map(({ id }) => id));
  expect(
    open.filter(({ id }) => !counted.has(id)),
    step,
  ).toEqual([]);
  for (const task of priorities) expect(isGone(task) || task.parentId !== null, step).toBe(false);
}
