const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/**
 * The text of simple HTML, as other planners' editors write it, in Markdown. A text without HTML stays as it is. Without
 * a DOM: a worker has none.
 */
export function htmlText(html: string): string {
  if (!/<[a-z/][^>]*>/i.test(html)) return html;
  const text = html
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/<li[^>]*data-checked="true"[^>]*>/gi, '\n- [x] ')
    .replaceAll(/<li[^>]*data-checked="false"[^>]*>/gi, '\n- [ ] ')
    .replaceAll(/<li\b[^>]*>/gi, '\n- ')
    .replaceAll(
      /<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi,
      (_all, url: string, label: string) =>
        label.trim() === '' || label === url ? url : `[${label}](${url})`,
    )
    .replaceAll(/<\/?(strong|b)\b[^>]*>/gi, '**')
    .replaceAll(/<\/?(em|i)\b[^>]*>/gi, '_')
    .replaceAll(/<\/?code\b[^>]*>/gi, '`')
    .replaceAll(/<h[1-6]\b[^>]*>/gi, '\n\n## ')
    .replaceAll(/<br\b[^>]*>/gi, '\n')
    .replaceAll(
      /(- (?:\[.\] )?)(?:<(?:label|input|span|div|p)\b[^>]*>|<\/(?:label|span)>|\s)+/gi,
      '$1',
    )
    .replaceAll(/<\/(?:p|div|h[1-6]|ul|ol|blockquote|pre|table|tr)>/gi, '\n\n')
    .replaceAll(/<[^>]*>/g, '');
  return decoded(text)
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n[ \t]+/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/(- .*)\n\n(?=- )/g, '$1\n')
    .trim();
}

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name: string) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex as string, 16) : undefined;
    if (code === undefined) return ENTITIES.get(name.toLowerCase()) ?? entity;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : entity;
  });
