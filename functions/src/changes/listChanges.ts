import { DAY_MS } from '@daymark/contract/time/units';
import {
  collections,
  type Changes,
  type CollectionName,
  type KnownRevisions,
} from '@daymark/contract/changes';
import { withDefaultSettings } from '@daymark/contract/settings';
import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import type { Owner } from '../owner';
import type { Ports } from '../ports';
import { formatRevision, isSameRevision, parseRevision, revisionOf } from '../revision';
import { liveTokenInTime } from './liveToken';

/**
 * At most this many changed records of a collection are returned, and at most this many deleted records of all
 * collections together. If there are more, reading whole collections page by page is cheaper.
 */
const CHANGES_MAX = 500;

/**
 * Age of the oldest copy that can catch up, in ms. Tombstones are kept for 30 days, so the tombstones that an older
 * copy needs may be gone.
 */
const COPY_AGE_MAX_MS = 29 * DAY_MS;

/**
 * How far before the time of the caller's revision to start reading changes, in ms. Firestore stamps a write when the
 * request arrives, but counts it when it is committed. A write that waited for others may therefore have an earlier
 * time than a revision that doesn't contain the write. No write waits longer than a request's time limit.
 */
const LATE_WRITE_MARGIN_MS = 30_000;

const NAMES = Object.keys(collections) as CollectionName[];

/** A collection whose current revision differs from the caller's. */
interface ChangedCollection {
  name: CollectionName;
  revision: string;
  /**
   * The moment since which the caller's copy may lack changes. Undefined if the caller has to read the whole
   * collection.
   */
  since: Date | undefined;
}

/**
 * Returns the changes since the caller's revisions, and a token for live updates if the query asks for it. Reads only
 * one document if nothing has changed.
 */
export const listChanges: Handler<'listChanges'> = async ({ owner, query, browser }, ports) => {
  const { live, ...known } = query;
  // A live token would outlast a revoked API token.
  if (live && browser.session === undefined)
    throw new Failure(403, 'API tokens can’t be used for live updates.');
  const [changes, liveToken] = await Promise.all([
    changesSinceRevisions(owner, known, ports),
    live && liveTokenInTime(owner, ports),
  ]);
  return { ...changes, liveToken };
};

async function changesSinceRevisions(
  owner: Owner,
  revisionsKnown: KnownRevisions,
  ports: Ports,
): Promise<Changes> {
  const revisions = await ports.stores.revisions.get(owner);
  const changedCollections = NAMES.flatMap((name): ChangedCollection[] => {
    const text = revisionsKnown[name];
    if (text === undefined) return [];
    const known = parseRevision(text);
    if (!known) throw new Failure(400, 'This is not a valid revision.');
    const current = revisionOf(revisions, name);
    if (isSameRevision(known, current)) return [];
    const ageMs = ports.now().getTime() - known.time / 1000;
    const canCatchUp =
      known.epoch === current.epoch && known.counter < current.counter && ageMs < COPY_AGE_MAX_MS;
    const since = canCatchUp
      ? new Date(Math.floor(known.time / 1000) - LATE_WRITE_MARGIN_MS)
      : undefined;
    return [{ name, revision: formatRevision(current), since }];
  });

  const deleted = await deletedSince(owner, changedCollections, ports);
  const changes = await Promise.all(
    changedCollections.map(async ({ name, revision, since }) => {
      const found =
        since && deleted && (await changesSince(name, owner, since, deleted[name] ?? [], ports));
      return [name, { revision, reset: !found, changed: [], deleted: [], ...found }];
    }),
  );
  return Object.fromEntries(changes) as Changes;
}

/**
 * Returns the deleted ids by collection, from one query for all collections, or undefined if there are too many ids.
 */
async function deletedSince(
  owner: Owner,
  changedCollections: readonly ChangedCollection[],
  { stores }: Ports,
) {
  const moments = changedCollections.flatMap(({ since }) => since?.getTime() ?? []);
  if (moments.length === 0) return {};
  const earliest = new Date(Math.min(...moments));
  const tombstones = await stores.tombstones.since(owner, earliest, CHANGES_MAX + 1);
  if (tombstones.length > CHANGES_MAX) return undefined;
  const ids: Partial<Record<string, number[]>> = {};
  for (const { collection, id } of tombstones) (ids[collection] ??= []).push(id);
  return ids;
}

/** Returns the changes of one collection, or undefined if too many records have changed. */
async function changesSince(
  name: CollectionName,
  owner: Owner,
  since: Date,
  deletedIds: readonly number[],
  { stores }: Ports,
) {
  const records = await stores[name].changedSince(owner, since, CHANGES_MAX + 1);
  if (records.length > CHANGES_MAX) return undefined;
  const changed =
    name === 'settings'
      ? records.map((stored) => withDefaultSettings(owner.userId, stored))
      : records;
  // The tombstones were read first, so a deleted record may have been restored since.
  const existing = new Set(records.map(({ id }) => id));
  return { changed, deleted: deletedIds.filter((id) => !existing.has(id)) };
}
