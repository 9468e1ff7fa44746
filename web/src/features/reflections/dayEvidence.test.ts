import type { Event } from '@daymark/contract/event';
import type { FocusSession } from '@daymark/contract/focusSession';
import type { Task } from '@daymark/contract/task';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { addDays, localDay, localInstant, startOfDay } from '../../lib/dates';
import { dayEvidence, withLines, type DayRecords } from './dayEvidence';
import { keptLines, meantFor } from './meantFor';

const MINUTE = 60_000;
const MOST = 10_000;

afterEach(() => vi.unstubAllEnvs());

const task = (id: number, title: string, completedAt: string | null): Task => ({
  ...{ id, title, completed: completedAt !== null, completedAt, userId: 1 },
  ...{ categoryId: null, isPriority: false, order: null, createdAt: '2026-10-01T00:00:00Z' },
});
const session = (
  id: number,
  from: number,
  minutes: number,
  taskId: number | null,
  mode: FocusSession['mode'] = 'focus',
): FocusSession => ({
  ...{ id, mode, taskId, completed: true, note: null, userId: 1, plannedSeconds: 1500 },
  ...{ start: localInstant(new Date(from)), actualSeconds: minutes * 60 },
  end: localInstant(new Date(from + minutes * MINUTE)),
});
const event = (id: number, title: string, from: number, minutes: number): Event => ({
  ...{ id, title, color: null, googleEventId: null, userId: 1 },
  start: new Date(from).toISOString(),
  end: new Date(from + minutes * MINUTE).toISOString(),
});

it('a drafted line always maps to a record of that local day', () => {
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
          sessions: sessions.map(([from, length, taskId], id) =>
            session(id + 1, at(from), length, taskId),
          ),
          events: events.map(([name, from, length], id) => event(id + 1, name, at(from), length)),
        };
        const evidence = dayEvidence(records, on, new Date(at(nowAt)));
        for (const { kind, id, to } of evidence) {
          const when = {
            task: () => records.tasks.find((one) => one.id === id)?.completedAt,
            session: () => records.sessions.find((one) => one.id === id)?.start,
            event: () => records.events.find((one) => one.id === id)?.start,
          }[kind]();
          expect(localDay(new Date(when ?? NaN))).toBe(on);
          expect(to).toMatch(/^\/(tasks|focus|calendar)/);
        }
        const lines = evidence.map(({ line }) => line);
        const drafted = withLines(typed, lines, MOST);
        expect(drafted.startsWith(typed)).toBe(true);
        expect(withLines(drafted, lines, MOST)).toBe(drafted);
        const added = drafted.slice(typed.length).split('\n').filter(Boolean);
        for (const line of added) expect(lines).toContain(line);
      },
    ),
  );
});

it('completed tasks, what was focused on, and events that are over; sessions of one task are one line', () => {
  const at = (hour: number) => startOfDay('2026-11-20').getTime() + hour * 60 * MINUTE;
  const instant = (hour: number) => new Date(at(hour)).toISOString();
  const found = dayEvidence(
    {
      tasks: [
        task(1, 'Send the budget', instant(15)),
        task(2, 'Read', instant(9)),
        task(3, 'Yesterday’s', instant(-1)),
        task(4, 'Open', null),
      ],
      sessions: [
        session(11, at(9), 25, 1),
        session(12, at(10), 25, 1),
        session(13, at(11), 12, null),
        session(14, at(9.5), 5, null, 'shortBreak'),
      ],
      events: [
        event(21, 'Design review', at(10), 60),
        event(22, 'Dinner', at(19), 60),
        event(23, 'Holiday', at(0), 1440),
      ],
    },
    '2026-11-20',
    new Date(at(17)),
  );
  expect(found.map(({ line, length }) => (length ? `${line} (${length})` : line))).toEqual([
    'Completed: Read',
    'Completed: Send the budget',
    'Focused on: Send the budget (50m)',
    'Focused on nothing in particular (12m)',
    'Attended: Design review',
  ]);
});

it('what is typed is never changed, and a line that stands there is not added', () => {
  expect(withLines('', ['A', 'B'], MOST)).toBe('A\nB');
  expect(withLines('Mine', ['A', 'B'], MOST)).toBe('Mine\nA\nB');
  expect(withLines('- a.\n', ['A', 'B'], MOST)).toBe('- a.\nB');
  expect(withLines('Mine', ['long enough'], 10)).toBe('Mine');
});

const reflection = (day: string, tomorrowFocus: string | null) => ({
  ...{ id: Number(day.replaceAll('-', '')), date: `${day}T00:00:00Z`, userId: 1 },
  ...{ accomplishments: null, challenges: null, tomorrowFocus, productivityRating: null },
});

it('yesterday’s lines are today’s, Friday’s are Monday’s, and older ones are nobody’s', () => {
  const reflections = [
    reflection('2026-11-20', 'Today’s own'),
    reflection('2026-11-19', '- Call Noor\n\n* call noor.\n2. Write'),
    reflection('2026-11-18', 'Older'),
  ];
  expect(meantFor('2026-11-20', reflections)).toEqual({
    from: '2026-11-19',
    lines: ['Call Noor', 'Write'],
  });
  expect(meantFor('2026-11-23', reflections)?.from).toBe('2026-11-20');
  expect(meantFor('2026-11-24', reflections)).toBeUndefined();
  expect(meantFor('2026-11-19', [reflection('2026-11-18', null)])).toBeUndefined();
});

it('a line was kept when a task of its name was completed since then, and by the end of that day', () => {
  const noon = (day: string) =>
    localInstant(new Date(startOfDay(day).getTime() + 12 * 60 * MINUTE));
  const lines = ['Call Noor', 'Write', 'Run'];
  const tasks = [
    task(1, 'call noor.', noon('2026-11-20')),
    task(2, 'Write', noon('2026-11-19')),
    task(3, 'Run', noon(addDays('2026-11-20', 1))),
  ];
  expect(keptLines({ from: '2026-11-19', lines }, tasks, '2026-11-20')).toEqual([
    { line: 'Call Noor', isKept: true },
    { line: 'Write', isKept: false },
    { line: 'Run', isKept: false },
  ]);
});
