/** Replaces a range of a field's text as if by typing. */
export function replaceText(
  field: HTMLInputElement | HTMLTextAreaElement,
  from: number,
  to: number,
  text: string,
): void {
  field.focus();
  field.setSelectionRange(from, to);
  // eslint-disable-next-line typescript/no-deprecated -- No other way to insert text keeps Ctrl Z working in the field
  if ('execCommand' in document && document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
