import type { Owner } from '../owner';
import type { Ports } from '../ports';
import { calendarEntries } from './calendarEntries';
import { icalendarOf } from './icalendar';

/** Returns all events of a person as an iCalendar file. */
export const calendarFile = (
  owner: Owner,
  timeZone: string | null,
  ports: Ports,
): AsyncGenerator<string> =>
  icalendarOf(calendarEntries(owner, ports), { userId: owner.userId, timeZone });
