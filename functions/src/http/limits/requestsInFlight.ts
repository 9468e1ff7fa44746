import type { Response } from 'express';
import { REQUEST_DEADLINE_MS } from '../../deadlines';
import { Failure } from '../failure';

/** How many requests Cloud Run sends to one instance at once. */
export const CONCURRENCY = 80;

/**
 * How many requests one instance works on at once. Some more than Cloud Run sends: it may send the next one before we
 * have noticed that an answer is out. Tests, which send hundreds at once, set another.
 */
const IN_FLIGHT_MAX = Number(process.env.IN_FLIGHT_MAX ?? CONCURRENCY * 1.25);

let inFlight = 0;

/** Whether no request is under way. */
export const isIdle = () => inFlight === 0;

/**
 * Runs `work` if there is room for one more request. It counts until the work has ended, for clients that hang up, and
 * until the answer is out, for clients that take it slowly.
 * @throws Failure 503 with Retry-After, before anything else is done. The instance would be slow for everybody
 * otherwise, and hold the memory of all who wait.
 */
export async function whileThereIsRoom<T>(response: Response, work: () => Promise<T>): Promise<T> {
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
 * Cuts a client off that takes nothing of what waits for it for a deadline's time. If nothing waits, the pause is ours:
 * the next part of the answer is still being made.
 */
function cutOffIdle(response: Response): void {
  response.setTimeout(REQUEST_DEADLINE_MS, () => {
    if (response.writableLength > 0) response.destroy();
    else response.setTimeout(REQUEST_DEADLINE_MS);
  });
}
