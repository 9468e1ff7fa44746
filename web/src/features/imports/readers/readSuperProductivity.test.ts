import { expect, test } from 'vitest';
import { fixtureText, readAsFile, readFixture, reportOf } from '../../../../test/readFixture';

test('Super Productivity: projects, steps, estimates, days and notes of a backup are read', () => {
  const read = readFixture('superProductivityBackup.json');
  const { categories, tasks, notes } = read.records;
  expect(read.source).toBe('Super Productivity');
  expect(categories).toEqual([{ id: expect.any(Number), name: 'Inbox', color: '#607d8b' }]);
  const [first, step, second] = tasks;
  expect(first).toMatchObject({
    title: 'E2E Import Test - Active Task With Subtask',
    createdAt: '2024-11-30T20:53:20.000Z',
    estimateMinutes: 60,
    plannedDay: '2024-12-01',
    categoryId: categories[0]?.id,
  });
  expect(step).toMatchObject({ parentId: first?.id, estimateMinutes: 30 });
  expect(notes).toEqual([
    expect.objectContaining({
      content: 'This task has some tracked time',
      attachedTo: { type: 'task', id: second?.id },
    }),
  ]);
  expect(reportOf(read)).toEqual(['Settings: 1 left out']);
});

test('Super Productivity: repeats, tags and notes are read', () => {
  const read = readFixture('superProductivityState.json');
  const { tasks, notes } = read.records;
  expect(tasks.find(({ title }) => title === 'Repeat')).toMatchObject({
    plannedDay: '2026-11-25',
    repeat: { every: 'week', interval: 1, weekdays: [1, 2, 3, 4, 5], from: 'schedule' },
  });
  expect(notes.map(({ content }) => content)).toEqual([
    'From Super Productivity:\n- Tags: Tag tag-1',
    'Note note-1',
  ]);
  expect(reportOf(read)).toEqual([
    'Boards: 1 left out',
    'Settings: 1 left out',
    'Connections to issue trackers: 1 left out',
    'Menu order: 1 left out',
    'Daily evaluations: 1 left out',
    'Counters and habits: 1 left out',
    'Tags: 1 kept in the task’s note (Tag tag-1)',
    'Sections: 1 part of the category’s name (Section)',
  ]);
});

test('Super Productivity: times, deadlines, archives, attachments and issues are read', () => {
  const backup = JSON.parse(fixtureText('superProductivityState.json')) as Record<string, never>;
  const at = Date.parse('2026-12-01T09:00:00Z');
  const task = (id: string, more: object) => ({ id, title: id, projectId: 'proj-1', ...more });
  const read = readAsFile(
    JSON.stringify({
      ...backup,
      section: { entities: { s: { title: 'Later', taskIds: ['timed'] } } },
      taskRepeatCfg: {
        entities: {
          r: {
            id: 'r',
            title: 'Weekly',
            repeatCycle: 'MONTHLY',
            repeatEvery: 1,
            monthlyWeekOfMonth: 2,
            monthlyWeekday: 5,
          },
        },
      },
      task: {
        entities: {
          timed: task('timed', {
            dueWithTime: at,
            timeEstimate: 2_700_000,
            deadlineDay: '2026-12-24',
            deadlineRemindAt: at,
          }),
          spent: task('spent', {
            timeSpent: 5_400_000,
            attachments: [{ title: 'Plan', path: 'https://example.com/plan' }],
            issueId: '7',
            issueType: 'GITHUB',
            issuePoints: 3,
            priority: 2,
            wobble: 'new',
          }),
          series: task('series', { repeatCfgId: 'r', reminderId: 'x' }),
        },
      },
      archiveYoung: { task: { entities: { old: task('old', { doneOn: at }) } } },
    }),
  );
  const { tasks, events, notes, categories } = read.records;
  expect(categories.map(({ name }) => name)).toEqual(['Project proj-1 / Later', 'Project proj-1']);
  expect(tasks.find(({ title }) => title === 'timed')).toMatchObject({
    plannedDay: '2026-12-01',
    deadline: '2026-12-24',
  });
  expect(events).toEqual([
    expect.objectContaining({
      start: '2026-12-01T10:00:00+01:00',
      end: '2026-12-01T10:45:00+01:00',
    }),
  ]);
  expect(tasks.find(({ title }) => title === 'old')).toMatchObject({ completed: true });
  expect(notes.find(({ title }) => title === 'spent')?.content).toBe(
    'From Super Productivity:\n- Time spent: 1h 30m\n- Attachment: [Plan](https://example.com/plan)\n- Issue: GITHUB 7\n- Issue points: 3\n- Priority: 2',
  );
  expect(notes.find(({ title }) => title === 'series')?.content).toContain(
    'Repeats: MONTHLY every 1',
  );
  expect(reportOf(read)).toEqual(
    expect.arrayContaining([
      '“wobble” of tasks: 1 left out (new)',
      'Issue points: 1 kept in the task’s note (3)',
      'Reminders: 2 left out (timed, series)',
      'Repeats that Daymark can’t express: 1 kept in the task’s note (MONTHLY every 1)',
    ]),
  );
});

/** Reads a backup with some tasks and other given parts. */
const backupOf = (tasks: Record<string, unknown>, more: object = {}) =>
  readAsFile(JSON.stringify({ task: { entities: tasks }, project: { entities: {} }, ...more }));

test('Super Productivity: a task on Today’s list is planned for today', () => {
  const task = (id: string, more: object = {}) => ({ id, title: id, ...more });
  const { tasks } = backupOf(
    {
      tagged: task('tagged', { tagIds: ['TODAY'] }),
      listed: task('listed'),
      dated: task('dated', { dueDay: '2026-12-04' }),
      done: task('done', { isDone: true }),
      other: task('other'),
    },
    {
      tag: { entities: { TODAY: { title: 'Today', taskIds: ['listed', 'dated', 'done'] } } },
    },
  ).records;
  expect(tasks.map(({ title, plannedDay }) => [title, plannedDay])).toEqual([
    ['tagged', '2026-11-25'],
    ['listed', '2026-11-25'],
    ['dated', '2026-12-04'],
    ['done', undefined],
    ['other', undefined],
  ]);
});

test('Super Productivity: records that can’t be read are reported', () => {
  const read = backupOf(
    {
      a: { id: 'a', title: 7 },
      b: { id: 'b', title: 'Fine', notes: 5, timeEstimate: 'long' },
      c: null,
    },
    {
      project: { entities: { p: { title: null } } },
      note: { entities: { n: { id: 'n', content: [] } } },
      tag: { entities: { t: 5 } },
      section: 'none',
      planner: { days: { '2026-12-01': 'b', someday: ['b'] } },
      taskRepeatCfg: { entities: { r: { title: 'No id' } } },
      archiveYoung: { task: { entities: { d: { id: 'd', title: 'Old' }, e: { title: 'No id' } } } },
    },
  );
  expect(read.records.tasks.map(({ title }) => title)).toEqual(['Fine', 'Old']);
  expect(reportOf(read).sort()).toEqual([
    'Unreadable days of the planner: 2 left out (2026-12-01, someday)',
    'Unreadable notes: 1 left out',
    'Unreadable projects: 1 left out',
    'Unreadable repeats: 1 left out (No id)',
    'Unreadable sections: 1 left out (none)',
    'Unreadable tags: 1 left out (5)',
    'Unreadable tasks: 3 left out (No id)',
    'Unreadable “notes” of tasks: 1 left out (5)',
    'Unreadable “timeEstimate” of tasks: 1 left out (long)',
  ]);
});

test('Super Productivity: a backup without projects is read', () => {
  const read = readAsFile(
    JSON.stringify({
      task: { entities: { a: { id: 'a', title: 'Fine' } } },
      tag: { entities: {} },
    }),
  );
  expect(read.records.tasks.map(({ title }) => title)).toEqual(['Fine']);
});
