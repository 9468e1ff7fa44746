import type { AccountExport } from '@daymark/contract/accountExport';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPerson, type Person } from './people';
import { send } from './send';
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
  { id: 2, title: 'Backwards', start: '2026-03-29T03:30:00Z', end: '2026-03-29T01:30:00Z' },
  { id: 3, title: 'No length', start: '2026-03-29T03:30:00Z', end: '2026-03-29T03:30:00.900Z' },
  { id: 4, title: 'Bell\u0007', start: '0099-01-01T00:00:00Z', end: '0099-01-01T01:00:00Z' },
];

let person: Person;
let document: AccountExport;
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
  const body = { notes, events };
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
  const unzipped = Object.entries(unzipSync(reply.bytes));
  names = unzipped.map(([name]) => name);
  files = Object.fromEntries(unzipped.map(([name, bytes]) => [name, strFromU8(bytes)]));
});

test('the export as a zip has the document in it, word for word', () => {
  expect(JSON.parse(files['daymark.json'] ?? '')).toEqual({
    ...document,
    exportedAt: expect.any(String),
  });
});

test('more records than are read at a time are all in it', async () => {
  const { session } = await newPerson();
  const ids = Array.from({ length: 101 }, (_, n) => n + 1);
  const [start, end] = ['2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z'];
  const body = {
    notes: ids.map((id) => ({ id, title: `Note ${id}`, content: '' })),
    events: ids.map((id) => ({ id, title: 'Dentist', start, end })),
  };
  await send({ method: 'POST', path: '/api/import', session, body });
  const reply = await send({ path: '/api/export', query: { format: 'zip' }, session });
  const { 'daymark.json': json, 'calendar.ics': calendar, ...notes } = unzipSync(reply.bytes);
  const whole = (await send({ path: '/api/export', session })).json() as AccountExport;
  const { exportedAt } = JSON.parse(strFromU8(json!)) as AccountExport;
  expect(strFromU8(json!)).toBe(JSON.stringify({ ...whole, exportedAt }, undefined, 2));
  expect(Object.keys(notes).sort()).toEqual(ids.map((id) => `notes/Note ${id}.md`).sort());
  const parts = propertiesOf(strFromU8(calendar!)).filter(([name]) => /^(BEGIN|END)$/.test(name));
  const event = [
    ['BEGIN', 'VEVENT'],
    ['END', 'VEVENT'],
  ];
  expect(parts).toEqual([
    ['BEGIN', 'VCALENDAR'],
    ...ids.flatMap(() => event),
    ['END', 'VCALENDAR'],
  ]);
});

test('asked for as JSON, or as nothing, it is the document; as anything else it is refused', async () => {
  const { session } = person;
  const reply = await send({ path: '/api/export', query: { format: 'json' }, session });
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.json()).toMatchObject({ version: 1, notes: document.notes });
  const query = { format: 'exe' };
  expect((await send({ path: '/api/export', query, session })).status).toBe(400);
});

describe('each note is Markdown', () => {
  test('with its title and moments in front, and nothing of it is lost', () => {
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

  test('under a name that every file system takes, and that no other note has', () => {
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

describe('the events are a calendar', () => {
  test('in lines of at most 75 bytes, each whole characters, ended by CRLF', () => {
    const calendar = files['calendar.ics'] ?? '';
    const lines = calendar.split('\r\n');
    expect(lines[0]).toBe('BEGIN:VCALENDAR');
    for (const line of lines) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/(?!\t)\p{Cc}/u);
      expect(line.isWellFormed()).toBe(true);
    }
  });

  test('as RFC 5545 has it: each event once, in UTC, with an end only after its start', () => {
    const calendar = propertiesOf(files['calendar.ics'] ?? '');
    const parts = calendar.filter(([name]) => name === 'BEGIN').map(([, value]) => value);
    expect(parts).toEqual(['VCALENDAR', ...events.map(() => 'VEVENT')]);
    const values = (wanted: string) =>
      calendar.filter(([name]) => name === wanted).map(([, value]) => value);
    expect(values('VERSION')).toEqual(['2.0']);
    expect(values('PRODID')).toHaveLength(1);
    // The calendar lists events by start.
    expect(values('UID')).toEqual([4, 1, 2, 3].map((id) => `${person.userId}-${id}@daymark.app`));
    expect(values('SUMMARY')).toEqual(['Bell ', LONG.trim(), 'Backwards', 'No length']);
    const starts = ['00990101T000000Z', '20260329T003000Z', '20260329T033000Z', '20260329T033000Z'];
    expect(values('DTSTART')).toEqual(starts);
    expect(values('DTEND')).toEqual(['00990101T010000Z', '20260329T013000Z']);
    expect(values('DTSTAMP')).toHaveLength(events.length);
  });
});

/** A calendar's properties, with folded lines joined and escapes resolved. */
function propertiesOf(calendar: string): [name: string, value: string][] {
  const lines = calendar.replace(/\r\n[ \t]/g, '').split('\r\n');
  return lines.filter(Boolean).map((line) => {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
    return [name, value.replace(/\\(.)/g, (_, one: string) => (/n/i.test(one) ? '\n' : one))];
  });
}
