import { Day } from '@daymark/contract/primitives';
import * as z from 'zod/mini';
import { isLocalDay } from '../../lib/time/dates';

/** The rule for a date field. Its value is an empty text while a part of the date is missing. */
export const typedDay = (sentence: string) =>
  z.pipe(z.string().check(z.refine(isLocalDay, sentence)), Day);
