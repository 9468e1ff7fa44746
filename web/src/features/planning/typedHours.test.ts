import { expect, it } from 'vitest';
import { dayError, hoursOf, typedHours, WEEKDAYS } from './typedHours';

it('the week begins on Monday', () => {
  expect(WEEKDAYS[0]).toBe('Monday');
  expect(WEEKDAYS[6]).toBe('Sunday');
});

it('the shown values mean the saved hours, including days off and the end of the day', () => {
  const hours = [
    { start: '09:00', end: '17:00' },
    null,
    { start: '00:00', end: '24:00' },
    { start: '22:15', end: '24:00' },
    null,
    { start: '08:00', end: '08:01' },
    null,
  ];
  expect(hoursOf(typedHours(hours))).toEqual(hours);
});

it.each([
  ['09:00', '17:00', undefined],
  ['17:00', '09:00', 'The end must be after the start.'],
  ['09:00', '09:00', 'The end must be after the start.'],
  ['09:00', '00:00', undefined],
  ['00:00', '00:00', undefined],
  ['', '17:00', 'Enter a start and an end.'],
  ['09:00', '', 'Enter a start and an end.'],
])('working hours from “%s” to “%s” have the error: %s', (start, end, error) => {
  expect(dayError({ isOn: true, start, end })).toBe(error);
  expect(dayError({ isOn: false, start, end })).toBeUndefined();
});
