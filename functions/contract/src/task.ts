import * as z from 'zod/mini';
import { Id, IgnoredUserId, Instant, OptionalId, patchOf, Restore, Text } from './primitives';

/** Longest task title, in Unicode code points, as zod counts. */
export const TASK_TITLE_MAX = 500;

/** Product §4. Open priorities count, and those completed today. */
export const PRIORITIES_MAX = 3;
export const PRIORITIES_FULL = `You can have ${PRIORITIES_MAX} priorities a day. Remove one to add another.`;

const Title = Text(TASK_TITLE_MAX).check(z.trim(), z.minLength(1, 'Task title cannot be empty'));
const Order = z.int().check(z.minimum(0), z.maximum(1_000_000));

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
});
export type Task = z.infer<typeof Task>;

/**
 * A create. `order` is a priority's place among the priorities; without one it comes last. The server renumbers them
 * without gaps. With an `id` the create can be repeated. With `createdAt` and `completedAt`, undo and import restore a
 * task exactly. An optional field that is null counts as absent.
 */
export const NewTask = z.object({
  id: OptionalId,
  title: Title,
  completed: z._default(z.boolean(), false),
  categoryId: z._default(z.nullable(Id), null),
  isPriority: z._default(z.boolean(), false),
  order: z._default(z.nullable(Order), null),
  createdAt: z.optional(z.nullable(Instant)),
  completedAt: z.optional(z.nullable(Instant)),
  restore: Restore,
  userId: IgnoredUserId,
});
export type NewTask = z.input<typeof NewTask>;

/**
 * The body of an update. Picked from `Task`, not from `NewTask`: a partial `NewTask` would still fill in its defaults,
 * and renaming a task would mark it as not completed.
 */
export const TaskPatch = patchOf(
  z.pick(Task, { title: true, completed: true, categoryId: true, isPriority: true, order: true }),
);
export type TaskPatch = z.infer<typeof TaskPatch>;
