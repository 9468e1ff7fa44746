import { call } from '../lib/api/call';
import { createTabLock } from '../lib/browser/tabLock';
import { isHidden, whenHiddenFor, whenShown } from '../lib/browser/pageVisibility';
import type { Sync } from './createSync';

/** The wait before another attempt to listen, in ms. The wait doubles with each failed attempt, up to `most`. */
const RETRY_MS = { first: 1_000, most: 60_000 };
/**
 * The wait before a pull, in ms. Changes come in bursts, and each pull costs several document reads. While this browser
 * sends mutations, most changes are its own and need no pull.
 */
const DEBOUNCE_MS = { quiet: 40, sending: 2_000 };
/**
 * How long a tab is hidden before it stops listening, in ms. Each change costs a document read, although nobody sees a
 * hidden tab.
 */
const REST_AFTER_MS = 5 * 60_000;

/** The owner's counters on the server: one for each collection, and some for data that is not a collection. */
type Counters = Readonly<Record<string, number>>;

type OnCounters = (counters: Counters | undefined) => void;

interface Options {
  /**
   * Called with all counters, because some of them belong to data that is not a collection. Called with undefined when
   * this tab stops listening or is cut off.
   */
  onCounters: OnCounters;
  /** Whether this tab must keep listening while it is hidden, because the focus timer may ring in it. */
  isNeededHidden: () => boolean;
}

/**
 * Listens in one of the person's tabs for changes on other devices, and pulls them. There is no polling (product §7). A
 * tab that has been hidden for five minutes lets another tab listen, unless `isNeededHidden` returns true. A tab that
 * was hidden pulls changes when it begins to listen.
 */
export function startLiveUpdates(sync: Sync, { onCounters, isNeededHidden }: Options): void {
  const { signal } = sync;
  const hasEnded = () => signal.aborted;
  const lock = createTabLock(`daymark.live.${sync.userId}`);

  async function listenUntilUnseen(isLate: boolean) {
    if (hasEnded()) return;
    const stop = listen(sync, onCounters);
    if (isLate) void sync.pull();
    do await whenHiddenFor(REST_AFTER_MS, signal);
    while (isNeededHidden() && !hasEnded());
    stop();
    if (!hasEnded()) onCounters(undefined);
  }

  async function listenWheneverSeen() {
    while (!hasEnded()) {
      const isLate = isHidden();
      await whenShown(signal);
      await lock('exclusive', () => listenUntilUnseen(isLate));
    }
  }

  void listenWheneverSeen();
}

/** Listens for changes until the returned function is called. */
function listen(sync: Sync, onCounters: OnCounters): () => void {
  const ended = new AbortController();
  const signal = AbortSignal.any([sync.signal, ended.signal]);
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: Counters | undefined;
  let retryMs = RETRY_MS.first;

  const later = (work: () => void, ms: number) => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(work, ms);
  };
  const retryLater = () => {
    later(() => void start(), retryMs);
    retryMs = Math.min(2 * retryMs, RETRY_MS.most);
  };

  async function start() {
    try {
      const [{ listenToRevisions }, token] = await Promise.all([
        import('../lib/firebase/liveRevisions'),
        sync.takeLiveToken() ?? newToken(),
      ]);
      stop = await listenToRevisions(
        token,
        (counters) => {
          retryMs = RETRY_MS.first;
          void onCountersChanged(counters);
        },
        () => {
          latest = undefined;
          onCounters(undefined);
          retryLater();
        },
      );
      if (signal.aborted) stop();
    } catch {
      // Everything else works without live updates.
      if (!signal.aborted) retryLater();
    }
  }

  const newToken = async () =>
    (await call('createLiveToken', {}, { as: sync.userId, signal })).token;

  async function onCountersChanged(counters: Counters) {
    latest = counters;
    onCounters(counters);
    const missing = await sync.missing(counters);
    // Stop here if newer counters have arrived. Also stop if the listener was cut off, because `timer` then waits to
    // restart it.
    if (latest !== counters) return;
    if (missing === 'nothing') return;
    if (missing === 'counters' || sync.status().waiting > 0)
      later(() => void pullUnlessOwn(), DEBOUNCE_MS.sending);
    else later(() => void sync.pull(), DEBOUNCE_MS.quiet);
  }

  /**
   * Pulls unless all changes are this browser's own. Counters may arrive before or after the response to the mutation
   * that raised them.
   */
  async function pullUnlessOwn() {
    if (latest && (await sync.missing(latest)) !== 'nothing') await sync.pull();
  }

  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    stop?.();
  });
  void start();
  return () => ended.abort();
}
