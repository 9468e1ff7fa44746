import { FlagOff, Pencil, Trash2 } from 'lucide-react';
import { Menu } from '../../ui/Menu';

interface TaskMenuProps {
  anchor: HTMLElement;
  onEdit: () => void;
  onDelete: () => void;
  /** Only in the Top 3: the task stays, but is no longer a priority. */
  onRemoveFromTop3?: (() => void) | undefined;
  onClose: () => void;
}

/** A task's menu: Edit, Delete. Default export, because it is loaded lazily. */
export default function TaskMenu({
  anchor,
  onEdit,
  onDelete,
  onRemoveFromTop3,
  onClose,
}: TaskMenuProps) {
  return (
    <Menu
      anchor={anchor}
      onClose={onClose}
      items={[
        { label: 'Edit', Icon: Pencil, onSelect: onEdit },
        ...(onRemoveFromTop3
          ? [{ label: 'Remove from Top 3', Icon: FlagOff, onSelect: onRemoveFromTop3 }]
          : []),
        { label: 'Delete', Icon: Trash2, onSelect: onDelete },
      ]}
    />
  );
}
