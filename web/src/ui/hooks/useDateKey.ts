import { useSyncExternalStore } from 'react';
import { dateSettings } from '../../lib/time/dateSettings';

/**
 * The key of a component that writes dates or times: it changes with how the person wants them shown. React keeps what a
 * component has written as long as what it was given is the same.
 */
export const useDateKey = (): string =>
  useSyncExternalStore(dateSettings.subscribe, dateSettings.text);
