import { ImportFileError } from '../importFileError';

/**
 * Returns the text of a file, with "\n" as line breaks. The file may be encoded in UTF-8, UTF-16 (with or without a
 * byte order mark) or Windows-1252. @throws ImportFileError for a file that is not text
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes);
  if (isBinary(text))
    throw new ImportFileError('This file isn’t a text file, so there is nothing in it to import.');
  return text.replaceAll(/\r\n?/g, '\n').replace(/^\uFEFF/, '');
}

/** How much of a file shows whether it is a calendar, in bytes. */
const HEAD = 2_000;

/** Whether a file is a calendar. Lines before the calendar's first line are ignored. */
export function isCalendar(bytes: Uint8Array): boolean {
  const start = decode(bytes.subarray(0, HEAD)).replace(/^\uFEFF/, '');
  return !/^\s*[[{]/.test(start) && /^[ \t]*BEGIN:VCALENDAR/im.test(start);
}

/**
 * Returns the text of a calendar file. A line may be folded inside a letter, so lines are unfolded before decoding,
 * unless the file is in UTF-16 or indented.
 */
export function decodeCalendar(bytes: Uint8Array): string {
  const indented = INDENTED.exec(decode(bytes.subarray(0, HEAD)).replace(/^\uFEFF/, ''));
  if (indented) return withoutIndent(decodeText(bytes), indented);
  return decodeText(isWide(bytes) ? bytes : unfolded(bytes));
}

/** The first line of a calendar with spaces before it, and the spaces before the next line. */
const INDENTED = /^([ \t]+)BEGIN:VCALENDAR[ \t]*\r?\n?([ \t]*)/im;

/** Removes the spaces before each line, or only those before the calendar's first line if the next line has fewer. */
function withoutIndent(text: string, [, first = '', next = '']: RegExpExecArray): string {
  if (!next.startsWith(first)) return text.replace(/^[ \t]+(?=BEGIN:VCALENDAR)/im, '');
  return text
    .split('\n')
    .map((line) => (line.startsWith(first) ? line.slice(first.length) : line))
    .join('\n');
}

const [LINE_FEED, RETURN, SPACE, TAB] = [10, 13, 32, 9];

/** Whether a file is in UTF-16. */
const isWide = ([first = 0, second = 0]: Uint8Array): boolean =>
  !first || !second || (first >= 0xfe && second >= 0xfe);

/** Removes each line break that is followed by a space or a tab. Works for any encoding that extends ASCII. */
function unfolded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(bytes.length);
  let length = 0;
  for (let place = 0; place < bytes.length; place++) {
    const breakLength = bytes[place] === RETURN && bytes[place + 1] === LINE_FEED ? 2 : 1;
    const next = bytes[place + breakLength];
    if ((bytes[place] === LINE_FEED || bytes[place] === RETURN) && (next === SPACE || next === TAB))
      place += breakLength;
    else whole[length++] = bytes[place] ?? 0;
  }
  return whole.subarray(0, length);
}

function decode(bytes: Uint8Array): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // Two ASCII characters in UTF-16 without a byte order mark.
  if (first && !second && third && !fourth) return new TextDecoder('utf-16le').decode(bytes);
  if (!first && second && !third && fourth) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeDamaged(bytes);
  }
}

/**
 * Decodes text that isn't valid UTF-8: as UTF-8 if most of its non-ASCII characters are intact, otherwise as
 * Windows-1252.
 */
function decodeDamaged(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes);
  const damaged = text.match(/\uFFFD/g)?.length ?? 0;
  const letters = text.match(/[^\0-\x7f\uFFFD]/gu)?.length ?? 0;
  return letters > damaged ? text : new TextDecoder('windows-1252').decode(bytes);
}

/** How much of a file is checked for control characters, in characters. */
const SAMPLE = 10_000;

/** Whether a file is not text. Texts have hardly any control characters. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  const controls = sample.match(/(?![\t\n\r\f\v])[\u0000-\u001f\u007f\ufffd]/g)?.length ?? 0;
  return controls > sample.length / 100;
}
