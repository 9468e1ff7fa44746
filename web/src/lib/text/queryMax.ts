/** At most this many characters of a search are used. No title of a note is longer. */
export const QUERY_MAX = 200;
