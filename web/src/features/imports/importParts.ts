import {
  IMPORT_BYTES_MAX,
  importedCollections,
  type ImportedCollection,
} from '@daymark/contract/accountExport';
import type { ImportRecords } from './importDraft';

/** The records that one call imports. */
export type ImportPart = { [Name in ImportedCollection]?: ImportRecords[Name] };

/** At most this many records in one call, so that the progress keeps moving even if the server is busy. */
const PART_RECORDS = 500;

/** Size allowed for a call's JSON around its records, in bytes. */
const FRAME_BYTES = 500;

/**
 * Returns the calls of an import, in order: each record before the records that refer to it, and each task before its
 * steps.
 */
export function importParts(records: ImportRecords): ImportPart[] {
  const parts: ImportPart[] = [];
  let part: ImportPart = {};
  let count = 0;
  let bytes = FRAME_BYTES;
  const encoder = new TextEncoder();
  for (const name of importedCollections)
    for (const record of inOrder(name, records)) {
      const size = encoder.encode(JSON.stringify(record)).length + 1;
      if (count >= PART_RECORDS || (count > 0 && bytes + size > IMPORT_BYTES_MAX)) {
        parts.push(part);
        part = {};
        count = 0;
        bytes = FRAME_BYTES;
      }
      ((part[name] ??= []) as unknown[]).push(record);
      count++;
      bytes += size;
    }
  if (count > 0) parts.push(part);
  return parts;
}

function inOrder(name: ImportedCollection, records: ImportRecords): readonly unknown[] {
  if (name !== 'tasks') return records[name];
  const { tasks } = records;
  return [
    ...tasks.filter(({ parentId }) => parentId == null),
    ...tasks.filter(({ parentId }) => parentId != null),
  ];
}
