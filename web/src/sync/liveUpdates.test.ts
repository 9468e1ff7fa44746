import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Missing } from './collections';
import type { Sync } from './createSync';
import { startLiveUpdates } from './liveUpdates';

type Say = (counters: Record<string, number>) => void;
let heard: Say | undefined;
const say: Say = (counters) => heard?.(counters);
vi.mock('../lib/call', () => ({ call: () => Promise.resolve({ token: 'a token' }) }));
vi.mock('../lib/tabLock', () => ({
  createTabLock: () => (_mode: string, work: () => Promise<void>) => work(),
}));
vi.mock('../lib/liveRevisions', () => ({
  listenToRevisions: (_token: string, onCounters: Say) => {
    heard = onCounters;
    return Promise.resolve(() => undefined);
  },
}));

const pull = vi.fn(() => Promise.resolve());
let missing: Missing;
/** Of the settings, which have the timer. */
let ofTimer: Missing;
let visibility: { visibilityState: string; change: () => void };
let waiting: number;
let stop: AbortController;

beforeEach(async () => {
  vi.useFakeTimers();
  stop = new AbortController();
  waiting = 0;
  ofTimer = 'nothing';
  visibility = { visibilityState: 'visible', change: () => undefined };
  vi.stubGlobal(
    'document',
    Object.assign(visibility, {
      addEventListener: (_name: string, listener: () => void) => (visibility.change = listener),
    }),
  );
  heard = undefined;
  const sync = {
    userId: 7,
    signal: stop.signal,
    missing: (_counters: object, names?: string[]) => Promise.resolve(names ? ofTimer : missing),
    status: () => ({ waiting }),
    pull,
  };
  startLiveUpdates(sync as unknown as Sync, () => undefined);
  await vi.waitFor(() => expect(heard).toBeDefined());
});

afterEach(() => {
  stop.abort();
  pull.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a change of another device is pulled at once', async () => {
  missing = 'changes';
  say({ tasks: 1 });
  await vi.advanceTimersByTimeAsync(50);
  expect(pull).toHaveBeenCalledOnce();
});

test('changes of this browser cost no pull, whether the counters arrive before or after the answers', async () => {
  missing = 'changes';
  waiting = 1;
  say({ tasks: 1 });
  await vi.advanceTimersByTimeAsync(100);
  missing = 'counters';
  waiting = 0;
  say({ tasks: 2 });
  await vi.advanceTimersByTimeAsync(100);
  missing = 'nothing';
  say({ tasks: 3 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pull).not.toHaveBeenCalled();
});

test('counters that stay behind are of an account that was emptied: its records are pulled', async () => {
  missing = 'counters';
  say({ tasks: 1 });
  await vi.advanceTimersByTimeAsync(2_001);
  expect(pull).toHaveBeenCalledOnce();
});

test('a change of another device is pulled although this browser’s own can’t be sent', async () => {
  missing = 'changes';
  waiting = 1;
  say({ tasks: 1 });
  await vi.advanceTimersByTimeAsync(2_001);
  expect(pull).toHaveBeenCalledOnce();
});

test('a hidden tab pulls once for a burst of changes, and as soon as it is shown', async () => {
  missing = 'changes';
  visibility.visibilityState = 'hidden';
  for (const tasks of [1, 2, 3]) {
    say({ tasks });
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(pull).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(25_001);
  expect(pull).toHaveBeenCalledOnce();
  say({ tasks: 4 });
  visibility.visibilityState = 'visible';
  visibility.change();
  await vi.advanceTimersByTimeAsync(50);
  expect(pull).toHaveBeenCalledTimes(2);
});

test('a timer that another device has ended is pulled soon in a hidden tab, too, once with the session that it recorded', async () => {
  missing = 'changes';
  ofTimer = 'changes';
  visibility.visibilityState = 'hidden';
  say({ settings: 1 });
  await vi.advanceTimersByTimeAsync(500);
  say({ settings: 1, focusSessions: 1 });
  await vi.advanceTimersByTimeAsync(2_001);
  expect(pull).toHaveBeenCalledOnce();
});
