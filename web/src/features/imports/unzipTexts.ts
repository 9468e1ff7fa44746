import { Unzip, UnzipInflate } from 'fflate';
import { ImportFileError } from './importFileError';

/** What a zip may become, and how much more than it was. Texts shrink to a twentieth at best. */
const UNZIPPED_BYTES_MAX = 100_000_000;
const RATIO_MAX = 200;
const ENTRIES_MAX = 5_000;

/** Pushed at a time: it becomes a thousand times as much at most. */
const STEP = 16_384;

/**
 * The files in a zip whose names `isWanted`; the others are not unpacked. @throws ImportFileError when it is damaged, or
 * becomes far larger than it is
 */
export function unzipTexts(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let unzipped = 0;
  let entries = 0;
  let isTooLarge = false as boolean; // the callbacks below set it
  const unzip = new Unzip((file) => {
    isTooLarge ||= ++entries > ENTRIES_MAX;
    if (isTooLarge || !isWanted(file.name)) return;
    const parts: Uint8Array[] = [];
    file.ondata = (error, part, isLast) => {
      if (error) throw new Error('damaged');
      unzipped += part.length;
      isTooLarge ||=
        unzipped > UNZIPPED_BYTES_MAX || unzipped > RATIO_MAX * Math.max(bytes.length, STEP);
      if (!isTooLarge) parts.push(part);
      if (isLast) files.set(file.name, joined(parts));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let place = 0; place < bytes.length && !isTooLarge; place += STEP)
      unzip.push(bytes.subarray(place, place + STEP), place + STEP >= bytes.length);
  } catch {
    if (!isTooLarge) throw new ImportFileError('This zip file is damaged.');
  }
  if (isTooLarge) throw new ImportFileError('This zip file becomes too large when it is unpacked.');
  return files;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.length;
  }
  return bytes;
}
