/*
 * Reads a file off the main thread, so that the page stays responsive even if the file is large or hostile. The records
 * stay in the worker until they are imported, so a preview doesn't copy them.
 */
import type { ImportContext } from './importDraft';
import { ImportFileError } from './importFileError';
import { importParts, type ImportPart } from './importParts';
import { previewOf, type ImportPreview } from './importPreview';
import { HEAD_BYTES, looksOwn, refuseLarge } from './ownFile';
import { readImportFile } from './readers/readImportFile';

/** Requests of the page: first to read a file, then to get its parts one by one. */
export type ImportRequest =
  | { kind: 'read'; file: File; context: ImportContext }
  | { kind: 'part'; index: number };

export type ImportReply =
  /** The file is Daymark's own. Reading such a file always ends, so the reading has no time limit. */
  | { kind: 'own' }
  | { kind: 'preview'; preview: ImportPreview }
  | { kind: 'failed'; sentence: string }
  | { kind: 'part'; part: ImportPart };

let parts: ImportPart[] = [];

addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  if (data.kind === 'part') postMessage({ kind: 'part', part: parts[data.index] ?? {} });
  else void read(data.file, data.context).then((reply) => postMessage(reply));
});

async function read(file: File, context: ImportContext): Promise<ImportReply> {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    refuseLarge(file.size, head);
    if (looksOwn(head)) postMessage({ kind: 'own' } satisfies ImportReply);
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
