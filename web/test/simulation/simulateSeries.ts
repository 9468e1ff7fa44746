import { dayAfter } from '@daymark/contract/repeats/repeat';
import { withOffsetOf } from '@daymark/contract/primitives';
import { seriesBlock } from '@daymark/contract/repeats/series';
import { isOpen, type Task } from '@daymark/contract/task';
import { task } from '@daymark/contract/test/records';
import { ownZone } from '@daymark/contract/time/zone';
import {
  blockCreation,
  closingChange,
  deletion,
  type Surroundings,
} from '../../src/domain/tasks/taskRequests';
import { taskTree } from '../../src/domain/tasks/taskTree';
import { playOnDevices, USER, type Play, type Tab, type Devices } from './playOnDevices';

const SERIES = 1;

const RULES = [
  { every: 'day', interval: 1, from: 'schedule' },
  { every: 'day', interval: 3, from: 'schedule' },
  { every: 'day', interval: 2, from: 'completion' },
  { every: 'week', interval: 1, weekdays: [1, 4], from: 'schedule' },
  { every: 'month', interval: 1, day: 31, from: 'schedule' },
] as const;

/**
 * Lets two devices complete, skip, reopen, rename and delete the tasks of one series and their steps over many days.
 * The devices are online and offline, on connections that lose and double requests.
 *
 * Returns the violations, as sentences. The list is empty if three conditions hold in the end. Both devices show the
 * server's records. No completion is lost. One task of the series is open and has its block. No task needs to be open
 * if a person ended the series, and a reopened task needs no block. A completion may be missing if a person reopened or
 * deleted the task or was told of the loss.
 */
export const simulateSeries = (
  seed: number,
  options: { steps?: number; log?: (line: string) => void } = {},
): Promise<string[]> => playOnDevices(seed, options, playSeries);

function playSeries({ world, tabs, shown, stored, events, storedEvents, note }: Devices): Play {
  /** The ids of the completed tasks, until they are reopened. */
  const completed = new Set<number>();
  const reopened = new Set<number>();
  const deleted = new Set<number>();
  const mayEnd = world.chance(0.3);
  let hasEnded = false as boolean; // set by the actions below
  let days = 0;

  const first = firstTask(world.pick(RULES));
  const ofSeries = (tab: Tab) => shown(tab).filter(({ seriesId }) => seriesId === SERIES);
  const around = (tab: Tab): Surroundings => ({
    tasks: shown(tab),
    events: events(tab),
    today: dayAfter('2026-11-20', days) ?? '',
    now: new Date(world.now()),
  });

  function onTask(which: (task: Task) => boolean, act: (tab: Tab, task: Task) => void) {
    return () => {
      const tab = world.pick(tabs);
      const found = ofSeries(tab).filter((task) => task.parentId === null && which(task));
      if (found.length > 0) act(tab, world.pick(found));
    };
  }
  const close =
    (fields: { completed: boolean } | 'skip', what: string) => (tab: Tab, task: Task) => {
      note(`${tab.device.name}: ${what} ${task.id} of ${task.seriesDay ?? ''}`);
      const skippedAt = new Date(world.now()).toISOString();
      const change = fields === 'skip' ? { skippedAt } : fields;
      tab.sync.mutate(...closingChange(task, change, around(tab)).requests);
      if (fields === 'skip') return;
      if (fields.completed) completed.add(task.id);
      else {
        completed.delete(task.id);
        reopened.add(task.id);
      }
      // If the other device deleted the task while it was completed, reopening the task makes that deletion end the
      // series.
      hasEnded ||= !fields.completed && deleted.has(task.id);
    };
  function onStep(act: (tab: Tab, step: Task) => void) {
    return onTask(
      () => true,
      (tab, task) => {
        const found = taskTree(shown(tab)).steps.get(task.id) ?? [];
        if (found.length > 0) act(tab, world.pick(found));
      },
    );
  }
  let [titles, deletes, addedSteps, moves] = [0, 0, 0, 0];
  const people = [
    onTask(isOpen, close({ completed: true }, 'completes')),
    onTask(isOpen, close({ completed: true }, 'completes')),
    onTask(isOpen, close({ completed: true }, 'completes')),
    onTask(isOpen, close('skip', 'skips')),
    onTask((task) => task.completed, close({ completed: false }, 'reopens')),
    onTask(isOpen, (tab, { id }) => {
      note(`${tab.device.name}: renames ${id}`);
      tab.sync.mutate({
        kind: 'update',
        collection: 'tasks',
        id,
        fields: { title: `Title ${++titles}` },
      });
    }),
    onStep((tab, { id, completed: isTicked }) => {
      note(`${tab.device.name}: changes the step ${id}`);
      const fields = world.pick([
        { title: `Title ${++titles}` },
        { estimateMinutes: 1 + titles },
        { position: `a${titles}` },
        { completed: !isTicked },
      ]);
      tab.sync.mutate({ kind: 'update', collection: 'tasks', id, fields });
    }),
    onStep((tab, { id }) => {
      note(`${tab.device.name}: deletes the step ${id}`);
      tab.sync.mutate({ kind: 'delete', collection: 'tasks', id });
    }),
    onTask(isOpen, (tab, { id }) => {
      note(`${tab.device.name}: adds a step to ${id}`);
      const record = { ...step, id: 1000 + ++addedSteps, parentId: id };
      tab.sync.mutate({ kind: 'create', collection: 'tasks', record });
    }),
    onTask(isOpen, (tab, task) => {
      const block = events(tab).find(({ taskId }) => taskId === task.id);
      if (!block) return;
      note(`${tab.device.name}: moves the block of ${task.id}`);
      const [start, end] = [block.start, block.end].map((moment) =>
        withOffsetOf(moment, Date.parse(moment) + ++moves * 60_000),
      );
      const fields = { start, end };
      tab.sync.mutate({ kind: 'update', collection: 'events', id: block.id, fields });
    }),
    // Deleting the open task ends the series.
    onTask(
      (task) => task.completed || mayEnd,
      (tab, task) => {
        if (++deletes > 2) return;
        note(`${tab.device.name}: deletes ${task.id}`);
        tab.sync.mutate(...deletion(task, around(tab)).requests);
        deleted.add(task.id);
        // The task may be open again on the other device.
        hasEnded ||=
          isOpen(task) ||
          tabs.some((other) =>
            shown(other).some(({ id, completed }) => id === task.id && !completed),
          );
      },
    ),
  ];
  return {
    begin: [
      { kind: 'create', collection: 'tasks', record: first },
      { kind: 'create', collection: 'tasks', record: { ...step, id: 2 } },
      blockCreation({ ...seriesBlock(first, ownZone)!, userId: USER }, first),
    ],
    people,
    isFromPerson: ({ recordId }) => recordId > 1000 && recordId <= 1000 + addedSteps,
    // Days pass faster than the simulated clock, so that a short time offline covers several days.
    onTurn() {
      if (world.chance(0.3)) days += world.pick([1, 1, 2, 9]);
    },
    onLost: ({ recordId }) => void completed.delete(recordId),
    onOverruled({ recordId }, fields) {
      if (fields.includes('completed')) completed.delete(recordId);
    },
    comparable,
    check() {
      const violations: string[] = [];
      const open = stored().filter(
        (task) => task.seriesId === SERIES && task.parentId === null && isOpen(task),
      );
      if (open.length !== 1 && !(hasEnded && open.length === 0))
        violations.push(`${open.length} tasks of the series are open.`);
      for (const id of completed)
        if (!deleted.has(id) && !stored().some((task) => task.id === id && task.completed))
          violations.push(`The completion of ${id} is lost.`);
      const withBlock = storedEvents().map(({ taskId }) => taskId);
      if (new Set(withBlock).size < withBlock.length) violations.push('A task has two blocks.');
      // Completing a task removes its block, and only Undo restores the block.
      for (const { id } of open)
        if (!withBlock.includes(id) && !reopened.has(id))
          violations.push(`The open task ${id} has no block.`);
      return violations;
    },
  };
}

const comparable = (tasks: readonly Task[]) =>
  JSON.stringify(
    tasks
      .map(
        ({
          id,
          title,
          completed,
          skippedAt,
          removedAt,
          seriesId,
          seriesDay,
          parentId,
          ...rest
        }) => ({
          id,
          title,
          estimateMinutes: rest.estimateMinutes,
          position: rest.position,
          completed,
          skippedAt,
          removedAt,
          seriesId,
          seriesDay,
          parentId,
        }),
      )
      .sort((a, b) => a.id - b.id),
  );

const step = task(2, { title: 'Step', parentId: 1, userId: USER });
const firstTask = (repeat: (typeof RULES)[number]) =>
  task(1, {
    title: 'Series',
    userId: USER,
    plannedDay: '2026-11-20',
    seriesId: SERIES,
    seriesDay: '2026-11-20',
    blockTime: { start: '18:00', minutes: 45 },
    repeat: 'weekdays' in repeat ? { ...repeat, weekdays: [...repeat.weekdays] } : repeat,
  });
