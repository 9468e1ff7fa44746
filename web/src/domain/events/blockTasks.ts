import type { ShownEvent } from '../shownRecords';
import type { Event } from '@daymark/contract/event';
import type { Task } from '@daymark/contract/task';
import { byId, type Shown } from '../mutation';

/** The events as a screen shows them: each block with its task and that one's current title. */
export function asShown(
  events: readonly Shown<Event>[],
  tasks: readonly Shown<Task>[],
): readonly ShownEvent[] {
  const taskIds = new Set(events.flatMap(({ taskId }) => taskId ?? []));
  if (taskIds.size === 0) return events;
  const taskOf = byId(tasks.filter(({ id }) => taskIds.has(id)));
  return events.map((event) => {
    const task = event.taskId === null ? undefined : taskOf.get(event.taskId);
    return task ? { ...event, title: task.title, task } : event;
  });
}

/** The events without the blocks of these tasks, so that a search lists each task once. */
export function withoutBlocksOf<E extends Pick<Event, 'taskId'>>(
  tasks: readonly Pick<Task, 'id'>[],
  events: readonly E[],
): E[] {
  const ids = new Set(tasks.map(({ id }) => id));
  return events.filter(({ taskId }) => taskId === null || !ids.has(taskId));
}

/** The event as it is stored. */
export function withoutTask({ task: _, ...event }: ShownEvent): Shown<Event> {
  return event;
}

/** The task whose checkbox a block has: one that was skipped has none. */
export const tickedTask = ({ task }: ShownEvent): ShownEvent['task'] =>
  task && (task.completed || task.skippedAt === null) ? task : undefined;

/** The question before an event is deleted, for a ConfirmDialog. */
export const deletionQuestion = ({ title, task }: ShownEvent) => ({
  title: task ? 'Delete time block?' : 'Delete event?',
  text: task
    ? `The time block of “${title}” will be deleted. The task stays.`
    : `“${title}” will be deleted.`,
  confirm: 'Delete',
});

/** Starts the focus timer with a task, for a number of minutes. */
export type StartFocus = (task: Task, minutes: number) => void;
