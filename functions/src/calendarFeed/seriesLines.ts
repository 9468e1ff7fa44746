import type { EventRepeat } from '@daymark/contract/repeats/eventRepeat';
import {
  firstDayOfSeries,
  lastDayOfSeries,
  occurrenceOn,
} from '@daymark/contract/repeats/occurrences';
import { firstDay } from '@daymark/contract/repeats/repeat';
import { rruleOf } from '@daymark/contract/repeats/rrule';
import { clockOfDay, namedZone, timeOfDay } from '@daymark/contract/time/zone';
import type { CalendarEntry } from './calendarEntry';
import type { CalendarZone } from './calendarZone';

/** Writes the lines of a series that name its days. Without a zone, the times are in UTC. */
export function seriesLines(
  { start, end, days }: Pick<CalendarEntry, 'start' | 'end' | 'days'>,
  repeat: EventRepeat,
  zone: CalendarZone | undefined,
) {
  const first = firstDayOfSeries({ start, days }, repeat);
  const clocks = namedZone(repeat.timeZone);
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)];

  /** Returns a property whose value is the planned time of a day. */
  function timeLine(name: string, day: string): string {
    if (days) return `${name};VALUE=DATE:${compact(day)}`;
    if (!zone)
      return `${name}:${utcText(Date.parse(occurrenceOn({ start, end, days }, repeat, day).start))}`;
    const clock = clockOfDay(day) + timeOfDay(clocks.clockAt(startMs));
    return `${name};TZID=${zone.name}:${utcText(clock).slice(0, -1)}`;
  }

  return {
    first,
    /**
     * Returns the RRULE. If the rule doesn't name the first day, that day is added as a date of its own, and the last
     * day is written instead of a number of times. Programs differ in whether such a first day counts.
     */
    ruleLines(): string[] {
      const isAllDay = days !== null;
      const until = repeat.until !== null && repeat.until < first ? first : repeat.until;
      if (firstDay(repeat.rule, first) === first)
        return [`RRULE:${rruleOf({ ...repeat, until }, first, isAllDay)}`];
      const last = until ?? lastDayOfSeries({ start, days }, repeat) ?? null;
      const rule = rruleOf({ ...repeat, until: last, count: null }, first, isAllDay);
      return [`RRULE:${rule}`, timeLine('RDATE', first)];
    },
    exceptionLine: (day: string) => timeLine('EXDATE', day),
    recurrenceLine: (day: string) => timeLine('RECURRENCE-ID', day),
    /** Whether the first event begins or ends at a clock time that comes twice, and means the second one. */
    isFirstApart:
      !days && [startMs, endMs].some((ms) => ms !== clocks.momentOf(clocks.clockAt(ms))),
  };
}

const compact = (text: string): string => text.replace(/[-:]|\.\d+/g, '');

const utcText = (ms: number): string => compact(new Date(ms).toISOString());
