import {
  importedCollections,
  importedRecords,
  type ImportedCollection,
} from '@daymark/contract/accountExport';
import { mapFields } from '@daymark/contract/primitives';
import { reflectionIdOf } from '@daymark/contract/reflection';
import type { ChosenSettings } from '@daymark/contract/settings';
import type { ImportSource, NotTakenOver, ReadImport } from './importDraft';

/** How many records there are of each kind. */
export type ImportCounts = Record<ImportedCollection, number>;

export const NO_COUNTS: ImportCounts = mapFields(importedRecords, () => 0);

/** The preview of a file, shown before anything is written. */
export interface ImportPreview {
  source: ImportSource;
  fileName: string;
  ids: Record<ImportedCollection, number[]>;
  /** The first titles of each kind of record that has titles. */
  titles: Partial<Record<ImportedCollection, string[]>>;
  notTakenOver: NotTakenOver[];
  settings?: Partial<ChosenSettings>;
  range?: { from: string; to: string };
  /** How many calls the import takes. */
  parts: number;
}

const TITLES_MAX = 5;

export function previewOf(read: ReadImport, fileName: string, parts: number): ImportPreview {
  const { source, records, notTakenOver, settings, range } = read;
  const titles = (list: readonly { title: string }[]) =>
    list.slice(0, TITLES_MAX).map(({ title }) => title);
  const ids = Object.fromEntries(
    importedCollections.map((name) => [
      name,
      records[name].map((record) => ('id' in record ? record.id : reflectionIdOf(record.date))),
    ]),
  ) as ImportPreview['ids'];
  return {
    source,
    fileName,
    ids,
    titles: {
      categories: records.categories.slice(0, TITLES_MAX).map(({ name }) => name),
      tasks: titles(records.tasks),
      events: titles(records.events),
      notes: titles(records.notes),
    },
    notTakenOver,
    ...(settings && { settings }),
    ...(range && { range }),
    parts,
  };
}
