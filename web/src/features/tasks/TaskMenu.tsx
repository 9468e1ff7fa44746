import type { Category } from '@daymark/contract/category';
import { ArrowLeft, Check, Flag, FlagOff, Pencil, Tag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Menu, type MenuItem } from '../../ui/Menu';

interface TaskMenuProps {
  anchor: HTMLElement;
  categories: readonly Category[];
  categoryId: number | null;
  onEdit: () => void;
  /** Undefined where the task is a priority already. */
  onAddToTop3?: (() => void) | undefined;
  /** The Top 3 have three priorities. */
  isTop3Full: boolean;
  /** Only in the Top 3: the task stays, but is no longer a priority. */
  onRemoveFromTop3?: (() => void) | undefined;
  onCategory: (categoryId: number | null) => void;
  onDelete: () => void;
  onClose: () => void;
}

/** A task's menu: Edit, the Top 3, Category with a menu of its own, Delete. Default export, because it is loaded lazily. */
export default function TaskMenu({
  anchor,
  categories,
  categoryId,
  onEdit,
  onAddToTop3,
  isTop3Full,
  onRemoveFromTop3,
  onCategory,
  onDelete,
  onClose,
}: TaskMenuProps) {
  const [isChoosing, setChoosing] = useState(false);
  const choice = (id: number | null, label: string): MenuItem => ({
    label,
    Icon: id === categoryId ? Check : undefined,
    isChecked: id === categoryId,
    onSelect: () => onCategory(id),
  });
  const items: MenuItem[] = isChoosing
    ? [
        { label: 'Back', Icon: ArrowLeft, onSelect: () => setChoosing(false) },
        choice(null, 'No category'),
        ...categories.map(({ id, name }) => choice(id, name)),
      ]
    : [
        { label: 'Edit', Icon: Pencil, onSelect: onEdit },
        ...(onAddToTop3
          ? [
              {
                label: isTop3Full ? 'Top 3 is full' : 'Add to Top 3',
                Icon: Flag,
                isDisabled: isTop3Full,
                onSelect: onAddToTop3,
              },
            ]
          : []),
        ...(onRemoveFromTop3
          ? [{ label: 'Remove from Top 3', Icon: FlagOff, onSelect: onRemoveFromTop3 }]
          : []),
        { label: 'Category…', Icon: Tag, onSelect: () => setChoosing(true) },
        { label: 'Delete', Icon: Trash2, onSelect: onDelete },
      ];
  return (
    <Menu
      // Another menu, so that its first item gets the focus.
      key={String(isChoosing)}
      anchor={anchor}
      onClose={onClose}
      items={items}
    />
  );
}
