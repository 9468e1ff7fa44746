import { Repeat } from '@daymark/contract/repeats/repeat';
import { expect, test } from 'vitest';
import { ordinal, repeatText } from '@daymark/contract/repeats/repeatText';

const DAY = '2026-11-20';

test.each<[rule: Omit<Repeat, 'from'>, text: string, seriesDay?: string]>([
  [{ every: 'day', interval: 1 }, 'every day'],
  [{ every: 'day', interval: 2 }, 'every 2 days'],
  [{ every: 'week', interval: 1, weekdays: [1, 2, 3, 4, 5] }, 'every weekday'],
  [{ every: 'week', interval: 1, weekdays: [5, 3, 1, 2, 4] }, 'every weekday'],
  [
    { every: 'week', interval: 2, weekdays: [1, 2, 3, 4, 5] },
    'every 2 weeks on Monday, Tuesday, Wednesday, Thursday and Friday',
  ],
  [{ every: 'week', interval: 1, weekdays: [1] }, 'every week on Monday'],
  [{ every: 'week', interval: 2, weekdays: [4, 1] }, 'every 2 weeks on Monday and Thursday'],
  [
    { every: 'week', interval: 1, weekdays: [7, 2, 6] },
    'every week on Tuesday, Saturday and Sunday',
  ],
  [{ every: 'month', interval: 1, day: 31 }, 'every month on the 31st'],
  [{ every: 'month', interval: 3, day: 2 }, 'every 3 months on the 2nd'],
  [{ every: 'year', interval: 1, day: 20 }, 'every year on November 20'],
  [{ every: 'year', interval: 1, day: 29 }, 'every year on February 29', '2027-02-28'],
  [{ every: 'year', interval: 4, day: 29 }, 'every 4 years on February 29', '2028-02-29'],
  // The 31st means the last day of a shorter month.
  [{ every: 'year', interval: 1, day: 31 }, 'every year on February 29', '2027-02-28'],
  [{ every: 'year', interval: 1, day: 31 }, 'every year on November 30'],
  [{ every: 'year', interval: 1, day: 31 }, 'every year on December 31', '2026-12-31'],
])('%j on schedule is written as “%s”', (rule, text, seriesDay = DAY) => {
  const whole: Repeat = { ...rule, from: 'schedule' };
  expect(Repeat.safeParse(whole).success).toBe(true);
  expect(repeatText(whole, seriesDay)).toBe(text);
});

test.each<[rule: Omit<Repeat, 'from'>, text: string]>([
  [{ every: 'day', interval: 1 }, '1 day after completion'],
  [{ every: 'day', interval: 3 }, '3 days after completion'],
  [{ every: 'week', interval: 2 }, '2 weeks after completion'],
  [{ every: 'week', interval: 2, weekdays: [] }, '2 weeks after completion'],
  [{ every: 'week', interval: 1, weekdays: [5] }, '1 week after completion, on a Friday'],
  [
    { every: 'week', interval: 1, weekdays: [4, 1] },
    '1 week after completion, on a Monday or Thursday',
  ],
  [
    { every: 'week', interval: 1, weekdays: [1, 2, 3, 4, 5] },
    '1 week after completion, on a weekday',
  ],
  [{ every: 'month', interval: 1 }, '1 month after completion'],
  [{ every: 'month', interval: 1, day: 15 }, '1 month after completion, on the 15th'],
  [{ every: 'year', interval: 2, day: 1 }, '2 years after completion, on the 1st'],
])('%j from completion is written as “%s”', (rule, text) => {
  const whole: Repeat = { ...rule, from: 'completion' };
  expect(Repeat.safeParse(whole).success).toBe(true);
  expect(repeatText(whole, DAY)).toBe(text);
});

test('the days of a month are numbered in English', () => {
  const days = Array.from({ length: 31 }, (_, index) => ordinal(index + 1));
  expect(days.filter((day) => !day.endsWith('th'))).toEqual([
    '1st',
    '2nd',
    '3rd',
    '21st',
    '22nd',
    '23rd',
    '31st',
  ]);
});
