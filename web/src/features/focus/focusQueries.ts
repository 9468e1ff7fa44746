import type { FocusSession } from '@daymark/contract/focusSession';
import { DEFAULT_SETTINGS, SETTINGS_ID, type TimerSettings } from '@daymark/contract/settings';
import type { Sync } from '../../sync/createSync';
import type { Shown } from '../../sync/mutation';
import { useRecordMutations, useRecords } from '../../sync/useSync';
import { toast } from '../../ui/toast';
import type { Timer } from './focusTimer';

/** A recorded run as the screen shows it, with queued mutations applied. */
export type ShownSession = Shown<FocusSession>;

/** The recorded runs of the timer, earliest first. */
export const useFocusSessions = () => useRecords('focusSessions');

/** Whether a run of the timer counts down, on whichever device it was started. */
export function isTimerRunning(sync: Sync): boolean {
  const run = sync.records('settings').data?.[0]?.timer?.run;
  return run?.isRunning === true && run.at + run.leftMs > sync.now().getTime();
}

/** Whether a run is recorded as completed. Loads the recorded runs, if they are not there: then it is false at first. */
export function isRecorded(sync: Sync, runId: number): boolean {
  void sync.load('focusSessions');
  const { data = [] } = sync.records('focusSessions');
  return data.some(({ id, completed }) => id === runId && completed);
}

/** The mutations of recorded runs. */
export function useSessionMutations() {
  const { create, retry, discard } = useRecordMutations('focusSessions');
  return {
    /** Records a run; sent twice under one id, it is recorded once. */
    create,
    retry: ({ id }: ShownSession): void => retry(id),
    discard: ({ id }: ShownSession): void => discard(id),
  };
}

/** The timer's settings; the defaults of product §9 until they are loaded. */
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
      const said = { title: 'Timer settings saved' };
      update(SETTINGS_ID, next, said);
      toast(said);
    },
    retry: (): void => retry(SETTINGS_ID),
    discard: (): void => discard(SETTINGS_ID),
  };
}
