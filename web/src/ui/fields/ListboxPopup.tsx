import type { ReactNode } from 'react';
import css from './ListboxPopup.module.css';
import type { Listbox } from './useListbox';

interface ListboxPopupProps<Option> {
  label: string;
  listbox: Listbox<Option>;
  /** The distance from the top of the container, in px. If undefined, the list keeps its normal position. */
  top?: number;
  /** Renders an option. */
  children: (option: Option) => ReactNode;
}

/** Shows the options of useListbox, below their field. */
export function ListboxPopup<Option>({ label, listbox, top, children }: ListboxPopupProps<Option>) {
  const { options, active } = listbox;
  return (
    <div
      className={css.popup}
      style={top === undefined ? undefined : { top }}
      // Scrolls the list into view, as far as it fits.
      ref={(element) => element?.scrollIntoView({ block: 'nearest' })}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.length === 0 ? (
        <p>{listbox.none}</p>
      ) : (
        <div role="listbox" id={listbox.id} aria-label={label}>
          {options.map((option) => (
            <div
              key={listbox.keyOf(option)}
              id={listbox.optionId(option)}
              role="option"
              aria-selected={option === active}
              // A list that appears under a resting pointer must not activate the option under the pointer.
              onPointerMove={({ movementX, movementY }) => {
                if (movementX !== 0 || movementY !== 0) listbox.activate(option);
              }}
              onClick={() => listbox.choose(option)}
            >
              {children(option)}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
