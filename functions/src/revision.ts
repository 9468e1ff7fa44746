import type { CollectionName } from '@daymark/contract/changes';
import type { Revisions } from './store/revisions';

/** How far a copy of one collection has come. Times are in microseconds. */
interface Revision {
  epoch: number;
  counter: number;
  /** The copy contains no write later than this time. */
  time: number;
}

/** Returns the current revision of one collection. */
export function revisionOf({ epoch, time, counters }: Revisions, name: CollectionName): Revision {
  return { epoch, counter: counters[name] ?? 0, time };
}

/**
 * Returns whether two revisions have the same content. The time is not compared, because it is the time of the last
 * write to any collection.
 */
export function isSameRevision(one: Revision, other: Revision): boolean {
  return one.epoch === other.epoch && one.counter === other.counter;
}

/** Returns a revision as clients store it: `<epoch>.<counter>.<time>`. */
export function formatRevision({ epoch, counter, time }: Revision): string {
  return `${epoch}.${counter}.${time}`;
}

/** Reads a revision that `formatRevision` wrote. Returns undefined for any other text. */
export function parseRevision(text: string): Revision | undefined {
  const [, epoch, counter, time] = /^(\d{1,16})\.(\d{1,15})\.(\d{1,16})$/.exec(text) ?? [];
  return epoch === undefined
    ? undefined
    : { epoch: Number(epoch), counter: Number(counter), time: Number(time) };
}

/**
 * Returns whether an `If-None-Match` header names this revision, alone or among others. Weak tags count as well,
 * because a proxy that compresses a reply makes its tag weak. `*` matches every revision.
 */
export function matchesEtag(revision: Revision, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(/"([^"]*)"/g)].some(([, tag = '']) => {
    const known = parseRevision(tag);
    return known !== undefined && isSameRevision(known, revision);
  });
}
