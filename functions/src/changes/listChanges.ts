import { collections, type Changes, type CollectionName } from '@daymark/contract/changes';
import { settingsOf } from '@daymark/contract/settings';
import { Failure } from '../http/failure';
import type { Handler, Owner, Ports } from '../ports';
import { isSame, parsed, revisionOf, written } from './revision';

/** What is more than this is cheaper to read anew, in pages. */
const MOST = 500;

/** A tombstone stands for 30 days, so a copy that is older may have missed one. */
const OLDEST = 29 * 24 * 60 * 60 * 1000;

/**
 * Firestore stamps a write when the request arrives, and counts it when it is committed: a write that has waited for
 * others may be counted after a revision and yet be stamped before it. None waits longer than a request may take.
 */
const MARGIN = 30_000;

const NAMES = Object.keys(collections) as CollectionName[];

/** One collection that is no longer as it was known. */
interface Behind {
  name: CollectionName;
  revision: string;
  /** From when on to look; undefined when the copy is to be read anew. */
  since: Date | undefined;
}

/** Where nothing has changed, this reads one document. */
export const listChanges: Handler<'listChanges'> = async ({ owner, query }, ports) => {
  const revisions = await ports.stores.revisions.get(owner);
  const behind = NAMES.flatMap((name): Behind[] => {
    const text = query[name];
    if (text === undefined) return [];
    const known = parsed(text);
    if (!known) throw new Failure(400, 'This is not a revision.');
    const current = revisionOf(revisions, name);
    if (isSame(known, current)) return [];
    const age = ports.now().getTime() - known.time / 1000;
    const canCatchUp =
      known.epoch === current.epoch && known.counter < current.counter && age < OLDEST;
    const since = canCatchUp ? new Date(Math.floor(known.time / 1000) - MARGIN) : undefined;
    return [{ name, revision: written(current), since }];
  });

  const deleted = await deletedSince(owner, behind, ports);
  const changes = await Promise.all(
    behind.map(async ({ name, revision, since }) => {
      const news =
        since && deleted && (await newsOf(name, owner, since, deleted[name] ?? [], ports));
      return [name, { revision, reset: !news, changed: [], deleted: [], ...news }];
    }),
  );
  return Object.fromEntries(changes) as Changes;
};

/** The ids on the tombstones, by collection; undefined when there are too many. One look serves all collections. */
async function deletedSince(owner: Owner, behind: readonly Behind[], { stores }: Ports) {
  const moments = behind.flatMap(({ since }) => since?.getTime() ?? []);
  if (moments.length === 0) return {};
  const found = await stores.tombstones.since(owner, new Date(Math.min(...moments)), MOST + 1);
  if (found.length > MOST) return undefined;
  const ids: Partial<Record<string, number[]>> = {};
  for (const { collection, id } of found) (ids[collection] ??= []).push(id);
  return ids;
}

/** Undefined when it is too much. */
async function newsOf(
  name: CollectionName,
  owner: Owner,
  since: Date,
  tombstone: readonly number[],
  { stores }: Ports,
) {
  const records = await stores[name].changedSince(owner, since, MOST + 1);
  if (records.length > MOST) return undefined;
  const changed =
    name === 'settings' ? records.map((stored) => settingsOf(owner.userId, stored)) : records;
  // Read one after the other, so a record may have come back in between.
  const standing = new Set(records.map(({ id }) => id));
  return { changed, deleted: tombstone.filter((id) => !standing.has(id)) };
}
