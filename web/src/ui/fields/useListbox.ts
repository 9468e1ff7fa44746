import { useId, useState, type KeyboardEvent } from 'react';
import { countText } from '../../lib/text/numbers';

interface ListboxOptions<Option> {
  options: readonly Option[];
  /** Returns a key that is unique among the options. */
  keyOf: (option: Option) => string;
  isOpen: boolean;
  /** The text that is shown when there are no options. */
  none: string;
  onChoose: (option: Option) => void;
  onClose: () => void;
}

export type Listbox<Option> = ReturnType<typeof useListbox<Option>>;

/**
 * Manages a list of options below a field that keeps the focus. ListboxPopup shows the list. The arrow keys move the
 * active option, Enter or Tab chooses it, and Escape closes the list. The field names the active option in
 * `aria-activedescendant`.
 */
export function useListbox<Option>({
  options,
  keyOf,
  isOpen,
  none,
  onChoose,
  onClose,
}: ListboxOptions<Option>) {
  const id = useId();
  const [activeKey, setActiveKey] = useState<string>();
  const active = options.find((option) => keyOf(option) === activeKey) ?? options[0];
  const optionId = (option: Option) => `${id}-${keyOf(option).replace(/\W+/g, '-')}`;
  const move = (by: 1 | -1) => {
    const at = active ? options.indexOf(active) : -1;
    const next = options.at((at + by + options.length) % options.length);
    if (!next) return;
    setActiveKey(keyOf(next));
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (key === 'Escape') onClose();
    else if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if ((key === 'Enter' || key === 'Tab') && active) onChoose(active);
    else return;
    event.preventDefault();
    // Otherwise Escape would also close the dialog around the field.
    event.stopPropagation();
  };
  return {
    id: `${id}-list`,
    options,
    keyOf,
    none,
    active,
    optionId,
    activate: (option: Option) => setActiveKey(keyOf(option)),
    choose: onChoose,
    /** The text for screen readers, which is empty while the list is closed. */
    statusText: !isOpen ? '' : options.length === 0 ? none : countText(options.length, 'result'),
    fieldProps: {
      'aria-autocomplete': 'list',
      'aria-controls': isOpen && options.length > 0 ? `${id}-list` : undefined,
      'aria-activedescendant': isOpen && active ? optionId(active) : undefined,
      onKeyDown,
    } as const,
  };
}
