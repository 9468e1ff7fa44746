import { ArrowLeft, Check } from 'lucide-react';
import { useState } from 'react';
import { menuActions, type TaskContext } from '../../../records/tasks/taskActions';
import { Menu, type MenuItem } from '../../../ui/dialogs/Menu';
import type { ShownTask } from '../../../domain/shownRecords';

interface TaskMenuProps {
  task: ShownTask;
  context: TaskContext;
  anchor: HTMLElement;
  /** Called with the action of the chosen item. */
  onChoose: (act: () => void) => void;
  onClose: () => void;
}

/** A task's menu. Day and Category open their own menus. Default export, because it is loaded lazily. */
export default function TaskMenu({ task, context, anchor, onChoose, onClose }: TaskMenuProps) {
  const [choices, setChoices] = useState<MenuItem[]>();
  const items = menuActions
    .filter(({ applies }) => applies?.(task, context) ?? true)
    .map((action): MenuItem => {
      const { label, Icon } = action;
      const refusal = action.refusal?.(context);
      if (refusal) return { label: refusal.title, Icon, isDisabled: true, onSelect: onClose };
      const chosen = action.choices?.(context.sync).map((choice): MenuItem => {
        const isChecked = choice.isChosen?.(task);
        return {
          label: choice.label,
          Icon: isChecked ? Check : undefined,
          ...(isChecked !== undefined && { isChecked }),
          onSelect: () => onChoose(() => choice.run(task, context)),
        };
      });
      return {
        label,
        Icon,
        onSelect: () => (chosen ? setChoices(chosen) : onChoose(() => action.run(task, context))),
      };
    });
  const back = { label: 'Back', Icon: ArrowLeft, onSelect: () => setChoices(undefined) };
  return (
    <Menu
      // A new key for each menu, so that its first item gets the focus.
      key={choices?.at(-1)?.label}
      anchor={anchor}
      onClose={onClose}
      items={choices ? [back, ...choices] : items}
    />
  );
}
