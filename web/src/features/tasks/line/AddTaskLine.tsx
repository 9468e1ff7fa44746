import { Maximize2, Plus } from 'lucide-react';
import { NewTask } from '@daymark/contract/task';
import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type RefObject,
  type SubmitEvent,
} from 'react';
import * as z from 'zod/mini';
import type { LocalDay } from '../../../lib/time/dates';
import { createDrafts } from '../../../lib/person/drafts';
import { lazyComponent } from '../../../ui/lazyComponent';
import { ariaShortcut, shortcutText } from '../../../lib/shortcuts';
import { useSync } from '../../../sync/useSync';
import { DialogBoundary, PartBoundary } from '../../../ui/states/Boundary';
import { IconButton } from '../../../ui/controls/IconButton';
import { TextInput } from '../../../ui/fields/TextInput';
import { useIsPhone } from '../../../ui/hooks/useIsPhone';
import { useShortcuts } from '../../../ui/keys/useShortcuts';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden';
import css from './AddTaskLine.module.css';
import { taskOfLine, type TaskLine } from '../../../domain/line/taskLine';
import { useTaskLine } from './useTaskLine';
import type { NewStep, TaskCreation } from '../../../domain/tasks/newTask';

const LineReadings = lazyComponent(() => import('./LineReadings'));
const PastedLines = lazyComponent(() => import('./PastedLines'));

/** Draft of the text in the line. */
const lineDrafts = createDrafts('taskLine', z.string());

interface AddTaskLineProps {
  /** Lets the parent focus the field. */
  field: RefObject<HTMLInputElement | null>;
  /** The defaults for a task whose line sets no category or day. */
  categoryId: number | null;
  day: LocalDay | null;
  onAdd: (creations: readonly TaskCreation[]) => void;
  /** Opens the Add Task dialog with this title. */
  onDetails: (title: string) => void;
}

/**
 * The line at the top of a list for typing a task with all its details (product §4). Enter adds the task, and the line
 * stays for the next one. On phones the line is above the keyboard while it has the focus. The typed text is stored.
 */
export function AddTaskLine({ field, categoryId, day, onAdd, onDetails }: AddTaskLineProps) {
  const { userId } = useSync();
  const [text, setText] = useState(() => lineDrafts.get(userId) ?? '');
  const [pasted, setPasted] = useState<string>();
  const [error, setError] = useState<string>();
  const [added, setAdded] = useState('');
  const [scrolled, setScrolled] = useState(0);
  const [hasFocus, setHasFocus] = useState(false);
  const typed = useTaskLine(text, day);
  const form = useRef<HTMLFormElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  const isDocked = useIsPhone() && hasFocus;
  useAboveKeyboard(form, isDocked);
  const focus = () => field.current?.focus();
  useShortcuts({ addTask: focus });

  const type = (next: string) => {
    setText(next);
    setError(undefined);
    lineDrafts.set(userId, next || undefined);
    if (next === '') typed.reset();
  };
  /** Adds tasks. If a title is invalid, adds nothing, shows the error and restores the typed text. */
  const add = (
    lines: readonly { line: TaskLine; steps?: readonly NewStep[] }[],
    before: string,
  ) => {
    for (const { title } of lines.map(({ line }) => line)) {
      const { error: problem } = NewTask.shape.title.safeParse(title);
      if (problem) {
        type(before);
        setError(problem.issues[0]?.message);
        return;
      }
    }
    let priorities = typed.countPriorities();
    const creations = lines.map(({ line, steps = [] }) => {
      const creation = taskOfLine(line, { categoryId, plannedDay: day, priorities });
      if (creation.task.isPriority) priorities += 1;
      return { ...creation, steps };
    });
    onAdd(creations);
    setAdded(
      creations.length === 1
        ? `Added “${creations[0]?.task.title}”`
        : `Added ${creations.length} tasks`,
    );
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    const line = typed.read(text);
    // Emptied at once, so that the next task can be typed while the grammar loads.
    type('');
    if (line instanceof Promise) void line.then((read) => add([{ line: read }], text));
    else add([{ line }], text);
  };
  const onPaste = (event: ClipboardEvent) => {
    const clip = event.clipboardData.getData('text/plain');
    if (clip.trim().split('\n').length < 2) return;
    event.preventDefault();
    setPasted(clip);
  };
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && form.current?.contains(relatedTarget)) return;
    setHasFocus(true);
    cameFrom.current = relatedTarget as HTMLElement | null;
  };
  /** Returns the focus to the element that had it before, or to the main content if that element is gone or unknown. */
  const leave = () => {
    const before = cameFrom.current;
    if (before?.isConnected) before.focus();
    if (form.current?.contains(document.activeElement) || document.activeElement === document.body)
      document.getElementById('main')?.focus();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && form.current?.contains(relatedTarget)))
      setHasFocus(false);
  };
  return (
    <div className={css.place}>
      <form
        ref={form}
        className={css.line}
        data-docked={isDocked}
        onSubmit={submit}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        <Plus size={18} aria-hidden="true" />
        <TextInput
          ref={field}
          label="New task"
          hideLabel
          placeholder="Add a task: Call Noor fri 3pm 30m #work"
          autoComplete="off"
          enterKeyHint="done"
          aria-keyshortcuts={ariaShortcut('addTask')}
          value={text}
          error={error}
          onChange={({ target }) => type(target.value)}
          onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollLeft)}
          onKeyDown={(event) => {
            typed.onKeyDown(event);
            if (event.key === 'Escape') leave();
          }}
          onPaste={onPaste}
        >
          {text !== '' && (
            <PartBoundary>
              <LineReadings typed={typed} scrolled={scrolled} onUsed={focus} />
            </PartBoundary>
          )}
        </TextInput>
        {text === '' ? (
          <kbd aria-hidden="true">{shortcutText('addTask')}</kbd>
        ) : (
          <IconButton
            label="Show all fields"
            title="Show all fields"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              onDetails(text);
              type('');
            }}
          >
            <Maximize2 size={16} aria-hidden="true" />
          </IconButton>
        )}
      </form>
      {pasted !== undefined && (
        <DialogBoundary onClose={() => setPasted(undefined)}>
          <PastedLines
            title={text.trim()}
            pasted={pasted}
            onAdd={(tasks) => {
              setPasted(undefined);
              type('');
              focus();
              const reading = tasks.map(async ({ title, steps }) => ({
                line: await typed.read(title),
                steps,
              }));
              const before = tasks
                .flatMap(({ title, steps }) => [title, ...steps.map((step) => step.title)])
                .join(' ');
              void Promise.all(reading).then((lines) => add(lines, before));
            }}
            onCancel={(line) => {
              setPasted(undefined);
              type(line);
              focus();
            }}
          />
        </DialogBoundary>
      )}
      <VisuallyHidden role="status">{added}</VisuallyHidden>
    </div>
  );
}

/** Keeps a fixed element above the on-screen keyboard, which covers the page in some browsers. */
function useAboveKeyboard(element: { current: HTMLElement | null }, isDocked: boolean): void {
  useEffect(() => {
    const { visualViewport: viewport } = window;
    if (!isDocked || !viewport) return undefined;
    const place = () => {
      const covered = window.innerHeight - viewport.height - viewport.offsetTop;
      element.current?.style.setProperty('--keyboard', `${Math.max(0, covered)}px`);
    };
    place();
    viewport.addEventListener('resize', place);
    viewport.addEventListener('scroll', place);
    return () => {
      viewport.removeEventListener('resize', place);
      viewport.removeEventListener('scroll', place);
    };
  }, [element, isDocked]);
}
