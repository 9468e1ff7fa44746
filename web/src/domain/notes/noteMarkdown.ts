import MarkdownIt, { type Token } from 'markdown-it';
import { boxOn, linesOf } from './noteCheckboxes';
import { targetAt, TITLE_LINK } from './noteLinks';

const markdown = new MarkdownIt({ html: false, breaks: true, linkify: true });
// Only http:// and https:// addresses and e-mail addresses become links by themselves. With `fuzzyLink`, the name of a
// file such as readme.md would become a link.
markdown.linkify.set({ fuzzyLink: false });
markdown.validateLink = (href) => isSafe(href) || targetAt(href) !== undefined;

/** Whether an address may be a link. */
function isSafe(href: string): boolean {
  try {
    return ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol);
  } catch {
    return false;
  }
}

/** The checkbox of a list item, and the line of the source that it is on. */
export interface Checkbox {
  line: number;
  isDone: boolean;
}

/** Returns the checkbox of a list item, or null if it has none. */
export const checkboxOf = (item: Token): Checkbox | null => item.meta as Checkbox | null;

/** Finds checkboxes: `[ ]` or `[x]` at the beginning of a list item moves from the text to the item's token. */
markdown.core.ruler.push('checkboxes', ({ tokens, src }) => {
  let lines: string[] | undefined;
  for (const [index, item] of tokens.entries()) {
    if (item.type !== 'list_item_open' || tokens[index + 1]?.type !== 'paragraph_open') continue;
    const inline = tokens[index + 2];
    const text = inline?.children?.[0];
    const [box] = (text?.type === 'text' && /^\[[ xX]\] +/.exec(text.content)) || [];
    const line = inline?.map?.[0];
    if (!text || box === undefined || line === undefined) continue;
    lines ??= linesOf(src);
    // An escaped \[ looks like a plain [ in the token's text, so check the source.
    const isDone = boxOn(lines[line] ?? '');
    if (isDone === undefined) continue;
    item.meta = { line, isDone } satisfies Checkbox;
    text.content = text.content.slice(box.length);
  }
});

/** The token type of a link by title. The token's content is the title. */
export const TITLE_LINK_TOKEN = 'title_link';

markdown.inline.ruler.before('link', TITLE_LINK_TOKEN, (state, isSilent) => {
  if (!state.src.startsWith('[[', state.pos) || state.linkLevel > 0) return false;
  const link = new RegExp(TITLE_LINK, 'y');
  link.lastIndex = state.pos;
  const [whole, title = ''] = link.exec(state.src) ?? [];
  // These brackets are in the text of an ordinary link.
  if (whole === undefined || /^[([]/.test(state.src.slice(link.lastIndex, link.lastIndex + 1)))
    return false;
  if (!isSilent) state.push(TITLE_LINK_TOKEN, '', 0).content = title;
  state.pos += whole.length;
  return true;
});

/** Returns a note's Markdown as the parser's tokens. */
export const parseNote = (text: string): Token[] => markdown.parse(text, {});
