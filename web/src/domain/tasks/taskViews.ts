import { isOpen } from '@daymark/contract/task';
import { dayName, personsDay, type LocalDay } from '../../lib/time/dates';
import { countText } from '../../lib/text/numbers';
import { eventSpan } from '../events/eventSpan';
import { dayOfBlock, type ShownBlocks } from '../planning/shownBlocks';
import { inDayOrder } from './dayOrder';
import { dayOfTask, isLeftOver, isOverdue } from './taskPlan';
import type { ShownTask } from '../shownRecords';

/** The category filter: all tasks, or those of one category by its id. */
export type CategoryFilter = 'all' | number;

/** The views of /tasks, by their names in its address. */
export const TASK_VIEWS = ['all', 'today', 'upcoming', 'left-over', 'no-day', 'completed'] as const;
export type TaskView = (typeof TASK_VIEWS)[number];

/** A row of the list: a task, or the heading above some tasks with their number. */
export type ListItem = ShownTask | Heading;

interface Heading {
  heading: string;
  count: number;
  /** Whether the tasks below the heading are ordered by time, and then by hand. */
  isOrdered?: boolean;
}

/**
 * Whether a row is a heading. Reading the field is faster than `in`, and this function runs for each of ten thousand
 * rows before a change is painted.
 */
export const isHeading = (item: ListItem): item is Heading =>
  (item as Partial<Heading>).heading !== undefined;

export interface Arrangement {
  today: LocalDay;
  filter: CategoryFilter;
  /**
   * For each task that was ticked or unticked while the screen is open, whether the task was completed before. The row
   * of such a task stays where it was, so that no row moves under the pointer.
   */
  wasCompleted: ReadonlyMap<number, boolean>;
  /** The blocks that order the tasks of a day. */
  blocks: ShownBlocks;
}

/** Returns the rows of a view of /tasks. */
export function viewItems(
  view: TaskView,
  tasks: readonly ShownTask[],
  arrangement: Arrangement,
): ListItem[] {
  const { today } = arrangement;
  const { open, completed } = sorted(tasks, arrangement);
  switch (view) {
    case 'all':
      return [...open, ...section('Completed', completed)];
    case 'today':
      return inListOrder(
        open.filter((task) => isForToday(asOpen(task), today)),
        arrangement,
      );
    case 'upcoming':
      return byDay(
        open,
        (task) => (isForToday(asOpen(task), today) ? null : laterDay(task, today)),
        today,
        { arrangement },
      );
    case 'left-over':
      return byDay(
        open,
        (task) => (isLeftOver(asOpen(task), today) ? task.plannedDay : null),
        today,
      );
    case 'no-day':
      return open.filter(({ plannedDay }) => plannedDay === null);
    case 'completed':
      return byDay(completed, (task) => completionDay(task, today), today, { isLatestFirst: true });
  }
}

/**
 * Returns the rows of /today: what is left over, what is for today, the tasks without a day, and what was completed
 * today. `later` is how many tasks are for later days. If nothing is left over or for today, the tasks without a day
 * have no heading.
 */
export function dashboardItems(
  tasks: readonly ShownTask[],
  arrangement: Arrangement,
): { items: ListItem[]; later: number } {
  const { today } = arrangement;
  const { open, completed } = sorted(tasks, arrangement);
  const leftOver: ShownTask[] = [];
  const todays: ShownTask[] = [];
  const rest: ShownTask[] = [];
  let later = 0;
  for (const task of open) {
    const before = asOpen(task);
    if (isLeftOver(before, today)) leftOver.push(task);
    else if (isForToday(before, today)) todays.push(task);
    else if (laterDay(before, today) !== null) later++;
    else rest.push(task);
  }
  // If another device's clock is ahead, a task completed today may have a completion day after today.
  const done = completed.filter((task) => !task.completed || completionDay(task, today) >= today);
  const isDated = leftOver.length + todays.length > 0;
  return {
    items: [
      ...section('Left over', leftOver),
      ...section('Today', inListOrder(todays, arrangement), true),
      ...(isDated ? section('No day', rest) : rest),
      ...section('Completed', done),
    ],
    later,
  };
}

/** Returns how many tasks each view has. Only open tasks count, except in Completed. */
export function viewCounts(
  tasks: readonly ShownTask[],
  filter: CategoryFilter,
  today: LocalDay,
): Record<TaskView, number> {
  const counts = { all: 0, today: 0, upcoming: 0, 'left-over': 0, 'no-day': 0, completed: 0 };
  for (const task of tasks) {
    if (filter !== 'all' && task.categoryId !== filter) continue;
    if (task.completed) counts.completed++;
    if (!isOpen(task)) continue;
    counts.all++;
    if (isForToday(task, today)) counts.today++;
    else if (laterDay(task, today) !== null) counts.upcoming++;
    if (isLeftOver(task, today)) counts['left-over']++;
    if (task.plannedDay === null) counts['no-day']++;
  }
  return counts;
}

/**
 * Returns how many of the listed tasks are open: "3 open tasks", or "Nothing left to do". Returns undefined for an
 * empty list.
 */
export function openCountText(items: readonly ListItem[]): string | undefined {
  if (items.length === 0) return undefined;
  let open = 0;
  for (const item of items) if (!isHeading(item) && !item.completed) open++;
  return open === 0 ? 'Nothing left to do' : countText(open, 'open task');
}

/** Whether a task is planned for today, or has a deadline that is today or has passed. */
const isForToday = (task: ShownTask, today: LocalDay): boolean =>
  dayOfTask(task, today) === today || task.deadline === today || isOverdue(task, today);

/** Returns the day for which a task is planned, or else its deadline. Returns null if that day is not after today. */
function laterDay(task: ShownTask, today: LocalDay): LocalDay | null {
  const day = task.plannedDay ?? task.deadline;
  return day !== null && day > today ? day : null;
}

/**
 * Returns the day on which a task was completed. A task without a completion time was ticked just now, and the server
 * hasn't set the time yet.
 */
const completionDay = ({ completedAt }: ShownTask, today: LocalDay): LocalDay =>
  completedAt === null ? today : personsDay(new Date(completedAt));

/**
 * Returns the tasks of the filter, divided into open and completed ones. Ticks made while the screen is open don't
 * count.
 */
function sorted(tasks: readonly ShownTask[], { filter, wasCompleted }: Arrangement) {
  const open: ShownTask[] = [];
  const completed: ShownTask[] = [];
  for (const task of tasks) {
    if (filter !== 'all' && task.categoryId !== filter) continue;
    if (wasCompleted.get(task.id) ?? task.completed) completed.push(task);
    else if (task.skippedAt === null) open.push(task);
  }
  return { open, completed };
}

/** Returns a task that is listed as open, as it was before it was ticked. */
const asOpen = (task: ShownTask): ShownTask =>
  task.completed ? { ...task, completed: false } : task;

/**
 * Returns when a task begins on the day under which the list has it, in ms since 1970. Returns undefined for a task
 * without a block on that day, which is ordered by hand.
 */
function listedStart(
  task: ShownTask,
  { today, blocks }: Pick<Arrangement, 'today' | 'blocks'>,
): number | undefined {
  const block = blocks.get(task.id);
  if (!block) return undefined;
  const open = asOpen(task);
  const day = isForToday(open, today) ? today : laterDay(open, today);
  return dayOfBlock(block, today) === day ? eventSpan(block).from : undefined;
}

const inListOrder = (tasks: readonly ShownTask[], arrangement: Arrangement) =>
  inDayOrder(tasks, (task) => listedStart(task, arrangement));

const section = (heading: string, tasks: readonly ShownTask[], isOrdered = false): ListItem[] =>
  tasks.length === 0
    ? []
    : [{ heading, count: tasks.length, ...(isOrdered && { isOrdered }) }, ...tasks];

/** The section of tasks that keep their position by time. */
export const BY_TIME = -1;

/**
 * Returns the number of the section of each task of an ordered day, by the task's id. Tasks with the same number can
 * change places, unless it is `BY_TIME`. Set `isWhole` for a list that has one day and no headings.
 */
export function orderedSections(
  items: readonly ListItem[],
  isWhole: boolean,
  arrangement: Pick<Arrangement, 'today' | 'blocks'>,
): ReadonlyMap<number, number> {
  const sections = new Map<number, number>();
  let [current, isOrdered] = [0, isWhole];
  for (const item of items)
    if (isHeading(item)) {
      current++;
      isOrdered = item.isOrdered === true;
    } else if (isOrdered) {
      const isTimed = listedStart(item, arrangement) !== undefined;
      sections.set(item.id, isTimed ? BY_TIME : current);
    }
  return sections;
}

/**
 * Returns one section for each day, the earliest first by default. Tasks without a day are left out. The tasks of a day
 * are ordered by time and by hand if `arrangement` is given.
 */
function byDay(
  tasks: readonly ShownTask[],
  dayOf: (task: ShownTask) => LocalDay | null,
  today: LocalDay,
  {
    isLatestFirst = false,
    arrangement,
  }: { isLatestFirst?: boolean; arrangement?: Arrangement } = {},
): ListItem[] {
  const days = new Map<LocalDay, ShownTask[]>();
  for (const task of tasks) {
    const day = dayOf(task);
    if (day === null) continue;
    const others = days.get(day);
    if (others) others.push(task);
    else days.set(day, [task]);
  }
  const inOrder = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
  return (isLatestFirst ? inOrder.reverse() : inOrder).flatMap(([day, ofDay]) =>
    arrangement
      ? section(dayName(day, today), inListOrder(ofDay, arrangement), true)
      : section(dayName(day, today), ofDay),
  );
}
