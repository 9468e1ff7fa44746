import { Repeat } from '@daymark/contract/repeats/repeat';
import type { Task } from '@daymark/contract/task';
import * as z from 'zod/mini';
import { isLocalDay } from '../../lib/time/dates';
import { plainDuration } from '../../lib/time/durationText';
import { DURATION_RULE, typedDuration } from './typedDuration';

/** What a person has typed and chosen about a task's plan; an empty text for nothing. */
export const TypedPlan = z.object({
  plannedDay: z.string(),
  deadline: z.string(),
  estimate: z.string(),
  repeat: z.nullable(Repeat),
});
export type TypedPlan = z.infer<typeof TypedPlan>;

export const EMPTY_PLAN: TypedPlan = { plannedDay: '', deadline: '', estimate: '', repeat: null };

/** The plan of a task. */
export type Plan = Pick<Task, 'plannedDay' | 'deadline' | 'estimateMinutes' | 'repeat'>;

/** The field errors of a plan, each one sentence. */
export type PlanErrors = Partial<Record<keyof TypedPlan, string | undefined>>;

/** Whether nothing is wrong. */
export const isWithoutErrors = (errors: PlanErrors): boolean =>
  Object.values(errors).every((error: string | undefined) => !error);

export const BAD_DAY = 'Choose a day that exists.';
/** A task's plan as the fields show it. */
export const typedPlanOf = ({
  plannedDay,
  deadline,
  estimateMinutes,
  repeat,
}: Plan): TypedPlan => ({
  plannedDay: plannedDay ?? '',
  deadline: deadline ?? '',
  estimate: estimateMinutes === null ? '' : plainDuration(estimateMinutes),
  repeat,
});

/** The plan that was typed, and what is wrong with it. `incomplete` are the errors that only its fields know. */
export function parsePlan(
  { plannedDay, deadline, estimate, repeat }: TypedPlan,
  incomplete: PlanErrors,
): { plan: Plan; errors: PlanErrors } {
  const minutes = typedDuration(estimate);
  const isDay = (day: string) => day === '' || isLocalDay(day);
  return {
    plan: {
      plannedDay: plannedDay || null,
      deadline: deadline || null,
      estimateMinutes: minutes ?? null,
      repeat,
    },
    errors: {
      ...incomplete,
      ...(!isDay(plannedDay) && { plannedDay: BAD_DAY }),
      ...(!isDay(deadline) && { deadline: BAD_DAY }),
      ...(minutes === undefined && { estimate: DURATION_RULE }),
    },
  };
}
