import { toast } from './toast';

/** A record that was deleted, and how it comes back. */
interface Deleted {
  id: number;
  title: string;
  restore: () => void;
}

/** The deletions that the toast on the screen is about. */
let together: { noun: string; deleted: readonly Deleted[] } | undefined;

/**
 * For a record that the person deleted: the toast offers Undo. While it is shown, further records of the same kind share
 * it, and Undo brings all of them back. The first one gets the focus: `[data-task="7"]`.
 */
export function toastDeletion(
  noun: 'task' | 'event' | 'note',
  { id, title }: { id: number; title: string },
  restore: () => void,
): void {
  const earlier = together?.noun === noun ? together.deleted : [];
  const mine = { noun, deleted: [...earlier, { id, title, restore }] };
  together = mine;
  const { deleted } = mine;
  const count = deleted.length;
  toast({
    title:
      count === 1
        ? `${noun[0]?.toUpperCase()}${noun.slice(1)} deleted`
        : `${count} ${noun}s deleted`,
    description: deleted.map((one) => one.title).join(', '),
    action: {
      label: 'Undo',
      run: () => deleted.forEach((one) => one.restore()),
      focusAfter: `[data-${noun}="${(earlier[0] ?? { id }).id}"]`,
    },
    onClose: () => {
      if (together === mine) together = undefined;
    },
  });
}
