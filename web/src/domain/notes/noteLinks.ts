import { composed, foldText } from '../../lib/text/foldText';
import { paths, type RecordRoute } from '../../lib/paths';

/** A record that a note can link to. */
export interface LinkTarget {
  type: 'note' | 'task';
  id: number;
}

/**
 * Matches Daymark's own addresses in a note's Markdown: `daymark:note/123`. Such an address names a record by its id,
 * so a link survives renames.
 */
const ADDRESS = /^daymark:(note|task)\/([1-9]\d{0,15})$/;

/** Returns the record at one of Daymark's own addresses, or undefined for any other address. */
export function targetAt(address: string): LinkTarget | undefined {
  const [, type, id] = ADDRESS.exec(address) ?? [];
  return type === 'note' || type === 'task' ? { type, id: Number(id) } : undefined;
}

/** Returns the route that opens a note or a task. */
export const routeOf = ({ type, id }: LinkTarget): RecordRoute => ({
  to: type === 'note' ? paths.notes : paths.tasks,
  state: { opens: id },
});

/**
 * Returns a link as it is stored in a note. The title in the link is for other programs, because Daymark shows the
 * record's current title.
 */
export function linkTo({ type, id }: LinkTarget, title: string): string {
  const text = title.replace(/\s+/g, ' ').replace(/[\\`*_[\]<]/g, '\\$&');
  return `[${text}](daymark:${type}/${id})`;
}

/** Matches a link by title, as it is typed by hand: `[[Title]]`. */
export const TITLE_LINK = /\[\[([^[\]\n]{1,500})\]\]/;

/** Returns the same key for titles that differ only in letter case, accents or the amount of white space. */
const titleKey = (title: string): string => foldText(composed(title)).trim().replace(/\s+/g, ' ');

/** Finds the records to which the links of notes lead. */
export interface LinkTargets {
  /** Returns the current title of a record, or undefined if it was deleted. */
  titleOf: (target: LinkTarget) => string | undefined;
  /** Returns the note with this title, or else the task, or undefined if there is neither. */
  named: (title: string) => LinkTarget | undefined;
}

interface Titled {
  id: number;
  title: string;
}

/**
 * Returns the notes and tasks that links can lead to. If several have the same title, the first in these lists counts,
 * and open tasks come before completed ones.
 */
export function linkTargets(
  notes: readonly Titled[],
  tasks: readonly (Titled & { completed: boolean })[],
): LinkTargets {
  const titles = {
    note: new Map(notes.map(({ id, title }) => [id, title])),
    task: new Map(tasks.map(({ id, title }) => [id, title])),
  };
  let named: Map<string, LinkTarget> | undefined;
  /** Folds the titles only when needed. Ten thousand titles take a while, and most notes have no link by title. */
  const byTitle = () => {
    if (named) return named;
    named = new Map();
    const all = [
      ...notes.map(({ id, title }) => ({ type: 'note', id, title }) as const),
      ...[false, true].flatMap((completed) =>
        tasks
          .filter((task) => task.completed === completed)
          .map(({ id, title }) => ({ type: 'task', id, title }) as const),
      ),
    ];
    for (const { type, id, title } of all) {
      const key = titleKey(title);
      if (!named.has(key)) named.set(key, { type, id });
    }
    return named;
  };
  return {
    titleOf: ({ type, id }) => titles[type].get(id),
    named: (title) => byTitle().get(titleKey(title)),
  };
}

interface Links {
  targets: readonly LinkTarget[];
  /** The titles in links by title. */
  titles: readonly string[];
}

const NO_LINKS: Links = { targets: [], titles: [] };

/** Matches a line that begins a block of code, after the markers of quotes and of a list item. */
const FENCE_START = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/;

/** Matches a line that ends a block of code. */
const FENCE_END = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/;

const INLINE_CODE = /(?<!`)(`{1,3})(?!`)[^\n]{0,500}?[^`]\1(?!`)/g;

/** Returns a text without its code, because code has no links. A block that is never closed goes to the end. */
function withoutCode(content: string): string {
  let fence: string | undefined;
  const lines = content.split('\n').filter((line) => {
    if (fence === undefined) {
      fence = FENCE_START.exec(line)?.[1];
      return fence === undefined;
    }
    if (FENCE_END.exec(line)?.[1]?.startsWith(fence)) fence = undefined;
    return false;
  });
  return lines.join('\n').replace(INLINE_CODE, '');
}

/** Returns the links of a note's text to notes and tasks. */
function linksIn(content: string): Links {
  if (!content.includes('](daymark:') && !content.includes('[[')) return NO_LINKS;
  const text = withoutCode(content);
  return {
    targets: [...text.matchAll(/\]\((daymark:[a-z]+\/\d+)\)/g)].flatMap(
      ([, address = '']) => targetAt(address) ?? [],
    ),
    titles: [...text.matchAll(new RegExp(TITLE_LINK, 'g'))].map(([, title = '']) => title),
  };
}

/**
 * Returns the notes that link to one of the records, in the given order. A note that is one of the records doesn't
 * count.
 */
export function notesLinkingTo<Note extends { id: number; content: string }>(
  records: readonly LinkTarget[],
  notes: readonly Note[],
  { named }: LinkTargets,
): Note[] {
  const key = ({ type, id }: LinkTarget) => `${type}/${id}`;
  const keys = new Set(records.map(key));
  return notes.filter((note) => {
    const links = linksIn(note.content);
    return (
      !keys.has(key({ type: 'note', id: note.id })) &&
      (links.targets.some((target) => keys.has(key(target))) ||
        links.titles.some((title) => {
          const target = named(title);
          return target !== undefined && keys.has(key(target));
        }))
    );
  });
}

/** Blanks out Daymark's own addresses in links, because nobody searches for them. The text keeps its length. */
export const withoutAddresses = (content: string): string =>
  content.replace(/(?<=\]\()daymark:[a-z]+\/\d+(?=\))/g, (address) => ' '.repeat(address.length));

/**
 * Returns a line of a note with the current titles in place of its links to notes and tasks. A link to a deleted record
 * becomes the title in the link. A `[[Title]]` without a record stays as it is.
 */
export const withTitles = (line: string, { titleOf, named }: LinkTargets): string =>
  line
    .replace(
      /\[((?:\\.|[^\\[\]\n]){0,1200})\]\((daymark:[a-z]+\/\d+)\)/g,
      (link, text: string, address: string) => {
        const target = targetAt(address);
        return target ? (titleOf(target) ?? text.replace(/\\(.)/g, '$1')) : link;
      },
    )
    .replace(new RegExp(TITLE_LINK, 'g'), (link, title: string) => {
      const target = named(title);
      return target ? (titleOf(target) ?? link) : link;
    });
