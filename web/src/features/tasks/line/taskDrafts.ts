import * as z from 'zod/mini';
import { createDrafts } from '../../../lib/person/drafts';
import { PlanDraft } from '../../../domain/line/typedPlan';

const TypedTask = z.object({
  title: z.string(),
  /** The select's value. */
  category: z.string(),
  newCategory: z.optional(z.string()),
  plan: z.optional(PlanDraft),
  /** One step per line. */
  steps: z.optional(z.string()),
});

/** The values of the Add Task dialog's form. */
export type TypedTask = z.infer<typeof TypedTask>;

/** Draft of the Add Task dialog. */
export const taskDrafts = createDrafts('task', TypedTask);
