import type { Sync } from '../sync/createSync';
import type { ChangeText, Undo } from '../sync/history';
import type { Change } from '../domain/mutation';
import { toastSaved } from '../ui/toasts/savedToast';
import { toast } from '../ui/toasts/toast';
import { elementId } from './elementId';

interface ChangeToast extends ChangeText {
  /** Text below the title. Defaults to what the change is about. */
  description?: string;
  /** The id of the element that gets the focus after Undo. Without an id, the screen gets the focus. */
  focusId?: string;
  /** Whether the toast also says that the change is only on this device while the server can't be reached. */
  tellsOffline?: boolean;
}

/** Makes a change and shows a toast about it that offers Undo. Returns a function that undoes the change. */
export function changeWithUndo(
  sync: Sync,
  { title, about, description = about, focusId, tellsOffline }: ChangeToast,
  { requests, undo }: Change,
): Undo {
  const takeBack = sync.change({ title, about }, requests, undo);
  const content = {
    title,
    ...(description !== undefined && { description }),
    // An empty `undo` means that the change went back to the earlier state, so there is nothing to undo.
    ...(undo?.length !== 0 && { action: { label: 'Undo', run: takeBack, focusId } }),
  };
  if (tellsOffline) toastSaved(sync, content);
  else toast(content);
  return takeBack;
}

interface Deleted {
  title: string;
  focusId: string;
  takeBack: Undo;
}

/** The deletions that the toast on the screen is about. */
let together: { noun: string; deleted: readonly Deleted[] } | undefined;

/**
 * Deletes a record and offers Undo in a toast. Records of the same kind that are deleted while the toast is shown share
 * the toast, and its Undo brings all of these records back. Returns a function that brings only this record back.
 */
export function deleteWithUndo(
  sync: Sync,
  noun: 'task' | 'event' | 'note',
  { id, title }: { id: number; title: string },
  { requests, undo }: Change,
): Undo {
  const toastTitle = `${noun[0]?.toUpperCase()}${noun.slice(1)} deleted`;
  const takeBack = sync.change({ title: toastTitle, about: title }, requests, undo);
  const earlier = together?.noun === noun ? together.deleted : [];
  const deleted = [...earlier, { title, focusId: elementId(noun, id), takeBack }];
  const mine = { noun, deleted };
  together = mine;
  toast({
    title: deleted.length === 1 ? toastTitle : `${deleted.length} ${noun}s deleted`,
    description: deleted.map((one) => one.title).join(', '),
    action: {
      label: 'Undo',
      run: () => deleted.forEach((one) => one.takeBack()),
      focusId: deleted[0]?.focusId,
    },
    onClose: () => {
      if (together === mine) together = undefined;
    },
  });
  return takeBack;
}
