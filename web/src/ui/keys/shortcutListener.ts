import { hasMod, SHORTCUTS, type ShortcutName } from '../../lib/shortcuts';
import { singleKeys } from '../../lib/singleKeys';
import { OVERLAY } from '../dialogs/overlay';
import { registry, type Registration } from './shortcutRegistry';

/*
 * Listens for the keys of every shortcut that is registered (useShortcuts.ts), from when it is imported. The screen needs
 * it once it is painted.
 */

/** How long after the first of two keys the second counts. */
const SEQUENCE_MS = 1500;

/** The first of two keys, and when it was pressed. */
let first: { key: string; at: number } | undefined;

const FIELD = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';
const CONTROL = 'a, button, input, summary, [role="button"], [role="gridcell"]';

/** They work while somebody types. In a field, Ctrl Z undoes what was typed. */
const IN_FIELDS: ReadonlySet<string> = new Set<ShortcutName>(['palette', 'confirm']);
/** A key that is held down goes on. */
const REPEATED: ReadonlySet<string> = new Set<ShortcutName>(['nextRow', 'previousRow']);

/** Whether the keys of a shortcut are pressed, for what listens to its own keys: a dialog. */
export const isPressed = (name: ShortcutName, event: KeyboardEvent): boolean =>
  !event.repeat && SHORTCUTS[name].keys.includes(pressedKeys(event) ?? '');

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const isTyping = (event.target as Element).closest(FIELD) !== null;
  if (!isTyping && isPlain(event) && isPaletteMissed()) {
    if (!isTyped(event)) return;
    event.preventDefault();
    missed?.typed.push(event);
    return;
  }
  const pressed = pressedKeys(event);
  if (pressed === undefined) return;
  const isSingle = !pressed.startsWith('Mod+');
  if (isSingle && (isTyping || !singleKeys.isOn())) return;
  if (document.querySelector(OVERLAY)) return;
  if ((pressed === 'Space' || pressed === 'Enter') && !isFree(pressed, event.target as Element))
    return;

  missed = undefined;
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
  else missed = { keys, at: performance.now(), typed: [] };
}

/** A key that meant nothing yet counts for so long: what it is for may be loading. */
const MISSED_MS = 1000;

/** `typed` is what was pressed after it, if it opens something to type in. */
let missed: { keys: string; at: number; typed: KeyboardEvent[] } | undefined;

const isMissed = () => missed !== undefined && performance.now() - missed.at <= MISSED_MS;

/** Whether the palette was asked for before the code that opens it was there: what is typed now is for its field. */
const isPaletteMissed = () => isMissed() && namesOf(missed?.keys ?? '').includes('palette');

/** Runs the shortcut that was pressed just before the code for it was there. */
function runMissed({ names, run: act }: Registration): void {
  if (!missed || !isMissed()) return;
  const { keys, typed } = missed;
  const name = namesOf(keys).find((one) => names.includes(one));
  if (!name) return;
  missed = undefined;
  act(name, keys);
  // What it opened takes them (app/palette/typedAhead.ts).
  for (const event of typed) document.dispatchEvent(new KeyboardEvent('keydown', event));
}

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !ctrlKey && !metaKey && !altKey;

/** Whether a field would take the key. */
const isTyped = ({ key }: KeyboardEvent) => key.length === 1 || key === 'Backspace';

/** Whether Space or Enter means nothing to the control that has the focus. A checkbox has no use for Enter. */
const isFree = (key: 'Space' | 'Enter', target: Element): boolean =>
  target.closest(CONTROL) === null || (key === 'Enter' && target.matches('[type="checkbox"]'));

/** The keys as lib/shortcuts.ts writes them; undefined with other modifiers. */
function pressedKeys(event: KeyboardEvent): string | undefined {
  const key = keyName(event);
  if (hasMod(event)) return `Mod+${key}`;
  if (!isPlain(event)) return undefined;
  // A sign such as ? may need Shift; a letter with Shift is not the letter alone.
  return event.shiftKey && /^([A-Z]|.{2,})$/.test(key) ? undefined : key;
}

/** The name of a key. On a keyboard with other letters, the Latin one at its place. */
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

/** Runs the shortcut where it applies. Whether it does anywhere. */
const run = (name: ShortcutName, keys: string): boolean =>
  registry.shown
    .toReversed()
    .some(({ names, run: act }) => names.includes(name) && act(name, keys) !== false);

document.addEventListener('keydown', onKeyDown);
registry.onAdded = runMissed;
// However long this took to load: what the key is for may still be loading, too.
for (const event of registry.early.splice(0)) onKeyDown(event);
document.removeEventListener('keydown', registry.keepEarly);
