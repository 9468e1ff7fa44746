/*
 * Reads a file away from the page, which stays responsive however large or hostile the file is. The records stay here
 * until they are imported: what a person only looks at need not be copied.
 */
import type { ImportContext } from './importDraft';
import { ImportFileError } from './importFileError';
import { importParts, type ImportPart } from './importParts';
import { previewOf, type ImportPreview } from './importPreview';
import { HEAD_BYTES, looksOwn, refuseLarge } from './ownFile';
import { readImportFile } from './readers/readImportFile';

/** What the page asks for: to read a file, then its parts one by one. */
export type ImportRequest =
  | { kind: 'read'; file: File; context: ImportContext }
  | { kind: 'part'; index: number };

export type ImportAnswer =
  /** It is Daymark's own, whose reading always ends. */
  | { kind: 'own' }
  | { kind: 'preview'; preview: ImportPreview }
  | { kind: 'failed'; sentence: string }
  | { kind: 'part'; part: ImportPart };

let parts: ImportPart[] = [];

addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  if (data.kind === 'part') postMessage({ kind: 'part', part: parts[data.index] ?? {} });
  else void read(data.file, data.context).then((answer) => postMessage(answer));
});

async function read(file: File, context: ImportContext): Promise<ImportAnswer> {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    refuseLarge(file.size, head);
    if (looksOwn(head)) postMessage({ kind: 'own' } satisfies ImportAnswer);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const found = readImportFile(bytes, file.name, context);
    parts = importParts(found.records);
    return { kind: 'preview', preview: previewOf(found, file.name, parts.length) };
  } catch (error) {
    const sentence =
      error instanceof ImportFileError ? error.message : 'This file couldn’t be read.';
    return { kind: 'failed', sentence };
  }
}
