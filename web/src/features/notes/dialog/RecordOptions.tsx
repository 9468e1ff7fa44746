import { ListboxPopup } from '../../../ui/fields/ListboxPopup';
import type { Listbox } from '../../../ui/fields/useListbox';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden';
import { RecordIcon } from './RecordIcon';
import css from './RecordOptions.module.css';
import type { FoundRecord } from './useFindRecords';

const KINDS = { note: 'Note', task: 'Task', event: 'Event' };

/** Returns the key of a record among the options. */
export const optionKey = ({ type, id }: FoundRecord): string => `${type}:${id}`;

interface RecordOptionsProps<Found extends FoundRecord> {
  label: string;
  listbox: Listbox<Found>;
  /** The distance from the top of the container, in px. If undefined, the list keeps its normal position. */
  top?: number;
}

/** The list of records below a field. */
export function RecordOptions<Found extends FoundRecord>(props: RecordOptionsProps<Found>) {
  return (
    <ListboxPopup {...props}>
      {({ type, title, context }) => (
        <>
          <span className={css.icon}>
            <RecordIcon type={type} />
          </span>
          <span className={css.text}>
            <span dir="auto">{title}</span>
            <small>{context}</small>
          </span>
          <VisuallyHidden>{KINDS[type]}</VisuallyHidden>
        </>
      )}
    </ListboxPopup>
  );
}
