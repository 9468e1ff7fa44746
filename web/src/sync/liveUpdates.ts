import { call } from '../lib/call';
import { createTabLock } from '../lib/tabLock';
import type { Sync } from './createSync';

/** Wait before another attempt to listen; `ended` where it listened and was cut off, as when another device is signed out. */
const RETRY_MS = { ended: 1_000, failed: 60_000 };
/** Changes come in bursts. While this browser sends mutations, most changes are its own. */
const DEBOUNCE_MS = { quiet: 40, sending: 2_000 };

/** The owner's counters on the server: one for each collection, and one for Google Calendar. */
type Counters = Readonly<Record<string, number>>;

/**
 * Listens in one of the person's tabs for changes on other devices, and pulls them. There is no polling (product §7).
 * `onCounters` gets all counters, for data that is not a collection.
 */
export function startLiveUpdates(sync: Sync, onCounters: (counters: Counters) => void): void {
  const { signal } = sync;
  const lead = () => {
    if (signal.aborted) return Promise.resolve();
    listen(sync, onCounters);
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  };
  void createTabLock(`daymark.live.${sync.userId}`)('exclusive', lead);
}

function listen(sync: Sync, onCounters: (counters: Counters) => void): void {
  const { signal } = sync;
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (work: () => void, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  };
  const retryLater = (ms: number) => later(() => void start(), ms);

  async function start() {
    let isListening = false;
    try {
      const [{ listenToRevisions }, { token }] = await Promise.all([
        import('../lib/liveRevisions'),
        call('createLiveToken', {}, { as: sync.userId, signal }),
      ]);
      stop = await listenToRevisions(
        token,
        (counters) => {
          isListening = true;
          void onCountersChanged(counters);
        },
        () => retryLater(isListening ? RETRY_MS.ended : RETRY_MS.failed),
      );
      if (signal.aborted) stop();
    } catch {
      // Everything else works without live updates.
      if (!signal.aborted) retryLater(RETRY_MS.failed);
    }
  }

  async function onCountersChanged(counters: Counters) {
    onCounters(counters);
    if (await sync.isBehind(counters))
      later(() => void sync.pull(), DEBOUNCE_MS[sync.status().waiting > 0 ? 'sending' : 'quiet']);
  }

  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    stop?.();
  });
  void start();
}
