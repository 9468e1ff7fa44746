import { render } from '@testing-library/react';
import { useLayoutEffect, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import './shortcutListener';
import { useShortcuts } from './useShortcuts';

const press = (key: string, init: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }));

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

test('issue 15: a key that is pressed as soon as a screen is seen is for that screen, not for the one before', () => {
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

function Planner({ onPlan }: { onPlan: () => void }) {
  useShortcuts({ planToday: onPlan });
  return null;
}

function Opener({ onOpen }: { onOpen: () => void }) {
  useShortcuts({ palette: onOpen });
  return null;
}

test('what is typed after Ctrl K before the palette can be opened is for its field', () => {
  const onPlan = vi.fn();
  render(<Planner onPlan={onPlan} />);
  press('Control', { ctrlKey: true });
  press('k', { ctrlKey: true });
  for (const key of ['o', 'a', 't', 'F2', 'Enter']) press(key);
  // Like the palette's field, which takes the keys from the moment in which it was asked for.
  let typed = '';
  const type = (event: KeyboardEvent) => {
    typed += event.key;
    event.stopPropagation();
  };
  render(<Opener onOpen={() => document.addEventListener('keydown', type, true)} />);
  document.removeEventListener('keydown', type, true);
  expect(typed).toBe('oat');
  expect(onPlan).not.toHaveBeenCalled();
});
