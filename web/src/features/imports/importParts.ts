import {
  IMPORT_BYTES_MAX,
  importedCollections,
  type ImportedCollection,
} from '@daymark/contract/accountExport';
import type { ImportRecords } from './importDraft';

/** What one call imports. */
export type ImportPart = { [Name in ImportedCollection]?: ImportRecords[Name] };

/** A call stores this many within two seconds on a busy machine, so that the progress moves. */
const PART_RECORDS = 500;

/** What a part has around its records. */
const FRAME_BYTES = 500;

/** The calls of an import, in order: what others refer to comes first, and tasks before their steps. */
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
