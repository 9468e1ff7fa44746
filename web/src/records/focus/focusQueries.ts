import type { ShownSession } from '../../domain/shownRecords';
import type { FocusSession } from '@daymark/contract/focusSession';
import { newId } from '@daymark/contract/primitives';
import { DEFAULT_SETTINGS, SETTINGS_ID, type TimerSettings } from '@daymark/contract/settings';
import type { Sync } from '../../sync/createSync';
import { sessionName } from '../../domain/focus/focusDay';
import { byId, type MutationRequest } from '../../domain/mutation';
import { useRecordMutations, useRecords, useSync } from '../../sync/useSync';
import { toast } from '../../ui/toasts/toast';
import { changeWithUndo } from '../changeWithUndo';
import type { RecordedPart } from './createFocusTimer';
import type { Timer } from '../../domain/focus/focusTimer';

/** Returns the recorded runs of the timer, earliest first. */
export const useFocusSessions = () => useRecords('focusSessions');

/** Whether a run of the timer counts down, on whichever device it was started. */
export function isTimerRunning(sync: Sync): boolean {
  const run = sync.records('settings').data?.[0]?.timer?.run;
  return run?.isRunning === true && run.at + run.leftMs > sync.now().getTime();
}

/**
 * Returns the recorded parts of a run: the sessions with its id and the numbers after it. If the recorded runs are not
 * loaded yet, the function loads them and returns none.
 */
export function partsOf(sync: Sync, runId: number): RecordedPart[] {
  void sync.load('focusSessions');
  const sessions = byId(sync.records('focusSessions').data ?? []);
  const parts: RecordedPart[] = [];
  for (let part = sessions.get(runId); part; part = sessions.get(runId + parts.length))
    parts.push({
      isCompleted: part.completed,
      actualMs: part.actualSeconds * 1000,
      note: part.note,
    });
  return parts;
}

/** The fields of a session that a person can change. */
export type SessionFields = Pick<
  FocusSession,
  'start' | 'end' | 'plannedSeconds' | 'actualSeconds'
> &
  Pick<FocusSession, 'taskId' | 'note'>;

/** Returns the mutations of sessions. */
export function useSessionMutations() {
  const sync = useSync();
  const { create, retry, discard } = useRecordMutations('focusSessions');
  const change = (
    title: string,
    about: Pick<FocusSession, 'mode' | 'start'>,
    one: MutationRequest,
  ) =>
    changeWithUndo(
      sync,
      { title, about: sessionName(about), tellsOffline: true },
      { requests: [one] },
    );
  return {
    /** Records a run. A run that is sent twice under one id is recorded once. */
    create,
    /** Adds a focus session that the timer didn't record. */
    add: (fields: SessionFields): void => {
      const record = {
        ...fields,
        id: newId(),
        mode: 'focus' as const,
        completed: true,
        userId: sync.userId,
      };
      change('Session added', record, { kind: 'create', collection: 'focusSessions', record });
    },
    /**
     * Changes a session. `before` is the session as the person saw it. If the session was deleted in the meantime, it is
     * brought back.
     */
    edit: (before: FocusSession, fields: Partial<SessionFields>): void => {
      const { id } = before;
      const isThere = byId(sync.records('focusSessions').data ?? []).has(id);
      const base = { note: before.note };
      const record = { ...before, ...fields };
      change(
        'Session changed',
        record,
        isThere
          ? { kind: 'update', collection: 'focusSessions', id, fields, base }
          : { kind: 'create', collection: 'focusSessions', record, restore: true, base },
      );
    },
    remove: (session: ShownSession): void => {
      const { id } = session;
      change('Session deleted', session, { kind: 'delete', collection: 'focusSessions', id });
    },
    retry: ({ id }: ShownSession): void => retry(id),
    discard: ({ id }: ShownSession): void => discard(id),
  };
}

/** Returns the timer's settings, or the defaults of product §9 until they are loaded. */
export function useTimerSettings() {
  const { data, ...rest } = useRecords('settings');
  const { update, retry, discard, now } = useRecordMutations('settings');
  const record = data?.[0];
  const rules: TimerSettings = record ?? DEFAULT_SETTINGS;
  return {
    ...rest,
    rules,
    saveError: record?.saveError,
    /** The timer as last changed on any device. */
    shared: record?.timer,
    /** Sends the timer to the person's other devices. */
    share: (timer: Timer): void => {
      update(SETTINGS_ID, { timer });
    },
    serverNow: now,
    save: (next: TimerSettings): void => {
      const text = { title: 'Timer settings saved' };
      update(SETTINGS_ID, next, text);
      toast(text);
    },
    retry: (): void => retry(SETTINGS_ID),
    discard: (): void => discard(SETTINGS_ID),
  };
}
