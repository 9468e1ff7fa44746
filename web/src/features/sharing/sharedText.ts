import { NOTE_TITLE_MAX } from '@daymark/contract/note';
import { SHARE_PARAMETERS } from '../../lib/paths';

/** The task and the note that a shared text can become. The person can still edit them. */
export interface SharedTexts {
  kind: 'task' | 'note';
  /** The task's title. */
  task: string;
  /** The note's title. */
  title: string;
  content: string;
}

/**
 * Longest line that becomes a task, in characters. A longer line becomes a note unless the person chooses otherwise.
 */
const TASK_LINE_MAX = 120;

/** Length to which a line is cut if it is too long for a note's title, in characters. */
const TITLE_LENGTH = 80;

/**
 * Returns the text that another app has put into the address, or undefined if there is none. One short line becomes a
 * task. A long text or a text of several lines becomes a note. A link becomes a note too, because it can be followed in
 * a note.
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

/**
 * Returns the title and the content of a note. The title is the app's title, or else the text's first line, or else the
 * address. A title that is too long is cut, and the content has it in full.
 */
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

/** Returns the beginning of a line, up to the end of a word if it has words. Never cuts a character in half. */
function shortened(line: string): string {
  const start = Array.from(line).slice(0, TITLE_LENGTH).join('');
  return `${start.replace(/\s+\S*$/, '')}…`;
}

/** Separates an address from a text. Android has no parameter for the address, so it may be at the end of the text. */
function withoutAddress(text: string, url: string): { text: string; address: string } {
  if (url !== '' && !isAddress(url))
    return { text: [text, url].filter(Boolean).join('\n'), address: '' };
  // A regular expression for the end of the text would take very long on a text without spaces.
  const last = text.split(/\s+/).at(-1) ?? '';
  const hasOwn = last !== '' && isAddress(last) && (url === '' || url === last);
  return {
    text: hasOwn ? text.slice(0, -last.length).trim() : text,
    address: url || (hasOwn ? last : ''),
  };
}

/** Whether the text is a web address and nothing else. */
function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

/** Removes control characters, except tabs, and unifies the line ends. Ill-formed Unicode can't occur in a query. */
const cleanText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();

/** Returns the text in one line, for a title. */
export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
