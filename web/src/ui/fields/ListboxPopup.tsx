import type { ReactNode } from 'react';
import css from './ListboxPopup.module.css';
import type { Listbox } from './useListbox';

interface ListboxPopupProps<Option> {
  label: string;
  listbox: Listbox<Option>;
  /** Its distance from the top of what it is in; without it, it is where it stands. */
  top?: number;
  /** What an option shows. */
  children: (option: Option) => ReactNode;
}

/** The options of useListbox, below their field. */
export function ListboxPopup<Option>({ label, listbox, top, children }: ListboxPopupProps<Option>) {
  const { options, active } = listbox;
  return (
    <div
      className={css.popup}
      style={top === undefined ? undefined : { top }}
      // It is scrolled into view, as far as there is room.
      ref={(element) => element?.scrollIntoView({ block: 'nearest' })}
      // The field keeps the focus.
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
              // A list that appears below a pointer that rests is no choice.
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
