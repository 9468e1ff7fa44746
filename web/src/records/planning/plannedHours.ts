import type { ReactNode } from 'react';
import type { CalendarEvent, ShownEvent, ShownTask } from '../../domain/shownRecords';
import type { LocalDay } from '../../lib/time/dates';
import type { TimeSpan } from '../../lib/time/timeSpans';

/** The hours of a day that is being planned. Proposed blocks are events with `isProposed`. */
export interface PlannedHours {
  day: LocalDay;
  events: readonly CalendarEvent[];
  /** Returns the length of a task's new block, in minutes. */
  minutesOf: (task: ShownTask) => number;
  /** Proposes a block at these times. Returns false if the task has a block on the calendar. */
  place: (task: ShownTask, times: Pick<ShownEvent, 'start' | 'end'>) => boolean;
  /** Opens the task of a proposed block. */
  open: (event: ShownEvent) => void;
  /** Moves a proposed block, or takes it off the day if `span` is undefined. */
  setSpan: (event: ShownEvent, span: TimeSpan | undefined) => void;
}

/** Draws the hours of the day that is being planned. */
export type DrawHours = (hours: PlannedHours) => ReactNode;
