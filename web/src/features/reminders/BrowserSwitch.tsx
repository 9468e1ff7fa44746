import { useState, useSyncExternalStore } from 'react';
import {
  getsReminders,
  onReminders,
  remindersState,
} from '../../records/reminders/browserReminders';
import {
  STATE_SENTENCES,
  turnOffReminders,
  turnOnReminders,
} from '../../records/reminders/switchReminders';
import { useSync, useSyncStatus } from '../../sync/useSync';
import { CheckboxSetting } from '../../ui/fields/CheckboxSetting';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden';

/**
 * The setting that turns reminders on in this browser. The browser asks for permission when the person ticks the box.
 */
export function BrowserSwitch() {
  const { userId } = useSync();
  const { offline } = useSyncStatus();
  const state = useSyncExternalStore(onReminders, () => remindersState(userId));
  const isOn = getsReminders(state);
  const [isTurningOn, setTurningOn] = useState(false);
  const waitsForNetwork = offline && state === 'off';
  return (
    <>
      <CheckboxSetting
        title="Reminders in this browser"
        text={
          waitsForNetwork
            ? 'You’re offline. You can turn them on when you’re back.'
            : isTurningOn
              ? 'Turning on…'
              : STATE_SENTENCES[state]
        }
        checked={isOn}
        disabled={waitsForNetwork || (!isOn && state !== 'off')}
        onChange={async (on) => {
          setTurningOn(on);
          await (on ? turnOnReminders(userId) : turnOffReminders(userId));
          setTurningOn(false);
        }}
      />
      <VisuallyHidden role="status">{isTurningOn && 'Turning on…'}</VisuallyHidden>
    </>
  );
}
