import { call, CallError } from '../../lib/api/call';
import { dataOwners } from '../../lib/person/dataOwners';
import { adoptDrafts, deleteDrafts, putBackDrafts, storedDrafts } from '../../lib/person/drafts';
import { rememberedPerson } from '../../lib/person/earlyUser';
import { createTabLock } from '../../lib/browser/tabLock';
import { deleteReplica } from '../../sync/replica/diskReplica';
import { keepUnsent, takeDrafts } from '../../sync/replica/leftReplica';
import { choose, leaveReminders } from '../reminders/browserReminders';

/*
 * The data that this browser stores about a person, from sign-in until they leave. The rules are in docs/sync.md,
 * Leaving.
 */

/** Runs work in one tab at a time, because another tab may be signing the same person in. */
const inTurn = createTabLock('daymark.owners');

/**
 * Removes the data of other people, except unsent changes and the drafts that wait with them, and restores the drafts
 * that waited for this person. Call it when a session begins, before a screen is drawn.
 */
export async function enter(userId: number): Promise<void> {
  const owners = dataOwners.all();
  const isPlain = [...owners].every(([owner, unsent]) => owner === userId && !unsent);
  if (!owners.has(userId)) dataOwners.set(userId);
  if (!isPlain) {
    await reduceData();
    await inTurn('exclusive', () => takeBack(userId)).catch(() => undefined);
  }
  await adoptDrafts(userId);
}

async function takeBack(userId: number): Promise<void> {
  if (dataOwners.all().get(userId)) await takeDrafts(userId, putBackDrafts);
  dataOwners.set(userId);
}

/** Deletes everything that this browser stores of a person who has chosen to leave. */
export function forgetPerson(userId: number): Promise<void> {
  return inTurn('exclusive', async () => {
    deleteDrafts(userId);
    choose(userId, undefined);
    await deleteReplica(userId).catch(() => undefined);
    // Otherwise the next sign-in ends the subscription.
    if (await leaveReminders(userId)) dataOwners.delete(userId);
  });
}

/**
 * Deletes the data of everyone who is not signed in, except unsent changes and drafts. If another person is signed in,
 * drafts are deleted too, unless unsent changes wait with them. If the server can't say who is signed in, nothing is
 * deleted. Call it when a session has ended.
 */
export function reduceData(): Promise<void> {
  return inTurn('exclusive', async () => {
    const current = rememberedPerson()?.id ?? (await signedInId());
    if (current === undefined) return;
    // The cookie of an ended session still names its owner, so ask the server to clear it. The server doesn't end a
    // session that another tab has begun since.
    if (current === null) await call('logout', { query: { ended: 'true' } }).catch(() => undefined);
    for (const [owner, unsent] of dataOwners.all()) {
      const isDone = unsent && (current === null || unsent.changes > 0);
      if (owner === current || isDone) continue;
      await reduce(owner, current);
    }
  });
}

/**
 * Returns the id of the person who is signed in, null if nobody is, or undefined if the server can't say. Asks the
 * server, because another tab may have begun a session since. A late response to a request of the ended session says
 * nothing about the new one.
 */
async function signedInId(): Promise<number | null | undefined> {
  try {
    return (await call('getUser')).id;
  } catch (error) {
    return error instanceof CallError && error.status === 401 ? null : undefined;
  }
}

async function reduce(owner: number, current: number | null): Promise<void> {
  const keepsDrafts = current === null;
  const unsent = await keepUnsent(owner, storedDrafts(owner), keepsDrafts).catch(() => undefined);
  const hasLeft = await leaveReminders(owner, current);
  // If the database can't be opened now, the next start tries again. Until then, drafts that are kept stay in
  // localStorage.
  if (unsent || !keepsDrafts) deleteDrafts(owner);
  if (!unsent) return;
  if (unsent.changes + unsent.drafts > 0) dataOwners.set(owner, unsent);
  else if (hasLeft) dataOwners.delete(owner);
}
