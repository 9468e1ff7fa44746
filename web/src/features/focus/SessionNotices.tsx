import { useSyncExternalStore } from 'react';
import { CheckboxSetting } from '../../ui/fields/CheckboxSetting';
import { timerNotifications } from '../../records/focus/timerNotifications';

/**
 * The setting for notifications. The browser asks for permission when the person ticks the box. The choice takes effect
 * at once, in this browser only.
 */
export function SessionNotices() {
  const state = useSyncExternalStore(timerNotifications.subscribe, timerNotifications.state);
  return (
    <CheckboxSetting
      title="Notify me when a session ends"
      text={
        state === 'denied'
          ? 'Blocked in this browser. Allow notifications in its site settings.'
          : state === 'impossible'
            ? 'This browser doesn’t support notifications.'
            : 'Even when another window is in front. In this browser only.'
      }
      checked={state === 'on'}
      disabled={state === 'denied' || state === 'impossible'}
      onChange={(isOn) => (isOn ? timerNotifications.turnOn() : timerNotifications.turnOff())}
    />
  );
}
