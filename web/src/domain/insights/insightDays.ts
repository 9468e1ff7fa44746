import type { FocusSession } from '@daymark/contract/focusSession';
import { addDays, personsDay, startOfPersonsDay, type LocalDay } from '../../lib/time/dates';
import { within, type TimeSpan } from '../../lib/time/timeSpans';

/** Returns the local days from `first` to `last`, both included. */
export function daysWithin(first: LocalDay, last: LocalDay): LocalDay[] {
  const days: LocalDay[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns the span of a local day, which is not 24 hours long if the clocks change. */
export const daySpan = (day: LocalDay): TimeSpan => ({
  from: startOfPersonsDay(day).getTime(),
  to: startOfPersonsDay(addDays(day, 1)).getTime(),
});

/**
 * Returns when a session ran, in whole seconds. Pauses are not recorded, so the span begins with the session and is as
 * long as the session's actual time. The span never passes the session's end.
 */
export function sessionSpan({
  start,
  end,
  actualSeconds,
}: Pick<FocusSession, 'start' | 'end' | 'actualSeconds'>): TimeSpan {
  const from = wholeSecond(Date.parse(start));
  const to = Math.min(wholeSecond(Date.parse(end)), from + actualSeconds * 1000);
  return { from, to: Math.max(from, to) };
}

const wholeSecond = (ms: number) => Math.floor(ms / 1000) * 1000;

/** Returns the local days that a span overlaps, each with its part of the span. */
export function partsByDay(span: TimeSpan): { day: LocalDay; part: TimeSpan }[] {
  if (span.to <= span.from) return [];
  const parts: { day: LocalDay; part: TimeSpan }[] = [];
  for (let day = personsDay(new Date(span.from)); ; day = addDays(day, 1)) {
    const [part] = within([span], daySpan(day));
    if (!part) return parts;
    parts.push({ day, part });
  }
}
