import type { Event } from '@daymark/contract/event';
import { daysFrom, firstDay } from '@daymark/contract/repeats/repeat';
import type { Task } from '@daymark/contract/task';
import { blockTimeOf } from './blockTime';
import { personsDay, type LocalDay } from '../../lib/time/dates';

/** The fields of a task that later tasks of its series share. */
type SeriesFields = Partial<Pick<Task, 'title' | 'categoryId' | 'estimateMinutes' | 'deadline'>>;
type LaterFields = NonNullable<Task['laterFields']>;

/** Whether the app asks if an edit is for this task only, or also for later tasks of its series (product §4). */
export const asksForLater = ({ repeat, seriesId }: Task, fields: Partial<Task>): boolean =>
  repeat !== null &&
  seriesId !== null &&
  (['title', 'categoryId', 'estimateMinutes', 'deadline'] as const).some(
    (field) => field in fields,
  );

/** Returns the edit of this task only. Later tasks keep the old values. */
export function editOfThisOne(task: Task, fields: Partial<Task>): Partial<Task> {
  return { ...fields, laterFields: { ...keptFields(task, fields), ...task.laterFields } };
}

/** Returns the edit of this task and all later ones, which get the same values in these fields. */
export function editOfLater(task: Task, fields: Partial<Task>): Partial<Task> {
  const kept = Object.entries(task.laterFields ?? {}).filter(
    ([field]) => !(field === 'deadlineDays' ? 'deadline' in fields : field in fields),
  );
  return { ...fields, laterFields: kept.length > 0 ? Object.fromEntries(kept) : null };
}

/** Returns the values that later tasks keep when these fields of this task change. */
function keptFields(task: Task, fields: SeriesFields): LaterFields {
  const { title, categoryId, estimateMinutes, deadline, seriesDay } = task;
  return {
    ...('title' in fields && { title }),
    ...('categoryId' in fields && { categoryId }),
    ...('estimateMinutes' in fields && { estimateMinutes }),
    ...('deadline' in fields && {
      deadlineDays: deadline === null || seriesDay === null ? null : daysFrom(seriesDay, deadline),
    }),
  };
}

/**
 * Returns the edit with the fields that follow from a change of the rule. The task is planned for the chosen day if
 * there is one. Otherwise a task that begins to repeat keeps its planned day, if it has one. In all other cases, the
 * task gets the rule's first day. A task that begins to repeat gets the time of its next block as its block time, or
 * else the time of its last block.
 */
export function withRule(
  task: Task,
  fields: Partial<Task>,
  today: LocalDay,
  events: readonly Event[],
): Partial<Task> {
  const { repeat } = fields;
  if (repeat === undefined) return fields;
  if (repeat === null)
    return { ...fields, seriesId: null, seriesDay: null, laterFields: null, blockTime: null };
  const blocks = task.repeat === null ? events.filter(({ taskId }) => taskId === task.id) : [];
  const block = blocks.find(({ end }) => personsDay(new Date(end)) >= today) ?? blocks.at(-1);
  const chosen = 'plannedDay' in fields ? fields.plannedDay : undefined;
  const seriesDay =
    chosen ?? (task.repeat === null ? task.plannedDay : null) ?? firstDay(repeat, today);
  return {
    ...fields,
    plannedDay: seriesDay,
    seriesDay,
    seriesId: task.seriesId ?? task.id,
    ...(block && { blockTime: blockTimeOf(block) }),
  };
}
