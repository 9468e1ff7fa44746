import { browserStorage, onStoredElsewhere } from '../../lib/browser/browserStorage';
import { createListeners, createStore } from '../../lib/browser/externalStore';

/** The app's color mode: the system's choice, or the person's. */
export type ColorMode = 'system' | 'light' | 'dark';

const KEY = 'daymark.mode';

const mode = createStore<ColorMode>('system');
const choices = createListeners();

/** Applies the stored mode and follows the other tabs. Called once, before anything is drawn. */
export function startColorMode(): void {
  show(stored());
  onStoredElsewhere(KEY, () => show(stored()));
}

/** Shows a color mode here and in the other tabs, now and at the next start. */
export function showColorMode(next: ColorMode): void {
  show(next);
  if (next === 'system') browserStorage.remove(KEY);
  else browserStorage.set(KEY, next);
}

/** Shows the color mode that the person has chosen, and tells the listeners, which save it for the other devices. */
export function setColorMode(chosen: ColorMode): void {
  showColorMode(chosen);
  choices.notify();
}

/** The switch's label in each mode. */
export const MODE_LABELS: Readonly<Record<ColorMode, string>> = {
  system: 'Theme: system',
  light: 'Theme: light',
  dark: 'Theme: dark',
};

/**
 * Goes to the next mode. With a dark system, the order is system, light, dark. With a light system, the order is
 * system, dark, light. So the first press always changes the colors.
 */
export function switchColorMode(): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  const next = { system: other, [other]: own, [own]: 'system' } as Record<ColorMode, ColorMode>;
  setColorMode(next[mode.get()]);
}

/** Runs the switch on a page without the app. */
export function runModeSwitch(): void {
  const find = () => document.querySelector<HTMLElement>('[data-mode-switch]');
  const name = () => {
    const label = MODE_LABELS[mode.get()];
    const button = find();
    button?.setAttribute('aria-label', label);
    button?.setAttribute('title', label);
  };
  document.addEventListener('DOMContentLoaded', name);
  mode.subscribe(name);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && find()?.contains(target)) switchColorMode();
  });
}

/** The current mode, for the switch. This object doesn't use React, because the entry script contains this module. */
export const colorMode = {
  subscribe: mode.subscribe,
  current: mode.get,
  /** Calls back when the person has chosen a mode in this tab. Returns a function that unsubscribes. */
  onChosen: choices.subscribe,
};

function stored(): ColorMode {
  const value = browserStorage.get(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

function show(chosen: ColorMode): void {
  if (chosen === mode.get()) return;
  const root = document.documentElement;
  root.dataset.changingMode = '';
  if (chosen === 'system') delete root.dataset.mode;
  else root.dataset.mode = chosen;
  // The page has two theme colors for the browser's own bar. Only the color of the current mode may apply.
  document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]').forEach((meta) => {
    const { scheme } = meta.dataset;
    if (chosen === 'system') meta.media = `(prefers-color-scheme: ${scheme})`;
    else meta.media = chosen === scheme ? 'all' : 'not all';
  });
  // Waits two frames. In the first frame the browser computes the new colors, still without transitions.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      delete root.dataset.changingMode;
    }),
  );
  mode.set(chosen);
}
