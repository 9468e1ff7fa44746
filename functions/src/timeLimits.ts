import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from './http/failure';

/*
 * Time limits, in ms. Production doesn't set the environment variables below. Tests set them, so that a test of a
 * dependency that doesn't respond ends sooner.
 */

/** How long a handler and everything it calls may take. Firestore's own client would wait for minutes. */
export const REQUEST_TIME_LIMIT_MS = Number(process.env.REQUEST_TIME_LIMIT_MS ?? 8_000);

/** How long a request's body may take to arrive. */
export const BODY_ARRIVAL_MS = Number(process.env.BODY_ARRIVAL_MS ?? 10_000);

/** How long one call to Google may take. */
export const GOOGLE_TIME_LIMIT_MS = Number(process.env.GOOGLE_TIME_LIMIT_MS ?? 5_000);

/**
 * The moment at which a request is given up, in ms since 1970. The moment can't be an argument, because the SDKs of
 * Firestore and Google don't pass arguments on to the calls that they make themselves.
 */
const limits = new AsyncLocalStorage<number>();

/**
 * Runs `work` within the request's time limit.
 * @throws Failure 503 if it takes longer.
 */
export async function withinTimeLimit<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable()), REQUEST_TIME_LIMIT_MS);
  });
  try {
    return await Promise.race([limits.run(Date.now() + REQUEST_TIME_LIMIT_MS, work), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the moment at which the current request is given up, in ms since 1970, or undefined outside of a request.
 * Nothing may be written for the request after that moment. The client has got a 503, and may have sent the request
 * again and changed the same record.
 */
export const currentTimeLimit = () => limits.getStore();
