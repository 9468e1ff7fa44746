import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { countText } from '../../lib/numbers';
import {
  findTimeZones,
  offsetText,
  timeZoneOptions,
  zoneTitle,
  type TimeZoneOption,
} from '../../lib/timeZones';
import { Button } from '../../ui/Button';
import { TextInput } from '../../ui/TextInput';
import { useListbox } from '../../ui/useListbox';
import { useNow } from '../../ui/useNow';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import css from './TimeZoneField.module.css';

interface TimeZoneFieldProps {
  /** An IANA name. */
  value: string;
  onChange: (timeZone: string) => void;
}

/** The chosen time zone as a button, and a search for another one. */
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
  /** By Escape: the focus goes back to where it was. */
  onClose: () => void;
  /** The focus has gone elsewhere. */
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
    onChoose,
    onClose,
  });
  const none = `No time zone matches “${query}”.`;
  return (
    <div
      className={css.search}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave();
      }}
    >
      <TextInput
        label="Search time zones"
        hideLabel
        placeholder="City, region or GMT+1"
        autoFocus
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? listbox.id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={listbox.activeId}
        autoComplete="off"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={listbox.onKeyDown}
      />
      {/* The field keeps the focus. */}
      <div className={css.popup} onMouseDown={(event) => event.preventDefault()}>
        {options.length === 0 ? (
          <p>{none}</p>
        ) : (
          <div role="listbox" id={listbox.id} aria-label="Time zones">
            {options.map((zone) => (
              <div
                key={zone.name}
                id={listbox.optionId(zone)}
                role="option"
                aria-selected={zone === listbox.active}
                onPointerMove={({ movementX, movementY }) => {
                  if (movementX !== 0 || movementY !== 0) listbox.activate(zone);
                }}
                onClick={() => onChoose(zone)}
              >
                <span>{zone.title}</span>
                <small>{zone.offset}</small>
              </div>
            ))}
          </div>
        )}
      </div>
      <VisuallyHidden role="status">
        {options.length === 0 ? none : countText(options.length, 'result')}
      </VisuallyHidden>
    </div>
  );
}
