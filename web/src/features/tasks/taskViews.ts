import { isOpen } from '@daymark/contract/task';
import { dayName, localDay, type LocalDay } from '../../lib/dates';
import { countText } from '../../lib/numbers';
import { dayOfTask, isLeftOver, isOverdue } from './taskPlan';
import type { ShownTask } from './taskQueries';

/** The category filter: all tasks, or those of one category by its id. */
export type CategoryFilter = 'all' | number;

/** The views of /tasks, by what their address calls them. */
export const TASK_VIEWS = ['all', 'today', 'upcoming', 'left-over', 'no-day', 'completed'] as const;
export type TaskView = (typeof TASK_VIEWS)[number];

/** A row of the list: a task, or the heading above some tasks with their number. */
export type ListItem = { task: ShownTask } | { heading: string; count: number };

interface Arrangement {
  today: LocalDay;
  filter: CategoryFilter;
  /**
   * For each task that was ticked or unticked while the screen is open: whether it was completed before. It stays where
   * it was, so that no row moves under the pointer.
   */
  wasCompleted: ReadonlyMap<number, boolean>;
}

/** Where a task belongs: its real state decides what it looks like, the state before a tick where it stands. */
interface Placed {
  task: ShownTask;
  /** The task as it was before it was ticked. */
  as: ShownTask;
}

/** The rows of a view of /tasks. */
export function viewItems(
  view: TaskView,
  tasks: readonly ShownTask[],
  arrangement: Arrangement,
): ListItem[] {
  const { today } = arrangement;
  const placed = placedTasks(tasks, arrangement);
  const open = placed.filter(({ as }) => isOpen(as));
  const completed = placed.filter(({ as }) => as.completed);
  switch (view) {
    case 'all':
      return [...rows(open), ...section('Completed', completed)];
    case 'today':
      return rows(byDeadline(open.filter(({ as }) => isForToday(as, today))));
    case 'upcoming':
      return byDay(open, (task) => upcomingDay(task, today), today);
    case 'left-over':
      return byDay(open, (task) => (isLeftOver(task, today) ? task.plannedDay : null), today);
    case 'no-day':
      return rows(open.filter(({ as }) => as.plannedDay === null));
    case 'completed':
      return byDay(completed, (task) => completionDay(task, today), today, true);
  }
}

/**
 * The rows of /today: what is left over, what is for today, and the tasks without a day. Without any days there are no
 * headings. Tasks that were completed stay below, as in the whole list.
 */
export function dashboardItems(
  tasks: readonly ShownTask[],
  arrangement: Arrangement,
): { items: ListItem[]; later: number } {
  const { today } = arrangement;
  const placed = placedTasks(tasks, arrangement);
  const leftOver: Placed[] = [];
  const todays: Placed[] = [];
  const later: Placed[] = [];
  const rest: Placed[] = [];
  for (const one of placed) {
    if (!isOpen(one.as)) continue;
    if (isLeftOver(one.as, today)) leftOver.push(one);
    else if (isForToday(one.as, today)) todays.push(one);
    else if (upcomingDay(one.as, today) !== null) later.push(one);
    else rest.push(one);
  }
  const forToday = byDeadline(todays);
  const completed = placed.filter(({ as }) => as.completed);
  const isDated = leftOver.length + forToday.length > 0;
  return {
    items: [
      ...section('Left over', leftOver),
      ...(isDated ? section('Today', forToday) : []),
      ...(isDated ? section('No day', rest) : rows(rest)),
      ...section('Completed', completed),
    ],
    later: later.length,
  };
}

/** How many tasks each view has. Of all but Completed only the open ones count. */
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
    if (upcomingDay(task, today) !== null) counts.upcoming++;
    if (isLeftOver(task, today)) counts['left-over']++;
    if (task.plannedDay === null) counts['no-day']++;
  }
  return counts;
}

/** "3 open tasks": how many of the listed tasks are open; undefined for an empty list. */
export function openCountText(items: readonly ListItem[]): string | undefined {
  if (items.length === 0) return undefined;
  const open = items.filter((item) => 'task' in item && !item.task.completed).length;
  return open === 0 ? 'Nothing left to do' : countText(open, 'open task');
}

/** Planned for today, or with a deadline that is today or has passed. */
const isForToday = (task: ShownTask, today: LocalDay): boolean =>
  dayOfTask(task, today) === today || task.deadline === today || isOverdue(task, today);

/** The later day on which a task is to be done: its planned day, otherwise its deadline; null if there is none. */
function upcomingDay(task: ShownTask, today: LocalDay): LocalDay | null {
  if (isForToday(task, today)) return null;
  const day = task.plannedDay ?? task.deadline;
  return day !== null && day > today ? day : null;
}

/** Without a time it was ticked just now, and the server hasn't set the time yet. */
const completionDay = ({ completedAt }: ShownTask, today: LocalDay): LocalDay =>
  completedAt === null ? today : localDay(new Date(completedAt));

function placedTasks(tasks: readonly ShownTask[], { filter, wasCompleted }: Arrangement): Placed[] {
  const placed: Placed[] = [];
  for (const task of tasks) {
    if (filter !== 'all' && task.categoryId !== filter) continue;
    const before = wasCompleted.get(task.id) ?? task.completed;
    placed.push({ task, as: before === task.completed ? task : { ...task, completed: before } });
  }
  return placed;
}

const rows = (placed: readonly Placed[]): ListItem[] => placed.map(({ task }) => ({ task }));

const section = (heading: string, placed: readonly Placed[]): ListItem[] =>
  placed.length === 0 ? [] : [{ heading, count: placed.length }, ...rows(placed)];

/** Those with a deadline first, the earliest before the others. */
const byDeadline = (placed: readonly Placed[]): Placed[] =>
  placed.toSorted(({ as: a }, { as: b }) =>
    (a.deadline ?? '~') === (b.deadline ?? '~')
      ? 0
      : (a.deadline ?? '~') < (b.deadline ?? '~')
        ? -1
        : 1,
  );

/** One section a day, the earliest first; tasks without a day are left out. */
function byDay(
  placed: readonly Placed[],
  dayOf: (task: ShownTask) => LocalDay | null,
  today: LocalDay,
  isLatestFirst = false,
): ListItem[] {
  const days = new Map<LocalDay, Placed[]>();
  for (const one of placed) {
    const day = dayOf(one.as);
    if (day === null) continue;
    const others = days.get(day);
    if (others) others.push(one);
    else days.set(day, [one]);
  }
  const inOrder = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
  return (isLatestFirst ? inOrder.reverse() : inOrder).flatMap(([day, tasks]) =>
    section(dayName(day, today), tasks),
  );
}
