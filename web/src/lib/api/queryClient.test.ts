import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from './queryClient';

afterEach(() => {
  queryClient.clear();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
});

/** Observes a query as a screen does, and waits until it settles. */
async function shown(queryFn: () => Promise<string>) {
  const stop = new QueryObserver(queryClient, { queryKey: ['thing'], queryFn }).subscribe(() => {});
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return stop;
}

it('a failed query is not retried by itself', async () => {
  const ask = vi.fn(() => Promise.reject(new Error('no')));
  const stop = await shown(ask);
  expect(queryClient.getQueryState(['thing'])?.status).toBe('error');
  expect(ask).toHaveBeenCalledTimes(1);
  stop();
});

it('another screen, the window’s focus or the network’s return refetches nothing', async () => {
  const ask = vi.fn(() => Promise.resolve('data'));
  const stop = await shown(ask);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  const stopOther = await shown(ask);
  expect(ask).toHaveBeenCalledTimes(1);
  stop();
  stopOther();
});
