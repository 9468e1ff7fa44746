import { Unzip, UnzipInflate } from 'fflate';
import { ImportFileError, OWN_BYTES_MAX } from '../importFileError';
import { looksOwn, OWN_NAME } from '../ownFile';

/**
 * Limits for unpacking another program's zip: the largest unpacked size in bytes, and its largest ratio to the size of
 * the zip. Text shrinks to a twentieth at best.
 */
const UNZIPPED_BYTES_MAX = 100_000_000;
const RATIO_MAX = 200;

/** At most this many files are unpacked. */
const FILES_MAX = 5_000;

/** How many bytes of the zip are unpacked at a time. The result is at most a thousand times as large. */
const STEP = 16_384;

/**
 * Unpacks the files in a zip whose names pass `isWanted`. From Daymark's own zip, only the first file is unpacked,
 * because it contains everything. @throws ImportFileError if the zip is damaged or becomes too large
 */
export function unzipTexts(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const isOwn = looksOwn(bytes);
  const bytesMax = isOwn
    ? OWN_BYTES_MAX
    : Math.min(UNZIPPED_BYTES_MAX, RATIO_MAX * Math.max(bytes.length, STEP));
  let unzipped = 0;
  let started = 0;
  let isTooLarge = false as boolean; // set by the callbacks below
  const isWhole = () => isOwn && files.has(OWN_NAME);
  const unzip = new Unzip((file) => {
    if (isTooLarge || isWhole() || !isWanted(file.name)) return;
    isTooLarge ||= ++started > FILES_MAX;
    const parts: Uint8Array[] = [];
    file.ondata = (error, part, isLast) => {
      if (error) throw new Error('damaged');
      unzipped += part.length;
      isTooLarge ||= unzipped > bytesMax;
      if (!isTooLarge) parts.push(part);
      if (isLast) files.set(file.name, joined(parts));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let place = 0; place < bytes.length && !isTooLarge && !isWhole(); place += STEP)
      unzip.push(bytes.subarray(place, place + STEP), place + STEP >= bytes.length);
  } catch {
    if (!isTooLarge) throw new ImportFileError('This zip file is damaged.');
  }
  if (isTooLarge) throw new ImportFileError('This zip file is too large when it is unpacked.');
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
