import { DEFAULT_CATEGORIES } from '@daymark/contract/category';
import { NO_DETAILS, type Event } from '@daymark/contract/event';
import type { FocusSession } from '@daymark/contract/focusSession';
import type { Note } from '@daymark/contract/note';
import { dayOf, newId } from '@daymark/contract/primitives';
import { reflectionIdOf, type Reflection } from '@daymark/contract/reflection';
import { NO_PLAN, type Task } from '@daymark/contract/task';
import { HOUR_MS } from '@daymark/contract/time/units';
import type { Owner } from '../owner';
import type { Ports } from '../ports';
import type { DemoClock } from './demoClock';

type NewRecord = Omit<Task, 'userId'>;

const [WORK, PERSONAL, LEARNING, HEALTH] = [1, 2, 3, 4] as const;

interface DemoTask {
  title: string;
  categoryId: number;
  /** Hours before now. */
  created: number;
  completed?: number;
  isPriority?: boolean;
  /** Days from today. */
  planned?: number;
  deadline?: number;
  /** In minutes. */
  estimate?: number;
  repeat?: Task['repeat'];
  /** Hours of today at which the task's time block begins and ends. */
  block?: [from: number, to: number];
  steps?: readonly { title: string; estimate?: number; isDone?: boolean }[];
}

const TASKS: readonly DemoTask[] = [
  {
    title: 'Send the budget to Priya for sign-off',
    categoryId: WORK,
    created: 3,
    isPriority: true,
    planned: 0,
    deadline: 0,
    estimate: 30,
    block: [10.5, 11],
  },
  {
    title: 'Outline the talk for the team lunch',
    categoryId: WORK,
    created: 5,
    isPriority: true,
    planned: 0,
    estimate: 90,
    block: [14, 15.5],
    steps: [
      { title: 'Collect the numbers from the pilot', isDone: true },
      { title: 'Draft five slides', estimate: 45 },
      { title: 'Ask Tomás for the deploy chart', estimate: 10 },
    ],
  },
  {
    title: 'Book an appointment for new glasses',
    categoryId: HEALTH,
    created: 8,
    deadline: 7,
  },
  { title: 'Buy oat milk, lemons and coffee beans', categoryId: PERSONAL, created: 9 },
  {
    title: 'Reply to the landlord about the boiler',
    categoryId: PERSONAL,
    created: 21,
    isPriority: true,
    deadline: -2,
    estimate: 15,
  },
  {
    title: 'Review Tomás’s pull request on invoice exports',
    categoryId: WORK,
    created: 23,
    completed: 2,
    planned: 0,
    estimate: 60,
  },
  { title: 'Run 5 km along the river', categoryId: HEALTH, created: 26, completed: 4 },
  {
    title: 'Read chapter 4 of “Thinking in Systems”',
    categoryId: LEARNING,
    created: 341,
    estimate: 240,
  },
  {
    title: 'Prepare questions for the design interview',
    categoryId: WORK,
    created: 46,
    completed: 25,
    estimate: 45,
  },
  { title: 'Practice Spanish past tenses', categoryId: LEARNING, created: 342 },
  { title: 'Call Grandma about the photos', categoryId: PERSONAL, created: 52, completed: 28 },
  { title: 'Renew the gym membership', categoryId: HEALTH, created: 74, planned: -2 },
  {
    title: 'Finish the SQL window functions exercises',
    categoryId: LEARNING,
    created: 344,
    completed: 50,
    estimate: 240,
  },
  { title: 'Archive last quarter’s customer notes', categoryId: WORK, created: 350, completed: 72 },
  {
    title: 'Stretch for ten minutes',
    categoryId: HEALTH,
    created: 352,
    planned: 0,
    estimate: 10,
    repeat: { every: 'day', interval: 1, from: 'schedule' },
  },
];

interface DemoEvent {
  title: string;
  /** Hours of the day. Hours from 24 on are on the next day. */
  from: number;
  to: number;
  color: Event['color'];
}

/** The events of working days. `workday` is the argument of `DemoClock.workday`. */
const WORKDAY_EVENTS: readonly (DemoEvent & { workday: number })[] = [
  { title: 'Sprint review', workday: -9, from: 13, to: 14.5, color: '#3B82F6' },
  { title: 'Budget kick-off', workday: -8, from: 14, to: 16, color: '#6366F1' },
  { title: 'Spanish class', workday: -7, from: 18, to: 19.5, color: '#F59E0B' },
  { title: 'Interview: researcher', workday: -6, from: 10, to: 11, color: '#8B5CF6' },
  { title: 'Quarterly planning', workday: -6, from: 13, to: 17, color: '#3B82F6' },
  { title: 'One-on-one with Tomás', workday: -4, from: 11, to: 11.75, color: '#10B981' },
  { title: 'Vendor demo', workday: -3, from: 14, to: 16.5, color: '#6366F1' },
  { title: 'Spanish class', workday: -3, from: 18, to: 19.5, color: '#F59E0B' },
  { title: 'Sprint planning', workday: -2, from: 9, to: 10.5, color: '#3B82F6' },
  { title: 'Coffee with Noor', workday: -2, from: 15, to: 15.75, color: '#F59E0B' },
  { title: 'Design critique', workday: -1, from: 13, to: 14, color: '#8B5CF6' },
  { title: 'Budget review with Priya', workday: 0, from: 11, to: 12, color: '#6366F1' },
  { title: 'Lunch walk', workday: 0, from: 12.5, to: 13.25, color: '#10B981' },
  { title: 'Interview: product designer', workday: 0, from: 16, to: 17, color: '#8B5CF6' },
  { title: 'Spanish class', workday: 1, from: 18, to: 19.5, color: '#F59E0B' },
  { title: 'Dentist', workday: 2, from: 8.5, to: 9, color: '#10B981' },
];

/** The event of every working day, with the first working day of its series. */
const STANDUP: DemoEvent & { workday: number } = {
  title: 'Team stand-up',
  workday: -8,
  from: 9,
  to: 9.25,
  color: '#3B82F6',
};

/** Today's events if today is a Saturday or Sunday. */
const WEEKEND_EVENTS: readonly DemoEvent[] = [
  { title: 'Farmers’ market', from: 9.5, to: 10.5, color: '#10B981' },
  { title: 'Lunch with Grandma', from: 12.5, to: 14, color: '#F59E0B' },
  { title: 'Climbing with Noor', from: 16, to: 18, color: '#8B5CF6' },
];

/** The event of the next weekend, from Saturday to Sunday. */
const NEXT_WEEKEND: DemoEvent = {
  title: 'Weekend at the lake',
  from: 10,
  to: 24 + 18,
  color: '#10B981',
};

interface DemoNote {
  title: string;
  content: string;
  changed: number;
  /** The title of the task that the note is attached to. */
  task?: string;
}

const NOTES: readonly DemoNote[] = [
  {
    title: 'Talk outline',
    content:
      '# Small batches\n\n1. Why big releases hurt\n2. What we tried in the pilot\n3. Numbers: 11 days → 2\n\n- [x] Collect the numbers from the pilot\n- [ ] Ask Tomás for the deploy chart',
    changed: 4,
    task: 'Outline the talk for the team lunch',
  },
  {
    title: 'Questions for the interview',
    content: '- A design you are proud of, and one you would undo\n- How do you say no?',
    changed: 27,
  },
  {
    title: 'Gift ideas',
    content: 'Grandma: the fern book, a good lamp\nNoor: climbing chalk',
    changed: 80,
  },
];

interface DemoDay extends Omit<Reflection, 'id' | 'date' | 'userId'> {
  /** The number of focus sessions on this day. */
  sessions: number;
}

/** The working days before today, the latest first. Past weekends have no focus sessions or reflections. */
const DAYS: readonly DemoDay[] = [
  {
    sessions: 5,
    accomplishments: 'Prepared the interview and ran in the rain.',
    challenges: 'Two meetings ran over, so the talk got no time.',
    tomorrowFocus:
      'Review Tomás’s pull request on invoice exports\nOutline the talk for the team lunch',
    productivityRating: 4,
  },
  {
    sessions: 3,
    accomplishments: 'Interview questions are ready.',
    challenges: 'Hard to concentrate after lunch.',
    tomorrowFocus: 'Take the walk first.',
    productivityRating: 3,
  },
  {
    sessions: 6,
    accomplishments: 'SQL exercises done, all of them.',
    challenges: null,
    tomorrowFocus: 'Start with the customer notes.',
    productivityRating: 5,
  },
  {
    sessions: 4,
    accomplishments: 'Customer notes sorted. Half of them can go.',
    challenges: 'The export kept failing.',
    tomorrowFocus: 'Window functions',
    productivityRating: 4,
  },
  {
    sessions: 2,
    accomplishments: 'Chose a vendor, or rather ruled two out.',
    challenges: 'The demo took the whole afternoon.',
    tomorrowFocus: 'A quiet morning for the notes',
    productivityRating: 2,
  },
  {
    sessions: 5,
    accomplishments: 'Good talk with Tomás. Draft of the archive plan.',
    challenges: null,
    tomorrowFocus: null,
    productivityRating: 4,
  },
  {
    sessions: 1,
    accomplishments: 'Survived quarterly planning.',
    challenges: 'Four hours in one room.',
    tomorrowFocus: 'Nothing before ten',
    productivityRating: 1,
  },
  {
    sessions: 5,
    accomplishments: 'First three SQL exercises.',
    challenges: null,
    tomorrowFocus: null,
    productivityRating: 4,
  },
  {
    sessions: 6,
    accomplishments: 'The old notes are in one place at last.',
    challenges: null,
    tomorrowFocus: null,
    productivityRating: 5,
  },
  {
    sessions: 2,
    accomplishments: 'Budget kicked off.',
    challenges: 'Too many tabs, too many people.',
    tomorrowFocus: null,
    productivityRating: 2,
  },
];

/** Today's runs of the timer: hours before now, minutes, and whether it was completed. */
const TODAYS_FOCUS: readonly [ago: number, minutes: number, completed: boolean][] = [
  [2, 25, true],
  [3, 25, true],
  [4, 12, false],
];

/** Hours of the day at which earlier focus sessions began. A day with n focus sessions uses the first n hours. */
const STARTS = [9.5, 10, 10.75, 13.25, 14, 15] as const;

/**
 * Indexes in `TASKS` of the tasks for earlier focus sessions, which take turns. A session takes only a task that is
 * open at its start.
 */
const WORKED_ON: readonly number[] = [5, 7, 8, 9, 12, 13];

/** Stores two weeks of sample data, relative to the visitor's clock, and the default categories. */
export async function fillWithDemo(
  owner: Owner,
  clock: DemoClock,
  { stores }: Ports,
): Promise<void> {
  const tasks = TASKS.map((task) => taskOf(task, clock));
  tasks.filter(({ isPriority }) => isPriority).forEach((task, order) => (task.order = order));
  await Promise.all([
    stores.categories.createMissing(owner, DEFAULT_CATEGORIES),
    stores.tasks.createMissing(owner, [...tasks, ...steps(tasks)]),
    stores.events.createMissing(owner, [...events(clock), ...blocks(tasks, clock)]),
    stores.notes.createMissing(
      owner,
      NOTES.map((note) => noteOf(note, tasks, clock)),
    ),
    stores.reflections.createMissing(
      owner,
      DAYS.map((day, index) => reflectionOf(day, index, clock)),
    ),
    stores.focusSessions.createMissing(owner, focusSessions(tasks, clock)),
  ]);
}

/** Returns `hours`, or fewer soon after midnight, so that recent tasks count as completed today. */
const hoursAgoToday = (hours: number, { hoursToday }: DemoClock) =>
  Math.min(hours, (hours / (RECENT_HOURS + 1)) * hoursToday);

/** Tasks completed at most this many hours ago count as completed today. */
const RECENT_HOURS = 4;

function taskOf(task: DemoTask, clock: DemoClock): NewRecord {
  const { title, categoryId, created, completed, isPriority = false, planned, deadline } = task;
  const { estimate = null, repeat = null } = task;
  const day = (days: number | undefined) => (days === undefined ? null : dayOf(clock.at(days, 0)));
  const id = newId();
  return {
    ...NO_PLAN,
    id,
    plannedDay: day(planned),
    deadline: day(deadline),
    estimateMinutes: estimate,
    firstEstimateMinutes: estimate,
    repeat,
    ...(repeat && { seriesId: id, seriesDay: day(planned) }),
    title,
    categoryId,
    isPriority,
    order: null,
    completed: completed !== undefined,
    createdAt: clock.hoursAgo(created),
    completedAt:
      completed === undefined
        ? null
        : clock.hoursAgo(completed <= RECENT_HOURS ? hoursAgoToday(completed, clock) : completed),
  };
}

/** Returns the steps of `tasks`. Pass `tasks` in the order of `TASKS`. */
function steps(tasks: readonly NewRecord[]): NewRecord[] {
  return tasks.flatMap((task, index) =>
    (TASKS[index]?.steps ?? []).map(({ title, estimate = null, isDone = false }, step) => ({
      ...NO_PLAN,
      id: newId(),
      title,
      categoryId: task.categoryId,
      isPriority: false,
      order: null,
      completed: isDone,
      createdAt: task.createdAt,
      completedAt: isDone ? laterBy(task.createdAt, HOUR_MS) : null,
      parentId: task.id,
      position: `a${step}`,
      estimateMinutes: estimate,
      firstEstimateMinutes: estimate,
    })),
  );
}

const laterBy = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();

/** Returns the time blocks of `tasks` today. */
function blocks(tasks: readonly NewRecord[], clock: DemoClock): Omit<Event, 'userId'>[] {
  return tasks.flatMap(({ id, title }, index) => {
    const block = TASKS[index]?.block;
    if (!block) return [];
    const [from, to] = block;
    const times = { start: clock.at(0, from), end: clock.at(0, to) };
    return [
      {
        id: newId(),
        title,
        ...times,
        ...NO_DETAILS,
        taskId: id,
      },
    ];
  });
}

function events(clock: DemoClock): Omit<Event, 'userId'>[] {
  const eventOn = (day: number, { title, from, to, color }: DemoEvent) => ({
    id: newId(),
    title,
    start: clock.at(day, from),
    end: clock.at(day, to),
    ...NO_DETAILS,
    color,
  });
  const weekdays = [1, 2, 3, 4, 5];
  const standup = {
    ...eventOn(clock.workday(STANDUP.workday), STANDUP),
    repeat: {
      rule: { every: 'week' as const, interval: 1, weekdays, from: 'schedule' as const },
      timeZone: clock.timeZone,
      until: null,
      count: null,
    },
  };
  return [
    standup,
    ...WORKDAY_EVENTS.map(({ workday, ...event }) => eventOn(clock.workday(workday), event)),
    ...(clock.isWeekend ? WEEKEND_EVENTS.map((event) => eventOn(0, event)) : []),
    eventOn(clock.nextSaturday, NEXT_WEEKEND),
  ];
}

function noteOf(
  { title, content, changed, task }: DemoNote,
  tasks: readonly NewRecord[],
  clock: DemoClock,
): Omit<Note, 'userId'> {
  const attached = tasks.find((one) => one.title === task);
  return {
    id: newId(),
    title,
    content,
    attachedTo: attached ? { type: 'task', id: attached.id } : null,
    createdAt: clock.hoursAgo(changed + 20),
    updatedAt: clock.hoursAgo(changed),
  };
}

function reflectionOf({ sessions: _, ...answers }: DemoDay, index: number, clock: DemoClock) {
  const date = clock.at(clock.workday(-1 - index), 0);
  return { id: reflectionIdOf(date), date, ...answers };
}

/**
 * Returns today's focus sessions and those of earlier days. Each focus session of an earlier day is followed by a short
 * break.
 */
function focusSessions(
  tasks: readonly Omit<Task, 'userId'>[],
  clock: DemoClock,
): Omit<FocusSession, 'userId'>[] {
  const earlier = DAYS.flatMap(({ sessions }, index) =>
    STARTS.slice(0, sessions).flatMap((hour, nth) => {
      const day = clock.workday(-1 - index);
      const start = new Date(clock.at(day, hour)).toISOString();
      const open = tasks.filter(
        ({ createdAt, completedAt }, at) =>
          WORKED_ON.includes(at) && createdAt < start && (!completedAt || completedAt > start),
      );
      const task = open[(index + nth) % open.length];
      const rest = new Date(clock.at(day, hour + 25 / 60)).toISOString();
      return [
        { ...runOf(start, 25, true), taskId: task?.id ?? null },
        { ...runOf(rest, 5, true), mode: 'shortBreak' as const, plannedSeconds: 5 * 60 },
      ];
    }),
  );
  // Soon after midnight, leave out the runs that would have started yesterday.
  const today = TODAYS_FOCUS.filter(([ago]) => ago < clock.hoursToday).map(([ago, ...run]) =>
    runOf(clock.hoursAgo(ago), ...run),
  );
  return [...earlier, ...today];
}

function runOf(start: string, minutes: number, completed: boolean): Omit<FocusSession, 'userId'> {
  const end = new Date(Date.parse(start) + (minutes / 60) * HOUR_MS).toISOString();
  return {
    id: newId(),
    mode: 'focus',
    start,
    end,
    plannedSeconds: 25 * 60,
    actualSeconds: minutes * 60,
    completed,
    taskId: null,
    note: null,
  };
}
