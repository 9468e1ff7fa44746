/** The properties that determine how a text wraps in a field. */
const COPIED = [
  'fontFamily',
  'fontSize',
  'fontWeight',
  'lineHeight',
  'letterSpacing',
  'padding',
  'border',
  'boxSizing',
  'tabSize',
] as const;

/** Returns the distance in px from a text area's visible top to the bottom of the line with the caret. */
export function caretBottom(area: HTMLTextAreaElement): number {
  const style = getComputedStyle(area);
  const mirror = document.createElement('div');
  for (const property of COPIED) mirror.style[property] = style[property];
  mirror.style.cssText += `;position:fixed;visibility:hidden;width:${area.offsetWidth}px;white-space:pre-wrap;overflow-wrap:break-word`;
  mirror.textContent = area.value.slice(0, area.selectionStart);
  const caret = document.createElement('span');
  caret.textContent = '\u200b';
  mirror.append(caret);
  document.body.append(mirror);
  const bottom = caret.offsetTop + caret.offsetHeight - area.scrollTop;
  mirror.remove();
  return Math.max(0, Math.min(bottom, area.offsetHeight));
}
