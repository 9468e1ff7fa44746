import type { FocusSession } from '@daymark/contract/focusSession';
import { addDays, localDay, startOfDay, type LocalDay } from '../../lib/dates';
import { within, type TimeSpan } from '../../lib/timeSpans';

/** The last so many local days, today the last of them. */
export const lastDays = (today: LocalDay, count: number): LocalDay[] =>
  Array.from({ length: count }, (_, index) => addDays(today, index + 1 - count));

/** A local day from its first moment to the next one's: 23, 24 or 25 hours. */
export const daySpan = (day: LocalDay): TimeSpan => ({
  from: startOfDay(day).getTime(),
  to: startOfDay(addDays(day, 1)).getTime(),
});

/**
 * When a session ran. Where it was paused is not recorded, so its time is taken to have passed without a break from
 * its start: the length is right, and it never goes beyond its end.
 */
export function sessionSpan({
  start,
  end,
  actualSeconds,
}: Pick<FocusSession, 'start' | 'end' | 'actualSeconds'>): TimeSpan {
  const from = Date.parse(start);
  return { from, to: Math.max(from, Math.min(Date.parse(end), from + actualSeconds * 1000)) };
}

/** The local days that a span touches, each with its part of it: a session at midnight belongs to two. */
export function partsByDay(span: TimeSpan): { day: LocalDay; part: TimeSpan }[] {
  if (span.to <= span.from) return [];
  const parts: { day: LocalDay; part: TimeSpan }[] = [];
  for (let day = localDay(new Date(span.from)); ; day = addDays(day, 1)) {
    const [part] = within([span], daySpan(day));
    if (!part) return parts;
    parts.push({ day, part });
  }
}
