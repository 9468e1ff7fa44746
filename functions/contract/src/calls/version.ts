/**
 * The version of the contract. An app sends the version it was built with in `Daymark-Contract`. Raise it for a change
 * that breaks an older app or an older server: a reply that an older app can't read, or a field that an older server
 * refuses.
 */
export const CONTRACT_VERSION = 1;

/** The oldest version that the server still supports. An older app keeps its unsent mutations and offers to reload. */
export const OLDEST_VERSION = 1;
