import { FocusSession } from '@daymark/contract/focusSession';
import * as z from 'zod/mini';
import { createDrafts } from '../../lib/person/drafts';

/** The fields of the dialog as they are typed. Days are like "2026-11-20", times like "09:30". */
const TypedSession = z.object({
  taskId: z.nullable(z.int()),
  startDay: z.string(),
  startTime: z.string(),
  endDay: z.string(),
  endTime: z.string(),
  note: z.string(),
});
export type TypedSession = z.infer<typeof TypedSession>;

/** The open dialog of a session. `before` is the session as the person saw it, or null for a new one. */
const OpenSession = z.object({ before: z.nullable(FocusSession), typed: TypedSession });
export type OpenSession = z.infer<typeof OpenSession>;

/** Stores what was typed in the open dialog and is not saved. */
export const sessionDrafts = createDrafts('session', OpenSession);
