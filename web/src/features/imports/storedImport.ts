import { DAY_MS } from '@daymark/contract/time/units';
import { importedCollections, type AccountImported } from '@daymark/contract/accountExport';
import { newId } from '@daymark/contract/primitives';
import type { ChosenSettings } from '@daymark/contract/settings';
import type * as z from 'zod/mini';
import type { Sync } from '../../sync/createSync';
import type { ImportPart } from './importParts';
import { NO_COUNTS, type ImportCounts, type ImportPreview } from './importPreview';

/*
 * The browser stores the latest import until the person dismisses or undoes it. Its parts are stored until all are
 * sent. Its state says how many parts the server has, and how many records were created. The import can be finished or
 * undone after the connection failed or the tab was closed. All tabs of a browser share the import. Only the tab that
 * holds the import's lock may send or undo it.
 */

/** The person's storage, which `sync` provides. The storage is deleted with the person's data. */
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
  /** How many records the file has. `created` counts the records that the import created. */
  records: ImportCounts;
  created: ImportCounts;
  settings: { imported: Partial<ChosenSettings>; previous: Partial<ChosenSettings> } | null;
  /** When Undo stops being offered, in ISO 8601. */
  undoUntil: string;
}

/** How long an import can be undone, in ms. After a longer time, too much depends on the imported records. */
const UNDO_MS = 7 * DAY_MS;

const STATE = 'import.state';
/** Each import has its own names, so that leftover parts of one import are never sent with another import. */
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

/** Returns a new import of a file that was read, without storing the import. */
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

/** Stores a new import. The parts are stored before the state, because an import with a state can be finished. */
async function storeParts(values: ImportValues, stored: StoredImport, part: PartOf): Promise<void> {
  await values.keepValues('import.', 0);
  for (let index = 0; index < stored.parts; index++)
    await values.storeValue(partName(stored.importId, index), await part(index));
  await storeImport(values, stored);
}

/** The calls to the server. */
interface ImportCalls {
  importPart: (body: ImportPart & { importId: number }) => Promise<z.infer<typeof AccountImported>>;
  undo: (importId: number) => Promise<UndoneImport & { isDone: boolean }>;
}

/** The storage, the calls and the lock that a tab imports with. */
export interface ImportTab {
  values: ImportValues;
  calls: ImportCalls;
  /**
   * Takes the lock that all tabs of the person share. Resolves to a function that releases it, or to undefined if
   * another tab has it.
   */
  claim: () => Promise<(() => Promise<void>) | undefined>;
}

/** Another tab is working on an import. */
export class ImportBusy extends Error {
  override name = 'ImportBusy';
}

/** The browser already stores another import. */
export class OtherImportStored extends Error {
  override name = 'OtherImportStored';
}

/** Runs work that only one tab may do at a time. The work receives the stored import. @throws ImportBusy */
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
 * Stores a new import and sends it. Calls `onStep` with the import at the start, after each part, and at the end.
 * `continueImport` continues an import that failed. @throws ImportBusy, OtherImportStored, or the error of a call
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
 * Sends the parts that the server doesn't have yet. Sends nothing if another tab has finished the import, begun to undo
 * it, or stored another import since this one was shown. Resolves to the stored import. @throws ImportBusy, or the
 * error of a call
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

/** Returns a part of a file by its index, to store the part, or to send a part that the browser couldn't store. */
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

/** The result of an undo. */
export interface UndoneImport {
  deleted: number;
  /**
   * How many of the created records stay, because they were changed since the import or a record that stays needs them.
   */
  kept: number;
}

/**
 * Deletes the records that the import created, call by call, and forgets the import. A second call continues an undo
 * that failed. If another import is stored, or the stored one can no longer be undone, nothing is changed and the
 * stored import is returned. @throws ImportBusy, or the error of a call
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

/** Forgets an import. If another import has replaced it, that import stays. */
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
