import { newId } from '@daymark/contract/primitives';
import { Task } from '@daymark/contract/task';
import * as z from 'zod/mini';
import { createDrafts } from '../../../lib/person/drafts';

/**
 * Drafts of edited titles by task id: the task, the typed title and the previous title. A deleted task is restored from
 * its draft.
 */
export const titleDrafts = createDrafts(
  'taskTitle',
  z.object({
    task: Task,
    typed: z.string(),
    before: z.string(),
    /** The load of the app in which the title is being typed in the task's details. */
    detailsOf: z.optional(z.number()),
  }),
);

/**
 * Identifies this load of the app. While a title is being typed in the details, the task's row doesn't edit it. After a
 * reload the details are closed, and the row continues the edit.
 */
export const THIS_LOAD = newId();
