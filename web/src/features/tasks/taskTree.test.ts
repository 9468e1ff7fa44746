import { NO_PLAN } from '@daymark/contract/task';
import { expect, it } from 'vitest';
import type { ShownTask } from './taskQueries';
import { taskTree } from './taskTree';

const task = (id: number, fields: Partial<ShownTask> = {}): ShownTask => ({
  ...NO_PLAN,
  id,
  title: `Task ${id}`,
  completed: false,
  categoryId: null,
  userId: 1,
  isPriority: false,
  order: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  completedAt: null,
  ...fields,
});

const before = [task(1), task(2, { parentId: 1 }), task(3), task(4), task(5, { parentId: 3 })];
const SKIPPED = '2026-11-20T10:00:00Z';

it.each<[string, readonly ShownTask[]]>([
  ['a tick of a task', before.map((one) => (one.id === 3 ? { ...one, completed: true } : one))],
  ['a tick of a step', before.map((one) => (one.id === 2 ? { ...one, completed: true } : one))],
  ['new titles of all', before.map((one) => ({ ...one, title: 'New' }))],
  ['a skip', before.map((one) => (one.id === 4 ? { ...one, skippedAt: SKIPPED } : one))],
  [
    'a task that becomes a step',
    before.map((one) => (one.id === 4 ? { ...one, parentId: 1 } : one)),
  ],
  [
    'a step that becomes a task',
    before.map((one) => (one.id === 5 ? { ...one, parentId: null } : one)),
  ],
  ['a task that is replaced', before.map((one) => (one.id === 3 ? task(6) : one))],
  ['a new task', [task(6), ...before]],
  ['a new task that was skipped', [task(6, { skippedAt: SKIPPED }), ...before]],
  ['a new step', [...before, task(6, { parentId: 4 })]],
  ['a deleted task', before.filter(({ id }) => id !== 4)],
  ['a deleted task with steps', before.slice(1)],
  ['a deleted step', before.filter(({ id }) => id !== 2)],
  [
    'a task that is added where another is edited',
    [task(6), { ...task(1), title: 'New' }, ...before.slice(1)],
  ],
  ['another order', before.toReversed()],
])('after %s the tree is the same as one that is computed anew', (_, after) => {
  taskTree([]);
  const { tasks, steps } = taskTree(after);
  taskTree([]);
  taskTree([...before]);
  expect(taskTree([...after])).toMatchObject({ tasks, steps });
});

it('after the task of steps is brought back they are no tasks any more', () => {
  const without = before.slice(1);
  expect(taskTree(without).tasks.map(({ id }) => id)).toEqual([2, 3, 4]);
  const { tasks, steps } = taskTree([task(1), ...without]);
  expect(tasks.map(({ id }) => id)).toEqual([1, 3, 4]);
  expect(steps.get(1)?.map(({ id }) => id)).toEqual([2]);
});

it('knows from which list a tick was made, and of which edits that is not so', () => {
  const change = (fields: Partial<ShownTask>) =>
    before.map((one) => (one.id === 3 ? { ...one, ...fields } : one));
  taskTree(before);
  expect(taskTree(change({ completed: true })).tickedFrom?.deref()).toBe(before);
  taskTree([...before]);
  expect(taskTree(change({ title: 'New' })).tickedFrom).toBeUndefined();
});
