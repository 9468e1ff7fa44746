import { Plus } from 'lucide-react';
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type FocusEvent,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { ariaShortcut, shortcutText } from '../../../lib/shortcuts';
import { quoted } from '../../../lib/text/quoted';
import { useSync } from '../../../sync/useSync';
import { useAboveKeyboard } from '../../../ui/hooks/useAboveKeyboard';
import { useIsPhone } from '../../../ui/hooks/useIsPhone';
import { useShortcuts } from '../../../ui/keys/useShortcuts';
import css from './AddTaskLine.module.css';
import { lineDrafts, TaskLineForm, type TaskLineFormProps } from './TaskLineForm';

/** Gives the line the focus. */
export interface LineHandle {
  focus: () => void;
}

interface AddTaskLineProps extends Pick<
  TaskLineFormProps,
  'categoryId' | 'day' | 'onAdd' | 'onDetails'
> {
  ref: RefObject<LineHandle | null>;
}

/**
 * The line of a list for new tasks (product §4). The line stays open for the next task. On phones a button above the
 * tabs takes its place. The button opens the line above the keyboard.
 */
export function AddTaskLine({ ref, ...form }: AddTaskLineProps) {
  const { userId } = useSync();
  const isPhone = useIsPhone();
  const [hasFocus, setHasFocus] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  const isDocked = isPhone && hasFocus;
  useAboveKeyboard(place, isDocked);
  useEffect(() => {
    if (isDocked && !place.current?.contains(document.activeElement)) field.current?.focus();
  }, [isDocked]);
  const focus = () => {
    if (isPhone) setHasFocus(true);
    field.current?.focus();
  };
  useImperativeHandle(ref, () => ({ focus }));
  useShortcuts({ addTask: focus });

  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    setHasFocus(true);
    cameFrom.current = relatedTarget as HTMLElement | null;
  };
  /** Returns the focus to the element that had it before, or to the main content if that element is gone or unknown. */
  const leave = () => {
    const before = cameFrom.current;
    if (before?.isConnected) before.focus();
    if (place.current?.contains(document.activeElement) || document.activeElement === document.body)
      document.getElementById('main')?.focus();
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    // A window that loses the focus keeps its active element.
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    if (document.activeElement !== field.current) setHasFocus(false);
  };
  const draft = lineDrafts.get(userId);
  return (
    <>
      {isPhone && !isDocked && (
        <button
          type="button"
          className={css.open}
          data-add-bar
          onClick={() => {
            // Rendered at once, because a phone shows its keyboard only for a focus within the tap.
            flushSync(() => setHasFocus(true));
            field.current?.focus();
          }}
        >
          <Plus size={18} aria-hidden="true" />
          <span>{draft ? `Continue ${quoted(draft)}` : 'Add a task'}</span>
        </button>
      )}
      <div
        ref={place}
        className={css.place}
        data-docked={isDocked}
        hidden={isPhone && !isDocked}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        <TaskLineForm
          {...form}
          field={field}
          onEscape={leave}
          shortcut={ariaShortcut('addTask')}
          hint={<kbd aria-hidden="true">{shortcutText('addTask')}</kbd>}
        />
      </div>
    </>
  );
}
