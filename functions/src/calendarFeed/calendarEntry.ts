import type { EventDays } from '@daymark/contract/event';
import type { EventRepeat } from '@daymark/contract/repeats/eventRepeat';

/** An event in the form of a calendar file. */
export interface CalendarEntry {
  id: number;
  title: string;
  start: string;
  end: string;
  /** The days of an all-day event, or null for an event with times. */
  days: EventDays | null;
  isBusy: boolean;
  place: string | null;
  /** When the event, its exceptions, or the task whose title it has, were last changed. */
  changedAt: Date;
  /** How the event repeats, or null if it doesn't. */
  series: CalendarSeries | null;
}

/** How an entry repeats, with the exceptions that belong to it. */
interface CalendarSeries {
  repeat: EventRepeat;
  exceptions: CalendarException[];
}

/** An occurrence that was changed or canceled alone. */
interface CalendarException {
  /** The day of the series that the exception replaces. */
  day: string;
  isCanceled: boolean;
  /** The event that takes the occurrence's place unless it is canceled. */
  entry: CalendarEntry;
}
