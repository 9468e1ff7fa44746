import { MINUTE_MS } from '@daymark/contract/time/units';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Missing } from './collections';
import type { Sync } from './createSync';
import { startLiveUpdates } from './liveUpdates';

type Say = (counters: Record<string, number>) => void;
let heard: Say | undefined;
let end: (() => void) | undefined;
let tokens: string[];
const listening = vi.fn();
const say: Say = (counters) => heard?.(counters);
const asked = vi.fn(() => Promise.resolve({ token: 'asked for' }));
vi.mock('../lib/api/call', () => ({ call: () => asked() }));
vi.mock('../lib/browser/tabLock', () => ({
  createTabLock: () => (_mode: string, work: () => Promise<void>) => work(),
}));
vi.mock('../lib/firebase/liveRevisions', () => ({
  listenToRevisions: (token: string, onCounters: Say, onEnd: () => void) => {
    heard = onCounters;
    end = onEnd;
    tokens.push(token);
    listening(true);
    return Promise.resolve(() => listening(false));
  },
}));

const pull = vi.fn(() => Promise.resolve());
let missing: Missing;
let isTimerRunning: boolean;
let waiting: number;
let withChanges: string[];
let stop: AbortController;

beforeEach(async () => {
  vi.useFakeTimers();
  stop = new AbortController();
  waiting = 0;
  isTimerRunning = false;
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  heard = undefined;
  tokens = [];
  withChanges = ['with changes'];
  const sync = {
    userId: 7,
    signal: stop.signal,
    missing: () => Promise.resolve(missing),
    status: () => ({ waiting }),
    pull,
    takeLiveToken: () => withChanges.pop(),
  };
  startLiveUpdates(sync as unknown as Sync, {
    onCounters: () => undefined,
    isNeededHidden: () => isTimerRunning,
  });
  await vi.waitFor(() => expect(heard).toBeDefined());
});

afterEach(() => {
  stop.abort();
  pull.mockClear();
  listening.mockClear();
  asked.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a change on another device is pulled at once', async () => {
  missing = 'changes';
  say({ tasks: 1 });
  await vi.advanceTimersByTimeAsync(50);
  expect(pull).toHaveBeenCalledOnce();
});

test('this browser’s own changes cause no pull, even if counters arrive before the responses', async () => {
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

test('counters that stay behind the replica, as after an account is emptied, cause a pull', async () => {
  missing = 'counters';
  say({ tasks: 1 });
  await vi.advanceTimersByTimeAsync(2_001);
  expect(pull).toHaveBeenCalledOnce();
});

test('a change on another device is pulled even if this browser’s own changes can’t be sent', async () => {
  missing = 'changes';
  waiting = 1;
  say({ tasks: 1 });
  await vi.advanceTimersByTimeAsync(2_001);
  expect(pull).toHaveBeenCalledOnce();
});

function setVisibility(visibilityState: 'visible' | 'hidden') {
  Object.assign(document, { visibilityState }).dispatchEvent(new Event('visibilitychange'));
}

test('a tab hidden for five minutes stops listening until it is shown', async () => {
  setVisibility('hidden');
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
  expect(listening).toHaveBeenLastCalledWith(true);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(listening).toHaveBeenLastCalledWith(false);
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  expect(listening).toHaveBeenLastCalledWith(false);
  expect(pull).not.toHaveBeenCalled();
  setVisibility('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(pull).toHaveBeenCalledOnce();
  expect(listening).toHaveBeenLastCalledWith(true);
});

test('a tab that is hidden for less than five minutes keeps listening', async () => {
  for (let times = 0; times < 3; times++) {
    setVisibility('hidden');
    await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
    setVisibility('visible');
    await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
  }
  expect(listening.mock.calls).toEqual([[true]]);
  expect(pull).not.toHaveBeenCalled();
});

test('a hidden tab listens as long as the focus timer runs', async () => {
  isTimerRunning = true;
  setVisibility('hidden');
  await vi.advanceTimersByTimeAsync(25 * MINUTE_MS);
  expect(listening).toHaveBeenLastCalledWith(true);
  missing = 'changes';
  say({ settings: 1 });
  await vi.advanceTimersByTimeAsync(50);
  expect(pull).toHaveBeenCalledOnce();
  isTimerRunning = false;
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(listening).toHaveBeenLastCalledWith(false);
});

test('a token that came with changes is used only once', async () => {
  expect(asked).not.toHaveBeenCalled();
  missing = 'nothing';
  say({ tasks: 1 });
  await vi.advanceTimersByTimeAsync(0);
  end?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveBeenCalledOnce();
  expect(tokens).toEqual(['with changes', 'asked for']);
});

test('a listener that is cut off while its last counters are compared starts again', async () => {
  missing = 'changes';
  say({ tasks: 1 });
  end?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tokens).toHaveLength(2);
});

test('a listener that fails is started again with growing waits of up to a minute', async () => {
  asked.mockImplementation(() => Promise.reject(new Error('No response.')));
  end?.();
  const attempts = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return asked.mock.calls.length;
  };
  expect(await attempts(1_000)).toBe(1);
  expect(await attempts(2_000)).toBe(2);
  expect(await attempts(60_000)).toBe(6);
  expect(await attempts(10 * MINUTE_MS)).toBeLessThanOrEqual(17);
  asked.mockReset().mockImplementation(() => Promise.resolve({ token: 'asked for' }));
  await attempts(MINUTE_MS);
  expect(tokens).toEqual(['with changes', 'asked for']);
});
