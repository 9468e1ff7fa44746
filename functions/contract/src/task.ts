import * as z from 'zod/mini';
import {
  allNull,
  createFields,
  Day,
  Id,
  Instant,
  orNull,
  patchOf,
  Position,
  Text,
} from './primitives';
import { Repeat } from './repeats/repeat';

/** Longest task title, in Unicode code points, as zod counts. */
export const TASK_TITLE_MAX = 500;

/** Longest estimate, in minutes: one day. */
export const ESTIMATE_MAX = 1440;

/**
 * At most this many steps per task. A repeating task's next task is stored with a copy of each step in one commit,
 * which may have at most 500 writes.
 */
export const STEPS_MAX = 200;
export const STEPS_FULL = `A task can have at most ${STEPS_MAX} steps.`;

const Title = Text(TASK_TITLE_MAX).check(z.trim(), z.minLength(1, 'Task title cannot be empty'));
const Order = z.int().check(z.minimum(0), z.maximum(1_000_000));

const ESTIMATE_RANGE = `An estimate is a whole number of minutes from 1 to ${ESTIMATE_MAX}.`;
const Estimate = z
  .int(ESTIMATE_RANGE)
  .check(z.minimum(1, ESTIMATE_RANGE), z.maximum(ESTIMATE_MAX, ESTIMATE_RANGE));

/** Fields that later tasks of the series get instead of this task's, if the person changed only this task. */
const LaterFields = z.object({
  title: z.optional(Title),
  categoryId: z.optional(z.nullable(Id)),
  estimateMinutes: z.optional(z.nullable(Estimate)),
  /** The number of days from a task's day to its deadline. */
  deadlineDays: z.optional(z.nullable(z.int().check(z.minimum(-3650), z.maximum(3650)))),
});

/**
 * The start and length of the time blocks that the tasks of a series get. `start` is a clock time, the same in every
 * time zone.
 */
const BlockTime = z.object({
  start: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time like 09:00')),
  minutes: z.int().check(z.minimum(1), z.maximum(1440)),
});
export type BlockTime = z.infer<typeof BlockTime>;

/**
 * The fields of a task for planning (product §4). Days are local calendar days without a time zone, and durations are
 * in minutes. Each field is null until it is set.
 */
const planning = {
  /**
   * The day on which the person means to work on the task. An open task whose planned day has passed is left over, not
   * overdue.
   */
  plannedDay: z.nullable(Day),
  /** The last day for doing the task. */
  deadline: z.nullable(Day),
  estimateMinutes: z.nullable(Estimate),
  /** The task of which this one is a step. A step has no steps. */
  parentId: z.nullable(Id),
  /** The goal that the task serves. */
  goalId: z.nullable(Id),
  /** The task's position among the steps of its task, or among the tasks of its day. */
  position: z.nullable(Position),
  /** The task's position in the Top 3. If `priorityPosition` is null, `order` gives the position. */
  priorityPosition: z.nullable(Position),
  repeat: z.nullable(Repeat),
  /** The series that the task belongs to, and the task's day in it. A series has at most one open task. */
  seriesId: z.nullable(Id),
  seriesDay: z.nullable(Day),
  laterFields: z.nullable(LaterFields),
  /**
   * The time of the block that each next task of the series gets. Moving this task's own block changes this time only
   * if the person chooses to move later blocks too.
   */
  blockTime: z.nullable(BlockTime),
  /**
   * When the task was skipped, or removed with its steps because another task of its series took its place. A task with
   * this time is not open.
   */
  skippedAt: z.nullable(Instant),
  /**
   * When the task was removed. The time equals `skippedAt` unless the person has skipped or reopened the task since.
   */
  removedAt: z.nullable(Instant),
};

/** The fields for planning, as they are stored. */
const stored = {
  ...planning,
  /** The first estimate, which never changes, so that it can be compared with the time that the task took. */
  firstEstimateMinutes: z.nullable(Estimate),
};

/** A task (product §3). `createdAt` orders the list. `completedAt` decides which completed priorities count today. */
export const Task = z.object({
  id: Id,
  title: Title,
  completed: z.boolean(),
  categoryId: z.nullable(Id),
  userId: Id,
  isPriority: z.boolean(),
  order: z.nullable(Order),
  createdAt: Instant,
  completedAt: z.nullable(Instant),
  ...orNull(stored),
});
export type Task = z.infer<typeof Task>;

/** The planning fields of a task without a plan. */
export const NO_PLAN = allNull(stored);

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Returns a priority's position among the priorities, compared as text. `order` gives the position of a priority that
 * was not moved.
 */
export const priorityKey = ({
  priorityPosition,
  order,
}: Pick<Task, 'priorityPosition' | 'order'>): string =>
  priorityPosition ?? `a${DIGITS.at(Math.min(order ?? Infinity, DIGITS.length - 1))}`;

/** Returns whether a task is neither completed nor skipped. */
export const isOpen = ({ completed, skippedAt }: Pick<Task, 'completed' | 'skippedAt'>): boolean =>
  !completed && skippedAt === null;

/**
 * Returns the times at which a task was completed and skipped. `task` is the task after the edit. A task is never both
 * completed and skipped: completing it clears the skip, and reopening it clears both times.
 */
export function closingFields(
  task: Pick<Task, 'completed' | 'completedAt' | 'skippedAt'>,
  edit: Partial<Pick<Task, 'completed' | 'skippedAt'>>,
  at: string,
): Pick<Task, 'completedAt' | 'skippedAt'> {
  if (task.completed) return { completedAt: task.completedAt ?? at, skippedAt: null };
  const isReopened = edit.completed === false && !edit.skippedAt;
  return { completedAt: null, skippedAt: isReopened ? null : task.skippedAt };
}

/** The fields of a task that is not one of the Top 3. */
export const NO_PRIORITY = { isPriority: false, order: null, priorityPosition: null } as const;

/**
 * The body of a create. `order` is a priority's position among the priorities. Without an `order`, the priority comes
 * last. The server renumbers priorities without gaps. With an `id` the create can be repeated. With `createdAt` and
 * `completedAt`, Undo and import restore a task exactly. An optional field that is null counts as absent.
 */
export const NewTask = z.object({
  ...Task.shape,
  completed: z._default(Task.shape.completed, false),
  categoryId: z._default(Task.shape.categoryId, null),
  isPriority: z._default(Task.shape.isPriority, false),
  order: z._default(Task.shape.order, null),
  createdAt: z.optional(z.nullable(Instant)),
  completedAt: z.optional(z.nullable(Instant)),
  ...createFields,
});
export type NewTask = z.input<typeof NewTask>;

/**
 * The body of an update. The body's fields are picked from `Task`, because a partial `NewTask` would still fill in its
 * defaults. With these defaults, renaming a task would reopen it.
 */
export const TaskPatch = patchOf(
  () =>
    z.object({
      ...z.pick(Task, {
        title: true,
        completed: true,
        categoryId: true,
        isPriority: true,
        order: true,
      }).shape,
      ...planning,
    }),
  {
    /**
     * The person's local day at the time of the edit. If the edit completes or skips a task of a series, the next task
     * is for a later day. The default is the person's day now.
     */
    today: z.optional(z.nullable(Day)),
  },
);
export type TaskPatch = z.infer<typeof TaskPatch>;
