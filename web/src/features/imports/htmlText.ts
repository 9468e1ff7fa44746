const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/** A tag: whether it closes, its name, its attributes. Comments and the like have no name. */
const TAG = /<(?:(\/?)([a-z][a-z0-9]*)\b)?([^<>]*)>/gi;

/** What a tag is in Markdown; others are nothing. A closing tag begins with a slash. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ...each('strong b /strong /b', '**'),
  ...each('em i /em /i', '_'),
  ...each('code /code', '`'),
  ...each('h1 h2 h3 h4 h5 h6', '\n\n## '),
  ...each('br', '\n'),
  ...each('/p /div /h1 /h2 /h3 /h4 /h5 /h6 /ul /ol /blockquote /pre /table /tr', '\n\n'),
]);

/** What an editor puts between an item's beginning and its text. */
const IN_ITEM: ReadonlySet<string> = new Set('label input span div p /label /span'.split(' '));

function each(names: string, mark: string): [string, string][] {
  return names.split(' ').map((name) => [name, mark]);
}

/**
 * The text of simple HTML, as other planners' editors write it, in Markdown. A text without HTML stays as it is. Without
 * a DOM: a worker has none.
 */
export function htmlText(html: string): string {
  if (!/<[a-z/][^<>]*>/i.test(html)) return html;
  const lastEnds = new Map(
    ['script', 'style'].map((name) => [name, html.lastIndexOf(`</${name}>`)]),
  );
  const parts: string[] = [];
  let link: { url: string; from: number } | undefined;
  let isItemStart = false;
  let from = 0;
  const addText = (to: number) => {
    const text = html
      .slice(from, to)
      .replaceAll(/\s+/g, (space) => (space.includes('\n') ? ' ' : space));
    const shown = isItemStart ? text.trimStart() : text;
    if (shown === '') return;
    parts.push(shown);
    isItemStart = false;
  };
  for (const { 0: tag, 1: slash, 2: plainName = '', 3: attributes = '', index } of html.matchAll(
    TAG,
  )) {
    // In what was skipped.
    if (index < from) continue;
    addText(index);
    from = index + tag.length;
    const name = `${slash ?? ''}${plainName.toLowerCase()}`;
    const lastEnd = lastEnds.get(name) ?? -1;
    // Up to the closing tag; without one only the tag itself is left out.
    if (from <= lastEnd) from = html.indexOf(`</${name}>`, from);
    else if (name === 'li') {
      const isDone = /data-checked="(true|false)"/i.exec(attributes)?.[1];
      parts.push(isDone === undefined ? '\n- ' : `\n- [${isDone === 'true' ? 'x' : ' '}] `);
      isItemStart = true;
    } else if (name === 'a') {
      const url = /href="([^"]*)"/i.exec(attributes)?.[1];
      if (url !== undefined) link ??= { url, from: parts.length };
    } else if (name === '/a' && link) {
      const label = parts.splice(link.from).join('');
      parts.push(label.trim() === '' || label === link.url ? link.url : `[${label}](${link.url})`);
      link = undefined;
    } else if (!(isItemStart && IN_ITEM.has(name))) {
      const mark = MARKS.get(name);
      if (mark !== undefined) parts.push(mark);
    }
  }
  addText(html.length);
  const text = decoded(parts.join(''))
    .replaceAll(/(?<![ \t])[ \t]+\n/g, '\n')
    .replaceAll(/\n[ \t]+/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return withoutGaps(text);
}

/** A text without empty lines between the items of its lists. */
function withoutGaps(text: string): string {
  const lines = text.split('\n');
  const isGap = (at: number) =>
    lines[at] === '' && lines[at - 1]?.includes('- ') && lines[at + 1]?.startsWith('- ');
  return lines.filter((_, at) => !isGap(at)).join('\n');
}

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name: string) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex as string, 16) : undefined;
    if (code === undefined) return ENTITIES.get(name.toLowerCase()) ?? entity;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : entity;
  });
