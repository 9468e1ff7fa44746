/** A line of a list without what sets it off: "- [ ] Call Noor " is "Call Noor". */
const plainLine = (line: string): string =>
  line.replace(/^\s*(?:[-–*•]\s+|\d+[.)]\s+)?(?:\[[ xX]?\]\s+)?/, '').trim();

/** What makes two lines the same: letter case, a full stop and how they are set off don't count. */
export const lineKey = (line: string): string =>
  plainLine(line)
    .replace(/(?<![.!])[.!]+$/, '')
    .toLocaleLowerCase();

/** A line of a pasted list. */
export interface ListLine {
  text: string;
  /** Whether it is further in than the outermost lines, and below one of them. */
  isInner: boolean;
}

/** Returns the lines of a list in their order, without empty ones. Equal lines all count. */
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

/** How far in a line begins, in columns: a tab reaches to the next multiple of four. */
function indentOf(line: string): number {
  let column = 0;
  for (const char of /^\s*/.exec(line)?.[0] ?? '') column += char === '\t' ? 4 - (column % 4) : 1;
  return column;
}

/** Returns the lines of a text, each once, without empty ones. */
export function plainLines(text: string): string[] {
  const lines = new Map<string, string>();
  for (const line of listTitles(text))
    if (!lines.has(lineKey(line))) lines.set(lineKey(line), line);
  return [...lines.values()];
}
