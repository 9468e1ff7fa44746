import type { Settings } from '@daymark/contract/settings';
import type { LocalDay } from '../../lib/dates';
import type { CalendarEvent } from './eventQueries';
import { TimeGrid, type SessionMark, type TaskPlacing } from './TimeGrid';
import type { EventActions } from './useEventActions';

interface DayRailProps {
  day: LocalDay;
  now: Date;
  events: readonly CalendarEvent[];
  actions: EventActions;
  drafting: { start: string; end: string } | undefined;
  workingHours: Settings['workingHours'];
  sessions?: readonly SessionMark[];
  placing?: TaskPlacing;
  announce: (text: string) => void;
}

/** One day as a rail of hours, in a part of a screen. Default export: loaded lazily. */
export default function DayRail({ day, ...grid }: DayRailProps) {
  return (
    <TimeGrid
      key={day}
      {...grid}
      isPanel
      days={[day]}
      selected={day}
      linkTo={() => ''}
      // What was moved to another day is gone from here: the focus must not be lost.
      onFollow={() => document.getElementById('main')?.focus()}
    />
  );
}
