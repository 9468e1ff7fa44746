import { ACCOUNT_CAPS } from '@daymark/contract/accountCaps';
import { collections, type CollectionName } from '@daymark/contract/changes';
import { Failure } from '../http/failure';
import type { OwnerRef } from '../owner';
import { firestore } from './firestore';

/** How much an account may hold, and when that is looked at. */
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
 * Call it before records are added or grow.
 * @throws Failure 403 when the account is full.
 */
export type TakeRoom = (owner: OwnerRef, collection: string, needed: Size) => Promise<void>;

/** The most accounts that an instance remembers. */
const REMEMBERED_MAX = 10_000;

/**
 * Measures an account only when this instance has let it add so much that it might be full: counting costs reads, and a
 * counter in the database would cost every delete a read. So a cap can be exceeded by what is unmeasured, on each of the
 * instances.
 */
export function roomWithin(caps: Caps): TakeRoom {
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
