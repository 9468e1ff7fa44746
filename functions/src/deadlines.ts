/*
 * How long we wait for others, in ms. Production sets none of these variables: they exist so that tests of a
 * dependency that doesn't answer need not wait as long as a person would.
 */

/** How long a handler and everything it calls may take. Firestore's own client would wait for minutes. */
export const REQUEST_DEADLINE_MS = Number(process.env.REQUEST_DEADLINE_MS ?? 8_000);

/** How long a request's body may take to arrive. */
export const BODY_ARRIVAL_MS = Number(process.env.BODY_ARRIVAL_MS ?? 10_000);

/** How long Google may take over one call. */
export const GOOGLE_DEADLINE_MS = Number(process.env.GOOGLE_DEADLINE_MS ?? 5_000);
