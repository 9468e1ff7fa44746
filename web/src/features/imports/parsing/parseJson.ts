import { ImportFileError } from '../importFileError';

/** The deepest nesting that is read. A planner's files are less deep. */
const DEPTH_MAX = 100;

/**
 * Parses JSON. @throws ImportFileError if the text is nested too deeply or isn't valid JSON. For invalid JSON, the
 * message names the position of the first error
 */
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

/** Uses a loop, because recursion could overflow the stack. */
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
 * Returns the position of the first error, found by binary search. Browsers report the position differently or not at
 * all. All browsers distinguish a text that is only cut off from a text that is wrong.
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

/** Whether the error is at the end of the text. */
function isAtEnd(text: string, message: string): boolean {
  if (/end of (JSON|data|input)|unterminated string/i.test(message)) return true;
  const position = /position (\d+)/.exec(message)?.[1];
  return position !== undefined && Number(position) >= text.length;
}
