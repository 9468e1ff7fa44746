import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { hostileTexts } from '../../../../test/hostileTexts';
import { fixtureBytes, fixtureText, readAsFile, readFixture } from '../../../../test/readFixture';
import { FILE_BYTES_MAX } from '../importFileError';

const FIXTURES = [
  'todoistBasic.csv',
  'todoistCurrent.csv',
  'todoistProject.csv',
  'tickTickBackup.csv',
  'superProductivityState.json',
  'vikunjaData.json',
  'recurInstances.ics',
];

test.each(FIXTURES)('a second reading of %s gives the same ids', (name) => {
  const idsOf = (now?: Date) => {
    const { records } = readFixture(name, now && { now });
    return [records.categories, records.tasks, records.notes].map((list) =>
      list.map(({ id }) => id),
    );
  };
  expect(idsOf()).toEqual(idsOf());
  expect(new Set(idsOf().flat()).size).toBe(idsOf().flat().length);
  // The dates of a series within the range, and the event that its note is attached to, depend on the day.
  if (!name.endsWith('.ics'))
    expect(idsOf(new Date('2026-11-26T10:00:00Z'))[1]).toEqual(idsOf()[1]);
});

test('a table with duplicate tasks gives distinct ids that are the same in each reading', () => {
  const cell = fc.constantFrom('Water', 'Fern', 'a,b', '"', 'é', '=1+1');
  const table = fc.array(fc.record({ title: cell, indent: fc.integer({ min: 1, max: 3 }) }), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(table, (tasks) => {
      const rows = tasks.map(
        ({ title, indent }) => `task,"${title.replaceAll('"', '""')}",4,${indent}`,
      );
      const text = ['TYPE,CONTENT,PRIORITY,INDENT', ...rows].join('\n');
      const ids = () => readAsFile(text).records.tasks.map(({ id }) => id);
      expect(ids()).toEqual(ids());
      expect(new Set(ids()).size).toBe(tasks.length);
    }),
    { numRuns: 50, seed: 1 },
  );
});

describe('the content of a file decides what it is, not its name:', () => {
  test.each(FIXTURES)('%s', (name) => {
    const { source, records } = readFixture(name);
    const renamed = readAsFile(fixtureBytes(name), name.replace(/\..*/, '.csv'));
    expect(renamed.source).toBe(source);
    expect(renamed.records.tasks.map(({ id }) => id)).toEqual(records.tasks.map(({ id }) => id));
  });

  test('a backup of Todoist is a zip with a file for each project', () => {
    const zip = zipSync({
      'Garden [2203306141].csv': strToU8(fixtureText('todoistBasic.csv')),
      'Garden.csv.txt': strToU8('x'),
      'House (1).csv': strToU8(fixtureText('todoistBasic.csv')),
    });
    const { records } = readAsFile(zip, 'backup');
    expect(records.categories.map(({ name }) => name)).toEqual(['Garden', 'House']);
    expect(records.tasks).toHaveLength(6);
  });

  test('an export of Vikunja is a zip with its data', () => {
    const zip = zipSync({
      VERSION: strToU8('v2'),
      'data.json': fixtureBytes('vikunjaData.json'),
      'files/1': strToU8('x'),
    });
    expect(readAsFile(zip)).toEqual(readFixture('vikunjaData.json'));
  });
});

/**
 * Encodes a text whose letters ISO 8859-1 has too. Node 20 decodes the other letters of Windows-1252 wrongly
 * (nodejs/node#56542).
 */
const windows1252 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string, isLittle: boolean, mark = true) => {
  const units = mark ? `\uFEFF${text}` : text;
  const bytes = new DataView(new ArrayBuffer(units.length * 2));
  for (let place = 0; place < units.length; place++)
    bytes.setUint16(place * 2, units.charCodeAt(place), isLittle);
  return new Uint8Array(bytes.buffer);
};
const TABLE =
  'TYPE,CONTENT,PRIORITY,INDENT\ntask,"über alles, nichts",4,1\ntask,"zwei\nZeilen",4,1\n';

describe('files with another encoding, separator or line end are read in the same way:', () => {
  const expected = readAsFile(TABLE).records.tasks.map(({ id, title }) => [id, title]);

  test.each([
    ['UTF-8 with a byte order mark', strToU8(`\uFEFF${TABLE}`)],
    ['UTF-16 LE', utf16(TABLE, true)],
    ['UTF-16 BE', utf16(TABLE, false)],
    ['UTF-16 LE without a mark', utf16(TABLE, true, false)],
    ['Windows-1252', windows1252(TABLE)],
    ['\\r\\n', strToU8(TABLE.replaceAll('\n', '\r\n'))],
    ['\\r', strToU8(TABLE.replaceAll('\n', '\r'))],
    ['semicolons', strToU8(TABLE.replaceAll(/,(?! nichts)/g, ';'))],
    ['tabs', strToU8(TABLE.replaceAll(/,(?! nichts)/g, '\t'))],
  ])('%s', (_what, bytes) => {
    expect(expected).toEqual([
      [expect.any(Number), 'über alles, nichts'],
      [expect.any(Number), 'zwei Zeilen'],
    ]);
    expect(readAsFile(bytes).records.tasks.map(({ id, title }) => [id, title])).toEqual(expected);
  });
});

describe('a hostile or broken file gives an error message:', () => {
  const row = 'task,Water,4,1\n';
  const bomb = () => {
    const zip = zipSync({ 'data.json': new Uint8Array(8_000_000) }, { level: 9 });
    expect(zip.length).toBeLessThan(10_000);
    return zip;
  };
  test.each<[string, () => string | Uint8Array, string]>([
    [
      'more than 50 MB',
      () => new Uint8Array(FILE_BYTES_MAX + 1),
      'This file is larger than 50 MB.',
    ],
    ['empty', () => '', 'This file is empty.'],
    [
      'binary rubbish',
      () => Uint8Array.from({ length: 4_000 }, (_, n) => (n * 7919) % 251),
      'This file isn’t a text file, so there is nothing in it to import.',
    ],
    ['a zip bomb', bomb, 'This zip file is too large when it is unpacked.'],
    [
      'half a zip',
      () =>
        zipSync({ 'data.json': strToU8('[]'.repeat(50_000)) })
          .subarray(0, 60)
          .map((byte, n) => (n > 45 ? 255 : byte)),
      'This zip file is damaged.',
    ],
    [
      '100,000 rows',
      () => `TYPE,CONTENT,PRIORITY,INDENT\n${row.repeat(100_000)}`,
      'This file has more than 20,000 rows. Split it and import the parts.',
    ],
    [
      'broken JSON',
      () => '{"version": 1,\n "tasks": [}',
      'This file is not valid JSON: look at line 2, character 12.',
    ],
    [
      'JSON that ends too early',
      () => '{"version": 1,\n"tasks"',
      'This file is not valid JSON: look at line 2, character 7.',
    ],
    ['JSON 100,000 deep', () => '['.repeat(100_000), 'This file is nested too deeply to be read.'],
    [
      'a quotation mark that is never closed',
      () => `TYPE,CONTENT,PRIORITY,INDENT\ntask,"Water,4,1\n`,
      'Row 2 of this file has a quotation mark that is never closed.',
    ],
    [
      'a shopping list',
      () => 'Milk\nBread\n',
      expect.stringMatching(/^Daymark doesn’t know this kind of file\./) as string,
    ],
    [
      'another program’s JSON',
      () => '{"todos": []}',
      expect.stringMatching(/^Daymark doesn’t know this kind of file\./) as string,
    ],
    [
      'a zip of pictures',
      () => zipSync({ 'a.png': strToU8('x') }),
      'There is nothing in this zip file that Daymark can read.',
    ],
  ])('%s', (_what, file, sentence) => {
    let message = '';
    try {
      readAsFile(file());
    } catch (error) {
      expect(error).toMatchObject({ name: 'ImportFileError' });
      message = (error as Error).message;
    }
    expect(message).toEqual(sentence);
  });
});

/** `cellOf` encodes a text as a cell of a table, and `icsText` as a text of a calendar. */
const cellOf = (text: string) => `"${text.replaceAll('"', '""')}"`;
const icsText = (text: string) =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n|\r/g, String.raw`\n`);

/** Returns the beginning of the title that a text gives, as one line. */
const titleOf = (text: string) =>
  text.toWellFormed().replaceAll(/\s+/g, ' ').trim().slice(0, 400) || 'Untitled';

describe('a file may have any text:', () => {
  const texts = hostileTexts(20_000);

  test.each(texts)('%s in each cell of a task of Todoist', (_, text) => {
    const cell = cellOf(text);
    const { tasks } = readAsFile(
      `TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DEADLINE\ntask,${cell},${cell},${cell},1,${cell},${cell},${cell},en,${cell},${cell}\nnote,${cell},,,,${cell},,,,,\ntask,Last,,4,1,,,tomorrow,en,,`,
    ).records;
    expect(tasks[0]?.title.slice(0, 400)).toBe(titleOf(text.trim().replace(/^\* /, '')));
    expect(tasks.at(-1)).toMatchObject({ title: 'Last', plannedDay: '2026-11-26' });
    expect(tasks).toHaveLength(2);
  });

  test.each(texts)('%s in each cell of a task of TickTick', (_, text) => {
    const cell = cellOf(text);
    const { tasks } = readAsFile(
      `List Name,Title,Status,Start Date,Content,Is Check list,Tags,Repeat,Timezone,taskId,parentId\n${cell},${cell},0,${cell},${cell},Y,${cell},${cell},${cell},${cell},${cell}\nHome,Last,0,,,N,,,,2,`,
    ).records;
    const titles = tasks.map(({ title }) => title.slice(0, 400));
    expect(titles).toContain(titleOf(text));
    expect(titles).toContain('Last');
  });

  test.each(texts)('%s in each field of an event', (_, text) => {
    const own = icsText(text);
    const { events } = readAsFile(
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:${own}\nSUMMARY:${own}\nDESCRIPTION:${own}\nLOCATION:${own}\nX-A:${own}\nDTSTART:20261201T090000Z\nEND:VEVENT\nBEGIN:VEVENT\nUID:2\nSUMMARY:Last\nDTSTART:20261201T090000Z\nEND:VEVENT\nEND:VCALENDAR`,
      'x.ics',
    ).records;
    expect(events.map(({ title }) => title.slice(0, 400))).toEqual([titleOf(text), 'Last']);
  });

  test.each(hostileTexts(50_000))('%s as lines of a calendar, or of a table', (_, text) => {
    for (const file of [
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Fine\nDTSTART:20261201T090000Z\nEND:VEVENT\n${text}\nEND:VCALENDAR`,
      `TYPE,CONTENT,PRIORITY,INDENT\ntask,Fine,4,1\n${text}`,
    ])
      try {
        const { tasks, events } = readAsFile(file).records;
        expect([...tasks, ...events][0]).toMatchObject({ title: 'Fine' });
      } catch (error) {
        expect(error).toMatchObject({ name: 'ImportFileError' });
      }
  });

  test.each(hostileTexts(100_000))('%s as the name of the file', (_, text) => {
    const { categories } = readAsFile(
      'TYPE,CONTENT,PRIORITY,INDENT\ntask,Water,4,1',
      `${text}.csv`,
    ).records;
    expect(categories).toHaveLength(1);
  });
});

test('20,000 rows with the same words are 20,000 tasks with distinct ids', () => {
  const { tasks } = readAsFile(
    `TYPE,CONTENT,PRIORITY,INDENT\n${`task,${'Water '.repeat(80)},4,1\n`.repeat(20_000)}`,
  ).records;
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(20_000);
});

test('a table with too many columns is not read', () => {
  const columns = Array.from({ length: 100_000 }, (_, n) => `c${n}`).join(',');
  expect(() =>
    readAsFile(`TYPE,CONTENT,PRIORITY,INDENT,${columns}\n${'task,Water,4,1\n'.repeat(20_000)}`),
  ).toThrow(/^Daymark doesn’t know this kind of file\./);
});
