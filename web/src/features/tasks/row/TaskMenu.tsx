import type { Category } from '@daymark/contract/category';
import {
  ArrowLeft,
  CalendarClock,
  CalendarDays,
  Check,
  Flag,
  FlagOff,
  ListChecks,
  Pencil,
  SkipForward,
  SlidersHorizontal,
  Tag,
  Timer,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import type { LocalDay } from '../../../lib/time/dates';
import { Menu, type MenuItem } from '../../../ui/dialogs/Menu';
import { namedDays } from '../../../domain/tasks/namedDays';

interface TaskMenuProps {
  anchor: HTMLElement;
  categories: readonly Category[];
  categoryId: number | null;
  today: LocalDay;
  plannedDay: LocalDay | null;
  onEdit: () => void;
  onDay: (day: LocalDay | null) => void;
  onDetails: () => void;
  onSteps: () => void;
  onStartFocus: () => void;
  /** Only of a repeating task. */
  onSkip?: (() => void) | undefined;
  /** Undefined where the task is done. */
  onSchedule?: (() => void) | undefined;
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

/** A task's menu; Day and Category have menus of their own. Default export, because it is loaded lazily. */
export default function TaskMenu({
  anchor,
  categories,
  categoryId,
  today,
  plannedDay,
  onEdit,
  onDay,
  onDetails,
  onSteps,
  onStartFocus,
  onSkip,
  onSchedule,
  onAddToTop3,
  isTop3Full,
  onRemoveFromTop3,
  onCategory,
  onDelete,
  onClose,
}: TaskMenuProps) {
  const [chosen, setChosen] = useState<'day' | 'category'>();
  const choice = (isChecked: boolean, label: string, onSelect: () => void): MenuItem => ({
    label,
    Icon: isChecked ? Check : undefined,
    isChecked,
    onSelect,
  });
  const back = { label: 'Back', Icon: ArrowLeft, onSelect: () => setChosen(undefined) };
  const menus: Record<'main' | 'day' | 'category', () => MenuItem[]> = {
    day: () => [
      back,
      ...namedDays(today).map(({ value, menuLabel }) =>
        choice(value === plannedDay, menuLabel, () => onDay(value)),
      ),
      { label: 'Pick a date…', Icon: undefined, onSelect: onDetails },
      choice(plannedDay === null, 'No day', () => onDay(null)),
    ],
    category: () => [
      back,
      choice(categoryId === null, 'No category', () => onCategory(null)),
      ...categories.map(({ id, name }) => choice(id === categoryId, name, () => onCategory(id))),
    ],
    main: () => [
      { label: 'Edit', Icon: Pencil, onSelect: onEdit },
      { label: 'Day…', Icon: CalendarDays, onSelect: () => setChosen('day') },
      ...(onSchedule ? [{ label: 'Schedule…', Icon: CalendarClock, onSelect: onSchedule }] : []),
      { label: 'Details…', Icon: SlidersHorizontal, onSelect: onDetails },
      { label: 'Steps', Icon: ListChecks, onSelect: onSteps },
      { label: 'Start focus', Icon: Timer, onSelect: onStartFocus },
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
      { label: 'Category…', Icon: Tag, onSelect: () => setChosen('category') },
      ...(onSkip ? [{ label: 'Skip this one', Icon: SkipForward, onSelect: onSkip }] : []),
      { label: 'Delete', Icon: Trash2, onSelect: onDelete },
    ],
  };
  return (
    <Menu
      // Another menu, so that its first item gets the focus.
      key={chosen}
      anchor={anchor}
      onClose={onClose}
      items={menus[chosen ?? 'main']()}
    />
  );
}
