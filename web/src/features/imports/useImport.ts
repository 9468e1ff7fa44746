import { importedCollections } from '@daymark/contract/accountExport';
import { SETTINGS_ID, type ChosenSettings } from '@daymark/contract/settings';
import { useEffect, useRef, useState } from 'react';
import { call, CallError, sentenceOf } from '../../lib/call';
import { personsTimeZone } from '../../lib/dates';
import { claimTabLock } from '../../lib/tabLock';
import { useRecordMutations, useRecords, useSync } from '../../sync/useSync';
import { FILE_BYTES_MAX } from './importFileError';
import type { ImportCounts, ImportPreview } from './importPreview';
import { openImportWorker, type OpenedFile } from './openImportWorker';
import {
  beginImport,
  finishImport,
  forgetImport,
  readStoredImport,
  undoStoredImport,
  type ImportCalls,
  type StoredImport,
} from './storedImport';

/** Where an import is. */
export type ImportStep =
  | { kind: 'choose'; error?: string; undone?: number }
  | { kind: 'reading'; fileName: string }
  | { kind: 'preview'; preview: ImportPreview }
  | { kind: 'importing'; stored: StoredImport; error?: string }
  /** Begun in another tab or before the page was opened again. */
  | { kind: 'unfinished'; stored: StoredImport }
  | { kind: 'done'; stored: StoredImport; error?: string }
  | { kind: 'undoing'; stored: StoredImport; deleted: number; error?: string };

/** Waits before a call is tried again by itself. */
const RETRIES_MS = [1_000, 3_000, 9_000];

/**
 * For as long after an import a change is asked for together with all that was imported (LATE_WRITE_MARGIN_MS in
 * listChanges.ts), so that whole collections would be fetched for each.
 */
const HOLD_MS = 31_000;

/** An import from a file to its report or its undo. */
export function useImport() {
  const sync = useSync();
  const [step, setStep] = useState<ImportStep>({ kind: 'choose' });
  const opened = useRef<OpenedFile>(undefined);
  const records = {
    categories: useRecords('categories').data,
    tasks: useRecords('tasks').data,
    events: useRecords('events').data,
    notes: useRecords('notes').data,
    reflections: useRecords('reflections').data,
    focusSessions: useRecords('focusSessions').data,
  };
  const settings = useRecords('settings').data?.[0];
  const { update: updateSettings } = useRecordMutations('settings');

  useEffect(() => {
    let isHere = true;
    void readStoredImport(sync).then((stored) => {
      if (!stored || !isHere) return;
      const kind = stored.phase === 'done' ? 'done' : 'unfinished';
      setStep((current) => (current.kind === 'choose' ? { kind, stored } : current));
    });
    return () => {
      isHere = false;
      opened.current?.close();
    };
  }, [sync]);

  const calls: ImportCalls = {
    importPart: (body) => retried(() => call('importAccount', { body }, { as: sync.userId })),
    undo: (importId) =>
      retried(() => call('undoImport', { body: { importId } }, { as: sync.userId })),
  };

  async function choose(file: File) {
    opened.current?.close();
    if (file.size > FILE_BYTES_MAX) {
      setStep({ kind: 'choose', error: 'This file is larger than 50 MB.' });
      return;
    }
    setStep({ kind: 'reading', fileName: file.name });
    const context = {
      now: sync.now(),
      timeZone: personsTimeZone(),
      categories: (records.categories ?? []).map(({ id, name }) => ({ id, name })),
    };
    const own = openImportWorker(file, context);
    opened.current = own;
    try {
      const preview = await own.preview;
      if (opened.current !== own) return;
      setStep({ kind: 'preview', preview });
    } catch (error) {
      if (opened.current !== own) return;
      setStep({ kind: 'choose', error: (error as Error).message });
    }
  }

  /** How many of the file's records are here already. */
  function existingOf({ ids }: ImportPreview): ImportCounts {
    return Object.fromEntries(
      importedCollections.map((name) => {
        const here = new Set(records[name]?.map(({ id }) => id));
        return [name, ids[name].filter((id) => here.has(id)).length];
      }),
    ) as ImportCounts;
  }

  function cancel() {
    opened.current?.close();
    opened.current = undefined;
    setStep({ kind: 'choose' });
  }

  /** Runs work that only one tab may do, while nothing is pulled. Resolves once what it changed is here. */
  async function alone(work: () => Promise<void>, onBusy: () => void) {
    const release = await claimTabLock(`daymark.import.${sync.userId}`);
    if (!release) {
      onBusy();
      return;
    }
    // The one after an earlier import or undo.
    endHold();
    const resume = sync.holdPulls();
    try {
      await work();
    } finally {
      release();
      resume();
      await sync.catchUp();
      endHold = sync.holdPulls();
      setTimeout(endHold, HOLD_MS);
    }
  }

  async function start(preview: ImportPreview) {
    const own = opened.current;
    if (!own) return;
    const changed = changedSettings(preview.settings);
    try {
      await finish(await beginImport(sync, preview, own.part, changed), own);
    } catch (error) {
      setStep({ kind: 'choose', error: (error as Error).message });
    } finally {
      own.close();
    }
  }

  async function finish(begun: StoredImport, file?: OpenedFile) {
    let latest = begun;
    const show = (stored: StoredImport) => {
      latest = stored;
      setStep({ kind: stored.phase === 'done' ? 'done' : 'importing', stored });
    };
    show(begun);
    await alone(
      async () => {
        try {
          await finishImport(sync, calls, begun, show, file?.part);
          if (begun.settings) updateSettings(SETTINGS_ID, begun.settings.imported);
        } catch (error) {
          setStep({ kind: 'importing', stored: latest, error: sentenceOf(error as Error) });
        }
      },
      () => setStep({ kind: 'importing', stored: begun, error: IN_OTHER_TAB }),
    );
  }

  async function undo(stored: StoredImport) {
    const show = (deleted: number) => setStep({ kind: 'undoing', stored, deleted });
    let undone: number | undefined;
    show(0);
    await alone(
      async () => {
        try {
          undone = await undoStoredImport(sync, calls, stored, show);
          if (stored.settings) restoreSettings(stored.settings);
        } catch (error) {
          setStep({ kind: 'undoing', stored, deleted: 0, error: sentenceOf(error as Error) });
        }
      },
      () => setStep({ kind: 'undoing', stored, deleted: 0, error: IN_OTHER_TAB }),
    );
    // Only now: the next file must not find a category that was deleted.
    if (undone !== undefined) setStep({ kind: 'choose', undone });
  }

  /** The settings of a file that differ from the person's, with what they are now; null for none. */
  function changedSettings(imported: Partial<ChosenSettings> | undefined) {
    if (!imported || !settings) return null;
    const names = (Object.keys(imported) as (keyof ChosenSettings)[]).filter(
      (name) => JSON.stringify(imported[name]) !== JSON.stringify(settings[name]),
    );
    if (names.length === 0) return null;
    const of = (all: Partial<ChosenSettings>) =>
      Object.fromEntries(names.map((name) => [name, all[name]])) as Partial<ChosenSettings>;
    return { imported: of(imported), previous: of(settings) };
  }

  /** What was changed since stays. */
  function restoreSettings({ imported, previous }: NonNullable<StoredImport['settings']>) {
    const unchanged = (Object.keys(imported) as (keyof ChosenSettings)[]).filter(
      (name) => JSON.stringify(imported[name]) === JSON.stringify(settings?.[name]),
    );
    const fields = Object.fromEntries(unchanged.map((name) => [name, previous[name]]));
    if (unchanged.length > 0) updateSettings(SETTINGS_ID, fields);
  }

  async function dismiss() {
    await forgetImport(sync);
    setStep({ kind: 'choose' });
  }

  return {
    step,
    /** How many of the previewed records are here already. They may still be arriving. */
    existing: step.kind === 'preview' ? existingOf(step.preview) : undefined,
    /** False while it is not known what the person has: it would look as if everything were new. */
    isReady: Object.values(records).every((list) => list !== undefined),
    choose: (file: File) => void choose(file),
    cancel,
    start: (preview: ImportPreview) => void start(preview),
    finish: (stored: StoredImport) => void finish(stored, opened.current),
    undo: (stored: StoredImport) => void undo(stored),
    dismiss: () => void dismiss(),
  };
}

/** Ends the hold of pulls after the last import. */
let endHold: () => void = () => undefined;

const IN_OTHER_TAB = 'Another tab is at work on this import.';

/** Tries a call again when the server could not be reached, or was too busy. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (const waitMs of RETRIES_MS)
    try {
      return await work();
    } catch (error) {
      const status = error instanceof CallError ? error.status : undefined;
      const isPassing = status === 0 || status === 408 || status === 429 || (status ?? 0) >= 500;
      if (!isPassing) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  return work();
}
