import type { FocusSession } from '@daymark/contract/focusSession';
import { event as anyEvent, focusSession, task as anyTask } from '@daymark/contract/test/records';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { minutesOnDay } from '../../domain/focus/focusDay';
import { planAgainstDay } from '../../domain/reflections/planAgainstDay';
import { localDay, localInstant, startOfDay } from '../../lib/time/dates';
import { dayEvidence, appendLines, type DayRecords } from './dayEvidence';

const MINUTE = 60_000;
const MAX_LENGTH = 10_000;

const task = (id: number, title: string, completedAt: string | null) =>
  anyTask(id, { title, completed: completedAt !== null, completedAt });
const session = (
  id: number,
  from: number,
  minutes: number,
  taskId: number | null,
  mode: FocusSession['mode'] = 'focus',
) =>
  focusSession(id, {
    mode,
    taskId,
    actualSeconds: minutes * 60,
    start: localInstant(new Date(from)),
    end: localInstant(new Date(from + minutes * MINUTE)),
  });
const event = (id: number, title: string, from: number, minutes: number) =>
  anyEvent(id, {
    title,
    start: new Date(from).toISOString(),
    end: new Date(from + minutes * MINUTE).toISOString(),
  });

it('every drafted line belongs to a record of that local day', () => {
  const day = fc.constantFrom('2026-11-20', '2026-03-08', '2026-11-01');
  const minute = fc.integer({ min: -2000, max: 4000 });
  const title = fc.string({ minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(
      day,
      fc.constantFrom('America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'),
      fc.array(fc.tuple(title, fc.option(minute)), { maxLength: 10 }),
      fc.array(fc.tuple(minute, fc.nat(90), fc.option(fc.nat(9))), { maxLength: 10 }),
      fc.array(fc.tuple(title, minute, fc.integer({ min: -30, max: 3000 })), { maxLength: 10 }),
      minute,
      fc.string(),
      (on, zone, tasks, sessions, events, nowAt, typed) => {
        vi.stubEnv('TZ', zone);
        const at = (minutes: number) => startOfDay(on).getTime() + minutes * MINUTE;
        const records: DayRecords = {
          tasks: tasks.map(([name, done], id) =>
            task(id + 1, name, done === null ? null : new Date(at(done)).toISOString()),
          ),
          steps: new Map(),
          sessions: sessions.map(([from, length, taskId], id) =>
            session(id + 1, at(from), length, taskId),
          ),
          events: events.map(([name, from, length], id) => event(id + 1, name, at(from), length)),
        };
        const evidence = dayEvidence(records, on, new Date(at(nowAt)));
        for (const { kind, id, to } of evidence) {
          const when = {
            task: () => records.tasks.find((one) => one.id === id)?.completedAt,
            // A session across midnight is a record of both days.
            session: () =>
              records.sessions.some((one) => one.id === id && minutesOnDay(one, on) > 0)
                ? new Date(at(0)).toISOString()
                : undefined,
            event: () => records.events.find((one) => one.id === id)?.start,
            leftOver: () => undefined,
          }[kind]();
          expect(localDay(new Date(when ?? NaN))).toBe(on);
          expect(to).toMatch(/^\/(tasks|focus|calendar)/);
        }
        const lines = evidence.map(({ line }) => line);
        const drafted = appendLines(typed, lines, MAX_LENGTH);
        expect(drafted.startsWith(typed)).toBe(true);
        expect(appendLines(drafted, lines, MAX_LENGTH)).toBe(drafted);
        const added = drafted.slice(typed.length).split('\n').filter(Boolean);
        for (const line of added) expect(lines).toContain(line);
      },
    ),
  );
});

it('each task has one line with its focus time', () => {
  const at = (hour: number) => startOfDay('2026-11-20').getTime() + hour * 60 * MINUTE;
  const instant = (hour: number) => new Date(at(hour)).toISOString();
  const planned = { plannedDay: '2026-11-20', estimateMinutes: 120 };
  const found = dayEvidence(
    {
      tasks: [
        { ...task(1, 'Send the budget', instant(15)), ...planned },
        task(2, 'Read', instant(9)),
        task(3, 'Yesterday’s', instant(-1)),
        task(4, 'Open', null),
        { ...task(5, 'Slides', null), ...planned },
        { ...task(6, 'Gym', null), plannedDay: '2026-11-20' },
        { ...task(7, 'Run', null), plannedDay: '2026-11-20' },
      ],
      steps: new Map([[1, [{ ...task(8, 'Sum up', null), parentId: 1 }]]]),
      sessions: [
        session(11, at(9), 25, 1),
        session(12, at(10), 25, 8),
        session(13, at(11), 12, null),
        session(14, at(9.5), 5, null, 'shortBreak'),
        session(15, at(12), 30, 4),
        session(16, at(13), 40, 5),
      ],
      events: [
        event(21, 'Design review', at(10), 60),
        event(22, 'Dinner', at(19), 60),
        event(23, 'Holiday', at(0), 1440),
        { ...event(24, 'Send the budget', at(14), 60), taskId: 1 },
        { ...event(25, 'Gym', at(18), 60), taskId: 6 },
        { ...event(26, 'Run', at(7), 60), taskId: 7 },
      ],
    },
    '2026-11-20',
    new Date(at(17)),
  );
  expect(found.map(({ line, figures }) => (figures ? `${line} (${figures})` : line))).toEqual([
    'Completed: Read',
    'Completed: Send the budget (50m of 2h 0m)',
    'Focused without a task (12m)',
    'Focused on: Open (30m)',
    'Met: Design review',
    'Left over: Run',
    'Left over: Slides (40m of 2h 0m)',
  ]);
});

it('each task of the kept plan is completed or left over on its day, whatever becomes of it later', () => {
  const DAY = '2026-11-20';
  const hour = (least: number, most: number) => fc.integer({ min: least, max: most });
  const outcome = fc.oneof(
    fc.record({ completedAt: hour(9, 100) }),
    fc.record({ plannedDay: fc.option(fc.constantFrom(DAY, '2026-11-19', '2026-11-24')) }),
    fc.record({ skippedAt: hour(9, 100) }),
    fc.constant('deleted' as const),
  );
  const repeat = { every: 'day', interval: 1, from: 'schedule' } as const;
  fc.assert(
    fc.property(
      fc.constantFrom('America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'),
      fc.array(
        fc.record({
          outcome,
          repeats: fc.boolean(),
          plannedAt: fc.option(hour(8, 22)),
          blocks: fc.array(hour(8, 100), { maxLength: 2 }),
          focus: fc.option(hour(8, 22)),
        }),
        { maxLength: 8 },
      ),
      hour(9, 120),
      (zone, plannedTasks, nowAt) => {
        vi.stubEnv('TZ', zone);
        const at = (hours: number) => startOfDay(DAY).getTime() + hours * 60 * MINUTE;
        const instant = (hours: number) => new Date(at(hours)).toISOString();
        const times = (from: number) => ({ start: instant(from), end: instant(from + 1) });
        const all = plannedTasks.map((one, index) => ({ ...one, id: index + 1 }));
        const tasks = all.flatMap(({ id, outcome: now, repeats }) => {
          if (now === 'deleted') return [];
          const open = anyTask(id, { plannedDay: DAY, repeat: repeats ? repeat : null });
          if ('completedAt' in now)
            return { ...open, completed: true, completedAt: instant(now.completedAt) };
          return 'skippedAt' in now
            ? { ...open, skippedAt: instant(now.skippedAt) }
            : { ...open, plannedDay: now.plannedDay };
        });
        const steps = new Map<number, never[]>();
        const sessions = all.flatMap(({ id, focus }) =>
          focus === null ? [] : session(id, at(focus), 30, id),
        );
        const events = all.flatMap(({ id, blocks }) =>
          blocks.map((from, index) => anyEvent(id * 10 + index, { ...times(from), taskId: id })),
        );
        const now = new Date(at(nowAt));
        const compared = planAgainstDay(
          {
            keptAt: instant(8),
            tasks: all.map(({ id }) => ({
              taskId: id,
              title: `Task ${id}`,
              minutes: null,
              isPriority: false,
            })),
            times: all.flatMap(({ id, plannedAt }) =>
              plannedAt === null
                ? []
                : { eventId: `${id}0`, title: '', ...times(plannedAt), taskId: id },
            ),
          },
          { tasks, steps, sessions, events, hasExternal: true },
          DAY,
          now,
        );
        const shown = tasks.filter(({ skippedAt }) => skippedAt === null);
        const { slipped } = compared;
        const evidence = dayEvidence({ tasks: shown, steps, sessions, events, slipped }, DAY, now);
        const shownIds = new Set(shown.map(({ id }) => id));
        for (const { id, outcome: became, blocks, focus } of all) {
          const isDone = became !== 'deleted' && 'completedAt' in became && became.completedAt < 24;
          const isAhead = blocks.some((from) => from < 24 && from + 1 > nowAt);
          const focused = focus !== null && shownIds.has(id) ? ['Focused on'] : [];
          const left = shownIds.has(id) ? 'Left over' : 'Removed';
          const lines = isDone ? ['Completed'] : isAhead ? focused : [left];
          expect(
            evidence.flatMap((one) => (one.line.endsWith(`: Task ${id}`) ? one.line : [])),
          ).toEqual(lines.map((line) => `${line}: Task ${id}`));
          const inTimes = compared.times.some(({ planned }) => planned.taskId === id);
          const inTasks = compared.tasks.filter(({ planned }) => planned.taskId === id);
          expect(inTasks).toHaveLength(inTimes ? 0 : 1);
        }
      },
    ),
    { seed: 52, numRuns: 500 },
  );
});

it('a line that the typed text contains is not added', () => {
  expect(appendLines('', ['A', 'B'], MAX_LENGTH)).toBe('A\nB');
  expect(appendLines('Mine', ['A', 'B'], MAX_LENGTH)).toBe('Mine\nA\nB');
  expect(appendLines('- a.\n', ['A', 'B'], MAX_LENGTH)).toBe('- a.\nB');
  expect(appendLines('Mine', ['long enough'], 10)).toBe('Mine');
});
