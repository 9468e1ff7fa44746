/** Longest part of a text that is repeated in a sentence, in characters. */
const SHOWN_MAX = 60;

/**
 * Returns what a person typed in quotation marks, for a sentence. A long text is cut, because drawing all of it can be
 * slow.
 */
export const quoted = (typed: string): string =>
  `“${typed.length > SHOWN_MAX ? `${typed.slice(0, SHOWN_MAX).toWellFormed()}…` : typed}”`;
