import Papa from 'papaparse';
import { numberText } from '../../../lib/text/numbers';
import { ImportFileError, ROWS_MAX } from '../importFileError';

/** A row of a table: the cell of a column, '' without one. */
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
 * A CSV file's table below the header that has all of `expected`, wherever it begins and whatever separates its cells;
 * undefined without such a header. Formulas are texts like others. @throws ImportFileError
 */
export function parseTable(text: string, expected: readonly string[]): Table | undefined {
  for (const delimiter of DELIMITERS) {
    const table = parseWith(text, delimiter, expected);
    if (table) return table;
  }
  return undefined;
}

/** No planner's table has as many columns. */
const COLUMNS_MAX = 1_000;

/** How far down a header is looked for. */
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

/** Makes the rows of a table from their cells. */
export function rowsOf(columns: readonly string[]): (cells: readonly string[]) => Row {
  const places = new Map(columns.map((column, index) => [column, index]));
  return (cells) =>
    Object.assign((column: string) => cells[places.get(column) ?? -1] ?? '', { cells });
}
