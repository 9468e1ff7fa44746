import { sentence } from '@daymark/contract/messages';
import { Repeat } from '@daymark/contract/repeats/repeat';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi, type Mock } from 'vitest';
import * as z from 'zod/mini';
import { descriptionOf } from '../../../test/descriptionOf';
import { RepeatField } from './RepeatField';

afterEach(cleanup);

const FRIDAY = '2026-11-20';

/** The rule that another device sets. */
const ELSEWHERE: Repeat = { every: 'day', interval: 5, from: 'schedule' };

/** Renders the field in a form that holds its value. */
function renderField(
  initial: Repeat | null = null,
  props: { from?: string; isPlanned?: boolean } = {},
) {
  const onChange = vi.fn();
  function Form() {
    const [value, setValue] = useState(initial);
    const change = (next: Repeat | null) => {
      onChange(next);
      setValue(next);
    };
    return (
      <>
        <RepeatField from={FRIDAY} {...props} value={value} onChange={change} />
        <button type="button" onClick={() => setValue(ELSEWHERE)}>
          Elsewhere
        </button>
      </>
    );
  }
  render(<Form />);
  return { onChange };
}

/** Returns the contract's error for the rule that the form has. */
const refusal = (onChange: Mock) => {
  const { error } = z.nullable(Repeat).safeParse(onChange.mock.lastCall?.[0]);
  return error && sentence(error);
};
const select = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const choose = (option: string, label = 'Repeat') => userEvent.selectOptions(select(label), option);
const chosen = (label = 'Repeat') => select(label).selectedOptions[0]?.textContent;
const interval = () => screen.getByLabelText<HTMLInputElement>('Every');
const retype = async (text: string) => {
  await userEvent.clear(interval());
  if (text) await userEvent.type(interval(), text);
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const pressed = () =>
  screen
    .getAllByRole('button', { pressed: true })
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
const summary = () => document.querySelector('[aria-live="polite"]')?.textContent;

test('the field offers the usual rules for the task’s day', () => {
  renderField();
  expect(Array.from(select('Repeat').options, ({ text }) => text)).toEqual([
    'Does not repeat',
    'Every day',
    'Every weekday',
    'Every week on Friday',
    'Every month on the 20th',
    'Every month on the third Friday',
    'Every year on November 20',
    'Custom…',
  ]);
  expect(chosen()).toBe('Does not repeat');
  expect(summary()).toBe('');
});

test.each<[option: string, rule: Repeat, summary: string]>([
  [
    'Every day',
    { every: 'day', interval: 1, from: 'schedule' },
    'Every day. Next: Sat, Nov 21, then Sun, Nov 22',
  ],
  [
    'Every weekday',
    { every: 'week', interval: 1, weekdays: [1, 2, 3, 4, 5], from: 'schedule' },
    'Every weekday. Next: Mon, Nov 23, then Tue, Nov 24',
  ],
  [
    'Every week on Friday',
    { every: 'week', interval: 1, weekdays: [5], from: 'schedule' },
    'Every week on Friday. Next: Fri, Nov 27, then Fri, Dec 4',
  ],
  [
    'Every month on the 20th',
    { every: 'month', interval: 1, day: 20, from: 'schedule' },
    'Every month on the 20th. Next: Sun, Dec 20, then Wed, Jan 20, 2027',
  ],
  [
    'Every year on November 20',
    { every: 'year', interval: 1, day: 20, from: 'schedule' },
    'Every year on November 20. Next: Sat, Nov 20, 2027, then Mon, Nov 20, 2028',
  ],
])('%s applies at once and shows its next two days', async (option, rule, text) => {
  const { onChange } = renderField();
  await choose(option);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(rule);
  expect(chosen()).toBe(option);
  expect(summary()).toBe(text);
  expect(screen.queryByLabelText('Every')).toBeNull();
  await choose('Does not repeat');
  expect(onChange).toHaveBeenLastCalledWith(null);
  expect(summary()).toBe('');
});

test('a usual rule is shown as such, whatever the order of its weekdays', () => {
  renderField({ from: 'schedule', weekdays: [5, 4, 3, 2, 1], interval: 1, every: 'week' });
  expect(chosen()).toBe('Every weekday');
});

test('a custom rule is put together from its interval, unit and weekdays', async () => {
  const { onChange } = renderField(null, { from: '2026-11-23' });
  await choose('Custom…');
  expect(pressed()).toEqual(['Monday', 'On schedule']);
  const weekdays = screen.getByRole('group', { name: 'Weekdays' });
  expect(Array.from(weekdays.children, (button) => button.getAttribute('aria-label'))).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ]);
  await retype('2');
  await press('Thursday');
  expect(onChange).toHaveBeenLastCalledWith({
    every: 'week',
    interval: 2,
    weekdays: [1, 4],
    from: 'schedule',
  });
  expect(summary()).toBe(
    'Every 2 weeks on Monday and Thursday. Next: Thu, Nov 26, then Mon, Dec 7',
  );
  await press('Monday');
  expect(pressed()).toEqual(['Thursday', 'On schedule']);
  // The choice stays Custom while the rule is edited, even if the rule is a usual one.
  await choose('days', 'Unit');
  await retype('1');
  expect(onChange).toHaveBeenLastCalledWith({ every: 'day', interval: 1, from: 'schedule' });
  expect(chosen()).toBe('Custom…');
  // The weekdays are kept.
  await choose('week', 'Unit');
  expect(pressed()).toEqual(['Thursday', 'On schedule']);
  expect(refusal(onChange)).toBeUndefined();
});

test('a custom rule starts from the usual rule that was chosen', async () => {
  const { onChange } = renderField({ every: 'month', interval: 1, day: 20, from: 'schedule' });
  await choose('Custom…');
  expect(onChange).not.toHaveBeenCalled();
  expect([interval().value, chosen('Unit'), chosen('Day of the month')]).toEqual([
    '1',
    'month',
    '20th',
  ]);
  await choose('31st', 'Day of the month');
  expect(onChange).toHaveBeenLastCalledWith({
    every: 'month',
    interval: 1,
    day: 31,
    from: 'schedule',
  });
  expect(summary()).toBe('Every month on the 31st. Next: Mon, Nov 30, then Thu, Dec 31');
  await choose('year', 'Unit');
  expect(summary()).toBe('Every year on November 30. Next: Mon, Nov 30, then Tue, Nov 30, 2027');
});

test('a rule can count from completion, with a day or without one', async () => {
  const { onChange } = renderField({
    every: 'week',
    interval: 1,
    weekdays: [1, 4],
    from: 'schedule',
  });
  await press('After completion');
  expect(summary()).toBe(
    '1 week after completion, on a Monday or Thursday. Next, if done on time: Mon, Nov 30, then Mon, Dec 7',
  );
  await press('Monday');
  await press('Thursday');
  expect(onChange).toHaveBeenLastCalledWith({ every: 'week', interval: 1, from: 'completion' });
  await choose('month', 'Unit');
  expect(chosen('Day of the month')).toBe('20th');
  await choose('Any day', 'Day of the month');
  expect(onChange).toHaveBeenLastCalledWith({ every: 'month', interval: 1, from: 'completion' });
  expect(summary()).toBe(
    '1 month after completion. Next, if done on time: Sun, Dec 20, then Wed, Jan 20, 2027',
  );
  // A rule on schedule needs a day.
  await press('On schedule');
  expect(onChange).toHaveBeenLastCalledWith({
    every: 'month',
    interval: 1,
    day: 20,
    from: 'schedule',
  });
  expect(chosen('Day of the month')).toBe('20th');
  expect(screen.queryByRole('option', { name: 'Any day' })).toBeNull();
});

test.each(['0', '400', '1.5', '-3', ''])(
  'the interval %j shows an error at its field',
  async (text) => {
    const { onChange } = renderField({
      every: 'day',
      interval: 3,
      from: 'schedule',
    });
    await retype('7');
    await userEvent.clear(interval());
    // Pasted, because typing 400 would first give 4 and 40, which are valid.
    if (text) {
      await userEvent.click(interval());
      await userEvent.paste(text);
    }
    expect(descriptionOf(interval())).toBe('Repeat every 1 to 365 days, weeks, months or years.');
    expect(interval().value).toBe(text);
    expect(interval().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(refusal(onChange)).toBe('Repeat every 1 to 365 days, weeks, months or years.');
    expect(summary()).toBe('');
    await retype('8');
    expect(onChange).toHaveBeenLastCalledWith({ every: 'day', interval: 8, from: 'schedule' });
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('a weekly rule on schedule without a weekday shows an error at the weekdays', async () => {
  const { onChange } = renderField({
    every: 'week',
    interval: 2,
    weekdays: [1],
    from: 'schedule',
  });
  await press('Monday');
  const weekdays = screen.getByRole('group', { name: 'Weekdays' });
  expect(descriptionOf(weekdays)).toBe('Choose at least one weekday.');
  expect(refusal(onChange)).toBe('Choose at least one weekday.');
  expect(pressed()).toEqual(['On schedule']);
  await press('Sunday');
  expect(onChange).toHaveBeenLastCalledWith({
    every: 'week',
    interval: 2,
    weekdays: [7],
    from: 'schedule',
  });
});

test('choosing a usual rule replaces an invalid rule', async () => {
  const { onChange } = renderField({ every: 'day', interval: 3, from: 'schedule' });
  await retype('0');
  await choose('Every day');
  expect(onChange).toHaveBeenLastCalledWith({ every: 'day', interval: 1, from: 'schedule' });
  expect(screen.queryByLabelText('Every')).toBeNull();
});

test('a value from outside replaces what was typed', async () => {
  renderField({ every: 'day', interval: 3, from: 'schedule' });
  await retype('0');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await press('Elsewhere');
  expect(interval().value).toBe('5');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('without a planned day, the first days of the rule are shown', async () => {
  renderField(
    { every: 'week', interval: 2, weekdays: [1, 4], from: 'schedule' },
    { isPlanned: false },
  );
  expect(summary()).toBe(
    'Every 2 weeks on Monday and Thursday. First: Mon, Nov 23, then Thu, Nov 26',
  );
});

test('the shown days end with the year 9999', async () => {
  renderField({ every: 'day', interval: 1, from: 'schedule' }, { from: '9999-12-30' });
  expect(summary()).toBe('Every day. Next: Fri, Dec 31');
  cleanup();
  renderField({ every: 'day', interval: 1, from: 'schedule' }, { from: '9999-12-31' });
  expect(summary()).toBe('Every day');
});

test('Tab reaches every control of a weekly rule', async () => {
  const { onChange } = renderField({ every: 'week', interval: 2, weekdays: [5], from: 'schedule' });
  const names: (string | null)[] = [];
  for (let stop = 0; stop < 12; stop++) {
    await userEvent.tab();
    const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> };
    names.push(
      element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent,
    );
    if (names.at(-1) === 'Monday') await userEvent.keyboard(' ');
  }
  expect(names).toEqual([
    'Repeat',
    'Every',
    'Unit',
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
    'On schedule',
    'After completion',
  ]);
  expect(onChange).toHaveBeenLastCalledWith({
    every: 'week',
    interval: 2,
    weekdays: [1, 5],
    from: 'schedule',
  });
});
