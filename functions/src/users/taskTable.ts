import { dayOf } from '@daymark/contract/primitives';
import { repeatText } from '@daymark/contract/repeats/repeatText';
import type { Task } from '@daymark/contract/task';
import type { ExportDocument } from './exportDocument';

type Cell = string | number | null;

/** The columns, as docs/export.md describes them. */
const COLUMNS: [name: string, cellOf: (task: Task, categories: Map<number, string>) => Cell][] = [
  ['ID', ({ id }) => String(id)],
  ['Title', ({ title }) => title],
  ['Step of', ({ parentId }) => parentId && String(parentId)],
  [
    'Category',
    ({ categoryId }, categories) =>
      categoryId === null ? null : (categories.get(categoryId) ?? null),
  ],
  ['Top 3', ({ isPriority }) => yesOrNothing(isPriority)],
  ['Planned day', ({ plannedDay }) => plannedDay],
  ['Deadline', ({ deadline }) => deadline],
  ['Estimate (minutes)', ({ estimateMinutes }) => estimateMinutes],
  [
    'Repeats',
    ({ repeat, seriesDay, createdAt }) =>
      repeat && repeatText(repeat, seriesDay ?? dayOf(createdAt)),
  ],
  ['Completed', ({ completed }) => yesOrNothing(completed)],
  ['Completed at', ({ completedAt }) => completedAt],
  ['Skipped at', ({ skippedAt }) => skippedAt],
  ['Created at', ({ createdAt }) => createdAt],
];

const yesOrNothing = (is: boolean) => (is ? 'yes' : null);

/**
 * Matches control characters except line feeds. Some programs stop reading at a control character. A line feed is safe,
 * because its cell is quoted.
 */
const CONTROLS = /(?!\n)\p{Cc}/gu;

/**
 * Matches a cell that a spreadsheet would run as a formula, even after spaces or with full-width characters. Also
 * matches a number whose text a spreadsheet would change, because it has more than 15 digits, leading zeros or an
 * exponent. Such a cell gets a ' in front, which OWASP recommends to prevent CSV injection.
 */
const FORMULA_OR_NUMBER = /^\s*(?:[=+\-@＝＋－＠]|(?:0\d+|\d{16,}|\d*\.?\d+e[+-]?\d+)\s*$)/iu;

/**
 * Matches the position before a formula that follows a semicolon, a | or a line feed. Some programs end a cell or a row
 * at these characters. For example, a program ends a cell at a semicolon if the comma is the decimal separator. For
 * such a program the formula is a cell of its own, even in the middle of quoted text.
 */
const FORMULA_WITHIN = /(?=[=+\-@＝＋－＠])(?<=[;|\n][^\S\n]*)/gu;

/**
 * Matches a cell with a semicolon or a |. Some programs end a cell at these characters as well as at commas. Such a
 * cell is quoted, so that these programs keep the cell whole.
 */
const DIVISIBLE = /[;|]/;

/** Tells Excel that the file is UTF-8. Without this mark, Excel assumes the computer's old encoding. */
const BYTE_ORDER_MARK = '\ufeff';

const LINE_END = '\r\n';

/** Loads the library for tables, on first use. */
export const loadTables = () => import('papaparse');

/** Yields the tasks as CSV (RFC 4180) in UTF-8, in the order of their list, with the columns' names first. */
export async function* taskTable({ tasks, categories }: ExportDocument): AsyncGenerator<string> {
  const {
    default: { unparse },
  } = await loadTables();
  const linesOf = (rows: Cell[][]) =>
    rows.length === 0
      ? ''
      : unparse(rows, {
          newline: LINE_END,
          escapeFormulae: FORMULA_OR_NUMBER,
          quotes: (cell) => DIVISIBLE.test(String(cell)),
        }) + LINE_END;
  const names = new Map<number, string>();
  for await (const page of categories()) for (const { id, name } of page) names.set(id, name);
  yield BYTE_ORDER_MARK + linesOf([COLUMNS.map(([name]) => name)]);
  for await (const page of tasks())
    yield linesOf(
      page.map((task) =>
        COLUMNS.map(([, cellOf]) => {
          const cell = cellOf(task, names);
          return typeof cell === 'string'
            ? cell.replace(CONTROLS, ' ').replace(FORMULA_WITHIN, "'")
            : cell;
        }),
      ),
    );
}
