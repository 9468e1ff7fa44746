import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { taskChoices, type TaskChoice } from '../../domain/focus/taskChoices';
import type { ShownTask } from '../../domain/shownRecords';
import { quoted } from '../../lib/text/quoted';
import { personsDay } from '../../lib/time/dates';
import { useSteps, useTasks } from '../../records/tasks/taskQueries';
import { FieldLabel } from '../../ui/fields/FieldLabel';
import { ListboxPopup } from '../../ui/fields/ListboxPopup';
import { SearchPicker } from '../../ui/fields/SearchPicker';
import { useListbox } from '../../ui/fields/useListbox';
import { useNow } from '../../ui/hooks/useNow';
import css from './TaskPicker.module.css';

interface TaskPickerProps {
  label: string;
  taskId: number | null;
  onChange: (taskId: number | null) => void;
}

/** A field that shows a session's task. A press opens a search for another task, today's tasks first. */
export function TaskPicker({ label, taskId, onChange }: TaskPickerProps) {
  const tasks = useTasks().data ?? NO_TASKS;
  const steps = useSteps();
  const [isSearching, setSearching] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    flushSync(() => setSearching(false));
    opener.current?.focus();
  };
  if (isSearching)
    return (
      <TaskSearch
        label={label}
        tasks={tasks}
        steps={steps}
        hasTask={taskId !== null}
        onChoose={(chosen) => {
          onChange(chosen);
          close();
        }}
        onClose={close}
        onLeave={() => setSearching(false)}
      />
    );
  const task = [...tasks, ...[...steps.values()].flat()].find((one) => one.id === taskId);
  const title = task?.title ?? (taskId === null ? NO_TASK : 'A deleted task');
  return (
    <div>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <button
        ref={opener}
        id={id}
        type="button"
        className={css.chosen}
        aria-label={`${label}: ${title}`}
        aria-haspopup="listbox"
        data-empty={task === undefined || undefined}
        onClick={() => setSearching(true)}
      >
        <span dir="auto">{title}</span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
    </div>
  );
}

interface TaskSearchProps {
  label: string;
  tasks: readonly ShownTask[];
  steps: ReadonlyMap<number, readonly ShownTask[]>;
  /** Whether a task is chosen, so that the person can choose none. */
  hasTask: boolean;
  onChoose: (taskId: number | null) => void;
  /** Called on Escape, after which the focus returns to the field. */
  onClose: () => void;
  /** Called when the focus moves elsewhere. */
  onLeave: () => void;
}

function TaskSearch({ label, tasks, steps, hasTask, onChoose, onClose, onLeave }: TaskSearchProps) {
  const [query, setQuery] = useState('');
  const today = personsDay(useNow());
  const choices = taskChoices(tasks, steps, today, query);
  const options: readonly (TaskChoice<ShownTask> | null)[] =
    hasTask && query.trim() === '' ? [...choices, null] : choices;
  const listbox = useListbox({
    options,
    keyOf: (choice) => String(choice?.task.id ?? 0),
    isOpen: true,
    none: query.trim() === '' ? 'No open tasks' : `No open task matches ${quoted(query)}.`,
    onChoose: (choice) => onChoose(choice?.task.id ?? null),
    onClose,
  });
  return (
    <SearchPicker
      label={label}
      placeholder="Search your tasks"
      query={query}
      onQuery={setQuery}
      listbox={listbox}
      onLeave={onLeave}
    >
      <ListboxPopup label="Tasks" listbox={listbox}>
        {(choice) => (
          <span className={css.option}>
            <span dir="auto">{choice?.task.title ?? NO_TASK}</span>
            {choice && (choice.of !== undefined || choice.isToday) && (
              <small dir="auto">{choice.of ?? 'Today'}</small>
            )}
          </span>
        )}
      </ListboxPopup>
    </SearchPicker>
  );
}

const NO_TASK = 'No task';
const NO_TASKS: readonly ShownTask[] = [];
