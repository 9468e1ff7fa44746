import type { CollectionName } from '@daymark/contract/changes';
import { byId, type Identified } from './mutation';
import {
  entriesOf,
  surplusNames,
  type QueuedMutation,
  type Replica,
  type StoredValue,
} from './replica';

/** A replica in memory, for browsers that block storage, with these mutations. It lasts as long as the page. */
export function memoryReplica(queued: readonly QueuedMutation[] = []): Replica {
  const copies = new Map<CollectionName, { byId: Map<number, Identified>; revision: string }>();
  const values = new Map<string, StoredValue>();
  let outbox = [...queued];
  let seq = Math.max(0, ...queued.map((mutation) => mutation.seq));
  const soon = <T>(value: T) => Promise.resolve(value);
  const done = Promise.resolve();
  return {
    read(collection) {
      const copy = copies.get(collection);
      return soon(copy && { records: [...copy.byId.values()], revision: copy.revision });
    },
    revisions: () =>
      soon(Object.fromEntries([...copies].map(([name, { revision }]) => [name, revision]))),
    replace(collection, { records, revision }) {
      copies.set(collection, { byId: new Map(byId(records)), revision });
      return done;
    },
    apply(changes) {
      for (const [collection, { reset, changed, deleted, revision }] of entriesOf(changes)) {
        const copy = copies.get(collection);
        if (!copy || reset) continue;
        for (const record of changed) copy.byId.set(record.id, record);
        for (const id of deleted) copy.byId.delete(id);
        copy.revision = revision;
      }
      return done;
    },
    outbox: () => soon(outbox),
    isQueued: ({ key }) => soon(outbox.some((mutation) => mutation.key === key)),
    enqueue(mutation) {
      const queued = { ...mutation, seq: ++seq };
      outbox = [...outbox, queued];
      return soon(queued);
    },
    amend(mutation) {
      outbox = outbox.map((other) => (other.key === mutation.key ? mutation : other));
      return done;
    },
    supersede(other, mutation) {
      const queued = { ...mutation, seq: other.seq };
      outbox = [...outbox.filter(({ key }) => key !== other.key), queued];
      return soon(queued);
    },
    discard(mutations) {
      outbox = outbox.filter((one) => !mutations.some(({ key }) => key === one.key));
      return done;
    },
    confirm(mutation, outcome) {
      outbox = outbox.filter(({ key }) => key !== mutation.key);
      const records = copies.get(mutation.collection)?.byId;
      if ('record' in outcome) records?.set(outcome.record.id, outcome.record);
      else records?.delete(mutation.recordId);
      return done;
    },
    readValue: (name) => soon(values.get(name)),
    storeValue(name, value) {
      values.set(name, { value, at: Date.now() });
      return done;
    },
    keepValues(prefix, most) {
      for (const name of surplusNames([...values], prefix, most)) values.delete(name);
      return done;
    },
    close: () => undefined,
  };
}
