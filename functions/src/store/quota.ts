import { ACCOUNT_CAPS } from '@daymark/contract/accountCaps';
import { collections, type CollectionName } from '@daymark/contract/changes';
import { Failure } from '../http/failure';
import type { OwnerRef } from '../owner';
import { firestore } from './firestore';

/** The quotas of an account, and how much may be added before they are checked. */
export interface Caps extends Record<keyof typeof ACCOUNT_CAPS, number> {
  /** How much an instance lets an account add before it measures what is stored. */
  unmeasured: Size;
}

interface Size {
  records: number;
  bytes: number;
}

export const CAPS: Caps = {
  ...ACCOUNT_CAPS,
  unmeasured: { records: 200, bytes: 2_000_000 },
};

/**
 * Counts new or growing records against the account's quotas. Call this before the records are written.
 * @throws Failure 403 if the account is full.
 */
export type TakeQuota = (owner: OwnerRef, collection: string, needed: Size) => Promise<void>;

/** At most this many accounts are remembered by an instance. */
const REMEMBERED_MAX = 10_000;

/**
 * Returns a function that enforces the quotas. The function measures an account only after this instance has let the
 * account add `caps.unmeasured`. Counting costs reads, and a counter in the database would cost every delete a read.
 * Each instance can therefore exceed a quota by `caps.unmeasured`.
 */
export function quotaWithin(caps: Caps): TakeQuota {
  const unmeasured = new Map<string, Size>();

  return async ({ uid }, collection, needed) => {
    const before = unmeasured.get(uid) ?? { records: 0, bytes: 0 };
    const added = {
      records: before.records + needed.records,
      bytes: before.bytes + needed.bytes,
    };
    if (unmeasured.size >= REMEMBERED_MAX) unmeasured.clear();
    unmeasured.set(uid, added);
    if (added.records <= caps.unmeasured.records && added.bytes <= caps.unmeasured.bytes) return;

    const sizes = await measure(uid);
    const records = (sizes.get(collection)?.records ?? 0) + needed.records;
    const all = [...sizes.values()].reduce(
      (sum, size) => ({ records: sum.records + size.records, bytes: sum.bytes + size.bytes }),
      needed,
    );
    if (records > caps.collection) throw full(`${grouped(caps.collection)} of these`);
    if (all.records > caps.account) throw full(`${grouped(caps.account)} records`);
    if (all.bytes > caps.bytes) throw full(`${grouped(caps.bytes / 1e6)} MB`);
    unmeasured.set(uid, needed);
  };
}

const full = (most: string) =>
  new Failure(403, `An account holds at most ${most}. Delete some, then try again.`);

const grouped = (count: number) => count.toLocaleString('en-US');

async function measure(uid: string): Promise<Map<string, Size>> {
  const { db, AggregateField } = await firestore();
  const names = Object.keys(collections) as CollectionName[];
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, Size]> => {
        const stored = db
          .collection(`users/${uid}/${name}`)
          .aggregate({ records: AggregateField.count(), bytes: AggregateField.sum('bytes') });
        return [name, (await stored.get()).data()];
      }),
    ),
  );
}
