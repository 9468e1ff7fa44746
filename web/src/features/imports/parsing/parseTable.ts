import Papa from 'papaparse';
import { numberText } from '../../../lib/text/numbers';
import { ImportFileError, ROWS_MAX } from '../importFileError';

/** A row of a table. Returns the cell of a column, or '' if there is no such column. */
export interface Row {
  (column: string): string;
  cells: readonly string[];
}

export interface Table {
  columns: readonly string[];
  rows: readonly Row[];
}

const DELIMITERS = [',', ';', '\t'];

/**
 * Returns a CSV file's table below the first header that has all `expected` columns, or undefined without such a
 * header. The header needn't be the first row, and cells may be separated by comma, semicolon or tab. Formulas are
 * treated as text. @throws ImportFileError if a quotation mark is never closed or there are too many rows
 */
export function parseTable(text: string, expected: readonly string[]): Table | undefined {
  for (const delimiter of DELIMITERS) {
    const table = parseWith(text, delimiter, expected);
    if (table) return table;
  }
  return undefined;
}

/** At most this many columns are read. A planner's table has fewer. */
const COLUMNS_MAX = 1_000;

/** The header must be within this many rows from the top. */
const HEADER_WITHIN = 20;

function parseWith(
  text: string,
  delimiter: string,
  expected: readonly string[],
): Table | undefined {
  const options = { delimiter, newline: '\n' as const };
  const isHeader = (cells: readonly string[]) =>
    cells.length <= COLUMNS_MAX &&
    expected.every((column) => cells.some((cell) => cell.trim() === column));
  const beginning = Papa.parse<string[]>(text.slice(0, 100_000), {
    ...options,
    preview: HEADER_WITHIN,
  });
  const place = beginning.data.findIndex(isHeader);
  if (place < 0) return undefined;
  const { data, errors } = Papa.parse<string[]>(text, {
    ...options,
    preview: place + ROWS_MAX + 2,
    skipEmptyLines: 'greedy',
  });
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (open)
    throw new ImportFileError(
      `Row ${(open.row ?? 0) + 1} of this file has a quotation mark that is never closed.`,
    );
  const header = data.findIndex(isHeader);
  const columns = (data[header] ?? []).map((cell) => cell.trim());
  const rows = data.slice(header + 1);
  if (rows.length > ROWS_MAX)
    throw new ImportFileError(
      `This file has more than ${numberText(ROWS_MAX)} rows. Split it and import the parts.`,
    );
  const rowOf = rowsOf(columns);
  return { columns, rows: rows.map(rowOf) };
}

/** Returns a function that makes a row from its cells. */
export function rowsOf(columns: readonly string[]): (cells: readonly string[]) => Row {
  const places = new Map(columns.map((column, index) => [column, index]));
  return (cells) =>
    Object.assign((column: string) => cells[places.get(column) ?? -1] ?? '', { cells });
}
