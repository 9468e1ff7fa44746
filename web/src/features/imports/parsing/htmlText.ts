import { decodeEntities } from './decodeEntities';

interface Element {
  name: string;
  attributes: string;
  children: Node[];
}
type Node = string | Element;

/**
 * A part of the Markdown. There is no empty line between two blocks of kind `line`, as in an editor without paragraphs.
 */
interface Block {
  kind: 'line' | 'list' | 'block';
  text: string;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const BLOCKS = words(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul',
);
const INLINE = words(
  'a abbr acronym b big bdi bdo br button cite code col colgroup caption data del dfn em font i img input ins kbd label link mark meta q rp rt ruby s samp script select small span strike strong style sub sup svg template textarea time title tt u var video wbr',
);
const VOID = words('br hr img input meta link col wbr');
/** Elements whose content is never shown. */
const HIDDEN = words('script style title template');
const MARKS: ReadonlyMap<string, string> = new Map([
  ...['strong', 'b'].map((name) => [name, '**'] as const),
  ...['em', 'i'].map((name) => [name, '_'] as const),
  ...['s', 'del', 'strike'].map((name) => [name, '~~'] as const),
]);

/** An opening or closing tag with its name and attributes, or the start of a comment, or a declaration. */
const TAG =
  /<(\/?)([a-z][a-z0-9:-]*)(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*'){0,2000})>|<!--|<[!?][^<>]*>/gi;

/** Whether a name is an HTML element's, or one that Office adds, such as `o:p`. */
const isElement = (name: string): boolean =>
  BLOCKS.has(name) || INLINE.has(name) || /[:-]/.test(name);

/** The deepest nesting of elements that is kept. Deeper elements become siblings in the innermost open element. */
const DEPTH_MAX = 50;

/** Whether a text has a closing tag of HTML, or an element that needs none. "a <b> c" has neither. */
function isHtml(text: string): boolean {
  for (const [, slash, name = ''] of text.matchAll(TAG))
    if (slash ? isElement(name.toLowerCase()) : /^(?:br|hr|img|p|li)$/i.test(name)) return true;
  return false;
}

/**
 * Converts simple HTML, as editors of other planners and calendars write it, to Markdown. A text without HTML stays as
 * it is. Uses no DOM, because a worker has none.
 */
export function htmlText(html: string): string {
  if (!isHtml(html)) return html;
  const root = parse(html);
  // Without blocks and `<br>`, the line breaks of the source count. An example is a typed text with a link in it.
  const keepsBreaks = !hasBlocks(root) && !/<br\b/i.test(html);
  return joined(blocksOf(root.children, keepsBreaks)).trim();
}

function parse(html: string): Element {
  const root: Element = { name: '', attributes: '', children: [] };
  const open = [root];
  const top = () => open.at(-1) ?? root;
  /** Closes the innermost element of `names`, unless an element of `within` is further in. */
  const close = (names: readonly string[], within: readonly string[] = []) => {
    const at = open.findLastIndex(({ name }) => names.includes(name) || within.includes(name));
    if (at > 0 && names.includes(open[at]?.name ?? '')) open.length = at;
  };
  /** The last position of each text that was searched for. */
  const lasts = new Map<string, number>();
  const endOf = (text: string, from: number): number => {
    const last = lasts.get(text) ?? html.lastIndexOf(text);
    lasts.set(text, last);
    return from <= last ? html.indexOf(text, from) : -1;
  };
  let from = 0;
  const addText = (to: number) => {
    if (to > from) top().children.push(html.slice(from, to));
  };
  for (const { 0: tag, 1: slash, 2: written = '', 3: attributes = '', index } of html.matchAll(
    TAG,
  )) {
    // The tag is inside a part that was skipped.
    if (index < from) continue;
    const name = written.toLowerCase();
    // A tag that HTML doesn't have is text in angle brackets.
    if (name && !isElement(name)) continue;
    addText(index);
    from = index + tag.length;
    if (tag === '<!--') {
      const end = endOf('-->', from);
      if (end >= 0) from = end + 3;
    } else if (name === '') continue;
    else if (slash) close([name], name === 'li' ? ['ul', 'ol'] : []);
    else if (HIDDEN.has(name)) {
      // Without a closing tag, only the opening tag itself is left out.
      const end = endOf(`</${written}`, from);
      if (end >= 0) from = end;
    } else {
      if (name === 'li') close(['li'], ['ul', 'ol']);
      else if (name === 'td' || name === 'th') close(['td', 'th'], ['table', 'tr']);
      else if (name === 'tr') close(['tr'], ['table']);
      else if (BLOCKS.has(name) && top().name === 'p') open.pop();
      const element: Element = { name, attributes, children: [] };
      top().children.push(element);
      const isOpen = !VOID.has(name) && !attributes.endsWith('/');
      if (isOpen && open.length < DEPTH_MAX) open.push(element);
    }
  }
  addText(html.length);
  return root;
}

const hasBlocks = ({ children }: Element): boolean =>
  children.some((node) => typeof node !== 'string' && (BLOCKS.has(node.name) || hasBlocks(node)));

function attributeOf({ attributes }: Element, name: string): string | undefined {
  const match = new RegExp(
    `(?:^|[\\s"'])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`,
    'i',
  );
  const [, double, single, bare] = match.exec(attributes) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : decodeEntities(value).trim();
}

/** Returns the Markdown of nodes. With `keepsBreaks` the line breaks of the source are kept. */
function blocksOf(nodes: readonly Node[], keepsBreaks = false): Block[] {
  const blocks: Block[] = [];
  /** The texts of the current line. */
  const run: string[] = [];
  const flush = () => {
    const line = run.splice(0).join('');
    const text = withoutSpaceAtEnds(line);
    // A line break alone is an empty line.
    if (text || line.includes('\n')) blocks.push({ kind: 'line', text });
  };
  const add = (...added: readonly Block[]) => {
    flush();
    blocks.push(...added.filter(({ kind, text }) => text || kind === 'line'));
  };
  nodes.forEach(visit);
  flush();
  return blocks;

  function visit(node: Node): void {
    if (typeof node === 'string') {
      const text = keepsBreaks
        ? node
        : node.replaceAll(/\s+/g, (space) => (/[\r\n]/.test(space) ? ' ' : space));
      run.push(decodeEntities(text));
      return;
    }
    const { name, children } = node;
    const inside = () => blocksOf(children, keepsBreaks);
    if (name === 'br') run.push('\n');
    else if (name === 'img') run.push(imageOf(node));
    else if (name === 'code' || name === 'tt') run.push(codeOf(textIn(node)));
    else if (name === 'hr') add({ kind: 'block', text: '---' });
    else if (name === 'pre') add({ kind: 'block', text: fenced(node) });
    else if (name === 'ul' || name === 'ol') add({ kind: 'list', text: listOf(node) });
    else if (name === 'li') add({ kind: 'list', text: itemOf(node, '- ') });
    else if (name === 'table') add(...tableOf(node));
    else if (name === 'blockquote') add({ kind: 'block', text: quoted(joined(inside())) });
    else if (/^h[1-6]$/.test(name))
      add({ kind: 'block', text: oneLine(inside()).replace(/^(?=.)/, '## ') });
    else if (name === 'p')
      add(...inside().map((block): Block => (block.kind === 'line' ? asBlock(block) : block)));
    else if (BLOCKS.has(name)) add(...inside());
    else visitInline(node);
  }

  /**
   * Adds an inline element. Emphasis can't span blocks, so an element that contains blocks gets no marker. The text of
   * a link becomes one line.
   */
  function visitInline(element: Element): void {
    const { name, children } = element;
    if (name === 'a' && hasBlocks(element)) {
      run.push(linkOf(element, oneLine(blocksOf(children))));
      return;
    }
    const before = blocks.length;
    const start = run.length;
    children.forEach(visit);
    if (blocks.length > before) return;
    const text = run.splice(start).join('');
    run.push(name === 'a' ? linkOf(element, text) : marked(text, MARKS.get(name)));
  }
}

const asBlock = ({ text }: Block): Block => ({ kind: 'block', text });

const withoutSpaceAtEnds = (text: string): string =>
  text
    .replaceAll(/(?<![ \t])[ \t]+\n/g, '\n')
    .replaceAll(/\n[ \t]+/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/**
 * Joins blocks with empty lines where Markdown needs them. A list follows the text of its item without an empty line.
 */
function joined(blocks: readonly Block[], isItem = false): string {
  let text = '';
  let last: Block | undefined;
  let isApart = false;
  for (const block of blocks) {
    if (block.text === '') {
      isApart = true;
      continue;
    }
    const isNext =
      block.kind === 'list'
        ? last?.kind === 'list' || last?.kind === 'line' || isItem
        : block.kind === 'line' && last?.kind === 'line';
    if (last) text += isNext && !isApart ? '\n' : '\n\n';
    text += block.text;
    last = block;
    isApart = false;
  }
  return text;
}

const oneLine = (blocks: readonly Block[]): string =>
  blocks
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Wraps the words without the white space around them, because Markdown markers must touch the words. */
function around(text: string, wrap: (words: string) => string): string {
  const trimmed = text.trim();
  const start = text.length - text.trimStart().length;
  return text.slice(0, start) + wrap(trimmed) + text.slice(start + trimmed.length);
}

const marked = (text: string, mark = ''): string =>
  text.trim() === '' ? text : around(text, (marks) => mark + marks + mark);

function codeOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return marked(line, line.includes('`') ? '``' : '`');
}

/** Returns all text in an element, with its white space. */
const textIn = (node: Node): string =>
  typeof node === 'string'
    ? decodeEntities(node)
    : node.name === 'br'
      ? '\n'
      : node.children.map(textIn).join('');

function fenced(pre: Element): string {
  const text = textIn(pre)
    .replace(/^\r?\n/, '')
    .replace(/(?<!\s)\s+$/, '');
  if (text === '') return '';
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  const fence = '`'.repeat(Math.max(3, longest + 1));
  const code = pre.children.find((node): node is Element => typeof node !== 'string');
  const language = /\blanguage-([\w+#-]+)/.exec(code?.attributes ?? '')?.[1] ?? '';
  return `${fence}${language}\n${text}\n${fence}`;
}

const quoted = (text: string): string =>
  text && text.replaceAll(/^(.?)/gm, (_, first: string) => (first ? `> ${first}` : '>'));

function linkOf(element: Element, label: string): string {
  const url = attributeOf(element, 'href') ?? '';
  if (url === '' || /^(?:#|(?:javascript|data|vbscript):)/i.test(url)) return label;
  if (label.trim() === '') return url;
  return around(label, (words) => {
    if (words === url || `mailto:${words}` === url) return words;
    const line = words.replaceAll(/\s+/g, ' ');
    const isImage = line.startsWith('![');
    return `[${isImage ? line : line.replaceAll(/[[\]]/g, '\\$&')}](${addressOf(url)})`;
  });
}

/**
 * Returns an address for a Markdown link: without white space, and with its parentheses encoded unless they are in
 * pairs.
 */
function addressOf(url: string): string {
  const whole = url.replaceAll(/\s/g, encodeURIComponent);
  const isPaired = /^[^()]*(?:\([^()]*\)[^()]*)*$/.test(whole);
  return isPaired ? whole : whole.replaceAll('(', '%28').replaceAll(')', '%29');
}

function imageOf(element: Element): string {
  const alt = (attributeOf(element, 'alt') ?? '').replaceAll(/\s+/g, ' ');
  const source = attributeOf(element, 'src') ?? '';
  return /^https?:/i.test(source)
    ? `![${alt.replaceAll(/[[\]]/g, '\\$&')}](${addressOf(source)})`
    : alt;
}

function listOf(list: Element): string {
  let number = Number(attributeOf(list, 'start') ?? 1) || 1;
  const items: Element[] = [];
  for (const node of list.children) {
    if (typeof node === 'string' && node.trim() === '') continue;
    if (typeof node !== 'string' && node.name === 'li') {
      items.push({ ...node, children: [...node.children] });
      continue;
    }
    if (items.length === 0) items.push({ name: 'li', attributes: '', children: [] });
    // Some editors put an inner list beside its item.
    items.at(-1)?.children.push(node);
  }
  return items.map((item) => itemOf(item, list.name === 'ol' ? `${number++}. ` : '- ')).join('\n');
}

function itemOf(item: Element, marker: string): string {
  const isDone = checkedIn(item);
  const box = isDone === undefined ? '' : `[${isDone ? 'x' : ' '}] `;
  const text = joined(blocksOf(item.children), true);
  return `${marker}${box}${indented(text, marker.length)}`.trimEnd();
}

const indented = (text: string, width: number): string =>
  text.replaceAll(/\n(?!\n)/g, `\n${' '.repeat(width)}`);

/** Whether the checkbox of a list item is ticked, or undefined if the item has no checkbox. */
function checkedIn(item: Element): boolean | undefined {
  const checked = attributeOf(item, 'data-checked');
  if (checked !== undefined) return checked === 'true';
  for (const node of item.children) {
    if (typeof node === 'string') continue;
    if (node.name === 'input' && attributeOf(node, 'type') === 'checkbox')
      return /(?:^|\s)checked(?![\w-])/i.test(node.attributes);
    if (['label', 'p', 'span', 'div'].includes(node.name)) return checkedIn(node);
  }
  return undefined;
}

/**
 * Returns a table as Markdown. A table with a single column only serves the layout, so its contents are returned
 * instead.
 */
function tableOf(table: Element): Block[] {
  const rows: Element[][] = [];
  const others: Node[] = [];
  const collect = (node: Node) => {
    if (typeof node === 'string') others.push(node);
    else if (node.name === 'tr')
      rows.push(node.children.filter((cell): cell is Element => typeof cell !== 'string'));
    else if (['thead', 'tbody', 'tfoot'].includes(node.name)) node.children.forEach(collect);
    else others.push(node);
  };
  table.children.forEach(collect);
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const above = blocksOf(others).filter(({ text }) => text);
  if (width < 2)
    return [...above, ...rows.flat().flatMap((cell) => blocksOf(cell.children).map(asBlock))];
  const lines = rows.map((cells, index) => {
    const texts = cells.map((cell) => oneLine(blocksOf(cell.children)).replaceAll('|', '\\|'));
    // The first row defines how many columns there are. Markdown adds missing cells to the other rows.
    while (index === 0 && texts.length < width) texts.push('');
    return `| ${texts.join(' | ')} |`;
  });
  lines.splice(1, 0, `|${' --- |'.repeat(width)}`);
  return [...above, { kind: 'block', text: lines.join('\n') }];
}
