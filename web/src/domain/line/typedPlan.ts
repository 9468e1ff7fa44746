import { Repeat } from '@daymark/contract/repeats/repeat';
import type { Task } from '@daymark/contract/task';
import * as z from 'zod/mini';
import { plainDuration } from '../../lib/time/durationText';
import { typedDay } from './typedDay';
import { TypedEstimate } from './typedDuration';

/** The plan of a task. */
export type Plan = Pick<Task, 'plannedDay' | 'deadline' | 'estimateMinutes' | 'repeat'>;

/** A date field that may stay empty. Null means no day. */
const OptionalDay = z.nullable(typedDay('Choose a valid day.'));

/** The schema of the plan in a form, with an error text for each field. The schema's output is a task's plan. */
export const PlanForm = z.pipe(
  z.object({
    plannedDay: OptionalDay,
    deadline: OptionalDay,
    estimate: TypedEstimate,
    repeat: z.nullable(Repeat),
  }),
  z.transform(({ estimate, ...plan }): Plan => ({ ...plan, estimateMinutes: estimate })),
);
export type TypedPlan = z.input<typeof PlanForm>;

/**
 * A day in a draft. A date that was only partly typed has an empty text. The empty text becomes null, because the field
 * can't show the typed part again.
 */
const DraftDay = z.pipe(
  z.nullable(z.string()),
  z.transform((day) => day || null),
);

/** A plan in a draft, which may break the rules, for example with an interval of 0 or without a weekday. */
export const PlanDraft = z.object({
  plannedDay: DraftDay,
  deadline: DraftDay,
  estimate: z.string(),
  repeat: z.nullable(z.object({ ...Repeat.shape, interval: z.catch(z.number(), Number.NaN) })),
});

/** Returns a task's plan as the fields show it. */
export const typedPlanOf = ({ estimateMinutes, ...plan }: Plan): TypedPlan => ({
  plannedDay: plan.plannedDay,
  deadline: plan.deadline,
  estimate: estimateMinutes === null ? '' : plainDuration(estimateMinutes),
  repeat: plan.repeat,
});
