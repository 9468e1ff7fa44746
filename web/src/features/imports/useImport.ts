import { importedCollections } from '@daymark/contract/accountExport';
import { SETTINGS_ID, type ChosenSettings } from '@daymark/contract/settings';
import { useEffect, useRef, useState } from 'react';
import { call, CallError, sentenceOf } from '../../lib/api/call';
import { personsTimeZone } from '../../lib/time/dates';
import { claimTabLock, whenTabLockIsFree } from '../../lib/browser/tabLock';
import type { Sync } from '../../sync/createSync';
import { useRecordMutations, useRecords, useSync } from '../../sync/useSync';
import type { ImportCounts, ImportPreview } from './importPreview';
import { openImportWorker, type OpenedFile } from './openImportWorker';
import {
  continueImport,
  forgetImport,
  ImportBusy,
  newImport,
  OtherImportStored,
  readStoredImport,
  startImport,
  undoImport,
  type ImportTab,
  type StoredImport,
  type UndoneImport,
} from './storedImport';

/** The step that an import has reached. */
export type ImportStep =
  | { kind: 'choose'; error?: string; undone?: UndoneImport }
  | { kind: 'reading'; fileName: string }
  | { kind: 'preview'; preview: ImportPreview; error?: string }
  /** Another tab is working on this import. */
  | { kind: 'elsewhere'; stored: StoredImport }
  | { kind: 'importing'; stored: StoredImport; error?: string }
  /** The import was interrupted, in another tab or before the page was reloaded. */
  | { kind: 'unfinished'; stored: StoredImport }
  | { kind: 'done'; stored: StoredImport }
  | { kind: 'undoing'; stored: StoredImport; undone: UndoneImport; error?: string };

/** Returns the step to show for a stored import that no tab is working on. */
function stepOf(stored: StoredImport | undefined): ImportStep {
  if (!stored) return { kind: 'choose' };
  return { kind: stored.phase === 'done' ? 'done' : 'unfinished', stored };
}

/** How long to wait before each automatic retry of a call, in ms. */
const RETRIES_MS = [1_000, 3_000, 9_000];

/**
 * How long pulls stay on hold after an import, in ms. During this time each list of changes would include everything
 * that was imported (LATE_WRITE_MARGIN_MS in listChanges.ts), so each pull would fetch whole collections.
 */
const HOLD_MS = 31_000;

/** Runs an import, from choosing the file to the report or the undo. */
export function useImport() {
  const sync = useSync();
  const [step, setStep] = useState<ImportStep>({ kind: 'choose' });
  const opened = useRef<OpenedFile>(undefined);
  const records = {
    categories: useRecords('categories').data,
    goals: useRecords('goals').data,
    tasks: useRecords('tasks').data,
    events: useRecords('events').data,
    notes: useRecords('notes').data,
    reflections: useRecords('reflections').data,
    dayPlans: useRecords('dayPlans').data,
    weekReviews: useRecords('weekReviews').data,
    focusSessions: useRecords('focusSessions').data,
    conflicts: useRecords('conflicts').data,
  };
  const settings = useRecords('settings').data?.[0];
  const { update: updateSettings } = useRecordMutations('settings');

  const lock = `daymark.import.${sync.userId}`;

  useEffect(() => {
    const left = new AbortController();
    const show = (next: ImportStep) =>
      setStep((current) =>
        !left.signal.aborted && (current.kind === 'choose' || current.kind === 'elsewhere')
          ? next
          : current,
      );
    void showStored(sync, lock, show, left.signal);
    return () => {
      left.abort();
      opened.current?.close();
    };
  }, [sync, lock]);

  async function choose(file: File) {
    opened.current?.close();
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

  /** Returns how many of the file's records exist already. */
  function existingOf({ ids }: ImportPreview): ImportCounts {
    return Object.fromEntries(
      importedCollections.map((name) => {
        const here = new Set(records[name]?.map(({ id }) => id));
        return [name, ids[name].filter((id) => here.has(id)).length];
      }),
    ) as ImportCounts;
  }

  function cancel() {
    closeFile();
    setStep({ kind: 'choose' });
    void readStoredImport(sync).then((stored) => stored && setStep(stepOf(stored)));
  }

  function closeFile() {
    opened.current?.close();
    opened.current = undefined;
  }

  const tab: ImportTab = {
    values: sync,
    calls: {
      importPart: (body) => retried(() => call('importAccount', { body }, { as: sync.userId })),
      undo: (importId) =>
        retried(() => call('undoImport', { body: { importId } }, { as: sync.userId })),
    },
    claim: () => claimAndHold(sync, lock),
  };

  async function start(preview: ImportPreview) {
    const own = opened.current;
    if (!own) return;
    const begun = newImport(sync, preview, changedSettings(preview.settings));
    await send(
      { kind: 'preview', preview },
      (show) => startImport(tab, begun, own.part, show),
      IN_OTHER_TAB,
    );
  }

  async function finish(shown: StoredImport) {
    setStep({ kind: 'importing', stored: shown });
    await send(
      { kind: 'importing', stored: shown },
      (show) => continueImport(tab, shown, show, opened.current?.part),
      AT_WORK,
    );
  }

  /**
   * Shows the progress of an import, and an error at the step where it happened. The import is shown as done only when
   * its records have arrived and the lock is released, because the person may choose the next file at once.
   */
  async function send(
    from: ImportStep & { kind: 'preview' | 'importing' },
    work: (show: (stored: StoredImport) => void) => Promise<StoredImport>,
    busy: string,
  ) {
    let latest = from;
    const show = (stored: StoredImport) => {
      latest = { kind: 'importing', stored };
      setStep(latest);
      if (stored.phase === 'done' && stored.settings)
        updateSettings(SETTINGS_ID, stored.settings.imported);
    };
    try {
      const stored = await work(show);
      closeFile();
      setStep(stepOf(stored));
    } catch (error) {
      setStep({ ...latest, error: sentenceAbout(error as Error, busy) });
    }
  }

  async function undo(shown: StoredImport) {
    let undone: UndoneImport = { deleted: 0, kept: 0 };
    const show = (error?: string) =>
      setStep({ kind: 'undoing', stored: shown, undone, ...(error !== undefined && { error }) });
    show();
    try {
      const result = await undoImport(tab, shown, (soFar) => {
        undone = soFar;
        show();
      });
      if ('stored' in result) {
        setStep(stepOf(result.stored));
        return;
      }
      if (shown.settings) restoreSettings(shown.settings);
      closeFile();
      // The next file can be chosen only after the undo. Otherwise its preview could find a category that the undo
      // deletes.
      setStep({ kind: 'choose', undone: result.undone });
    } catch (error) {
      show(sentenceAbout(error as Error, AT_WORK));
    }
  }

  /**
   * Returns the file's settings that differ from the person's, with the person's current values, or null if none
   * differ.
   */
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

  /** Restores the settings that haven't changed since the import. */
  function restoreSettings({ imported, previous }: NonNullable<StoredImport['settings']>) {
    const unchanged = (Object.keys(imported) as (keyof ChosenSettings)[]).filter(
      (name) => JSON.stringify(imported[name]) === JSON.stringify(settings?.[name]),
    );
    const fields = Object.fromEntries(unchanged.map((name) => [name, previous[name]]));
    if (unchanged.length > 0) updateSettings(SETTINGS_ID, fields);
  }

  async function dismiss(stored: StoredImport) {
    await forgetImport(sync, stored);
    setStep(stepOf(await readStoredImport(sync)));
  }

  return {
    step,
    /** How many of the previewed records exist already, or undefined if no preview is shown. */
    existing: step.kind === 'preview' ? existingOf(step.preview) : undefined,
    /** False until the person's records are loaded. Without these records, everything in the file would seem new. */
    isReady: Object.values(records).every((list) => list !== undefined),
    choose: (file: File) => void choose(file),
    cancel,
    start: (preview: ImportPreview) => void start(preview),
    finish: (stored: StoredImport) => void finish(stored),
    undo: (stored: StoredImport) => void undo(stored),
    dismiss: (stored: StoredImport) => void dismiss(stored),
  };
}

/** Ends the hold on pulls that the last import or undo left behind. */
let endHold: () => void = () => undefined;

const IN_OTHER_TAB =
  'An import is running in another tab. Wait until it is done, then import this file.';
const OTHER_REPORT = 'The report of another import is open. Press Cancel to see it.';
const AT_WORK = 'Another tab is working on this import.';

function sentenceAbout(error: Error, busy: string): string {
  if (error instanceof ImportBusy) return busy;
  return error instanceof OtherImportStored ? OTHER_REPORT : sentenceOf(error);
}

/**
 * Takes the lock of the person's imports, and holds pulls until some time after the lock is released. Resolves to a
 * function that releases the lock, or to undefined if another tab has it.
 */
async function claimAndHold(sync: Sync, lock: string): Promise<(() => Promise<void>) | undefined> {
  const release = await claimTabLock(lock);
  if (!release) return undefined;
  // End the hold that an earlier import or undo left behind.
  endHold();
  const resume = sync.holdPulls();
  return async () => {
    release();
    resume();
    await sync.catchUp();
    endHold = sync.holdPulls();
    setTimeout(endHold, HOLD_MS);
  };
}

/** Shows the stored import. If another tab is working on the import, says so until that tab has finished. */
async function showStored(
  sync: Sync,
  lock: string,
  show: (step: ImportStep) => void,
  signal: AbortSignal,
): Promise<void> {
  const stored = await readStoredImport(sync);
  if (!stored) return;
  const release = await claimTabLock(lock);
  release?.();
  if (!release) {
    show({ kind: 'elsewhere', stored });
    await whenTabLockIsFree(lock, signal);
  }
  show(stepOf(await readStoredImport(sync)));
}

/** Retries a call when the server can't be reached or is too busy. */
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
