import { useSyncExternalStore } from 'react';
import { dateSettings } from '../../lib/time/dateSettings';

/**
 * Returns the React `key` for a component that shows dates or times. The key changes with the person's date settings.
 * Without the key, React would keep the old text as long as the component's props are the same.
 */
export const useDateKey = (): string =>
  useSyncExternalStore(dateSettings.subscribe, dateSettings.text);
