import { task } from '@daymark/contract/test/records';
import { describe, expect, it } from 'vitest';
import { localInstant, timeOnDay } from '../../lib/time/dates';
import { countThatFit, taskFacts } from './taskFacts';

const TODAY = '2026-11-20';
const TOMORROW = '2026-11-21';
const block = (day: string) => ({
  start: localInstant(timeOnDay(day, 9 * 60 + 15)),
  end: localInstant(timeOnDay(day, 9 * 60 + 45)),
});
const facts = (fields: Partial<ReturnType<typeof task>>, on?: string, hidesDay = false) =>
  taskFacts({
    task: task(1, fields),
    steps: [],
    focusedMinutes: 0,
    block: on === undefined ? undefined : block(on),
    today: TODAY,
    hidesDay,
    isWorkingDay: (day) => day !== '2026-11-18',
  });
const texts = (...args: Parameters<typeof facts>) => facts(...args).map(({ text }) => text);

describe('the time of a block', () => {
  it('is the first fact', () => {
    expect(texts({ plannedDay: TODAY, deadline: TODAY, estimateMinutes: 30 }, TODAY)).toEqual([
      '9:15 – 9:45 AM',
      'Due today',
      '30m',
    ]);
  });

  it('replaces the planned day, which it names', () => {
    expect(texts({ plannedDay: TOMORROW }, TOMORROW)).toEqual(['Tomorrow 9:15 AM']);
    expect(texts({ plannedDay: TODAY }, TOMORROW)).toEqual(['Tomorrow 9:15 AM', 'Today']);
  });

  it('leaves out the day that the list shows', () => {
    expect(texts({ plannedDay: TOMORROW }, TOMORROW, true)).toEqual(['9:15 – 9:45 AM']);
  });

  it('is not shown for a completed task', () => {
    expect(texts({ plannedDay: TODAY, completed: true }, TODAY)).toEqual([]);
  });
});

describe('on a phone', () => {
  const fit = (fields: Partial<ReturnType<typeof task>>, on?: string, beside: string[] = []) =>
    countThatFit(facts(fields, on, true), beside);

  it('facts that fit one line all show', () => {
    expect(fit({ plannedDay: TODAY, deadline: TODAY }, TODAY)).toBe(2);
  });

  it('the least important facts give way to a number', () => {
    expect(fit({ plannedDay: TODAY, deadline: TODAY, estimateMinutes: 90 }, TODAY)).toBe(2);
    expect(fit({ plannedDay: TODAY, estimateMinutes: 90 }, TODAY, ['Work'])).toBe(2);
    expect(fit({ plannedDay: TODAY, estimateMinutes: 90 }, TODAY, ['Gardening'])).toBe(1);
  });

  it('a handle and a flag take room too', () => {
    const fields = { plannedDay: TODAY, deadline: TODAY };
    expect(fit(fields, TODAY)).toBe(2);
    expect(fit(fields, TODAY, ['⠿⠿⠿', '⚑'])).toBe(1);
  });

  it('the most important fact always shows', () => {
    expect(fit({ plannedDay: '2026-11-17', deadline: '2026-11-18' }, undefined, ['Work'])).toBe(1);
  });
});

it('a daily task isn’t missed on a day off', () => {
  const daily = (plannedDay: string, interval: number, from: 'schedule' | 'completion') =>
    texts({ plannedDay, repeat: { every: 'day', interval, from } });
  // 2026-11-18 is a day off.
  expect(daily('2026-11-17', 1, 'schedule')).toContain('Missed 2 times');
  expect(daily('2026-11-17', 2, 'schedule')).toContain('Missed 2 times');
  expect(daily('2026-11-18', 2, 'schedule').join()).not.toContain('Missed');
  expect(daily('2026-11-17', 1, 'completion')).toContain('Missed 1 time');
});
