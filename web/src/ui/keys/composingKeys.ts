/** Whether a key belongs to an input method: Enter then accepts what it proposes, and Escape gives it up. */
const isComposing = (event: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- Safari says it of its last key only here
  event.isComposing || event.keyCode === 229;

/** Keeps such a key from all that listens to keys. The input method has it already. */
function stopComposingKey(event: KeyboardEvent): void {
  if (isComposing(event)) event.stopImmediatePropagation();
}

// The build draws pages without a window.
if (typeof window !== 'undefined') window.addEventListener('keydown', stopComposingKey, true);
