/**
 * Matches a line's checkbox, `[ ]` or `[x]`, with the markers of lists and quotes before it. A space and text must
 * follow.
 */
export const CHECKBOX_MARK =
  /^((?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*)\[([ xX])\](?= [ \t]*\S)/;
