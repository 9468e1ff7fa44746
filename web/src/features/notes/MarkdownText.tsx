import type { Token } from 'markdown-it';
import { createElement, Fragment, type ReactNode } from 'react';
import { LeavingLink } from '../../ui/controls/LeavingLink';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden';
import css from './MarkdownText.module.css';
import { NoteCheckbox } from './NoteCheckbox';
import { DEEP_NESTING } from '../../domain/notes/noteCheckboxes';
import { routeOf, targetAt, type LinkTarget, type LinkTargets } from '../../domain/notes/noteLinks';
import { checkboxOf, parseNote, TITLE_LINK_TOKEN } from '../../domain/notes/noteMarkdown';

/** The action for checkboxes and the data for links in a note's text. */
export interface MarkdownActions {
  /** Ticks or unticks the checkbox on a line of the text. */
  onTick: (line: number, isDone: boolean) => void;
  /** The notes and tasks that links can lead to, or undefined while they load. */
  targets: LinkTargets | undefined;
}

/**
 * Renders Markdown as React elements. Typed HTML is never rendered as HTML. Tags are shown as text and images as links.
 * Only http, https and mailto addresses, and our own `daymark:` addresses, become links. Default export, because it is
 * loaded lazily.
 */
export default function MarkdownText({ text, ...actions }: { text: string } & MarkdownActions) {
  return (
    <div className={css.text} dir="auto">
      {DEEP_NESTING.test(text) ? text : childrenOf(treeOf(parseNote(text)), actions)}
    </div>
  );
}

/** A token with the nodes between it and the token that closes it. */
interface Node {
  token: Token;
  children: Node[];
}

/** Returns the parser's list of tokens as a tree. */
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

const childrenOf = (nodes: readonly Node[], actions: MarkdownActions): ReactNode =>
  nodes.map((node, index) => <Fragment key={index}>{render(node, actions)}</Fragment>);

function render({ token, children }: Node, actions: MarkdownActions): ReactNode {
  const content = () => childrenOf(children, actions);
  switch (token.type) {
    case 'heading_open': {
      const level = Number(token.tag.slice(1));
      // The dialog's title is the h2 above these headings.
      return createElement(`h${Math.min(6, level + 2)}`, null, content());
    }
    case 'paragraph_open':
      // The parser hides the paragraphs of a list without empty lines.
      return token.hidden ? content() : <p>{content()}</p>;
    case 'inline':
      return content();
    case 'blockquote_open':
    case 'bullet_list_open':
    case 'strong_open':
    case 'em_open':
    case 'thead_open':
    case 'tbody_open':
    case 'tr_open':
    case 'th_open':
    case 'td_open':
      return createElement(token.tag, null, content());
    case 's_open':
      return <del>{content()}</del>;
    case 'ordered_list_open':
      return <ol start={Number(token.attrGet('start') ?? 1)}>{content()}</ol>;
    case 'list_item_open': {
      const box = checkboxOf(token);
      if (!box) return <li>{content()}</li>;
      const [paragraph, ...others] = children;
      return (
        <li data-task="true">
          <NoteCheckbox isDone={box.isDone} onChange={(isDone) => actions.onTick(box.line, isDone)}>
            {childrenOf(paragraph?.children ?? [], actions)}
          </NoteCheckbox>
          {childrenOf(others, actions)}
        </li>
      );
    }
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
      return linkAt(addressIn(token, 'href'), content(), actions);
    case TITLE_LINK_TOKEN: {
      const target = actions.targets?.named(token.content);
      return target ? (
        <TargetLink target={target} targets={actions.targets} />
      ) : (
        `[[${token.content}]]`
      );
    }
    case 'image': {
      const address = addressIn(token, 'src');
      return linkAt(address, token.content || address, actions);
    }
    case 'table_open':
      return (
        <div className={css.table} tabIndex={0} role="group" aria-label="Table">
          <table>{content()}</table>
        </div>
      );
    default:
      // Text, and tokens that a later version of the parser may add, are shown as typed.
      return token.content;
  }
}

const addressIn = (token: Token, attribute: 'href' | 'src') =>
  String(token.attrGet(attribute) ?? '');

function linkAt(address: string, content: ReactNode, actions: MarkdownActions): ReactNode {
  const target = targetAt(address);
  if (!target) return <ExternalLink href={address}>{content}</ExternalLink>;
  return (
    <TargetLink target={target} targets={actions.targets}>
      {content}
    </TargetLink>
  );
}

interface TargetLinkProps extends Pick<MarkdownActions, 'targets'> {
  target: LinkTarget;
  /**
   * The text that was typed for the link. The typed text is shown while the title loads, and if the record was deleted.
   */
  children?: ReactNode;
}

/** A link to a note or a task, with its current title. */
function TargetLink({ target, targets, children }: TargetLinkProps) {
  const title = targets ? targets.titleOf(target) : children;
  if (title === undefined)
    return (
      <span className={css.deleted} title="Deleted">
        {children}
        <VisuallyHidden> (deleted)</VisuallyHidden>
      </span>
    );
  return <LeavingLink route={routeOf(target)}>{title}</LeavingLink>;
}

function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
