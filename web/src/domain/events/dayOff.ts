import { isDayOff, type Event } from '@daymark/contract/event';
import { expandEvents, type DayRange } from '@daymark/contract/repeats/occurrences';
import { addDays, type LocalDay } from '../../lib/time/dates';
import { allDayTimes } from './allDay';

/** Returns the times of a new event that makes a day a day off. */
export const newDayOff = (day: LocalDay) => ({
  ...allDayTimes({ start: day, end: addDays(day, 1) }),
  dayOff: true,
});

/** Returns the events that make days off. A series is expanded to its events in the range. */
export const expandDaysOff = <E extends Event>(
  events: readonly E[],
  range: DayRange,
): readonly E[] =>
  // An exception takes the place of its occurrence, whatever it is itself.
  expandEvents(
    events.filter((event) => isDayOff(event) || event.seriesId !== null),
    range,
  ).filter(isDayOff);
