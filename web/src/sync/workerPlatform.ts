import { newId } from '@daymark/contract/primitives';
import { browserStorage } from '../lib/browser/browserStorage';
import { DEVICE } from '../lib/browser/deviceNumber';
import type { Sync } from './createSync';
import { LAST_EDIT_KEY, OFFSET_KEY } from './editClock';
import { browserPlatform, type Platform } from './platform';
import { BROWSER_VALUES, type PersonHere } from './replica/personHere';

/** The values in local storage that the service worker needs: the offset of the server's clock, and the device. */
const NAMES = [OFFSET_KEY, DEVICE];

/** Stores the values that the service worker needs where the service worker can read them. */
export const storeForWorker = (sync: Pick<Sync, 'storeValue'>): Promise<void> =>
  sync.storeValue(
    BROWSER_VALUES,
    Object.fromEntries(NAMES.map((name) => [name, browserStorage.get(name) ?? ''])),
  );

/**
 * Returns the platform of a Sync in the service worker, which has no screen and no local storage. It is used for one
 * action and doesn't wait for the network.
 */
export function workerPlatform({ values, lastEditMs }: PersonHere): Platform {
  const own = new Map([...Object.entries(values), [LAST_EDIT_KEY, String(lastEditMs)]]);
  const device = Number(values[DEVICE]) || newId();
  return {
    ...browserPlatform,
    afterPaint: (work) => work(),
    onOnlineChange: () => () => undefined,
    device: () => device,
    values: {
      get: (name) => own.get(name) ?? null,
      set: (name, value) => void own.set(name, value),
    },
  };
}
