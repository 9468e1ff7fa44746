import type { ShownEvent } from '../shownRecords';
import type { Category } from '@daymark/contract/category';
import type { Event } from '@daymark/contract/event';
import type { Task } from '@daymark/contract/task';
import { repeatOf } from '@daymark/contract/repeats/occurrences';
import { byId, type Shown } from '../mutation';

/**
 * Returns the events as a screen shows them. A block has its task, with the task's current title and the color of its
 * category, while the task exists.
 */
export function withTasks(
  events: readonly Shown<Event>[],
  tasks: readonly Shown<Task>[],
  categories: readonly Pick<Category, 'id' | 'color'>[],
): readonly ShownEvent[] {
  const taskIds = new Set(events.flatMap(({ taskId }) => taskId ?? []));
  if (taskIds.size === 0) return events;
  const taskOf = byId(tasks.filter(({ id }) => taskIds.has(id)));
  return events.map((event) => {
    const task = event.taskId === null ? undefined : taskOf.get(event.taskId);
    if (!task) return event;
    const color = categories.find(({ id }) => id === task.categoryId)?.color;
    return {
      ...event,
      title: task.title,
      task,
      ...(color !== undefined && { categoryColor: color }),
    };
  });
}

/** Returns the events with the series of those that repeat. `records` are the events as they are stored. */
export function withTheirSeries(
  events: readonly Shown<Event>[],
  records: readonly Shown<Event>[],
): readonly ShownEvent[] {
  const seriesById = byId(records.filter((event) => repeatOf(event)));
  if (seriesById.size === 0) return events;
  return events.map((event) => {
    const series = event.seriesId ? seriesById.get(event.seriesId) : undefined;
    return series ? { ...event, series } : event;
  });
}

/** Returns the events without the blocks of these tasks, so that a search lists each task once. */
export function withoutBlocksOf<E extends Pick<Event, 'taskId'>>(
  tasks: readonly Pick<Task, 'id'>[],
  events: readonly E[],
): E[] {
  const ids = new Set(tasks.map(({ id }) => id));
  return events.filter(({ taskId }) => taskId === null || !ids.has(taskId));
}

/** Returns the event as it is stored, without its task and its series. */
export function withoutTask({
  task: _t,
  series: _s,
  categoryColor: _c,
  ...event
}: ShownEvent): Shown<Event> {
  return event;
}

/** Returns the task whose checkbox a block has, or undefined. A skipped task has no checkbox. */
export const tickedTask = ({ task }: ShownEvent): ShownEvent['task'] =>
  task && (task.completed || task.skippedAt === null) ? task : undefined;

/** Returns the texts of the ConfirmDialog that asks before an event is deleted. */
export const deletionQuestion = ({ title, task }: ShownEvent) => ({
  title: task ? 'Delete time block?' : 'Delete event?',
  text: task
    ? `The time block of “${title}” will be deleted. The task stays.`
    : `“${title}” will be deleted.`,
  confirm: 'Delete',
});

/** Starts the focus timer with a task, for a number of minutes. */
export type StartFocus = (task: Task, minutes: number) => void;
