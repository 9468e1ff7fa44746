import type { ImportContext } from './importDraft';
import { ImportFileError } from './importFileError';
import type { ImportPart } from './importParts';
import type { ImportPreview } from './importPreview';
import type { ImportAnswer, ImportRequest } from './importWorker';

/**
 * Longest time to wait for reading another program's file, in ms. Daymark's own may be as large as an account and has
 * no limit.
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
    new Promise<ImportAnswer>((resolve, reject) => {
      const fail = (sentence: string) => {
        worker.terminate();
        reject(new ImportFileError(sentence));
      };
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => fail('Reading this file takes too long.'), timeoutMs);
      worker.onmessage = ({ data }: MessageEvent<ImportAnswer>) => {
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
    preview: ask({ kind: 'read', file, context }, TIME_MAX_MS).then((answer) => {
      if (answer.kind === 'preview') return answer.preview;
      throw new ImportFileError(answer.kind === 'failed' ? answer.sentence : '');
    }),
    async part(index) {
      const answer = await ask({ kind: 'part', index });
      return answer.kind === 'part' ? answer.part : {};
    },
    close: () => worker.terminate(),
  };
}
