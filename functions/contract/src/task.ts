import * as z from 'zod/mini';
import { allNull, createFields, Day, Id, Instant, orNull, patchOf, Text } from './primitives';
import { Repeat } from './repeats/repeat';

/** Longest task title, in Unicode code points, as zod counts. */
export const TASK_TITLE_MAX = 500;

/** A day has 24 hours. */
export const ESTIMATE_MAX = 1440;

/** A repeating task's next task is stored with a copy of each step in one commit, which has at most 500 writes. */
export const STEPS_MAX = 200;
export const STEPS_FULL = `A task can have at most ${STEPS_MAX} steps.`;

const Title = Text(TASK_TITLE_MAX).check(z.trim(), z.minLength(1, 'Task title cannot be empty'));
const Order = z.int().check(z.minimum(0), z.maximum(1_000_000));

const ESTIMATE_RANGE = `An estimate is a whole number of minutes from 1 to ${ESTIMATE_MAX}.`;
const Estimate = z
  .int(ESTIMATE_RANGE)
  .check(z.minimum(1, ESTIMATE_RANGE), z.maximum(ESTIMATE_MAX, ESTIMATE_RANGE));

/**
 * A place in a list that is ordered by hand, compared as text. Between two places there is always another one
 * (fractional indexing), so a move changes one record only.
 */
const Position = z
  .string()
  .check(z.maxLength(200), z.regex(/^[0-9A-Za-z]+$/, 'This is not a position.'));

/** What the later tasks of a series have, where the person has changed only this one of them. */
const LaterFields = z.object({
  title: z.optional(Title),
  categoryId: z.optional(z.nullable(Id)),
  estimateMinutes: z.optional(z.nullable(Estimate)),
  /** How many days after its day its deadline is. */
  deadlineDays: z.optional(z.nullable(z.int().check(z.minimum(-3650), z.maximum(3650)))),
});

/**
 * When the tasks of a series have their time block, and for how many minutes. The clock time is the same wherever the
 * person is.
 */
const BlockTime = z.object({
  start: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time like 09:00')),
  minutes: z.int().check(z.minimum(1), z.maximum(1440)),
});
export type BlockTime = z.infer<typeof BlockTime>;

/**
 * What a task has for planning (design part 8). Days are local calendar days without a time zone, and durations are in
 * minutes. All of them are null until they are set.
 */
const planning = {
  /** The day on which the person means to work on it. In the past and still open it is left over, not overdue. */
  plannedDay: z.nullable(Day),
  /** It has to be done by the end of this day. */
  deadline: z.nullable(Day),
  estimateMinutes: z.nullable(Estimate),
  /** The task that this one is a step of. A step has no steps. */
  parentId: z.nullable(Id),
  /** Its place among the steps of its task, or among the tasks of its day. */
  position: z.nullable(Position),
  /** Its place in the Top 3. Null keeps the one that `order` says. */
  priorityPosition: z.nullable(Position),
  repeat: z.nullable(Repeat),
  /** Which series it belongs to, and which day of it this task is. A series has at most one open task. */
  seriesId: z.nullable(Id),
  seriesDay: z.nullable(Day),
  laterFields: z.nullable(LaterFields),
  /** The time of the block that each next task of the series gets. Moving this task's own block does not change it. */
  blockTime: z.nullable(BlockTime),
  /**
   * When it was skipped, or removed with what is a step of it because another task of its series took its place. It is
   * open no longer.
   */
  skippedAt: z.nullable(Instant),
  /** When it was removed. It is the same moment as `skippedAt` unless the person has skipped it since. */
  removedAt: z.nullable(Instant),
};

/** The fields for planning, as they are stored. */
const stored = {
  ...planning,
  /** Set with the first estimate and never changed, so that estimates can be compared with what it took. */
  firstEstimateMinutes: z.nullable(Estimate),
};

/** Product §3. `createdAt` is for the order of the list, `completedAt` for which completed priorities count today. */
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

/** The fields for planning of a task without any plan. */
export const NO_PLAN = allNull(stored);

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A priority's place among the others, compared as text. One that was not moved is where its `order` says. */
export const priorityKey = ({
  priorityPosition,
  order,
}: Pick<Task, 'priorityPosition' | 'order'>): string =>
  priorityPosition ?? `a${DIGITS.at(Math.min(order ?? Infinity, DIGITS.length - 1))}`;

/** Whether something is still to be done about a task. */
export const isOpen = ({ completed, skippedAt }: Pick<Task, 'completed' | 'skippedAt'>): boolean =>
  !completed && skippedAt === null;

/**
 * When a task was completed and skipped, after an edit that made it `task`. It is never completed and skipped at once:
 * completing it takes back that it was skipped, and reopening it clears both.
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
 * A create. `order` is a priority's place among the priorities; without one it comes last. The server renumbers them
 * without gaps. With an `id` the create can be repeated. With `createdAt` and `completedAt`, undo and import restore a
 * task exactly. An optional field that is null counts as absent.
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
 * The body of an update. Picked from `Task`, not from `NewTask`: a partial `NewTask` would still fill in its defaults,
 * and renaming a task would mark it as not completed.
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
    /** The person's day, from which the next one of a series is counted. Without it, today in their time zone. */
    today: z.optional(z.nullable(Day)),
  },
);
export type TaskPatch = z.infer<typeof TaskPatch>;
