import MarkdownIt, { type Token } from 'markdown-it';
import { createElement, Fragment, type ReactNode } from 'react';
import css from './MarkdownText.module.css';

/** Deeper nesting than anybody writes. The parser would leave it out, so the text is shown as it was typed. */
const DEEP_NESTING = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){25,}/m;

const markdown = new MarkdownIt({ html: false, breaks: true, linkify: true });
// Only addresses with http:// or https:// and e-mail addresses become links by themselves: readme.md is a file.
markdown.linkify.set({ fuzzyLink: false });
markdown.validateLink = (href) => isSafe(href);

/** `[ ]` or `[x]` at the beginning of a list's item is a checkbox: it goes from the text into the item's token. */
markdown.core.ruler.push('checkboxes', ({ tokens }) => {
  for (const [index, item] of tokens.entries()) {
    const text = tokens[index + 2]?.children?.[0];
    if (item.type !== 'list_item_open' || text?.type !== 'text') continue;
    const [box, mark] = /^\[([ xX])\] /.exec(text.content) ?? [];
    if (!box) continue;
    item.meta = { isDone: mark !== ' ' };
    text.content = text.content.slice(box.length);
  }
});

/**
 * Markdown as React elements. Typed HTML is never rendered as HTML: tags are shown as text, images as links, and only
 * http, https and mailto addresses become links. Default export, because it is loaded lazily.
 */
export default function MarkdownText({ text }: { text: string }) {
  return (
    <div className={css.text} dir="auto">
      {DEEP_NESTING.test(text) ? text : childrenOf(treeOf(markdown.parse(text, {})))}
    </div>
  );
}

/** Whether an address may be a link. */
function isSafe(href: string): boolean {
  try {
    return ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol);
  } catch {
    return false;
  }
}

/** A token with what is between it and the token that closes it. */
interface Node {
  token: Token;
  children: Node[];
}

/** The parser's list of tokens as a tree. */
function treeOf(tokens: readonly Token[]): Node[] {
  const root: Node[] = [];
  const open: Node[][] = [root];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const node = { token, children: token.children ? treeOf(token.children) : [] };
    open.at(-1)?.push(node);
    if (token.nesting > 0) open.push(node.children);
  }
  return root;
}

const childrenOf = (nodes: readonly Node[]): ReactNode =>
  nodes.map((node, index) => <Fragment key={index}>{render(node)}</Fragment>);

function render({ token, children }: Node): ReactNode {
  switch (token.type) {
    case 'heading_open': {
      const level = Number(token.tag.slice(1));
      // The dialog's title is the h2 above these.
      return createElement(`h${Math.min(6, level + 2)}`, null, childrenOf(children));
    }
    case 'paragraph_open':
      // Hidden in a list without empty lines.
      return token.hidden ? childrenOf(children) : <p>{childrenOf(children)}</p>;
    case 'inline':
      return childrenOf(children);
    case 'blockquote_open':
    case 'bullet_list_open':
    case 'strong_open':
    case 'em_open':
    case 'thead_open':
    case 'tbody_open':
    case 'tr_open':
    case 'th_open':
    case 'td_open':
      return createElement(token.tag, null, childrenOf(children));
    case 's_open':
      return <del>{childrenOf(children)}</del>;
    case 'ordered_list_open':
      return <ol start={Number(token.attrGet('start') ?? 1)}>{childrenOf(children)}</ol>;
    case 'list_item_open':
      return (
        <li data-task={token.meta ? true : undefined}>
          {token.meta && (
            <span role="img" aria-label={token.meta['isDone'] ? 'Done' : 'Open'}>
              {token.meta['isDone'] ? '☑ ' : '☐ '}
            </span>
          )}
          {childrenOf(children)}
        </li>
      );
    case 'fence':
    case 'code_block':
      return (
        <pre tabIndex={0} role="group" aria-label="Code">
          <code>{token.content.replace(/\n$/, '')}</code>
        </pre>
      );
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'hr':
      return <hr />;
    case 'softbreak':
    case 'hardbreak':
      return <br />;
    case 'link_open':
      return <ExternalLink href={addressIn(token, 'href')}>{childrenOf(children)}</ExternalLink>;
    case 'image':
      return (
        <ExternalLink href={addressIn(token, 'src')}>
          {token.content || addressIn(token, 'src')}
        </ExternalLink>
      );
    case 'table_open':
      return (
        <div className={css.table} tabIndex={0} role="group" aria-label="Table">
          <table>{childrenOf(children)}</table>
        </div>
      );
    default:
      // Text, and tokens that a later version of the parser may add: shown as typed.
      return token.content;
  }
}

const addressIn = (token: Token, attribute: 'href' | 'src') =>
  String(token.attrGet(attribute) ?? '');

function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
