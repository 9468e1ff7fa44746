import { Repeat } from '@daymark/contract/repeats/repeat';
import { expect, test } from 'vitest';
import { ruleOfRRule } from './ruleOfRRule';

const from = 'schedule';
test.each([
  ['RRULE:FREQ=DAILY;INTERVAL=1', { every: 'day', interval: 1, from }],
  ['FREQ=WEEKLY', { every: 'week', interval: 1, weekdays: [3], from }],
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU', { every: 'week', interval: 2, weekdays: [2], from }],
  [
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=WE,SA',
    { every: 'week', interval: 2, weekdays: [3, 6], from },
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;WKST=TU;BYDAY=TU,SU',
    { every: 'week', interval: 2, weekdays: [2, 7], from },
  ],
  [
    'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR',
    { every: 'week', interval: 1, weekdays: [1, 2, 3, 4, 5], from },
  ],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', { every: 'month', interval: 1, day: 31, from }],
  ['FREQ=MONTHLY', { every: 'month', interval: 1, day: 25, from }],
  ['FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=25', { every: 'year', interval: 1, day: 25, from }],
  ['FREQ=MONTHLY;BYDAY=2FR', { every: 'month', interval: 1, weekdays: [5], nth: 2, from }],
  [
    'FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1',
    { every: 'month', interval: 1, weekdays: [5], nth: -1, from },
  ],
  ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', { every: 'year', interval: 1, weekdays: [4], nth: 4, from }],
  ['FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1', { every: 'month', interval: 1, day: 30, from }],
])('%s is one of our rules', (text, rule) => {
  expect(ruleOfRRule(text, '2026-11-25')).toEqual(rule);
  expect(Repeat.safeParse(rule).success).toBe(true);
});

test.each([
  'FREQ=HOURLY',
  'FREQ=DAILY;COUNT=3',
  'FREQ=DAILY;UNTIL=20261224',
  'FREQ=MONTHLY;BYDAY=5FR',
  'FREQ=MONTHLY;BYDAY=1FR,3FR',
  'FREQ=YEARLY;BYDAY=20MO',
  'FREQ=MONTHLY;BYDAY=2FR;COUNT=3',
  'FREQ=MONTHLY;BYMONTHDAY=1,15',
  'FREQ=MONTHLY;BYMONTHDAY=-2',
  'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO',
  'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU',
  'FREQ=WEEKLY;INTERVAL=2;WKST=FR;BYDAY=TH,FR',
  'FREQ=WEEKLY;INTERVAL=2;WKST=NO;BYDAY=WE',
  'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=25',
  'FREQ=DAILY;INTERVAL=2;BYDAY=MO',
  'FREQ=DAILY;INTERVAL=1000',
  'FREQ=WEEKLY;TT_SKIP=HOLIDAY',
  'ERULE:NAME=CUSTOM',
  '',
])('%s is not one of our rules', (text) => {
  expect(ruleOfRRule(text, '2026-11-25')).toBeUndefined();
});

test('a rule that counts from completion has no nth weekday', () => {
  expect(ruleOfRRule('FREQ=MONTHLY;BYDAY=2FR', '2026-11-25', 'completion')).toBeUndefined();
});
