import { NewTask } from '@daymark/contract/task';
import { Maximize2, Plus } from 'lucide-react';
import {
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import * as z from 'zod/mini';
import { taskOfLine, type TaskLine } from '../../../domain/line/taskLine';
import type { NewStep, TaskCreation } from '../../../domain/tasks/newTask';
import { createDrafts } from '../../../lib/person/drafts';
import { hasMod } from '../../../lib/shortcuts';
import type { LocalDay } from '../../../lib/time/dates';
import { useSync } from '../../../sync/useSync';
import { IconButton } from '../../../ui/controls/IconButton';
import { TextInput } from '../../../ui/fields/TextInput';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden';
import { lazyComponent } from '../../../ui/lazyComponent';
import { DialogBoundary, PartBoundary } from '../../../ui/states/Boundary';
import css from './TaskLineForm.module.css';
import { useCategoryChoice } from './useCategoryChoice';
import { useTaskLine } from '../../../records/tasks/useTaskLine';

const CategoryOptions = lazyComponent(() => import('./CategoryOptions'));
const LineReadings = lazyComponent(() => import('./LineReadings'));
const PastedLines = lazyComponent(() => import('./PastedLines'));

/** Drafts of the text in the lines. */
export const lineDrafts = createDrafts('taskLine', z.string());

export interface TaskLineFormProps {
  /** Lets the parent focus the field. */
  field: RefObject<HTMLInputElement | null>;
  /** The name of the line's draft. The lines of all lists share one. */
  draftName?: string;
  /** The defaults for a task whose line sets no category or day. */
  categoryId: number | null;
  day: LocalDay | null;
  /** Called with the tasks of a line. `isLast` is false after Shift Enter, which means that more tasks follow. */
  onAdd: (creations: readonly TaskCreation[], isLast: boolean) => void;
  /** Opens the Add Task dialog with this title. */
  onDetails: (title: string) => void;
  onEscape?: () => void;
  autoFocus?: boolean;
  shortcut?: string | undefined;
  /** Shown at the end of the line while it is empty. */
  hint?: ReactNode;
}

/**
 * A line for typing a task with all its details (product §4). Enter adds the task. The typed text is stored until then.
 */
export function TaskLineForm({
  field,
  draftName,
  categoryId,
  day,
  onAdd,
  onDetails,
  onEscape,
  autoFocus,
  shortcut,
  hint,
}: TaskLineFormProps) {
  const { userId } = useSync();
  const [text, setText] = useState(() => lineDrafts.get(userId, draftName) ?? '');
  const [pasted, setPasted] = useState<string>();
  const [error, setError] = useState<string>();
  const [added, setAdded] = useState('');
  const [scrolled, setScrolled] = useState(0);
  const typed = useTaskLine(text, day);
  const choice = useCategoryChoice(typed);
  const form = useRef<HTMLFormElement>(null);
  const focus = () => field.current?.focus();

  const type = (next: string) => {
    setText(next);
    setError(undefined);
    lineDrafts.set(userId, next || undefined, draftName);
    if (next === '') typed.reset();
  };
  /** Adds tasks. If a title is invalid, adds nothing, shows the error and restores the typed text. */
  const add = (
    lines: readonly { line: TaskLine; steps?: readonly NewStep[] }[],
    before: string,
    isLast: boolean,
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
    const { newCategories } = typed;
    const creations = lines.map(({ line, steps = [] }) => {
      const creation = taskOfLine(line, {
        categoryId,
        plannedDay: day,
        priorities,
        today: typed.today,
        newCategories,
      });
      if (creation.task.isPriority) priorities += 1;
      return { ...creation, steps };
    });
    onAdd(creations, isLast);
    setAdded(
      creations.length === 1
        ? `Added “${creations[0]?.task.title}”`
        : `Added ${creations.length} tasks`,
    );
  };
  const submit = (isLast: boolean) => {
    if (text.trim() === '') return;
    const line = typed.read(text);
    // Emptied at once, so that the next task can be typed while the grammar loads.
    type('');
    if (line instanceof Promise) void line.then((read) => add([{ line: read }], text, isLast));
    else add([{ line }], text, isLast);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    choice.onKeyDown(event);
    if (event.defaultPrevented) return;
    typed.onKeyDown(event);
    if (event.key === 'Escape') onEscape?.();
    // A form isn't submitted with a modifier in every browser.
    if (event.key !== 'Enter' || !(event.shiftKey || hasMod(event))) return;
    event.preventDefault();
    submit(!event.shiftKey);
  };
  const onPaste = (event: ClipboardEvent) => {
    const clip = event.clipboardData.getData('text/plain');
    if (clip.trim().split('\n').length < 2) return;
    event.preventDefault();
    setPasted(clip);
  };
  return (
    <>
      <form
        ref={form}
        className={css.line}
        onSubmit={(event) => {
          event.preventDefault();
          submit(true);
        }}
      >
        <Plus size={18} aria-hidden="true" />
        <TextInput
          ref={field}
          label="New task"
          hideLabel
          placeholder="Add a task: Call Noor fri 3pm 30m #work"
          autoComplete="off"
          autoFocus={autoFocus}
          enterKeyHint="done"
          aria-keyshortcuts={shortcut}
          {...choice.fieldProps}
          value={text}
          error={error}
          onChange={({ target }) => type(target.value)}
          onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollLeft)}
          onKeyDown={onKeyDown}
          onBlur={choice.close}
          onPaste={onPaste}
        >
          {text !== '' && (
            <PartBoundary>
              <LineReadings typed={typed} scrolled={scrolled} onUsed={focus} />
              {choice.listbox && <CategoryOptions listbox={choice.listbox} />}
            </PartBoundary>
          )}
        </TextInput>
        {text === '' && hint}
        {text !== '' && (
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
              void Promise.all(reading).then((lines) => add(lines, before, true));
            }}
            onCancel={(line) => {
              setPasted(undefined);
              type(line);
              focus();
            }}
          />
        </DialogBoundary>
      )}
      <VisuallyHidden role="status">{choice.statusText || added}</VisuallyHidden>
    </>
  );
}
