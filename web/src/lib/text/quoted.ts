/** Longest part of a text that is repeated in a sentence, in characters. */
const SHOWN_MAX = 60;

/**
 * Puts quotation marks around what a person typed, for use in a sentence. A long text is cut, because drawing all of it
 * can be slow.
 */
export const quoted = (typed: string): string =>
  `“${typed.length > SHOWN_MAX ? `${typed.slice(0, SHOWN_MAX).toWellFormed()}…` : typed}”`;
