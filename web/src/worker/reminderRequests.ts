import { isOpen } from '@daymark/contract/task';
import { newId } from '@daymark/contract/primitives';
import { SNOOZE_MS } from '@daymark/contract/reminders/notification';
import { SETTINGS_ID } from '@daymark/contract/settings';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { focusStarted } from '../domain/focus/focusStart';
import { recordOfRun } from '../domain/focus/recordOfRun';
import { withId, type MutationRequest } from '../domain/mutation';
import { closingChange, taskUpdate } from '../domain/tasks/taskRequests';
import { dateSettings } from '../lib/time/dateSettings';
import { surroundingsOf } from '../records/tasks/surroundingsOf';
import type { Sync } from '../sync/createSync';

/*
 * The requests of a reminder's actions. A record that this browser doesn't have yet is changed all the same, because
 * the server has it.
 */

/** A second Snooze that comes so soon after the first changes nothing, in ms. */
const SAME_SNOOZE_MS = MINUTE_MS;

/** Completes a task that is open, with the next task of its series and its blocks. */
export function doneRequests(sync: Sync, taskId: number): readonly MutationRequest[] {
  const settings = sync.records('settings').data?.[0];
  if (settings) dateSettings.set(settings);
  const around = surroundingsOf(sync);
  const task = withId(around.tasks, taskId);
  // The server makes the other changes when it completes the task.
  if (!task) return [taskUpdate({ id: taskId }, { completed: true, today: around.today })];
  return isOpen(task) ? closingChange(task, { completed: true }, around).requests : [];
}

/** Puts off an event's reminder. */
export function snoozeRequests(sync: Sync, eventId: number): readonly MutationRequest[] {
  const until = sync.now().getTime() + SNOOZE_MS;
  const event = withId(sync.records('events').data, eventId);
  if (Date.parse(event?.snoozedUntil ?? '') > until - SAME_SNOOZE_MS) return [];
  const snoozedUntil = new Date(until).toISOString();
  return [{ kind: 'update', collection: 'events', id: eventId, fields: { snoozedUntil } }];
}

/**
 * Starts a focus session with a task that is open. A run that ended while no page was open is recorded. Returns
 * `inUse` if the timer has another run.
 */
export function focusRequests(sync: Sync, taskId: number): readonly MutationRequest[] | 'inUse' {
  const settings = sync.records('settings').data?.[0];
  const task = withId(sync.records('tasks').data, taskId);
  if (!settings || (task && !isOpen(task))) return [];
  dateSettings.set(settings);
  const start = { now: sync.now().getTime(), id: newId(), device: sync.device() };
  const started = focusStarted(settings.timer, taskId, start, settings);
  if (started === 'inUse') return 'inUse';
  if (started === 'running') return [];
  const { timer, completed } = started;
  const share: MutationRequest = {
    kind: 'update',
    collection: 'settings',
    id: SETTINGS_ID,
    fields: { timer },
  };
  if (!completed || withId(sync.records('focusSessions').data, completed.id)) return [share];
  const record = { ...recordOfRun(completed), userId: sync.userId };
  return [share, { kind: 'create', collection: 'focusSessions', record }];
}
