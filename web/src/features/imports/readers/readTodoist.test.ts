import { expect, test } from 'vitest';
import { fixtureText, readAsFile, readFixture, reportOf } from '../../../../test/readFixture';
import { parseTable } from '../parsing/parseTable';

test('Todoist: a template with comments, an attachment and a relative date is read', () => {
  const read = readFixture('todoistBasic.csv');
  const [errand, step, other] = read.records.tasks;
  expect(read).toMatchObject({
    source: 'Todoist',
    records: { categories: [{ name: 'todoistBasic' }] },
  });
  expect(errand).toMatchObject({ plannedDay: '2026-11-30', completed: false, isPriority: false });
  expect(step).toMatchObject({ title: 'test project subtask', parentId: errand?.id });
  expect(other?.parentId).toBeUndefined();
  expect(read.records.notes).toEqual([
    {
      id: expect.any(Number),
      title: errand?.title,
      content:
        'first comment blah blah\n\nsecond comment\n\n[edit.png](https://d1x0mwiac2rqwt.cloudfront.net/2de68bc20a9e2dbf6f7c4faffbe115ec/as/edit.png)\n\nFrom Todoist:\n- Priority: p1',
      attachedTo: { type: 'task', id: errand?.id },
    },
  ]);
  expect(reportOf(read)).toEqual([
    'Authors: 6 left out (Bernhard (1846598))',
    'Attachments: 1 kept as links to Todoist in the task’s note (edit.png)',
    'Labels: 1 kept in the task’s title (@errands)',
    'Priorities: 1 kept in the task’s note (p1)',
  ]);
});

test('Todoist: sections, steps, dates and repeats are read', () => {
  const read = readFixture('todoistCurrent.csv');
  const { categories, tasks, events, notes } = read.records;
  expect(categories.map(({ name }) => name)).toEqual(['todoistCurrent', 'todoistCurrent / Weekly']);
  const task = (title: string, index = 0) =>
    tasks.filter((one) => one.title.startsWith(title))[index];
  const noteOf = (title: string, index = 0) =>
    notes.find(({ attachedTo }) => attachedTo?.id === task(title, index)?.id)?.content;

  expect(task('Repot')).toMatchObject({ plannedDay: '2026-12-05', estimateMinutes: 30 });
  expect(noteOf('Repot')).toBe('Terracotta pot from the shed\n\nFrom Todoist:\n- Priority: p1');
  expect(task('Buy')).toMatchObject({ parentId: task('Repot')?.id });
  expect(task('Water')).toMatchObject({
    plannedDay: '2026-11-30',
    repeat: { every: 'week', interval: 1, weekdays: [1], from: 'schedule' },
    seriesId: task('Water')?.id,
    seriesDay: '2026-11-30',
    categoryId: categories[1]?.id,
  });
  expect(task('Check')?.repeat).toEqual({ every: 'day', interval: 1, from: 'schedule' });
  expect(task('Order')).toMatchObject({ plannedDay: '2026-11-26', deadline: '2026-12-09' });
  expect(task('Sharpen')?.repeat).toEqual({ every: 'day', interval: 3, from: 'completion' });
  // Two tasks with the same title are both read.
  expect(task('Water', 1)).toMatchObject({ title: 'Water the ferns' });
  expect(task('Water', 1)?.repeat).toBeUndefined();
  expect(noteOf('Water', 1)).toBe('From Todoist:\n- Priority: p2\n- Date: every 3rd friday');
  expect(noteOf('Pay')).toBe('From Todoist:\n- Date: każdego 15-go');
  expect(events).toEqual([
    // These times are in the zone of the file.
    expect.objectContaining({
      start: '2026-12-05T09:30:00+02:00',
      end: '2026-12-05T10:00:00+02:00',
    }),
    expect.objectContaining({
      start: '2026-11-30T09:00:00+02:00',
      end: '2026-11-30T09:15:00+02:00',
    }),
    expect.objectContaining({ start: '2026-11-26T18:00:00+02:00', taskId: task('Order')?.id }),
  ]);
  expect(reportOf(read)).toEqual([
    'View settings: 1 left out (view_style=list)',
    'Labels: 2 kept in the task’s title (@garden, @weekend)',
    'Authors: 9 left out (Kai (48151623))',
    'Priorities: 4 kept in the task’s note (p1, p2, p3)',
    'Sections: 1 part of the category’s name (Weekly)',
    'Responsible people: 1 kept in the task’s note (Rosa (777))',
    'Times of repeating tasks: 1 a block for the first one, and kept in the task’s note (every monday at 9am)',
    'Dates and repeats that Daymark can’t express: 2 kept in the task’s note (every 3rd friday, każdego 15-go)',
    'Durations in days: 1 kept in the task’s note (1 day)',
  ]);
});

test('Todoist: deeper indentation becomes steps of the top task', () => {
  const read = readFixture('todoistProject.csv');
  const { tasks } = read.records;
  const top = tasks.find(({ title }) => title === 'task level one');
  const steps = tasks.filter(({ parentId }) => parentId === top?.id);
  expect(steps.map(({ title }) => title)).toEqual([
    'task level two',
    'task level three',
    'task level four',
  ]);
  expect(steps.map(({ position }) => position)).toEqual(
    [...steps.map(({ position }) => position)].sort(),
  );
  expect(reportOf(read)).toEqual(
    expect.arrayContaining([
      'Tasks that can’t be completed: 1 ordinary tasks (unclickable task)',
      'Deeper indentation: 2 steps of the top task (task level three, task level four)',
    ]),
  );
});

test('Todoist: quotation marks, commas and all kinds of characters are kept', () => {
  const { tasks, notes } = readFixture('todoistUnicode.csv').records;
  expect(tasks.map(({ title }) => title)).toEqual([
    'this is über-nice',
    '😎🍉↗︎↴⥺',
    'actually, what happens to a “comma"?',
  ]);
  expect(notes[0]?.content).toBe('also, some commas, “quotes” and ⚁♨︎🃃🁅🀐 in a note');
});

/** The texts in the result that stand for a column's values, if the values are not kept as written. */
const READ_AS: Record<string, string[]> = {
  TYPE: [],
  INDENT: [],
  DATE_LANG: [],
  TIMEZONE: [],
  DURATION_UNIT: [],
  DEADLINE_LANG: [],
  DATE: ['plannedDay', 'Date:'],
  DEADLINE: ['deadline', 'Deadline:'],
  DURATION: ['estimateMinutes', 'Duration:'],
  PRIORITY: ['Priority: p'],
  AUTHOR: ['Authors'],
};

test.each(['todoistBasic.csv', 'todoistCurrent.csv', 'todoistProject.csv', 'todoistUnicode.csv'])(
  'Todoist: nothing in %s is dropped without a report',
  (name) => {
    const read = readFixture(name);
    const table = parseTable(fixtureText(name), ['TYPE', 'CONTENT']);
    const found = JSON.stringify(read);
    for (const row of table?.rows ?? [])
      for (const column of table?.columns ?? []) {
        const value = row(column).trim();
        if (!value || (column === 'PRIORITY' && value === '4') || value === 'None') continue;
        const wanted = READ_AS[column] ?? [
          value
            .replace(/\[\[file.*\]\]|^\* /gs, '')
            .trim()
            .split('\n')[0] ?? '',
        ];
        const isFound =
          wanted.length === 0 ||
          wanted.some((one) => found.includes(JSON.stringify(one).slice(1, -1)));
        expect(isFound, `${column}: ${value}`).toBe(true);
      }
  },
);

test('Todoist: an unknown column and a row of an unknown type are reported', () => {
  const read = readAsFile(
    'TYPE,CONTENT,PRIORITY,INDENT,MOOD\ntask,Water,4,1,sunny\nhologram,Fern,4,1,\n',
  );
  expect(reportOf(read)).toEqual([
    'Column MOOD: 1 left out (sunny)',
    'Rows of type “hologram”: 1 left out (Fern)',
  ]);
});

test('Todoist: a cell with a formula is treated as text', () => {
  const [task] = readAsFile(
    'TYPE,CONTENT,PRIORITY,INDENT\ntask,"=HYPERLINK(""http://evil"",""x"")",4,1\n',
  ).records.tasks;
  expect(task?.title).toBe('=HYPERLINK("http://evil","x")');
});

const HEADER =
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE';

test.each([
  [
    'task,Buy soap, salt and a sponge,,4,1,,,tomorrow,en,',
    'Buy soap, salt and a sponge',
    undefined,
  ],
  ['task,Buy soap, salt,With a bag,4,1,,,tomorrow,en,', 'Buy soap, salt', 'With a bag'],
  ['task,Buy soap, salt,,4,1,,,tomorrow', 'Buy soap, salt', undefined],
  ['task,"Buy soap, salt",In town, today,4,1,,,tomorrow,en,', 'Buy soap, salt', 'In town, today'],
  ['task,Buy soap,In town, today,4,1,,,tomorrow,en,', 'Buy soap', 'In town, today'],
  ['task,Buy 3,4,5 screws,,4,1,,,tomorrow,en,', 'Buy 3,4,5 screws', undefined],
  ['task,Buy soap,In town,4,1,Ann (1),,tomorrow,en,Europe/Berlin,', 'Buy soap', 'In town'],
  ['task,Buy soap,In town,4,1,,,tomorrow,en,,,,', 'Buy soap', 'In town'],
])('Todoist: commas without quotation marks are part of the text: %j', (row, title, note) => {
  const { tasks, notes } = readAsFile(`${HEADER}\n${row}\ntask,Last,,4,1,,,,,\n`).records;
  expect(tasks.map((task) => [task.title, task.plannedDay])).toEqual([
    [title, '2026-11-26'],
    ['Last', undefined],
  ]);
  expect(notes[0]?.content).toBe(note);
});

test('Todoist: a row whose commas can’t be told from separators is reported', () => {
  const read = readAsFile(`${HEADER}\ntask,Buy soap,salt,a,b,c,d,e,f,g,h,i\ntask,Last,,4,1\n`);
  expect(read.records.tasks.map(({ title }) => title)).toEqual([
    'Buy soap,salt,a,b,c,d,e,f,g,h,i',
    'Last',
  ]);
  expect(reportOf(read)).toEqual([
    'Rows with too many commas: 1 kept whole as a title (Buy soap,salt,a,b,c,d,e,f,g,h,i)',
  ]);
});

test('Todoist: a comment keeps its date', () => {
  const { notes } = readAsFile(
    `${HEADER}\ntask,Roof,,4,1\nnote,North side,,,,Ada (7),,2025-03-01T23:30:00.000000Z,,\nnote,South side, too,,,,Ada (7),,last week,,\n`,
  ).records;
  expect(notes[0]?.content).toBe(
    '**2025-03-02**\n\nNorth side\n\n**last week**\n\nSouth side, too',
  );
});

test('Todoist: a row without a type is reported', () => {
  const read = readAsFile(`${HEADER}\n,Lost,,4,1\ntask,Found,,4,1\n,,,,\n`);
  expect(read.records.tasks.map(({ title }) => title)).toEqual(['Found']);
  expect(reportOf(read)).toEqual(['Rows without a type: 1 left out (Lost)']);
});

test('Todoist: rows that a stray quotation mark makes part of a text are reported', () => {
  const read = readAsFile(`${HEADER}\ntask,"A" b,,4,1\ntask,C,,4,1\ntask,"D",,4,1\ntask,E,,4,1\n`);
  expect(read.records.tasks.map(({ title }) => title)).toContain('E');
  expect(reportOf(read)[0]).toMatch(
    /^Rows after a stray quotation mark: 1 part of the text above them \(A" b,,4,1 task,C/,
  );
});
