import { DayPlan } from '@daymark/contract/dayPlan';
import { Event, isDayOff } from '@daymark/contract/event';
import { FocusSession } from '@daymark/contract/focusSession';
import { Goal, WEEK_GOALS_MAX } from '@daymark/contract/goal';
import { idOfDay } from '@daymark/contract/primitives';
import { Reflection } from '@daymark/contract/reflection';
import { dayAfter } from '@daymark/contract/repeats/repeat';
import { expandEvents } from '@daymark/contract/repeats/occurrences';
import { Settings } from '@daymark/contract/settings';
import { isOpen, Task } from '@daymark/contract/task';
import { DAY_MS } from '@daymark/contract/time/units';
import { clockOfDay, namedZone, type Zone } from '@daymark/contract/time/zone';
import { WeekReview } from '@daymark/contract/weekReview';
import { expect, test } from 'vitest';
import { demoAt, type Demo } from './demoAt';

/** Times on weekdays and on a weekend, four a day. */
const MOMENTS = [23, 24, 26, 27, 28, 29].flatMap((day) =>
  ['00:20', '08:00', '15:30', '22:00'].map((time) => `2026-11-${day}T${time}:00+01:00`),
);

/** Zones with the Mondays of the weeks in which their clocks change, of the weeks after those, and of others. */
const WEEKS: Readonly<Record<string, readonly string[]>> = {
  'Europe/Berlin': ['2026-03-23', '2026-03-30', '2026-10-19', '2026-10-26'],
  'America/Los_Angeles': ['2026-03-02', '2026-03-09', '2026-10-26', '2026-11-02'],
  'America/St_Johns': ['2026-03-02', '2026-03-09', '2026-10-26', '2026-11-02'],
  'Pacific/Auckland': ['2026-03-30', '2026-04-06', '2026-09-21', '2026-09-28'],
  'Asia/Kolkata': ['2026-07-06', '2026-12-28'],
  'Pacific/Kiritimati': ['2026-07-06', '2026-12-28'],
};

/** Moments on seven weekdays of each week, soon after midnight and in the evening. */
const EVERYWHERE = Object.entries(WEEKS).flatMap(([timeZone, mondays]) => {
  const zone = namedZone(timeZone);
  return mondays.flatMap((monday) =>
    [0, 1, 2, 3, 4, 5, 6].map((weekday) => {
      const today = dayAfter(monday, weekday) ?? monday;
      const minutes = weekday % 2 === 0 ? 7 : 21 * 60;
      return { timeZone, zone, today, nowMs: zone.momentOf(clockOfDay(today, minutes)) };
    }),
  );
});

const demos = await Promise.all(
  EVERYWHERE.map(async (moment) => {
    const now = new Date(moment.nowMs).toISOString();
    return { ...moment, now, demo: await demoAt(now, moment.timeZone) };
  }),
);

/** Calls `check` with the demo of each moment, and names the moment if it fails. */
function forEachDemo(check: (demo: Demo, moment: (typeof demos)[number]) => void): void {
  for (const moment of demos)
    try {
      check(moment.demo, moment);
    } catch (error) {
      throw new Error(`At ${moment.now} in ${moment.timeZone}`, { cause: error });
    }
}

const minutesOf = (sessions: readonly FocusSession[]) =>
  sessions
    .filter(({ mode }) => mode === 'focus')
    .reduce((sum, { actualSeconds }) => sum + actualSeconds / 60, 0);

/** Returns the minutes of focus on each day with focus sessions. */
function focusByDay({ focusSessions }: Demo, zone: Zone): ReadonlyMap<string, number> {
  const minutes = new Map<string, number>();
  for (const session of focusSessions) {
    const day = zone.dayAt(Date.parse(session.start));
    minutes.set(day, (minutes.get(day) ?? 0) + minutesOf([session]));
  }
  return minutes;
}

/** Returns the Monday of a day's week. */
const mondayOf = (day: string) => {
  const weekday = new Date(clockOfDay(day)).getUTCDay() || 7;
  return dayAfter(day, 1 - weekday) ?? day;
};

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

test('the demo’s texts name no weekday, month or quarter', async () => {
  const { tasks, events, notes, reflections, goals, weekReviews } =
    await demoAt('2026-11-26T15:00:00Z');
  const texts = [
    ...tasks.map(({ title }) => title),
    ...goals.map(({ title }) => title),
    ...events.map(({ title }) => title),
    ...notes.flatMap(({ title, content }) => [title, content]),
    ...reflections.flatMap(({ accomplishments, challenges, tomorrowFocus }) => [
      accomplishments ?? '',
      challenges ?? '',
      tomorrowFocus ?? '',
    ]),
    ...weekReviews.flatMap(({ done, slipped, nextWeek }) => [
      done ?? '',
      slipped ?? '',
      nextWeek ?? '',
    ]),
  ];
  const dated =
    /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|q[1-4]|end of the (?:week|month|year))\b/i;
  expect(texts.filter((text) => dated.test(text))).toEqual([]);
});

test('no task of the demo has much more focus time than its title or estimate says', async () => {
  for (const moment of MOMENTS) {
    const { tasks, focusSessions } = await demoAt(moment);
    for (const { id, title, estimateMinutes, completed } of tasks) {
      const minutes = minutesOf(focusSessions.filter(({ taskId }) => taskId === id));
      if (minutes === 0) continue;
      expect(title, moment).not.toMatch(/\d+ minutes/);
      if (estimateMinutes !== null)
        expect(minutes / estimateMinutes, `${title}, ${moment}`).toBeLessThan(completed ? 2 : 1.3);
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

test('everything that has happened is before now, on each weekday in each zone', () => {
  forEachDemo((demo, { nowMs }) => {
    const happened = [
      ...demo.tasks.flatMap(({ createdAt, completedAt, skippedAt }) => [
        createdAt,
        completedAt,
        skippedAt,
      ]),
      ...demo.focusSessions.flatMap(({ start, end }) => [start, end]),
      ...demo.goals.map(({ createdAt }) => createdAt),
      ...demo.notes.flatMap(({ createdAt, updatedAt }) => [createdAt, updatedAt]),
      ...demo.dayPlans.map(({ plan }) => plan?.keptAt ?? null),
      ...demo.reflections.map(({ date }) => date),
    ].flatMap((time) => (time === null ? [] : [Date.parse(time)]));
    expect(Math.max(...happened)).toBeLessThanOrEqual(nowMs);
  });
});

test('a task is created before it is worked on, and completed after that', () => {
  forEachDemo(({ tasks, focusSessions }) => {
    const byId = new Map(tasks.map((task) => [task.id, task]));
    const wrong = focusSessions.filter(({ taskId, start, end }) => {
      const task = taskId === null ? undefined : byId.get(taskId);
      if (!task) return false;
      return task.createdAt > start || (task.completedAt !== null && task.completedAt < end);
    });
    expect(wrong).toEqual([]);
    const backwards = tasks.filter(
      ({ createdAt, completedAt, completed }) =>
        (completedAt !== null) !== completed || (completedAt !== null && completedAt <= createdAt),
    );
    expect(backwards).toEqual([]);
  });
});

test('no session of the demo overlaps another one', () => {
  forEachDemo(({ focusSessions }) => {
    const sorted = focusSessions.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start));
    const overlapping = sorted.filter(({ start, end, actualSeconds }, index) => {
      const before = sorted[index - 1];
      const isTooEarly = before !== undefined && Date.parse(start) < Date.parse(before.end);
      return isTooEarly || Date.parse(end) - Date.parse(start) !== actualSeconds * 1000;
    });
    expect(overlapping).toEqual([]);
  });
});

test('no past session overlaps an event, or is outside sane hours', () => {
  forEachDemo(({ focusSessions, events }, { zone, today }) => {
    const range = { from: dayAfter(today, -40) ?? today, to: today };
    const meetings = expandEvents(events, range).filter(
      ({ taskId, days }) => taskId === null && days === null,
    );
    const past = focusSessions.filter(({ start }) => zone.dayAt(Date.parse(start)) < today);
    const wrong = past.filter(({ start, end, mode }) => {
      const [from, to] = [Date.parse(start), Date.parse(end)];
      const isOutside = zone.minutesAt(from) < 9 * 60 || zone.minutesAt(to) > 19 * 60;
      const meets = meetings.some(
        (event) => Date.parse(event.start) < to && Date.parse(event.end) > from,
      );
      return mode === 'focus' && (isOutside || meets);
    });
    expect(wrong).toEqual([]);
  });
});

test('no event of the demo is outside sane hours', () => {
  forEachDemo(({ events }, { zone, today }) => {
    const range = { from: dayAfter(today, -40) ?? today, to: dayAfter(today, 10) ?? today };
    const outside = expandEvents(events, range).filter(({ start, end, days }) => {
      const [from, to] = [Date.parse(start), Date.parse(end)];
      return (
        days === null &&
        (zone.minutesAt(from) < 8 * 60 || zone.minutesAt(to) > 20 * 60 || to <= from)
      );
    });
    expect(outside).toEqual([]);
  });
});

test('every reference in the demo points to a record, and every id is used once', () => {
  forEachDemo((demo, { today }) => {
    const range = { from: dayAfter(today, -40) ?? today, to: today };
    const idsOf = (records: readonly { id: number }[]) => new Set(records.map(({ id }) => id));
    const [tasks, goals, events] = [demo.tasks, demo.goals, demo.events].map(idsOf);
    const shown = new Set(expandEvents(demo.events, range).map(({ id }) => String(id)));
    const lost = [
      ...demo.tasks.flatMap(({ goalId, parentId, seriesId }) => [
        goalId === null || goals?.has(goalId),
        parentId === null || tasks?.has(parentId),
        seriesId === null || tasks?.has(seriesId),
      ]),
      ...demo.goals.map(({ servesId }) => servesId === null || goals?.has(servesId)),
      ...demo.events.flatMap(({ taskId, seriesId }) => [
        taskId === null || tasks?.has(taskId),
        seriesId === null || events?.has(seriesId),
      ]),
      ...demo.focusSessions.map(({ taskId }) => taskId === null || tasks?.has(taskId)),
      ...demo.notes.map(({ attachedTo }) => !attachedTo || tasks?.has(attachedTo.id)),
      ...demo.dayPlans.flatMap(({ plan }) => [
        ...(plan?.tasks ?? []).map(({ taskId }) => tasks?.has(taskId)),
        ...(plan?.times ?? []).map(({ eventId }) => shown.has(eventId)),
      ]),
    ];
    expect(lost.filter((isThere) => !isThere)).toEqual([]);
    for (const records of Object.values(demo) as { id: number }[][])
      expect(idsOf(records).size).toBe(records.length);
  });
});

test('every record of the demo is valid', () => {
  forEachDemo((demo) => {
    const schemas = {
      settings: Settings,
      goals: Goal,
      tasks: Task,
      events: Event,
      reflections: Reflection,
      weekReviews: WeekReview,
      dayPlans: DayPlan,
      focusSessions: FocusSession,
    };
    for (const [name, schema] of Object.entries(schemas))
      for (const record of demo[name as keyof typeof schemas])
        expect(schema.safeParse({ ...record, userId: 1 }).error, name).toBeUndefined();
  });
});

test('each past working day has a plan, and the plan is longer than the day’s focus', () => {
  forEachDemo((demo, { zone, today }) => {
    const off = demo.events.flatMap((event) =>
      isDayOff(event) && event.days ? [event.days.start] : [],
    );
    const monday = dayAfter(mondayOf(today), -28) ?? today;
    const past = demo.dayPlans.filter(({ day }) => day < today);
    const days = [];
    for (let day = monday; day < today; day = dayAfter(day, 1) ?? today) {
      const weekday = new Date(clockOfDay(day)).getUTCDay();
      if (weekday !== 0 && weekday !== 6 && !off.includes(day)) days.push(day);
    }
    expect(past.map(({ day }) => day)).toEqual(days);
    expect(past.map(({ id }) => id)).toEqual(days.map(idOfDay));
    const focused = focusByDay(demo, zone);
    const ratios = past.map(({ day, plan }) => {
      const planned = (plan?.tasks ?? []).reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
      return planned / (focused.get(day) ?? 0);
    });
    expect(Math.min(...ratios)).toBeGreaterThan(1.05);
    expect(median(ratios)).toBeGreaterThan(1.3);
    expect(median(ratios)).toBeLessThan(1.7);
  });
});

test('at least 15 past working days have focus, about three hours on half of them', () => {
  forEachDemo((demo, { zone, today }) => {
    const minutes = [...focusByDay(demo, zone)].flatMap(([day, sum]) => (day < today ? [sum] : []));
    expect(minutes.length).toBeGreaterThanOrEqual(15);
    expect(median(minutes)).toBeGreaterThan(150);
    expect(median(minutes)).toBeLessThan(230);
    expect(new Set(minutes).size).toBeGreaterThan(10);
  });
});

test('a plan’s differences from its day have records: done, moved, cut off and unplanned', async () => {
  const { dayPlans, tasks, events, focusSessions } = await demoAt('2026-11-27T12:00:00Z');
  const planned = dayPlans.flatMap(({ day, plan }) =>
    (plan?.tasks ?? []).map(({ taskId }) => ({
      day,
      task: tasks.find(({ id }) => id === taskId),
      focused: focusSessions.some(
        ({ taskId: of, start }) => of === taskId && start.startsWith(day),
      ),
    })),
  );
  expect(planned.some(({ day, task }) => task?.completedAt?.startsWith(day))).toBe(true);
  expect(planned.some(({ day, task, focused }) => !focused && (task?.plannedDay ?? '') > day)).toBe(
    true,
  );
  expect(
    focusSessions.filter(({ completed, mode }) => mode === 'focus' && !completed),
  ).toHaveLength(3);
  const known = new Set(
    dayPlans.flatMap(({ plan }) => (plan?.tasks ?? []).map((one) => one.taskId)),
  );
  const unplanned = tasks.filter(
    ({ id, completedAt }) => completedAt && completedAt < '2026-11-27' && !known.has(id),
  );
  expect(unplanned.length).toBeGreaterThan(4);
  const knownTimes = new Map(
    dayPlans.flatMap(({ plan }) => plan?.times ?? []).map((time) => [time.eventId, time]),
  );
  const meetings = events.filter(
    ({ start, repeat, days, id }) =>
      start < '2026-11-27' && !repeat && !days && !knownTimes.has(String(id)),
  );
  expect(meetings.map(({ title }) => title)).toContain('Call with a customer');
  const moved = events.filter(({ id, start }) => {
    const time = knownTimes.get(String(id));
    return time && time.start !== start;
  });
  expect(moved.map(({ title }) => title)).toContain('Team stand-up');
  expect(moved.filter(({ taskId }) => taskId !== null)).not.toEqual([]);
});

test('each of five weeks has three goals, and only this week’s goals are open', () => {
  forEachDemo(({ goals, tasks }, { today }) => {
    const monday = mondayOf(today);
    for (let weeksAgo = 0; weeksAgo <= 4; weeksAgo++) {
      const day = dayAfter(monday, -7 * weeksAgo);
      const ofWeek = goals.filter((goal) => goal.span === 'week' && goal.day === day);
      expect(ofWeek).toHaveLength(WEEK_GOALS_MAX);
      expect(ofWeek.filter(({ outcome }) => outcome === null)).toHaveLength(
        weeksAgo === 0 ? WEEK_GOALS_MAX : 0,
      );
    }
    expect(new Set(goals.map(({ outcome }) => outcome))).toEqual(
      new Set([null, 'done', 'dropped', 'carried']),
    );
    // A carried goal goes on in the next week.
    for (const { title, day } of goals.filter(({ outcome }) => outcome === 'carried'))
      expect(goals).toContainEqual(expect.objectContaining({ title, day: dayAfter(day, 7) }));
    const longer = goals.filter(({ span }) => span !== 'week').map(({ span }) => span);
    expect(longer.toSorted()).toEqual(['month', 'quarter']);
    for (const { id, span, outcome } of goals)
      if (span === 'week' && outcome !== null && outcome !== 'carried')
        expect(tasks.some(({ goalId }) => goalId === id)).toBe(true);
    expect(goals.filter(({ day }) => day > today)).toEqual([]);
  });
});

test('each of the four past weeks has a review, and most of its working days a reflection', () => {
  forEachDemo(({ weekReviews, reflections }, { today }) => {
    const monday = mondayOf(today);
    const days = [1, 2, 3, 4].map((weeksAgo) => dayAfter(monday, -7 * weeksAgo) ?? '');
    expect(weekReviews.map(({ day }) => day)).toEqual(days);
    expect(weekReviews.map(({ id }) => id)).toEqual(days.map(idOfDay));
    for (const day of days) {
      const end = dayAfter(day, 7) ?? '';
      const ofWeek = reflections.filter(({ date }) => date >= day && date < end);
      expect(ofWeek.length).toBeGreaterThanOrEqual(4);
    }
    expect(reflections.every(({ date }) => date.slice(0, 10) < today)).toBe(true);
  });
});

test('a repeating task was skipped once, and each series has one open task', () => {
  forEachDemo(({ tasks }, { today }) => {
    const series = tasks.filter(({ seriesId }) => seriesId !== null);
    const skipped = series.filter(({ skippedAt }) => skippedAt !== null);
    expect(skipped).toHaveLength(1);
    const open = series.filter(isOpen);
    expect(open.map(({ title }) => title)).toHaveLength(
      new Set(series.map((s) => s.seriesId)).size,
    );
    expect(open.every(({ seriesDay }) => (seriesDay ?? '') >= today)).toBe(true);
  });
});

test('some titles were done three times or more, with different times', async () => {
  const { tasks, focusSessions } = await demoAt('2026-11-27T12:00:00Z');
  const times = new Map<string, number[]>();
  for (const { id, title, completed } of tasks) {
    const minutes = minutesOf(focusSessions.filter(({ taskId }) => taskId === id));
    if (completed && minutes > 0) times.set(title, [...(times.get(title) ?? []), minutes]);
  }
  const often = [...times.values()].filter((list) => list.length >= 3);
  expect(often.length).toBeGreaterThanOrEqual(3);
  for (const list of often) expect(new Set(list).size).toBeGreaterThan(1);
});

test('something is left over, something has a deadline and something has no day', () => {
  forEachDemo(({ tasks }, { today }) => {
    const open = tasks.filter((task) => isOpen(task) && task.parentId === null);
    const leftOver = open.filter(({ plannedDay }) => plannedDay !== null && plannedDay < today);
    expect(leftOver.length).toBeGreaterThanOrEqual(1);
    expect(leftOver.length).toBeLessThanOrEqual(4);
    expect(open.filter(({ deadline }) => deadline !== null && deadline > today)).toHaveLength(2);
    expect(open.filter(({ plannedDay }) => plannedDay === null).length).toBeGreaterThan(3);
    const planned = open.filter(({ plannedDay }) => plannedDay === today);
    expect(planned.length).toBeGreaterThanOrEqual(3);
    expect(planned.length).toBeLessThanOrEqual(7);
  });
});

test('one day in the past was off, without a stand-up, a plan or focus', () => {
  forEachDemo(({ events, dayPlans, focusSessions }, { zone }) => {
    const off = events.filter(isDayOff);
    expect(off).toHaveLength(1);
    const day = off[0]?.days?.start ?? '';
    const shown = expandEvents(events, { from: day, to: day });
    expect(shown.filter(({ start }) => zone.dayAt(Date.parse(start)) === day)).toEqual(off);
    expect(dayPlans.filter((plan) => plan.day === day)).toEqual([]);
    expect(focusSessions.filter(({ start }) => zone.dayAt(Date.parse(start)) === day)).toEqual([]);
  });
});

test('a demo has at most 450 records', () => {
  forEachDemo((demo) => {
    expect(Object.values(demo).flat().length).toBeLessThanOrEqual(450);
  });
});

test('two demos at the same moment are equal', async () => {
  const now = new Date(Date.parse('2026-11-27T12:00:00Z') - DAY_MS).toISOString();
  expect(await demoAt(now)).toEqual(await demoAt(now));
});

test('only in the evening today has a kept plan', async () => {
  const plansOn = async (now: string) => {
    const { dayPlans } = await demoAt(now);
    return dayPlans.filter(({ day }) => day === '2026-11-26');
  };
  expect(await plansOn('2026-11-26T10:00:00+01:00')).toEqual([]);
  const [plan] = await plansOn('2026-11-26T18:00:00+01:00');
  expect(plan?.plan?.tasks.map(({ title }) => title)).toContain(
    'Send the budget to Priya for sign-off',
  );
});
