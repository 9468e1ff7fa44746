/**
 * The version of the contract. An app sends its own version in the `Daymark-Contract` header. Raise the version for a
 * change that breaks an older app or an older server. Examples are a reply that an older app can't read and a field
 * that an older server refuses.
 */
export const CONTRACT_VERSION = 2;

/** The oldest version that the server still supports. An older app keeps its unsent mutations and offers to reload. */
export const OLDEST_VERSION = 2;
