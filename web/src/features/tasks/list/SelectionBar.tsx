import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { countText } from '../../../lib/text/numbers';
import {
  changeTasks,
  selectionActions,
  taskActions,
  type TaskChange,
  type TaskChoice,
} from '../../../records/tasks/taskActions';
import { useSync } from '../../../sync/useSync';
import { Button } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import { Menu } from '../../../ui/dialogs/Menu';
import { useCloseOnBack } from '../../../ui/dialogs/useCloseOnBack';
import css from './SelectionBar.module.css';
import type { ShownTask } from '../../../domain/shownRecords';

interface SelectionBarProps {
  /** The selected tasks, in the list's order. */
  tasks: readonly ShownTask[];
  onClose: () => void;
}

/**
 * Changes all selected tasks at once, as one change with one Undo. Default export, because it imports MUI and is
 * therefore loaded lazily.
 */
export default function SelectionBar({ tasks, onClose }: SelectionBarProps) {
  const sync = useSync();
  useCloseOnBack(onClose);
  const [menu, setMenu] = useState<{ choices: TaskChoice[]; anchor: HTMLElement }>();
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
  const act = (change: TaskChange | undefined) => {
    setMenu(undefined);
    onClose();
    if (change) changeTasks(sync, tasks, change);
  };
  return (
    <div className={css.bar} role="toolbar" aria-label="Selected tasks">
      <p role="status">{countText(tasks.length, 'task')} selected</p>
      {selectionActions.map((action) => {
        const { label, Icon, choices, together } = action;
        return (
          <Button
            key={label}
            size="small"
            color={action === taskActions.remove ? 'error' : 'primary'}
            aria-haspopup={choices && 'menu'}
            onClick={({ currentTarget: anchor }) => {
              if (choices) setMenu({ choices: choices(sync), anchor });
              else act(together);
            }}
          >
            <Icon size={16} aria-hidden="true" />
            {label.replace('…', '')}
          </Button>
        );
      })}
      <IconButton label="Clear selection" onClick={onClose}>
        <X size={18} aria-hidden="true" />
      </IconButton>
      {menu && (
        <Menu
          anchor={menu.anchor}
          onClose={() => setMenu(undefined)}
          items={menu.choices.flatMap(({ label, together }) =>
            together ? { label, Icon: undefined, onSelect: () => act(together) } : [],
          )}
        />
      )}
    </div>
  );
}
