import { useSync } from '../../sync/useSync';
import { toast } from '../../ui/toasts/toast';

/**
 * Returns a function that undoes the last change of this tab and reports that in a toast. The function returns false if
 * there is no change to undo.
 */
export function useUndoLast(): () => boolean {
  const sync = useSync();
  return () => {
    const undone = sync.undoLast();
    if (!undone) return false;
    // An undo that left something alone has its own toast.
    if (undone.leftAlone) return true;
    const title = undone.title.charAt(0).toLowerCase() + undone.title.slice(1);
    toast({
      title: `Undone: ${title}`,
      ...(undone.about !== undefined && { description: undone.about }),
    });
    return true;
  };
}
