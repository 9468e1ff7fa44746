import { addDays, type LocalDay } from '../../lib/time/dates';
import { allDayTimes } from './allDay';

/** Returns the times of a new event that makes a day a day off. */
export const newDayOff = (day: LocalDay) => ({
  ...allDayTimes({ start: day, end: addDays(day, 1) }),
  dayOff: true,
});
