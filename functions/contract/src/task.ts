import * as z from 'zod/mini';
import { Id, IgnoredUserId, Instant, OptionalId, patchOf, Restore, Text } from './primitives';

/** Longest task title, in Unicode code points, as zod counts. */
export const TASK_TITLE_MAX = 500;

/** Product §4. Open priorities count, and those completed today. */
export const PRIORITIES_MAX = 3;
export const PRIORITIES_FULL = `There is room for ${PRIORITIES_MAX} priorities a day. Take one off the list to add another.`;

const Title = Text(TASK_TITLE_MAX).check(z.trim(), z.minLength(1, 'Task title cannot be empty'));
const Order = z.int().check(z.minimum(0), z.maximum(1_000_000));

/** Product §3. `createdAt` and `completedAt` are ours: list order, and which finished priorities still count today. */
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
 * A create. `order` is a priority's place among the priorities, its end when there is none; the
 * server closes the gaps. `id` makes it repeatable; `createdAt` and `completedAt` let an undone delete or an import
 * come back as it was. Absent and null optional fields mean the same.
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
 * What a change may carry. Picked from `Task`, not from `NewTask`: a partial of the latter would fill
 * its defaults in, and renaming a task would un-complete it.
 */
export const TaskPatch = patchOf(
  z.pick(Task, { title: true, completed: true, categoryId: true, isPriority: true, order: true }),
);
export type TaskPatch = z.infer<typeof TaskPatch>;
