import { useState, useSyncExternalStore } from 'react';
import { SavedNote } from '../../ui/SavedNote';
import css from './SessionNotices.module.css';
import { timerNotifications } from './timerNotifications';

/** Opt-in: the browser asks for permission when the person ticks the box. Takes effect at once, in this browser only. */
export function SessionNotices() {
  const state = useSyncExternalStore(timerNotifications.subscribe, timerNotifications.state);
  const [isChanged, setChanged] = useState(false);
  return (
    <div className={css.notices}>
      <label>
        <input
          type="checkbox"
          checked={state === 'on'}
          disabled={state === 'denied' || state === 'impossible'}
          onChange={async ({ target }) => {
            if (target.checked) await timerNotifications.turnOn();
            else timerNotifications.turnOff();
            setChanged(true);
          }}
        />
        <span>
          Notify me when a session ends
          <small>
            {state === 'denied'
              ? 'Blocked in this browser. Allow notifications in its site settings.'
              : state === 'impossible'
                ? 'This browser has no notifications.'
                : 'Even when another window is in front. In this browser only.'}
          </small>
        </span>
      </label>
      <SavedNote state={isChanged && state !== 'denied' ? { kind: 'saved' } : undefined} />
    </div>
  );
}
