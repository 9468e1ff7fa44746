import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request } from 'express';
import { Failure } from './failure';

interface CurrentMutation {
  key: string | undefined;
  /** The fields that a later edit has changed already. */
  lostFields: readonly string[];
  /** The texts that somebody has changed since the person saw them, and when each was last edited. */
  conflicts: Readonly<Record<string, string>>;
  /** The collection in which the answer's record was written, and nothing else, by one commit. */
  raised?: string;
}

const mutations = new AsyncLocalStorage<CurrentMutation>();

/** The form of a key: it becomes a document's id. */
const KEY = /^[A-Za-z0-9-]{1,64}$/;

/**
 * Runs `work` for the mutation that the request names in `Daymark-Mutation`. A request that is sent again, because its
 * answer was lost, has the same key, and is applied once (docs/sync.md). Answers what was noted of it, too.
 * @throws Failure 400 for a key of another form.
 */
export async function withMutation<T>(
  request: Request,
  work: () => Promise<T>,
): Promise<{ reply: T } & Omit<CurrentMutation, 'key'>> {
  const key = request.headers['daymark-mutation'];
  if (key !== undefined && (typeof key !== 'string' || !KEY.test(key)))
    throw new Failure(400, 'Daymark-Mutation must be up to 64 letters, digits and hyphens.');
  const mutation: CurrentMutation = { key, lostFields: [], conflicts: {} };
  const reply = await mutations.run(mutation, work);
  return { ...mutation, reply };
}

/** The key of the mutation that the current request makes; undefined if it has none. */
export const currentMutationKey = () => mutations.getStore()?.key;

/** Notes which fields of the current request's edit lost against a later one. */
export function noteLostFields(fields: readonly string[]): void {
  const mutation = mutations.getStore();
  if (mutation) mutation.lostFields = fields;
}

/** Notes the conflicts of the current request's edit: when each of the texts was last edited. */
export function noteConflicts(conflicts: Readonly<Record<string, string>>): void {
  const mutation = mutations.getStore();
  if (mutation) mutation.conflicts = conflicts;
}

/**
 * Notes that the current request has raised a collection's counter by one, and that its answer has all that was written
 * with it: a browser whose copy had everything before has everything now.
 */
export function noteRaised(collection: string): void {
  const mutation = mutations.getStore();
  if (mutation) mutation.raised = collection;
}
