import { Task } from '@daymark/contract/task';
import { Check, X } from 'lucide-react';
import { useId, useState } from 'react';
import { IconButton } from '../../ui/IconButton';
import css from './TaskTitleEdit.module.css';

interface TaskTitleEditProps {
  title: string;
  onSave: (title: string) => void;
  onCancel: () => void;
}

/** Inline edit of a title (product §4): Enter or the check mark saves, Escape or the X keeps the old title. */
export function TaskTitleEdit({ title, onSave, onCancel }: TaskTitleEditProps) {
  const [typed, setTyped] = useState(title);
  const [error, setError] = useState<string>();
  const errorId = useId();
  const save = () => {
    // Product §5: an edit that is empty after trim is ignored.
    if (!typed.trim()) return;
    const parsed = Task.shape.title.safeParse(typed);
    if (parsed.success) onSave(parsed.data);
    else setError(parsed.error.issues[0]?.message);
  };
  return (
    <form
      className={css.edit}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <input
        autoFocus
        dir="auto"
        aria-label="Task title"
        aria-invalid={Boolean(error)}
        aria-describedby={error && errorId}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      <IconButton type="submit" label="Save">
        <Check size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label="Cancel" onClick={onCancel}>
        <X size={18} aria-hidden="true" />
      </IconButton>
      {error && (
        <p id={errorId} role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
