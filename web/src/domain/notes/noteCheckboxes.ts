import { CHECKBOX_MARK } from '../../lib/text/checkboxMark';

const NEWLINE = /\r\n?|\n/;

/** Returns the lines of a note, as the Markdown parser counts them. */
export const linesOf = (content: string): string[] => content.split(NEWLINE);

/** Whether the checkbox on this line of the source is ticked, or undefined if the line can't have one. */
export function boxOn(line: string): boolean | undefined {
  const mark = CHECKBOX_MARK.exec(line)?.[2];
  return mark === undefined ? undefined : mark !== ' ';
}

/**
 * Returns a note with the checkbox on this line ticked or cleared, and nothing else changed. Returns the same note if
 * the line has no checkbox.
 */
export function withCheckbox(content: string, line: number, isDone: boolean): string {
  // Split at the line breaks but keep them, so that they stay as they are.
  const parts = content.split(/(\r\n?|\n)/);
  return parts
    .map((part, index) =>
      index === 2 * line ? part.replace(CHECKBOX_MARK, `$1[${isDone ? 'x' : ' '}]`) : part,
    )
    .join('');
}

/**
 * Matches lists and quotes nested deeper than anyone writes. The parser would leave them out, so such a note is shown
 * as it was typed.
 */
export const DEEP_NESTING = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){25,}/m;

/** Matches a list marker and the space after it. */
const MARKER = /^([-*+]|(\d{1,9})[.)])(?:[ \t]+|$)/;
const RULE = /^(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
/** Matches the line below a title or below the head of a table. An item above such a line has no checkbox. */
const UNDERLINE = /^[-=:|][-=:| \t]*$/;
const TITLE_UNDERLINE = /^(?:-+|=+)[ \t]*$/;
const HEADING_OR_QUOTE = /^(?:#{1,6}(?:[ \t]|$)|>)/;

/**
 * Returns the checkboxes of a note by line, and whether they are ticked. Text that only looks like a list item, such as
 * in code, doesn't count. Cards call this function, because they have no Markdown parser. The function leaves out a
 * checkbox if only a parser could be sure of it. The Markdown parser finds every checkbox that the function returns.
 * noteCheckboxes.test.ts compares both.
 */
export function checkboxesIn(content: string): ReadonlyMap<number, boolean> {
  const boxes = new Map<number, boolean>();
  // If a line such as "[x]: https://a.example" names an address, `[x]` is a link.
  if (!/\[[ xX]\] /.test(content) || /^[ \t>]*\[\s*x\s*\]:/im.test(content)) return boxes;
  if (DEEP_NESTING.test(content)) return boxes;
  const lines = linesOf(content);
  /** The columns at which the text of the open items begins, the outermost first. */
  let items: number[] = [];
  let fence: { sign: string; column: number } | undefined;
  let isParagraph = false;
  /** Whether the last line was a quote, which may contain a paragraph or not. */
  let isQuote = false;
  let isEmptyItem = false;
  /** The line of the last list item. */
  let last = -1;
  for (const [number, line] of lines.entries()) {
    if (line.trim() === '') {
      // An item without text ends at an empty line.
      if (isEmptyItem) items.pop();
      isParagraph = isQuote = isEmptyItem = false;
      continue;
    }
    isEmptyItem = false;
    const indent = columnAfter(line, line.search(/[^ \t]/));
    if (fence) {
      if (indent >= fence.column) {
        const isEnd = line.trim().startsWith(fence.sign) && /^[ \t]*([`~])\1*[ \t]*$/.test(line);
        if (isEnd && indent - fence.column < 4) fence = undefined;
        continue;
      }
      // The fence ends with the item that it is in.
      fence = undefined;
    }
    const own = items.filter((column) => column <= indent);
    const base = own.at(-1) ?? 0;
    const text = line.trimStart();
    const isInside = indent >= (items.at(-1) ?? 0);
    if (isParagraph && UNDERLINE.test(text) && (isInside || /[|:]/.test(text))) {
      boxes.delete(last);
      if (TITLE_UNDERLINE.test(text) && isInside && indent - base < 4 && !isQuote) {
        isParagraph = false;
        continue;
      }
    }
    const isCode = indent - base >= 4;
    const marker = isCode || RULE.test(text) ? null : MARKER.exec(text);
    const interrupts =
      marker !== null &&
      // In a paragraph, "2024. A good year" and a marker without text don't begin a list.
      (!isParagraph ||
        own.length < items.length ||
        (marker[0].length < text.trimEnd().length &&
          (marker[2] === undefined || Number(marker[2]) === 1)));
    if (!interrupts) {
      const isBlock =
        !isCode && (RULE.test(text) || FENCE.test(text) || HEADING_OR_QUOTE.test(text));
      // A line of a paragraph may begin further left than the paragraph.
      if (isParagraph && !isBlock) continue;
      items = own;
      if (isCode) continue;
      // Only a parser can tell where a quote in a list ends.
      if (text.startsWith('>') && items.length > 0) return boxes;
      const sign = FENCE.exec(text)?.[1];
      if (sign) fence = { sign, column: base };
      isQuote = text.startsWith('>');
      isParagraph = !isBlock || isQuote;
      continue;
    }
    const item = readItem(line, own);
    items = item.items;
    isQuote = false;
    isEmptyItem = item.rest === '' && !item.isCode;
    isParagraph = item.rest !== '' && !HEADING_OR_QUOTE.test(item.rest) && !RULE.test(item.rest);
    if (item.rest.startsWith('>')) return boxes;
    const sign = FENCE.exec(item.rest)?.[1];
    if (sign) {
      fence = { sign, column: items.at(-1) ?? 0 };
      isParagraph = false;
    }
    const isDone = item.isCode ? undefined : boxOn(item.rest);
    last = number;
    if (isDone !== undefined) boxes.set(number, isDone);
    if (item.isCode) isParagraph = false;
  }
  return boxes;
}

/**
 * Reads a line of a list. Returns the open items, including the ones that the line begins, and the line's text after
 * the markers.
 */
function readItem(
  line: string,
  outer: readonly number[],
): { items: number[]; rest: string; isCode: boolean } {
  const items = [...outer];
  let at = line.search(/[^ \t]/);
  for (;;) {
    const rest = line.slice(at);
    const marker = RULE.test(rest) ? null : MARKER.exec(rest);
    if (!marker) return { items, rest, isCode: false };
    const [whole, sign = ''] = marker;
    const signEnd = columnAfter(line, at) + sign.length;
    // The item begins with an empty line.
    if (whole.length === rest.length)
      return { items: [...items, signEnd + 1], rest: '', isCode: false };
    const column = columnAfter(line, at + whole.length);
    if (column - signEnd > 4) return { items: [...items, signEnd + 1], rest: '', isCode: true };
    items.push(column);
    at += whole.length;
  }
}

/** Returns the column after the first `length` characters of a line. A tab reaches to the next multiple of four. */
function columnAfter(line: string, length: number): number {
  let column = 0;
  for (const char of line.slice(0, length)) column += char === '\t' ? 4 - (column % 4) : 1;
  return column;
}
