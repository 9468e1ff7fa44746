import { type Repeat, dayAfter } from '@daymark/contract/repeats/repeat';
import { withSeries } from '@daymark/contract/repeats/seriesChange';
import { isOpen, type Task } from '@daymark/contract/task';
import { PRIORITIES_MAX } from '@daymark/contract/topThree';
import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { definitions } from '../../sync/definitions';
import { shownRecords, type Mutation, type MutationRequest } from '../../domain/mutation';
import { withinTopThree } from '../../sync/withinTopThree';
import { closingChange, deletion, taskUpdate } from '../../domain/tasks/taskRequests';
import { todaysPriorities } from '../../domain/tasks/todaysPriorities';
import type { ShownTask } from '../../domain/shownRecords';
import { newTask, type TaskDraft } from '../../domain/tasks/newTask';

const RUNS = roundsOf('TASK_STEPS_RUNS', 300, 5_000);
const SEED = seedOf('TASK_STEPS_SEED');

/** Longest time that a long run may take, in ms. */
const LONG_MS = 600_000;

const RULES: readonly Repeat[] = [
  { every: 'day', interval: 1, from: 'schedule' },
  { every: 'week', interval: 1, weekdays: [1, 5], from: 'schedule' },
  { every: 'day', interval: 3, from: 'completion' },
];

const KINDS = [
  'adds a task',
  'adds a repeating task',
  'adds a step',
  'completes',
  'completes',
  'skips',
  'reopens',
  'makes a priority',
  'makes a priority',
  'makes no priority',
  'renames',
  'deletes',
  'takes back',
  'takes back',
] as const;

const sequences = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    choice: fc.nat({ max: 11 }),
    days: fc.constantFrom(0, 0, 0, 1, 8),
  }),
  { maxLength: 30, size: 'max' },
);

interface Change {
  requests: MutationRequest[];
  undo: MutationRequest[];
}

/** Simulates the tasks that the screens show while a person works offline. */
function screens() {
  let tasks: readonly ShownTask[] = [];
  let today = '2026-11-20';
  let seconds = 0;
  let ids = 0;
  const now = () => new Date(Date.parse(`${today}T12:00:00`) + ++seconds * 1000);
  const around = () => ({ tasks, events: [], today, now: now() });

  function apply(requests: readonly MutationRequest[]): void {
    for (const request of withinTopThree(requests, () => tasks, now())) {
      const { kind } = request;
      const mutation: Mutation = {
        key: `${++seconds}`,
        collection: 'tasks',
        kind,
        recordId: kind === 'create' ? request.record.id : request.id,
        fields:
          kind === 'create'
            ? { ...request.record }
            : kind === 'update'
              ? { ...request.fields }
              : {},
        editedAt: now().toISOString(),
      };
      tasks = shownRecords(tasks, [mutation], definitions.tasks);
    }
  }

  function changeOf(
    kind: Exclude<(typeof KINDS)[number], 'takes back'>,
    choice: number,
  ): Change | undefined {
    const pick = (isOne: (task: ShownTask) => boolean) => {
      const found = tasks.filter(isOne).sort((a, b) => a.id - b.id);
      return found[choice % found.length];
    };
    const isTop = ({ parentId }: Task) => parentId === null;
    const add = (draft: Partial<TaskDraft>): Change => {
      const id = ++ids;
      const made = newTask({ id, title: `Task ${id}`, categoryId: null, ...draft }, now());
      const record = withSeries({ ...made, userId: 1 }, today);
      return {
        requests: [{ kind: 'create', collection: 'tasks', record }],
        undo: [{ kind: 'delete', collection: 'tasks', id }],
      };
    };
    const edit = (task: ShownTask | undefined, fields: Partial<Task>): Change | undefined => {
      if (!task) return undefined;
      const before = Object.keys(fields).map((field) => [field, task[field as keyof Task]]);
      return {
        requests: [taskUpdate(task, fields)],
        undo: [taskUpdate(task, Object.fromEntries(before))],
      };
    };
    const close = (
      task: ShownTask | undefined,
      fields: { completed: boolean } | { skippedAt: string },
    ) => task && closingChange(task, fields, around());
    // The screens offer to add a priority only while there is a free slot.
    const places = todaysPriorities(tasks, now()).length;
    switch (kind) {
      case 'adds a task':
        return add({ isPriority: choice % 2 === 0 && places < PRIORITIES_MAX });
      case 'adds a repeating task':
        return add({
          repeat: RULES[choice % RULES.length] ?? null,
          isPriority: choice % 2 === 0 && places < PRIORITIES_MAX,
        });
      case 'adds a step': {
        const parent = pick((task) => isTop(task) && isOpen(task));
        return parent && add({ parentId: parent.id });
      }
      case 'completes':
        return close(pick(isOpen), { completed: true });
      // A screen that hasn't rendered again yet may offer to skip a completed task.
      case 'skips':
        return close(
          pick((task) => task.skippedAt === null && task.repeat !== null),
          { skippedAt: now().toISOString() },
        );
      case 'reopens':
        return close(
          pick(({ completed }) => completed),
          { completed: false },
        );
      case 'makes a priority':
        if (places >= PRIORITIES_MAX) return undefined;
        return edit(
          pick((task) => isTop(task) && isOpen(task) && !task.isPriority),
          { isPriority: true, order: places },
        );
      case 'makes no priority': {
        // No undo, because undoing would count as a new request for a priority.
        const change = edit(
          pick(({ isPriority }) => isPriority),
          { isPriority: false },
        );
        return change && { ...change, undo: [] };
      }
      case 'renames':
        return edit(pick(isOpen), { title: `Renamed on ${today}` });
      case 'deletes': {
        const task = pick(() => true);
        return task && deletion(task, around());
      }
    }
  }

  return {
    all: () => tasks,
    priorities: () => todaysPriorities(tasks, now()),
    pass: (days: number) => (today = dayAfter(today, days) ?? today),
    apply,
    changeOf,
  };
}

/** Whether no list shows the task. */
const isGone = (task: Task | undefined) =>
  task === undefined || (!task.completed && task.skippedAt !== null);

test(
  'no list loses a task, whatever a person does offline with priorities, repeats and steps',
  () => {
    fc.assert(
      fc.property(sequences, (steps) => {
        const { all, priorities, pass, apply, changeOf } = screens();
        const undos: MutationRequest[][] = [];
        for (const { kind, choice, days } of steps) {
          pass(days);
          const before = all();
          const isUndo = kind === 'takes back';
          const change = isUndo ? undefined : changeOf(kind, choice);
          const requests = change?.requests ?? (isUndo ? undos.pop() : undefined) ?? [];
          apply(requests);
          if (change) undos.push(change.undo);

          const known = new Map(all().map((task) => [task.id, task]));
          const isNamed = (id: number) =>
            requests.some((request) => request.kind !== 'create' && request.id === id);
          const openOf = (seriesId: number | null) =>
            all().filter((task) => task.seriesId === seriesId && isOpen(task) && !task.parentId);
          for (const task of before) {
            if (isGone(task) || !isGone(known.get(task.id))) continue;
            // A task may only disappear if a request names it. If a task was completed or reopened, the series then has
            // one open task.
            expect(isNamed(task.id), `${kind}: ${task.id} is gone`).toBe(true);
            const owner = before.find(({ id }) => id === (task.parentId ?? task.id));
            if (kind === 'completes' || kind === 'reopens')
              expect(openOf(owner?.seriesId ?? -1), `${kind}: ${task.id}`).toHaveLength(1);
          }
          const [first] = requests;
          const target = first?.kind === 'update' && before.find(({ id }) => id === first.id);
          const isClosed = kind === 'completes' || kind === 'skips';
          if (isClosed && target && isOpen(target) && target.seriesId !== null)
            expect(openOf(target.seriesId), `${kind}: the series has ended`).toHaveLength(1);
          for (const task of all()) {
            expect(task.completed && task.skippedAt !== null, `${kind}: ${task.id}`).toBe(false);
            if (task.seriesId !== null)
              expect(openOf(task.seriesId).length, `${kind}: ${task.id}`).toBeLessThanOrEqual(1);
          }
          expect(priorities().length, kind).toBeLessThanOrEqual(PRIORITIES_MAX);
          expect(priorities().some(isGone), kind).toBe(false);
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
  },
  LONG_MS,
);
