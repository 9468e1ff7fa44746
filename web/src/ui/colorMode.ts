/** How the app is lit: as the system wishes, or as the person chose for this browser. */
export type ColorMode = 'system' | 'light' | 'dark';

const KEY = 'daymark.mode';

let mode: ColorMode = 'system';
const listeners = new Set<() => void>();

/** Takes up the kept mode and follows the other tabs. Called once, before anything is drawn. */
export function startColorMode(): void {
  show(kept());
  window.addEventListener('storage', ({ key }) => {
    // No key: everything was cleared.
    if (key === KEY || key === null) show(kept());
  });
}

/** Lights the app so, here and in the other tabs, until it is changed again. */
export function setColorMode(chosen: ColorMode): void {
  show(chosen);
  try {
    if (chosen === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, chosen);
  } catch {
    // A browser that keeps nothing: it holds for this page.
  }
}

/** What the switch says in each mode, and where it leads from there: it goes round. */
export const modeSwitch = {
  system: { next: 'light', label: 'Theme: as the system' },
  light: { next: 'dark', label: 'Theme: light' },
  dark: { next: 'system', label: 'Theme: dark' },
} as const;

/** Runs the switch of a page that has no app. */
export function runModeSwitch(): void {
  const find = () => document.querySelector<HTMLElement>('[data-mode-switch]');
  const name = () => {
    const { label } = modeSwitch[mode];
    const button = find();
    button?.setAttribute('aria-label', label);
    button?.setAttribute('title', label);
  };
  document.addEventListener('DOMContentLoaded', name);
  listeners.add(name);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && find()?.contains(target)) setColorMode(modeSwitch[mode].next);
  });
}

/** For the switch: which mode is in force, and when that changes. Without React, because the entry starts with it. */
export const colorMode = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): ColorMode => mode,
};

function kept(): ColorMode {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}

function show(chosen: ColorMode): void {
  if (chosen === mode) return;
  mode = chosen;
  const root = document.documentElement;
  root.dataset.changingMode = '';
  if (chosen === 'system') delete root.dataset.mode;
  else root.dataset.mode = chosen;
  // The browser's own bar: of the page's two colours, the one in force applies.
  document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]').forEach((meta) => {
    const { scheme } = meta.dataset;
    if (chosen === 'system') meta.media = `(prefers-color-scheme: ${scheme})`;
    else meta.media = chosen === scheme ? 'all' : 'not all';
  });
  // Two frames: in the first the new colours are worked out, still without transitions.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      delete root.dataset.changingMode;
    }),
  );
  listeners.forEach((listener) => listener());
}
