import type { ImportContext } from './importDraft';
import { ImportFileError } from './importFileError';
import type { ImportPart } from './importParts';
import type { ImportPreview } from './importPreview';
import type { ImportReply, ImportRequest } from './importWorker';

/**
 * Longest time to wait for reading another program's file, in ms. Reading a file of Daymark's own has no limit, because
 * the file may be as large as an account.
 */
const TIME_MAX_MS = 30_000;

/** A file that is being read or was read. */
export interface OpenedFile {
  /** Rejects with an ImportFileError. */
  preview: Promise<ImportPreview>;
  part: (index: number) => Promise<ImportPart>;
  /** Ends the worker, whatever it is doing. */
  close: () => void;
}

/** Reads a file in a worker of its own. */
export function openImportWorker(file: File, context: ImportContext): OpenedFile {
  const worker = new Worker(new URL('./importWorker.ts', import.meta.url), { type: 'module' });
  const ask = (request: ImportRequest, timeoutMs?: number) =>
    new Promise<ImportReply>((resolve, reject) => {
      const fail = (sentence: string) => {
        worker.terminate();
        reject(new ImportFileError(sentence));
      };
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => fail('Reading this file takes too long.'), timeoutMs);
      worker.onmessage = ({ data }: MessageEvent<ImportReply>) => {
        clearTimeout(timer);
        if (data.kind !== 'own') resolve(data);
      };
      worker.onerror = () => {
        clearTimeout(timer);
        fail('This file couldn’t be read.');
      };
      worker.postMessage(request);
    });
  return {
    preview: ask({ kind: 'read', file, context }, TIME_MAX_MS).then((reply) => {
      if (reply.kind === 'preview') return reply.preview;
      throw new ImportFileError(reply.kind === 'failed' ? reply.sentence : '');
    }),
    async part(index) {
      const reply = await ask({ kind: 'part', index });
      return reply.kind === 'part' ? reply.part : {};
    },
    close: () => worker.terminate(),
  };
}
