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

/** If the server fails on the same mutation this often, the mutation is probably the cause. */
const FAILURES_BEFORE_REJECTION = 6;

/** The record that is to be deleted, or was, is not deleted any more. */
const BROUGHT_BACK = 409;

/** No answer, too slow, too many; and for an outdated app, which reloads. */
const PASSING = new Set([0, 408, 429, OUTDATED_STATUS]);

/** What became of a mutation, called later. */
export interface SendEvents {
  /** The server rejected it. */
  onRejected: (mutation: Mutation, error: Error) => void;
  /** The server answered 5xx: called for the first mutation that is retried, not for every one. */
  onRetrying: (mutation: Mutation, error: Error) => void;
  /** A later edit, made on another device, has changed these fields: it stays. */
  onOverruled: (mutation: Mutation, fields: readonly string[]) => void;
  /** Another device changed the same words: both texts are kept until the person chooses one. */
  onConflict: (mutation: Mutation) => void;
  /** Its record was deleted on another device: `lost` is the record as it was shown here. */
  onLost: (mutation: Mutation, lost: Identified | undefined) => void;
  /** The same, and texts were written here: they are kept until the person brings the record back or discards them. */
  onKept: (mutation: Mutation) => void;
}

/** Why the edits of a record that was deleted elsewhere are not saved. */
const DELETED_ELSEWHERE = 'What you wrote is still here.';

interface Parts {
  outbox: Outbox;
  replica: LastingReplica;
  connection: Connection;
  tabs: Pick<Tabs, 'broadcast' | 'lock'>;
  /** A text that no other call returns, here or elsewhere. */
  newKey: () => string;
  /** This browser's number. */
  device: () => number;
  userId: number;
  /** A mutation is confirmed: `record` is what the server has now, undefined if it is deleted. */
  onConfirmed: (
    mutation: QueuedMutation,
    record: Identified | undefined,
    advance: Advance | undefined,
    followUp: readonly QueuedMutation[],
  ) => void;
  /** The server has something that this browser has not. */
  onBehind: () => void;
  /** Another tab has sent a mutation, and may have been closed before it could say what became of it. */
  onSentElsewhere: (mutation: QueuedMutation) => void;
  /** A record as the server last confirmed it. */
  storedRecord: (collection: CollectionName, id: number) => Promise<Identified | undefined>;
  /** A record as it is shown. */
  shownRecord: (record: Pick<Mutation, 'collection' | 'recordId'>) => Identified | undefined;
  /** If a task is hidden because it was skipped or removed: another task of its series, the open one if it is known. */
  seriesOfHidden: (task: Identified) => Pick<Task, 'id' | 'title'> | undefined;
  events: SendEvents;
}

/** Sends the outbox, oldest first, one mutation at a time, from one tab at a time. */
export function createSender(parts: Parts) {
  const { outbox, replica, connection, tabs, onConfirmed, onSentElsewhere, shownRecord, events } =
    parts;
  const { newKey, device, userId, onBehind, storedRecord, seriesOfHidden } = parts;
  let isSending = false;
  let shouldSendAgain = false;

  /** Sends until the outbox is empty or an attempt fails. */
  async function send(): Promise<void> {
    if (isSending) {
      shouldSendAgain = true;
      return;
    }
    isSending = true;
    try {
      await outbox.loaded;
      do {
        shouldSendAgain = false;
        while ((await tabs.lock('exclusive', sendNext)) === 'continue');
      } while (shouldSendAgain as boolean);
    } finally {
      isSending = false;
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
      // It was stored again at another place meanwhile.
      const placed = outbox.queued().find(({ key }) => key === mutation.key);
      if (placed && placed.seq !== mutation.seq) return 'continue';
      // Another tab has sent it already; its message may not have arrived yet.
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
        onAnswer(response) {
          options.onAnswer(response);
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
   * When a mutation was made. A clock that was ahead may have given it a later time than those that were made after it:
   * it counts as made just before them.
   */
  function editTimeOf({ collection, recordId, seq, editedAt }: QueuedMutation): string {
    const later = outbox.ofRecord(collection, recordId).filter((other) => other.seq > seq);
    const earliest = later.map((other) => Date.parse(other.editedAt));
    const latestMs = Math.min(Date.parse(editedAt), ...earliest.map((ms) => ms - 1));
    return new Date(latestMs).toISOString();
  }

  /**
   * The title that was written into a task of a series that another device has skipped or removed meanwhile. No list shows
   * that task, so the title is kept with another one of the series.
   */
  function hiddenTitle({ kind, fields, editedAt }: Mutation, record: Identified) {
    if (kind !== 'update' || typeof fields.title !== 'string' || 'skippedAt' in fields) return [];
    const other = seriesOfHidden(record);
    if (!other || other.title === fields.title) return [];
    const { id: recordId } = other;
    const text = fields.title;
    return [{ recordId, field: 'title', text, writtenAt: editedAt, isOwn: true }];
  }

  /** Returns the mutations that the conflicts of one lead to; undefined if there are none. */
  function followUpOf(
    mutation: QueuedMutation,
    record: Identified,
    conflicts: Readonly<Record<string, string>>,
  ): FollowUp | undefined {
    const found = Object.keys(conflicts);
    const hidden = mutation.collection === 'tasks' ? hiddenTitle(mutation, record) : [];
    if (found.length + hidden.length === 0) return undefined;
    // A later edit of the same text takes its place: the person has replaced it.
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

  /** Decides what happens to a mutation that could not be sent: rejected, retried or dropped. */
  async function handleError(mutation: QueuedMutation, error: Error): Promise<'continue' | 'stop'> {
    const status = statusOf(error);
    // 410: the create was sent again after its answer was lost, and the record was deleted elsewhere in between.
    if (
      (status === 404 && mutation.kind === 'update') ||
      (status === 410 && mutation.kind === 'create')
    ) {
      try {
        await drop(mutation);
      } catch (failure) {
        // The record was brought back meanwhile: the mutation is sent again.
        if (statusOf(failure) !== BROUGHT_BACK) {
          connection.failed(failure);
          return 'stop';
        }
      }
      connection.succeeded();
      return 'continue';
    }
    // The record was changed since the person saw it. If it is back by Undo or with its series, there is nothing to ask.
    if (status === 412 && mutation.kind === 'delete') {
      onBehind();
      const undo = outbox
        .ofRecord(mutation.collection, mutation.recordId)
        .find(({ kind, seq }) => kind === 'create' && seq > mutation.seq);
      if (!undo) return reject(mutation, error, 'delete');
      connection.succeeded();
      // Texts that were written when the record was brought back stay.
      const written = undo.restore && textsWrittenIn(undo);
      if (written) await outbox.amend(written);
      await outbox.discard(written ? [mutation] : [mutation, undo]);
      return 'continue';
    }
    // The delete was sent again after its answer was lost, and the record was brought back in between.
    if (status === BROUGHT_BACK && mutation.kind === 'delete') {
      connection.succeeded();
      await outbox.discard([mutation]);
      return 'continue';
    }
    const isPassing = PASSING.has(status) || status >= 500;
    if (status >= 500) {
      const { times, isFirst } = outbox.noteFailure(mutation, sentenceOf(error));
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
   * Keeps what was written here into a record that is deleted, by another device or in another tab. Returns whether there
   * is anything: not before a delete of this browser, nor with an undo.
   */
  async function keepTexts(collection: CollectionName, id: number): Promise<boolean> {
    const all = outbox.ofRecord(collection, id);
    const edits = afterDelete(all);
    const [last] = edits.slice(-1);
    if (!last || !edits.some(hasTexts) || edits.some(({ restore }) => restore)) return false;
    // The base of an edit that was typed into a rejected create is the whole record.
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
   * A deleted record as the server has kept it. This browser may have lost its copy since it was edited here. @throws
   * CallError BROUGHT_BACK
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

  /** Returns a create that brings an edited record back, merged with texts of the deleted one that its person has not seen. */
  async function withUnseenTexts(mutation: QueuedMutation): Promise<QueuedMutation> {
    if (!mutation.restore || writtenTexts(mutation, mutation.base).length === 0) return mutation;
    try {
      const deleted = await deletedRecord(mutation.collection, mutation.recordId);
      return deleted
        ? { ...mutation, fields: fieldsAfter(mutation.collection, { ...deleted }, [mutation]) }
        : mutation;
    } catch (error) {
      // It is back already: the server names what is written in it.
      if (statusOf(error) === BROUGHT_BACK) return mutation;
      throw error;
    }
  }

  /** Deleting wins over editing: the record's other mutations are dropped too, except from an undo on. */
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
      // They come after the undo, which another tab made without them.
      await outbox.enqueue(...texts.map((edit) => ({ ...withoutSeq(edit), key: newKey() })));
    // The person is told first: if the tab is closed meanwhile, the mutation is sent and dropped again.
    else if (!undo || undo.key === mutation.key || !bringsBack(undo, before))
      events.onLost(mutation, lost);
    const { collection, recordId } = mutation;
    // Records that were made with it go along, unless the person has written into them.
    const madeWithIt = outbox
      .followersOf(collection, recordId)
      .filter((other) => !undo && other.kind === 'create')
      .filter((other) => !outbox.ofRecord(other.collection, other.recordId).some(hasTexts));
    await outbox.discard([...before.filter(({ key }) => key !== mutation.key), ...madeWithIt]);
    await confirm(mutation, undefined);
  }

  return { send, keepTexts };
}

/** The conflicts that the server names: for each field, when its text was last edited. */
function conflictsIn(header: string | null): Readonly<Record<string, string>> {
  const entries = (header ?? '').split(',').map((entry) => entry.split('=', 2));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry.length === 2),
  );
}

/** Those of a record's mutations that come after its last delete. */
const afterDelete = (all: readonly QueuedMutation[]): readonly QueuedMutation[] =>
  all.slice(1 + all.findLastIndex(({ kind }) => kind === 'delete'));

/** Whether a mutation is an edit of texts. */
const hasTexts = ({ kind, collection, fields }: Mutation): boolean =>
  kind === 'update' && textFields[collection].some((field) => field in fields);

/** The texts in which a mutation differs from a record as the person saw it. */
const writtenTexts = ({ collection, fields }: Mutation, seen: Mutation['fields'] = {}): string[] =>
  textFields[collection].filter(
    (field) => field in seen && field in fields && seen[field] !== fields[field],
  );

/** Returns the texts that a create wrote into the record it brings back, as an edit; undefined if it wrote none. */
function textsWrittenIn({ restore: _, ...undo }: QueuedMutation): QueuedMutation | undefined {
  const { base = {} } = undo;
  const texts = writtenTexts(undo, base);
  if (texts.length === 0) return undefined;
  const of = (all: Mutation['fields']) =>
    Object.fromEntries(texts.map((field) => [field, all[field]]));
  return { ...undo, kind: 'update', fields: of(undo.fields), base: of(base) };
}

/** Whether an undo has what edits before it changed: then nothing of them is lost. */
function bringsBack({ fields }: Mutation, edits: readonly Mutation[]): boolean {
  const edited = Object.assign({}, ...edits.map((edit) => edit.fields)) as Mutation['fields'];
  return Object.entries(edited).every(([field, value]) => fields[field] === value);
}
