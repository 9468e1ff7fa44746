import {
  REMINDER_ACTIONS,
  type PushData,
  type ReminderAction,
} from '@daymark/contract/reminders/notification';
import type { MutationRequest } from '../domain/mutation';
import { paths } from '../lib/paths';
import type { Sync } from '../sync/createSync';
import { doneRequests, focusRequests, snoozeRequests } from './reminderRequests';
import { changeInWorker, type ChangeResult } from './workerSync';

/** A sentence that the person must know after an action, and the path that a click on it opens. */
export interface ActionNotice {
  title: string;
  body: string;
  path: string;
}

/** The outcome of an action. Success needs no notice. */
export interface ActionOutcome {
  notice?: ActionNotice;
  /** Whether the change waits to be sent. */
  isWaiting: boolean;
}

const IN_USE: ActionNotice = {
  title: 'The focus timer is already in use',
  body: 'Finish or reset that session first.',
  path: paths.focus,
};

export const isReminderAction = (action: string): action is ReminderAction =>
  action in REMINDER_ACTIONS;

/**
 * Returns a function that does what an action of a notification says. An action waits for the earlier ones, so that a
 * second click finds what the first one has changed.
 */
export function createReminderActions(change: typeof changeInWorker = changeInWorker) {
  let earlier: Promise<unknown> = Promise.resolve();
  return (action: ReminderAction, data: PushData): Promise<ActionOutcome> => {
    const outcome = earlier.then(() => act(action, data, change));
    earlier = outcome.catch(() => undefined);
    return outcome;
  };
}

async function act(
  action: ReminderAction,
  { userId, path, recordId, taskId }: PushData,
  change: typeof changeInWorker,
): Promise<ActionOutcome> {
  let isInUse = false as boolean;
  const requests = (sync: Sync): readonly MutationRequest[] => {
    if (action === 'snooze') return recordId === undefined ? [] : snoozeRequests(sync, recordId);
    if (taskId === undefined) return [];
    if (action === 'done') return doneRequests(sync, taskId);
    const started = focusRequests(sync, taskId);
    isInUse = started === 'inUse';
    return started === 'inUse' ? [] : started;
  };
  const result = await change(userId, { needed: NEEDED[action], requests });
  const notice = isInUse ? IN_USE : noticeOf(result, path);
  return { isWaiting: result.kind === 'waiting', ...(notice && { notice }) };
}

/** The collections on which each action depends. */
const NEEDED = {
  done: ['settings', 'tasks', 'events'],
  snooze: ['events'],
  focus: ['settings', 'tasks', 'focusSessions'],
} as const satisfies Record<ReminderAction, readonly string[]>;

/** Returns what the person must know about a change, or undefined if it succeeded or will be sent. */
function noticeOf(result: ChangeResult, path: string): ActionNotice | undefined {
  switch (result.kind) {
    case 'saved':
    case 'waiting':
      return undefined;
    case 'signedOut':
      return {
        title: 'Sign in to Daymark to do this.',
        body: 'Your session has ended.',
        path: paths.today,
      };
    case 'lost':
      return { title: 'Not saved', body: 'Open Daymark and try again.', path };
    case 'rejected':
      return { title: 'Not saved', body: result.sentence, path };
  }
}
