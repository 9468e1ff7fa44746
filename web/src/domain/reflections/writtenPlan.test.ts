import { task } from '@daymark/contract/test/records';
import { HOUR_MS } from '@daymark/contract/time/units';
import { expect, it } from 'vitest';
import { addDays, localInstant, startOfDay } from '../../lib/time/dates';
import { checkPlan, writtenPlan } from './writtenPlan';

const done = (id: number, title: string, completedAt: string) =>
  task(id, { title, completed: true, completedAt });
const reflection = (day: string, tomorrowFocus: string | null) => ({
  id: Number(day.replaceAll('-', '')),
  date: `${day}T00:00:00Z`,
  userId: 1,
  accomplishments: null,
  challenges: null,
  tomorrowFocus,
  productivityRating: null,
});

const everyDay = () => true;

it('a day’s plan is from the last reflection of the three working days before it', () => {
  const reflections = [
    reflection('2026-11-20', 'Today’s own'),
    reflection('2026-11-19', '- Call Noor\n\n* call noor.\n2. Write'),
    reflection('2026-11-18', 'Older'),
  ];
  expect(writtenPlan('2026-11-20', reflections, everyDay)).toEqual({
    from: '2026-11-19',
    lines: ['Call Noor', 'Write'],
  });
  expect(writtenPlan('2026-11-23', reflections, everyDay)?.from).toBe('2026-11-20');
  expect(writtenPlan('2026-11-24', reflections, everyDay)).toBeUndefined();
  expect(writtenPlan('2026-11-19', [reflection('2026-11-18', null)], everyDay)).toBeUndefined();
});

it('days off don’t count in the age of a plan', () => {
  const reflections = [reflection('2026-11-13', 'Write')];
  const isWorkingDay = (day: string) => day < '2026-11-14' || day > '2026-11-22';
  expect(writtenPlan('2026-11-23', reflections, isWorkingDay)?.from).toBe('2026-11-13');
  expect(writtenPlan('2026-11-25', reflections, isWorkingDay)?.from).toBe('2026-11-13');
  expect(writtenPlan('2026-11-26', reflections, isWorkingDay)).toBeUndefined();
});

it('a line is done if a task of its name was completed after the reflection, by the end of the day', () => {
  const noon = (day: string) => localInstant(new Date(startOfDay(day).getTime() + 12 * HOUR_MS));
  const lines = ['Call Noor', 'Write', 'Run'];
  const tasks = [
    done(1, 'call noor.', noon('2026-11-20')),
    done(2, 'Write', noon('2026-11-19')),
    done(3, 'Run', noon(addDays('2026-11-20', 1))),
  ];
  expect(checkPlan({ from: '2026-11-19', lines }, tasks, '2026-11-20')).toEqual([
    { line: 'Call Noor', isDone: true },
    { line: 'Write', isDone: false },
    { line: 'Run', isDone: false },
  ]);
});
