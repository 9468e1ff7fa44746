import type { CollectionName } from '@daymark/contract/changes';
import type { Conflict } from '@daymark/contract/conflict';
import { RESTORABLE } from '@daymark/contract/deletion';
import { idOfText } from '@daymark/contract/primitives';
import type { Task } from '@daymark/contract/task';
import { textFields } from '@daymark/contract/texts';
import { call, OUTDATED_STATUS, sentenceOf } from '../lib/api/call';
import { statusOf, type Connection } from './connection';
import type { LastingReplica } from './replica/createReplica';
import { definitions } from './definitions';
import { fieldsAfter } from './merge/fieldsAfter';
import type { Identified, Mutation, Question } from '../domain/mutation';
import type { Outbox } from './outbox';
import { withoutSeq, type Advance, type FollowUp, type QueuedMutation } from './replica/replica';
import { resolveConflicts } from './merge/resolveConflicts';
import type { Tabs } from './tabs';

/**
 * From this number of failures (5xx) on, a response with status 500 rejects the mutation. The mutation itself is then
 * probably the cause.
 */
const FAILURES_BEFORE_REJECTION = 6;

/** The status for a record that was deleted and then brought back. */
const BROUGHT_BACK = 409;

/**
 * Statuses of passing failures: no response, a timeout, too many requests, and an app that is outdated until it
 * reloads.
 */
const PASSING = new Set([0, 408, 429, OUTDATED_STATUS]);

/** Callbacks for the outcome of a mutation. */
export interface SendEvents {
  /** Called when the server rejected a mutation. */
  onRejected: (mutation: Mutation, error: Error) => void;
  /** Called when the server fails on a mutation (5xx) and no mutation was being retried until then. */
  onRetrying: (mutation: Mutation, error: Error) => void;
  /** Called when a later edit on another device wins in these fields. */
  onOverruled: (mutation: Mutation, fields: readonly string[]) => void;
  /**
   * Called when a conflict is kept, for example because another device changed the same words. Both texts are kept
   * until the person chooses one.
   */
  onConflict: (mutation: Mutation) => void;
  /** Called when the record was deleted on another device. `lost` is the record as it was shown here. */
  onLost: (mutation: Mutation, lost: Identified | undefined) => void;
  /**
   * Called when the record was deleted on another device, and texts were written here. The texts are kept until the
   * person brings the record back or discards them.
   */
  onKept: (mutation: Mutation) => void;
}

/** The rejection of texts whose record was deleted elsewhere. */
const DELETED_ELSEWHERE = 'What you wrote is still here.';

interface Parts {
  outbox: Outbox;
  replica: LastingReplica;
  connection: Connection;
  tabs: Pick<Tabs, 'broadcast' | 'lock'>;
  /** Returns a text that no other call returns, on any device. */
  newKey: () => string;
  /** Returns this browser's number. */
  device: () => number;
  userId: number;
  /** Called when a mutation is confirmed. `record` is the server's record, or undefined if it is deleted. */
  onConfirmed: (
    mutation: QueuedMutation,
    record: Identified | undefined,
    advance: Advance | undefined,
    followUp: readonly QueuedMutation[],
  ) => void;
  /** Called when the server has changes that this browser lacks. */
  onBehind: () => void;
  /**
   * Called when another tab has sent a mutation. That tab may have been closed before it could broadcast the result.
   */
  onSentElsewhere: (mutation: QueuedMutation) => void;
  /** Returns a record as the server last confirmed it. */
  storedRecord: (collection: CollectionName, id: number) => Promise<Identified | undefined>;
  /** Returns a record as it is shown. */
  shownRecord: (record: Pick<Mutation, 'collection' | 'recordId'>) => Identified | undefined;
  /**
   * Returns another task of a hidden task's series, preferably the open one, or undefined if there is none. A task is
   * hidden if it was skipped or removed.
   */
  seriesOfHidden: (task: Identified) => Pick<Task, 'id' | 'title'> | undefined;
  events: SendEvents;
}

/** Sends the outbox, oldest first, one mutation at a time, from one tab at a time. */
export function createSender(parts: Parts) {
  const { outbox, replica, connection, tabs, onConfirmed, onSentElsewhere, shownRecord, events } =
    parts;
  const { newKey, device, userId, onBehind, storedRecord, seriesOfHidden } = parts;
  let sending: Promise<void> | undefined;
  let shouldSendAgain = false;

  /** Sends until no mutation can be sent or an attempt fails. */
  function send(): Promise<void> {
    shouldSendAgain = true;
    sending ??= sendAll();
    return sending;
  }

  async function sendAll(): Promise<void> {
    try {
      await outbox.loaded;
      while (shouldSendAgain) {
        shouldSendAgain = false;
        while ((await tabs.lock('exclusive', sendNext)) === 'continue');
      }
    } finally {
      sending = undefined;
    }
  }

  async function sendNext(): Promise<'continue' | 'stop'> {
    const mutation = outbox.next();
    if (!mutation || connection.signal.aborted) return 'stop';
    const { isQueued, identity } = await replica.find(mutation);
    if (!replica.isMemoryOnly() && !isQueued) {
      if (identity !== outbox.identity()) {
        // The browser has emptied the database.
        await outbox.putBack();
        return 'continue';
      }
      // The mutation may have been stored again at another position in the meantime.
      const placed = outbox.queued().find(({ key }) => key === mutation.key);
      if (placed && placed.seq !== mutation.seq) return 'continue';
      // Another tab has already sent or discarded the mutation. That tab's message may not have arrived yet.
      outbox.forget([mutation.key]);
      onSentElsewhere(mutation);
      return 'continue';
    }
    try {
      let lostFields: readonly string[] = [];
      let conflicts: Readonly<Record<string, string>> = {};
      let isCounted = false;
      const options = connection.options();
      const sent = { ...(await withUnseenTexts(mutation)), editedAt: editTimeOf(mutation) };
      const record = await definitions[mutation.collection].send(sent, {
        ...options,
        mutation: mutation.key,
        onResponse(response) {
          options.onResponse(response);
          lostFields = response.headers.get('Daymark-Lost')?.split(',') ?? [];
          conflicts = conflictsIn(response.headers.get('Daymark-Conflict'));
          isCounted = response.headers.get('Daymark-Raised') === mutation.collection;
        },
      });
      connection.succeeded();
      if (!record) await keepTexts(mutation.collection, mutation.recordId);
      const followUp = record && followUpOf(mutation, record, conflicts);
      await confirm(mutation, record, isCounted, followUp);
      if (lostFields.length > 0) events.onOverruled(mutation, lostFields);
      if (followUp?.added.length) events.onConflict(mutation);
      return 'continue';
    } catch (error) {
      return handleError(mutation, error as Error);
    }
  }

  async function confirm(
    mutation: QueuedMutation,
    record: Identified | undefined,
    isCounted = false,
    followUp?: FollowUp,
  ) {
    const outcome = record ? { record } : { gone: true as const };
    const { advance, queued } = await replica.confirm(mutation, {
      ...outcome,
      isCounted,
      followUp,
    });
    onConfirmed(mutation, record, advance, queued);
    // The connection to the disk may have been lost after the follow-up was stored.
    if (followUp && queued.length === 0) await outbox.read();
    const isInMemory = replica.isMemoryOnly();
    tabs.broadcast({ kind: 'settled', mutation, record, advance, followUp: queued, isInMemory });
  }

  /**
   * Returns the time at which a mutation counts as made. If this device's clock was ahead at first, a record's first
   * mutation may have a later time than its second one. The first mutation then counts as made just before the second
   * one.
   */
  function editTimeOf({ collection, recordId, seq, editedAt }: QueuedMutation): string {
    const later = outbox.ofRecord(collection, recordId).filter((other) => other.seq > seq);
    const earliest = later.map((other) => Date.parse(other.editedAt));
    const latestMs = Math.min(Date.parse(editedAt), ...earliest.map((ms) => ms - 1));
    return new Date(latestMs).toISOString();
  }

  /**
   * Returns the title to keep for another task of the series, if a mutation renamed a task that another device has
   * skipped or removed. No list shows the renamed task.
   */
  function hiddenTitle({ kind, fields, editedAt }: Mutation, record: Identified) {
    if (kind !== 'update' || typeof fields.title !== 'string' || 'skippedAt' in fields) return [];
    const other = seriesOfHidden(record);
    if (!other || other.title === fields.title) return [];
    const { id: recordId } = other;
    const text = fields.title;
    return [{ recordId, field: 'title', text, writtenAt: editedAt, isOwn: true }];
  }

  /**
   * Returns the mutations that follow from a mutation's conflicts or from the rename of a hidden task, or undefined if
   * there are none.
   */
  function followUpOf(
    mutation: QueuedMutation,
    record: Identified,
    conflicts: Readonly<Record<string, string>>,
  ): FollowUp | undefined {
    const found = Object.keys(conflicts);
    const hidden = mutation.collection === 'tasks' ? hiddenTitle(mutation, record) : [];
    if (found.length + hidden.length === 0) return undefined;
    // A later edit of the same text takes the place of the conflict, because the person has replaced the text.
    const { mutations: rebased, isPassedOn } = outbox.rebased(mutation, found);
    const own = Object.fromEntries(
      Object.entries(conflicts).filter(([field]) => !isPassedOn(field)),
    );
    const { fields, base, kept } = resolveConflicts(mutation, record, own);
    const { collection, recordId, editedAt } = mutation;
    const about = collection === 'reflections' && { date: mutation.fields.date };
    const replacement: Mutation | undefined =
      Object.keys(fields).length > 0
        ? {
            key: newKey(),
            collection,
            kind: 'update',
            recordId,
            fields: { ...about, ...fields },
            base,
            editedAt,
          }
        : undefined;
    const texts = [...kept.map((text) => ({ recordId, ...text })), ...hidden];
    const added = texts.map(({ field, text, writtenAt, isOwn, ...owner }): Mutation => {
      const key = newKey();
      const conflict = {
        id: idOfText(key),
        collection: collection as Conflict['collection'],
        recordId: owner.recordId,
        field,
        text,
        writtenAt,
        device: device(),
        isFromDevice: isOwn,
        userId,
      } satisfies Conflict;
      const { id } = conflict;
      return {
        key,
        collection: 'conflicts',
        kind: 'create',
        recordId: id,
        fields: conflict,
        editedAt,
      };
    });
    return { replacement, added, rebased };
  }

  /** Rejects, retries or drops a mutation that could not be sent. */
  async function handleError(mutation: QueuedMutation, error: Error): Promise<'continue' | 'stop'> {
    const status = statusOf(error);
    // 410 means that the create was sent again after its response was lost, and another device had deleted the record
    // by then.
    if (
      (status === 404 && mutation.kind === 'update') ||
      (status === 410 && mutation.kind === 'create')
    ) {
      try {
        await drop(mutation);
      } catch (failure) {
        // The record was brought back in the meantime, so the mutation is sent again.
        if (statusOf(failure) !== BROUGHT_BACK) {
          connection.failed(failure);
          return 'stop';
        }
      }
      connection.succeeded();
      return 'continue';
    }
    // The record has changed since the person saw it. If an undo or the record's series brings the record back, there
    // is no question to ask.
    if (status === 412 && mutation.kind === 'delete') {
      onBehind();
      const undo = outbox
        .ofRecord(mutation.collection, mutation.recordId)
        .find(({ kind, seq }) => kind === 'create' && seq > mutation.seq);
      if (!undo) return reject(mutation, error, 'delete');
      connection.succeeded();
      // Keep texts that were written when the record was brought back.
      const written = undo.restore && textsWrittenIn(undo);
      if (written) await outbox.amend(written);
      await outbox.discard(written ? [mutation] : [mutation, undo]);
      return 'continue';
    }
    // The delete was sent again after its response was lost, and the record had been brought back by then.
    if (status === BROUGHT_BACK && mutation.kind === 'delete') {
      connection.succeeded();
      await outbox.discard([mutation]);
      return 'continue';
    }
    const isPassing = PASSING.has(status) || status >= 500;
    if (status >= 500) {
      const { times, isFirst } = outbox.recordFailure(mutation, sentenceOf(error));
      if (status === 500 && times >= FAILURES_BEFORE_REJECTION) return reject(mutation, error);
      if (isFirst) events.onRetrying(mutation, error);
    }
    if (isPassing || status === 401) {
      connection.failed(error);
      return 'stop';
    }
    return reject(mutation, error);
  }

  async function reject(
    mutation: QueuedMutation,
    error: Error,
    asks?: Question,
  ): Promise<'continue'> {
    connection.succeeded();
    events.onRejected(await outbox.reject(mutation, sentenceOf(error), asks), error);
    return 'continue';
  }

  /**
   * Keeps texts that were written here into a record that another device or tab has deleted. Returns whether there are
   * such texts. Texts from before a delete in this browser don't count, nor do texts of a record that an undo brings
   * back.
   */
  async function keepTexts(collection: CollectionName, id: number): Promise<boolean> {
    const all = outbox.ofRecord(collection, id);
    const edits = afterDelete(all);
    const [last] = edits.slice(-1);
    if (!last || !edits.some(hasTexts) || edits.some(({ restore }) => restore)) return false;
    // An edit that was typed into a rejected create has the whole record as its base.
    const created =
      all.find(({ kind }) => kind === 'create')?.fields ??
      all.find(({ base = {} }) => 'id' in base)?.base;
    const stored =
      (await storedRecord(collection, id)) ??
      (created ? undefined : await deletedRecord(collection, id));
    if (!stored && !created) return false;
    const updates = all.filter(({ kind }) => kind === 'update');
    const record = fieldsAfter(collection, { ...created, ...stored }, updates);
    await outbox.keepDeleted(edits, record, { key: newKey(), rejection: DELETED_ELSEWHERE });
    events.onKept(last);
    return true;
  }

  /**
   * Returns a deleted record as the server has kept it, or undefined if the server has no copy. This browser may have
   * lost its own copy after the edit.
   * @throws CallError with BROUGHT_BACK if the record exists again
   */
  async function deletedRecord(
    collection: CollectionName,
    id: number,
  ): Promise<Identified | undefined> {
    const restorable = RESTORABLE.find((name) => name === collection);
    if (!restorable) return undefined;
    try {
      const query = { collection: restorable };
      return (await call('getDeleted', { id, query }, connection.options())).record;
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  }

  /**
   * If a create brings a record back and the person has edited the record's texts, merges these texts with those of the
   * deleted record on the server. Another device may have changed the record before it was deleted. Returns any other
   * mutation unchanged.
   */
  async function withUnseenTexts(mutation: QueuedMutation): Promise<QueuedMutation> {
    if (!mutation.restore || writtenTexts(mutation, mutation.base).length === 0) return mutation;
    try {
      const deleted = await deletedRecord(mutation.collection, mutation.recordId);
      return deleted
        ? { ...mutation, fields: fieldsAfter(mutation.collection, { ...deleted }, [mutation]) }
        : mutation;
    } catch (error) {
      // The record exists again, so the server reports conflicts with its texts.
      if (statusOf(error) === BROUGHT_BACK) return mutation;
      throw error;
    }
  }

  /**
   * Drops a mutation whose record is deleted. Deleting wins over editing, but texts that were written here are kept.
   * The record's other mutations are dropped too, up to an undo.
   */
  async function drop(mutation: QueuedMutation) {
    if (await keepTexts(mutation.collection, mutation.recordId)) {
      await confirm(mutation, undefined);
      return;
    }
    const lost = shownRecord(mutation);
    const all = outbox.ofRecord(mutation.collection, mutation.recordId);
    const place = all.findIndex(({ restore }) => restore);
    const before = all.slice(0, place < 0 ? all.length : place);
    const undo = all[place];
    const texts = afterDelete(before).filter(hasTexts);
    if (undo && undo.key !== mutation.key && !bringsBack(undo, before) && texts.length > 0)
      // Queue the texts after the undo, which another tab made without them.
      await outbox.enqueue(...texts.map((edit) => ({ ...withoutSeq(edit), key: newKey() })));
    // Tell the person first. If the tab is closed before the mutation is discarded, the mutation is sent and dropped
    // again.
    else if (!undo || undo.key === mutation.key || !bringsBack(undo, before))
      events.onLost(mutation, lost);
    const { collection, recordId } = mutation;
    // Also drop records that were created with the dropped record, unless the person has written into them.
    const madeWithIt = outbox
      .followersOf(collection, recordId)
      .filter((other) => !undo && other.kind === 'create')
      .filter((other) => !outbox.ofRecord(other.collection, other.recordId).some(hasTexts));
    await outbox.discard([...before.filter(({ key }) => key !== mutation.key), ...madeWithIt]);
    await confirm(mutation, undefined);
  }

  return { send, keepTexts };
}

/** Returns the conflicts in a response header: the time of each conflicting field's last edit. */
function conflictsIn(header: string | null): Readonly<Record<string, string>> {
  const entries = (header ?? '').split(',').map((entry) => entry.split('=', 2));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry.length === 2),
  );
}

/** Returns a record's mutations after its last delete. */
const afterDelete = (all: readonly QueuedMutation[]): readonly QueuedMutation[] =>
  all.slice(1 + all.findLastIndex(({ kind }) => kind === 'delete'));

/** Whether a mutation is an edit of texts. */
const hasTexts = ({ kind, collection, fields }: Mutation): boolean =>
  kind === 'update' && textFields[collection].some((field) => field in fields);

/** Returns the text fields in which a mutation differs from the record that the person saw. */
const writtenTexts = ({ collection, fields }: Mutation, seen: Mutation['fields'] = {}): string[] =>
  textFields[collection].filter(
    (field) => field in seen && field in fields && seen[field] !== fields[field],
  );

/** Returns the texts that a create wrote into the record it brings back, as an edit, or undefined if there are none. */
function textsWrittenIn({ restore: _, ...undo }: QueuedMutation): QueuedMutation | undefined {
  const { base = {} } = undo;
  const texts = writtenTexts(undo, base);
  if (texts.length === 0) return undefined;
  const of = (all: Mutation['fields']) =>
    Object.fromEntries(texts.map((field) => [field, all[field]]));
  return { ...undo, kind: 'update', fields: of(undo.fields), base: of(base) };
}

/** Whether an undo contains every change of the earlier edits, so that no change is lost. */
function bringsBack({ fields }: Mutation, edits: readonly Mutation[]): boolean {
  const edited = Object.assign({}, ...edits.map((edit) => edit.fields)) as Mutation['fields'];
  return Object.entries(edited).every(([field, value]) => fields[field] === value);
}
