/**
 * The name of a cookie that is set and cleared together with the session cookie, which scripts can't read. The hint
 * proves nothing. The hint only tells the app that calling /api/user is worthwhile. Each session has its own value. The
 * name is in a file of its own so that the app's first code does not load zod.
 */
export const SIGNED_IN_HINT = 'daymark_signed_in';
