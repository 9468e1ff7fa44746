import { render } from '@testing-library/react';
import { useLayoutEffect, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { onShortcutKey } from './shortcutListener';
import { useShortcuts } from './useShortcuts';

document.addEventListener('keydown', onShortcutKey);

const press = (key: string, init: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }));

function Screen({ onAdd }: { onAdd: () => void }) {
  useShortcuts({ addNote: onAdd });
  return null;
}

/** Presses N while one screen replaces another, before the new one is painted. */
function PressingN({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    press('n');
  });
  return children;
}

test('a key that is pressed as soon as a screen is shown goes to that screen', () => {
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
