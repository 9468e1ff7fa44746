import { useSyncExternalStore } from 'react';
import { dateSettings } from '../../lib/time/dateSettings';

/**
 * Returns the key of a component that writes dates or times. It changes with the person's date settings. Without it,
 * React would keep the written text as long as the component's props are the same.
 */
export const useDateKey = (): string =>
  useSyncExternalStore(dateSettings.subscribe, dateSettings.text);
