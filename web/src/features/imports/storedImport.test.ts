import { IMPORT_BYTES_MAX } from '@daymark/contract/accountExport';
import { expect, test } from 'vitest';
import { NOW, readAsFile } from '../../../test/readFixture';
import { memoryReplica } from '../../sync/replica/memoryReplica';
import { importParts, type ImportPart } from './importParts';
import { NO_COUNTS, previewOf } from './importPreview';
import {
  canUndo,
  continueImport,
  forgetImport,
  ImportBusy,
  newImport,
  OtherImportStored,
  readStoredImport,
  startImport,
  undoImport,
  type ImportTab,
} from './storedImport';

const table = (rows: number, indent: (n: number) => number = () => 1) =>
  [
    'TYPE,CONTENT,PRIORITY,INDENT,DESCRIPTION',
    ...Array.from({ length: rows }, (_, n) => `task,No. ${n},4,${indent(n)},Text ${n}`),
  ].join('\n');

const idsIn = (parts: readonly ImportPart[], name: 'tasks' | 'notes' | 'categories') =>
  parts.flatMap((part) => (part[name] ?? []).map(({ id }) => id));

/** A browser, and a server that accepts records until it is cut off. */
function browser() {
  const created = new Set<number>();
  let callsLeft = Infinity;
  let isLocked = false;
  const values = { ...memoryReplica(), now: () => NOW };
  const tab: ImportTab = {
    values,
    calls: {
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
    },
    claim() {
      if (isLocked) return Promise.resolve(undefined);
      isLocked = true;
      return Promise.resolve(() => Promise.resolve(void (isLocked = false)));
    },
  };
  return { tab, values, created, cutAfter: (count: number) => void (callsLeft = count) };
}

/** An import of a file with this many rows, and a function that starts it in a tab. */
function importOf(rows: number, { tab, values }: ReturnType<typeof browser>) {
  const read = readAsFile(table(rows));
  const parts = importParts(read.records);
  const begun = newImport(values, previewOf(read, 'x.csv', parts.length), null);
  const start = () =>
    startImport(
      tab,
      begun,
      (n) => Promise.resolve(parts[n] ?? {}),
      () => undefined,
    );
  return { parts, begun, start };
}

test('an import is sent in calls within the server’s limits', () => {
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

test('an import that was cut off continues where it stopped, with the parts that the browser has stored', async () => {
  const own = browser();
  const { tab, values, created, cutAfter } = own;
  const { parts, begun, start } = importOf(1_200, own);
  cutAfter(2);
  await expect(start()).rejects.toThrow('Cut off');
  // The tab was closed. Only the stored data is left.
  const later = await readStoredImport(values);
  expect(later).toMatchObject({ phase: 'importing', sent: 2, parts: parts.length });
  cutAfter(Infinity);
  const steps: number[] = [];
  const done = await continueImport(tab, later!, ({ sent }) => steps.push(sent));
  expect(steps).toEqual([3, 4, 5, 5]);
  expect(created.size).toBe(2_401);
  expect(done).toMatchObject({
    phase: 'done',
    created: { categories: 1, tasks: 1_200, notes: 1_200 },
  });
  expect(await values.readValue(`import.${begun.importId}.part.0`)).toBeUndefined();
  expect(await readStoredImport(values)).toEqual(done);
});

test('an import that was cut off is undone call by call', async () => {
  const own = browser();
  const { tab, values, created, cutAfter } = own;
  cutAfter(3);
  await expect(importOf(1_200, own).start()).rejects.toThrow('Cut off');
  const later = await readStoredImport(values);
  const steps: number[] = [];
  const result = await undoImport(tab, later!, ({ deleted }) => steps.push(deleted));
  expect(result).toEqual({ undone: { deleted: 1_500, kept: 3 } });
  expect(steps).toEqual([700, 1_400, 1_500]);
  expect(created.size).toBe(0);
  expect(await readStoredImport(values)).toBeUndefined();
});

test('a second tab can’t import while another tab imports', async () => {
  const own = browser();
  const [first, second] = [importOf(1_200, own), importOf(700, own)];
  const [done, refused] = await Promise.allSettled([first.start(), second.start()]);
  expect(done).toMatchObject({ status: 'fulfilled', value: { created: { tasks: 1_200 } } });
  expect(refused).toMatchObject({ reason: expect.any(ImportBusy) as unknown });
  await expect(second.start()).rejects.toThrow(OtherImportStored);
  expect(own.created.size).toBe(2_401);
});

test('a tab that continues an import that another tab has finished sends nothing', async () => {
  const own = browser();
  const { begun, start } = importOf(10, own);
  const done = await start();
  own.cutAfter(0);
  const again = await continueImport(own.tab, { ...begun, sent: 0 }, () => expect.unreachable());
  expect(again).toEqual(done);
});

test('an import never sends the parts that another tab has stored for its own import', async () => {
  const own = browser();
  const [first, second] = [importOf(1_200, own), importOf(700, own)];
  own.cutAfter(0);
  await expect(first.start()).rejects.toThrow('Cut off');
  await forgetImport(own.values, first.begun);
  await expect(second.start()).rejects.toThrow('Cut off');
  own.cutAfter(Infinity);
  await continueImport(own.tab, first.begun, () => undefined);
  expect(own.created.size).toBe(0);
  await continueImport(own.tab, second.begun, () => undefined);
  expect(own.created.size).toBe(1_401);
});

test('dismissing an import keeps another import that is stored', async () => {
  const own = browser();
  const [first, second] = [importOf(10, own), importOf(20, own)];
  await first.start();
  await forgetImport(own.values, first.begun);
  const other = await second.start();
  await forgetImport(own.values, first.begun);
  expect(await readStoredImport(own.values)).toEqual(other);
  await forgetImport(own.values, other);
  expect(await readStoredImport(own.values)).toBeUndefined();
});

test('an import can be undone until seven days after it ended', async () => {
  const own = browser();
  const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
  own.values.now = () => later(2);
  const done = await importOf(10, own).start();
  expect([6.9, 8.9, 9].map((days) => canUndo(done, later(days)))).toEqual([true, true, false]);
});
