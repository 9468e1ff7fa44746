// @ts-check

/**
 * One browser tab, with the operations that engines.test.mjs needs.
 * @typedef {object} Tab
 * @property {(url: string) => Promise<void>} open
 * @property {<Result>(script: () => Result) => Promise<Awaited<Result>>} run runs a function in the page
 * @property {(name: string) => Promise<void>} click
 * @property {(name: string, text: string) => Promise<void>} fill replaces the field's value
 * @property {() => Promise<string[]>} errors returns uncaught errors, and the console's errors and warnings, since the
 *   last call
 * @property {() => Promise<void>} close closes the browser
 */

/**
 * Returns the visible control with this name, or null. If a dialog is open, only the dialog in front is searched. Runs
 * in the page.
 * @param {string} name
 */
export function controlNamed(name) {
  const front = [...document.querySelectorAll('[role$=dialog]')].at(-1) ?? document;
  const controls = front.querySelectorAll('a, button, input, textarea');
  /** Returns a label's text without parts hidden from assistive technology, such as a shortcut's key. */
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

/** Longest wait for a condition on a busy machine, and the time between two checks, in ms. */
export const WITHIN = { timeout: 60_000, interval: 100 };
