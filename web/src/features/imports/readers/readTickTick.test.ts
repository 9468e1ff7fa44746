import { expect, test } from 'vitest';
import { fixtureText, readAsFile, readFixture, reportOf } from '../../../../test/readFixture';
import { parseTable } from '../parsing/parseTable';

test('TickTick: lists, steps, tags, descriptions and completed tasks of a backup are read', () => {
  const read = readFixture('tickTickBackup.csv');
  const { categories, tasks, notes } = read.records;
  expect(read.source).toBe('TickTick');
  expect(categories.map(({ name }) => name)).toEqual(['Inbox', 'Project Alpha', 'Shopping']);
  const task = (title: string) => tasks.find((one) => one.title === title);
  // Midnight in Berlin, written in UTC.
  expect(task('Task with reminder and dates')).toMatchObject({
    plannedDay: '2018-12-12',
    completed: false,
  });
  expect(task('Subtask example')?.parentId).toBe(task('Task with reminder and dates')?.id);
  expect(task('Completed task example')).toMatchObject({
    completed: true,
    createdAt: '2022-01-21T11:33:34.000Z',
    completedAt: '2025-11-25T10:39:31.000Z',
  });
  expect(notes.find(({ title }) => title === 'Buy groceries')?.content).toBe(
    'Weekly grocery shopping\n\nFrom TickTick:\n- Tags: shopping, personal',
  );
  expect(reportOf(read)).toEqual([
    'View settings: 11 left out (list)',
    'Tags: 5 kept in the task’s note (important, deadline, urgent, work, shopping, personal)',
    'Folders: 6 left out (Work, Personal)',
  ]);
});

test('TickTick: dates with a space and texts of several lines are read', () => {
  const dates = readFixture('tickTickSpaceDates.csv');
  expect(dates.records.tasks).toEqual([
    expect.objectContaining({ plannedDay: '2026-02-20', deadline: '2026-02-27' }),
    expect.objectContaining({ completed: true, completedAt: '2026-02-25T16:45:30.000Z' }),
  ]);
  expect(reportOf(dates)).toContain(
    'Times that have passed: 1 kept in the task’s note (2026-02-20 11:00)',
  );
  const lines = readFixture('tickTickMultiline.csv').records;
  expect(lines.tasks[0]?.title).toBe('Task with multiline description');
  expect(lines.notes[0]?.content).toContain('that spans multiple lines.\n\nIt has paragraphs');
});

const HEADER =
  '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating","Column Name","Column Order","View Mode","taskId","parentId"';

/** Returns a backup with one task for each argument, which maps columns to cells. */
const backup = (...tasks: Record<string, string>[]): string => {
  const columns = HEADER.replaceAll('"', '').split(',');
  const defaults = { 'List Name': 'Garden', Status: '0', Timezone: 'Europe/Berlin', Priority: '0' };
  const rows = tasks.map((task) =>
    columns
      .map((column) => ({ ...defaults, ...task })[column] ?? '')
      .map((cell) => `"${cell.replaceAll('"', '""')}"`)
      .join(','),
  );
  return [
    '"Date: 2026-11-25+0000"',
    '"Version: 7.1"',
    '"Status: ',
    '0 Normal"',
    HEADER,
    ...rows,
  ].join('\n');
};

test('TickTick: checklists, columns, repeats and times become steps, categories, rules and blocks', () => {
  const read = readAsFile(
    backup(
      {
        taskId: '1',
        Title: 'Pack',
        Kind: 'CHECKLIST',
        'Is Check list': 'Y',
        Content: 'For Rome\n▫Milk\n▪Bread',
      },
      {
        taskId: '2',
        Title: 'Water',
        'Column Name': 'Doing',
        Repeat: 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH',
        'Start Date': '2026-11-29T23:00:00+0000',
        'Is All Day': 'true',
        Priority: '5',
        Reminder: 'TRIGGER:PT0S',
      },
      {
        taskId: '3',
        Title: 'Call',
        'Start Date': '2026-11-30T08:00:00+0000',
        'Due Date': '2026-11-30T09:15:00+0000',
      },
      { taskId: '4', Title: 'Rent', Repeat: 'RRULE:FREQ=MONTHLY;BYDAY=5FR' },
      { taskId: '5', Title: 'Never', Status: '-1' },
      { taskId: '6', Title: 'Ideas', Kind: 'NOTE', Content: 'Moss' },
      { taskId: '7', parentId: '8', Title: 'Round' },
      { taskId: '8', parentId: '7', Title: 'And round' },
    ),
  );
  const { tasks, categories, events, notes } = read.records;
  const task = (title: string) => tasks.find((one) => one.title === title);
  expect(categories.map(({ name }) => name)).toEqual(['Garden', 'Garden / Doing']);
  expect(
    tasks
      .filter(({ parentId }) => parentId === task('Pack')?.id)
      .map(({ title, completed }) => [title, completed]),
  ).toEqual([
    ['Milk', false],
    ['Bread', true],
  ]);
  expect(task('Water')).toMatchObject({
    plannedDay: '2026-11-30',
    repeat: { every: 'week', interval: 2, weekdays: [1, 4], from: 'schedule' },
  });
  expect(events).toEqual([
    expect.objectContaining({
      taskId: task('Call')?.id,
      start: '2026-11-30T09:00:00+01:00',
      end: '2026-11-30T10:15:00+01:00',
    }),
  ]);
  expect(task('Never')?.completed).toBe(true);
  expect(notes.find(({ title }) => title === 'Ideas')?.content).toBe(
    'Moss\n\nFrom TickTick:\n- List: Garden',
  );
  expect([task('Round')?.parentId, task('And round')?.parentId]).toEqual([undefined, undefined]);
  expect(reportOf(read)).toEqual(
    expect.arrayContaining([
      'Columns: 1 part of the category’s name (Doing)',
      'Priorities: 1 kept in the task’s note (high)',
      'Reminders: 1 left out (TRIGGER:PT0S)',
      'Repeats that Daymark can’t express: 1 kept in the task’s note (RRULE:FREQ=MONTHLY;BYDAY=5FR)',
      'Tasks that won’t be done: 1 kept in the task’s note (won’t do)',
      'Lists of notes: 1 kept in the note (Garden)',
    ]),
  );
});

/**
 * The texts in the result that stand for a column's values, if the values are not kept as written. Columns that only
 * help with reading have an empty list.
 */
const READ_AS: Record<string, string[]> = {
  'Is Check list': [],
  'Is All Day': [],
  'Is Floating': [],
  Timezone: [],
  Kind: [],
  Order: [],
  Status: ['completed'],
  taskId: [],
  parentId: ['parentId'],
  'Start Date': ['plannedDay'],
  'Due Date': ['plannedDay', 'deadline'],
  'Created Time': ['createdAt'],
  'Completed Time': ['completedAt'],
};

test.each(['tickTickBackup.csv', 'tickTickMultiline.csv', 'tickTickSpaceDates.csv'])(
  'TickTick: nothing in %s is dropped without a report',
  (name) => {
    const found = JSON.stringify(readFixture(name));
    const table = parseTable(fixtureText(name), ['List Name', 'Title']);
    for (const row of table?.rows ?? [])
      for (const column of table?.columns ?? []) {
        const value = row(column).trim();
        if (!value || value === '0') continue;
        const wanted = READ_AS[column] ?? [value, value.replaceAll('\n', ' ')];
        const isFound =
          wanted.length === 0 ||
          wanted.some((one) => found.includes(JSON.stringify(one).slice(1, -1)));
        expect(isFound, `${column}: ${value}`).toBe(true);
      }
  },
);

test('TickTick: a row with more cells than columns is reported', () => {
  const read = readAsFile('List Name,Title,Status\nHome,Soap, salt,0\nHome,Fine,0\n');
  expect(read.records.tasks.map(({ title }) => title)).toContain('Fine');
  expect(reportOf(read)).toEqual([
    'Rows with too many commas: 1 the extra cells are left out (Home,Soap, salt,0)',
  ]);
});

test('TickTick: a rule for every second Tuesday and Friday is read even if its week begins on Sunday', () => {
  const { tasks } = readAsFile(
    'List Name,Title,Status,Start Date,Repeat,Timezone,Is All Day\nHome,Rake,0,2026-11-30T23:00:00+0000,"RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,FR",Europe/Berlin,true\n',
  ).records;
  expect(tasks).toEqual([
    expect.objectContaining({
      plannedDay: '2026-12-01',
      repeat: { every: 'week', interval: 2, weekdays: [2, 5], from: 'schedule' },
    }),
  ]);
});

test('a repeating task with a time keeps the time of its block for its series', () => {
  const { records } = readAsFile(
    backup({
      taskId: '1',
      Title: 'Gym',
      Repeat: 'RRULE:FREQ=WEEKLY;BYDAY=MO',
      'Start Date': '2026-11-30T17:00:00+0000',
      'Due Date': '2026-11-30T17:45:00+0000',
    }),
  );
  expect(records.tasks).toMatchObject([{ blockTime: { start: '18:00', minutes: 45 } }]);
  expect(records.events).toMatchObject([{ start: '2026-11-30T18:00:00+01:00' }]);
});
