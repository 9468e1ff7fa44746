import { newId } from '@daymark/contract/primitives';
import { browserStorage } from './browserStorage';

/** The storage key of this browser's number. */
export const DEVICE = 'daymark.device';
let ownNumber = 0;

/** Returns this browser's number, chosen once. If storage is blocked, each page chooses a new number. */
export function deviceNumber(): number {
  ownNumber ||= Number(browserStorage.get(DEVICE)) || newId();
  browserStorage.set(DEVICE, String(ownNumber));
  return ownNumber;
}
