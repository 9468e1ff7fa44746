/** Returns a line of a list without its marker: "- [ ] Call Noor " is "Call Noor". */
const plainLine = (line: string): string =>
  line.replace(/^\s*(?:[-–*•]\s+|\d+[.)]\s+)?(?:\[[ xX]?\]\s+)?/, '').trim();

/**
 * Returns a key that is the same for lines that differ only in letter case, list markers, or final periods and
 * exclamation marks.
 */
export const lineKey = (line: string): string =>
  plainLine(line)
    .replace(/(?<![.!])[.!]+$/, '')
    .toLocaleLowerCase();

/** A line of a pasted list. */
export interface ListLine {
  text: string;
  /** Whether the line is indented further than the outermost lines, and is below one of them. */
  isInner: boolean;
}

/** Returns the lines of a list in their order, without empty ones. Equal lines are all kept. */
export function listLines(text: string): ListLine[] {
  const written = text.split(/\r\n?|\n/).filter((line) => plainLine(line) !== '');
  const indents = written.map(indentOf);
  const outermost = indents.reduce((least, indent) => Math.min(least, indent), Infinity);
  const first = indents.indexOf(outermost);
  return written.map((line, index) => ({
    text: plainLine(line),
    isInner: index > first && (indents[index] ?? 0) > outermost,
  }));
}

/** Returns the texts of a list's lines. */
export const listTitles = (text: string): string[] => listLines(text).map((line) => line.text);

/** Returns the indentation of a line, in columns. A tab reaches to the next multiple of four. */
function indentOf(line: string): number {
  let column = 0;
  for (const char of /^\s*/.exec(line)?.[0] ?? '') column += char === '\t' ? 4 - (column % 4) : 1;
  return column;
}

/**
 * Returns the lines of a text without empty ones. If several lines have the same `lineKey`, only the first one is
 * returned.
 */
export function plainLines(text: string): string[] {
  const lines = new Map<string, string>();
  for (const line of listTitles(text))
    if (!lines.has(lineKey(line))) lines.set(lineKey(line), line);
  return [...lines.values()];
}
