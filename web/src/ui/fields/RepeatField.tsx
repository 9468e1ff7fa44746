import { sentence } from '@daymark/contract/messages';
import { firstDay, isLastWeek, nextDay, nthOf, Repeat } from '@daymark/contract/repeats/repeat';
import { nthText, ordinal, repeatText, weekdayText } from '@daymark/contract/repeats/repeatText';
import { useId, useState, type RefCallback } from 'react';
import * as z from 'zod/mini';
import {
  dayOfMonth,
  startOfDay,
  weekdayDateOf,
  weekdayOf,
  type LocalDay,
} from '../../lib/time/dates';
import { ChoiceGroup } from '../controls/ChoiceGroup';
import css from './RepeatField.module.css';
import { SelectField } from './SelectField';
import { TextInput } from './TextInput';

const [NONE, CUSTOM] = ['none', 'custom'];
const UNITS = ['day', 'week', 'month', 'year'] as const satisfies readonly Repeat['every'][];
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const DATES = Array.from({ length: 31 }, (_, index) => index + 1);
const COUNTING = [
  { value: 'schedule', label: 'On schedule' },
  { value: 'completion', label: 'After completion' },
] as const;

/** A custom rule as it is typed. Values that the chosen unit doesn't need are kept for the other units. */
interface TypedRule {
  interval: string;
  every: Repeat['every'];
  weekdays: number[];
  /** Null means any day if the rule counts from completion, and the task's day if the rule is on schedule. */
  day: number | null;
  /** Set if the rule names a weekday of the month, which is the weekday of the first day. */
  nth: Repeat['nth'];
  from: Repeat['from'];
}

interface RepeatFieldProps {
  /** A rule that breaks the contract's schema is shown with its error. */
  value: Repeat | null;
  /** Called with each typed rule, valid or not. */
  onChange: (next: Repeat | null) => void;
  /** The task's planned day, or today. */
  from: LocalDay;
  /**
   * False if the task has no planned day. Without a planned day, `from` is today, and the task will be planned for the
   * rule's first day.
   */
  isPlanned?: boolean;
  /** Whether the rule always follows the calendar, as an event's does. */
  isOnSchedule?: boolean;
  /** Receives the control with the error in a custom rule, so that the control can be focused. */
  wrongControl?: RefCallback<HTMLElement>;
}

/**
 * A field for how a task repeats: one of the usual rules, or a custom one. Shows the rule in words and its next two
 * days.
 */
export function RepeatField({
  value,
  onChange,
  from,
  isPlanned = true,
  isOnSchedule = false,
  wrongControl,
}: RepeatFieldProps) {
  // The draft is used while the value is the rule that the draft made. A value from elsewhere replaces the draft.
  const [draft, setDraft] = useState<{ typed: TypedRule; made: string }>();
  const usual = usualRules(from);
  const usualIndex = usual.findIndex((rule) => textOf(rule) === textOf(value));
  const ownDraft = draft?.made === textOf(value) ? draft.typed : undefined;
  const typed = ownDraft ?? (value && usualIndex < 0 ? typedOf(value, from) : undefined);
  const { data: shown, error: wrong } = z.nullable(Repeat).safeParse(value);
  const issue = wrong && {
    sentence: sentence(wrong),
    isInterval: wrong.issues[0]?.path[0] === 'interval',
  };

  const type = (next: TypedRule) => {
    const rule = ruleOf(next, from);
    setDraft({ typed: next, made: textOf(rule) });
    if (textOf(rule) !== textOf(value)) onChange(rule);
  };
  const choose = (choice: string) => {
    if (choice === CUSTOM) type(typedOf(value ?? weekly([weekdayOf(from)]), from));
    else {
      setDraft(undefined);
      onChange(usual[Number(choice)] ?? null);
    }
  };

  return (
    <div className={css.repeat}>
      <SelectField
        label="Repeat"
        value={typed ? CUSTOM : value ? String(usualIndex) : NONE}
        onChange={({ target }) => choose(target.value)}
      >
        <option value={NONE}>Does not repeat</option>
        {usual.map((rule, index) => (
          <option key={index} value={index}>
            {capitalized(repeatText(rule, from))}
          </option>
        ))}
        <option value={CUSTOM}>Custom…</option>
      </SelectField>
      {typed && (
        <CustomRule
          typed={typed}
          from={from}
          isOnSchedule={isOnSchedule}
          intervalError={issue?.isInterval ? issue.sentence : undefined}
          error={issue?.isInterval ? undefined : issue?.sentence}
          onType={type}
          wrongControl={wrongControl}
        />
      )}
      <p className={css.summary} aria-live="polite">
        {shown && summary(shown, from, isPlanned)}
      </p>
    </div>
  );
}

interface CustomRuleProps {
  typed: TypedRule;
  from: LocalDay;
  isOnSchedule: boolean;
  intervalError: string | undefined;
  /** The error in the other parts of the rule. */
  error: string | undefined;
  onType: (next: TypedRule) => void;
  wrongControl: RepeatFieldProps['wrongControl'];
}

function CustomRule({
  typed,
  from,
  isOnSchedule,
  intervalError,
  error,
  onType,
  wrongControl,
}: CustomRuleProps) {
  const errorId = useId();
  const { interval, every, weekdays, day, nth } = typed;
  const isOne = Number(interval) === 1;
  return (
    <div className={css.custom} role="group" aria-label="Custom repeat">
      <div className={css.every}>
        <TextInput
          label="Every"
          type="number"
          inputMode="numeric"
          min={1}
          max={365}
          step={1}
          value={interval}
          error={intervalError}
          ref={error ? undefined : wrongControl}
          onChange={({ target }) => onType({ ...typed, interval: target.value })}
        />
        <SelectField
          label="Unit"
          hideLabel
          value={every}
          onChange={({ target }) =>
            onType({ ...typed, every: UNITS.find((unit) => unit === target.value) ?? every })
          }
        >
          {UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {isOne ? unit : `${unit}s`}
            </option>
          ))}
        </SelectField>
      </div>
      {every === 'week' && (
        <div
          className={css.weekdays}
          role="group"
          aria-label="Weekdays"
          aria-describedby={error ? errorId : undefined}
        >
          {WEEKDAYS.map((weekday) => (
            <button
              key={weekday}
              ref={error && weekday === WEEKDAYS[0] ? wrongControl : undefined}
              type="button"
              aria-label={weekdayText(weekday)}
              aria-pressed={weekdays.includes(weekday)}
              onClick={() => onType({ ...typed, weekdays: toggled(weekdays, weekday) })}
            >
              {weekdayText(weekday).slice(0, 3)}
            </button>
          ))}
        </div>
      )}
      {(every === 'month' || every === 'year') && (
        <SelectField
          label="Day of the month"
          value={
            nth === undefined
              ? (day ?? (typed.from === 'schedule' ? dayOfMonth(from) : ''))
              : `${NTH}${nth}`
          }
          onChange={({ target: { value } }) =>
            onType(
              value.startsWith(NTH)
                ? { ...typed, nth: nthsOf(from).find((one) => value === `${NTH}${one}`) }
                : { ...typed, nth: undefined, day: Number(value) || null },
            )
          }
        >
          {typed.from === 'schedule' &&
            nthsOf(from).map((one) => (
              <option key={one} value={`${NTH}${one}`}>
                {capitalized(nthText(one))} {weekdayText(weekdayOf(from))}
              </option>
            ))}
          {typed.from === 'completion' && <option value="">Any day</option>}
          {DATES.map((date) => (
            <option key={date} value={date}>
              {ordinal(date)}
            </option>
          ))}
        </SelectField>
      )}
      {error && (
        <p className={css.error} id={errorId} role="alert">
          {error}
        </p>
      )}
      {!isOnSchedule && (
        <div className={css.counting}>
          <ChoiceGroup
            label="When it repeats"
            choices={COUNTING}
            value={typed.from}
            onChange={(next) => onType({ ...typed, from: next, nth: undefined })}
          />
        </div>
      )}
    </div>
  );
}

const weekly = (weekdays: number[]): Repeat => ({
  every: 'week',
  interval: 1,
  weekdays,
  from: 'schedule',
});

/** Begins the value of an option for a weekday of the month. */
const NTH = 'nth ';

/** Returns which of its month's weekdays a day is. A fourth weekday may also be the last one. */
const nthsOf = (day: LocalDay) => [
  ...new Set([nthOf(day), ...(isLastWeek(day) ? [-1 as const] : [])]),
];

/** Returns the rules that can be chosen directly, for a task or an event on a day. */
const usualRules = (day: LocalDay): Repeat[] => [
  { every: 'day', interval: 1, from: 'schedule' },
  weekly([1, 2, 3, 4, 5]),
  weekly([weekdayOf(day)]),
  { every: 'month', interval: 1, day: dayOfMonth(day), from: 'schedule' },
  {
    every: 'month',
    interval: 1,
    weekdays: [weekdayOf(day)],
    nth: nthOf(day, true),
    from: 'schedule',
  },
  { every: 'year', interval: 1, day: dayOfMonth(day), from: 'schedule' },
];

/** Returns the same text for equal rules, whatever the order of their weekdays. */
const textOf = (rule: Repeat | null): string =>
  rule
    ? [
        rule.every,
        rule.interval,
        rule.from,
        rule.day ?? '',
        rule.nth ?? '',
        (rule.weekdays ?? []).toSorted((a, b) => a - b),
      ].join(' ')
    : '';

function typedOf(
  { interval, every, weekdays, day, nth, from }: Repeat,
  start: LocalDay,
): TypedRule {
  const isFree = from === 'completion';
  return {
    interval: Number.isNaN(interval) ? '' : String(interval),
    every,
    weekdays: weekdays ?? (every === 'week' && isFree ? [] : [weekdayOf(start)]),
    nth,
    day: day ?? ((every === 'month' || every === 'year') && isFree ? null : dayOfMonth(start)),
    from,
  };
}

/** Returns the typed rule, unchecked. */
function ruleOf({ interval, every, weekdays, day, nth, from }: TypedRule, start: LocalDay): Repeat {
  const isMonthly = every === 'month' || every === 'year';
  const date = day ?? (from === 'schedule' ? dayOfMonth(start) : undefined);
  return {
    every,
    // An empty field is not 0.
    interval: interval === '' ? Number.NaN : Number(interval),
    from,
    ...(every === 'week' && (from === 'schedule' || weekdays.length > 0) && { weekdays }),
    ...(isMonthly && nth === undefined && date !== undefined && { day: date }),
    ...(isMonthly && nth !== undefined && { nth, weekdays: [weekdayOf(start)] }),
  };
}

const toggled = (weekdays: readonly number[], weekday: number): number[] =>
  WEEKDAYS.filter((one) => weekdays.includes(one) !== (one === weekday));

/** "Every week on Monday. Next: Mon, Nov 23, then Mon, Nov 30" */
function summary(rule: Repeat, from: LocalDay, isPlanned: boolean): string {
  const first = isPlanned ? from : firstDay(rule, from);
  const next = nextDay(rule, first, first);
  const afterNext = next === undefined ? undefined : nextDay(rule, next, next);
  const days = (isPlanned ? [next, afterNext] : [first, next])
    .filter((day) => day !== undefined)
    .map((day) => weekdayDateOf(startOfDay(day), startOfDay(from)));
  const words = capitalized(repeatText(rule, first));
  if (days.length === 0) return words;
  const which = isPlanned ? 'Next' : 'First';
  const onTime = rule.from === 'completion' ? ', if done on time' : '';
  return `${words}. ${which}${onTime}: ${days.join(', then ')}`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
