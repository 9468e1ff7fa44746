import { FILE_BYTES_MAX, ImportFileError, OWN_BYTES_MAX } from './importFileError';
import { numberText } from '../../lib/text/numbers';

/** The name of the first file in an export's zip, which contains all records. */
export const OWN_NAME = 'daymark.json';

/** How many bytes are enough to tell whether a file is Daymark's own. */
export const HEAD_BYTES = 200;

/** Offset of the first file's name in a zip, in bytes. */
const FIRST_NAME_AT = 30;

export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;

/** Whether a file starts like an export of Daymark. Such a file may be as large as an account. */
export function looksOwn(bytes: Uint8Array): boolean {
  const textFrom = (start: number) => new TextDecoder().decode(bytes.subarray(start, HEAD_BYTES));
  return isZip(bytes)
    ? textFrom(FIRST_NAME_AT).startsWith(OWN_NAME)
    : /^\s*\{\s*"version"\s*:/.test(textFrom(0));
}

/**
 * Checks the size of a file. `head` is the beginning of the file. @throws ImportFileError for a file that is too large
 * to read
 */
export function refuseLarge(size: number, head: Uint8Array): void {
  const most = looksOwn(head) ? OWN_BYTES_MAX : FILE_BYTES_MAX;
  if (size > most)
    throw new ImportFileError(`This file is larger than ${numberText(most / 1e6)} MB.`);
}
