import type { DayPlan, PlannedTask, PlannedTime } from '@daymark/contract/dayPlan';
import { NO_DETAILS, type Event } from '@daymark/contract/event';
import type { FocusSession } from '@daymark/contract/focusSession';
import { idOfDay, idOfText, inUtc } from '@daymark/contract/primitives';
import type { Task } from '@daymark/contract/task';
import type { DemoClock } from './demoClock';
import { DAY_OFF, eventsOn } from './demoEvents';
import { demoWork, isWeekend, type DemoWork, type DayOfWork } from './demoWork';

type Unowned<R> = Omit<R, 'userId'>;

interface PastRecords {
  tasks: Unowned<Task>[];
  sessions: Unowned<FocusSession>[];
  blocks: Unowned<Event>[];
  plans: Unowned<DayPlan>[];
}

/** A span of a day, in minutes since midnight. */
interface Span {
  from: number;
  to: number;
}

const LUNCH: Span = { from: 12.5 * 60, to: 13.25 * 60 };

/** When focus on work and on other tasks begins, in minutes since midnight. */
const WORK_FROM = 9 * 60 + 18;
const OTHERS_FROM = 15 * 60 + 45;

/** When planning ended and when the first block begins, in minutes since midnight. */
const PLANNED_AT = 8 * 60 + 45;
const BLOCKS_FROM = 9 * 60 + 15;

/** At most this many tasks of a day got a time block. */
const BLOCKS_A_DAY = 2;

const BLOCK_STEP = 15;
const BLOCK_MAX = 90;

/** Chosen so that each day's plan is longer than its focus, as in the tests. */
const SEED = 'e';

/** Minutes of a long session, of the shortest session with a break after it, and of that break. */
const LONG_SESSION = 50;
const BREAK_AFTER = 35;
const BREAK = 5;

/** Returns the tasks, focus sessions, time blocks and kept plans of the past days, and the tasks of this week. */
export function pastDays(clock: DemoClock): PastRecords {
  const work = demoWork(clock);
  const records: PastRecords = { tasks: [], sessions: [], blocks: [], plans: [] };
  const finished = new Map<number, string>();
  const focused = new Map<number, number>();
  for (let day = clock.dayIn(4, 1); day < 0; day++) {
    const ofDay = work.flatMap(({ task, days, isPlanned }) => {
      const one = days.get(day);
      if (!one) return [];
      const isLast = task.completed && [...days.keys()].at(-1) === day;
      return [{ task, isPlanned, ...one, isLast, left: leftOf(task, focused) }];
    });
    const isWorkday = day !== clock.dayIn(...DAY_OFF) && !isWeekend(day, clock);
    const { sessions, blocks, ends, plan } = pastDay(day, ofDay, clock);
    for (const { taskId, mode, actualSeconds } of sessions)
      if (taskId !== null && mode === 'focus')
        focused.set(taskId, (focused.get(taskId) ?? 0) + actualSeconds / 60);
    for (const [id, end] of ends) finished.set(id, end);
    records.sessions.push(...sessions);
    if (!isWorkday) continue;
    records.blocks.push(...blocks);
    records.plans.push(plan);
  }
  records.tasks = work.map(({ task }) => closed(task, finished.get(task.id)));
  return records;
}

/** Returns what is left of a task's estimate, in minutes. */
function leftOf({ id, estimateMinutes }: DemoWork['task'], focused: ReadonlyMap<number, number>) {
  if (estimateMinutes === null) return null;
  return Math.max(0, estimateMinutes - (focused.get(id) ?? 0));
}

/** Returns a task that was completed at its last end. A task that stayed open has no end. */
const closed = (task: DemoWork['task'], end: string | undefined): DemoWork['task'] =>
  task.completed ? { ...task, completedAt: end ? inUtc(end) : task.completedAt } : task;

interface WorkOnDay extends DayOfWork {
  task: DemoWork['task'];
  isPlanned: boolean;
  /** Whether the task was completed on this day. */
  isLast: boolean;
  left: number | null;
}

/** Returns the sessions, the blocks and the kept plan of a day, and when each task ended. */
function pastDay(day: number, work: readonly WorkOnDay[], clock: DemoClock) {
  const events = eventsOn(day, clock);
  const planned = work.filter(({ isPlanned }) => isPlanned);
  const blocks = blocksOn(planned, events);
  // Days are numbered from this week's Monday, so that a past day is the same on each day of this week.
  const weekDay = day - clock.dayIn(0, 1);
  const spans = sessionsOn(weekDay, work, events);
  const ends = new Map(
    work.map(({ task, isWork }) => {
      const last = spans.findLast(({ taskId }) => taskId === task.id)?.to;
      const block = blocks.find(({ taskId }) => taskId === task.id);
      const hour = isWork ? 16.5 : 17.5;
      const end = Math.max(
        last ?? hour * 60 + variation(`${task.title} ${weekDay}`, 25),
        block ? block.from + BLOCK_STEP : 0,
      );
      return [task.id, clock.at(day, end / 60)];
    }),
  );
  const at = (minutes: number) => clock.at(day, minutes / 60);
  const times: PlannedTime[] = [
    ...events.flatMap(({ eventId, title, planned: hours }) =>
      hours
        ? [
            {
              eventId,
              title,
              start: clock.at(day, hours.from),
              end: clock.at(day, hours.to),
              taskId: null,
            },
          ]
        : [],
    ),
    ...blocks.map(({ id, title, taskId, planned: { from, to } }) => ({
      eventId: String(id),
      title,
      start: at(from),
      end: at(to),
      taskId,
    })),
  ];
  return {
    ends,
    plan: planOfDay(day, planned.map(plannedTask), times, clock),
    sessions: spans.flatMap((span) => recordsOf(span, at)),
    blocks: blocks.map(({ id, title, taskId, from, to }) => ({
      id,
      title,
      start: at(from),
      end: at(to),
      ...NO_DETAILS,
      taskId,
    })),
  };

  /** Returns the time blocks of the day's first tasks, at the planned hours and at those that they were moved to. */
  function blocksOn(tasks: readonly WorkOnDay[], dayEvents: ReturnType<typeof eventsOn>) {
    const known = dayEvents.flatMap(({ planned: hours }) => (hours ? [inMinutes(hours)] : []));
    const taken = [LUNCH, ...known];
    const surprises = dayEvents.filter((event) => !event.planned).map(inMinutes);
    return tasks
      .filter(({ isWork, left }) => isWork && left !== null && left > 0)
      .slice(0, BLOCKS_A_DAY)
      .map(({ task, left }) => {
        const length = Math.min(BLOCK_MAX, Math.ceil((left ?? 0) / BLOCK_STEP) * BLOCK_STEP);
        const from = freeFrom(BLOCKS_FROM, length, taken, BLOCK_STEP);
        const hours = { from, to: from + length };
        taken.push(hours);
        const surprise = surprises.find((other) => overlaps(hours, other));
        const moved = surprise
          ? freeFrom(surprise.to, length, [...taken, ...surprises], BLOCK_STEP)
          : from;
        if (surprise) taken.push({ from: moved, to: moved + length });
        return {
          id: idOfText(`demo block ${task.id} ${clock.date(day)}`),
          taskId: task.id,
          title: task.title,
          planned: hours,
          from: moved,
          to: moved + length,
        };
      });
  }
}

/** A focus session in minutes since midnight. */
interface SessionSpan extends Span {
  taskId: number;
  /** How long the session was meant to be, in minutes. */
  planned: number;
  isCut: boolean;
  hasBreak: boolean;
}

/** Returns the focus sessions of a day in the order of their times. None overlaps an event, a break or another one. */
function sessionsOn(
  weekDay: number,
  work: readonly WorkOnDay[],
  events: ReturnType<typeof eventsOn>,
): SessionSpan[] {
  const taken = [LUNCH, ...events.map(inMinutes)];
  const sessions: SessionSpan[] = [];
  // A session that was cut off ends when the event begins that cut it off.
  const surprise = events.find(({ planned }) => !planned);
  for (const { task, minutes, isCut } of work) {
    if (!isCut || !surprise) continue;
    const to = surprise.from * 60;
    const session = {
      taskId: task.id,
      from: to - minutes,
      to,
      planned: LONG_SESSION,
      isCut,
      hasBreak: false,
    };
    sessions.push(session);
    taken.push(session);
  }
  for (const ofWork of [true, false]) {
    let cursor = (ofWork ? WORK_FROM : OTHERS_FROM) + variation(`${weekDay} ${ofWork}`, 20);
    for (const { task, minutes, isCut, isWork, isLast } of work) {
      if (isWork !== ofWork || (isCut && surprise)) continue;
      for (let left = minutes; left > 0; left -= LONG_SESSION) {
        const usual = Math.min(left, LONG_SESSION);
        const vary = (below: number) => variation(`${task.title} ${weekDay} ${left}`, below);
        // The session in which a task was completed ended when the task was done, and not when its time was over.
        const isDone = isLast && left <= LONG_SESSION;
        const length = isDone ? usual + vary(usual * 0.6) - Math.floor(usual / 5) : usual;
        const planned = Math.max(usual, length);
        const hasBreak = length >= BREAK_AFTER;
        const from = freeFrom(cursor, length + (hasBreak ? BREAK : 0), taken);
        const to = from + length;
        sessions.push({ taskId: task.id, from, to, planned, isCut: false, hasBreak });
        taken.push({ from, to: hasBreak ? to + BREAK : to });
        cursor = to + BREAK + 2 + vary(14);
      }
    }
  }
  return sessions.toSorted((a, b) => a.from - b.from);
}

/** Returns the records of a session and of the break after it. */
function recordsOf(
  { taskId, from, to, planned, isCut, hasBreak }: SessionSpan,
  at: (minutes: number) => string,
): Unowned<FocusSession>[] {
  const run = (mode: FocusSession['mode'], start: number, end: number, ofTask: number | null) => ({
    id: idOfText(`demo session ${mode} ${at(start)}`),
    mode,
    start: inUtc(at(start)),
    end: inUtc(at(end)),
    plannedSeconds: (mode === 'focus' ? planned : BREAK) * 60,
    actualSeconds: (end - start) * 60,
    completed: !isCut,
    taskId: ofTask,
    note: null,
  });
  const focus = run('focus', from, to, taskId);
  return hasBreak ? [focus, run('shortBreak', to, to + BREAK, null)] : [focus];
}

const plannedTask = ({ task: { id, title }, left, isPriority }: WorkOnDay): PlannedTask => ({
  taskId: id,
  title,
  minutes: left,
  isPriority,
});

/** Returns the plan that was kept on the morning of a day. Only its first three priorities are priorities. */
export function planOfDay(
  day: number,
  tasks: readonly PlannedTask[],
  times: readonly PlannedTime[],
  clock: DemoClock,
): Unowned<DayPlan> {
  const date = clock.date(day);
  const first = tasks.filter(({ isPriority }) => isPriority).slice(0, 3);
  return {
    id: idOfDay(date),
    day: date,
    plan: {
      keptAt: inUtc(clock.at(day, PLANNED_AT / 60)),
      tasks: tasks.map((task) => ({ ...task, isPriority: first.includes(task) })),
      times: times.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start)),
    },
  };
}

/** Returns a number from 0 to `below` - 1 that depends only on the text, so that every demo is the same. */
const variation = (text: string, below: number): number =>
  idOfText(`${SEED} ${text}`) % Math.floor(below);

const inMinutes = ({ from, to }: Span): Span => ({ from: from * 60, to: to * 60 });

const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** Returns the first start, from `from` on, at which a span of `length` minutes overlaps none of `taken`. */
function freeFrom(from: number, length: number, taken: readonly Span[], step = 1): number {
  let start = Math.ceil(from / step) * step;
  for (;;) {
    const span = { from: start, to: start + length };
    const other = taken.find((one) => overlaps(span, one));
    if (!other) return start;
    start = Math.ceil(other.to / step) * step;
  }
}
