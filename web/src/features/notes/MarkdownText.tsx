import { lexer, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import css from './MarkdownText.module.css';

/** Deeper than anybody writes; beyond it signs stay signs. */
const DEPTH_MOST = 24;
const NESTING_SIGNS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){25,}/m;
const RUN_OF_SIGNS = /[[\]*_~`!<]{200,}/;

/**
 * Markdown as React elements. No HTML is ever made from what was typed: tags are shown as text, images as links, and
 * only http, https and mailto addresses lead anywhere. Default export: loaded with the first note that is read.
 */
export default function MarkdownText({ text }: { text: string }) {
  return (
    <div className={css.text} dir="auto">
      {blocks(tokensOf(text), 0)}
    </div>
  );
}

function tokensOf(text: string): Token[] {
  const plain: Token[] = [{ type: 'text', raw: text, text }];
  // Made to exhaust the parser: it is read as it stands.
  if (NESTING_SIGNS.test(text) || RUN_OF_SIGNS.test(text)) return plain;
  try {
    return lexer(text, { gfm: true, breaks: true });
  } catch {
    return plain;
  }
}

/** The address, where a click may lead there. */
export function safeAddress(href: string): string | undefined {
  try {
    const { protocol } = new URL(href);
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

const blocks = (tokens: readonly Token[] | undefined, depth: number): ReactNode =>
  tokens?.map((token, index) => <Fragment key={index}>{drawn(token, depth + 1)}</Fragment>);

function drawn(token: Token, depth: number): ReactNode {
  if (depth > DEPTH_MOST) return token.raw;
  const inside = () => blocks((token as Tokens.Generic).tokens, depth);
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      // The dialog's own title is the heading above these.
      return createElement(`h${Math.min(6, (token as Tokens.Heading).depth + 2)}`, null, inside());
    case 'paragraph':
      return <p>{inside()}</p>;
    case 'blockquote':
      return <blockquote>{inside()}</blockquote>;
    case 'code':
      return (
        <pre tabIndex={0} role="group" aria-label="Code">
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'hr':
      return <hr />;
    case 'br':
      return <br />;
    case 'strong':
      return <strong>{inside()}</strong>;
    case 'em':
      return <em>{inside()}</em>;
    case 'del':
      return <del>{inside()}</del>;
    case 'list': {
      const { ordered, start, items } = token as Tokens.List;
      const rows = items.map((item, index) => (
        <li key={index} data-task={item.task}>
          {blocks(item.tokens, depth)}
        </li>
      ));
      return ordered ? <ol start={Number(start) || 1}>{rows}</ol> : <ul>{rows}</ul>;
    }
    case 'checkbox':
      return (
        <span role="img" aria-label={(token as Tokens.Checkbox).checked ? 'Done' : 'Open'}>
          {(token as Tokens.Checkbox).checked ? '☑ ' : '☐ '}
        </span>
      );
    case 'link': {
      const href = safeAddress((token as Tokens.Link).href);
      return href ? <ExternalLink href={href}>{inside()}</ExternalLink> : token.raw;
    }
    case 'image': {
      const { href, text } = token as Tokens.Image;
      const address = safeAddress(href);
      return address ? <ExternalLink href={address}>{text || address}</ExternalLink> : token.raw;
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return (
        <div className={css.table} tabIndex={0} role="group" aria-label="Table">
          <table>
            <thead>
              <tr>
                {header.map((cell, index) => (
                  <th key={index}>{blocks(cell.tokens, depth)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, index) => (
                    <td key={index}>{blocks(cell.tokens, depth)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    }
    case 'escape':
    case 'text':
      return inside() ?? (token as Tokens.Text).text;
    default:
      // HTML, and whatever a later version may know: as it was typed.
      return token.raw;
  }
}

function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
