import type { CollectionName } from '@daymark/contract/changes';

/** The outcome of a write, besides the record. The reply has the outcome in its headers. */
export interface WriteOutcome {
  /** The fields of the edit that lost against a later edit. */
  lostFields?: readonly string[];
  /** The texts that were changed since the person saw them, and when each was last edited. */
  conflicts?: Readonly<Record<string, string>>;
  /**
   * The collection whose counter the write raised by one. Absent if the write changed nothing, or if it changed other
   * records than the one in the reply. A copy of the collection that was complete before the write needs only this
   * record to be complete again.
   */
  raised?: CollectionName | undefined;
}

/** A record as it is after a write, and the outcome. The record is undefined if the write deleted it. */
export interface Written<R> extends WriteOutcome {
  record: R;
}
