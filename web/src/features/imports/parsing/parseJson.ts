import { ImportFileError } from '../importFileError';

/** Deeper than any planner's files. */
const DEPTH_MAX = 100;

/** @throws ImportFileError with the place of what is wrong */
export function parseJson(text: string): unknown {
  if (isDeeperThan(text, DEPTH_MAX))
    throw new ImportFileError('This file is nested too deeply to be read.');
  try {
    return JSON.parse(text);
  } catch {
    const { line, column } = placeOfError(text);
    throw new ImportFileError(
      `This file is not valid JSON: look at line ${line}, character ${column}.`,
    );
  }
}

/** A loop over the characters: a recursion could overflow itself. */
function isDeeperThan(text: string, depthMax: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (isInString) {
      if (code === BACKSLASH) place++;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (code === BRACE || code === BRACKET) {
      if (++depth > depthMax) return true;
    } else if (code === BRACE_END || code === BRACKET_END) depth--;
  }
  return false;
}

const [QUOTE, BACKSLASH, BRACE, BRACE_END, BRACKET, BRACKET_END] = [34, 92, 123, 125, 91, 93];

/**
 * Where the first error is. Browsers say that differently, or not at all, but all of them tell a text that only ends too
 * early from one that is wrong: so it is searched for between the two.
 */
function placeOfError(text: string): { line: number; column: number } {
  let [good, bad] = [0, text.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isOnlyCutOff(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  const before = text.slice(0, bad).split('\n');
  return { line: before.length, column: Math.max(1, before.at(-1)?.length ?? 1) };
}

function isOnlyCutOff(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    return /end of (JSON|data)|unterminated|after property name|position|end of/i.test(
      String(error),
    )
      ? isAtEnd(text, String(error))
      : false;
  }
}

/** Whether the error is at the text's end. */
function isAtEnd(text: string, message: string): boolean {
  if (/end of (JSON|data|input)|unterminated string/i.test(message)) return true;
  const position = /position (\d+)/.exec(message)?.[1];
  return position !== undefined && Number(position) >= text.length;
}
