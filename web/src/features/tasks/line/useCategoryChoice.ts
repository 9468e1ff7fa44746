import { useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import {
  categoryAt,
  categoryOptions,
  type CategoryOption,
  type TypedCategory,
} from '../../../domain/line/lineCategories';
import { replaceText } from '../../../lib/browser/replaceText';
import { useListbox } from '../../../ui/fields/useListbox';
import type { TypedLine } from '../../../records/tasks/useTaskLine';

const NO_OPTIONS: readonly CategoryOption[] = [];

/**
 * Offers the categories while a "#" and a name are typed in a quick-entry line. A name that no category has can be
 * created. CategoryOptions shows the list. The field is a combobox: it keeps the focus and names the active option.
 */
export function useCategoryChoice(typed: TypedLine) {
  const [tag, setTag] = useState<TypedCategory & { field: HTMLInputElement }>();
  /** The index of the "#" whose list was closed with Escape. */
  const [closedAt, setClosedAt] = useState<number>();
  const options =
    tag && tag.from !== closedAt ? categoryOptions(tag.query, typed.categories) : NO_OPTIONS;
  const isOpen = options.length > 0;
  const listbox = useListbox({
    options,
    keyOf: ({ id }) => String(id ?? 'new'),
    isOpen,
    none: '',
    onChoose: ({ id, name }) => {
      if (!tag) return;
      if (id === undefined) typed.addCategory(name);
      replaceText(tag.field, tag.from, tag.to, `#${name} `);
      setTag(undefined);
    },
    onClose: () => setClosedAt(tag?.from),
  });
  /**
   * Checks whether a category is being typed. `mayOpen` is true after input, and false after a mere move of the caret,
   * which must not open the list.
   */
  const look = (field: HTMLInputElement, mayOpen: boolean) => {
    const { selectionStart, selectionEnd, value } = field;
    const found =
      selectionStart !== null && selectionStart === selectionEnd
        ? categoryAt(value, selectionStart)
        : undefined;
    if (found?.from !== closedAt) setClosedAt(undefined);
    setTag(found && (mayOpen || tag) ? { ...found, field } : undefined);
  };
  return {
    listbox: isOpen ? listbox : undefined,
    statusText: listbox.statusText,
    /** Handles the keys of the list. A key that the list uses is not passed on. */
    onKeyDown: (event: KeyboardEvent): void => listbox.fieldProps.onKeyDown(event),
    fieldProps: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-autocomplete': 'list',
      'aria-controls': listbox.fieldProps['aria-controls'],
      'aria-activedescendant': listbox.fieldProps['aria-activedescendant'],
      onInput: ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => look(currentTarget, true),
      onSelect: ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => look(currentTarget, false),
    } as const,
    close: (): void => setTag(undefined),
  };
}
