import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request } from 'express';
import { Failure } from './failure';

const keys = new AsyncLocalStorage<string | undefined>();

/** The form of a key: it becomes a document's id. */
const KEY = /^[A-Za-z0-9-]{1,64}$/;

/**
 * Runs `work` for the mutation that the request names in `Daymark-Mutation`. A request that is sent again, because its
 * answer was lost, has the same key, and is applied once (docs/sync.md).
 * @throws Failure 400 for a key of another form.
 */
export function withMutationKey<T>(request: Request, work: () => Promise<T>): Promise<T> {
  const key = request.headers['daymark-mutation'];
  if (key !== undefined && (typeof key !== 'string' || !KEY.test(key)))
    throw new Failure(400, 'Daymark-Mutation must be up to 64 letters, digits and hyphens.');
  return keys.run(key, work);
}

/** The key of the mutation that the current request makes; undefined if it has none. */
export const currentMutationKey = () => keys.getStore();
