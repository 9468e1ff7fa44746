import type { ShownEvent } from '../shownRecords';
import type { Event } from '@daymark/contract/event';
import type { Task } from '@daymark/contract/task';
import { personsTimeZone } from '../../lib/time/dates';
import { byId, type Shown } from '../mutation';
import { inLocalTimes } from './allDay';

const shownOf = new WeakMap<
  readonly Shown<Event>[],
  { tasks: unknown; zone: string | undefined; shown: readonly ShownEvent[] }
>();
const blockOf = new WeakMap<Shown<Event>, ShownEvent>();

/**
 * The events as a screen shows them: each block with its task and that one's current title, all-day events from one
 * midnight of this time zone to another. As long as nothing changes, an event is the same object: a row that is given
 * it doesn't render again.
 */
export function asShown(
  events: readonly Shown<Event>[],
  tasks: readonly Shown<Task>[],
): readonly ShownEvent[] {
  if (events.every(({ taskId, days }) => taskId === null && !days)) return events;
  // A block's times are the same in every zone, and the first use of Intl takes long.
  const zone = events.some(({ days }) => days) ? personsTimeZone() : undefined;
  const known = shownOf.get(events);
  if (known?.tasks === tasks && known.zone === zone) return known.shown;
  const taskOf = byId(tasks);
  const shown = events.map((stored) => {
    const event = inLocalTimes(stored);
    const task = event.taskId === null ? undefined : taskOf.get(event.taskId);
    if (!task) return event;
    const before = blockOf.get(event);
    if (before?.task === task) return before;
    const block = { ...event, title: task.title, task };
    blockOf.set(event, block);
    return block;
  });
  shownOf.set(events, { tasks, zone, shown });
  return shown;
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

/** What the question before a deletion says. */
export const deletionText = ({ title, task }: ShownEvent): string =>
  task
    ? `The time block of “${title}” will be deleted. The task stays.`
    : `“${title}” will be deleted.`;

/** Starts the focus timer: so many minutes for a task. */
export type StartFocus = (task: Task, minutes: number) => void;
