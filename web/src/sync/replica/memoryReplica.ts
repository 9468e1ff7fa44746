import type { CollectionName } from '@daymark/contract/changes';
import { byId, type Identified, type Mutation } from '../../domain/mutation';
import {
  advanced,
  entriesOf,
  surplusNames,
  type QueuedMutation,
  type Replica,
  type StoredValue,
} from './replica';

/**
 * Creates a replica in memory, for example because the browser blocks storage. The replica starts with the `queued`
 * mutations and lasts as long as the page.
 */
export function memoryReplica(queued: () => readonly QueuedMutation[] = () => []): Replica {
  const copies = new Map<CollectionName, { byId: Map<number, Identified>; revision: string }>();
  const values = new Map<string, StoredValue>();
  let outbox = [...queued()];
  const soon = <T>(value: T) => Promise.resolve(value);
  const done = Promise.resolve();
  function add(mutation: Mutation): QueuedMutation {
    // The number must also follow the numbers of mutations that other tabs have stored, which are only in `queued`.
    const seq = 1 + Math.max(0, ...[...outbox, ...queued()].map((other) => other.seq));
    const last = { ...mutation, seq };
    outbox = [...outbox, last];
    return last;
  }
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
    outbox: () => soon({ queued: outbox, identity: '' }),
    find: ({ key }) =>
      soon({ isQueued: outbox.some((mutation) => mutation.key === key), identity: '' }),
    putBack(mutations) {
      const known = new Set(outbox.map(({ key }) => key));
      mutations.filter(({ key }) => !known.has(key)).forEach(add);
      return soon({ queued: outbox, identity: '' });
    },
    enqueue: (...mutations) => soon(mutations.map(add)),
    amend(mutation) {
      outbox = outbox.map((other) => (other.key === mutation.key ? mutation : other));
      return done;
    },
    supersede(other, mutation, edit) {
      const replacement = { ...mutation, seq: other.seq };
      outbox = [...outbox.filter(({ key }) => key !== other.key), replacement];
      return soon(edit && mutation.kind === 'create' ? [replacement, add(edit)] : [replacement]);
    },
    discard(mutations) {
      outbox = outbox.filter((one) => !mutations.some(({ key }) => key === one.key));
      return done;
    },
    confirm(mutation, outcome) {
      const { replacement, added = [], rebased = [] } = outcome.followUp ?? {};
      outbox = outbox
        .filter(({ key }) => key !== mutation.key)
        .map((one) => rebased.find(({ key }) => key === one.key) ?? one);
      const placed = replacement ? [{ ...replacement, seq: mutation.seq }] : [];
      outbox = [...outbox, ...placed].sort((a, b) => a.seq - b.seq);
      const queued = [...placed, ...added.map(add), ...rebased];
      const copy = copies.get(mutation.collection);
      if ('record' in outcome) copy?.byId.set(outcome.record.id, outcome.record);
      else copy?.byId.delete(mutation.recordId);
      const advance = copy && outcome.isCounted ? advanced(copy.revision) : undefined;
      if (copy && advance) copy.revision = advance.revision;
      return soon({ advance, queued });
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
