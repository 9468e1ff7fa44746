import * as z from 'zod/mini';
import { createFields, Day, Id, Instant, patchOf, Position, Text } from './primitives';

/** Longest title of a goal, in Unicode code points. */
const GOAL_TITLE_MAX = 200;

/** At most this many open goals are offered for a week (product §4). */
export const WEEK_GOALS_MAX = 3;

/**
 * A goal of a week, a month or a quarter (product §4). Tasks serve a goal by `goalId`. A week's goal can serve a
 * month's or a quarter's goal, and a month's goal a quarter's.
 */
export const Goal = z.object({
  id: Id,
  title: Text(GOAL_TITLE_MAX).check(z.trim(), z.minLength(1, 'A goal needs a title.')),
  span: z.enum(['week', 'month', 'quarter']),
  /** The first day of the week, the month or the quarter. */
  day: Day,
  /** How the goal was closed, or null while it is open. A carried goal has a goal of the same title in a later week. */
  outcome: z.nullable(z.enum(['done', 'dropped', 'carried'])),
  /** The goal of a longer span that this goal serves. */
  servesId: z.nullable(Id),
  /** The goal's position among the goals of its span and day. */
  position: z.nullable(Position),
  createdAt: Instant,
  userId: Id,
});
export type Goal = z.infer<typeof Goal>;

/** The fields of a goal that was only given a title and a span. */
export const NO_GOAL_CHOICES = { outcome: null, servesId: null, position: null } as const;

export const NewGoal = z.object({
  ...Goal.shape,
  outcome: z._default(Goal.shape.outcome, null),
  servesId: z._default(Goal.shape.servesId, null),
  position: z._default(Goal.shape.position, null),
  createdAt: z.optional(z.nullable(Instant)),
  ...createFields,
});
export type NewGoal = z.input<typeof NewGoal>;

export const GoalPatch = patchOf(() =>
  z.pick(Goal, {
    title: true,
    span: true,
    day: true,
    outcome: true,
    servesId: true,
    position: true,
  }),
);
export type GoalPatch = z.infer<typeof GoalPatch>;
