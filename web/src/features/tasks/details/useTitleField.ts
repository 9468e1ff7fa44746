import { Task } from '@daymark/contract/task';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSync } from '../../../sync/useSync';
import { THIS_LOAD, titleDrafts } from '../row/titleDrafts';
import type { ShownTask } from '../../../domain/shownRecords';

/** A title that is being typed, and the title that the person saw when the edit began. */
interface Typed {
  typed: string;
  before: string;
}

/** A new title, and the title that it replaces. */
export interface NewTitle {
  title: string;
  before: string;
}

/**
 * Manages the title in a task's details. Enter, leaving the field and closing the details save. Escape restores. A title
 * that is empty after trimming is ignored (product §5). Until something is typed, the field shows changes of other
 * devices.
 */
export function useTitleField(task: ShownTask, onRename: (renamed: NewTitle) => void) {
  const { userId, signal } = useSync();
  const [edit, setEdit] = useState<Typed>();
  const [error, setError] = useState<string>();
  const parsed = edit && Task.shape.title.safeParse(edit.typed);
  const draft = String(task.id);
  const stop = () => {
    setEdit(undefined);
    setError(undefined);
    titleDrafts.set(userId, undefined, draft);
  };
  /** Ends the edit and returns the new title, if any. Returns false and shows the error if the title isn't valid. */
  const take = (): NewTitle | undefined | false => {
    // If the session has ended, the title can't be saved now, and the draft is kept for the next sign-in.
    if (!edit || !parsed || signal.aborted) return undefined;
    if (edit.typed.trim() && !parsed.success) {
      setError(parsed.error.issues[0]?.message);
      return false;
    }
    stop();
    return parsed.success && parsed.data !== edit.before
      ? { title: parsed.data, before: edit.before }
      : undefined;
  };
  const save = () => {
    const renamed = take();
    if (renamed) onRename(renamed);
  };
  const leave = useEffectEvent(() => {
    if (!edit) return;
    if (signal.aborted) {
      titleDrafts.set(userId, { task, ...edit }, draft);
      return;
    }
    const renamed = take();
    if (renamed) onRename(renamed);
    // The person has chosen to discard a title that isn't valid.
    if (renamed === false) stop();
  });
  useEffect(() => () => leave(), []);
  return {
    typed: edit?.typed ?? task.title,
    error,
    /** Whether closing would lose the typed title, because it isn't valid. */
    isInvalid: edit !== undefined && edit.typed.trim() !== '' && parsed?.success === false,
    isEdited: edit !== undefined,
    type: (text: string) => {
      const typed = text.replaceAll(/\s*\n\s*/g, ' ');
      const before = edit?.before ?? task.title;
      setError(undefined);
      setEdit({ typed, before });
      titleDrafts.set(userId, { task, typed, before, detailsOf: THIS_LOAD }, draft);
    },
    save,
    take,
    restore: stop,
  };
}
