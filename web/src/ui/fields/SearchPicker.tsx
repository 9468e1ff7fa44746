import type { ReactNode } from 'react';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import css from './SearchPicker.module.css';
import { TextInput } from './TextInput';
import type { Listbox } from './useListbox';

interface SearchPickerProps<Option> {
  label: string;
  hideLabel?: boolean;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  listbox: Listbox<Option>;
  /** Called when the focus moves elsewhere. */
  onLeave: () => void;
  /** The list of options, a ListboxPopup of the same listbox. */
  children: ReactNode;
}

/** A field that searches, with its list of options below. It has the focus from the start. */
export function SearchPicker<Option>({
  label,
  hideLabel = false,
  placeholder,
  query,
  onQuery,
  listbox,
  onLeave,
  children,
}: SearchPickerProps<Option>) {
  return (
    <div
      className={css.search}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave();
      }}
    >
      <TextInput
        label={label}
        hideLabel={hideLabel}
        placeholder={placeholder}
        autoFocus
        role="combobox"
        aria-expanded={listbox.options.length > 0}
        {...listbox.fieldProps}
        autoComplete="off"
        value={query}
        onChange={(event) => {
          // The query is no edit of the form around the field.
          event.stopPropagation();
          onQuery(event.target.value);
        }}
        onKeyDown={(event) => {
          listbox.fieldProps.onKeyDown(event);
          // Otherwise Enter would submit the form around the field.
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
        }}
      />
      {children}
      <VisuallyHidden role="status">{listbox.statusText}</VisuallyHidden>
    </div>
  );
}
