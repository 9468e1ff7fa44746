import { OUTDATED_STATUS, sentenceOf } from '../lib/call';
import { statusOf, type Connection } from './connection';
import type { LastingReplica } from './createReplica';
import { definitions } from './definitions';
import type { Mutation, Identified } from './mutation';
import type { Outbox } from './outbox';
import type { Advance, QueuedMutation } from './replica';
import type { Tabs } from './tabs';

/** If the server fails on the same mutation this often, the mutation is probably the cause. */
const FAILURES_BEFORE_REJECTION = 6;

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
  /** Its record was deleted on another device: `lost` is the record as it was shown here. */
  onLost: (mutation: Mutation, lost: Identified | undefined) => void;
}

interface Parts {
  outbox: Outbox;
  replica: LastingReplica;
  connection: Connection;
  tabs: Pick<Tabs, 'broadcast' | 'lock'>;
  /** A mutation is confirmed: `record` is what the server has now, undefined if it is deleted. */
  onConfirmed: (
    mutation: QueuedMutation,
    record: Identified | undefined,
    advance: Advance | undefined,
  ) => void;
  /** Another tab has sent a mutation, and may have been closed before it could say what became of it. */
  onSentElsewhere: (mutation: QueuedMutation) => void;
  /** A record as it is shown. */
  shownRecord: (mutation: Mutation) => Identified | undefined;
  events: SendEvents;
}

/** Sends the outbox, oldest first, one mutation at a time, from one tab at a time. */
export function createSender(parts: Parts) {
  const { outbox, replica, connection, tabs, onConfirmed, onSentElsewhere, shownRecord, events } =
    parts;
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
    // Another tab may have sent it already; its message may not have arrived yet.
    if (!replica.isMemoryOnly() && !(await replica.isQueued(mutation))) {
      outbox.forget([mutation.key]);
      onSentElsewhere(mutation);
      return 'continue';
    }
    try {
      let lostFields: readonly string[] = [];
      let isCounted = false;
      const options = connection.options();
      const record = await definitions[mutation.collection].send(mutation, {
        ...options,
        mutation: mutation.key,
        onAnswer(response) {
          options.onAnswer(response);
          lostFields = response.headers.get('Daymark-Lost')?.split(',') ?? [];
          isCounted = response.headers.get('Daymark-Raised') === mutation.collection;
        },
      });
      connection.succeeded();
      await confirm(mutation, record, isCounted);
      if (lostFields.length > 0) events.onOverruled(mutation, lostFields);
      return 'continue';
    } catch (error) {
      return handleError(mutation, error as Error);
    }
  }

  async function confirm(
    mutation: QueuedMutation,
    record: Identified | undefined,
    isCounted = false,
  ) {
    const outcome = record ? { record } : { gone: true as const };
    const advance = await replica.confirm(mutation, { ...outcome, isCounted });
    onConfirmed(mutation, record, advance);
    const isInMemory = replica.isMemoryOnly();
    tabs.broadcast({ kind: 'settled', mutation, record, advance, isInMemory });
  }

  /** Decides what happens to a mutation that could not be sent: rejected, retried or dropped. */
  async function handleError(mutation: QueuedMutation, error: Error): Promise<'continue' | 'stop'> {
    const status = statusOf(error);
    // 410: the create was sent again after its answer was lost, and the record was deleted elsewhere in between.
    if (
      (status === 404 && mutation.kind === 'update') ||
      (status === 410 && mutation.kind === 'create')
    ) {
      connection.succeeded();
      await drop(mutation);
      return 'continue';
    }
    // The delete was sent again after its answer was lost, and the record was brought back in between.
    if (status === 409 && mutation.kind === 'delete') {
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

  async function reject(mutation: QueuedMutation, error: Error): Promise<'continue'> {
    connection.succeeded();
    events.onRejected(await outbox.reject(mutation, sentenceOf(error)), error);
    return 'continue';
  }

  /** Deleting wins over editing: the record's other mutations are dropped too, except from an undo on. */
  async function drop(mutation: QueuedMutation) {
    const lost = shownRecord(mutation);
    const all = outbox.ofRecord(mutation.collection, mutation.recordId);
    const place = all.findIndex(({ restore }) => restore);
    const before = all.slice(0, place < 0 ? all.length : place);
    const undo = all[place];
    // The person is told first: if the tab is closed meanwhile, the mutation is sent and dropped again.
    if (!undo || undo.key === mutation.key || !bringsBack(undo, before))
      events.onLost(mutation, lost);
    await outbox.discard(before.filter(({ key }) => key !== mutation.key));
    await confirm(mutation, undefined);
  }

  return { send };
}

/** Whether an undo has what edits before it changed: then nothing of them is lost. */
function bringsBack({ fields }: Mutation, edits: readonly Mutation[]): boolean {
  const edited = Object.assign({}, ...edits.map((edit) => edit.fields)) as Mutation['fields'];
  return Object.entries(edited).every(([field, value]) => fields[field] === value);
}
