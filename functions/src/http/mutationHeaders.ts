import type { IncomingMessage } from 'node:http';
import type { WriteOutcome } from '../written';
import { Failure } from './failure';

/** Matches the key of a mutation, which becomes a document's id. */
const KEY = /^[A-Za-z0-9-]{1,64}$/;

/**
 * Returns the key of the mutation that the request names in `Daymark-Mutation`, or undefined if it names none. A
 * request that is sent again because its reply was lost has the same key, and is applied once (docs/sync.md).
 * @throws Failure 400 for a key of another form.
 */
export function mutationKeyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['daymark-mutation'];
  if (key !== undefined && (typeof key !== 'string' || !KEY.test(key)))
    throw new Failure(400, 'Daymark-Mutation must be up to 64 letters, digits and hyphens.');
  return key;
}

/** Returns the headers that tell the client the outcome of a write. */
export function outcomeHeaders({
  lostFields = [],
  conflicts = {},
  raised,
}: WriteOutcome): Record<string, string> {
  const times = Object.entries(conflicts).map(([field, editedAt]) => `${field}=${editedAt}`);
  return {
    ...(lostFields.length > 0 && { 'Daymark-Lost': lostFields.join() }),
    // `title=2026-11-20T09:00:00.000Z,content=…`
    ...(times.length > 0 && { 'Daymark-Conflict': times.join() }),
    ...(raised !== undefined && { 'Daymark-Raised': raised }),
  };
}
