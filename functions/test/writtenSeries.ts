import { allDayOf, isBusy, type Event } from '@daymark/contract/event';
import type { CalendarEntry } from '../src/calendarFeed/calendarEntry';
import { icalendarOf } from '../src/calendarFeed/icalendar';
import type { SeriesWithExceptions } from './anySeries';

const CHANGED_AT = new Date('2026-11-20T08:00:00Z');

/** Returns the calendar file of series for a person in a time zone. */
export async function writtenSeries(
  all: readonly SeriesWithExceptions[],
  timeZone: string | null,
): Promise<string> {
  async function* pages() {
    for (const { series, exceptions } of all)
      yield await Promise.resolve([
        {
          ...entryOf(series),
          series: series.repeat && {
            repeat: series.repeat,
            exceptions: exceptions.map((exception) => ({
              day: exception.seriesDay ?? '',
              isCanceled: exception.canceled === true,
              entry: entryOf(exception),
            })),
          },
        },
      ]);
  }
  let text = '';
  for await (const part of icalendarOf(pages(), { userId: 7, timeZone })) text += part;
  return text;
}

const entryOf = (event: Event): CalendarEntry => ({
  id: event.id,
  title: event.title,
  start: event.start,
  end: event.end,
  days: allDayOf(event),
  isBusy: isBusy(event),
  place: event.place,
  changedAt: CHANGED_AT,
  series: null,
});
