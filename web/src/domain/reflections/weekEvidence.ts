import type { DayPlan, PlanOfDay } from '@daymark/contract/dayPlan';
import type { Goal } from '@daymark/contract/goal';
import type { Task } from '@daymark/contract/task';
import { addDays, personsDay, startOfDay, weekdayDate, type LocalDay } from '../../lib/time/dates';
import { goalsOf } from '../goals/longSpans';
import { daySpan, daysWithin, sessionSpan } from '../insights/insightDays';
import { timesheet, type Timesheet, type TimesheetRecords } from '../insights/timesheet';
import { within } from '../../lib/time/timeSpans';
import { byId } from '../mutation';
import type { CalendarEvent } from '../shownRecords';
import {
  planAgainstDay,
  type Outcome,
  type OutcomeSpan,
  type PlanAgainstDay,
} from './planAgainstDay';
import { joinedPlans, planSummary, type PlanSentences } from './planWords';

/** The records that the review of a week is drafted from. */
export interface WeekRecords extends TimesheetRecords {
  /** The tasks without steps and skipped tasks. */
  tasks: readonly Task[];
  /** The steps of each task, by its id. */
  steps: ReadonlyMap<number, readonly Task[]>;
  plans: readonly DayPlan[];
  events: readonly CalendarEvent[];
  /** Whether `events` has Google's. */
  hasExternal: boolean;
}

/** A line of the draft, with the record that it is about. */
export interface ReviewLine {
  id: number;
  kind: 'task' | 'goal';
  /** The line's beginning, by which it is recognized in a text: "Left over: Send the budget". */
  stem: string;
  /** Why the task slipped, if a record says it. */
  cause?: string;
}

/** A day's kept plan compared with the day. */
interface PlannedAndDone {
  day: LocalDay;
  /** Numbers of tasks. */
  planned: number;
  done: number;
  plannedMinutes: number;
  focusSeconds: number;
  /** How the rest of the plan turned out, as sentences. */
  rest: string[];
}

/** The lines and figures of a week, from its records. */
export interface WeekEvidence {
  done: ReviewLine[];
  slipped: ReviewLine[];
  /** The days with a kept plan, in order. */
  days: PlannedAndDone[];
  /** Sentences about the plans of all days. */
  plans: PlanSentences;
  sheet: Timesheet;
}

/**
 * Returns what the records say about the seven days from `first`, as of `now`. Completed tasks are in the order of their
 * completion. Tasks that slipped are in the order of the days for which they were planned.
 */
export function weekEvidence(records: WeekRecords, first: LocalDay, now: Date): WeekEvidence {
  const last = addDays(first, 6);
  const today = personsDay(now);
  const days = daysWithin(first, last < today ? last : today);
  const sheet = timesheet(records, days);
  const plans = comparedPlans(records, first, last < today ? last : today, now);
  return {
    done: [...goalLines(records.goals, first, true), ...doneLines(records, first, last)],
    slipped: [
      ...goalLines(records.goals, first, false),
      ...slippedLines(records, plans, { first, last, today }),
    ],
    days: plans.map((plan) => plannedAndDone(records.tasks, sheet, plan)),
    plans: planSummary(joinedPlans(plans.map(({ compared }) => compared))),
    sheet,
  };
}

/** The kept plan of a day, and how it turned out. */
interface ComparedPlan {
  day: LocalDay;
  plan: PlanOfDay;
  compared: PlanAgainstDay;
}

/** Returns the kept plans of the days from `first` to `last`, compared with their days, in order. */
function comparedPlans(
  records: WeekRecords,
  first: LocalDay,
  last: LocalDay,
  now: Date,
): ComparedPlan[] {
  const near = { from: daySpan(first).from, to: daySpan(addDays(last, 1)).to };
  const sessions = records.sessions.filter((session) => within([sessionSpan(session)], near)[0]);
  return records.plans
    .filter(({ day }) => day >= first && day <= last)
    .sort((a, b) => a.id - b.id)
    .flatMap(({ day, plan }) =>
      plan
        ? [{ day, plan, compared: planAgainstDay(plan, { ...records, sessions }, day, now) }]
        : [],
    );
}

/** Returns the local day on which a task was completed, or undefined if it is open. */
const doneDay = ({ completed, completedAt }: Task): LocalDay | undefined =>
  completed && completedAt !== null ? personsDay(new Date(completedAt)) : undefined;

/** Returns the lines of the week's goals that were reached, or of those that weren't. */
const goalLines = (goals: readonly Goal[], first: LocalDay, isReached: boolean): ReviewLine[] =>
  goalsOf(goals, 'week', first)
    .filter(({ outcome }) => (outcome === 'done') === isReached)
    .map(({ id, title, outcome }) => ({
      id,
      kind: 'goal',
      stem: `${isReached ? 'Goal reached' : 'Goal not reached'}: ${title}`,
      ...(outcome === 'carried' && { cause: 'carried forward' }),
      ...(outcome === 'dropped' && { cause: 'dropped' }),
    }));

/** Returns the completed tasks, each after the goal that it serves, else after its category. */
function doneLines(
  { tasks, goals, categories }: WeekRecords,
  first: LocalDay,
  last: LocalDay,
): ReviewLine[] {
  const [goalById, categoryById] = [byId(goals), byId(categories)];
  const groupOf = ({ goalId, categoryId }: Task) =>
    goalById.get(goalId ?? 0)?.title ?? categoryById.get(categoryId ?? 0)?.name;
  return tasks
    .filter((task) => {
      const day = doneDay(task);
      return day !== undefined && day >= first && day <= last;
    })
    .sort(
      (a, b) => Date.parse(a.completedAt ?? '') - Date.parse(b.completedAt ?? '') || a.id - b.id,
    )
    .map((task) => {
      const group = groupOf(task);
      return {
        id: task.id,
        kind: 'task',
        stem: group === undefined ? task.title : `${group}: ${task.title}`,
      };
    });
}

interface Week {
  first: LocalDay;
  last: LocalDay;
  today: LocalDay;
}

/**
 * Returns the tasks that were planned for the week or due in it, and not completed in it. A missed daily task isn't
 * left over, because it moves on with each day.
 */
function slippedLines(
  records: WeekRecords,
  plans: readonly ComparedPlan[],
  { first, last, today }: Week,
): ReviewLine[] {
  const tasks = byId(records.tasks);
  const isDone = (task: Task) => (doneDay(task) ?? '9999') <= last;
  const isIn = (day: LocalDay | null): day is LocalDay =>
    day !== null && day >= first && day <= last && day <= today;
  /** The last day for which each task was planned, by the task's id. */
  const planned = new Map<number, LocalDay>();
  for (const { day, plan } of plans) for (const { taskId } of plan.tasks) planned.set(taskId, day);
  for (const { id, plannedDay, deadline, repeat } of records.tasks) {
    if (repeat?.every === 'day') planned.delete(id);
    else if (isIn(plannedDay) && plannedDay >= (planned.get(id) ?? first))
      planned.set(id, plannedDay);
    else if (isIn(deadline) && deadline < today && !planned.has(id)) planned.set(id, deadline);
  }
  return [...planned]
    .flatMap(([id, day]) => {
      const task = tasks.get(id);
      return task && !isDone(task) ? [{ task, day }] : [];
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.task.id - b.task.id))
    .map(({ task, day }) => ({
      id: task.id,
      kind: 'task',
      stem: `Left over: ${task.title}`,
      cause: causeOf(task, day, records, plans, last),
    }));
}

/** Says why a task slipped: what took its time, what became of the work on it, or where it went. */
function causeOf(
  task: Task,
  day: LocalDay,
  { sessions, steps }: WeekRecords,
  plans: readonly ComparedPlan[],
  last: LocalDay,
): string {
  const meeting = lastSpan(task, plans, 'displaced');
  if (meeting) return `unplanned meeting: ${meeting.record.title}`;
  const ids = new Set([task.id, ...(steps.get(task.id) ?? []).map(({ id }) => id)]);
  const work = sessions
    .filter(
      ({ mode, taskId, start }) =>
        mode === 'focus' && taskId !== null && ids.has(taskId) && isOnOrBefore(start, last),
    )
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start) || a.id - b.id)
    .at(-1);
  if (work && isOnOrAfter(work.start, day)) return work.completed ? 'not finished' : 'interrupted';
  if (task.plannedDay === null && task.deadline !== day) return 'moved to no day';
  if (task.plannedDay !== null && task.plannedDay > day)
    return `moved to ${weekdayDate(startOfDay(task.plannedDay))}`;
  if (work) return 'not finished';
  const other = lastSpan(task, plans, 'interrupted');
  return other ? `interrupted by: ${other.record.title}` : 'not begun';
}

/** Returns the last part of a task's planned blocks that turned out this way. */
const lastSpan = (
  task: Task,
  plans: readonly ComparedPlan[],
  outcome: Outcome,
): OutcomeSpan | undefined =>
  plans
    .flatMap(({ compared }) => compared.times)
    .filter(({ planned }) => planned.taskId === task.id)
    .flatMap(({ spans }) => spans)
    .findLast((span) => span.outcome === outcome);

const isOnOrBefore = (instant: string, day: LocalDay) => personsDay(new Date(instant)) <= day;
const isOnOrAfter = (instant: string, day: LocalDay) => personsDay(new Date(instant)) >= day;

function plannedAndDone(
  tasks: readonly Task[],
  sheet: Timesheet,
  { day, plan, compared }: ComparedPlan,
): PlannedAndDone {
  const known = byId(tasks);
  return {
    day,
    planned: plan.tasks.length,
    done: plan.tasks.filter(({ taskId }) => {
      const task = known.get(taskId);
      return task && (doneDay(task) ?? '9999') <= day;
    }).length,
    plannedMinutes: plan.tasks.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
    focusSeconds: sheet.entries.reduce(
      (sum, entry) => (entry.day === day ? sum + entry.seconds : sum),
      0,
    ),
    rest: planSummary(compared).rest,
  };
}

/** Returns a line as it is added to a text: "Left over: Send the budget (interrupted)". */
export const lineText = ({ stem, cause }: Pick<ReviewLine, 'stem' | 'cause'>): string =>
  cause === undefined ? stem : `${stem} (${cause})`;

/**
 * Returns the lines that a text doesn't have yet. A line to which the person has added a remark, or whose cause has
 * changed, is in the text.
 */
export function missingLines(text: string, lines: readonly ReviewLine[]): string[] {
  const typed = text.split('\n').map((line) => line.replace(/^\s*(?:[-–*•]\s+)?/, '').trimEnd());
  const has = (stem: string) =>
    typed.some((line) => line.startsWith(stem) && REMARK.test(line.slice(stem.length)));
  return lines.filter(({ stem }) => !has(stem)).map(lineText);
}

/** Matches what may follow a line's stem: nothing, or a remark after a bracket, a dash or another mark. */
const REMARK = /^(?:$|\s*[(,.;:!–—-])/;
