import type { Category } from '@daymark/contract/category';
import type { FocusSession } from '@daymark/contract/focusSession';
import type { Goal } from '@daymark/contract/goal';
import type { Task } from '@daymark/contract/task';
import type { LocalDay } from '../../lib/time/dates';
import { coveredMs, gapsIn, within } from '../../lib/time/timeSpans';
import { byId } from '../mutation';
import { focusParts, secondsOf, type FocusPart } from '../focus/focusParts';
import { sessionSpan } from './insightDays';

/** A task, a goal or another thing that focus time counts for. */
export interface TimesheetLine {
  /** The id of the record or of the task's series. 0 without a record, and -1 for deleted tasks. */
  id: number;
  name: string;
  seconds: number;
}

/** A category with its tasks, the longest time first. */
interface TimesheetCategory extends TimesheetLine {
  /** Undefined without a category. */
  color?: string;
  tasks: TimesheetLine[];
}

/** The focus on one task, or on the tasks of one series, on one day. */
interface TimesheetEntry {
  day: LocalDay;
  category: string;
  task: string;
  goal: string;
  seconds: number;
}

/** The focus time of some days, in whole seconds. Each list adds up to `seconds`. */
export interface Timesheet {
  seconds: number;
  categories: TimesheetCategory[];
  /** The goals that tasks serve, the longest time first, and last the time without a goal. */
  goals: TimesheetLine[];
  /** In the order of the days. */
  entries: TimesheetEntry[];
  /** The seconds of recorded breaks between the first and the last focus of a day. */
  breakSeconds: number;
  /** The seconds between the first and the last focus of a day that have no session. */
  gapSeconds: number;
}

/** The records from which a timesheet is computed. */
export interface TimesheetRecords {
  sessions: readonly FocusSession[];
  /** All tasks, with steps and skipped tasks. */
  allTasks: readonly Task[];
  categories: readonly Category[];
  goals: readonly Goal[];
}

/** The names of time that belongs to no record. */
const NO_TASK = 'No task';
const DELETED_TASKS = 'Deleted tasks';
const NO_CATEGORY = 'No category';
const NO_GOAL = 'No goal';

/** The id of the line of all deleted tasks. No record has a negative id. */
const DELETED_ID = -1;

/**
 * Returns the timesheet of consecutive days. The focus on a step counts for its task. The tasks of a series are one
 * line, with the title of the latest one. Time that several sessions share counts once, as `focusParts` says. The
 * timesheet doesn't depend on the order of the records.
 */
export function timesheet(records: TimesheetRecords, days: readonly LocalDay[]): Timesheet {
  const parts = focusParts(records.sessions, days);
  const workOf = workReader(records);
  const categories = new Map<number, TimesheetCategory & { byTask: Map<number, TimesheetLine> }>();
  const goals = new Map<number, TimesheetLine>();
  const entries = new Map<string, TimesheetEntry>();
  for (const part of parts) {
    const { task, category, goal } = workOf(part.session.taskId);
    const seconds = secondsOf([part]);
    const ofCategory = at(categories, category.id, () => ({
      ...category,
      seconds: 0,
      tasks: [],
      byTask: new Map(),
    }));
    const counted = [
      ofCategory,
      at(ofCategory.byTask, task.id, () => ({ ...task, seconds: 0 })),
      at(goals, goal.id, () => ({ ...goal, seconds: 0 })),
      // The tasks of a series can have different categories and goals.
      at(entries, [part.day, task.id, category.id, goal.id].join(' '), () => ({
        day: part.day,
        category: category.name,
        task: task.name,
        goal: goal.name,
        seconds: 0,
      })),
    ];
    for (const line of counted) line.seconds += seconds;
  }
  return {
    seconds: secondsOf(parts),
    categories: [...categories.values()]
      .map(({ byTask, ...category }) => ({
        ...category,
        tasks: [...byTask.values()].sort(longestFirst),
      }))
      .sort(longestFirst),
    goals: [...goals.values()].sort(
      (a, b) => Number(a.id === 0) - Number(b.id === 0) || longestFirst(a, b),
    ),
    entries: [...entries.values()],
    ...pausesOf(records.sessions, parts),
  };
}

/** Returns the value of a key, which is made if it is missing. */
function at<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

const longestFirst = (a: TimesheetLine, b: TimesheetLine): number =>
  b.seconds - a.seconds || a.name.localeCompare(b.name, 'en') || a.id - b.id;

/** Returns a function that finds the task, the category and the goal of a session by the session's task id. */
function workReader({ allTasks, categories, goals }: TimesheetRecords) {
  const [taskById, categoryById, goalById] = [byId(allTasks), byId(categories), byId(goals)];
  const latest = latestOfSeries(allTasks);
  return (taskId: number | null) => {
    const focused = taskById.get(taskId ?? 0);
    const task = taskById.get(focused?.parentId ?? 0) ?? focused;
    const category = categoryById.get(task?.categoryId ?? 0);
    const goal = goalById.get(task?.goalId ?? 0);
    return {
      task: task
        ? { id: task.seriesId ?? task.id, name: (latest.get(task.seriesId ?? 0) ?? task).title }
        : taskId === null
          ? { id: 0, name: NO_TASK }
          : { id: DELETED_ID, name: DELETED_TASKS },
      category: category
        ? { id: category.id, name: category.name, color: category.color }
        : { id: 0, name: NO_CATEGORY },
      goal: goal ? { id: goal.id, name: goal.title } : { id: 0, name: NO_GOAL },
    };
  };
}

/** Returns the task of the latest day in each series, by the series' id. */
function latestOfSeries(tasks: readonly Task[]): ReadonlyMap<number, Task> {
  const latest = new Map<number, Task>();
  for (const task of tasks) {
    const { id, seriesId, seriesDay } = task;
    if (seriesId === null) continue;
    const known = latest.get(seriesId);
    const [day, knownDay] = [seriesDay ?? '', known?.seriesDay ?? ''];
    if (!known || day > knownDay || (day === knownDay && id > known.id)) latest.set(seriesId, task);
  }
  return latest;
}

/**
 * Returns the time between the first and the last focus of each day that has no focus. Recorded breaks are counted
 * apart from the rest, which are pauses of the timer and gaps between sessions.
 */
function pausesOf(
  sessions: readonly FocusSession[],
  parts: readonly FocusPart[],
): Pick<Timesheet, 'breakSeconds' | 'gapSeconds'> {
  const breaks = sessions.filter(({ mode }) => mode !== 'focus').map(sessionSpan);
  let [breakMs, gapMs] = [0, 0];
  const byDay = new Map<LocalDay, FocusPart[]>();
  for (const part of parts) at(byDay, part.day, () => []).push(part);
  for (const focus of byDay.values()) {
    const window = { from: focus[0]?.from ?? 0, to: focus.at(-1)?.to ?? 0 };
    const unfocused = gapsIn(window, focus);
    const ofDay = within(breaks, window);
    const onBreak = unfocused.reduce((sum, gap) => sum + coveredMs(within(ofDay, gap)), 0);
    breakMs += onBreak;
    gapMs += coveredMs(unfocused) - onBreak;
  }
  return { breakSeconds: breakMs / 1000, gapSeconds: gapMs / 1000 };
}
