import { importedCollections, type AccountImported } from '@daymark/contract/accountExport';
import { newId } from '@daymark/contract/primitives';
import type { ChosenSettings } from '@daymark/contract/settings';
import type * as z from 'zod/mini';
import type { Sync } from '../../sync/createSync';
import type { ImportPart } from './importParts';
import { NO_COUNTS, type ImportCounts, type ImportPreview } from './importPreview';

/*
 * An import that was begun, in the browser's storage until it is dismissed: its parts, how many of them the server has,
 * and what was created. So it can be finished or undone after the connection was cut or the tab closed.
 */

/** The person's storage, which goes with them: `sync` has it. */
export type ImportValues = Pick<Sync, 'readValue' | 'storeValue' | 'keepValues'>;

export interface StoredImport extends Pick<
  ImportPreview,
  'source' | 'fileName' | 'notTakenOver' | 'range'
> {
  importId: number;
  phase: 'importing' | 'done' | 'undoing';
  parts: number;
  /** How many parts the server has. */
  sent: number;
  /** How many records the file has, and how many of them the import created. */
  records: ImportCounts;
  created: ImportCounts;
  settings: { imported: Partial<ChosenSettings>; previous: Partial<ChosenSettings> } | null;
}

const STATE = 'import.state';
const partName = (index: number) => `import.part.${index}`;

export async function readStoredImport(values: ImportValues): Promise<StoredImport | undefined> {
  return (await values.readValue(STATE))?.value as StoredImport | undefined;
}

const storeImport = (values: ImportValues, stored: StoredImport): Promise<void> =>
  values.storeValue(STATE, stored);

/** Stores an import that begins. Its parts come first: one that has a state can be finished. */
export async function beginImport(
  values: ImportValues,
  preview: ImportPreview,
  part: (index: number) => Promise<ImportPart>,
  settings: StoredImport['settings'],
): Promise<StoredImport> {
  for (let index = 0; index < preview.parts; index++)
    await values.storeValue(partName(index), await part(index));
  const { source, fileName, notTakenOver, range, parts, ids } = preview;
  const stored: StoredImport = {
    source,
    fileName,
    notTakenOver,
    ...(range && { range }),
    importId: newId(),
    phase: 'importing',
    parts,
    sent: 0,
    records: countsOf((name) => ids[name].length),
    created: NO_COUNTS,
    settings,
  };
  await storeImport(values, stored);
  return stored;
}

/** What the server is asked to do. */
export interface ImportCalls {
  importPart: (body: ImportPart & { importId: number }) => Promise<z.infer<typeof AccountImported>>;
  undo: (importId: number) => Promise<{ deleted: number; isDone: boolean }>;
}

/**
 * Sends the parts that the server does not have yet. `onStep` gets the import after each of them. Rejects with the error
 * of a call; calling it again goes on there. `partOf` has the parts that the browser could not store.
 */
export async function finishImport(
  values: ImportValues,
  calls: ImportCalls,
  begun: StoredImport,
  onStep: (stored: StoredImport) => void,
  partOf?: (index: number) => Promise<ImportPart>,
): Promise<StoredImport> {
  let stored = begun;
  for (let index = begun.sent; index < begun.parts; index++) {
    const kept = await values.readValue(partName(index));
    const part = (kept?.value as ImportPart | undefined) ?? (await partOf?.(index));
    if (!part) throw new Error('This browser no longer has the rest of the file. Undo the import.');
    const created = await calls.importPart({ ...part, importId: stored.importId });
    const before = stored.created;
    stored = {
      ...stored,
      sent: index + 1,
      created: countsOf((name) => before[name] + created[name]),
    };
    await storeImport(values, stored);
    onStep(stored);
  }
  stored = { ...stored, phase: 'done' };
  await storeImport(values, stored);
  await values.keepValues('import.part.', 0);
  onStep(stored);
  return stored;
}

/** Deletes what the import created, call by call, and forgets it. Calling it again goes on. Answers how many it deleted. */
export async function undoStoredImport(
  values: ImportValues,
  calls: ImportCalls,
  stored: StoredImport,
  onStep: (deleted: number) => void,
): Promise<number> {
  await storeImport(values, { ...stored, phase: 'undoing' });
  let deleted = 0;
  for (;;) {
    const undone = await calls.undo(stored.importId);
    deleted += undone.deleted;
    onStep(deleted);
    if (undone.isDone) break;
  }
  await forgetImport(values);
  return deleted;
}

export const forgetImport = (values: ImportValues): Promise<void> =>
  values.keepValues('import.', 0);

function countsOf(count: (name: keyof ImportCounts) => number): ImportCounts {
  return Object.fromEntries(importedCollections.map((name) => [name, count(name)])) as ImportCounts;
}

export const sumOf = (counts: ImportCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
