/**
 * The version of the contract. An app names the one it was built with in `Daymark-Contract`. It goes up with a change
 * that an older app or an older server cannot live with: a reply that an older app cannot read, a field that an older
 * server would refuse.
 */
export const CONTRACT_VERSION = 1;

/** The oldest version that the server still answers. An older app keeps what is unsent, and offers to reload. */
export const OLDEST_VERSION = 1;
