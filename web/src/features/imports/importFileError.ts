import { numberText } from '../../lib/numbers';

/** A file that can't be imported. The message is one sentence for the person. */
export class ImportFileError extends Error {
  override name = 'ImportFileError';
}

/** The largest file that is read. */
export const FILE_BYTES_MAX = 50_000_000;

/** The most rows that a table may have. */
export const ROWS_MAX = 20_000;

/** The most records of one import: a large list with a note for each task. */
export const RECORDS_MAX = 25_000;

export const tooManyRecords = (): ImportFileError =>
  new ImportFileError(
    `This file has more than ${numberText(RECORDS_MAX)} records in it. Split it and import the parts.`,
  );
