import { DAY_MS } from '@daymark/contract/time/units';
import { importedCollections, type AccountImported } from '@daymark/contract/accountExport';
import { newId } from '@daymark/contract/primitives';
import type { ChosenSettings } from '@daymark/contract/settings';
import type * as z from 'zod/mini';
import type { Sync } from '../../sync/createSync';
import type { ImportPart } from './importParts';
import { NO_COUNTS, type ImportCounts, type ImportPreview } from './importPreview';

/*
 * The import that was begun last, in the browser's storage until it is dismissed: its parts, how many of them the server
 * has, and what was created. So it can be finished or undone after the connection was cut or the tab closed. The tabs of
 * a browser share it. A tab that changes it has their lock.
 */

/** The person's storage, which goes with them: `sync` has it. */
export type ImportValues = Pick<Sync, 'readValue' | 'storeValue' | 'keepValues' | 'now'>;

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
  /** Until when Undo is offered; ISO 8601. */
  undoUntil: string;
}

/** How long an import can be undone. After that too much is built on what it has added. */
const UNDO_MS = 7 * DAY_MS;

const STATE = 'import.state';
/** Each import has names of its own, so that what is left of one is never sent with another. */
const partsOf = (importId: number) => `import.${importId}.part.`;
const partName = (importId: number, index: number) => `${partsOf(importId)}${index}`;

export async function readStoredImport(values: ImportValues): Promise<StoredImport | undefined> {
  return (await values.readValue(STATE))?.value as StoredImport | undefined;
}

const storeImport = (values: ImportValues, stored: StoredImport): Promise<void> =>
  values.storeValue(STATE, stored);

const undoUntil = (values: ImportValues): string =>
  new Date(values.now().getTime() + UNDO_MS).toISOString();

export const canUndo = (stored: StoredImport, now: Date): boolean =>
  Date.parse(stored.undoUntil) > now.getTime();

/** An import of a file that was read. Nothing of it is stored yet. */
export function newImport(
  values: ImportValues,
  { source, fileName, notTakenOver, range, parts, ids }: ImportPreview,
  settings: StoredImport['settings'],
): StoredImport {
  return {
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
    undoUntil: undoUntil(values),
  };
}

/** Stores an import that begins. Its parts come first: one that has a state can be finished. */
async function storeParts(values: ImportValues, stored: StoredImport, part: PartOf): Promise<void> {
  await values.keepValues('import.', 0);
  for (let index = 0; index < stored.parts; index++)
    await values.storeValue(partName(stored.importId, index), await part(index));
  await storeImport(values, stored);
}

/** What the server is asked to do. */
interface ImportCalls {
  importPart: (body: ImportPart & { importId: number }) => Promise<z.infer<typeof AccountImported>>;
  undo: (importId: number) => Promise<UndoneImport & { isDone: boolean }>;
}

/** The storage, the calls and the lock with which a tab imports. */
export interface ImportTab {
  values: ImportValues;
  calls: ImportCalls;
  /** Takes the lock that all tabs of the person share: resolves to what releases it, or to undefined if another tab has it. */
  claim: () => Promise<(() => Promise<void>) | undefined>;
}

/** Another tab is at work on an import. */
export class ImportBusy extends Error {
  override name = 'ImportBusy';
}

/** The browser stores the report of another import. */
export class OtherImportStored extends Error {
  override name = 'OtherImportStored';
}

/** Runs work that only one tab may do. It gets the import that is stored. @throws ImportBusy */
async function alone<T>(
  { values, claim }: ImportTab,
  work: (stored: StoredImport | undefined) => Promise<T>,
): Promise<T> {
  const release = await claim();
  if (!release) throw new ImportBusy();
  try {
    return await work(await readStoredImport(values));
  } finally {
    await release();
  }
}

/**
 * Stores an import that begins, and sends it. `onStep` gets the import when it is stored, after each part, and when it is
 * done. @throws ImportBusy, OtherImportStored, or the error of a call: then `continueImport` goes on
 */
export const startImport = (
  tab: ImportTab,
  begun: StoredImport,
  partOf: PartOf,
  onStep: (stored: StoredImport) => void,
): Promise<StoredImport> =>
  alone(tab, async (other) => {
    if (other) throw new OtherImportStored();
    onStep(begun);
    await storeParts(tab.values, begun, partOf);
    return send(tab, begun, onStep, partOf);
  });

/**
 * Sends the parts that the server does not have yet. Does nothing if another tab has finished the import or taken it back
 * since it was shown. Resolves to the import that is stored. @throws ImportBusy, or the error of a call
 */
export const continueImport = (
  tab: ImportTab,
  shown: StoredImport,
  onStep: (stored: StoredImport) => void,
  partOf?: PartOf,
): Promise<StoredImport> =>
  alone(tab, async (stored = shown) =>
    stored.importId === shown.importId && stored.phase === 'importing'
      ? send(tab, stored, onStep, partOf)
      : stored,
  );

/** The parts of a file, by index. The browser may not have been able to store them. */
type PartOf = (index: number) => Promise<ImportPart>;

async function send(
  { values, calls }: ImportTab,
  begun: StoredImport,
  onStep: (stored: StoredImport) => void,
  partOf?: PartOf,
): Promise<StoredImport> {
  let stored = begun;
  for (let index = begun.sent; index < begun.parts; index++) {
    const kept = await values.readValue(partName(begun.importId, index));
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
  stored = { ...stored, phase: 'done', undoUntil: undoUntil(values) };
  await storeImport(values, stored);
  await values.keepValues(partsOf(stored.importId), 0);
  onStep(stored);
  return stored;
}

/** What an undo came to. */
export interface UndoneImport {
  deleted: number;
  /** Records that the import created and that stay, because they were changed since. */
  kept: number;
}

/**
 * Deletes what the import created, call by call, and forgets it. Calling it again goes on. Does nothing if the stored
 * import is another one or can no longer be undone, and resolves to that import. @throws ImportBusy, or the error of a call
 */
export const undoImport = (
  tab: ImportTab,
  shown: StoredImport,
  onStep: (undone: UndoneImport) => void,
): Promise<{ undone: UndoneImport } | { stored: StoredImport }> =>
  alone(tab, async (stored = shown) => {
    const { values, calls } = tab;
    const isTooLate = stored.phase !== 'undoing' && !canUndo(stored, values.now());
    if (stored.importId !== shown.importId || isTooLate) return { stored };
    await storeImport(values, { ...stored, phase: 'undoing' });
    let deleted = 0;
    for (;;) {
      const undone = await calls.undo(stored.importId);
      deleted += undone.deleted;
      onStep({ deleted, kept: undone.kept });
      if (!undone.isDone) continue;
      await forgetImport(values, stored);
      return { undone: { deleted, kept: undone.kept } };
    }
  });

/** Forgets an import. Another one that has taken its place stays. */
export async function forgetImport(
  values: ImportValues,
  { importId }: StoredImport,
): Promise<void> {
  await values.keepValues(partsOf(importId), 0);
  const stored = await readStoredImport(values);
  if (stored?.importId === importId) await values.keepValues(STATE, 0);
}

function countsOf(count: (name: keyof ImportCounts) => number): ImportCounts {
  return Object.fromEntries(importedCollections.map((name) => [name, count(name)])) as ImportCounts;
}

export const sumOf = (counts: ImportCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
