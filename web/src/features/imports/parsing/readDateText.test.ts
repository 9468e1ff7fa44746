import { namedZone } from '@daymark/contract/time/zone';
import { expect, test } from 'vitest';
import { NOW } from '../../../../test/readFixture';
import { readDateText } from './readDateText';

const read = (text: string) => readDateText(text, NOW, namedZone('Europe/Berlin'));
const weekly = (weekdays: number[], interval = 1) => ({
  every: 'week',
  interval,
  weekdays,
  from: 'schedule',
});

// Today is Wednesday, November 25, 2026, 11:00 in Berlin.
test.each([
  ['2026-12-05', '2026-12-05', null, null],
  ['2026-12-05 15:30', '2026-12-05', 930, null],
  ['2026-12-05T15:30:00Z', '2026-12-05', 990, null],
  ['Dec 5', '2026-12-05', null, null],
  ['5 Nov 2024', '2024-11-05', null, null],
  ['4 Nov 10:00', '2026-11-04', 600, null],
  ['tomorrow 18:00', '2026-11-26', 1080, null],
  ['in 5 days', '2026-11-30', null, null],
  ['every day', '2026-11-25', null, { every: 'day', interval: 1, from: 'schedule' }],
  ['daily', '2026-11-25', null, { every: 'day', interval: 1, from: 'schedule' }],
  ['every! 3 days', '2026-11-25', null, { every: 'day', interval: 3, from: 'completion' }],
  ['every mon, thu', '2026-11-26', null, weekly([1, 4])],
  ['every weekday at 9am', '2026-11-25', 540, weekly([1, 2, 3, 4, 5])],
  ['every other tuesday', '2026-12-01', null, weekly([2], 2)],
  ['every 2 weeks', '2026-11-25', null, weekly([3], 2)],
  ['every 15th', '2026-12-15', null, { every: 'month', interval: 1, day: 15, from: 'schedule' }],
  [
    'every 3 months',
    '2026-11-25',
    null,
    { every: 'month', interval: 3, day: 25, from: 'schedule' },
  ],
  ['every jan 5', '2027-01-05', null, { every: 'year', interval: 1, day: 5, from: 'schedule' }],
  [
    'every 3 days starting 2026-11-01',
    '2026-11-25',
    null,
    { every: 'day', interval: 3, from: 'schedule' },
  ],
  [
    'every 4 days starting 2026-11-01',
    '2026-11-25',
    null,
    { every: 'day', interval: 4, from: 'schedule' },
  ],
])('“%s” is understood', (text, day, minutes, repeat) => {
  expect(read(text)).toEqual({ day, minutes, repeat });
});

test.each([
  'every 3rd friday',
  'every last day',
  'every 12 hours',
  'every day until Dec 24',
  'every 15th, 30th',
  'every mon at 9am, tue at 10am',
  '3/4/2026',
  'someday',
  'Dec 5 - Dec 7',
  '2026-02-30',
])('“%s” is not understood as a whole', (text) => {
  expect(read(text)).toBeUndefined();
});
