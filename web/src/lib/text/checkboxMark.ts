/** A checkbox and what may be before it on its line: the markers of lists and quotes, `[ ]` or `[x]`, a space, text. */
export const CHECKBOX_MARK =
  /^((?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*)\[([ xX])\](?= [ \t]*\S)/;
