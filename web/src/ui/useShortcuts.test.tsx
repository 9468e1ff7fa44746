import { render } from '@testing-library/react';
import { useLayoutEffect, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let useShortcuts: typeof import('./useShortcuts').useShortcuts;

const loadListener = () => import('./shortcutListener');

// As in a new page: the listener has not been loaded, and nothing listens.
beforeEach(async () => {
  vi.resetModules();
  vi.spyOn(document, 'addEventListener');
  ({ useShortcuts } = await import('./useShortcuts'));
});

afterEach(() => {
  for (const call of vi.mocked(document.addEventListener).mock.calls)
    document.removeEventListener(...call);
  vi.mocked(document.addEventListener).mockRestore();
});

const press = (key: string, init: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );

function Screen({ onAdd }: { onAdd: () => void }) {
  useShortcuts({ addNote: onAdd });
  return null;
}

/** Presses N in the moment in which a screen takes the place of another, before it is painted. */
function PressingN({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    press('n');
  });
  return children;
}

test('issue 15: a key that is pressed as soon as a screen is seen is for that screen, not for the one before', async () => {
  await loadListener();
  const [before, after] = [vi.fn(), vi.fn()];
  const { rerender } = render(<Screen key="before" onAdd={before} />);
  rerender(
    <PressingN>
      <Screen key="after" onAdd={after} />
    </PressingN>,
  );
  expect(before).not.toHaveBeenCalled();
  expect(after).toHaveBeenCalledOnce();
});

function Opener({ onOpen }: { onOpen: () => void }) {
  useShortcuts({ palette: onOpen });
  return null;
}

/** What the palette's field gets: it takes the keys from the moment it was asked for. */
let typed = '';
const type = (event: KeyboardEvent) => {
  typed += event.key;
  event.stopPropagation();
};
const open = () => document.addEventListener('keydown', type, true);

afterEach(() => {
  typed = '';
});

function pressAndType() {
  press('Control', { ctrlKey: true });
  press('k', { ctrlKey: true });
  for (const key of 'oat') press(key);
}

test('what is typed after Ctrl K before the palette can be opened is for its field', async () => {
  await loadListener();
  pressAndType();
  const onPlan = vi.fn();
  render(<Planner onPlan={onPlan} />);
  render(<Opener onOpen={open} />);
  expect(typed).toBe('oat');
  expect(onPlan).not.toHaveBeenCalled();
});

test('so is what is typed before any shortcut works', async () => {
  const onPlan = vi.fn();
  render(<Planner onPlan={onPlan} />);
  pressAndType();
  await loadListener();
  render(<Opener onOpen={open} />);
  expect(typed).toBe('oat');
  expect(onPlan).not.toHaveBeenCalled();
});

function Planner({ onPlan }: { onPlan: () => void }) {
  useShortcuts({ planToday: onPlan });
  return null;
}

test('keys that are pressed before any shortcut works are run in their order', async () => {
  const shown: string[] = [];
  function Screens() {
    useShortcuts({
      goToNotes: () => shown.push('notes'),
      goToCalendar: () => shown.push('calendar'),
    });
    return null;
  }
  render(<Screens />);
  for (const key of 'gngc') press(key);
  await loadListener();
  expect(shown).toEqual(['notes', 'calendar']);
});
