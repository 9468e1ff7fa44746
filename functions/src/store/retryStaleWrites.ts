import type { WriteBatch } from 'firebase-admin/firestore';
import { unavailable } from '../http/failure';
import { isAlreadyExists, isStaleWrite } from './firestore';

/**
 * At most this many attempts. When many requests change one document at the same moment, each round lets one of them
 * through. Reading again costs less than a transaction, whose requests wait for each other's locks.
 */
const ATTEMPTS_MAX = 50;

/** The outcome of one attempt. Without a batch there is nothing to write. */
interface Attempt<Result> {
  result: Result;
  batch?: WriteBatch;
}

/**
 * Commits the batch that `attempt` prepared, on the conditions that `attempt` put into it. If the batch is stale,
 * `attempt` runs again. `number` counts the attempts from 1. Returns the result of the last attempt.
 * @throws Failure 503 if every attempt was stale.
 */
export async function retryStaleWrites<Result>(
  attempt: (number: number) => Promise<Attempt<Result>>,
): Promise<Result> {
  for (let number = 1; number <= ATTEMPTS_MAX; number++) {
    const { result, batch } = await attempt(number);
    try {
      await batch?.commit();
      return result;
    } catch (error) {
      if (!isStaleWrite(error) && !isAlreadyExists(error)) throw error;
    }
  }
  throw unavailable();
}
