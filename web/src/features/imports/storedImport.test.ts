import { IMPORT_BYTES_MAX } from '@daymark/contract/accountExport';
import { expect, test } from 'vitest';
import { NOW, readAsFile } from '../../../test/readFixture';
import { memoryReplica } from '../../sync/memoryReplica';
import { importParts, type ImportPart } from './importParts';
import { NO_COUNTS, previewOf } from './importPreview';
import {
  beginImport,
  canUndo,
  finishImport,
  forgetImport,
  newImport,
  readStoredImport,
  undoStoredImport,
  type ImportCalls,
} from './storedImport';

const table = (rows: number, indent: (n: number) => number = () => 1) =>
  [
    'TYPE,CONTENT,PRIORITY,INDENT,DESCRIPTION',
    ...Array.from({ length: rows }, (_, n) => `task,No. ${n},4,${indent(n)},Text ${n}`),
  ].join('\n');

const idsIn = (parts: readonly ImportPart[], name: 'tasks' | 'notes' | 'categories') =>
  parts.flatMap((part) => (part[name] ?? []).map(({ id }) => id));

/** A server that takes records until it is cut off. */
function server() {
  const created = new Set<number>();
  let callsLeft = Infinity;
  const calls: ImportCalls = {
    importPart(part) {
      if (callsLeft-- <= 0) return Promise.reject(new Error('Cut off'));
      const counts = { ...NO_COUNTS };
      for (const name of ['categories', 'tasks', 'notes'] as const)
        for (const { id } of part[name] ?? []) {
          created.add(id);
          counts[name]++;
        }
      return Promise.resolve(counts);
    },
    undo() {
      const deleted = Math.min(created.size, 700);
      for (const id of [...created].slice(0, deleted)) created.delete(id);
      return Promise.resolve({ deleted, kept: 3, isDone: created.size === 0 });
    },
  };
  return { created, calls, cutAfter: (count: number) => void (callsLeft = count) };
}

/** What the tabs of a browser store. */
const browser = () => ({ ...memoryReplica(), now: () => NOW });

const begun = async (rows: number, values = browser()) => {
  const read = readAsFile(table(rows));
  const parts = importParts(read.records);
  const stored = newImport(values, previewOf(read, 'x.csv', parts.length), null);
  await beginImport(values, stored, (n) => Promise.resolve(parts[n] ?? {}));
  return { values, parts, stored };
};

test('an import is sent in calls of at most 2,500 records and 500 KB: categories, tasks, then their steps and notes', () => {
  const { records } = readAsFile(table(1_400, (n) => (n % 2) + 1));
  for (const id of [1, 2, 3, 4])
    records.notes.push({ id, title: 'Long', content: 'ü'.repeat(100_000) });
  const parts = importParts(records);
  for (const part of parts) {
    expect(
      new TextEncoder().encode(JSON.stringify({ ...part, importId: 2 ** 52 })).length,
    ).toBeLessThan(IMPORT_BYTES_MAX);
    expect(Object.values(part).flat().length).toBeLessThanOrEqual(2_500);
  }
  expect(idsIn(parts, 'notes')).toHaveLength(1_404);
  const order = parts.flatMap((part) => [
    ...(part.categories ?? []).map(() => 'category'),
    ...(part.tasks ?? []).map(({ parentId }) => (parentId == null ? 'task' : 'step')),
    ...(part.notes ?? []).map(() => 'note'),
  ]);
  expect([...new Set(order)]).toEqual(['category', 'task', 'step', 'note']);
  expect(order).toEqual([...order].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)));
});
const ORDER = ['category', 'task', 'step', 'note'];

test('an import that was cut in the middle goes on where it was, from what the browser has stored', async () => {
  const { values, parts, stored } = await begun(1_200);
  const { created, calls, cutAfter } = server();
  cutAfter(2);
  await expect(finishImport(values, calls, stored, () => undefined)).rejects.toThrow('Cut off');
  // The tab was closed: only what is stored is left.
  const later = await readStoredImport(values);
  expect(later).toMatchObject({ phase: 'importing', sent: 2, parts: parts.length });
  cutAfter(Infinity);
  const steps: number[] = [];
  const done = await finishImport(values, calls, later!, ({ sent }) => steps.push(sent));
  expect(steps).toEqual([3, 4, 5, 5]);
  expect(created.size).toBe(2_401);
  expect(done).toMatchObject({
    phase: 'done',
    created: { categories: 1, tasks: 1_200, notes: 1_200 },
  });
  expect(await values.readValue(`import.${stored.importId}.part.0`)).toBeUndefined();
  expect(await readStoredImport(values)).toEqual(done);
});

test('an import that was cut in the middle is undone call by call, and then forgotten', async () => {
  const { values, stored } = await begun(1_200);
  const { created, calls, cutAfter } = server();
  cutAfter(3);
  await expect(finishImport(values, calls, stored, () => undefined)).rejects.toThrow('Cut off');
  const later = await readStoredImport(values);
  const steps: number[] = [];
  const undone = await undoStoredImport(values, calls, later!, ({ deleted }) =>
    steps.push(deleted),
  );
  expect(undone).toEqual({ deleted: 1_500, kept: 3 });
  expect(steps).toEqual([700, 1_400, 1_500]);
  expect(created.size).toBe(0);
  expect(await readStoredImport(values)).toBeUndefined();
});

test('an import never sends what another tab has stored of its own', async () => {
  const { values, stored } = await begun(1_200);
  const other = await begun(700, values);
  const { created, calls } = server();
  await expect(finishImport(values, calls, stored, () => undefined)).rejects.toThrow(
    'This browser no longer has the rest of the file.',
  );
  expect(created.size).toBe(0);
  await finishImport(values, calls, other.stored, () => undefined);
  expect(created.size).toBe(1_401);
});

test('an import that is dismissed leaves another one that is stored', async () => {
  const { values, stored } = await begun(10);
  const other = await begun(20, values);
  await forgetImport(values, stored);
  expect(await readStoredImport(values)).toEqual(other.stored);
  await forgetImport(values, other.stored);
  expect(await readStoredImport(values)).toBeUndefined();
});

test('an import can be undone until seven days after it ended', async () => {
  const { values, stored } = await begun(10);
  const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
  values.now = () => later(2);
  const done = await finishImport(values, server().calls, stored, () => undefined);
  expect([6.9, 8.9, 9].map((days) => canUndo(done, later(days)))).toEqual([true, true, false]);
});
