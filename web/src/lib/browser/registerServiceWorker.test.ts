import { beforeEach, afterEach, expect, test, vi } from 'vitest';

const worker = Object.assign(new EventTarget(), {
  register: () => Promise.resolve(undefined),
  messageSkipWaiting: vi.fn(),
});
vi.mock('workbox-window', () => ({
  Workbox: vi.fn(function () {
    return worker;
  }),
}));

// An offered version stays in the memory of these modules, and must not reach other tests.
beforeEach(() => void vi.resetModules());
afterEach(() => void vi.resetModules());

/** Opens a tab that a service worker controls, and that counts its reloads instead of doing them. */
async function openTab() {
  const { newVersion } = await import('../api/appVersion');
  const { registerServiceWorker } = await import('./registerServiceWorker');
  const container = Object.assign(new EventTarget(), { controller: {} });
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.spyOn(globalThis, 'setInterval').mockReturnValue(0 as never);
  const reloadPage = vi.spyOn(newVersion, 'reloadPage').mockResolvedValue();
  await registerServiceWorker();
  const takeOver = () => container.dispatchEvent(new Event('controllerchange'));
  return { newVersion, reloadPage, takeOver };
}

test('a tab that took the new version offers it again if the person stays on the page', async () => {
  const { newVersion, reloadPage, takeOver } = await openTab();
  worker.dispatchEvent(new Event('waiting'));
  newVersion.reload()?.();
  expect(worker.messageSkipWaiting).toHaveBeenCalledOnce();
  takeOver();
  expect(reloadPage).toHaveBeenCalledTimes(1);
  newVersion.reload()?.();
  expect(reloadPage).toHaveBeenCalledTimes(2);
});

test('after three seconds, the page reloads even if the new version has not taken over', async () => {
  vi.useFakeTimers();
  const { newVersion, reloadPage, takeOver } = await openTab();
  worker.dispatchEvent(new Event('waiting'));
  newVersion.reload()?.();
  vi.advanceTimersByTime(2_900);
  expect(reloadPage).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(reloadPage).toHaveBeenCalledOnce();
  newVersion.reload()?.();
  vi.advanceTimersByTime(3_000);
  expect(reloadPage).toHaveBeenCalledTimes(2);

  newVersion.reload()?.();
  takeOver();
  vi.advanceTimersByTime(3_000);
  expect(reloadPage).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});

test('a new version that was taken in another tab is only offered', async () => {
  const { newVersion, reloadPage, takeOver } = await openTab();
  takeOver();
  expect(reloadPage).not.toHaveBeenCalled();
  newVersion.reload()?.();
  expect(reloadPage).toHaveBeenCalledOnce();
});

test('the page is reloaded when the work that the reload waits for is done', async () => {
  const { newVersion } = await import('../api/appVersion');
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  let onStored: (() => void) | undefined;
  newVersion.waitFor(() => new Promise((resolve) => (onStored = resolve)));
  const reloading = newVersion.reloadPage();
  await Promise.resolve();
  expect(reload).not.toHaveBeenCalled();
  onStored?.();
  await reloading;
  expect(reload).toHaveBeenCalledOnce();
});

test('a disk that does not respond delays the reload by five seconds at most', async () => {
  vi.useFakeTimers();
  const { newVersion } = await import('../api/appVersion');
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  newVersion.waitFor(() => new Promise(() => undefined));
  void newVersion.reloadPage();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(reload).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
