import * as z from 'zod/mini';
import { isTimeZone } from './zone';

/** The IANA name of a time zone. An offset would be wrong for part of the year in zones that change their clocks. */
export const TimeZone = z
  .string()
  .check(
    z.maxLength(64),
    z.refine(isTimeZone, 'Must be the name of a time zone, like Europe/Berlin'),
  );
