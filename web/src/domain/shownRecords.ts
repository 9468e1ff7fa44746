import type { Category } from '@daymark/contract/category';
import type { Event } from '@daymark/contract/event';
import type { FocusSession } from '@daymark/contract/focusSession';
import type { Note } from '@daymark/contract/note';
import type { Task } from '@daymark/contract/task';
import type { Shown } from './mutation';

/* The records as screens show them, with the pending mutations applied. */

export type ShownTask = Shown<Task>;
export type ShownCategory = Shown<Category>;
export type ShownNote = Shown<Note>;
export type ShownSession = Shown<FocusSession>;

/** One of the person's own events. */
export type ShownEvent = Shown<Event> & {
  /** The task of a time block, while the task exists. The block is shown with the task's title. */
  task?: Shown<Task>;
  /** The color of that task's category, if it has one. */
  categoryColor?: string;
  /** The series of an event that repeats. The event itself is computed, unless it is an exception. */
  series?: Shown<Event>;
  /** Whether this is a proposed block, which is not on the calendar yet. */
  isProposed?: true;
};

/** An event from Google Calendar, shown with the person's own events and read-only. */
export interface ExternalEvent {
  /** Unique among all external events. */
  id: string;
  isExternal: true;
  title: string;
  /** Local midnights, if the event is all-day. */
  start: string;
  end: string;
  /** Whether the event has dates and no times. */
  isAllDay: boolean;
  /** Whether the event takes time of its day. An event that was declined or is marked as free takes no time. */
  isBusy: boolean;
  /** Any CSS color. */
  color: string;
  /** The name of the event's calendar. */
  calendar: string;
  location: string | null;
  /** The address at which the event can be changed. */
  link: string | null;
  /** An external event has no save error. */
  saveError?: undefined;
}

/** An event of a calendar: one of the person's own, or an external one. */
export type CalendarEvent = ShownEvent | ExternalEvent;
