import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preloadLater } from './preload';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 10));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const onNetwork = (connection: object | undefined) => vi.stubGlobal('navigator', { connection });

test.each([undefined, { saveData: false, effectiveType: '4g' }])(
  'preloading begins when the page is idle (%o)',
  (connection) => {
    onNetwork(connection);
    const preload = vi.fn();
    preloadLater(preload);
    vi.advanceTimersByTime(3000);
    expect(preload).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10);
    expect(preload).toHaveBeenCalledOnce();
  },
);

test.each([
  { saveData: true, effectiveType: '4g' },
  { effectiveType: '3g' },
  { effectiveType: 'slow-2g' },
])('preloading is skipped with Save-Data and on slow connections: %o', (connection) => {
  onNetwork(connection);
  const preload = vi.fn();
  preloadLater(preload);
  vi.runAllTimers();
  expect(preload).not.toHaveBeenCalled();
});

test('a screen that is left preloads nothing', () => {
  onNetwork(undefined);
  const preload = vi.fn();
  const cancel = preloadLater(preload);
  vi.advanceTimersByTime(3005);
  cancel();
  vi.runAllTimers();
  expect(preload).not.toHaveBeenCalled();
});
