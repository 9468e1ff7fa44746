// @ts-check

/**
 * One tab of a browser, as far as the flows need it.
 * @typedef {object} Tab
 * @property {(url: string) => Promise<void>} open
 * @property {<Result>(script: () => Result) => Promise<Awaited<Result>>} run runs a function in the page
 * @property {(name: string) => Promise<void>} click
 * @property {(name: string, text: string) => Promise<void>} fill replaces what the field has
 * @property {() => Promise<string[]>} errors the errors and warnings in the console, since it was last asked
 * @property {() => Promise<void>} close ends the browser
 */

/**
 * The control that a person calls by this name, of the dialog in front when there is one; null while it is not shown.
 * Runs in the page.
 * @param {string} name
 */
export function controlNamed(name) {
  const front = [...document.querySelectorAll('[role$=dialog]')].at(-1) ?? document;
  const controls = front.querySelectorAll('a, button, input, textarea');
  /** The text of a label without what assistive technology does not read, such as a shortcut's key. */
  const textOf = (/** @type {Element | undefined} */ label) => {
    const copy = /** @type {Element | undefined} */ (label?.cloneNode(true));
    copy?.querySelectorAll('[aria-hidden="true"]').forEach((hidden) => hidden.remove());
    return copy?.textContent;
  };
  const nameOf = (/** @type {Element} */ control) =>
    control.getAttribute('aria-label') ??
    textOf(control instanceof HTMLInputElement ? control.labels?.[0] : control);
  return [...controls].find((one) => one.checkVisibility() && nameOf(one)?.trim() === name) ?? null;
}

/** How long a condition may take on a busy machine, and how often it is looked at. */
export const WITHIN = { timeout: 60_000, interval: 100 };
