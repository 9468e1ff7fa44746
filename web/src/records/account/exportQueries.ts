import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError, UNREACHABLE } from '../../lib/api/call';
import { saveFile } from '../../lib/browser/saveFile';
import { localDay } from '../../lib/time/dates';
import { useSync } from '../../sync/useSync';
import { toast } from '../../ui/toasts/toast';

export type ExportFormat = 'json' | 'zip';

const TYPES = { json: 'application/json', zip: 'application/zip' } as const;

/** Downloads all of the person's data as a file. `received` is how many bytes have arrived. */
export function useExport() {
  const { userId } = useSync();
  const [received, setReceived] = useState(0);
  const abort = useRef<AbortController>(undefined);
  const download = useMutation({
    mutationFn: async (format: ExportFormat) => {
      abort.current = new AbortController();
      setReceived(0);
      const parts = await receive(format, userId, abort.current.signal, setReceived);
      const name = `daymark-${localDay(new Date())}.${format}`;
      saveFile(new Blob(parts, { type: TYPES[format] }), name);
      return name;
    },
    onSuccess: (name) => toast({ title: 'Your data is downloaded', description: name }),
  });
  return {
    received,
    format: download.isPending ? download.variables : undefined,
    error: isAbort(download.error) ? null : download.error,
    start: (format: ExportFormat) => download.mutate(format),
    cancel: () => abort.current?.abort(),
  };
}

const isAbort = (error: Error | null) => error?.name === 'AbortError';

/**
 * Fetches the export. `call` can't be used, because it reads the whole reply as JSON.
 * @throws CallError, also if the file was cut off. After `signal` was aborted, an AbortError.
 */
async function receive(
  format: ExportFormat,
  userId: number,
  signal: AbortSignal,
  onReceived: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    const response = await fetch(`/api/export?format=${format}`, {
      headers: { 'Daymark-User': String(userId) },
      signal,
    });
    if (!response.ok) throw new CallError(response.status, await response.text());
    const reader = response.body?.getReader();
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {};
      if (done || !value) return parts;
      parts.push(value);
      onReceived((bytes += value.length));
    }
  } catch (error) {
    if (signal.aborted || error instanceof CallError) throw error;
    // The server aborts a reply that it can't finish.
    throw new CallError(0, bytes > 0 ? 'The file was cut off. Please try again.' : UNREACHABLE);
  }
}
