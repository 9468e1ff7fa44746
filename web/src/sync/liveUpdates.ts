import { call } from '../lib/call';
import { createTabLock } from '../lib/tabLock';
import type { Sync } from './createSync';

/** Wait before another attempt to listen; `ended` where it listened and was cut off, as when another device is signed out. */
const RETRY_MS = { ended: 1_000, failed: 60_000 };
/**
 * Changes come in bursts, and each pull costs at least three document reads. While this browser sends mutations, most
 * changes are its own, which it need not pull. Those that nobody sees, in a hidden tab, wait for more of them; those of the
 * settings only for what comes with them, because they have the timer, which rings.
 */
const DEBOUNCE_MS = { quiet: 40, sending: 2_000, hidden: 30_000, hiddenTimer: 2_000 };

/** The owner's counters on the server: one for each collection, and one for Google Calendar. */
type Counters = Readonly<Record<string, number>>;

type OnCounters = (counters: Counters | undefined) => void;

/**
 * Listens in one of the person's tabs for changes on other devices, and pulls them. There is no polling (product §7).
 * `onCounters` gets all counters, for data that is not a collection, and undefined when it no longer listens.
 */
export function startLiveUpdates(sync: Sync, onCounters: OnCounters): void {
  const { signal } = sync;
  const lead = () => {
    if (signal.aborted) return Promise.resolve();
    listen(sync, onCounters);
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  };
  void createTabLock(`daymark.live.${sync.userId}`)('exclusive', lead);
}

function listen(sync: Sync, onCounters: OnCounters): void {
  const { signal } = sync;
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: Counters | undefined;

  const later = (work: () => void, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  };
  const pullLater = (ms: number) => later(() => void sync.pull(), ms);
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
        () => {
          onCounters(undefined);
          retryLater(isListening ? RETRY_MS.ended : RETRY_MS.failed);
        },
      );
      if (signal.aborted) stop();
    } catch {
      // Everything else works without live updates.
      if (!signal.aborted) retryLater(RETRY_MS.failed);
    }
  }

  async function onCountersChanged(counters: Counters) {
    latest = counters;
    onCounters(counters);
    await planPull(counters);
  }

  async function planPull(counters: Counters) {
    const missing = await sync.missing(counters);
    if (missing === 'nothing') return;
    if (missing === 'counters' || sync.status().waiting > 0)
      later(() => void pullUnlessOwn(), DEBOUNCE_MS.sending);
    else if (!isHidden()) pullLater(DEBOUNCE_MS.quiet);
    else {
      const ofTimer = await sync.missing(counters, ['settings']);
      pullLater(ofTimer === 'nothing' ? DEBOUNCE_MS.hidden : DEBOUNCE_MS.hiddenTimer);
    }
  }

  /** The counters may arrive before the answer to the mutation that has raised them, or after it. */
  async function pullUnlessOwn() {
    if (latest && (await sync.missing(latest)) !== 'nothing') await sync.pull();
  }

  document.addEventListener(
    'visibilitychange',
    () => {
      if (latest && !isHidden()) void planPull(latest);
    },
    { signal },
  );
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    stop?.();
  });
  void start();
}

const isHidden = () => document.visibilityState === 'hidden';
