import { Day } from '@daymark/contract/primitives';
import * as z from 'zod/mini';
import { isLocalDay } from '../../lib/time/dates';

/**
 * Returns the schema of a date field. `sentence` is the error for a day that doesn't exist. The field's text is empty
 * while a part of the date is missing.
 */
export const typedDay = (sentence: string) =>
  z.pipe(z.string().check(z.refine(isLocalDay, sentence)), Day);
