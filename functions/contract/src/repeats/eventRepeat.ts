import * as z from 'zod/mini';
import { Day } from '../primitives';
import { TimeZone } from '../time/timeZone';
import { Repeat } from './repeat';

/** At most this many events in a series that ends after a number of times. */
export const REPEAT_COUNT_MAX = 999;

const COUNT = `Choose 1 to ${REPEAT_COUNT_MAX} times.`;

/**
 * How an event repeats. The event's own day is always the first day of the series, even if the rule doesn't name it.
 * The series ends on the day `until`, after `count` days, or never if both are null.
 */
export const EventRepeat = z
  .object({
    rule: Repeat.check(
      z.refine(({ from }) => from === 'schedule', {
        error: 'An event repeats on schedule.',
        path: ['from'],
      }),
    ),
    /** The zone whose clocks the series follows. In another zone the events move when its clocks change. */
    timeZone: TimeZone,
    until: z.nullable(Day),
    count: z.nullable(z.int(COUNT).check(z.minimum(1, COUNT), z.maximum(REPEAT_COUNT_MAX, COUNT))),
  })
  .check(
    z.refine(({ until, count }) => until === null || count === null, {
      error: 'Choose a last day or a number of times.',
      path: ['count'],
    }),
  );
export type EventRepeat = z.infer<typeof EventRepeat>;
