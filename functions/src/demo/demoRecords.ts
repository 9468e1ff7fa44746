import { DEFAULT_CATEGORIES } from '@daymark/contract/category';
import type { DayPlan } from '@daymark/contract/dayPlan';
import { NO_DETAILS, type Event } from '@daymark/contract/event';
import type { FocusSession } from '@daymark/contract/focusSession';
import type { Note } from '@daymark/contract/note';
import { idOfText } from '@daymark/contract/primitives';
import { DEFAULT_SETTINGS, SETTINGS_ID, type WorkingTime } from '@daymark/contract/settings';
import { isOpen, NO_PLAN, type Task } from '@daymark/contract/task';
import { HOUR_MS } from '@daymark/contract/time/units';
import type { Owner } from '../owner';
import type { Ports } from '../ports';
import { HEALTH, LEARNING, PERSONAL, WORK } from './demoCategories';
import type { DemoClock } from './demoClock';
import { demoEvents, eventsOn } from './demoEvents';
import { demoGoals, goalIdOf } from './demoGoals';
import { demoReflections, weekReviews } from './demoReflections';
import { pastDays, planOfDay } from './demoPastDays';

type NewRecord = Omit<Task, 'userId'>;

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
  /** The title of the goal of this week that the task serves. */
  goal?: string;
  /** Hours of today at which the task's time block begins and ends. */
  block?: [from: number, to: number];
  steps?: readonly { title: string; estimate?: number; isDone?: boolean }[];
}

/** Today's tasks, and those without a day of the past. */
const TASKS: readonly DemoTask[] = [
  {
    title: 'Send the budget to Priya for sign-off',
    categoryId: WORK,
    created: 3,
    isPriority: true,
    planned: 0,
    deadline: 0,
    estimate: 30,
    goal: 'Get the budget signed off',
    block: [10.5, 11],
  },
  {
    title: 'Outline the talk for the team lunch',
    categoryId: WORK,
    created: 5,
    isPriority: true,
    planned: 0,
    estimate: 90,
    goal: 'Give the talk on small batches',
    block: [14, 15.5],
    steps: [
      { title: 'Collect quotes from the second team', isDone: true },
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
    created: 52,
    isPriority: true,
    planned: 0,
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
    title: 'Send the receipts to the insurance',
    categoryId: PERSONAL,
    created: 120,
    deadline: 3,
    estimate: 30,
  },
  {
    title: 'Read chapter 4 of “Thinking in Systems”',
    categoryId: LEARNING,
    created: 341,
    estimate: 60,
    goal: 'Read half of “Thinking in Systems”',
  },
  { title: 'Practice Spanish past tenses', categoryId: LEARNING, created: 342, estimate: 45 },
  { title: 'Renew the gym membership', categoryId: HEALTH, created: 74, planned: -2 },
];

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

/** Today's runs of the timer: hours before now, minutes, whether it was completed, and the task's title. */
const TODAYS_FOCUS: readonly [ago: number, minutes: number, completed: boolean, task: string][] = [
  [2, 25, true, 'Outline the talk for the team lunch'],
  [3, 25, true, 'Review Tomás’s pull request on invoice exports'],
  [4, 12, false, 'Review Tomás’s pull request on invoice exports'],
];

const WORKING_TIME: WorkingTime = {
  start: '09:00',
  end: '17:00',
  break: { start: '12:30', end: '13:15' },
};

/** The person's settings. The goals and reviews are of weeks that begin on Monday. */
const SETTINGS = {
  ...DEFAULT_SETTINGS,
  id: SETTINGS_ID,
  weekStart: 'monday' as const,
  workingHours: [...Array.from({ length: 5 }, () => WORKING_TIME), null, null],
  hoursSuggestionDismissed: true,
};

/** The hour of today from which a visitor finds a plan of today, because the time to plan it has passed. */
const PLAN_KEPT_FROM = 17;

/** Stores more than four weeks of sample data, relative to the visitor's clock, and the default categories. */
export async function fillWithDemo(
  owner: Owner,
  clock: DemoClock,
  { stores }: Ports,
): Promise<void> {
  const todays = TASKS.map((task) => taskOf(task, clock));
  todays.filter(({ isPriority }) => isPriority).forEach((task, order) => (task.order = order));
  const past = pastDays(clock);
  const tasks = [...past.tasks, ...todays, ...steps(todays)];
  const todaysBlocks = blocks(todays, clock);
  const notes = NOTES.map((note) => noteOf(note, tasks, clock));
  await Promise.all([
    stores.settings.createMissing(owner, [SETTINGS]),
    stores.categories.createMissing(owner, DEFAULT_CATEGORIES),
    stores.goals.createMissing(owner, demoGoals(clock)),
    stores.tasks.createMissing(owner, tasks),
    stores.events.createMissing(owner, [...demoEvents(clock), ...past.blocks, ...todaysBlocks]),
    stores.notes.createMissing(owner, notes),
    stores.reflections.createMissing(owner, demoReflections(clock)),
    stores.weekReviews.createMissing(owner, weekReviews(clock)),
    stores.dayPlans.createMissing(owner, [
      ...past.plans,
      ...todaysPlan(tasks, todaysBlocks, clock),
    ]),
    stores.focusSessions.createMissing(owner, [...past.sessions, ...todaysFocus(todays, clock)]),
  ]);
}

/** Returns `hours`, or fewer soon after midnight, so that recent tasks count as completed today. */
const hoursAgoToday = (hours: number, { hoursToday }: DemoClock) =>
  Math.min(hours, (hours / (RECENT_HOURS + 1)) * hoursToday);

/** Tasks completed at most this many hours ago count as completed today. */
const RECENT_HOURS = 4;

function taskOf(task: DemoTask, clock: DemoClock): NewRecord {
  const { title, categoryId, created, completed, isPriority = false, planned, deadline } = task;
  const { estimate = null, goal } = task;
  const day = (days: number | undefined) => (days === undefined ? null : clock.date(days));
  return {
    ...NO_PLAN,
    id: idOfText(`demo task of today ${title}`),
    plannedDay: day(planned),
    deadline: day(deadline),
    estimateMinutes: estimate,
    firstEstimateMinutes: estimate,
    goalId: goal === undefined ? null : goalIdOf(goal, 0),
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
      id: idOfText(`demo step ${title}`),
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
        id: idOfText(`demo block of today ${title}`),
        title,
        ...times,
        ...NO_DETAILS,
        taskId: id,
      },
    ];
  });
}

function noteOf(
  { title, content, changed, task }: DemoNote,
  tasks: readonly NewRecord[],
  clock: DemoClock,
): Omit<Note, 'userId'> {
  const attached = tasks.find((one) => one.title === task);
  return {
    id: idOfText(`demo note ${title}`),
    title,
    content,
    attachedTo: attached ? { type: 'task', id: attached.id } : null,
    createdAt: clock.hoursAgo(changed + 20),
    updatedAt: clock.hoursAgo(changed),
  };
}

/** Returns the plan of today's morning if the working hours are over. */
function todaysPlan(
  tasks: readonly NewRecord[],
  todaysBlocks: readonly Omit<Event, 'userId'>[],
  clock: DemoClock,
): Omit<DayPlan, 'userId'>[] {
  if (clock.hoursToday < PLAN_KEPT_FROM || clock.isWeekend) return [];
  const today = clock.date(0);
  const planned = tasks
    .filter((task) => task.plannedDay === today && (isOpen(task) || task.completed))
    .map(({ id, title, estimateMinutes, isPriority }) => ({
      taskId: id,
      title,
      minutes: estimateMinutes,
      isPriority,
    }));
  const times = [
    ...eventsOn(0, clock).map(({ eventId, title, from, to }) => ({
      eventId,
      title,
      start: clock.at(0, from),
      end: clock.at(0, to),
      taskId: null,
    })),
    ...todaysBlocks.map(({ id, title, start, end, taskId }) => ({
      eventId: String(id),
      title,
      start,
      end,
      taskId,
    })),
  ];
  return [planOfDay(0, planned, times, clock)];
}

/** Returns today's focus sessions. Soon after midnight, those that would have started yesterday are left out. */
function todaysFocus(
  tasks: readonly NewRecord[],
  clock: DemoClock,
): Omit<FocusSession, 'userId'>[] {
  return TODAYS_FOCUS.filter(([ago]) => ago < clock.hoursToday).map(
    ([ago, minutes, completed, title]) => {
      const start = clock.hoursAgo(ago);
      return {
        id: idOfText(`demo session ${start}`),
        mode: 'focus',
        start,
        end: laterBy(start, (minutes / 60) * HOUR_MS),
        plannedSeconds: 25 * 60,
        actualSeconds: minutes * 60,
        completed,
        taskId: tasks.find((task) => task.title === title)?.id ?? null,
        note: null,
      };
    },
  );
}
