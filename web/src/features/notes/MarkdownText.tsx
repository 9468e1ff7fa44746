import { lexer, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import css from './MarkdownText.module.css';

/** Deeper than anybody writes. Deeper Markdown is shown as plain text. */
const MAX_DEPTH = 24;
const DEEP_NESTING = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){25,}/m;
const LONG_MARKER_RUN = /[[\]*_~`!<]{200,}/;

/**
 * Markdown as React elements. Typed HTML is never rendered as HTML: tags are shown as text, images as links, and only
 * http, https and mailto addresses become links. Default export, because it is loaded lazily.
 */
export default function MarkdownText({ text }: { text: string }) {
  return (
    <div className={css.text} dir="auto">
      {renderAll(tokensOf(text), 0)}
    </div>
  );
}

function tokensOf(text: string): Token[] {
  const plain: Token[] = [{ type: 'text', raw: text, text }];
  // Text made to exhaust the parser is shown unparsed.
  if (DEEP_NESTING.test(text) || LONG_MARKER_RUN.test(text)) return plain;
  try {
    return lexer(text, { gfm: true, breaks: true });
  } catch {
    return plain;
  }
}

/** The address if its protocol is allowed for a link, otherwise undefined. */
function safeAddress(href: string): string | undefined {
  try {
    const { protocol } = new URL(href);
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

const renderAll = (tokens: readonly Token[] | undefined, depth: number): ReactNode =>
  tokens?.map((token, index) => <Fragment key={index}>{render(token, depth + 1)}</Fragment>);

function render(token: Token, depth: number): ReactNode {
  if (depth > MAX_DEPTH) return token.raw;
  const children = () => renderAll((token as Tokens.Generic).tokens, depth);
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      // The dialog's title is the h2 above these.
      return createElement(
        `h${Math.min(6, (token as Tokens.Heading).depth + 2)}`,
        null,
        children(),
      );
    case 'paragraph':
      return <p>{children()}</p>;
    case 'blockquote':
      return <blockquote>{children()}</blockquote>;
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
      return <strong>{children()}</strong>;
    case 'em':
      return <em>{children()}</em>;
    case 'del':
      return <del>{children()}</del>;
    case 'list': {
      const { ordered, start, items } = token as Tokens.List;
      const rows = items.map((item, index) => (
        <li key={index} data-task={item.task}>
          {renderAll(item.tokens, depth)}
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
      return href ? <ExternalLink href={href}>{children()}</ExternalLink> : token.raw;
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
                  <th key={index}>{renderAll(cell.tokens, depth)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, index) => (
                    <td key={index}>{renderAll(cell.tokens, depth)}</td>
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
      return children() ?? (token as Tokens.Text).text;
    default:
      // HTML, and tokens that a later version of the parser may add: shown as typed.
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
