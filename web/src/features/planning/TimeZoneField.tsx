import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  findTimeZones,
  offsetText,
  timeZoneOptions,
  zoneTitle,
  type TimeZoneOption,
} from '../../lib/time/timeZones';
import { quoted } from '../../lib/text/quoted';
import { Button } from '../../ui/controls/Button';
import { ListboxPopup } from '../../ui/fields/ListboxPopup';
import { SearchPicker } from '../../ui/fields/SearchPicker';
import { useListbox } from '../../ui/fields/useListbox';
import { useNow } from '../../ui/hooks/useNow';
import css from './TimeZoneField.module.css';

interface TimeZoneFieldProps {
  /** An IANA name. */
  value: string;
  onChange: (timeZone: string) => void;
}

/** A button that shows the chosen time zone and opens a search for another zone. */
export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const [isSearching, setSearching] = useState(false);
  const now = useNow();
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setSearching(false));
    opener.current?.focus();
  };
  if (isSearching)
    return (
      <TimeZoneSearch
        onChoose={({ name }) => {
          onChange(name);
          close();
        }}
        onClose={close}
        onLeave={() => setSearching(false)}
      />
    );
  const text = `${zoneTitle(value)}, ${offsetText(value, now)}`;
  return (
    <Button
      ref={opener}
      variant="outlined"
      size="small"
      aria-label={`Time zone: ${text}. Change it`}
      onClick={() => setSearching(true)}
    >
      {text}
    </Button>
  );
}

interface TimeZoneSearchProps {
  onChoose: (zone: TimeZoneOption) => void;
  /** Called on Escape, after which the focus returns to the button. */
  onClose: () => void;
  /** Called when the focus moves elsewhere. */
  onLeave: () => void;
}

function TimeZoneSearch({ onChoose, onClose, onLeave }: TimeZoneSearchProps) {
  const [query, setQuery] = useState('');
  const [zones] = useState(() => timeZoneOptions(new Date()));
  const options = findTimeZones(zones, query);
  const listbox = useListbox({
    options,
    keyOf: ({ name }) => name,
    isOpen: true,
    none: `No time zone matches ${quoted(query)}.`,
    onChoose,
    onClose,
  });
  return (
    <div className={css.search}>
      <SearchPicker
        label="Search time zones"
        hideLabel
        placeholder="City, region or GMT+1"
        query={query}
        onQuery={setQuery}
        listbox={listbox}
        onLeave={onLeave}
      >
        <ListboxPopup label="Time zones" listbox={listbox}>
          {({ title, offset }) => (
            <span className={css.option}>
              <span>{title}</span>
              <small>{offset}</small>
            </span>
          )}
        </ListboxPopup>
      </SearchPicker>
    </div>
  );
}
