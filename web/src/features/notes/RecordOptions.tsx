import type { CSSProperties } from 'react';
import { countText } from '../../lib/numbers';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import { RecordIcon } from './RecordIcon';
import css from './RecordOptions.module.css';
import type { FoundRecord } from './useFindRecords';
import type { useListbox } from '../../ui/useListbox';

const KINDS = { note: 'Note', task: 'Task', event: 'Event' };

/** The key of a record among the options. */
export const optionKey = ({ type, id }: FoundRecord): string => `${type}:${id}`;

/** What a screen reader is told of a list of records; nothing while it is closed. */
export const optionsText = (
  isOpen: boolean,
  { length }: readonly unknown[],
  none: string,
): string => (!isOpen ? '' : length === 0 ? none : countText(length, 'result'));

interface RecordOptionsProps<Found extends FoundRecord> {
  label: string;
  options: readonly Found[];
  listbox: ReturnType<typeof useListbox<Found>>;
  /** What it says without options. */
  none: string;
  /** Its distance from the top of what it is in; without it, it is where it stands. */
  top?: number;
  onChoose: (option: Found) => void;
}

/** The list of records below a field. */
export function RecordOptions<Found extends FoundRecord>({
  label,
  options,
  listbox,
  none,
  top,
  onChoose,
}: RecordOptionsProps<Found>) {
  return (
    <div
      className={css.popup}
      style={top === undefined ? undefined : ({ top } satisfies CSSProperties)}
      // It is scrolled into view, as far as there is room.
      ref={(element) => element?.scrollIntoView({ block: 'nearest' })}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.length === 0 ? (
        <p>{none}</p>
      ) : (
        <div role="listbox" id={listbox.id} aria-label={label}>
          {options.map((option) => (
            <div
              key={optionKey(option)}
              className={css.option}
              id={listbox.optionId(option)}
              role="option"
              aria-selected={option === listbox.active}
              // A list that appears below a pointer that rests is no choice.
              onPointerMove={({ movementX, movementY }) => {
                if (movementX !== 0 || movementY !== 0) listbox.activate(option);
              }}
              onClick={() => onChoose(option)}
            >
              <RecordIcon type={option.type} />
              <span className={css.text}>
                <span dir="auto">{option.title}</span>
                <small>{option.context}</small>
              </span>
              <VisuallyHidden>{KINDS[option.type]}</VisuallyHidden>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
