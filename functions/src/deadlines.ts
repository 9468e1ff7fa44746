import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from './http/failure';

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

/** The SDKs of Firestore and Google take no deadline for a call inside theirs, so it cannot be an argument. */
const deadlines = new AsyncLocalStorage<number>();

/** Runs `work`. @throws Failure 503 when it takes longer than the request's deadline. */
export async function withinDeadline<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable()), REQUEST_DEADLINE_MS);
  });
  try {
    return await Promise.race([deadlines.run(Date.now() + REQUEST_DEADLINE_MS, work), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The deadline of the current request, in ms since 1970; undefined outside of a request. Nothing may be written for the
 * request later: the client got a 503, and may have sent it again and changed the same record since.
 */
export const currentDeadline = () => deadlines.getStore();
