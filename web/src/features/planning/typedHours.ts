import { WorkingTime } from '@daymark/contract/settings';
import * as z from 'zod/mini';
import { createDrafts } from '../../lib/person/drafts';
import { addDays, startOfDay, weekdayName } from '../../lib/time/dates';
import type { WorkingHours } from '../../domain/planning/freeTime';

const DayHours = z.object({ isOn: z.boolean(), start: z.string(), end: z.string() });
const TypedWeek = z.array(DayHours).check(z.length(7));

/** One day of the form, with the values of its time fields. The values are kept while the day is off. */
export type DayHours = z.infer<typeof DayHours>;

/** Draft of the form for working hours. */
export const hoursDrafts = createDrafts('workingHours', TypedWeek);

/** Draft of the setting for the lunch break. */
export const lunchDrafts = createDrafts('lunchBreak', DayHours);

const WorkAnswer = z.object({
  hours: z.object({ start: z.string(), end: z.string() }),
  /** The weekdays with work, 0 for Monday. */
  days: z.array(z.number()),
  lunch: DayHours,
});

/** The answer to "When do you work?" as it is typed. */
export type WorkAnswer = z.infer<typeof WorkAnswer>;

export const answerDrafts = createDrafts('workQuestion', WorkAnswer);

/** The names of the weekdays from Monday to Sunday. 2026-11-16 is a Monday. */
export const WEEKDAYS: readonly string[] = Array.from({ length: 7 }, (_, index) =>
  weekdayName(startOfDay(addDays('2026-11-16', index))),
);

const MIDNIGHT = '00:00';
const END_OF_DAY = '24:00';
export const USUAL = { start: '09:00', end: '17:00' };
export const USUAL_LUNCH = { start: '12:00', end: '13:00' };

/** Returns the form's values for working hours. A time field has no 24:00, so the end of the day is 12:00 AM. */
export const typedHours = (hours: WorkingHours): DayHours[] =>
  WEEKDAYS.map((_, index) => {
    const time = hours[index] ?? null;
    const { start, end } = time ?? USUAL;
    return { isOn: time !== null, start, end: end === END_OF_DAY ? MIDNIGHT : end };
  });

/** Returns the working hours that a form's values mean. */
export const hoursOf = (typed: readonly DayHours[]): WorkingHours =>
  typed.map(({ isOn, start, end }) =>
    isOn ? { start, end: end === MIDNIGHT ? END_OF_DAY : end } : null,
  );

/** Returns the lunch break, or undefined without one. The form has one break for all days. */
export const lunchOf = (hours: WorkingHours): Lunch | undefined =>
  hours.find((time) => time?.break)?.break;

type Lunch = NonNullable<WorkingTime['break']>;

/** Returns the hours with this lunch break on each day whose working hours contain it, and without any other. */
export const withLunch = (hours: WorkingHours, lunch: Lunch | undefined): WorkingHours =>
  hours.map((time) => {
    if (!time) return null;
    const { start, end } = time;
    const whole = WorkingTime.safeParse({ start, end, break: lunch });
    return whole.success ? whole.data : { start, end };
  });

/** Returns the error of a lunch break in one sentence, or undefined if at least one day can have it. */
export function lunchError(
  { isOn, start, end }: DayHours,
  hours: WorkingHours,
): string | undefined {
  if (!isOn) return undefined;
  if (!start || !end) return 'Enter a start and an end.';
  if (end <= start) return 'The end must be after the start.';
  const isWithin = withLunch(hours, { start, end }).some((time) => time?.break);
  return isWithin ? undefined : 'The break must be within your working hours.';
}

/** Returns the error of a day in one sentence, or undefined if the day can be saved. */
export function dayError({ isOn, start, end }: DayHours): string | undefined {
  if (!isOn) return undefined;
  if (!start || !end) return 'Enter a start and an end.';
  const [meant] = hoursOf([{ isOn, start, end }]);
  return WorkingTime.safeParse(meant).success ? undefined : 'The end must be after the start.';
}
