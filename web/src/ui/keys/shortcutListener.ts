import { hasMod, SHORTCUTS, type ShortcutName } from '../../lib/shortcuts';
import { singleKeys } from '../../lib/singleKeys';
import { OVERLAY } from '../dialogs/overlay';

export interface Registration {
  names: readonly string[];
  run: (name: ShortcutName, keys: string) => unknown;
}

/** The shortcuts of the mounted components (useShortcuts.ts). The last component's shortcuts are tried first. */
export const shown: Registration[] = [];

/** Longest time between the first and the second of two keys, in ms. */
const SEQUENCE_MS = 1500;

/** The first of two keys, and when it was pressed. */
let first: { key: string; at: number } | undefined;

const FIELD = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';
const CONTROL = 'a, button, input, summary, [role="button"], [role="gridcell"]';

/** Shortcuts that also work in a field. Ctrl Z is not among them, because it undoes typing in a field. */
const IN_FIELDS: ReadonlySet<string> = new Set<ShortcutName>(['palette', 'confirm']);
/** Shortcuts that repeat while their key is held down. */
const REPEATED: ReadonlySet<string> = new Set<ShortcutName>(['nextRow', 'previousRow']);

/** Whether the keys of a shortcut are pressed, for a component with its own key listener, such as a dialog. */
export const isPressed = (name: ShortcutName, event: KeyboardEvent): boolean =>
  !event.repeat && SHORTCUTS[name].keys.includes(pressedKeys(event) ?? '');

/** Runs the shortcut whose keys are pressed. The shell adds this listener for every screen. */
export function onShortcutKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const isTyping = (event.target as Element).closest(FIELD) !== null;
  const pressed = pressedKeys(event);
  if (pressed === undefined) return;
  const isSingle = !pressed.startsWith('Mod+');
  if (isSingle && (isTyping || !singleKeys.isOn())) return;
  if (document.querySelector(OVERLAY)) return;
  if ((pressed === 'Space' || pressed === 'Enter') && !isFree(pressed, event.target as Element))
    return;

  const before = first && event.timeStamp - first.at < SEQUENCE_MS ? first.key : undefined;
  first = undefined;
  const keys = before === undefined ? pressed : `${before} ${pressed}`;
  for (const name of namesOf(keys)) {
    if ((isTyping && !IN_FIELDS.has(name)) || (event.repeat && !REPEATED.has(name))) continue;
    if (!run(name, keys)) continue;
    event.preventDefault();
    return;
  }
  if (before === undefined && isFirstOfTwo(pressed)) first = { key: pressed, at: event.timeStamp };
}

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !ctrlKey && !metaKey && !altKey;

/**
 * Whether the focused element leaves Space or Enter to shortcuts. A control uses both keys, but a checkbox only Space.
 */
const isFree = (key: 'Space' | 'Enter', target: Element): boolean =>
  target.closest(CONTROL) === null || (key === 'Enter' && target.matches('[type="checkbox"]'));

/** Returns the keys as lib/shortcuts.ts writes them, or undefined if a modifier rules out every shortcut. */
function pressedKeys(event: KeyboardEvent): string | undefined {
  const key = keyName(event);
  if (hasMod(event)) return `Mod+${key}`;
  if (!isPlain(event)) return undefined;
  // A character such as ? may need Shift. A letter or a named key that is pressed with Shift is no shortcut.
  return event.shiftKey && /^([A-Z]|.{2,})$/.test(key) ? undefined : key;
}

/** Returns the name of a key. For a letter that isn't Latin, returns the Latin letter in the same position. */
function keyName({ key, code }: KeyboardEvent): string {
  if (key === ' ') return 'Space';
  if (key.length > 1) return key;
  return /\p{L}/u.test(key) && !/[a-z]/i.test(key) ? code.replace(/^Key/, '') : key.toUpperCase();
}

const allNames = Object.keys(SHORTCUTS) as ShortcutName[];

const namesOf = (keys: string): ShortcutName[] =>
  allNames.filter((name) => SHORTCUTS[name].keys.includes(keys));

const isFirstOfTwo = (key: string): boolean =>
  allNames.some((name) => SHORTCUTS[name].keys.some((keys) => keys.startsWith(`${key} `)));

/** Runs the shortcut in the last component in which it applies. Returns false if it applies in none. */
const run = (name: ShortcutName, keys: string): boolean =>
  shown
    .toReversed()
    .some(({ names, run: act }) => names.includes(name) && act(name, keys) !== false);
