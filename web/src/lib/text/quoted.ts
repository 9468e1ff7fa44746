/** Longest part of a text that is repeated in a sentence, in characters. */
const SHOWN_MAX = 60;

/** What a person typed, in the quotes of a sentence. Of a longer text its beginning: drawing all of it can take long. */
export const quoted = (typed: string): string =>
  `“${typed.length > SHOWN_MAX ? `${typed.slice(0, SHOWN_MAX).toWellFormed()}…` : typed}”`;
