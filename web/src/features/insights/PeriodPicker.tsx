import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import {
  NAMED_PERIODS,
  nameOfPeriod,
  periodBeside,
  periodErrors,
  queryOfPeriod,
  type NamedPeriod,
  type Period,
} from '../../domain/insights/period';
import { dateRange, fullDate, startOfDay, type LocalDay } from '../../lib/time/dates';
import { Button } from '../../ui/controls/Button';
import { ChoiceGroup } from '../../ui/controls/ChoiceGroup';
import { IconButton } from '../../ui/controls/IconButton';
import { TextInput } from '../../ui/fields/TextInput';
import css from './PeriodPicker.module.css';

const ANY = 'any';
const CHOICES = [...NAMED_PERIODS, { value: ANY, label: 'Other dates' }] as const;

interface PeriodPickerProps {
  period: Period;
  today: LocalDay;
  /** Receives the query of the chosen period. */
  onChoose: (query: string) => void;
}

/** Chooses the days of the insights: a named period, the one before or after, or any two dates. */
export function PeriodPicker({ period, today, onChoose }: PeriodPickerProps) {
  const name = nameOfPeriod(period, today);
  const [isTyping, setTyping] = useState(name === undefined);
  const [before, after] = [periodBeside(period, -1, today), periodBeside(period, 1, today)];
  const move = (beside: Period | undefined) => beside && onChoose(queryOfPeriod(beside, today));
  const choose = (value: NamedPeriod | typeof ANY) => {
    setTyping(value === ANY);
    if (value !== ANY) onChoose(value);
  };
  return (
    <div className={css.picker}>
      <ChoiceGroup
        label="Days to look at"
        choices={CHOICES}
        value={isTyping ? ANY : name}
        onChange={choose}
      />
      <div className={css.moves}>
        <IconButton label="Earlier" aria-disabled={!before} onClick={() => move(before)}>
          <ChevronLeft size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label="Later" aria-disabled={!after} onClick={() => move(after)}>
          <ChevronRight size={18} aria-hidden="true" />
        </IconButton>
        <p role="status">{periodText(period)}</p>
      </div>
      {isTyping && (
        <PeriodForm
          // The fields follow the arrows.
          key={`${period.from} ${period.to}`}
          period={period}
          today={today}
          onChoose={onChoose}
        />
      )}
    </div>
  );
}

const periodText = ({ from, to }: Period): string =>
  from === to ? fullDate(startOfDay(from)) : dateRange(startOfDay(from), startOfDay(to));

function PeriodForm({ period, today, onChoose }: PeriodPickerProps) {
  const [typed, setTyped] = useState(period);
  const [errors, setErrors] = useState<Partial<Period>>({});
  const type = (days: Partial<Period>) => {
    setErrors({});
    setTyped({ ...typed, ...days });
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = periodErrors(typed, today);
        setErrors(found);
        if (Object.keys(found).length === 0) onChoose(queryOfPeriod(typed, today));
      }}
    >
      <TextInput
        label="First day"
        type="date"
        max="9998-12-31"
        error={errors.from}
        value={typed.from}
        onChange={({ target }) => type({ from: target.value })}
      />
      <TextInput
        label="Last day"
        type="date"
        max="9998-12-31"
        error={errors.to}
        value={typed.to}
        onChange={({ target }) => type({ to: target.value })}
      />
      <Button type="submit" variant="outlined">
        Show
      </Button>
    </form>
  );
}
