import { useState, type ComponentProps } from 'react';
import { clockText } from '../../lib/time/clockText';
import { timeOfDayText } from '../../lib/time/dates';
import { isWholeClock, typedClock } from '../../domain/line/typedClock';
import { TextInput } from './TextInput';

interface TimeInputProps extends Omit<
  ComponentProps<typeof TextInput>,
  'type' | 'value' | 'onChange' | 'onFocus' | 'onBlur'
> {
  /** A time such as "09:30", or empty for no time. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * A field for a time of day, in the format of the person's clock setting. `type="time"` would follow the browser's
 * language. If the text isn't a time when the field loses the focus, the previous time is restored.
 */
export function TimeInput({ value, onChange, onKeyDown, ...input }: TimeInputProps) {
  const [typed, setTyped] = useState<string>();
  const take = (text: string) => {
    const minutes = typedClock(text);
    if (minutes === undefined && text.trim() !== '') return;
    const next = minutes === undefined ? '' : clockText(minutes);
    if (next !== value) onChange(next);
  };
  return (
    <TextInput
      autoComplete="off"
      placeholder="No time"
      {...input}
      value={typed ?? shown(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        if (isWholeClock(target.value) || target.value === '') take(target.value);
      }}
      onFocus={({ target }) => target.select()}
      onBlur={() => {
        if (typed !== undefined) take(typed);
        setTyped(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && typed !== undefined) take(typed);
        if (['Enter', 'ArrowUp', 'ArrowDown'].includes(event.key)) setTyped(undefined);
        onKeyDown?.(event);
      }}
    />
  );
}

const shown = (value: string): string => {
  const minutes = typedClock(value);
  return minutes === undefined ? '' : timeOfDayText(minutes);
};
