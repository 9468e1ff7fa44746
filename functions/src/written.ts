import type { CollectionName } from '@daymark/contract/changes';

/** The outcome of a write, besides the record. The reply has the outcome in its headers. */
export interface WriteOutcome {
  /** The fields of the edit that lost against a later edit. */
  lostFields?: readonly string[];
  /** The texts that were changed since the person saw them, and when each was last edited. */
  conflicts?: Readonly<Record<string, string>>;
  /**
   * The collection of the written record, if the write changed no other record and raised the collection's counter by
   * one. A copy of the collection that was complete before the write then lacks only this write.
   */
  raised?: CollectionName | undefined;
}

/** A record as it is after a write, and the outcome. The record is undefined if the write deleted it. */
export interface Written<R> extends WriteOutcome {
  record: R;
}
