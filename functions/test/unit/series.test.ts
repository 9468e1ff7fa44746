import { idOfText } from '@daymark/contract/primitives';
import { nextDay, type Repeat } from '@daymark/contract/repeats/repeat';
import { followingTask, isUntouched, nextTasks } from '@daymark/contract/repeats/series';
import { Series, seriesChange, withSeries } from '@daymark/contract/repeats/seriesChange';
import { isOpen, type Task } from '@daymark/contract/task';
import { task } from '@daymark/contract/test/records';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';

const FRIDAYS: Repeat = { every: 'week', interval: 1, weekdays: [5], from: 'schedule' };
const THREE_DAYS_AFTER: Repeat = { every: 'day', interval: 3, from: 'completion' };
const [CREATED, NOW] = ['2026-11-01T08:00:00.000Z', '2026-11-20T08:00:00.000Z'];

const taskOf = ({ id, ...fields }: Partial<Task> & { id: number }) =>
  task(id, { title: 'Review', createdAt: CREATED, ...fields });

/** The first task of a series of Fridays. */
const FIRST = taskOf({
  id: 1,
  repeat: FRIDAYS,
  seriesId: 1,
  seriesDay: '2026-11-20',
  plannedDay: '2026-11-20',
});

describe('the id of a text', () => {
  test('is the same on every device', () => {
    // These values are fixed, because other devices and stored series depend on them.
    expect(['', 'a', '1 2026-11-20', 'ä 😀'].map(idOfText)).toEqual([
      3012557749489614, 466240582194434, 4279605757634795, 1850964406888012,
    ]);
  });

  test('is a 52-bit integer and unique for 100,000 series and days', () => {
    const ids = new Set<number>();
    for (let series = 1; series <= 1000; series++)
      for (let day = 0; day < 100; day++)
        ids.add(idOfText(`${series} ${new Date(day * 86_400_000).toISOString().slice(0, 10)}`));
    expect(ids.size).toBe(100_000);
    for (const id of ids) expect(Number.isSafeInteger(id) && id > 0 && id < 2 ** 52).toBe(true);
  });
});

describe('the tasks that may be next', () => {
  test('are for the next three days of the rule', () => {
    const tasks = nextTasks(FIRST, '2026-11-20');
    expect(tasks.map(({ day }) => day)).toEqual(['2026-11-27', '2026-12-04', '2026-12-11']);
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(3);
  });

  test('have ids that depend only on the series and the day', () => {
    const edited = { ...FIRST, id: 77, title: 'Renamed', seriesDay: '2026-11-13' };
    expect(nextTasks(edited, '2026-11-20')).toEqual(nextTasks(FIRST, '2026-11-20'));
    // Two devices that complete the task on different days make the same next task.
    expect(nextTasks(FIRST, '2026-11-26')).toEqual(nextTasks(FIRST, '2026-11-18'));
    const other = { ...FIRST, seriesId: 2 };
    expect(nextTasks(other, '2026-11-20')[0]?.id).not.toBe(nextTasks(FIRST, '2026-11-20')[0]?.id);
  });

  test('are all for one day, with different ids, if the rule counts from completion', () => {
    const tasks = nextTasks({ ...FIRST, repeat: THREE_DAYS_AFTER }, '2026-11-18');
    expect(tasks.map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-21', '2026-11-21']);
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(3);
    expect(nextTasks({ ...FIRST, repeat: THREE_DAYS_AFTER }, '2026-11-18')).toEqual(tasks);
  });

  test.each([
    ['there is no rule', { ...FIRST, repeat: null }],
    ['it is in no series', { ...FIRST, seriesId: null }],
    ['it has no day in its series', { ...FIRST, seriesDay: null }],
    ['the next day would be after the year 9999', { ...FIRST, seriesDay: '9999-12-31' }],
  ])('don’t exist if %s', (_, task) => {
    expect(nextTasks(task, '2026-11-20')).toEqual([]);
  });
});

describe('the following task', () => {
  const NEXT = { id: 9, day: '2026-11-27' };
  const follow = (fields: Partial<Task>, steps: Task[] = []) =>
    followingTask({ ...FIRST, ...fields }, steps, NEXT, NOW);

  test('is open, on its day, and keeps the fields of its series', () => {
    const before = {
      completed: true,
      completedAt: NOW,
      skippedAt: NOW,
      isPriority: true,
      order: 2,
      categoryId: 3,
      estimateMinutes: 45,
      firstEstimateMinutes: 30,
      plannedDay: '2026-11-22',
      position: 'a0',
    };
    expect(follow(before)).toEqual([
      {
        ...FIRST,
        ...NEXT_FIELDS,
        id: 9,
        createdAt: NOW,
        categoryId: 3,
        estimateMinutes: 45,
        // 45 minutes is the first estimate of the new task.
        firstEstimateMinutes: 45,
        position: 'a0',
      },
    ]);
  });
  const NEXT_FIELDS = { seriesDay: NEXT.day, plannedDay: NEXT.day };

  test.each([
    ['2026-11-22', '2026-11-29'],
    ['2026-11-20', '2026-11-27'],
    ['2026-11-18', '2026-11-25'],
    ['9999-12-31', null],
    [null, null],
  ])('keeps the distance to its deadline: %s becomes %s', (deadline, next) => {
    expect(follow({ deadline })[0]?.deadline).toBe(next);
  });

  test('keeps the distance to its deadline even if the task was planned and done on other days', () => {
    const before = { deadline: '2026-11-22', plannedDay: '2026-11-21', completedAt: NOW };
    expect(follow(before)[0]?.deadline).toBe('2026-11-29');
  });

  test('gets back the fields that were changed for the previous task only', () => {
    const only = {
      title: 'Review, this time with Ada',
      categoryId: 4,
      estimateMinutes: 120,
      deadline: '2026-11-30',
    };
    const laterFields = { title: 'Review', categoryId: 3, estimateMinutes: 45, deadlineDays: 2 };
    expect(follow({ ...only, laterFields })[0]).toMatchObject({
      title: 'Review',
      categoryId: 3,
      estimateMinutes: 45,
      firstEstimateMinutes: 45,
      deadline: '2026-11-29',
      laterFields: null,
    });
    const none = { categoryId: null, estimateMinutes: null, deadlineDays: null };
    expect(follow({ ...only, laterFields: none })[0]).toMatchObject({
      title: only.title,
      categoryId: null,
      estimateMinutes: null,
      firstEstimateMinutes: null,
      deadline: null,
    });
    expect(follow({ ...only, laterFields: { title: 'Review' } })[0]).toMatchObject({
      title: 'Review',
      categoryId: 4,
      estimateMinutes: 120,
      deadline: '2026-12-07',
    });
  });

  test('has the same steps in the same order, open and with new ids', () => {
    const steps = [
      taskOf({
        id: 2,
        parentId: 1,
        title: 'Read',
        position: 'a0',
        completed: true,
        completedAt: NOW,
        estimateMinutes: 20,
        firstEstimateMinutes: 10,
        plannedDay: '2026-11-19',
        deadline: '2026-11-19',
      }),
      taskOf({ id: 3, parentId: 1, title: 'Write', position: 'a1', skippedAt: NOW }),
    ];
    const [task, read, write] = follow({}, steps);
    const made = { completed: false, completedAt: null, skippedAt: null, parentId: 9 };
    expect(task?.id).toBe(9);
    expect(read).toEqual({
      ...steps[0],
      ...made,
      id: read?.id,
      createdAt: NOW,
      firstEstimateMinutes: 20,
      plannedDay: null,
      deadline: null,
    });
    expect(write).toEqual({ ...steps[1], ...made, id: write?.id, createdAt: NOW });
    const ids = new Set([task, read, write].map((one) => one?.id));
    expect(ids.size).toBe(3);
    expect(follow({ title: 'Renamed' }, steps).map(({ id }) => id)).toEqual([...ids]);
  });
});

describe('when a series has several open tasks', () => {
  const open = [
    { id: 3, seriesDay: '2026-11-20' },
    { id: 1, seriesDay: '2026-11-27' },
    { id: 2, seriesDay: '2026-11-27' },
    { id: 4, seriesDay: null },
  ].map((fields) => ({ ...FIRST, ...fields }));

  test.each(open.map((task) => [task.id, task] as const))(
    'only the task with the latest day and the largest id stays open when %s changes',
    (_, task) => {
      const change = seriesChange(task, { ...task, title: 'Renamed' }, Series.of(task, open), {
        today: '2026-11-20',
        at: NOW,
      });
      const after = new Map([...open, ...change.others, change.task].map((one) => [one.id, one]));
      expect([...after.values()].filter(isOpen).map(({ id }) => id)).toEqual([2]);
    },
  );
});

describe('a series', () => {
  const others = [
    taskOf({ id: 5, isPriority: true, title: 'Call mum' }),
    taskOf({ id: 6, seriesId: 6, seriesDay: '2026-11-21', repeat: FRIDAYS }),
    taskOf({ id: 7, title: 'House' }),
  ];
  const moment = { today: '2026-11-20', at: NOW };
  const done = { ...FIRST, completed: true, completedAt: NOW };

  test('doesn’t contain tasks from outside it', () => {
    expect(Series.of(FIRST, [FIRST, ...others]).others).toEqual([]);
    expect(Series.of(others[0]!, [FIRST, ...others]).others).toEqual([]);
  });

  test.each<[string, Task | undefined, Task]>([
    ['begins', undefined, FIRST],
    ['is edited', FIRST, { ...FIRST, title: 'Renamed' }],
    ['is reopened', done, FIRST],
  ])('changes no other task when one of its tasks %s', (_, before, after) => {
    const change = seriesChange(before, after, Series.of(after, others), moment);
    expect(change).toEqual({ task: after, others: [] });
  });

  test('gets a next task even if other tasks are open', () => {
    const change = seriesChange(FIRST, done, Series.of(done, others), moment);
    expect(change.others).toMatchObject([{ seriesId: 1, seriesDay: '2026-11-27' }]);
  });
});

describe('the next task is untouched', () => {
  const steps = [taskOf({ id: 2, parentId: 1, title: 'Read' })];
  const before = { ...FIRST, categoryId: 3, estimateMinutes: 45, firstEstimateMinutes: 45 };
  const made = followingTask(before, steps, { id: 9, day: '2026-11-27' }, NOW);
  const check = ([next, ...nextSteps]: Task[]) => isUntouched(next!, nextSteps, before, steps);
  const [task, step] = [made[0]!, made[1]!];

  test('if only the time of its creation differs', () => {
    expect(check(made)).toBe(true);
    expect(check(made.map((one) => ({ ...one, createdAt: CREATED })))).toBe(true);
  });

  test.each<[string, Partial<Task>]>([
    ['title', { title: 'Renamed' }],
    ['category', { categoryId: null }],
    ['completion', { completed: true }],
    ['priority', { isPriority: true }],
    ['planned day', { plannedDay: '2026-11-28' }],
    ['deadline', { deadline: '2026-11-28' }],
    ['estimate', { estimateMinutes: 30 }],
    ['rule', { repeat: { ...FRIDAYS, interval: 2 } }],
    ['later fields', { laterFields: { title: 'Review' } }],
    ['skipping', { skippedAt: NOW }],
  ])('but not if it has a different %s', (_, fields) => {
    expect(check([{ ...task, ...fields }, step])).toBe(false);
  });

  test('but not if its steps were changed or it is in no series', () => {
    expect(check([task, { ...step, title: 'Renamed' }])).toBe(false);
    expect(check([task, { ...step, completed: true }])).toBe(false);
    expect(check([task, step, taskOf({ id: 8, parentId: 9 })])).toBe(false);
    expect(check([task, taskOf({ id: 8, parentId: 9, title: 'Read' })])).toBe(false);
    expect(check([task])).toBe(false);
    expect(check([{ ...task, seriesDay: null }, step])).toBe(false);
  });
});

describe('a task that begins to repeat', () => {
  test('begins a series on its planned day', () => {
    const task = taskOf({ id: 7, repeat: FRIDAYS, plannedDay: '2026-11-18' });
    expect(withSeries(task, '2026-11-01')).toEqual({
      ...task,
      seriesId: 7,
      seriesDay: '2026-11-18',
    });
  });

  test('without a planned day begins on the first day of its rule', () => {
    const task = taskOf({ id: 7, repeat: FRIDAYS });
    const day = '2026-11-20';
    const begun = { ...task, seriesId: 7, seriesDay: day, plannedDay: day };
    expect(withSeries(task, '2026-11-18')).toEqual(begun);
    expect(withSeries(task, '2026-11-20')).toEqual(begun);
  });

  test('tasks without a rule, or in a series already, stay as they are', () => {
    const plain = taskOf({ id: 7, plannedDay: '2026-11-18' });
    expect(withSeries(plain, '2026-11-18')).toBe(plain);
    expect(withSeries(FIRST, '2026-12-31')).toBe(FIRST);
  });
});

/* One person's tasks, which change as on the server. */

let tasks: Map<number, Task>;
let today: string;
let seconds = 0;
beforeEach(() => {
  tasks = new Map([[1, FIRST]]);
  today = '2026-11-20';
});

const at = () => new Date(Date.parse(NOW) + ++seconds * 1000).toISOString();
const inSeries = () => [...tasks.values()].filter(({ seriesId }) => seriesId === 1);
const openOnes = () => inSeries().filter(isOpen);
const stepsOf = (id: number) => [...tasks.values()].filter(({ parentId }) => parentId === id);
const shownStepsOf = (id: number) => stepsOf(id).filter(({ skippedAt }) => skippedAt === null);

/** Writes a change of a task and the resulting changes of its series. */
function change(id: number, fields: Partial<Task>): void {
  const before = tasks.get(id);
  const after = withSeries({ ...(before ?? taskOf({ id })), ...fields }, today);
  const { task, others } = seriesChange(before, after, Series.of(after, [...tasks.values()]), {
    today,
    at: at(),
  });
  for (const one of [...others, task]) tasks.set(one.id, one);
}

const complete = (id: number) =>
  change(id, { completed: true, completedAt: at(), skippedAt: null });
const skip = (id: number) => change(id, { skippedAt: at() });
const reopen = (id: number) => change(id, { completed: false, completedAt: null, skippedAt: null });
const onlyOpen = () => {
  expect(openOnes()).toHaveLength(1);
  return openOnes()[0]!;
};

describe('the tasks of a series', () => {
  test('completing a task makes exactly one next task', () => {
    complete(1);
    expect(tasks.size).toBe(2);
    expect(onlyOpen()).toMatchObject({ seriesDay: '2026-11-27', plannedDay: '2026-11-27' });
    expect(tasks.get(1)?.completed).toBe(true);
    // Completing the task again, or skipping it afterwards, makes no more tasks.
    complete(1);
    skip(1);
    expect(tasks.size).toBe(2);
  });

  test('skipping a task makes exactly one next task', () => {
    skip(1);
    expect(onlyOpen().seriesDay).toBe('2026-11-27');
    expect(tasks.get(1)).toMatchObject({ completed: false, seriesId: 1 });
  });

  test('two devices that complete the same task make the same next task', () => {
    complete(1);
    const first = onlyOpen();
    tasks = new Map([[1, FIRST]]);
    today = '2026-11-24';
    complete(1);
    expect(onlyOpen()).toEqual({ ...first, createdAt: onlyOpen().createdAt });
  });

  test('a task without a rule, or on the last day of the calendar, is the last task', () => {
    change(1, { repeat: null });
    complete(1);
    expect(openOnes()).toEqual([]);
    tasks.set(1, { ...FIRST, seriesDay: '9999-12-31' });
    complete(1);
    expect(openOnes()).toEqual([]);
  });

  test('a task outside of a series changes no other task', () => {
    change(7, { title: 'Plain' });
    complete(7);
    reopen(7);
    expect([...tasks.keys()]).toEqual([1, 7]);
  });

  test('a task that was created as completed makes no next task', () => {
    tasks.clear();
    change(1, { ...FIRST, completed: true, completedAt: NOW });
    expect([...tasks.keys()]).toEqual([1]);
  });

  test('the steps of the next task are open', () => {
    tasks.set(2, taskOf({ id: 2, parentId: 1, title: 'Read', completed: true }));
    complete(1);
    expect(stepsOf(onlyOpen().id)).toMatchObject([{ title: 'Read', completed: false }]);
  });

  test('reopening removes the untouched next task, and completing again brings it back', () => {
    tasks.set(2, taskOf({ id: 2, parentId: 1, title: 'Read' }));
    complete(1);
    const next = onlyOpen();
    reopen(1);
    expect(onlyOpen().id).toBe(1);
    expect(tasks.get(next.id)?.skippedAt).not.toBeNull();
    complete(1);
    expect(onlyOpen()).toEqual(next);
    expect(tasks.size).toBe(4);
  });

  test('a next task that comes back has the changes and steps made in the meantime', () => {
    tasks.set(2, taskOf({ id: 2, parentId: 1, title: 'Read' }));
    complete(1);
    const [read] = stepsOf(onlyOpen().id);
    reopen(1);
    change(1, { title: 'Review all' });
    tasks.set(3, taskOf({ id: 3, parentId: 1, title: 'Write' }));
    complete(1);
    const { id } = onlyOpen();
    expect(onlyOpen().title).toBe('Review all');
    expect(stepsOf(id)).toEqual([read, expect.objectContaining({ title: 'Write' })]);
    // The next task is untouched, so it is removed again.
    reopen(1);
    expect(onlyOpen().id).toBe(1);
  });

  test('a next task that comes back has the current steps of the task before it', () => {
    const step = (id: number, title: string) =>
      tasks.set(id, taskOf({ id, parentId: 1, title, position: `a${id}` }));
    for (const [id, title] of ['Read', 'Write', 'Send'].entries()) step(id + 2, title);
    complete(1);
    const { id } = onlyOpen();
    const made = stepsOf(id);
    reopen(1);
    change(2, { title: 'Read twice', estimateMinutes: 20, position: 'a9', completed: true });
    tasks.delete(3);
    tasks.set(4, { ...tasks.get(4)!, parentId: null });
    complete(1);
    expect(onlyOpen().id).toBe(id);
    expect(shownStepsOf(id)).toEqual([
      {
        ...made[0],
        title: 'Read twice',
        estimateMinutes: 20,
        firstEstimateMinutes: 20,
        position: 'a9',
      },
    ]);
    // The next task is untouched, so it is removed again. A step that returns reuses its earlier copy.
    reopen(1);
    expect(onlyOpen().id).toBe(1);
    tasks.set(4, { ...tasks.get(4)!, parentId: 1 });
    complete(1);
    expect(shownStepsOf(id).map(({ title }) => title)).toEqual(['Read twice', 'Send']);
    // A step that was removed from this task isn't copied to the following task.
    complete(id);
    expect(shownStepsOf(onlyOpen().id).map(({ title }) => title)).toEqual(['Read twice', 'Send']);
  });

  test('a next task that comes back keeps the steps that another device added to it', () => {
    complete(1);
    const { id } = onlyOpen();
    reopen(1);
    tasks.set(9, taskOf({ id: 9, parentId: id, title: 'Added' }));
    complete(1);
    expect(shownStepsOf(id)).toMatchObject([{ title: 'Added', completed: false }]);
  });

  test('a task that is completed while a later task is open makes no next task', () => {
    const later = { ...FIRST, id: 50, seriesDay: '2026-12-04', plannedDay: '2026-12-04' };
    tasks.set(50, later);
    complete(1);
    expect([...tasks.keys()]).toEqual([1, 50]);
    expect(onlyOpen()).toEqual(later);
  });

  test('reopening a skipped task removes the untouched next task', () => {
    skip(1);
    reopen(1);
    expect(onlyOpen().id).toBe(1);
  });

  test.each<[string, () => void]>([
    ['was edited', () => change(onlyOpen().id, { title: 'Renamed' })],
    [
      'has a step that was ticked',
      () => {
        const [step] = stepsOf(onlyOpen().id);
        tasks.set(step!.id, { ...step!, completed: true });
      },
    ],
    ['was done, and followed by another', () => complete(onlyOpen().id)],
    ['was skipped, and followed by another', () => skip(onlyOpen().id)],
  ])('a reopened task leaves the series if the next task %s', (_, touch) => {
    tasks.set(2, taskOf({ id: 2, parentId: 1, title: 'Read' }));
    complete(1);
    touch();
    const { id } = onlyOpen();
    reopen(1);
    expect(tasks.get(1)).toMatchObject({ seriesId: null, seriesDay: null, repeat: null });
    expect(tasks.get(1)?.plannedDay).toBe('2026-11-20');
    expect(isOpen(tasks.get(1)!)).toBe(true);
    expect(onlyOpen().id).toBe(id);
  });

  test('a reopened task leaves the series if the next task was done, even for an earlier day', () => {
    tasks.set(1, { ...FIRST, repeat: THREE_DAYS_AFTER });
    today = '2026-11-10';
    complete(1);
    today = '2026-11-13';
    expect(onlyOpen().seriesDay).toBe(today);
    complete(onlyOpen().id);
    const { id } = onlyOpen();
    reopen(1);
    expect(tasks.get(1)?.seriesId).toBeNull();
    expect(onlyOpen().id).toBe(id);
  });

  test.each([
    ['as the API sets it', {}],
    ['as the app sets it', { seriesId: 1, seriesDay: '2026-11-20' }],
  ])('a task that left its series and repeats again begins a new series, %s', (_, series) => {
    complete(1);
    change(onlyOpen().id, { title: 'Renamed' });
    const kept = onlyOpen();
    reopen(1);
    change(1, { repeat: FRIDAYS, ...series });
    expect(onlyOpen()).toEqual(kept);
    const again = tasks.get(1)!;
    expect(isOpen(again)).toBe(true);
    expect(again).toMatchObject({ repeat: FRIDAYS, seriesDay: '2026-11-20' });
    expect([null, 1]).not.toContain(again.seriesId);
  });

  test.each([
    ['with steps', true],
    ['without steps', false],
  ])(
    'a skipped task stays skipped when the task before it is reopened and done again, %s',
    (_, hasSteps) => {
      if (hasSteps) tasks.set(2, taskOf({ id: 2, parentId: 1, title: 'Read' }));
      complete(1);
      const second = onlyOpen().id;
      skip(second);
      const third = onlyOpen();
      reopen(1);
      expect(onlyOpen()).toEqual(third);
      complete(1);
      expect(onlyOpen()).toEqual(third);
      expect(tasks.get(second)).toMatchObject({ completed: false, removedAt: null });
      expect(isOpen(tasks.get(second)!)).toBe(false);
    },
  );

  test('the day of a skipped task isn’t used again, even if the task after it was deleted', () => {
    complete(1);
    const second = onlyOpen();
    skip(second.id);
    tasks.delete(onlyOpen().id);
    reopen(1);
    expect(onlyOpen()).toEqual(FIRST);
    complete(1);
    expect(second.seriesDay).toBe('2026-11-27');
    expect(onlyOpen().seriesDay).toBe('2026-12-04');
  });

  test('a next task that was removed doesn’t count as skipped', () => {
    complete(1);
    const second = onlyOpen().id;
    reopen(1);
    // If the task is done on a later day, a different next task follows. Reopening removes this next task, too.
    today = '2026-11-27';
    complete(1);
    expect(onlyOpen().id).not.toBe(second);
    reopen(1);
    expect(onlyOpen().id).toBe(1);
    today = '2026-11-20';
    complete(1);
    expect(onlyOpen().id).toBe(second);
    // Two devices made a next task each. The next task that was removed doesn't count as skipped either.
    change(50, { seriesId: 1, repeat: FRIDAYS, seriesDay: '2026-12-04', plannedDay: '2026-12-04' });
    tasks.set(50, { ...FIRST, id: 50, seriesDay: '2026-12-04', plannedDay: '2026-12-04' });
    reopen(1);
    expect(onlyOpen().id).toBe(1);
  });

  test('a task that was removed, came back and was then skipped counts as skipped', () => {
    complete(1);
    const second = onlyOpen().id;
    reopen(1);
    reopen(second);
    complete(1);
    skip(second);
    reopen(1);
    expect(tasks.get(1)?.seriesId).toBeNull();
  });

  test('reopening the last task of a series without an open task brings the series back', () => {
    complete(1);
    tasks.delete(onlyOpen().id);
    reopen(1);
    expect(onlyOpen()).toEqual(FIRST);
    complete(1);
    expect(onlyOpen().seriesDay).toBe('2026-11-27');
  });

  test('a next task that is already completed isn’t made again', () => {
    complete(1);
    const { id } = onlyOpen();
    complete(id);
    tasks.delete(onlyOpen().id);
    reopen(1);
    complete(1);
    expect(tasks.get(id)?.completed).toBe(true);
    expect(onlyOpen().seriesDay).toBe('2026-12-04');
  });

  test('a task that has left the series isn’t its next task', () => {
    complete(1);
    const second = onlyOpen().id;
    complete(second);
    change(onlyOpen().id, { plannedDay: '2026-12-05' });
    reopen(second);
    expect(tasks.get(second)?.seriesId).toBeNull();
    tasks.delete(onlyOpen().id);
    reopen(1);
    expect(onlyOpen().id).toBe(1);
    complete(1);
    expect(onlyOpen().id).not.toBe(second);
  });

  test('if two devices make a next task each, the latest stays open', () => {
    complete(1);
    const { id } = onlyOpen();
    const later = { seriesId: 1, repeat: FRIDAYS, seriesDay: '2026-12-04' };
    change(50, later);
    expect(onlyOpen().id).toBe(50);
    expect(tasks.get(id)?.skippedAt).not.toBeNull();
    // An earlier task that arrives later is closed at once.
    change(51, { ...later, seriesDay: '2026-11-27' });
    expect(onlyOpen().id).toBe(50);
    expect(tasks.get(51)?.skippedAt).not.toBeNull();
    // Completing a replaced task makes no next task.
    complete(id);
    expect(onlyOpen().id).toBe(50);
  });
});

describe('whatever a person does with the tasks of a series', () => {
  type Command = (task: Task) => void;
  const edits: fc.Arbitrary<Command> = fc
    .oneof(
      fc.constantFrom('Review', 'Renamed').map((title) => ({ title })),
      fc.constantFrom('2026-11-19', '2026-12-01', null).map((plannedDay) => ({ plannedDay })),
      fc.constantFrom(30, 60, null).map((estimateMinutes) => ({ estimateMinutes })),
      fc.constantFrom('2026-11-22', null).map((deadline) => ({ deadline })),
      fc.constantFrom({ title: 'Review' }, null).map((laterFields) => ({ laterFields })),
      fc
        .constantFrom<Repeat>(FRIDAYS, THREE_DAYS_AFTER, {
          every: 'month',
          interval: 2,
          day: 31,
          from: 'schedule',
        })
        .map((repeat) => ({ repeat })),
    )
    .map(
      (fields) =>
        ({ id, seriesId }) =>
          seriesId !== null && change(id, fields),
    );
  const steps: Command = ({ id }) => {
    const step = stepsOf(id)[0];
    const made = taskOf({ id: idOfText(`${id} new step`), parentId: id });
    tasks.set(step?.id ?? made.id, step ? { ...step, completed: !step.completed } : made);
  };
  const commands: fc.Arbitrary<Command>[] = [
    ...Array.from({ length: 2 }, () => fc.constant<Command>(({ id }) => complete(id))),
    fc.constant<Command>((task) => isOpen(task) && skip(task.id)),
    ...Array.from({ length: 2 }, () => fc.constant<Command>(({ id }) => reopen(id))),
    edits,
    fc.constant(steps),
  ];
  /** Sequences of commands, mostly for the open task and otherwise for any task, with some days in between. */
  const sequences = (command: fc.Arbitrary<Command>) =>
    fc.tuple(
      fc.constantFrom<Repeat>(
        FRIDAYS,
        { every: 'day', interval: 1, from: 'schedule' },
        THREE_DAYS_AFTER,
        { every: 'week', interval: 1, weekdays: [1, 5], from: 'completion' },
      ),
      fc.array(
        fc.tuple(command, fc.option(fc.nat({ max: 20 })), fc.constantFrom(0, 0, 0, 1, 7, 40)),
        { maxLength: 14 },
      ),
    );
  const options = { numRuns: roundsOf('SERIES_ROUNDS', 2000, 50_000), seed: seedOf('SERIES_SEED') };

  const run = (
    [repeat, sequence]: [Repeat, [Command, number | null, number][]],
    check: () => void,
  ) => {
    tasks = new Map([[1, { ...FIRST, repeat }]]);
    today = '2026-11-16';
    for (const [command, chosen, days] of sequence) {
      today = new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
      const known = [...tasks.values()].filter(({ parentId }) => parentId === null);
      const task = chosen === null ? openOnes()[0] : known[chosen % known.length];
      if (task) command(task);
      check();
    }
  };

  test('exactly one task is open while there is a rule', () => {
    fc.assert(
      fc.property(sequences(fc.oneof(...commands)), (sequence) =>
        run(sequence, () => {
          const open = onlyOpen();
          expect(open.repeat).not.toBeNull();
          expect(nextDay(open.repeat!, open.seriesDay!, today)).toBeDefined();
        }),
      ),
      options,
    );
  });

  test('two tasks are never open, even if the rule is removed and set again', () => {
    const rule = fc.constantFrom<Repeat | null>(null, FRIDAYS).map(
      (repeat): Command =>
        ({ id }) =>
          change(id, { repeat }),
    );
    fc.assert(
      fc.property(sequences(fc.oneof(...commands, rule)), (sequence) =>
        run(sequence, () => {
          const series = new Set([...tasks.values()].flatMap(({ seriesId }) => seriesId ?? []));
          for (const id of series) {
            const open = [...tasks.values()].filter((one) => one.seriesId === id && isOpen(one));
            expect(open.length).toBeLessThanOrEqual(1);
          }
        }),
      ),
      options,
    );
  });
});
