import { ImportFileError } from './importFileError';

/**
 * The text of a file, whatever its encoding: UTF-8, UTF-16 (with or without a byte order mark), otherwise Windows-1252.
 * Line breaks are "\n". @throws ImportFileError for what is not a text.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes);
  if (isBinary(text))
    throw new ImportFileError('This file isn’t a text file, so there is nothing in it to import.');
  return text.replaceAll(/\r\n?/g, '\n');
}

function decode(bytes: Uint8Array): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // Two characters of ASCII in UTF-16.
  if (first && !second && third && !fourth) return new TextDecoder('utf-16le').decode(bytes);
  if (!first && second && !third && fourth) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** How much of a file is looked at. */
const SAMPLE = 10_000;

/** Texts have hardly any control characters. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  const controls = sample.match(/(?![\t\n\r\f\v])[\u0000-\u001f\u007f\ufffd]/g)?.length ?? 0;
  return controls > sample.length / 100;
}
