import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Sync } from '../../sync/createSync';
import { broadcastCalendarChange } from '../../records/googleCalendar/calendarTabs';
import { refreshCalendarQueries } from '../../records/googleCalendar/calendarQueries';
import { onCalendarCounters } from './onCalendarCounters';

vi.mock('../../records/googleCalendar/calendarQueries', () => ({
  refreshCalendarQueries: vi.fn(() => Promise.resolve()),
}));
vi.mock('../../records/googleCalendar/calendarTabs', () => ({ broadcastCalendarChange: vi.fn() }));

let page: EventTarget & { visibilityState: string };
let stored: unknown;
let sync: Sync;

beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  stored = undefined;
  sync = {
    userId: 7,
    signal: new AbortController().signal,
    readValue: () => Promise.resolve(stored === undefined ? undefined : { value: stored, at: 0 }),
    storeValue: (_name: string, value: unknown) => {
      stored = value;
      return Promise.resolve();
    },
  } as unknown as Sync;
});

afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

test('a change at Google is asked for once', async () => {
  stored = { settings: 1, events: 1 };
  await onCalendarCounters(sync, { settings: 1, events: 2 });
  await onCalendarCounters(sync, { settings: 1, events: 2 });
  expect(refreshCalendarQueries).toHaveBeenCalledExactlyOnceWith(sync, { events: 2 });
});

test('a change of the connection is asked for with what it changes', async () => {
  stored = { settings: 1, events: 1 };
  await onCalendarCounters(sync, { settings: 2, events: 2 });
  expect(refreshCalendarQueries).toHaveBeenCalledExactlyOnceWith(sync, { settings: 2, events: 2 });
});

test('a hidden tab tells the others of changes at Google, and asks for them once it is shown', async () => {
  page.visibilityState = 'hidden';
  const both = [1, 2].map((events) => onCalendarCounters(sync, { settings: 0, events }));
  await vi.waitFor(() => expect(broadcastCalendarChange).toHaveBeenCalled());
  expect(refreshCalendarQueries).not.toHaveBeenCalled();
  // If it is closed, the next start asks.
  expect(stored).toBeUndefined();
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await Promise.all(both);
  expect(refreshCalendarQueries).toHaveBeenCalledExactlyOnceWith(sync, { events: 2 });
  expect(stored).toEqual({ settings: 0, events: 2 });
});
