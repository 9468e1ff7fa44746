import { useSync } from '../../sync/useSync';
import { toast } from '../../ui/toasts/toast';

/** Takes back the last change of this tab, of whatever screen, and says which. False if there is none. */
export function useUndoLast(): () => boolean {
  const sync = useSync();
  return () => {
    const said = sync.undoLast();
    if (!said) return false;
    // That has its own toast.
    if (said.leftAlone) return true;
    const title = said.title.charAt(0).toLowerCase() + said.title.slice(1);
    toast({
      title: `Undone: ${title}`,
      ...(said.about !== undefined && { description: said.about }),
    });
    return true;
  };
}
