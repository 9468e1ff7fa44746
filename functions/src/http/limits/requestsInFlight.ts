import type { Response } from 'express';
import { REQUEST_TIME_LIMIT_MS } from '../../timeLimits';
import { Failure } from '../failure';

/** How many requests Cloud Run sends to one instance at once. */
export const CONCURRENCY = 80;

/**
 * How many requests one instance works on at once. The limit is higher than `CONCURRENCY`, because Cloud Run may send
 * the next request before we notice that a response is out. Tests send hundreds of requests at once and set another
 * limit.
 */
const IN_FLIGHT_MAX = Number(process.env.IN_FLIGHT_MAX ?? CONCURRENCY * 1.25);

let inFlight = 0;

/** Returns whether no request is under way. */
export const isIdle = () => inFlight === 0;

/**
 * Runs `work` if the instance is within its limit of requests. The request counts until the work has ended and the
 * response is out, even if the client hangs up or reads slowly.
 * @throws Failure 503 with Retry-After if the limit is reached, before anything else is done. Without the limit, the
 * instance would be slow for everyone, and all waiting requests would take memory.
 */
export async function withinCapacity<T>(response: Response, work: () => Promise<T>): Promise<T> {
  if (inFlight >= IN_FLIGHT_MAX)
    throw new Failure(503, 'Daymark is very busy right now. Please try again in a moment.', {
      'Retry-After': '1',
    });
  inFlight++;
  const leave = () => void inFlight--;
  try {
    return await work();
  } finally {
    if (response.closed) leave();
    else cutOffIdle(response.once('close', leave));
  }
}

/**
 * Cuts off a client that reads none of its pending data for the length of the request's time limit. If nothing is
 * pending, the server is still making the next part of the response.
 */
function cutOffIdle(response: Response): void {
  response.setTimeout(REQUEST_TIME_LIMIT_MS, () => {
    if (response.writableLength > 0) response.destroy();
    else response.setTimeout(REQUEST_TIME_LIMIT_MS);
  });
}
