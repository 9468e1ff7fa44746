import type { Goal } from '@daymark/contract/goal';
import { expect, it } from 'vitest';
import { goalsOf, longSpanOf } from './longSpans';

it('a week belongs to the month and the quarter that have most of its days', () => {
  expect(longSpanOf('month', '2026-11-23')).toBe('2026-11-01');
  expect(longSpanOf('month', '2026-11-30')).toBe('2026-12-01');
  expect(longSpanOf('quarter', '2026-11-23')).toBe('2026-10-01');
  expect(longSpanOf('quarter', '2026-12-28')).toBe('2026-10-01');
  expect(longSpanOf('month', '2026-12-29')).toBe('2027-01-01');
  expect(longSpanOf('quarter', '2026-06-29')).toBe('2026-07-01');
});

it('goals of a span are in the order of their positions, and then of their creation', () => {
  const goal = (id: number, fields: Partial<Goal> = {}) =>
    ({
      id,
      span: 'month',
      day: '2026-11-01',
      position: null,
      createdAt: `2026-11-0${id}T08:00:00Z`,
      ...fields,
    }) as Goal;
  const goals = [
    goal(2),
    goal(1),
    goal(3, { position: 'b' }),
    goal(4, { position: 'a' }),
    goal(5, { span: 'week' }),
    goal(6, { day: '2026-12-01' }),
  ];
  expect(goalsOf(goals, 'month', '2026-11-01').map(({ id }) => id)).toEqual([4, 3, 1, 2]);
});
