import { event, task as anyTask } from '@daymark/contract/test/records';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { localInstant, timeOnDay } from '../../lib/time/dates';
import { capacityParts, dayCapacity } from './dayCapacity';
import type { DayOfWork } from './freeTime';
import type { ShownTask } from '../shownRecords';

const FRIDAY = '2026-11-20';
const task = (id: number, estimateMinutes: number | null) => anyTask(id, { estimateMinutes });
const at = (hours: number) => timeOnDay(FRIDAY, hours * 60);
const block = (taskId: number, from: number, to: number) =>
  event(taskId, { start: localInstant(at(from)), end: localInstant(at(to)), taskId });
/** A working day from 9:00 to 17:00. The time is 9:00 unless `fields` has another one. */
const work = (fields: Partial<DayOfWork> = {}): DayOfWork => ({
  day: FRIDAY,
  hours: Array.from({ length: 7 }, () => ({ start: '09:00', end: '17:00' })),
  events: [],
  now: at(9),
  ...fields,
});
const estimateIn = ({ estimateMinutes }: ShownTask) => estimateMinutes;
const text = (tasks: readonly ShownTask[], fields?: Partial<DayOfWork>) =>
  capacityParts(dayCapacity(tasks, estimateIn, work(fields))).join(' · ');

it('the text says what is planned, what is free and how much is over', () => {
  expect(text([task(1, 570)])).toBe('9h 30m planned · 8h 0m free · 1h 30m over');
  expect(text([task(1, 480)])).toBe('8h 0m planned · 8h 0m free');
  expect(text([])).toBe('0m planned · 8h 0m free');
});

it('an event that makes the day a day off leaves no working hours', () => {
  const days = { start: FRIDAY, end: '2026-11-21' };
  const off = { events: [event(1, { dayOff: true, days })] };
  expect(text([], off)).toBe('A day off');
  expect(text([task(1, 60)], off)).toBe('1 left for today');
});

it('less than 15 minutes too much is no reason to warn', () => {
  expect(text([task(1, 494)])).toBe('8h 14m planned · 8h 0m free');
  expect(text([task(1, 495)])).toBe('8h 15m planned · 8h 0m free · 15m over');
});

it('a block outside the working hours needs no free time', () => {
  const gym = { events: [block(2, 18, 19)] };
  expect(text([task(1, 480), task(2, 60)], gym)).toBe(
    '9h 0m planned · 8h 0m free · 1h 0m outside your working hours',
  );
  // The block covers one of the task's two hours, and half of the block is within the working hours.
  expect(text([task(1, 480), task(2, 120)], { events: [block(2, 16.5, 17.5)] })).toBe(
    '10h 0m planned · 8h 0m free · 30m outside your working hours · 1h 30m over',
  );
  // A block that is longer than the work left makes no free time for other tasks.
  expect(text([task(1, 540), task(2, 30)], gym)).toBe(
    '9h 30m planned · 8h 0m free · 30m outside your working hours · 1h 0m over',
  );
  expect(text([task(1, 60), task(2, 60)], gym)).toBe('2h 0m planned · 8h 0m free');
});

it('the lunch break is no free time, and a block in it needs none', () => {
  const hours = Array.from({ length: 7 }, () => ({
    start: '09:00',
    end: '17:00',
    break: { start: '12:00', end: '13:00' },
  }));
  expect(text([task(1, 480)], { hours })).toBe('8h 0m planned · 7h 0m free · 1h 0m over');
  expect(text([task(1, 420), task(2, 60)], { hours, events: [block(2, 12, 13)] })).toBe(
    '8h 0m planned · 7h 0m free · 1h 0m outside your working hours',
  );
});

it('after the working hours the text says how many tasks are left', () => {
  const evening = { now: at(17) };
  expect(text([task(1, 60), task(2, null)], evening)).toBe('2 left for today');
  expect(text([], evening)).toBe('Done for today.');
  expect(text([task(1, 60)], { now: at(16.75) })).toBe('1h 0m planned · 15m free · 45m over');
});

it('a day without working hours is a day off', () => {
  const off = { hours: Array.from({ length: 7 }, () => null) };
  expect(text([], off)).toBe('A day off');
  expect(text([task(1, 60)], off)).toBe('1 left for today');
});

it('planned time is what remains of the estimates', () => {
  const { planned } = dayCapacity([task(1, 60), task(2, 30)], ({ id }) => id * 10, work());
  expect(planned).toBe(30);
});

it('planning warns against what a person usually gets done if that is less than the free time', () => {
  const budget = { median: 180, low: 120, high: 240, count: 24 };
  const said = (planned: number, focused: number, now = 9) => {
    const usual = { budget, focused };
    const capacity = dayCapacity([task(1, planned)], estimateIn, work({ now: at(now) }), usual);
    return capacityParts(capacity).join(' · ');
  };
  const usually = 'usually 3h (2h to 4h, 24 days)';
  expect(said(180, 0)).toBe(`3h 0m planned · 8h 0m free · ${usually}`);
  expect(said(270, 0)).toBe(`4h 30m planned · 8h 0m free · ${usually} · 1h 30m more than usual`);
  expect(said(180, 60)).toBe(`3h 0m planned · 8h 0m free · ${usually} · 1h 0m more than usual`);
  expect(said(180, 0, 16)).toBe(`3h 0m planned · 1h 0m free · ${usually} · 2h 0m over`);
});

it('tasks without an estimate are named and don’t count as planned time', () => {
  const tasks = [task(1, null), task(2, 30)];
  const { planned, unestimated } = dayCapacity(tasks, estimateIn, work());
  expect(planned).toBe(30);
  expect(unestimated.map(({ title }) => title)).toEqual(['Task 1']);
});

it('planned time fits into free time and blocks outside the working hours, or is over', () => {
  const estimate = fc.option(fc.integer({ min: 1, max: 1440 }));
  const hour = fc.integer({ min: 0, max: 24 });
  fc.assert(
    fc.property(fc.array(estimate), fc.array(fc.tuple(hour, hour)), hour, (drawn, times, now) => {
      const tasks = drawn.map((minutes, id) => task(id, minutes));
      const events = times.map(([from, to], id) => block(id, from, to));
      const capacity = dayCapacity(tasks, estimateIn, work({ events, now: at(now) }));
      const { planned, free, outside, over } = capacity;
      expect(outside).toBeGreaterThanOrEqual(0);
      expect(outside).toBeLessThanOrEqual(planned);
      const tooMuch = planned - outside - free;
      expect(over).toBe(tooMuch < 15 ? 0 : tooMuch);
    }),
  );
});
