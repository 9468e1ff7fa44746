import { ACCOUNT_CAPS } from '@daymark/contract/accountCaps';
import { numberText } from '../../lib/text/numbers';

/** Thrown for a file that can't be imported. The message is shown to the person. */
export class ImportFileError extends Error {
  override name = 'ImportFileError';
}

/** The largest file of another program that is read, in bytes. */
export const FILE_BYTES_MAX = 50_000_000;

/** The most rows that a table may have. */
export const ROWS_MAX = 20_000;

/** The most records that another program's file may have: enough for a large list with a note for each task. */
const RECORDS_MAX = 25_000;

/**
 * The largest file of Daymark's own, packed or unpacked, in bytes: a full account, and as much again for field names
 * and indentation.
 */
export const OWN_BYTES_MAX = 2 * ACCOUNT_CAPS.bytes;

/**
 * The most records that an export of Daymark may have. An account can slightly exceed its limit by records that the
 * server hasn't counted yet.
 */
const OWN_RECORDS_MAX = 1.05 * ACCOUNT_CAPS.account;

/** Checks the number of records. @throws ImportFileError if a file has too many */
export function refuseTooMany(count: number, isOwn: boolean): void {
  if (count <= (isOwn ? OWN_RECORDS_MAX : RECORDS_MAX)) return;
  throw new ImportFileError(
    isOwn
      ? `This file has more than ${numberText(ACCOUNT_CAPS.account)} records, the most that an account can hold.`
      : `This file has more than ${numberText(RECORDS_MAX)} records. Split it and import the parts.`,
  );
}
