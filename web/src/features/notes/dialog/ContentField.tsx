import { useRef, useState, type ComponentProps } from 'react';
import { quoted } from '../../../lib/text/quoted';
import { caretBottom } from '../../../lib/browser/caretBottom';
import { replaceText } from '../../../lib/browser/replaceText';
import { TextArea } from '../../../ui/fields/TextArea';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden';
import css from './ContentField.module.css';
import { linkTo } from '../../../domain/notes/noteLinks';
import { optionKey, RecordOptions } from './RecordOptions';
import { useFindTargets, type FoundRecord } from './useFindRecords';
import { useListbox } from '../../../ui/fields/useListbox';

/** A link that is being typed: `[[` and the beginning of a title. */
interface TypedLink {
  /** The index of the first bracket. */
  from: number;
  query: string;
  top: number;
}

interface ContentFieldProps extends ComponentProps<typeof TextArea> {
  /** The note that is being written, which isn't offered as a target. */
  noteId: number | undefined;
}

/** The text of a note. After `[[` the field offers the notes and tasks to link to. */
export function ContentField({ noteId, ref, ...area }: ContentFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<TypedLink>();
  /** The index of the link whose list was closed. The list stays closed for that link. */
  const [closedAt, setClosedAt] = useState<number>();
  const find = useFindTargets(noteId);
  const isOpen = typed !== undefined && typed.from !== closedAt;
  const options = isOpen ? find(typed.query) : [];

  const choose = ({ type, id, title }: FoundRecord<'note' | 'task'>) => {
    if (!field.current || !typed) return;
    const end = field.current.selectionStart;
    // Some keyboards type the closing brackets by themselves.
    const isClosed = field.current.value.startsWith(']]', end);
    replaceText(field.current, typed.from, isClosed ? end + 2 : end, linkTo({ type, id }, title));
    setTyped(undefined);
  };
  const listbox = useListbox({
    options,
    keyOf: optionKey,
    isOpen,
    none: `No note or task matches ${quoted(typed?.query ?? '')}.`,
    onChoose: choose,
    onClose: () => setClosedAt(typed?.from),
  });
  /**
   * Checks whether a link is being typed. `mayOpen` is true after input, and false after a mere move of the caret,
   * which must not open the list.
   */
  const look = (mayOpen: boolean) => {
    if (!field.current) return;
    const link = linkBeforeCaret(field.current);
    if (link?.from !== closedAt) setClosedAt(undefined);
    setTyped(mayOpen || typed ? link : undefined);
  };
  return (
    <div className={css.field}>
      <TextArea
        {...area}
        ref={(element) => {
          field.current = element;
          if (typeof ref === 'function') ref(element);
        }}
        {...listbox.fieldProps}
        onInput={() => look(true)}
        onSelect={() => look(false)}
        onBlur={(event) => {
          setTyped(undefined);
          area.onBlur?.(event);
        }}
      />
      {isOpen && <RecordOptions label="Notes and tasks" listbox={listbox} top={typed.top} />}
      <VisuallyHidden role="status">{listbox.statusText}</VisuallyHidden>
    </div>
  );
}

/** Longest beginning of a title that is searched for, in characters. */
const QUERY_MAX = 100;

function linkBeforeCaret(area: HTMLTextAreaElement): TypedLink | undefined {
  const { selectionStart: end, selectionEnd, value } = area;
  if (end !== selectionEnd) return undefined;
  const before = value.slice(Math.max(0, end - QUERY_MAX - 2), end);
  const query = /\[\[([^[\]\n]*)$/.exec(before)?.[1];
  if (query === undefined) return undefined;
  return { from: end - query.length - 2, query, top: caretBottom(area) };
}
