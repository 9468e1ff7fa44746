import { expect, it, vi } from 'vitest';
import { OPEN_MESSAGE } from '../lib/paths';
import { openPath, screenPath } from './openPath';
import type { Tab } from './workerScope';

const ORIGIN = 'https://daymark.example';

/** Opens a path in a browser with tabs at these paths. Returns what happened. `hangs` tabs don't follow a message. */
async function opened(path: string | undefined, urls: readonly string[], { hangs = false } = {}) {
  const done: string[] = [];
  const tabs = urls.map((url): Tab => {
    const tab: Tab = {
      url: ORIGIN + url,
      focus: () => {
        done.push(`focus ${url}`);
        return Promise.resolve(tab);
      },
      navigate: (to) => {
        done.push(`load ${to}`);
        return Promise.resolve();
      },
      postMessage: (message, [port]) => {
        const { type, path: to } = message as { type: string; path: string };
        if (type !== OPEN_MESSAGE || hangs) return;
        done.push(`go to ${to}`);
        (port as MessagePort).postMessage(true);
      },
    };
    return tab;
  });
  const clients = {
    matchAll: () => Promise.resolve(tabs),
    openWindow: (url: string) => {
      done.push(`open ${url}`);
      return Promise.resolve();
    },
  };
  await openPath({ clients, location: { origin: ORIGIN } }, path);
  return done;
}

it('a path is opened in the tab that was used last', async () => {
  expect(await opened('/tasks?opens=3', ['/landing', '/today', '/notes'])).toEqual([
    'focus /today',
    'go to /tasks?opens=3',
  ]);
});

it('a path is opened in a window if no tab shows a screen', async () => {
  expect(await opened('/calendar?opens=3', ['/landing'])).toEqual(['open /calendar?opens=3']);
});

it('a tab that doesn’t follow is loaded at the path', async () => {
  vi.useFakeTimers();
  try {
    const result = opened('/today?plan', ['/focus'], { hangs: true });
    await vi.runAllTimersAsync();
    expect(await result).toEqual(['focus /focus', 'load /today?plan']);
  } finally {
    vi.useRealTimers();
  }
});

it('a notification without a path focuses a tab, or opens the timer', async () => {
  expect(await opened(undefined, ['/notes'])).toEqual(['focus /notes']);
  expect(await opened(undefined, [])).toEqual(['open /focus']);
});

it.each([
  ['/settings#notifications', '/settings#notifications'],
  ['https://evil.example/tasks', '/today'],
  ['//evil.example/tasks', '/today'],
  ['javascript:alert(1)', '/today'],
  ['/api/tasks', '/today'],
])('the path of %s is %s', (path, expected) => {
  expect(screenPath(path, ORIGIN)).toBe(expected);
});
