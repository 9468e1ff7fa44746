import type { Category } from '@daymark/contract/category';
import type { Task } from '@daymark/contract/task';
import { foldText } from '../../lib/text/foldText';
import { countText } from '../../lib/text/numbers';
import { minutesByTask } from '../focus/focusDay';
import { rangeOf, type Range } from '../statistics/range';
import { roughDuration, rangeText } from '../statistics/rangeText';
import { focusedOn } from '../tasks/taskPlan';
import type { ShownSession } from '../shownRecords';

/** A completed task with its first estimate and the focus on it and its steps, in minutes. */
export interface DoneTask {
  title: string;
  categoryId: number | null;
  estimated: number | null;
  took: number;
}

/**
 * Returns the completed tasks that took at least a minute of focus, the earliest first. First estimates never change,
 * so they show what the person guessed.
 */
export function doneTasks(
  sessions: readonly ShownSession[],
  tasks: readonly Task[],
  steps: ReadonlyMap<number, readonly Task[]>,
): DoneTask[] {
  const minutes = minutesByTask(sessions);
  return tasks
    .flatMap((task) => (task.completed && task.completedAt !== null ? [task] : []))
    .toSorted((a, b) => Date.parse(a.completedAt ?? '') - Date.parse(b.completedAt ?? ''))
    .map((task) => ({
      title: task.title,
      categoryId: task.categoryId,
      estimated: task.firstEstimateMinutes,
      took: focusedOn(task, steps.get(task.id) ?? [], minutes),
    }))
    .filter(({ took }) => took >= 1);
}

/** How long a task may take, in minutes. */
export interface EstimateRange extends Range {
  /**
   * The tasks that the range comes from: those of the same title, the person's guesses and what became of them, or the
   * tasks of the category or all tasks if there is no guess. A guess is kept: `median` is the guess.
   */
  basis: 'title' | 'guess' | 'category' | 'all';
}

/** A task to be estimated. `estimate` is the person's guess in minutes, or null without one. */
export type Estimated = Pick<DoneTask, 'title' | 'categoryId'> & { estimate: number | null };

/** A title must have been done this often before it proposes its own median. */
const TITLE_MIN = 3;

/** At most this many tasks of a title count, the latest ones. */
const TITLE_MAX = 20;

/** At least this many tasks are needed for a range. */
const TASKS_MIN = 10;

/** With this many tasks, a category counts as much as all tasks together. */
const CATEGORY_WEIGHT = 20;

/**
 * How far tasks of one title differ from their median, as factors, until the person has records of their own. The
 * factors are evenly likely, and the upper end is four times the lower one, as in the published records.
 */
const USUAL_FACTORS: readonly number[] = [0.5, 0.64, 0.75, 0.87, 1, 1.15, 1.33, 1.57, 2];

const medianOf = (values: readonly number[]): number => rangeOf(values).median;

/** Collects values under keys. */
function grouped<T, Key>(
  values: readonly T[],
  keyOf: (value: T) => Key,
  valueOf: (value: T) => number,
): Map<Key, number[]> {
  const groups = new Map<Key, number[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(valueOf(value));
    else groups.set(key, [valueOf(value)]);
  }
  return groups;
}

/** Returns how each time of a title differs from the median of the times before it, as factors. */
function factorsOf(times: readonly number[]): number[] {
  return times.flatMap((took, index) =>
    index < TITLE_MIN ? [] : [took / medianOf(times.slice(Math.max(0, index - TITLE_MAX), index))],
  );
}

/**
 * Returns a function that gives the range of a task's time. `done` has the earliest task first. The function returns
 * undefined without enough tasks behind the person.
 *
 * A title that was done three times or more proposes its own median. A guess of the person is kept and gets the range
 * of what became of other guesses. Otherwise the times of the category count, drawn toward those of all tasks.
 */
export function estimateRanges(
  done: readonly DoneTask[],
): (task: Estimated) => EstimateRange | undefined {
  const titles = grouped(
    done,
    ({ title }) => foldText(title),
    ({ took }) => took,
  );
  const allFactors = [...titles.values()].flatMap(factorsOf);
  const guessed = done.filter((task) => task.estimated !== null);
  const categoryOf = ({ categoryId }: DoneTask) => categoryId;
  const ratios = drawnRanges(guessed, categoryOf, ({ took, estimated }) => took / (estimated ?? 1));
  const times = drawnRanges(done, categoryOf, ({ took }) => took);

  return ({ title, categoryId, estimate }) => {
    const own = titles.get(foldText(title)) ?? [];
    if (own.length >= TITLE_MIN) {
      const recent = own.slice(-TITLE_MAX);
      const median = medianOf(recent);
      const { low, high } = rangeOf(enoughFactors(factorsOf(own), allFactors));
      return {
        basis: 'title',
        median,
        low: median * Math.min(1, low),
        high: median * Math.max(1, high),
        count: recent.length,
      };
    }
    if (estimate !== null) {
      const found = ratios(categoryId);
      return (
        found && {
          basis: 'guess',
          median: estimate,
          low: estimate * found.low,
          high: estimate * found.high,
          count: found.count,
        }
      );
    }
    const found = times(categoryId);
    return found && { ...found, basis: found.isOfCategory ? 'category' : 'all' };
  };
}

/** Returns a title's own factors, with those of all titles and the usual ones while there are too few. */
function enoughFactors(own: readonly number[], all: readonly number[]): readonly number[] {
  if (own.length >= TASKS_MIN) return own;
  return all.length >= TASKS_MIN ? all : [...all, ...USUAL_FACTORS];
}

interface DrawnRange extends Range {
  /** Whether the range is mostly that of the category. */
  isOfCategory: boolean;
}

/**
 * Returns a function that gives the range of a category's values, drawn toward that of all values. The fewer values the
 * category has, the closer its range is to that of all.
 */
function drawnRanges(
  done: readonly DoneTask[],
  categoryOf: (task: DoneTask) => number | null,
  valueOf: (task: DoneTask) => number,
): (categoryId: number | null) => DrawnRange | undefined {
  const all = done.length < TASKS_MIN ? undefined : rangeOf(done.map(valueOf));
  const groups = grouped(done, categoryOf, valueOf);
  return (categoryId) => {
    if (!all) return undefined;
    const own = groups.get(categoryId) ?? [];
    if (own.length < TASKS_MIN) return { ...all, isOfCategory: false };
    const weight = own.length / (own.length + CATEGORY_WEIGHT);
    const range = rangeOf(own);
    const between = (part: 'low' | 'median' | 'high') =>
      range[part] ** weight * all[part] ** (1 - weight);
    return {
      low: between('low'),
      median: between('median'),
      high: between('high'),
      count: own.length,
      isOfCategory: true,
    };
  };
}

/** Returns the text of a range with its count: "1h usually becomes 40m to 2h 20m (from 32 tasks)". */
export function estimateRangeText({ basis, median, count, ...ends }: EstimateRange): string {
  const usual = roughDuration(median);
  switch (basis) {
    case 'title':
      return `Usually ${usual} (${rangeText(ends)}, done ${countText(count, 'time')})`;
    case 'guess':
      return `${usual} usually becomes ${rangeText(ends)} (from ${countText(count, 'task')})`;
    default:
      return `Such tasks usually take ${usual} (${rangeText(ends)}, from ${countText(count, 'task')})`;
  }
}

/** A line of the person's habits: a category or a title with its range. */
export interface Habit {
  name: string;
  range: EstimateRange;
}

/** The guess whose range is shown as an example, in minutes. */
const EXAMPLE_MINUTES = 60;

/** An id that no category has. Tasks of such a category get the range of all tasks. */
const NO_CATEGORY = 0;

/** Returns what becomes of an estimate of an hour: for all tasks, and for each category with enough tasks. */
export function guessHabits(
  done: readonly DoneTask[],
  categories: readonly Pick<Category, 'id' | 'name'>[],
): Habit[] {
  const rangeFor = estimateRanges(done);
  const habitOf = (name: string, categoryId: number): Habit[] => {
    const range = rangeFor({ title: '', categoryId, estimate: EXAMPLE_MINUTES });
    return range?.basis === 'guess' ? [{ name, range }] : [];
  };
  const all = habitOf('All tasks', NO_CATEGORY);
  const count = all[0]?.range.count;
  // A category with too few tasks has the range of all of them.
  const own = categories
    .flatMap(({ id, name }) => habitOf(name, id))
    .filter(({ range }) => range.count !== count);
  return [...all, ...own];
}

/** Returns the titles that were done three times or more with their ranges, the most frequent first, at most `most`. */
export function titleHabits(done: readonly DoneTask[], most: number): Habit[] {
  const rangeFor = estimateRanges(done);
  const names = new Map(done.map(({ title }) => [foldText(title), title]));
  return [...names.values()]
    .flatMap((title): Habit[] => {
      const range = rangeFor({ title, categoryId: null, estimate: null });
      return range?.basis === 'title' ? [{ name: title, range }] : [];
    })
    .sort((a, b) => b.range.count - a.range.count || a.name.localeCompare(b.name))
    .slice(0, most);
}
