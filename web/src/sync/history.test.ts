import { expect, test } from 'vitest';
import { createHistory, type ChangeText } from './history';
import type { Identified, MutationRequest } from '../domain/mutation';

const update = (id: number, fields: object): MutationRequest => ({
  kind: 'update',
  collection: 'tasks',
  id,
  fields,
});

/** Returns a history whose requests are applied to some tasks. */
function historyOf(...records: (Identified & Record<string, unknown>)[]) {
  const tasks = new Map(records.map((record) => [record.id, record]));
  const changes: MutationRequest[][] = [];
  const left: ChangeText[] = [];
  const history = createHistory({
    recordOf: (_, id) => tasks.get(id),
    stepsOf: (_, id) => [...tasks.values()].filter(({ parentId }) => parentId === id),
    blankOf: () => undefined,
    onLeftAlone: (text) => void left.push(text),
    mutate: (...requests) => {
      changes.push([...requests]);
      for (const request of requests)
        if (request.kind === 'create') tasks.set(request.record.id, { ...request.record });
        else if (request.kind === 'delete') tasks.delete(request.id);
        else tasks.set(request.id, { ...tasks.get(request.id)!, ...request.fields });
    },
  });
  return { history, tasks, changes, left };
}

test('undo resets only the fields that the change wrote', () => {
  const { history, tasks } = historyOf({ id: 1, title: 'Old', plannedDay: null });
  history.change({ title: 'Renamed' }, [update(1, { title: 'New' })]);
  tasks.set(1, { ...tasks.get(1)!, plannedDay: '2026-11-24' });
  expect(history.undoLast()).toEqual({ title: 'Renamed' });
  expect(tasks.get(1)).toEqual({ id: 1, title: 'Old', plannedDay: '2026-11-24' });
});

test('undo deletes created records and restores deleted ones', () => {
  const { history, tasks, changes } = historyOf({ id: 1, title: 'One' });
  history.change({ title: 'Added' }, [
    { kind: 'create', collection: 'tasks', record: { id: 2 } },
    update(2, { title: 'Two' }),
  ]);
  history.change({ title: 'Deleted' }, [{ kind: 'delete', collection: 'tasks', id: 1 }]);
  history.undoLast();
  expect(changes.at(-1)).toEqual([
    { kind: 'create', collection: 'tasks', record: { id: 1, title: 'One' }, restore: true },
  ]);
  history.undoLast();
  expect([...tasks.keys()]).toEqual([1]);
});

test('a change can be undone once, by its toast or by Ctrl Z', () => {
  const { history, tasks, changes } = historyOf({ id: 1, count: 0 });
  const undo = history.change({ title: 'Counted' }, [update(1, { count: 1 })]);
  undo();
  expect(tasks.get(1)).toEqual({ id: 1, count: 0 });
  undo();
  expect(history.undoLast()).toBeUndefined();
  expect(changes).toHaveLength(2);

  const second = history.change({ title: 'Counted' }, [update(1, { count: 2 })]);
  history.undoLast();
  tasks.set(1, { id: 1, count: 3 });
  second();
  expect(tasks.get(1), 'the toast’s Undo does nothing after Ctrl Z').toEqual({ id: 1, count: 3 });
});

test('the last ten changes can be undone, the latest first', () => {
  const { history, tasks } = historyOf({ id: 1, count: 0 });
  const undos = Array.from({ length: 12 }, (_, n) =>
    history.change({ title: `${n + 1}` }, [update(1, { count: n + 1 })]),
  );
  for (let n = 12; n > 2; n--) expect(history.undoLast()).toEqual({ title: `${n}` });
  expect(history.undoLast()).toBeUndefined();
  expect(tasks.get(1)).toEqual({ id: 1, count: 2 });
  undos[1]?.();
  expect(tasks.get(1)).toEqual({ id: 1, count: 1 });
});

test('undo skips a change of a record that another device has deleted', () => {
  const { history, tasks, changes } = historyOf({ id: 1, count: 0 }, { id: 2, count: 0 });
  history.change({ title: 'One' }, [update(1, { count: 1 })]);
  history.change({ title: 'Two' }, [update(2, { count: 1 })]);
  tasks.delete(2);
  expect(history.undoLast()).toEqual({ title: 'One' });
  expect(tasks.get(1)).toEqual({ id: 1, count: 0 });
  expect(changes.flat().filter((request) => 'id' in request && request.id === 2)).toHaveLength(1);
});

test('undo takes back requests in reverse order unless the change has its own undo requests', () => {
  const { history, tasks, changes } = historyOf({ id: 1, title: 'Task' }, { id: 2, parentId: 1 });
  const remove = (id: number): MutationRequest => ({ kind: 'delete', collection: 'tasks', id });
  history.change({ title: 'Deleted' }, [remove(2), remove(1)]);
  history.undoLast();
  expect([...tasks.keys()], 'the task before its step').toEqual([1, 2]);
  history.change({ title: 'Closed' }, [update(1, { completed: true })], [update(1, { open: 1 })]);
  history.undoLast();
  expect(changes.at(-1)).toEqual([update(1, { open: 1 })]);
});

test('undo leaves alone a field that was changed later', () => {
  const { history, tasks, left } = historyOf({ id: 1, title: 'Old', count: 0 });
  history.change({ title: 'Renamed' }, [update(1, { title: 'New', count: 1 })]);
  tasks.set(1, { ...tasks.get(1)!, title: 'Elsewhere' });
  expect(history.undoLast()).toEqual({ title: 'Renamed', leftAlone: true });
  expect(tasks.get(1)).toEqual({ id: 1, title: 'Elsewhere', count: 0 });
  expect(left).toEqual([{ title: 'Renamed' }]);
});

test('undo does not delete a new record whose text was changed later', () => {
  const { history, tasks } = historyOf();
  const record = { id: 2, title: 'Two' };
  history.change({ title: 'Added' }, [{ kind: 'create', collection: 'tasks', record }]);
  tasks.set(2, { id: 2, title: 'Two and a half' });
  history.undoLast();
  expect(tasks.get(2)).toEqual({ id: 2, title: 'Two and a half' });
});

test('undo does not delete a new task to which a step was added later', () => {
  const { history, tasks, left } = historyOf();
  const create = (record: Identified): MutationRequest => ({
    kind: 'create',
    collection: 'tasks',
    record,
  });
  const step = { id: 3, title: 'Step', parentId: 2 };
  history.change({ title: 'Added' }, [create({ id: 2 }), create(step)]);
  tasks.set(4, { id: 4, title: 'Elsewhere', parentId: 2 });
  history.undoLast();
  expect([...tasks.keys()]).toEqual([2, 4]);
  expect(left).toEqual([{ title: 'Added' }]);
});

test('undo does not restore a record that exists again', () => {
  const { history, tasks, changes } = historyOf({ id: 1, title: 'One' });
  history.change({ title: 'Deleted' }, [{ kind: 'delete', collection: 'tasks', id: 1 }]);
  tasks.set(1, { id: 1, title: 'Written since' });
  history.undoLast();
  expect(changes.at(-1)).toEqual([]);
  expect(tasks.get(1)).toEqual({ id: 1, title: 'Written since' });
});
