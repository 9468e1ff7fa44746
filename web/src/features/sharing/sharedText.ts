import { NOTE_TITLE_MAX } from '@daymark/contract/note';
import { SHARE_PARAMETERS } from '../../lib/paths';

/** What can be made of a shared text, as the person may still edit it. */
export interface SharedTexts {
  kind: 'task' | 'note';
  /** The task's title. */
  task: string;
  /** The note's. */
  title: string;
  content: string;
}

/** A line that is longer is more than a task: it becomes a note unless the person says otherwise. */
const TASK_LINE_MAX = 120;

/** How much of a long line is a note's title. */
const TITLE_LENGTH = 80;

/**
 * What another app has put into the address; undefined if that is nothing. A link becomes a note, because in a note it
 * can be followed; so does what is long or has several lines. One short line is a task.
 */
export function sharedTexts(query: URLSearchParams): SharedTexts | undefined {
  const read = (name: string) => cleanText(query.get(name) ?? '');
  const { text, address } = withoutAddress(read(SHARE_PARAMETERS.text), read(SHARE_PARAMETERS.url));
  const title = inOneLine(read(SHARE_PARAMETERS.title));
  // Many apps repeat the title in the text.
  const body = inOneLine(text) === title ? '' : text;
  const name = title || body;
  if (!name && !address) return undefined;
  const isOneLine = (!title || !body) && !body.includes('\n');
  return {
    kind: isOneLine && !address && name.length <= TASK_LINE_MAX ? 'task' : 'note',
    task: [[title, inOneLine(body)].filter(Boolean).join(': '), address].filter(Boolean).join(' '),
    ...noteOf(title, body, address),
  };
}

/** The title and the content of a note. The first line is its title if no app named one, or if it is not too long. */
function noteOf(title: string, body: string, address: string) {
  const [firstLine = '', ...otherLines] = body.split('\n');
  const heading = title || firstLine || address.replace(/^https?:\/\/(www\.)?/, '');
  const shown = heading.length > NOTE_TITLE_MAX ? shortened(heading) : heading;
  const isWhole = shown === heading;
  const rest = title || !isWhole ? body : otherLines.join('\n');
  return {
    title: shown,
    content: [...(title && !isWhole ? [title] : []), rest.trim(), address]
      .filter(Boolean)
      .join('\n\n'),
  };
}

/** The beginning of a line, up to the end of a word if it has words. Never half a character. */
function shortened(line: string): string {
  const start = Array.from(line).slice(0, TITLE_LENGTH).join('');
  return `${start.replace(/\s+\S*$/, '')}…`;
}

/** An address in its own parameter, or at the end of the text: Android has no place of its own for it. */
function withoutAddress(text: string, url: string): { text: string; address: string } {
  if (url !== '' && !isAddress(url))
    return { text: [text, url].filter(Boolean).join('\n'), address: '' };
  // Not by an expression that looks for the end: in a text without spaces it would take minutes.
  const last = text.split(/\s+/).at(-1) ?? '';
  const hasOwn = last !== '' && isAddress(last) && (url === '' || url === last);
  return {
    text: hasOwn ? text.slice(0, -last.length).trim() : text,
    address: url || (hasOwn ? last : ''),
  };
}

/** Whether it is an address of the web, and nothing else. */
function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

/** Without control characters, and with one kind of end of line. The address itself can't have half a character. */
const cleanText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();

/** For a title. */
export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
