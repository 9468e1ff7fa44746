import { durationText } from '../../lib/durationText';
import type { ShownTask } from '../tasks/taskQueries';

/** What is planned for a day, and how much of the day is free. In minutes. */
export interface DayCapacity {
  planned: number;
  free: number;
  /** By how much more is planned than is free; 0 if it fits. */
  over: number;
  /** The day's tasks without an estimate, which `planned` does not count. */
  unestimated: readonly ShownTask[];
}

/**
 * The capacity of a day. `tasks` are its open tasks, `remainingOf` is what is left of a task's estimate, null without
 * one, and `free` is the day's free time.
 */
export function dayCapacity(
  tasks: readonly ShownTask[],
  remainingOf: (task: ShownTask) => number | null,
  free: number,
): DayCapacity {
  const remaining = tasks.map(remainingOf);
  const planned = remaining.reduce<number>((sum, minutes) => sum + (minutes ?? 0), 0);
  return {
    planned,
    free,
    over: Math.max(0, planned - free),
    unestimated: tasks.filter((_, index) => remaining[index] === null),
  };
}

/** "Planned 6h 10m, free 4h 40m, 1h 30m too much": the two figures always stand together. */
export function capacityText({ planned, free, over }: DayCapacity): string {
  const figures = `Planned ${durationText(planned)}, free ${durationText(free)}`;
  return over > 0 ? `${figures}, ${durationText(over)} too much` : figures;
}
