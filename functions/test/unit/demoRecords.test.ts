import type { Event } from '@daymark/contract/event';
import type { FocusSession } from '@daymark/contract/focusSession';
import type { Note } from '@daymark/contract/note';
import type { Reflection } from '@daymark/contract/reflection';
import type { Task } from '@daymark/contract/task';
import { expect, test } from 'vitest';
import { demoClock } from '../../src/demo/demoClock';
import { fillWithDemo } from '../../src/demo/demoRecords';
import type { Ports } from '../../src/ports';

interface Demo {
  tasks: Task[];
  events: Event[];
  notes: Note[];
  reflections: Reflection[];
  focusSessions: FocusSession[];
}

/** Returns the records of a demo that is opened at this time. */
async function demoAt(now: string): Promise<Demo> {
  const made: Record<string, unknown> = {};
  const store = (name: string) => ({
    createMissing: async (_: unknown, records: unknown) => void (made[name] = records),
  });
  const names = ['categories', 'tasks', 'events', 'notes', 'reflections', 'focusSessions'];
  const stores = Object.fromEntries(names.map((name) => [name, store(name)]));
  const ports = { stores } as unknown as Ports;
  await fillWithDemo({ uid: 'demo', userId: 1 }, demoClock(new Date(now), 'Europe/Berlin'), ports);
  return made as unknown as Demo;
}

/** Times on weekdays and on a weekend, four a day. */
const MOMENTS = [23, 24, 26, 27, 28, 29].flatMap((day) =>
  ['00:20', '08:00', '15:30', '22:00'].map((time) => `2026-11-${day}T${time}:00+01:00`),
);

test('the demo’s texts name no weekday, month or quarter', async () => {
  const { tasks, events, notes, reflections } = await demoAt('2026-11-26T15:00:00Z');
  const texts = [
    ...tasks.map(({ title }) => title),
    ...events.map(({ title }) => title),
    ...notes.flatMap(({ title, content }) => [title, content]),
    ...reflections.flatMap(({ accomplishments, challenges, tomorrowFocus }) => [
      accomplishments ?? '',
      challenges ?? '',
      tomorrowFocus ?? '',
    ]),
  ];
  const dated =
    /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|q[1-4]|end of the (?:week|month|year))\b/i;
  expect(texts.filter((text) => dated.test(text))).toEqual([]);
});

test('no task of the demo has much more focus time than its title or estimate says', async () => {
  for (const moment of MOMENTS) {
    const { tasks, focusSessions } = await demoAt(moment);
    for (const { id, title, estimateMinutes } of tasks) {
      const minutes = focusSessions
        .filter(({ taskId }) => taskId === id)
        .reduce((sum, { actualSeconds }) => sum + actualSeconds / 60, 0);
      if (minutes === 0) continue;
      expect(title, moment).not.toMatch(/\d+ minutes/);
      if (estimateMinutes !== null)
        expect(minutes / estimateMinutes, `${title}, ${moment}`).toBeLessThan(1.3);
    }
  }
});

test('nothing in the demo was completed or worked on in the future', async () => {
  for (const moment of MOMENTS) {
    const { tasks, focusSessions } = await demoAt(moment);
    const now = Date.parse(moment);
    for (const { end } of focusSessions) expect(Date.parse(end), moment).toBeLessThanOrEqual(now);
    for (const { completedAt } of tasks)
      if (completedAt) expect(Date.parse(completedAt), moment).toBeLessThanOrEqual(now);
  }
});
