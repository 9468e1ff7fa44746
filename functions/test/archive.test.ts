import type { AccountExport } from '@daymark/contract/accountExport';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { brokenRules, eventsIn, textOf } from './calendarRules';
import { newPerson, type Person } from './people';
import { send } from './send';
import { startFunction } from './startFunction';
import { startLine } from './startLine';
import { expectGuarded } from './expectSentence';

const titles = [
  'Ferns',
  'ferns',
  'Ferns (2)',
  '../../etc/passwd',
  '..',
  '/',
  'a/b\\c:d*e?f"g<h>i|j',
  'NUL',
  'com1.txt',
  '🦊👨‍👩‍👧'.repeat(12),
  'ü'.repeat(200),
  'x'.repeat(200),
  `${'x'.repeat(199)}y`,
  'left\u202eright\u200b\u0000',
  '.hidden.',
  '"quoted": yes # no',
  '__proto__',
];
const LONG =
  `Long, with; commas \\ and "quotes"\nand ünïcode 🦊 ${'BEGIN:VEVENT '.repeat(20)}`.slice(0, 400);
const events = [
  { id: 1, title: LONG, start: '2026-03-29T01:30:00+01:00', end: '2026-03-29T03:30:00+02:00' },
  {
    id: 2,
    title: 'Old name',
    start: '2026-03-30T07:30:00Z',
    end: '2026-03-29T01:30:00Z',
    taskId: 1,
  },
  { id: 3, title: 'No length', start: '2026-03-29T03:30:00Z', end: '2026-03-29T03:30:00.900Z' },
  { id: 4, title: 'Bell\u0007', start: '0099-01-01T00:00:00Z', end: '0099-01-01T01:00:00Z' },
  {
    id: 5,
    title: 'Fair',
    start: '2026-03-01T00:00:00+01:00',
    end: '2026-03-03T00:00:00+01:00',
    days: { start: '2026-03-01', end: '2026-03-03' },
  },
];

/** Titles that a spreadsheet would run as formulas. */
const FORMULAS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '=HYPERLINK("https://evil.example","x")',
  '＝1+1',
  '\u0000=1+1',
];

/**
 * Titles that contain a formula if a program separates cells by something other than a comma, with the expected cells.
 */
const FORMULAS_WITHIN = [
  ['x;=1+1;y', "x;'=1+1;y"],
  ['x; @SUM(A1)', "x; '@SUM(A1)"],
  ['x;;-1', "x;;'-1"],
  ['a|+1', "a|'+1"],
  ['a\n=1+1', "a\n'=1+1"],
  ['";＝1+1', `";'＝1+1`],
  ['a;\t=1', "a; '=1"],
  ['a;\r@b', "a; '@b"],
  ['Buy bread; not = butter', 'Buy bread; not = butter'],
] as const;
const tasks = [
  {
    id: 1,
    title: 'Renamed since',
    categoryId: 1,
    isPriority: true,
    plannedDay: '2026-11-20',
    deadline: '2026-11-27',
    estimateMinutes: 45,
    repeat: { every: 'week', interval: 2, weekdays: [4, 1], from: 'schedule' },
    createdAt: '2026-11-20T08:00:00+01:00',
  },
  {
    id: 2,
    title: 'A line\nand "another", with =1+1 in it',
    parentId: 1,
    completed: true,
    completedAt: '2026-11-21T08:00:00Z',
  },
  { id: 3, title: 'Line = 1' },
  ...FORMULAS.map((title, n) => ({ id: 10 + n, title })),
  ...FORMULAS_WITHIN.map(([title], n) => ({ id: 30 + n, title })),
];

let person: Person;
let document: AccountExport;
let zipped: Record<string, Uint8Array>;
let files: Record<string, string>;
let names: string[];

beforeAll(async () => {
  person = await newPerson();
  const notes = titles.map((title, n) => ({
    id: n + 1,
    title,
    content: `# Note ${n}\n`,
    ...(n === 0 && { attachedTo: { type: 'event', id: 3 } }),
    createdAt: '2026-11-20T08:00:00+01:00',
    updatedAt: `2026-11-20T09:00:${10 + n}Z`,
  }));
  const { session } = person;
  const categories = [{ id: 1, name: 'Home, "garden"', color: '#10B981' }];
  const user = { timeZone: 'Europe/Berlin' };
  const body = { user, categories, tasks, notes, events };
  const imported = await send({ method: 'POST', path: '/api/import', session, body });
  expect(imported.status, imported.text).toBe(200);

  document = (await send({ path: '/api/export', session })).json() as AccountExport;
  const reply = await send({ path: '/api/export', query: { format: 'zip' }, session });
  expect(reply.status).toBe(200);
  expectGuarded(reply);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="daymark-\d{4}-\d\d-\d\d\.zip"$/,
    ),
  });
  zipped = unzipSync(reply.bytes);
  const unzipped = Object.entries(zipped);
  names = unzipped.map(([name]) => name);
  files = Object.fromEntries(unzipped.map(([name, bytes]) => [name, strFromU8(bytes)]));
});

test('the zip contains the exported JSON document word for word', () => {
  expect(JSON.parse(files['daymark.json'] ?? '')).toEqual({
    ...document,
    exportedAt: expect.any(String),
  });
});

test('the zip contains all records, even more than are read at a time', async () => {
  const { session } = await newPerson();
  const ids = Array.from({ length: 501 }, (_, n) => n + 1);
  const [start, end] = ['2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z'];
  const body = {
    notes: ids.map((id) => ({ id, title: `Note ${id}`, content: '' })),
    tasks: ids.map((id) => ({ id, title: `Task ${id}` })),
    events: ids.map((id) => ({ id, title: 'Dentist', start, end })),
  };
  await send({ method: 'POST', path: '/api/import', session, body });
  const reply = await send({ path: '/api/export', query: { format: 'zip' }, session });
  const {
    'daymark.json': json,
    'calendar.ics': calendar,
    'tasks.csv': table,
    ...notes
  } = unzipSync(reply.bytes);
  const whole = (await send({ path: '/api/export', session })).json() as AccountExport;
  const { exportedAt } = JSON.parse(strFromU8(json!)) as AccountExport;
  expect(strFromU8(json!)).toBe(JSON.stringify({ ...whole, exportedAt }, undefined, 2));
  expect(Object.keys(notes).sort()).toEqual(ids.map((id) => `notes/Note ${id}.md`).sort());
  expect(brokenRules(strFromU8(calendar!))).toEqual([]);
  expect(eventsIn(strFromU8(calendar!))).toHaveLength(ids.length);
  expect(strFromU8(table!).trim().split('\r\n')).toHaveLength(1 + ids.length);
});

test('a large export arrives whole even if the store pauses for longer than the time limit', async () => {
  const timeLimitMs = 3_000;
  const line = await startLine(process.env.FIRESTORE_EMULATOR_HOST ?? '');
  const running = await startFunction({
    FIRESTORE_EMULATOR_HOST: line.address,
    REQUEST_TIME_LIMIT_MS: String(timeLimitMs),
  });
  const { session } = await newPerson();
  for (let part = 0; part < 5; part++) {
    const notes = Array.from({ length: 250 }, (_, n) => ({
      id: 1 + part * 250 + n,
      title: `Note ${n}`,
      content: 'Water the ferns. '.repeat(100),
    }));
    const imported = await send({ method: 'POST', path: '/api/import', session, body: { notes } });
    expect(imported.status, imported.text).toBe(200);
  }
  // On a busy machine, the function may need longer than the time limit before a reply begins.
  const reply = await vi.waitUntil(
    async () => {
      const request = get(`${running.url}/api/export`, {
        headers: { cookie: `__session=${session}` },
        agent: false,
      });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      if (answer.statusCode === 200) return answer;
      answer.resume();
      return undefined;
    },
    { timeout: 60_000 },
  );
  await once(reply, 'readable');
  line.hold();
  await after(1.5 * timeLimitMs);
  line.release();
  const exportedNotes = (JSON.parse(await text(reply)) as AccountExport).notes;
  expect(exportedNotes).toHaveLength(1_250);
  await running.stop();
  await line.stop();
});

test('the export is JSON by default, and unknown formats are refused', async () => {
  const { session } = person;
  const reply = await send({ path: '/api/export', query: { format: 'json' }, session });
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.json()).toMatchObject({ version: 1, notes: document.notes });
  const query = { format: 'exe' };
  expect((await send({ path: '/api/export', query, session })).status).toBe(400);
});

describe('each note is Markdown', () => {
  test('with its title and times in front, and with its whole content', () => {
    const markdown = names.filter((name) => name.startsWith('notes/')).map((name) => files[name]);
    expect(markdown.sort()).toEqual(
      document.notes
        .map(({ title, content, attachedTo, createdAt, updatedAt }) => {
          const times = `created: ${createdAt}\nupdated: ${updatedAt}`;
          const attached = attachedTo ? '\nattached: event/3' : '';
          const front = `title: ${JSON.stringify(title)}\n${times}${attached}`;
          return `---\n${front}\n---\n\n${content}`;
        })
        .sort(),
    );
  });

  test('under a unique name that every file system accepts', () => {
    const notes = names.filter((name) => name.startsWith('notes/'));
    expect(notes).toHaveLength(titles.length);
    expect(new Set(notes.map((name) => name.toLowerCase())).size).toBe(titles.length);
    for (const name of notes) {
      const [, file = ''] = /^notes\/([^/]+)\.md$/.exec(name) ?? [];
      expect(file, name).not.toMatch(/[\p{Cc}\\/:*?"<>|\u202e\u200b]|^[.\s]|[.\s]$|^$/u);
      expect(file, name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
      expect(file.isWellFormed(), name).toBe(true);
      expect(Buffer.byteLength(file)).toBeLessThanOrEqual(251);
    }
    expect(notes).toContain('notes/etc passwd.md');
  });
});

test('the events are an RFC 5545 calendar in the person’s zone, with all-day events as dates', () => {
  const calendar = files['calendar.ics'] ?? '';
  expect(brokenRules(calendar)).toEqual([]);
  const values = (name: string) => eventsIn(calendar).map((event) => event[name]?.value);
  // Ordered by start.
  expect(values('UID')).toEqual([4, 5, 1, 3, 2].map((id) => `${person.userId}-${id}@daymark.app`));
  expect(eventsIn(calendar).map(({ SUMMARY }) => textOf(SUMMARY!))).toEqual([
    'Bell ',
    'Fair',
    LONG.trim(),
    'No length',
    'Renamed since',
  ]);
  // Times are in UTC close to a clock change and in years older than the zone's rules.
  expect(values('DTSTART')).toEqual([
    '00990101T000000Z',
    '20260301',
    '20260329T003000Z',
    '20260329T033000Z',
    '20260330T093000',
  ]);
  expect(values('DTEND')).toEqual([
    '00990101T010000Z',
    '20260303',
    '20260329T013000Z',
    undefined,
    undefined,
  ]);
});

describe('the tasks are a table', () => {
  const rows = () =>
    Papa.parse<Record<string, string>>(files['tasks.csv']?.replace('\ufeff', '') ?? '', {
      header: true,
      skipEmptyLines: true,
    });

  test('with every task, in UTF-8 that spreadsheets recognize, with CRLF', () => {
    expect([...(zipped['tasks.csv'] ?? []).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(files['tasks.csv']).toMatch(/^\ufeff?ID,Title,.*\r\n/);
    const { data, errors } = rows();
    expect(errors).toEqual([]);
    expect(data.map(({ ID }) => Number(ID))).toEqual(document.tasks.map(({ id }) => id));
  });

  test('with category, days, estimate, the repeat rule in words, and the task that a step belongs to', () => {
    const { data } = rows();
    const rowOf = (id: number) => data.find(({ ID }) => ID === String(id));
    expect(rowOf(1)).toEqual({
      ID: '1',
      Title: 'Renamed since',
      'Step of': '',
      Category: 'Home, "garden"',
      'Top 3': 'yes',
      'Planned day': '2026-11-20',
      Deadline: '2026-11-27',
      'Estimate (minutes)': '45',
      Repeats: 'every 2 weeks on Monday and Thursday',
      Completed: '',
      'Completed at': '',
      'Skipped at': '',
      'Created at': '2026-11-20T07:00:00.000Z',
    });
    expect(rowOf(2)).toMatchObject({
      'Step of': '1',
      Completed: 'yes',
      'Completed at': '2026-11-21T08:00:00.000Z',
    });
  });

  test('in which no cell is a formula', () => {
    const cells = rows().data.flatMap((row) => Object.values(row));
    for (const title of FORMULAS) expect(cells).toContain(`'${title.replace('\u0000', ' ')}`);
    expect(cells.filter((cell) => /^\s*[=+\-@＝＋－＠]/u.test(cell))).toEqual([]);
    expect(cells).toContain('A line\nand "another", with =1+1 in it');
    expect(cells).toContain('Line = 1');
  });

  test.each([';', '\t', '|'])(
    'in which no cell is a formula if %j separates cells',
    (delimiter) => {
      const text = files['tasks.csv']?.replace('\ufeff', '') ?? '';
      const formulas = (lines: readonly (readonly string[])[]) =>
        lines.flat().filter((cell) => /^\s*[=+\-@＝＋－＠\t\r]/u.test(cell));
      expect(formulas(Papa.parse<string[]>(text, { delimiter }).data)).toEqual([]);
      expect(formulas(text.split(/\r?\n/).map((line) => line.split(delimiter)))).toEqual([]);
    },
  );

  test('in which a formula within a cell gets an apostrophe, and the cell is quoted', () => {
    const cells = rows().data.map(({ Title }) => Title);
    expect(cells).toEqual(expect.arrayContaining(FORMULAS_WITHIN.map(([, cell]) => cell)));
    expect(files['tasks.csv']).toContain(`,"x;'=1+1;y",`);
  });

  test('while the JSON document has the titles as they were typed', () => {
    const titles = document.tasks.map(({ title }) => title);
    expect(titles).toEqual(
      expect.arrayContaining([...FORMULAS, ...FORMULAS_WITHIN.map(([title]) => title)]),
    );
  });
});
