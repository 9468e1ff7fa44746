/** Longest note that a person can type, in characters. The contract allows more, because notes can be joined. */
export const NOTE_MAX = 2_000;
