import { browserStorage } from '../browser/browserStorage';
import { createListeners } from '../browser/externalStore';

/** The number of changes and drafts in this browser that the server does not have. */
export interface Unsent {
  changes: number;
  drafts: number;
}

/**
 * The storage key of the people whose data this browser has. The entry of a person is `id`, or `id:changes:drafts`
 * after their session.
 */
const KEY = 'daymark.kept';

const listeners = createListeners();

function read(): Map<number, Unsent | undefined> {
  const entries = (browserStorage.get(KEY) ?? '').split(',').filter(Boolean);
  return new Map(
    entries.map((entry) => {
      const [id = 0, changes, drafts = 0] = entry.split(':').map(Number);
      return [id, changes === undefined ? undefined : { changes, drafts }];
    }),
  );
}

function write(owners: ReadonlyMap<number, Unsent | undefined>): void {
  const entries = Array.from(owners, ([id, unsent]) =>
    unsent ? `${id}:${unsent.changes}:${unsent.drafts}` : String(id),
  );
  if (entries.length === 0) browserStorage.remove(KEY);
  else browserStorage.set(KEY, entries.join(','));
  listeners.notify();
}

/**
 * The people whose data this browser has, each with the numbers of unsent changes and drafts. The numbers are undefined
 * until the session has ended and the person's other data is deleted.
 */
export const dataOwners = {
  subscribe: listeners.subscribe,
  all: read,
  set: (userId: number, unsent?: Unsent): void => write(read().set(userId, unsent)),
  delete(userId: number): void {
    const owners = read();
    owners.delete(userId);
    write(owners);
  },
};
