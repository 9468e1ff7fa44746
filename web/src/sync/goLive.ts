import type { KnownRevisions } from '@daymark/contract/changes';
import { call } from '../lib/call';
import { createTabLock } from '../lib/tabLock';
import type { Sync } from './createSync';

/** After that long without a listener another is tried. */
const AGAIN_MS = 60_000;
/** Changes come in bursts; while this browser sends some itself, most of the news is its own. */
const BURST_MS = { quiet: 40, sending: 2_000 };

/** The owner's counters, as the server keeps them: one for each collection, and what else is counted. */
type Counters = Readonly<Record<string, number>>;

/**
 * Has one of the person's tabs listen for changes on other devices, and ask what is new when there are any. Nothing
 * is asked for otherwise: no polling (product §7). `onCounters` hears of all counters, for what is no collection.
 */
export function goLive(sync: Sync, onCounters: (counters: Counters) => void): void {
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
  const again = () => later(() => void start(), AGAIN_MS);

  async function start() {
    try {
      const [{ listenToRevisions }, { token }] = await Promise.all([
        import('../lib/liveRevisions'),
        call('createLiveToken', {}, { as: sync.userId, signal }),
      ]);
      stop = await listenToRevisions(token, (counters) => void hear(counters), again);
      if (signal.aborted) stop();
    } catch {
      // Live or not, everything else works.
      if (!signal.aborted) again();
    }
  }

  async function hear(counters: Counters) {
    onCounters(counters);
    const known = Object.entries(await sync.revisions()) as [keyof KnownRevisions, string][];
    const isNews = known.some(([name, revision]) => counterOf(revision) !== (counters[name] ?? 0));
    if (isNews)
      later(() => void sync.pull(), BURST_MS[sync.status().waiting > 0 ? 'sending' : 'quiet']);
  }

  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    stop?.();
  });
  void start();
}

/** A revision is `epoch.counter.time`. */
const counterOf = (revision: string) => Number(revision.split('.')[1]);
