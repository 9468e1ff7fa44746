import { NO_PLAN } from '@daymark/contract/task';
import { describe, expect, it } from 'vitest';
import { isTickedFrom, keepShown, taskTree } from './taskTree';
import type { ShownTask } from '../shownRecords';

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

describe('what was only ticked', () => {
  const change = (list: readonly ShownTask[], fields: Partial<ShownTask>) =>
    list.map((one) => (one.id === 3 ? { ...one, ...fields } : one));

  it('can be shown a moment later, also after several ticks', () => {
    const [shown, once, twice] = ticks();
    expect(isTickedFrom(once, shown)).toBe(true);
    expect(isTickedFrom(twice, shown)).toBe(true);
  });

  it('can be with the next task of its series', () => {
    const shown = [...before];
    taskTree(shown);
    expect(isTickedFrom([task(7), ...change(shown, { completed: true })], shown)).toBe(true);
  });

  it('cannot be if something else was changed since', () => {
    const [shown, once] = ticks();
    const renamed = change(once, { title: 'New' });
    expect(isTickedFrom(renamed, shown)).toBe(false);
    expect(isTickedFrom(change(renamed, { completed: false }), shown)).toBe(false);
  });

  it('is not replaced by what was before it once it was shown', () => {
    const [shown, once, twice] = ticks();
    isTickedFrom(twice, shown);
    keepShown(twice);
    expect(isTickedFrom(twice, shown)).toBe(false);
    expect(isTickedFrom(twice, once)).toBe(false);
  });

  function ticks() {
    const shown = [...before];
    taskTree(shown);
    const once = change(shown, { completed: true });
    taskTree(once);
    return [shown, once, change(once, { completed: false })] as const;
  }
});
