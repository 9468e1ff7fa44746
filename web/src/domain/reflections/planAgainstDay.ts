import type { PlannedTask, PlannedTime, PlanOfDay } from '@daymark/contract/dayPlan';
import { isOpen } from '@daymark/contract/task';
import { MINUTE_MS } from '@daymark/contract/time/units';
import type { LocalDay } from '../../lib/time/dates';
import { gapsIn, within, type TimeSpan } from '../../lib/time/timeSpans';
import { eventSpan, isDayLong } from '../events/eventSpan';
import { isExternal } from '../events/externalEvent';
import { daySpan, sessionSpan } from '../insights/insightDays';
import { isBusy } from '../planning/freeTime';
import type { CalendarEvent, ShownSession, ShownTask } from '../shownRecords';

/**
 * How planned time turned out:
 * - `done`: focus on the block's task with its breaks, the rest of a block whose task was completed that day, or an
 *   event that took place.
 * - `displaced`: an event that came after the plan took the time.
 * - `interrupted`: the person focused on something else, or stopped working on the block's task.
 * - `moved`: the block, the event or its task is now at another time or on another day.
 * - `removed`: the block, the event or its task was deleted or skipped.
 * - `absent`: Google's event is not on this day anymore. It was deleted, or moved to a day that isn't loaded.
 * - `notBegun`: nothing is known about the time.
 * - `ahead`: the time has not come yet.
 */
export type Outcome =
  | 'done'
  | 'displaced'
  | 'interrupted'
  | 'moved'
  | 'removed'
  | 'absent'
  | 'notBegun'
  | 'ahead';

/** The record that shows an outcome. */
export interface ProofRecord {
  kind: 'task' | 'event' | 'session';
  /** The record's id as text. */
  id: string;
  title: string;
}

/** A part of a planned time with one outcome. */
export interface OutcomeSpan extends TimeSpan {
  outcome: Outcome;
  record: ProofRecord;
  /** If the outcome is `moved`, the new start, in ms since 1970, or the new day, or null for no day. */
  movedTo?: number | LocalDay | null;
}

/** A planned time with its spans, in order. The spans cover the planned time without gaps and overlaps. */
export interface TimeOutcome {
  planned: PlannedTime;
  spans: readonly OutcomeSpan[];
}

/** A planned task and how it turned out. */
interface TaskOutcome {
  planned: PlannedTask;
  outcome: Outcome;
  movedTo?: LocalDay | null;
}

/** Time that was not planned, divided into parts that overlap with no other unplanned time. */
interface UnplannedTime {
  record: ProofRecord;
  parts: readonly TimeSpan[];
}

/** A kept plan, compared with what happened. */
export interface PlanAgainstDay {
  times: readonly TimeOutcome[];
  /** The planned tasks without a planned time. */
  tasks: readonly TaskOutcome[];
  /**
   * The planned tasks that were not done on the day, whatever has become of them since. A task with a block that is
   * still to come on that day is not among them.
   */
  slipped: readonly PlannedTask[];
  unplanned: readonly UnplannedTime[];
  /** The focus on planned tasks outside their planned times. */
  otherTimes: readonly UnplannedTime[];
}

/** The records that a plan is compared with. */
export interface RecordsOfDay {
  tasks: readonly ShownTask[];
  /** The steps of each task, by its id. */
  steps: ReadonlyMap<number, readonly ShownTask[]>;
  sessions: readonly ShownSession[];
  /** The person's own events, on any day, and Google's. */
  events: readonly CalendarEvent[];
  /** Whether `events` has Google's. Without them, a planned Google event counts as unchanged. */
  hasExternal: boolean;
}

/** The time of a focus session or a break, and the task that it counts for. */
interface Run extends TimeSpan {
  session: ShownSession;
  /** The session's task, or the task of its step. 0 without a task. */
  taskId: number;
  record: ProofRecord;
}

/**
 * Compares a kept plan with the records of its day. Each planned time is divided into spans, so that each of its
 * moments counts once.
 */
export function planAgainstDay(
  plan: PlanOfDay,
  records: RecordsOfDay,
  day: LocalDay,
  now: Date,
): PlanAgainstDay {
  const dayEnd = daySpan(day).to;
  const tasks = new Map(records.tasks.map((task) => [task.id, task]));
  const runs = runsOf(records, tasks);
  const events = new Map(records.events.map((event) => [String(event.id), event]));
  const plannedIds = new Set(plan.times.map(({ eventId }) => eventId));
  const added = records.events.filter(
    (event) => !plannedIds.has(String(event.id)) && isBusy(event) && !isDayLong(event),
  );
  const context = { ...records, day, dayEnd, now: now.getTime(), tasks, runs, events, added };
  const timed = new Set(plan.times.map(({ taskId }) => taskId));
  return {
    times: plan.times.map((planned) => ({ planned, spans: spansOf(planned, context) })),
    tasks: plan.tasks
      .filter(({ taskId }) => !timed.has(taskId))
      .map((planned) => ({ planned, ...taskOutcome(planned.taskId, context) })),
    slipped: plan.tasks.filter(({ taskId }) => isSlipped(taskId, context)),
    unplanned: unplannedTime(plan, context),
    otherTimes: otherTimes(plan, context),
  };
}

interface Context extends Omit<RecordsOfDay, 'tasks' | 'events' | 'sessions'> {
  day: LocalDay;
  /** When the day ends, and now, in ms since 1970. */
  dayEnd: number;
  now: number;
  tasks: ReadonlyMap<number, ShownTask>;
  runs: readonly Run[];
  /** All events by their id. */
  events: ReadonlyMap<string, CalendarEvent>;
  /** The busy events that are not in the plan. A time block doesn't prove that the time went to its task. */
  added: readonly CalendarEvent[];
}

/** Returns the runs of the timer, earliest first. A step's run counts for the step's task. */
function runsOf(
  { steps, sessions }: RecordsOfDay,
  tasks: ReadonlyMap<number, ShownTask>,
): readonly Run[] {
  const owners = new Map<number, number>();
  for (const [taskId, ofTask] of steps) for (const { id } of ofTask) owners.set(id, taskId);
  return sessions
    .map((session): Run => {
      const taskId = owners.get(session.taskId ?? 0) ?? session.taskId ?? 0;
      const title = tasks.get(taskId)?.title ?? 'Focus without a task';
      const record: ProofRecord = { kind: 'session', id: String(session.id), title };
      return { ...sessionSpan(session), session, taskId, record };
    })
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from);
}

const overlaps = (a: TimeSpan, b: TimeSpan): boolean => a.from < b.to && a.to > b.from;

/** Divides a planned time wherever a record begins or ends, and joins neighbors that turned out the same way. */
function spansOf(planned: PlannedTime, context: Context): OutcomeSpan[] {
  const span = eventSpan(planned);
  const runs = context.runs.filter((run) => overlaps(run, span));
  const added = context.added.filter((event) => overlaps(eventSpan(event), span));
  const current = context.events.get(planned.eventId);
  const edges = [...runs, ...added.map(eventSpan), ...(current ? [eventSpan(current)] : [])];
  const cuts = [span.to, context.now, ...edges.flatMap(({ from, to }) => [from, to])]
    .filter((at) => at > span.from && at <= span.to)
    .sort((a, b) => a - b);
  const outcomeAt = planned.taskId === null ? eventOutcome : blockOutcome;
  const spans: OutcomeSpan[] = [];
  let from = span.from;
  for (const to of cuts) {
    if (to === from) continue;
    const next = { from, to, ...outcomeAt({ planned, current, at: from, runs, added }, context) };
    const last = spans.at(-1);
    if (last && isSame(last, next)) last.to = to;
    else spans.push(next);
    from = to;
  }
  return spans;
}

const isSame = (a: OutcomeSpan, b: OutcomeSpan): boolean =>
  a.outcome === b.outcome &&
  a.record.kind === b.record.kind &&
  a.record.id === b.record.id &&
  a.movedTo === b.movedTo;

type Result = Omit<OutcomeSpan, 'from' | 'to'>;

/** A moment of a planned time, with what overlaps with that time. */
interface Moment {
  planned: PlannedTime;
  /** The planned event as it is now, if it still exists. */
  current: CalendarEvent | undefined;
  at: number;
  runs: readonly Run[];
  added: readonly CalendarEvent[];
}

const contains = ({ from, to }: TimeSpan, at: number): boolean => from <= at && at < to;

const eventRecord = ({ id, title }: Pick<CalendarEvent, 'id' | 'title'>): ProofRecord => ({
  kind: 'event',
  id: String(id),
  title,
});

const plannedRecord = ({ eventId, title }: PlannedTime): ProofRecord =>
  eventRecord({ id: eventId, title });

/** Returns how a moment of a planned event without a task turned out. */
function eventOutcome({ planned, current, at }: Moment, context: Context): Result {
  const record = current ? eventRecord(current) : plannedRecord(planned);
  if (current && !contains(eventSpan(current), at)) return leftTime(planned, current);
  if (!current && isOwnId(planned.eventId)) return { outcome: 'removed', record };
  if (!current && context.hasExternal) return { outcome: 'absent', record };
  return { outcome: at < context.now ? 'done' : 'ahead', record };
}

/** Returns the outcome of time that an event has left: the event has another start, or was shortened. */
function leftTime(planned: PlannedTime, current: CalendarEvent): Result {
  const record = eventRecord(current);
  const { from } = eventSpan(current);
  if (from === eventSpan(planned).from) return { outcome: 'removed', record };
  return { outcome: 'moved', record, movedTo: from };
}

/** Whether an event's id is one of the person's own. Google's ids are prefixed with their calendar. */
const isOwnId = (id: string): boolean => /^\d+$/.test(id);

/** Returns how a moment of a planned time block turned out. */
function blockOutcome({ planned, current, at, runs, added }: Moment, context: Context): Result {
  const taskId = planned.taskId ?? 0;
  const hasPassed = at < context.now;
  const ofTask = runs.filter((run) => run.session.mode === 'focus' && run.taskId === taskId);
  const before = ofTask.findLast(({ from }) => from <= at);
  if (hasPassed) {
    const running = runs.filter((run) => contains(run, at));
    const own = ofTask.find((run) => contains(run, at));
    if (own) return { outcome: 'done', record: own.record };
    const event = added.find((one) => contains(eventSpan(one), at));
    if (event) return { outcome: 'displaced', record: eventRecord(event) };
    const other = running.find(({ session }) => session.mode === 'focus');
    if (other) return { outcome: 'interrupted', record: other.record };
    // A break from the task belongs to the work on it.
    if (before && running.length > 0) return { outcome: 'done', record: before.record };
  }
  const task = context.tasks.get(taskId);
  const record: ProofRecord = task
    ? { kind: 'task', id: String(taskId), title: task.title }
    : plannedRecord(planned);
  const deadline = Math.max(context.dayEnd, eventSpan(planned).to);
  if (task && isDoneBy(task, deadline)) return { outcome: 'done', record };
  if (current && !contains(eventSpan(current), at)) return leftTime(planned, current);
  if (!task || task.skippedAt !== null) return { outcome: 'removed', record };
  if (hasPassed && before) return { outcome: 'interrupted', record: before.record };
  const movedTo = laterDay(task, context.day);
  if (movedTo !== undefined) return { outcome: 'moved', record, movedTo };
  if (!current) return { outcome: 'removed', record };
  return { outcome: hasPassed ? 'notBegun' : 'ahead', record };
}

/** Whether a task was completed before `end`, in ms since 1970. */
const isDoneBy = ({ completed, completedAt }: ShownTask, end: number): boolean =>
  completed && completedAt !== null && Date.parse(completedAt) < end;

/** Returns the other day for which an open task is planned now, or undefined if it isn't. Null means no day. */
const laterDay = (task: ShownTask, day: LocalDay): LocalDay | null | undefined =>
  !isOpen(task) || (task.plannedDay !== null && task.plannedDay <= day)
    ? undefined
    : task.plannedDay;

/** Returns how a planned task without a planned time turned out. */
function taskOutcome(
  taskId: number,
  { tasks, runs, day, dayEnd, now }: Context,
): Pick<TaskOutcome, 'outcome' | 'movedTo'> {
  const task = tasks.get(taskId);
  if (task && isDoneBy(task, dayEnd)) return { outcome: 'done' };
  if (!task || task.skippedAt !== null) return { outcome: 'removed' };
  const movedTo = laterDay(task, day);
  // A task with a deadline may have been planned without a day.
  if (movedTo !== undefined && !(movedTo === null && task.deadline !== null))
    return { outcome: 'moved', movedTo };
  const isBegun = runs.some(
    (run) => run.taskId === taskId && run.session.mode === 'focus' && overlaps(run, daySpan(day)),
  );
  if (isBegun) return { outcome: 'interrupted' };
  return { outcome: now < dayEnd ? 'ahead' : 'notBegun' };
}

/** Whether a planned task was not done on the day, and has no block that is still to come on the day. */
function isSlipped(taskId: number, { tasks, events, dayEnd, now }: Context): boolean {
  const task = tasks.get(taskId);
  if (task && isDoneBy(task, dayEnd)) return false;
  return ![...events.values()].some((event) => {
    const { from, to } = eventSpan(event);
    return !isExternal(event) && event.taskId === taskId && from < dayEnd && to > now;
  });
}

/**
 * Returns the time after the plan was kept that went to tasks and events outside the plan, earliest first. If records
 * overlap, the time counts for focus before events, and then for the earlier record.
 */
function unplannedTime(plan: PlanOfDay, { day, now, runs, added }: Context): UnplannedTime[] {
  const { from, to } = daySpan(day);
  const window = { from: Math.max(from, Date.parse(plan.keptAt)), to: Math.min(to, now) };
  const planned = new Set(
    [...plan.tasks, ...plan.times].flatMap(({ taskId }) => (taskId === null ? [] : taskId)),
  );
  const focus = runs.filter(({ session }) => session.mode === 'focus');
  const taken: TimeSpan[] = focus.filter(({ taskId }) => planned.has(taskId));
  const met = added.map((event) => ({ record: eventRecord(event), ...eventSpan(event) }));
  const all = [
    ...focus.filter(({ taskId }) => !planned.has(taskId)),
    ...met.sort((a, b) => a.from - b.from),
  ];
  const unplanned: UnplannedTime[] = [];
  for (const { record, ...times } of all) {
    const [inside] = within([times], window);
    const parts = inside ? gapsIn(inside, taken) : [];
    if (parts.length > 0) unplanned.push({ record, parts });
    taken.push(...parts);
  }
  return unplanned.sort((a, b) => (a.parts[0]?.from ?? 0) - (b.parts[0]?.from ?? 0));
}

/** Returns the focus on planned tasks outside their planned times, earliest first. Runs that overlap count once. */
function otherTimes(plan: PlanOfDay, { day, now, runs }: Context): UnplannedTime[] {
  const { from, to } = daySpan(day);
  const planned = new Set(plan.tasks.map(({ taskId }) => taskId));
  for (const { taskId } of plan.times) if (taskId !== null) planned.add(taskId);
  const taken: TimeSpan[] = [];
  return runs.flatMap(({ session, taskId, record, ...run }) => {
    const [inside] = within([run], { from, to: Math.min(to, now) });
    if (session.mode !== 'focus' || !planned.has(taskId) || !inside) return [];
    const own = plan.times.filter((time) => time.taskId === taskId).map(eventSpan);
    const parts = gapsIn(inside, [...own, ...taken]);
    taken.push(...parts);
    return parts.length > 0 ? [{ record, parts }] : [];
  });
}

/** Returns the length of spans that don't overlap, in minutes. */
export const minutesOf = (spans: readonly TimeSpan[]): number =>
  spans.reduce((sum, { from, to }) => sum + to - from, 0) / MINUTE_MS;

/** Returns the outcome that most of a planned time had. */
export function mainOutcome({ spans }: TimeOutcome): Outcome {
  const minutes = new Map<Outcome, number>();
  for (const span of spans)
    minutes.set(span.outcome, (minutes.get(span.outcome) ?? 0) + minutesOf([span]));
  const [first] = [...minutes].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? 'done';
}
