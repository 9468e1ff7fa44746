import type { Task } from '@daymark/contract/task';
import { task as anyTask } from '@daymark/contract/test/records';
import { describe, expect, it } from 'vitest';
import { shownRecords, type Mutation } from '../src/domain/mutation';
import { definitions } from '../src/sync/definitions';

const task = (id: number, fields: Partial<Task> = {}) =>
  anyTask(id, { createdAt: `2026-11-20T09:00:0${id}.000Z`, ...fields });

const mutation = (
  kind: Mutation['kind'],
  recordId: number,
  rest: Partial<Mutation> = {},
): Mutation => ({
  key: `${kind} ${recordId}`,
  collection: 'tasks',
  kind,
  recordId,
  fields: {},
  editedAt: '2026-11-20T10:00:00.000Z',
  ...rest,
});
const created = (made: Task, rest: Partial<Mutation> = {}) =>
  mutation('create', made.id, { fields: { ...made }, ...rest });

const confirmed = [task(3), task(2), task(1)];
const shown = (changes: Mutation[], records = confirmed, failing = new Map<string, string>()) =>
  shownRecords(records, changes, definitions.tasks, failing);
const titles = (records: readonly Task[]) => records.map(({ title }) => title);

describe('the list that is shown', () => {
  it('is the confirmed list when nothing is queued', () => {
    expect(shown([])).toBe(confirmed);
  });

  it('applies queued mutations in order', () => {
    const list = shown([
      created(task(4)),
      mutation('update', 4, { fields: { title: 'Renamed' } }),
      mutation('delete', 2),
    ]);
    expect(titles(list)).toEqual(['Renamed', 'Task 3', 'Task 1']);
  });

  it('puts a restored task back in its position', () => {
    expect(titles(shown([created(task(2))], [task(3), task(1)]))).toEqual([
      'Task 3',
      'Task 2',
      'Task 1',
    ]);
  });

  it('keeps the records that no mutation changes', () => {
    const list = shown([mutation('update', 2, { fields: { completed: true } })]);
    expect(list[0]).toBe(confirmed[0]);
    expect(list[2]).toBe(confirmed[2]);
  });

  it('completes a task at the moment it was ticked', () => {
    const [, ticked] = shown([mutation('update', 2, { fields: { completed: true } })]);
    expect(ticked).toMatchObject({ completed: true, completedAt: '2026-11-20T10:00:00.000Z' });
  });

  it('shows a rejected edit on its record, with the typed text', () => {
    const [, refused] = shown([
      mutation('update', 2, { fields: { title: 'Too long' }, rejection: 'Too long a title.' }),
    ]);
    expect(refused).toMatchObject({
      title: 'Too long',
      saveError: { sentence: 'Too long a title.', kind: 'rejected' },
    });
  });

  it('still has a record whose delete was rejected', () => {
    const list = shown([mutation('delete', 2, { rejection: 'Not allowed.' })]);
    expect(list[1]).toMatchObject({ id: 2, saveError: { kind: 'rejected' } });
  });

  it('marks a record whose create is being retried', () => {
    const list = shown([created(task(4))], confirmed, new Map([['create 4', 'Try later.']]));
    expect(list[0]).toMatchObject({
      id: 4,
      saveError: { sentence: 'Try later.', kind: 'retrying' },
    });
  });

  it('ignores an edit of a record that is gone', () => {
    expect(shown([mutation('update', 9, { fields: { title: 'Ghost' } })])).toHaveLength(3);
  });
});

it('an edit of a day without a reflection creates one', () => {
  const [reflection] = shownRecords(
    [],
    [
      mutation('update', 20261120, {
        collection: 'reflections',
        fields: { date: '2026-11-20T00:00:00+01:00', challenges: 'Rain' },
      }),
    ],
    definitions.reflections,
  );
  expect(reflection).toMatchObject({
    id: 20261120,
    date: '2026-11-20T00:00:00+01:00',
    challenges: 'Rain',
    accomplishments: null,
  });
});
