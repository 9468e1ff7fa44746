/* How tables are written as CSV (RFC 4180), for papaparse. */

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
export const BYTE_ORDER_MARK = '\ufeff';

export const LINE_END = '\r\n';

/** The options of papaparse's `unparse`. */
export const CSV_FORMAT = {
  newline: LINE_END,
  escapeFormulae: FORMULA_OR_NUMBER,
  quotes: (cell: unknown): boolean => DIVISIBLE.test(String(cell)),
} as const;

/** Returns a cell's text that no program runs as a formula or divides, if it is written in `CSV_FORMAT`. */
export const csvText = (text: string): string =>
  text.replace(CONTROLS, ' ').replace(FORMULA_WITHIN, "'");
