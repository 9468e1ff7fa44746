import { NO_DETAILS, type Event } from '@daymark/contract/event';
import { expandEvents, occurrenceId } from '@daymark/contract/repeats/occurrences';
import { reminderMinutesOf } from '@daymark/contract/reminders/eventReminders';
import { REMINDER_MINUTES } from '@daymark/contract/reminders/reminderSettings';
import { withDefaultSettings, type Settings } from '@daymark/contract/settings';
import { NO_PLAN, type Task } from '@daymark/contract/task';
import { afterEach, expect, test, vi } from 'vitest';
import { addDays, localDay, localInstant, startOfDay, timeOnDay } from '../../lib/time/dates';
import { allDayTimes } from '../events/allDay';
import { seededRandom } from '../statistics/seededRandom';
import { dueReminders, type RemindingRecords } from './remindersToShow';

afterEach(() => vi.unstubAllEnvs());

const MINUTE = 60_000;
/** A Friday. */
const DAY = '2026-11-20';
const at = (day: string, minutes: number) => timeOnDay(day, minutes).getTime();
const clock = (text: string) => at(DAY, Number(text.slice(0, -3)) * 60 + Number(text.slice(-2)));

const event = (id: number, start: number, fields: Partial<Event> = {}): Event => ({
  ...NO_DETAILS,
  id,
  title: `Event ${id}`,
  start: localInstant(new Date(start)),
  end: localInstant(new Date(start + 30 * MINUTE)),
  userId: 1,
  ...fields,
});
const task = (id: number, fields: Partial<Task> = {}): Task => ({
  ...NO_PLAN,
  id,
  title: `Task ${id}`,
  completed: false,
  categoryId: null,
  userId: 1,
  isPriority: false,
  order: null,
  createdAt: '2026-01-01T00:00:00Z',
  completedAt: null,
  ...fields,
});
const records = (
  some: Partial<Omit<RemindingRecords, 'settings'>>,
  settings: Partial<Settings> = {},
): RemindingRecords => ({
  settings: withDefaultSettings(1, settings),
  events: [],
  tasks: [],
  dayPlans: [],
  reflections: [],
  ...some,
});
const titles = (found: ReturnType<typeof dueReminders>) => found.map(({ title }) => title);
/** Returns the titles of what is due in the minute that ends at a time of the day. */
const dueAt = (all: RemindingRecords, time: string) =>
  titles(dueReminders(all, clock(time) - MINUTE, clock(time)));

test('an event reminds once, in the minute of its reminder', () => {
  const all = records({ events: [event(1, clock('10:00'))] }, { reminderMinutes: 10 });
  expect(dueAt(all, '9:49')).toEqual([]);
  expect(dueAt(all, '9:50')).toEqual(['Event 1']);
  expect(dueAt(all, '9:51')).toEqual([]);
});

test.each<[string, Partial<Event>, string]>([
  ['a choice of its own', { reminder: 30 }, '9:30'],
  ['a snooze', { snoozedUntil: new Date(clock('10:10')).toISOString() }, '10:10'],
])('an event with %s reminds then', (_name, fields, time) => {
  expect(dueAt(records({ events: [event(1, clock('10:00'), fields)] }), time)).toEqual(['Event 1']);
});

test.each<[string, Partial<Event>]>([
  ['that is canceled', { canceled: true }],
  ['with the reminder “Not at all”', { reminder: 'none' }],
  ['that is all-day', allDayTimes({ start: DAY, end: addDays(DAY, 1) })],
  ['whose task is deleted', { taskId: 9 }],
])('an event %s doesn’t remind', (_name, fields) => {
  const all = records({ events: [event(1, clock('10:00'), fields)] });
  expect(titles(dueReminders(all, at(DAY, 0) - 1, clock('10:00')))).toEqual([]);
});

const block = event(1, clock('10:00'), { taskId: 5 });
const run = (taskId: number) => ({
  timer: {
    mode: 'focus',
    taskId,
    run: { isRunning: true, at: clock('9:55'), leftMs: 25 * MINUTE, plannedMs: 25 * MINUTE },
  } as unknown as Settings['timer'],
});

test.each<[string, Partial<Task>, Partial<Settings>, string[]]>([
  ['an open task', {}, {}, ['Task 5']],
  ['an open task, with another one on the timer', {}, run(6), ['Task 5']],
  ['a task on which the timer runs', {}, run(5), []],
  ['a completed task', { completed: true }, {}, []],
  ['a skipped task', { skippedAt: '2026-11-20T08:00:00Z' }, {}, []],
  ['an open task, with events switched off', {}, { remindsOfEvents: false }, []],
])('a block of %s', (_name, fields, settings, due) => {
  expect(dueAt(records({ events: [block], tasks: [task(5, fields)] }, settings), '10:00')).toEqual(
    due,
  );
});

test('after sleep, only reminders of events that go on are left', () => {
  const all = records({
    events: [event(1, clock('8:00')), event(2, clock('9:45')), event(3, clock('10:30'))],
  });
  const due = dueReminders(all, clock('7:00'), clock('10:00'));
  expect(due.map(({ title, body }) => [title, body])).toEqual([
    ['Event 2', 'Started 15 minutes ago'],
  ]);
});

test.each<[string, Partial<RemindingRecords>, Partial<Settings>]>([
  [
    'of the week',
    {},
    {
      workingHours: [0, 1, 2, 3, 4, 5, 6].map((day) =>
        day === 4 ? null : { start: '09:00', end: '17:00' },
      ),
    },
  ],
  [
    'that an event makes one',
    {
      events: [
        event(1, clock('9:00')),
        event(2, 0, { ...allDayTimes({ start: DAY, end: addDays(DAY, 1) }), dayOff: true }),
      ],
    },
    {},
  ],
])('nothing reminds on a day off %s', (_name, some, settings) => {
  const all = records(
    { events: [event(1, clock('9:00'))], tasks: [task(1, { deadline: DAY })], ...some },
    { remindsToPlan: true, remindsToReflect: true, ...settings },
  );
  expect(titles(dueReminders(all, at(DAY, 0), at(DAY, 20 * 60)))).toEqual([]);
});

test('the morning names the open tasks that are due today', () => {
  const tasks = [
    task(1, { deadline: DAY }),
    task(2, { deadline: DAY, completed: true }),
    task(3, { deadline: addDays(DAY, 1) }),
  ];
  expect(dueAt(records({ tasks }), '9:00')).toEqual(['1 due today: Task 1']);
  expect(dueAt(records({ tasks }, { hidesReminderTitles: true }), '9:00')).toEqual(['1 due today']);
  expect(dueAt(records({ tasks }, { remindsOfDeadlines: false }), '9:00')).toEqual([]);
});

test.each<[string, Partial<RemindingRecords>, string[]]>([
  ['without a plan', {}, ['Plan your day']],
  ['with a planned task', { tasks: [task(1, { plannedDay: DAY })] }, []],
  [
    'with a done task',
    { tasks: [task(1, { plannedDay: DAY, completed: true })] },
    ['Plan your day'],
  ],
  ['with a block', { events: [event(1, clock('15:00'), { taskId: 1 })], tasks: [task(1)] }, []],
  [
    'with a kept plan',
    {
      dayPlans: [
        {
          id: 20261120,
          day: DAY,
          plan: { keptAt: '2026-11-20T07:00:00Z', tasks: [], times: [] },
          userId: 1,
        },
      ],
    },
    [],
  ],
])('the nudge to plan a day %s', (_name, some, due) => {
  expect(dueAt(records(some, { remindsToPlan: true }), '9:00')).toEqual(due);
});

test('the evening asks for a reflection until there is one', () => {
  const reflection = {
    id: 20261120,
    date: '2026-11-20T18:00:00Z',
    accomplishments: null,
    challenges: null,
    tomorrowFocus: null,
    productivityRating: null,
    userId: 1,
  };
  const settings = { remindsToReflect: true };
  expect(dueAt(records({}, settings), '17:00')).toEqual(['How was your day?']);
  expect(dueAt(records({ reflections: [reflection] }, settings), '17:00')).toHaveLength(1);
  const rated = { ...reflection, productivityRating: 4 };
  expect(dueAt(records({ reflections: [rated] }, settings), '17:00')).toEqual([]);
});

/** Returns what is due in a span, found in the expanded events. Snoozes are left out. */
function expected({ events, settings, tasks }: RemindingRecords, from: number, to: number) {
  const day = localDay(new Date(from));
  return expandEvents(events, { from: addDays(day, -3), to: addDays(day, 3) }).flatMap((one) => {
    const minutes = reminderMinutesOf(one, settings.reminderMinutes);
    if (minutes === undefined) return [];
    const remindsAt = Date.parse(one.start) - minutes * MINUTE;
    const isDone = one.taskId !== null && tasks.find(({ id }) => id === one.taskId)?.completed;
    return remindsAt > from && remindsAt <= to && !isDone ? [`${remindsAt} event-${one.id}`] : [];
  });
}

test.each(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'])(
  'step by step, random days in %s remind of each event once',
  (zone) => {
    vi.stubEnv('TZ', zone);
    const random = seededRandom(zone.length);
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
    // The clocks change in this range in each of the zones that change them.
    for (const day of ['2026-03-07', '2026-03-28', '2026-04-04', '2026-10-24', '2026-11-01']) {
      const tasks = [task(1), task(2, { completed: true })];
      const events = Array.from({ length: 12 }, (_, index) => {
        const start = at(
          addDays(day, Math.floor(random() * 3) - 1),
          15 * Math.floor(random() * 96),
        );
        const kind = pick(['event', 'block', 'series'] as const);
        return event(index + 1, start, {
          reminder: pick([null, null, 'none', ...REMINDER_MINUTES]),
          ...(kind === 'block' && { taskId: pick([1, 2]) }),
          ...(kind === 'series' && {
            repeat: {
              rule: { every: 'day', interval: pick([1, 2]), from: 'schedule' },
              timeZone: pick([zone, 'America/Los_Angeles']),
              until: null,
              count: pick([null, 2]),
            },
          }),
        });
      });
      for (const one of [...events])
        if (one.repeat && random() < 0.5)
          events.push({
            ...one,
            id: occurrenceId(one.id, day),
            start: localInstant(new Date(at(day, 15 * Math.floor(random() * 96)))),
            end: localInstant(new Date(at(day, 24 * 60))),
            repeat: null,
            seriesId: one.id,
            seriesDay: day,
            canceled: random() < 0.5,
          });
      const all = records(
        { events, tasks },
        { reminderMinutes: pick(REMINDER_MINUTES), remindsOfDeadlines: false },
      );
      const [from, to] = [startOfDay(day).getTime(), startOfDay(addDays(day, 1)).getTime()];
      const due: string[] = [];
      // Starts and reminders are at whole five minutes.
      const step = 5 * MINUTE;
      for (let now = from + step; now <= to; now += step)
        due.push(...dueReminders(all, now - step, now).map(({ tag }) => `${now} ${tag}`));
      expect(due.toSorted()).toEqual(expected(all, from, to).toSorted());
    }
  },
);
