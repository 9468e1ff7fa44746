import type { Event } from '@daymark/contract/event';
import type { Task } from '@daymark/contract/task';
import { foldText } from '../../lib/text/foldText';
import { minutesAfterMidnight, startOfDay, timeOnDay, type LocalDay } from '../../lib/time/dates';

/** A usual time needs at least this many blocks. */
const BLOCKS_MIN = 3;

/** How far from the usual time most blocks begin, at most, in minutes. */
const NEAR_MINUTES = 60;

type KnownTask = Pick<Task, 'id' | 'title' | 'seriesId'>;

/**
 * Returns the moment of a day at which a task usually begins: the median start of the earlier blocks of its series or
 * its title. Returns undefined with fewer than 3 blocks, or if fewer than half of them began near that time.
 */
export function usualStart(
  task: KnownTask,
  day: LocalDay,
  events: readonly Pick<Event, 'title' | 'start' | 'taskId'>[],
  tasks: readonly KnownTask[],
): number | undefined {
  const title = foldText(task.title);
  const alike = new Set(
    tasks
      .filter((one) => (task.seriesId !== null && one.seriesId === task.seriesId) || one === task)
      .map(({ id }) => id),
  );
  const before = startOfDay(day).getTime();
  const starts = events
    .filter(({ start, taskId }) => taskId !== null && Date.parse(start) < before)
    .filter((event) => alike.has(event.taskId ?? 0) || foldText(event.title) === title)
    .map(({ start }) => minutesAfterMidnight(new Date(start)))
    .sort((a, b) => a - b);
  const median = starts[Math.floor((starts.length - 1) / 2)];
  if (starts.length < BLOCKS_MIN || median === undefined) return undefined;
  const near = starts.filter((minute) => Math.abs(minute - median) <= NEAR_MINUTES);
  return near.length * 2 >= starts.length ? timeOnDay(day, median).getTime() : undefined;
}
