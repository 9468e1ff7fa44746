import { CalendarDays, Check, Tag, Trash2, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Category } from '@daymark/contract/category';
import { localDay } from '../../../lib/time/dates';
import { countText } from '../../../lib/text/numbers';
import { useSync } from '../../../sync/useSync';
import { Button } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import { Menu } from '../../../ui/dialogs/Menu';
import { toast } from '../../../ui/toasts/toast';
import { useCloseOnBack } from '../../../ui/dialogs/useCloseOnBack';
import { bulkChange, type BulkAction } from '../bulkChanges';
import { namedDays } from '../../../domain/tasks/namedDays';
import css from './SelectionBar.module.css';
import type { ShownTask } from '../../../domain/shownRecords';

interface SelectionBarProps {
  /** The selected tasks, in the list's order. */
  tasks: readonly ShownTask[];
  categories: readonly Category[];
  onClose: () => void;
}

/** What can be done to all selected tasks at once, as one change with one Undo. Default export, because it imports MUI. */
export default function SelectionBar({ tasks, categories, onClose }: SelectionBarProps) {
  const sync = useSync();
  useCloseOnBack(onClose);
  const [menu, setMenu] = useState<{ of: 'day' | 'category'; anchor: HTMLElement }>();
  const onKeyDown = useEffectEvent(({ key, target }: KeyboardEvent) => {
    const isElsewhere = (target as Element).closest(
      '[role="dialog"], [role="menu"], input[type="text"]',
    );
    if (key === 'Escape' && !isElsewhere) onClose();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const today = localDay(sync.now());
  const act = (action: BulkAction) => {
    const change = bulkChange(tasks, action, {
      tasks: sync.records('tasks').data ?? [],
      events: sync.records('events').data ?? [],
      today,
      now: sync.now(),
    });
    setMenu(undefined);
    onClose();
    if (!change) return;
    const takeBack = sync.change({ title: change.text }, change.requests, change.undo);
    toast({
      title: change.text,
      description: tasks.map(({ title }) => title).join(', '),
      action: {
        label: 'Undo',
        run: takeBack,
        focusAfter: `[data-task="${tasks[0]?.id}"]`,
      },
    });
  };
  const days = [
    ...namedDays(today).map(({ value, menuLabel }) => ({ day: value, label: menuLabel })),
    { day: null, label: 'No day' },
  ];
  const names = [{ id: null, name: 'No category' }, ...categories];
  return (
    <div className={css.bar} role="toolbar" aria-label="Selected tasks">
      <p role="status">{countText(tasks.length, 'task')} selected</p>
      <Button
        size="small"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setMenu({ of: 'day', anchor: currentTarget })}
      >
        <CalendarDays size={16} aria-hidden="true" />
        Day
      </Button>
      <Button
        size="small"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setMenu({ of: 'category', anchor: currentTarget })}
      >
        <Tag size={16} aria-hidden="true" />
        Category
      </Button>
      <Button size="small" onClick={() => act({ kind: 'complete' })}>
        <Check size={16} aria-hidden="true" />
        Complete
      </Button>
      <Button size="small" color="error" onClick={() => act({ kind: 'delete' })}>
        <Trash2 size={16} aria-hidden="true" />
        Delete
      </Button>
      <IconButton label="Clear selection" onClick={onClose}>
        <X size={18} aria-hidden="true" />
      </IconButton>
      {menu && (
        <Menu
          anchor={menu.anchor}
          onClose={() => setMenu(undefined)}
          items={
            menu.of === 'day'
              ? days.map(({ day, label }) => ({
                  label,
                  Icon: undefined,
                  onSelect: () => act({ kind: 'day', day }),
                }))
              : names.map(({ id, name }) => ({
                  label: name,
                  Icon: undefined,
                  onSelect: () => act({ kind: 'category', categoryId: id, name }),
                }))
          }
        />
      )}
    </div>
  );
}
