import type { CollectionName } from '@daymark/contract/changes';
import type { MutationRequest } from '../domain/mutation';
import { createSync, type Sync, type SyncEvents } from '../sync/createSync';
import type { Platform } from '../sync/platform';
import { personHere, type PersonHere } from '../sync/replica/personHere';
import { workerPlatform } from '../sync/workerPlatform';

/**
 * The outcome of a change that the worker made.
 * - `saved`: the server has it, or there was nothing to change.
 * - `waiting`: it is stored, and a later start of the app or the worker sends it.
 * - `signedOut`: the person isn't signed in here. A change that was stored waits for their next sign-in.
 * - `lost`: it could be neither stored nor sent.
 * - `rejected`: the server refused it with this sentence.
 */
export type ChangeResult =
  | { kind: 'saved' | 'waiting' | 'signedOut' | 'lost' }
  | { kind: 'rejected'; sentence: string };

/** The parts of the browser that a change needs. The tests' simulator replaces them. */
interface Browser {
  person?: typeof personHere;
  platformOf?: (here: PersonHere) => Platform;
}

const ignore = () => undefined;

/** No screen tells the person what happens to changes that were made elsewhere. They stay on their records. */
const SILENT: Omit<SyncEvents, 'onSignedOut'> = {
  onRejected: ignore,
  onRetrying: ignore,
  onOverruled: ignore,
  onConflict: ignore,
  onLost: ignore,
  onKept: ignore,
  onLeftAlone: ignore,
  onOutdated: ignore,
};

/** One use of a person's Sync. `needed` are the collections that the requests depend on. */
interface Change {
  needed: readonly CollectionName[];
  requests: (sync: Sync) => readonly MutationRequest[];
}

/**
 * Makes a change in the person's name, as one more tab without a screen: stores it in the outbox, and sends the outbox.
 * Nothing is stored if the person's records aren't here. Without a change, only sends the outbox.
 */
export async function changeInWorker(
  userId: number,
  change?: Change,
  { person = personHere, platformOf = workerPlatform }: Browser = {},
): Promise<ChangeResult> {
  const here = await person(userId);
  if (!here) return { kind: 'signedOut' };
  let isSignedOut = false as boolean;
  const sync = createSync(
    userId,
    { ...SILENT, onSignedOut: () => void (isSignedOut = true) },
    { platform: platformOf(here) },
  );
  try {
    await sync.stored();
    for (const collection of change?.needed ?? []) await sync.load(collection);
    const before = new Set(change && sync.unsent().map(({ key }) => key));
    if (change) sync.mutate(...change.requests(sync));
    const own = sync.unsent().flatMap(({ key }) => (before.has(key) ? [] : key));
    await sync.stored();
    await sync.send();
    const left = sync.unsent().filter(({ key }) => own.includes(key));
    const rejected = left.find(({ rejection }) => rejection !== undefined);
    if (rejected) return { kind: 'rejected', sentence: rejected.rejection ?? '' };
    if (left.length === 0) return { kind: 'saved' };
    if (sync.status().lostOnClose) return { kind: 'lost' };
    return { kind: isSignedOut ? 'signedOut' : 'waiting' };
  } finally {
    sync.stop();
  }
}
