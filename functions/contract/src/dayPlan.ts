import * as z from 'zod/mini';
import { createFields, Day, Id, Instant, patchOf, Text } from './primitives';

/** At most this many tasks, and this many blocks and events, in one plan. */
export const PLAN_MAX = 200;

const Minutes = z.int().check(z.minimum(0), z.maximum(10_000));
const Title = Text(1024);

/** A task of a plan, as it was when planning ended. */
const PlannedTask = z.object({
  taskId: Id,
  title: Title,
  /** The minutes left of the estimate, or null without an estimate. */
  minutes: z.nullable(Minutes),
  isPriority: z.boolean(),
});
export type PlannedTask = z.infer<typeof PlannedTask>;

/** A time block or another event of a plan, as it was when planning ended. */
const PlannedTime = z.object({
  /** The event's id as text, because Google's ids are texts. An occurrence has the id that `occurrenceId` returns. */
  eventId: Title,
  title: Title,
  start: Instant,
  end: Instant,
  /** The task of a time block. */
  taskId: z.nullable(Id),
});
export type PlannedTime = z.infer<typeof PlannedTime>;

/** The tasks and times that a person meant to do on a day. */
export const PlanOfDay = z.object({
  keptAt: Instant,
  tasks: z.array(PlannedTask).check(z.maxLength(PLAN_MAX)),
  times: z.array(PlannedTime).check(z.maxLength(PLAN_MAX)),
});
export type PlanOfDay = z.infer<typeof PlanOfDay>;

/**
 * The plan of a day, kept when planning ends and compared with the day in the evening (product §4). There is one plan
 * per day. Its id is `idOfDay` of the day. If two devices plan a day, the later plan wins as a whole.
 */
export const DayPlan = z.object({
  id: Id,
  day: Day,
  /** Null until planning has ended. */
  plan: z.nullable(PlanOfDay),
  userId: Id,
});
export type DayPlan = z.infer<typeof DayPlan>;

export const NewDayPlan = z.object({
  ...DayPlan.shape,
  plan: z._default(DayPlan.shape.plan, null),
  ...createFields,
});
export type NewDayPlan = z.input<typeof NewDayPlan>;

export const DayPlanPatch = patchOf(() => z.pick(DayPlan, { plan: true }));
export type DayPlanPatch = z.infer<typeof DayPlanPatch>;
