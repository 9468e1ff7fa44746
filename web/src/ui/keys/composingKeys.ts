/** Whether a key belongs to an input method, in which Enter accepts a proposal and Escape rejects it. */
const isComposing = (event: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- Safari reports the last key of a composition only here
  event.isComposing || event.keyCode === 229;

/** Hides a composing key from all other listeners. The input method has already received it. */
function stopComposingKey(event: KeyboardEvent): void {
  if (isComposing(event)) event.stopImmediatePropagation();
}

// The build renders pages without a window.
if (typeof window !== 'undefined') window.addEventListener('keydown', stopComposingKey, true);
