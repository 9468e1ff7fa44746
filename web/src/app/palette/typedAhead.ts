/** What is typed between Ctrl K and the palette's field being there, while its code loads. */
let typed: string | undefined;

function onKeyDown(event: KeyboardEvent): void {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === 'Backspace') typed = typed?.slice(0, -1);
  else if (key.length === 1) typed = (typed ?? '') + key;
  // They would act on what the person has not seen yet.
  else if (!['Enter', 'Tab', 'ArrowDown', 'ArrowUp'].includes(key)) return;
  // Or the field would get it that had the focus before.
  event.preventDefault();
  event.stopPropagation();
}

/** Begins to keep what is typed. */
export function startTypingAhead(): void {
  typed = '';
  document.addEventListener('keydown', onKeyDown, true);
}

/** From now on the palette's field gets the keys; `take` gets what was typed before, if anything. */
export function stopTypingAhead(take: (text: string) => void): void {
  document.removeEventListener('keydown', onKeyDown, true);
  const text = typed;
  typed = undefined;
  if (text) take(text);
}
