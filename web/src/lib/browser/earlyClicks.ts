/*
 * A page that arrives as HTML can be pressed and typed into before its code is there. What is typed stays in its
 * field; what is pressed is kept here and done as soon as somebody can do it.
 */

declare global {
  interface Window {
    /** Set by the script in the page's head, which is another program than the app. */
    daymarkReplay?: () => void;
  }
}

/** Keeps every press of a button until the app is there; called from the page's head. */
export function keepEarlyClicks(): void {
  // A set: a person who presses again because nothing seems to happen wants it once.
  const pressed = new Set<HTMLButtonElement>();
  const keep = (event: Event) => {
    const button = event.target instanceof Element && event.target.closest('button');
    if (!button) return;
    // Or the form would send itself.
    event.preventDefault();
    pressed.add(button);
  };
  // As the forms do: typing replaces what a field was filled in with.
  const select = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.value === target.defaultValue) target.select();
  };
  document.addEventListener('click', keep, true);
  document.addEventListener('focusin', select);
  window.daymarkReplay = () => {
    document.removeEventListener('click', keep, true);
    document.removeEventListener('focusin', select);
    pressed.forEach((button) => button.click());
  };
}

/** Does what was pressed before the app was there, once. */
export function replayEarlyClicks(): void {
  window.daymarkReplay?.();
  delete window.daymarkReplay;
}
