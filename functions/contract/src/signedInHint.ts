/**
 * A readable cookie that stands beside the session cookie, which scripts can't see, and lives and dies with it. It is
 * worth nothing: it only tells the app that asking for /api/user has a point. On its own, so that the app's first lines don't wait for zod.
 */
export const SIGNED_IN_HINT = 'daymark_signed_in';
