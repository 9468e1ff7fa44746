import { useId, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import css from './Tabs.module.css';
import { useIsHydrated } from '../useIsHydrated';

interface TabsProps<Value extends string> {
  /** The name of the tabs, for screen readers. */
  label: string;
  tabs: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** The selected tab's content. */
  children: ReactNode;
}

/**
 * Tabs and the panel below them, as WAI-ARIA describes them. The tabs are one stop for the Tab key. Arrows, Home and
 * End move between tabs. Enter or Space selects a tab, because moving the focus alone must not discard what was typed
 * in the panel.
 */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: TabsProps<Value>) {
  const id = useId();
  const isHydrated = useIsHydrated();
  const selected = tabs.findIndex((tab) => tab.value === value);
  return (
    <>
      <div
        className={css.tabs}
        role="tablist"
        aria-label={label}
        style={{ '--count': tabs.length, '--selected': selected } as CSSProperties}
        onKeyDown={moveFocus}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            disabled={!isHydrated}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}

/** The tab that each key moves to, as an index. Arrow keys wrap around. */
const MOVES: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const move = MOVES[event.key];
  if (!move) return;
  event.preventDefault();
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  tabs[move(tabs.indexOf(event.target as HTMLElement), tabs.length)]?.focus();
}
