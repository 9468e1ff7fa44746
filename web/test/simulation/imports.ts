import { importedCollections } from '@daymark/contract/accountExport';
import type { ImportPart } from '../../src/features/imports/importParts';
import type { ImportPreview } from '../../src/features/imports/importPreview';
import {
  continueImport,
  forgetImport,
  newImport,
  readStoredImport,
  startImport,
  sumOf,
  undoImport,
  type ImportTab,
  type StoredImport,
} from '../../src/features/imports/storedImport';
import { call } from '../../src/lib/api/call';
import type { Sync } from '../../src/sync/createSync';
import type { BrowserTab } from './device';
import { textsOf, wordsIn } from './ledger';
import type { World } from './world';

/** A file that a person imports. The person keeps the file until the import is reported done. */
interface File {
  userId: number;
  importId: number;
  parts: readonly ImportPart[];
  records: number;
}

/** A tab in which a person imports. */
interface Importer {
  name: string;
  browser: BrowserTab;
  sync: Sync;
}

/** Time after which a request counts as lost, in ms. */
const TIMEOUT_MS = 60_000;
/** How long pulls are held after an import, in ms. The same as in useImport.ts. */
const HOLD_MS = 31_000;

/** Returns the words in a part of a file. */
const wordsOfPart = (part: ImportPart): Set<string> =>
  wordsIn(
    ...importedCollections.flatMap((name) =>
      ((part[name] ?? []) as readonly object[]).flatMap((record) => textsOf(name, record)),
    ),
  );

/** Returns the ids of the records in a file's parts, which contain no reflections. */
const idsOf = (parts: readonly ImportPart[]) =>
  Object.fromEntries(
    importedCollections.map((name) => [
      name,
      parts.flatMap((part) =>
        ((part[name] ?? []) as readonly { id: number }[]).map(({ id }) => id),
      ),
    ]),
  ) as ImportPreview['ids'];

/** Creates the imports of a simulation, which are begun, cut off, continued and undone in several tabs. */
export function createImports(
  world: World,
  { note, violation }: { note: (line: string) => void; violation: (text: string) => void },
) {
  const files = new Set<File>();
  const imported = new Set<string>();
  /** The words in records that were deleted on the server. */
  const deleted = new Set<string>();

  const importTab = ({ browser, sync }: Importer): ImportTab => {
    const { platform } = browser;
    const options = () => ({
      as: sync.userId,
      fetch: platform.fetch,
      signal: AbortSignal.any([sync.signal, platform.timeout(TIMEOUT_MS)]),
    });
    return {
      values: sync,
      calls: {
        importPart: (body) => call('importAccount', { body }, options()),
        undo: (importId) => call('undoImport', { body: { importId } }, options()),
      },
      claim() {
        const release = browser.claim(`import.${sync.userId}`);
        if (!release) return Promise.resolve(undefined);
        const resume = sync.holdPulls();
        return Promise.resolve(async () => {
          release();
          resume();
          await sync.catchUp();
          platform.after(HOLD_MS, sync.holdPulls());
        });
      },
    };
  };

  /** Logs how an import ended. A person who reads that the import is done no longer needs the file. */
  function report(name: string, work: Promise<StoredImport>) {
    work.then(
      (stored) => {
        note(`${name}: the import ${stored.importId} is ${stored.phase}`);
        const file = [...files].find(({ importId }) => importId === stored.importId);
        if (!file || stored.phase !== 'done') return;
        files.delete(file);
        const created = sumOf(stored.created);
        // A record that was deleted and restored no longer belongs to the import.
        const words = file.parts.flatMap((part) => [...wordsOfPart(part)]);
        const isWhole = !words.some((word) => deleted.has(word));
        if (isWhole && created !== file.records)
          violation(`The report says ${created} records of a file with ${file.records}.`);
      },
      (error: unknown) => note(`${name}: the import failed: ${String(error)}`),
    );
  }

  const goOn = (tab: Importer, stored: StoredImport) =>
    report(
      tab.name,
      continueImport(importTab(tab), stored, () => undefined),
    );

  return {
    /** Returns the words in the files that a person still keeps. */
    words: (userId: number): Set<string>[] =>
      [...files].flatMap((file) => (file.userId === userId ? file.parts.map(wordsOfPart) : [])),

    begin(tab: Importer, parts: readonly ImportPart[]): void {
      const { name, sync } = tab;
      const records = parts.flatMap((part) => Object.values(part).flat()).length;
      const preview: ImportPreview = {
        source: 'Daymark',
        fileName: 'file.json',
        ids: idsOf(parts),
        titles: {},
        notTakenOver: [],
        parts: parts.length,
      };
      const begun = newImport(sync, preview, null);
      files.add({ userId: sync.userId, importId: begun.importId, parts, records });
      for (const part of parts) for (const word of wordsOfPart(part)) imported.add(word);
      note(`${name}: imports ${begun.importId}: ${JSON.stringify(parts)}`);
      report(
        name,
        startImport(
          importTab(tab),
          begun,
          (index) => Promise.resolve(parts[index]!),
          () => undefined,
        ),
      );
    },

    /** Continues, undoes or dismisses the import that the browser has stored. */
    async touch(tab: Importer): Promise<void> {
      const stored = await readStoredImport(tab.sync);
      if (!stored || tab.sync.signal.aborted) return;
      if (stored.phase === 'importing' && world.chance(0.7)) {
        goOn(tab, stored);
      } else if (world.chance(0.5)) {
        note(`${tab.name}: undoes the import ${stored.importId}`);
        await undoImport(importTab(tab), stored, () => undefined).catch((error: unknown) =>
          note(`${tab.name}: the undo failed: ${String(error)}`),
        );
      } else {
        note(`${tab.name}: dismisses the import ${stored.importId}`);
        await forgetImport(tab.sync, stored);
      }
    },

    /** Continues the import that the browser has stored, if it was cut off. */
    async finish(tab: Importer): Promise<void> {
      const stored = await readStoredImport(tab.sync);
      if (stored?.phase === 'importing') goOn(tab, stored);
    },

    onDeleted(texts: readonly unknown[]): void {
      for (const word of wordsIn(...texts)) deleted.add(word);
    },

    /** Reports each word that Undo Import deleted although it was written after the import. */
    onUndone(texts: readonly unknown[]): void {
      for (const word of wordsIn(...texts))
        if (!imported.has(word))
          violation(`Undo Import deleted ${word}, which was written after the import.`);
    },
  };
}
