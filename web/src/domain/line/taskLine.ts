import type { Category } from '@daymark/contract/category';
import { newId } from '@daymark/contract/primitives';
import type { Repeat } from '@daymark/contract/repeats/repeat';
import { isTopThreeFull } from '@daymark/contract/topThree';
import { localInstant, timeOnDay, type LocalDay } from '../../lib/time/dates';
import type { TypedTime } from './lineClocks';
import type { When } from './lineDates';
import type { CategoryDraft } from '../tasks/newCategory';
import type { TaskCreation } from '../tasks/newTask';

/** A part of a typed line that was understood, with its position and meaning. */
export type Reading = { start: number; end: number; text: string } & (
  | ({ kind: 'when' } & When)
  | ({ kind: 'deadline' } & When)
  | { kind: 'estimate'; minutes: number }
  | ({ kind: 'repeat'; rule: Repeat; month?: number } & When)
  | { kind: 'category'; category: LineCategory }
  | { kind: 'priority' }
);

/** A category that a line can name. */
export interface LineCategory extends Pick<Category, 'id' | 'name'> {
  /** Whether the category is created together with the task. */
  isNew?: true;
}

/** The facts that the meaning of a line depends on. */
export interface LineContext {
  now: Date;
  /** Whether 3/4 is the third of April. */
  isDayFirst: () => boolean;
  categories: readonly LineCategory[];
  /** The readings that were taken back, by `keyOfReading`. The words of these readings stay text. */
  asText: ReadonlySet<string>;
  /**
   * The day for a line that has a time or a repeat but no day. Null means today. If the day is today and the time has
   * passed, the line is for tomorrow.
   */
  day: LocalDay | null;
  /** The chosen day of each reading that can mean two days, by `keyOfReading`. */
  chosenDays: ReadonlyMap<string, LocalDay>;
}

/** A typed line as it is understood: its title without the readings, and the fields that follow from them. */
export interface TaskLine {
  title: string;
  readings: Reading[];
  plannedDay: LocalDay | null;
  /** The block's time on `plannedDay`. */
  time: TypedTime | null;
  deadline: LocalDay | null;
  estimateMinutes: number | null;
  repeat: Repeat | null;
  categoryId: number | null;
  isPriority: boolean;
}

/** Returns a key that names a reading by its words, so that the line can change around it. */
export const keyOfReading = ({ text }: Pick<Reading, 'text'>): string =>
  text.toLowerCase().replaceAll(/\s+/g, ' ');

/** Returns a line that has only a title and no readings. */
export const onlyTitle = (title: string): TaskLine => ({
  title: title.trim(),
  readings: [],
  plannedDay: null,
  time: null,
  deadline: null,
  estimateMinutes: null,
  repeat: null,
  categoryId: null,
  isPriority: false,
});

/** Length of a block if the line has neither the block's end nor an estimate, in minutes. */
const BLOCK_MINUTES = 30;

/**
 * Returns when a typed time begins and ends on a day. When the clocks change, the moments can be later than the typed
 * times. A time without an end takes `minutes`.
 */
export function momentsOf(
  day: LocalDay,
  { from, to }: TypedTime,
  minutes = BLOCK_MINUTES,
): { start: Date; end: Date } {
  const start = timeOnDay(day, from);
  const end = to === null ? start : timeOnDay(day, to);
  const length = to === null ? minutes : to - from;
  return { start, end: end > start ? end : new Date(start.getTime() + length * 60_000) };
}

/**
 * Returns the task that a line describes, with its block if there is a time. `defaults` has the values that the line
 * leaves out. A priority joins the Top 3 unless the Top 3 is full, and is then for today unless it has a day.
 * `priorities` is the number of tasks already in the Top 3.
 */
export function taskOfLine(
  { title, plannedDay, time, deadline, estimateMinutes, repeat, categoryId, isPriority }: TaskLine,
  defaults: {
    categoryId: number | null;
    plannedDay: LocalDay | null;
    priorities: number;
    today: LocalDay;
    /** The categories that were typed and don't exist yet. */
    newCategories?: readonly CategoryDraft[];
  },
): TaskCreation {
  const category = defaults.newCategories?.find(({ id }) => id === categoryId);
  const joinsTop3 = isPriority && !isTopThreeFull(defaults.priorities);
  const day = plannedDay ?? defaults.plannedDay ?? (joinsTop3 ? defaults.today : null);
  const block =
    time && day !== null ? momentsOf(day, time, estimateMinutes ?? undefined) : undefined;
  return {
    task: {
      id: newId(),
      title,
      categoryId: categoryId ?? defaults.categoryId,
      plannedDay: day,
      deadline,
      estimateMinutes,
      repeat,
      ...(joinsTop3 && { isPriority, order: defaults.priorities }),
    },
    ...(category && { category }),
    ...(block && { block: { start: localInstant(block.start), end: localInstant(block.end) } }),
  };
}
