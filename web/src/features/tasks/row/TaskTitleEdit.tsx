import { Task } from '@daymark/contract/task';
import { Check, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type FocusEvent } from 'react';
import { IconButton } from '../../../ui/controls/IconButton';
import css from './TaskTitleEdit.module.css';

interface TaskTitleEditProps {
  title: string;
  /** Returns the title that was typed before the page was left, and the title that it replaces. Called once. */
  draftOf?: () => { typed: string; before: string } | undefined;
  /** Whether the task was deleted while its title was being edited. Only Save restores a deleted task. */
  isDeleted?: boolean;
  /** `before` is the title as it was when the edit began. */
  onType: (typed: string, before: string) => void;
  onSave: (title: string, before: string) => void;
  onCancel: () => void;
}

/**
 * Inline edit of a title (product §4). Enter or the check mark saves. Escape or the X keeps the old title. Moving the
 * focus away or leaving the screen also saves.
 */
export function TaskTitleEdit({
  title,
  draftOf,
  isDeleted = false,
  onType,
  onSave,
  onCancel,
}: TaskTitleEditProps) {
  const [draft] = useState(draftOf);
  // Another device may change the title during the edit.
  const [before] = useState(draft?.before ?? title);
  const [typed, setTyped] = useState(draft?.typed ?? title);
  const [error, setError] = useState<string>();
  // Whether leaving the screen saves: something was typed, and neither saved nor canceled.
  const isUnsaved = useRef(false);
  const id = useId();
  const parsed = Task.shape.title.safeParse(typed);
  const cancel = () => {
    isUnsaved.current = false;
    onCancel();
  };
  const save = () => {
    // An edit that is empty after trimming is ignored (product §5).
    if (!typed.trim()) return;
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    isUnsaved.current = false;
    onSave(parsed.data, before);
  };
  const saveOnBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) => {
    // When the whole window loses the focus, the field stays the active element of the page.
    const isInside = [relatedTarget, document.activeElement].some((to) =>
      currentTarget.contains(to),
    );
    if (isInside || isDeleted) return;
    if (typed.trim() && typed !== before) save();
    else cancel();
  };
  const saveOnLeave = useEffectEvent(() => {
    if (isUnsaved.current && parsed.success && !isDeleted) onSave(parsed.data, before);
  });
  useEffect(() => () => saveOnLeave(), []);
  return (
    <form
      className={css.edit}
      onBlur={saveOnBlur}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <input
        // A restored edit must not take the focus from what the person does now.
        autoFocus={draft === undefined}
        dir="auto"
        aria-label="Task title"
        aria-invalid={Boolean(error)}
        aria-describedby={error || isDeleted ? id : undefined}
        value={typed}
        onChange={({ target }) => {
          isUnsaved.current = true;
          setTyped(target.value);
          setError(undefined);
          onType(target.value, before);
        }}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onKeyDown={(event) => event.key === 'Escape' && cancel()}
      />
      <IconButton type="submit" label="Save">
        <Check size={18} aria-hidden="true" />
      </IconButton>
      {/* Safari doesn't focus a clicked button. Without this handler, the field would lose the focus and save. */}
      <IconButton label="Cancel" onMouseDown={(event) => event.preventDefault()} onClick={cancel}>
        <X size={18} aria-hidden="true" />
      </IconButton>
      {(error || isDeleted) && (
        <p id={id} role={error ? 'alert' : 'status'}>
          {error ?? 'This task was deleted. Save to bring it back.'}
        </p>
      )}
    </form>
  );
}
