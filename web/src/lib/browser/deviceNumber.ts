import { newId } from '@daymark/contract/primitives';
import { browserStorage } from './browserStorage';

const DEVICE = 'daymark.device';
let ownNumber = 0;

/** This browser's number, chosen once. A browser that keeps nothing chooses one for each page. */
export function deviceNumber(): number {
  ownNumber ||= Number(browserStorage.get(DEVICE)) || newId();
  browserStorage.set(DEVICE, String(ownNumber));
  return ownNumber;
}
