import type { Task } from '@daymark/contract/task';
import { task } from '@daymark/contract/test/records';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { ExportDocument } from '../../src/users/exportDocument';
import { taskTable } from '../../src/users/taskTable';

async function* pageOf<Item>(...items: Item[]): AsyncGenerator<Item[]> {
  yield items;
}

/** Returns the cells of the table's rows for these tasks. */
async function rowsOf(...records: Task[]) {
  const document = { tasks: () => pageOf(...records), categories: () => pageOf() };
  let text = '';
  for await (const part of taskTable(document as unknown as ExportDocument)) text += part;
  return Papa.parse<string[]>(text.trimEnd()).data.slice(1);
}

test('a spreadsheet keeps every digit of an id of 16 digits', async () => {
  const id = 4_503_599_627_370_495;
  const rows = await rowsOf(task(id), task(7, { parentId: id }));
  expect(rows.map(([own]) => own)).toEqual([`'${id}`, '7']);
  expect(rows[1]?.[2]).toBe(`'${id}`);
});

test.each([
  ['4111111111111111', "'4111111111111111"],
  ['0049301234', "'0049301234"],
  ['12e5', "'12e5"],
  ['1.5E10 ', "'1.5E10 "],
  ['=1+1', "'=1+1"],
  ['2026', '2026'],
  ['0', '0'],
  ['12e5 boxes', '12e5 boxes'],
])('a spreadsheet leaves the title %s as it is', async (title, cell) => {
  const rows = await rowsOf(task(1, { title }));
  expect(rows[0]?.[1]).toBe(cell);
});
