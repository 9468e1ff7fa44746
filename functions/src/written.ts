import type { CollectionName } from '@daymark/contract/changes';

/** The result of a write beside the record. The client learns it from headers of the reply. */
export interface WriteOutcome {
  /** The fields of the edit that lost against a later edit. */
  lostFields?: readonly string[];
  /** The texts that somebody has changed since the person saw them, and when each was last edited. */
  conflicts?: Readonly<Record<string, string>>;
  /**
   * The collection whose counter the write raised by one, if it wrote nothing but the record of the reply: a copy of the
   * collection that had everything before has everything with this record.
   */
  raised?: CollectionName | undefined;
}

/** A record as it is after a write. Undefined if the write deleted it. */
export interface Written<R> extends WriteOutcome {
  record: R;
}
