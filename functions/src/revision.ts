import type { CollectionName } from '@daymark/contract/changes';
import type { Revisions } from './store/revisions';

/** How far a copy of one collection has come. Times are in microseconds. */
interface Revision {
  epoch: number;
  counter: number;
  /** The copy holds no write that is later than this. */
  time: number;
}

/** The current revision of one collection. */
export function revisionOf({ epoch, time, counters }: Revisions, name: CollectionName): Revision {
  return { epoch, counter: counters[name] ?? 0, time };
}

/**
 * Whether two revisions have the same content. The time is not compared: it is that of the last write to any
 * collection.
 */
export function isSameRevision(one: Revision, other: Revision): boolean {
  return one.epoch === other.epoch && one.counter === other.counter;
}

/** A revision as clients store it: `<epoch>.<counter>.<time>`. */
export function formatRevision({ epoch, counter, time }: Revision): string {
  return `${epoch}.${counter}.${time}`;
}

/** Reads what `formatRevision` wrote; undefined for any other text. */
export function parseRevision(text: string): Revision | undefined {
  const [, epoch, counter, time] = /^(\d{1,16})\.(\d{1,15})\.(\d{1,16})$/.exec(text) ?? [];
  return epoch === undefined
    ? undefined
    : { epoch: Number(epoch), counter: Number(counter), time: Number(time) };
}

/**
 * Whether an `If-None-Match` header names this revision, among others or as a weak tag: a proxy that compresses a
 * reply makes its tag weak. `*` matches every revision.
 */
export function matchesEtag(revision: Revision, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(/"([^"]*)"/g)].some(([, tag = '']) => {
    const known = parseRevision(tag);
    return known !== undefined && isSameRevision(known, revision);
  });
}
