/** At most this many characters of a search are taken: titles of notes have no more. */
export const QUERY_MAX = 200;
