import { openDB } from 'idb';
import { afterPaint } from '../lib/browser/afterPaint';
import { browserStorage } from '../lib/browser/browserStorage';
import { deviceNumber } from '../lib/browser/deviceNumber';
import { openTabChannel } from '../lib/browser/tabChannel';
import { createTabLock } from '../lib/browser/tabLock';
import type { OpenDatabase } from './replica/diskReplica';

/** The browser functions that sync needs. The tests' simulator replaces them. */
export interface Platform {
  /** Returns the time by this device's clock, in ms since 1970. */
  now: () => number;
  /** Returns a random number that is at least 0 and less than 1. */
  random: () => number;
  /** Returns a text that no other call returns, on any device. */
  newKey: () => string;
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Calls back after `ms`. Returns a function that cancels the callback. */
  after: (ms: number, callback: () => void) => () => void;
  /** Runs some work after the person's action is painted. */
  afterPaint: (work: () => void) => void;
  /** Returns a signal that is aborted after `ms`. */
  timeout: (ms: number) => AbortSignal;
  isOnline: () => boolean;
  /** Calls back whenever the browser goes online or offline. Returns a function that unsubscribes. */
  onOnlineChange: (listener: (isOnline: boolean) => void) => () => void;
  /** Returns this browser's number. */
  device: () => number;
  /** Small values, shared by all tabs. */
  values: Pick<typeof browserStorage, 'get' | 'set'>;
  openDatabase: OpenDatabase;
  openChannel: typeof openTabChannel;
  createLock: typeof createTabLock;
}

/** The browser that the app runs in. */
export const browserPlatform: Platform = {
  now: () => Date.now(),
  random: () => Math.random(),
  newKey: () => crypto.randomUUID(),
  fetch: (path, init) => fetch(path, init),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  afterPaint,
  timeout: (ms) => AbortSignal.timeout(ms),
  isOnline: () => navigator.onLine,
  onOnlineChange(listener) {
    const onOnline = () => listener(true);
    const onOffline = () => listener(false);
    addEventListener('online', onOnline);
    addEventListener('offline', onOffline);
    return () => {
      removeEventListener('online', onOnline);
      removeEventListener('offline', onOffline);
    };
  },
  device: deviceNumber,
  values: browserStorage,
  openDatabase: openDB,
  openChannel: openTabChannel,
  createLock: createTabLock,
};
