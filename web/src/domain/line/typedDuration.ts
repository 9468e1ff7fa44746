import { Task } from '@daymark/contract/task';
import * as z from 'zod/mini';

const PATTERN =
  /^(?:(\d+(?:[.,]\d+)?)\s*h(?:ours?|rs?)?)?\s*(?:(\d+)\s*(?:m(?:in(?:ute)?s?)?)?)?$/i;
const CLOCK = /^(\d{1,2}):([0-5]\d)$/;

/** The error text at the field. */
export const DURATION_RULE = 'Type a time like 45m or 1h 30m, up to 24h.';

/**
 * Reads a typed duration in minutes: "45", "45m", "1h 30m", "1.5h", "1:30". Returns null for an empty text, and
 * undefined for a text that isn't a duration of 1 minute to 24 hours.
 */
export function typedDuration(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const [, hours = '0', minutes = '0'] = CLOCK.exec(typed) ?? PATTERN.exec(typed) ?? [];
  const total = Math.round(Number(hours.replace(',', '.')) * 60 + Number(minutes));
  return Task.shape.estimateMinutes.safeParse(total).success ? total : undefined;
}

/** The schema of a typed estimate. The schema's value is the minutes, or null for an empty text. */
export const TypedEstimate = z.pipe(
  z.string().check(z.refine((text) => typedDuration(text) !== undefined, DURATION_RULE)),
  z.transform((text) => typedDuration(text) ?? null),
);
