import { useSync } from '../../sync/useSync';
import { toast } from '../../ui/toasts/toast';

/**
 * Returns a function that undoes the last change of this tab and shows it in a toast. It returns false if there is
 * none.
 */
export function useUndoLast(): () => boolean {
  const sync = useSync();
  return () => {
    const said = sync.undoLast();
    if (!said) return false;
    // An undo that left something alone has its own toast.
    if (said.leftAlone) return true;
    const title = said.title.charAt(0).toLowerCase() + said.title.slice(1);
    toast({
      title: `Undone: ${title}`,
      ...(said.about !== undefined && { description: said.about }),
    });
    return true;
  };
}
