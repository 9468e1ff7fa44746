import type { CollectionName } from '@daymark/contract/changes';
import { focusSession, goal, task } from '@daymark/contract/test/records';
import { daysWithin } from '../../src/domain/insights/insightDays';
import {
  timesheet,
  type Timesheet,
  type TimesheetRecords,
} from '../../src/domain/insights/timesheet';
import type { RecordOf } from '../../src/domain/mutation';
import { playOnDevices, USER, type Devices, type Play } from './playOnDevices';

/** The days around the simulated ones, so that each session is on one of them in any time zone. */
const DAYS = daysWithin('2026-11-18', '2026-11-23');
const FIRST_MS = Date.parse('2026-11-20T00:00:00Z');
const SPAN_SECONDS = 24 * 3600;
const SERIES = 900;

/** The collections from which a timesheet is computed. */
const COLLECTIONS = ['tasks', 'categories', 'goals', 'focusSessions'] as const;

/**
 * Lets three devices add, change and delete focus sessions, tasks, categories and goals, online and offline. Returns
 * the violations, as sentences. The list is empty if in the end all devices show the server's timesheet to the second,
 * and the time for goals and other time add up to the focus.
 */
export const simulateTimesheet = (
  seed: number,
  options: { steps?: number; log?: (line: string) => void } = {},
): Promise<string[]> =>
  playOnDevices(seed, { steps: 60, ...options, names: ['A', 'B', 'C'] }, playTimesheet);

function playTimesheet({ world, tabs, storedIn, note }: Devices): Play {
  let created = 100;
  const shownIn =
    ({ sync }: (typeof tabs)[number]) =>
    <Name extends CollectionName>(name: Name) =>
      (sync.records(name).data ?? []) as readonly RecordOf<Name>[];
  const anyIn = (tab: (typeof tabs)[number], name: (typeof COLLECTIONS)[number]) => {
    const ids = shownIn(tab)(name).map(({ id }) => id);
    return ids.length === 0 ? null : world.pick(ids);
  };
  const anyTimes = () => {
    const start = FIRST_MS + Math.floor(world.between(0, SPAN_SECONDS)) * 1000;
    const seconds = Math.floor(world.between(1, 3 * 3600));
    return {
      start: new Date(start).toISOString(),
      end: new Date(start + seconds * 1000).toISOString(),
      plannedSeconds: seconds,
      actualSeconds: Math.floor(world.between(1, seconds)),
    };
  };
  const category = (id: number) => ({ id, name: `Category ${id}`, color: '#3B82F6', userId: USER });
  const begin = [
    { kind: 'create', collection: 'categories', record: category(11) },
    { kind: 'create', collection: 'categories', record: category(12) },
    { kind: 'create', collection: 'goals', record: goal(21, { userId: USER }) },
    { kind: 'create', collection: 'goals', record: goal(22, { userId: USER }) },
    ...[1, 2, 3, 4].map(
      (id) =>
        ({
          kind: 'create',
          collection: 'tasks',
          record: task(id, {
            userId: USER,
            categoryId: 11 + (id % 2),
            goalId: id === 1 ? 21 : null,
            parentId: id === 4 ? 1 : null,
            ...(id < 3 && { seriesId: SERIES, seriesDay: `2026-11-2${id}` }),
          }),
        }) as const,
    ),
  ] as const;
  const track = () => {
    const tab = world.pick(tabs);
    const record = focusSession(++created, {
      ...anyTimes(),
      userId: USER,
      mode: world.chance(0.8) ? 'focus' : 'shortBreak',
      taskId: world.chance(0.8) ? anyIn(tab, 'tasks') : null,
    });
    note(`${tab.device.name}: adds session ${record.id} from ${record.start}`);
    tab.sync.mutate({ kind: 'create', collection: 'focusSessions', record });
  };
  const change =
    (name: (typeof COLLECTIONS)[number], fieldsOf: (tab: (typeof tabs)[number]) => object) =>
    () => {
      const tab = world.pick(tabs);
      const id = anyIn(tab, name);
      if (id === null) return;
      const fields = fieldsOf(tab);
      note(`${tab.device.name}: changes ${name} ${id} ${JSON.stringify(fields)}`);
      tab.sync.mutate({ kind: 'update', collection: name, id, fields });
    };
  const remove = (name: (typeof COLLECTIONS)[number]) => () => {
    const tab = world.pick(tabs);
    const id = anyIn(tab, name);
    if (id === null) return;
    note(`${tab.device.name}: deletes ${name} ${id}`);
    tab.sync.mutate({ kind: 'delete', collection: name, id });
  };
  return {
    begin,
    people: [
      track,
      track,
      track,
      track,
      change('focusSessions', anyTimes),
      change('focusSessions', (tab) => ({ taskId: anyIn(tab, 'tasks') })),
      change('tasks', (tab) => ({ categoryId: anyIn(tab, 'categories') })),
      change('tasks', (tab) => ({ goalId: world.chance(0.5) ? anyIn(tab, 'goals') : null })),
      change('categories', () => ({ name: `Category ${++created}` })),
      change('goals', () => ({ title: `Goal ${++created}` })),
      remove('focusSessions'),
      () => world.chance(0.3) && remove(world.pick(COLLECTIONS))(),
    ],
    comparable: (tasks) =>
      JSON.stringify(
        tasks
          .map(({ id, categoryId, goalId }) => ({ id, categoryId, goalId }))
          .sort((a, b) => a.id - b.id),
      ),
    check() {
      const wanted = sheetOf(storedIn);
      const sheets = tabs.map((tab) => ({ name: tab.device.name, sheet: sheetOf(shownIn(tab)) }));
      return [
        ...sheets
          .filter(({ sheet }) => JSON.stringify(sheet) !== JSON.stringify(wanted))
          .map(({ name }) => `${name} shows another timesheet than the server’s records give.`),
        ...[wanted.goals, wanted.categories, wanted.entries]
          .filter((lines) => sumOf(lines) !== wanted.seconds)
          .map(
            (lines) =>
              `The lines add up to ${sumOf(lines)} s, and the focus is ${wanted.seconds} s.`,
          ),
      ];
    },
  };
}

const sheetOf = (
  recordsIn: <Name extends CollectionName>(name: Name) => readonly RecordOf<Name>[],
): Timesheet => {
  const records: TimesheetRecords = {
    sessions: recordsIn('focusSessions'),
    allTasks: recordsIn('tasks'),
    categories: recordsIn('categories'),
    goals: recordsIn('goals'),
  };
  return timesheet(records, DAYS);
};

const sumOf = (lines: readonly { seconds: number }[]) =>
  lines.reduce((sum, { seconds }) => sum + seconds, 0);
