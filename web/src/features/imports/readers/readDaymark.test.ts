import { ACCOUNT_CAPS } from '@daymark/contract/accountCaps';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { FILE_BYTES_MAX } from '../importFileError';
import { looksOwn } from '../ownFile';
import { readAsFile, reportOf } from '../../../../test/readFixture';

const at = '2026-11-20T09:00:00.000Z';
const account = {
  version: 1,
  exportedAt: at,
  user: { id: 5, username: 'ada', email: 'ada@example.com', timeZone: 'Europe/Berlin' },
  settings: { id: 1, userId: 5, focusDuration: 50, timer: null },
  categories: [
    { id: 1, name: 'Office', color: '#3B82F6', userId: 5 },
    { id: 10, name: 'work', color: '#10B981', userId: 5 },
  ],
  tasks: [
    {
      id: 11,
      title: 'Water',
      completed: false,
      categoryId: 1,
      isPriority: true,
      order: 0,
      createdAt: at,
      completedAt: null,
      userId: 5,
    },
    {
      id: 12,
      title: 'Fill',
      completed: true,
      categoryId: 10,
      parentId: 11,
      isPriority: false,
      createdAt: at,
      completedAt: at,
      userId: 5,
    },
  ],
  events: [{ id: 13, title: 'Ferns', start: at, end: at, color: null, userId: 5 }],
  notes: [{ id: 14, title: 'Ferns', content: '', createdAt: at, updatedAt: at, userId: 5 }],
  reflections: [{ id: 20261120, date: at, challenges: '', userId: 5 }],
  focusSessions: [],
  conflicts: [],
};

test('Daymark: a series keeps its rule, place and exceptions', () => {
  const rule = { every: 'month', interval: 1, weekdays: [2], nth: 2, from: 'schedule' };
  const repeat = { rule, timeZone: 'Asia/Tokyo', until: null, count: 9 };
  const times = { start: at, end: at };
  const events = [
    { id: 20, title: 'Choir', ...times, place: 'School', repeat },
    { id: 21, title: 'Hall', ...times, seriesId: 20, seriesDay: '2026-12-08' },
    { id: 22, title: 'Choir', ...times, seriesId: 20, seriesDay: '2027-01-12', canceled: true },
  ];
  const read = readAsFile(JSON.stringify({ ...account, events }));
  expect(read.records.events).toEqual(events);
  expect(reportOf(read).filter((line) => line.includes('events'))).toEqual([]);
});

test('Daymark: an export keeps every record with its id, as JSON and as a zip', () => {
  const zip = zipSync({
    'daymark.json': strToU8(JSON.stringify(account, undefined, '  ')),
    'calendar.ics': strToU8('BEGIN:VCALENDAR'),
    'notes/Ferns.md': strToU8('x'),
  });
  const read = readAsFile(JSON.stringify(account), 'x.txt');
  expect(readAsFile(zip).records).toEqual(read.records);
  const { categories, tasks, events, notes, reflections } = read.records;
  expect([categories, tasks, events, notes].map((list) => list.map(({ id }) => id))).toEqual([
    [1, 10],
    [11, 12],
    [13],
    [14],
  ]);
  expect(tasks[0]).toMatchObject({ isPriority: true, order: 0, createdAt: at, categoryId: 1 });
  expect(reflections).toEqual([{ date: at, challenges: '' }]);
  expect(read.settings).toEqual({ focusDuration: 50 });
  expect(reportOf(read)).toEqual([
    'Name, email address and time zone: 1 this account keeps its own',
  ]);
});

test('Daymark: a category doesn’t take the name or the id of an existing one', () => {
  const { records } = readAsFile(JSON.stringify(account), 'x', {
    categories: [
      { id: 1, name: 'Home' },
      { id: 2, name: 'Work' },
    ],
  });
  expect(records.categories).toEqual([
    { id: expect.any(Number), name: 'Office', color: '#3B82F6' },
  ]);
  expect(records.categories[0]?.id).not.toBe(1);
  expect(records.tasks.map(({ categoryId }) => categoryId)).toEqual([records.categories[0]?.id, 2]);
});

test('Daymark: damaged records and unknown fields are reported', () => {
  const read = readAsFile(
    JSON.stringify({
      version: 1,
      dreams: [1],
      tasks: [{ id: 1, title: 'Fine', mood: 'sunny' }, { title: 'No id' }],
    }),
  );
  expect(read.records.tasks).toHaveLength(1);
  expect(reportOf(read)).toEqual([
    '“dreams”: 1 left out',
    '“mood” of tasks: 1 left out (sunny)',
    'Damaged tasks: 1 left out (No id)',
  ]);
  expect(() => readAsFile(JSON.stringify({ version: 2, tasks: [] }))).toThrow(
    'This export was made by a later version of Daymark.',
  );
});

test('Daymark: a task’s steps beyond 200 become tasks of their own', () => {
  const step = (n: number) => ({
    id: 1_000 + n,
    title: `Step ${n}`,
    parentId: 11,
    position: `a${String(n).padStart(3, '0')}`,
  });
  // The newest step comes first, as in an export.
  const steps = Array.from({ length: 203 }, (_, n) => step(202 - n));
  const read = readAsFile(
    JSON.stringify({ version: 1, tasks: [{ id: 11, title: 'Water' }, ...steps] }),
  );
  const own = read.records.tasks.filter(({ parentId }) => parentId == null);
  expect(own.map(({ title }) => title)).toEqual(['Water', 'Step 202', 'Step 201', 'Step 200']);
  expect(read.records.tasks).toHaveLength(204);
  expect(reportOf(read)).toEqual([
    'More than 200 steps of a task: 3 separate tasks (Step 200, Step 201, Step 202)',
  ]);
});

test('Daymark: steps keep their positions, whatever their order in the file', () => {
  const step = (id: number, position: string) => ({ id, title: 'x', parentId: 11, position });
  const tasks = [step(13, 'a1'), step(12, 'a0'), { id: 11, title: 'Water' }];
  const { records } = readAsFile(JSON.stringify({ version: 1, tasks }));
  expect(records.tasks.map(({ id, position }) => [id, position])).toEqual([
    [13, 'a1'],
    [12, 'a0'],
    [11, undefined],
  ]);
});

describe('Daymark: an export is read completely', () => {
  const notes = Array.from({ length: 5_100 }, (_, n) => ({
    id: n + 1,
    title: `Note ${n}`,
    content: 'Water the ferns. '.repeat(20),
    createdAt: at,
    updatedAt: at,
  }));

  test('with more notes in its zip than another program’s zip may have files', () => {
    const files = notes.map(({ title, content }) => [`notes/${title}.md`, strToU8(content)]);
    const zip = zipSync(
      {
        'daymark.json': strToU8(JSON.stringify({ version: 1, notes })),
        ...Object.fromEntries(files),
      },
      { level: 1 },
    );
    expect(readAsFile(zip).records.notes).toHaveLength(5_100);
  });

  test('with more records than another program’s file may have', () => {
    const tasks = Array.from({ length: 25_100 }, (_, n) => ({ id: n + 1, title: `Task ${n}` }));
    const { records } = readAsFile(JSON.stringify({ version: 1, tasks }));
    expect(records.tasks).toHaveLength(25_100);
  });

  test('with records that are so similar that the zip is very small', () => {
    const text = JSON.stringify({ version: 1, notes: notes.slice(0, 3_000) }, undefined, '  ');
    const padded = `${text}${' '.repeat(8_000_000)}`;
    const zip = zipSync({ 'daymark.json': strToU8(padded) }, { level: 9 });
    expect(padded.length / zip.length).toBeGreaterThan(200);
    expect(readAsFile(zip).records.notes).toHaveLength(3_000);
  });

  test('with any checksum in the head of its zip', () => {
    const parts = Array.from({ length: 60 }, (_, n) => ({ ...notes[0], id: n + 1 }));
    for (const note of parts) {
      const text = JSON.stringify({ version: 1, notes: [note] });
      expect(looksOwn(zipSync({ 'daymark.json': strToU8(text) }))).toBe(true);
    }
  });

  test('when it is larger than another program’s file may be', () => {
    const text = `${JSON.stringify({ version: 1, notes })}${' '.repeat(FILE_BYTES_MAX)}`;
    expect(readAsFile(text).records.notes).toHaveLength(5_100);
  });

  test('unless it has more records than an account can hold', () => {
    const tasks = `{"id":1,"title":"x"},`.repeat(ACCOUNT_CAPS.account * 1.2);
    expect(() => readAsFile(`{"version":1,"tasks":[${tasks}{}]}`)).toThrow(
      'This file has more than 100,000 records, the most that an account can hold.',
    );
  });
});

test('another program’s JSON with tasks and a version is not taken for Daymark’s', () => {
  expect(() => readAsFile('{"version": "7.2", "tasks": [{"title": "Milk"}]}')).toThrow(
    /^Daymark doesn’t know this kind of file\./,
  );
});
