import type { CollectionName } from '@daymark/contract/changes';
import type { Revisions } from '../ports';

/** How far a copy of one collection has come; the times in microseconds. */
interface Revision {
  epoch: number;
  counter: number;
  /** Nothing that was written after this is in the copy. */
  time: number;
}

/** A collection's revision. */
export function revisionOf({ epoch, time, counters }: Revisions, name: CollectionName): Revision {
  return { epoch, counter: counters[name] ?? 0, time };
}

/** Whether two are of the same content. The time is that of a write to any collection, so it says nothing. */
export function isSame(one: Revision, other: Revision): boolean {
  return one.epoch === other.epoch && one.counter === other.counter;
}

/** The form in which clients keep it: `<epoch>.<counter>.<time>`. */
export function written({ epoch, counter, time }: Revision): string {
  return `${epoch}.${counter}.${time}`;
}

/** Undefined for what `written` never wrote. */
export function parsed(text: string): Revision | undefined {
  const [, epoch, counter, time] = /^(\d{1,16})\.(\d{1,15})\.(\d{1,16})$/.exec(text) ?? [];
  return epoch === undefined
    ? undefined
    : { epoch: Number(epoch), counter: Number(counter), time: Number(time) };
}

/**
 * Whether an `If-None-Match` header has this revision in it, among others or as a weak tag: a proxy that compresses
 * a reply makes its tag weak. `*` has every one.
 */
export function isKnown(revision: Revision, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(/"([^"]*)"/g)].some(([, tag = '']) => {
    const known = parsed(tag);
    return known !== undefined && isSame(known, revision);
  });
}
