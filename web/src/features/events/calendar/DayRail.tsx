import type { LocalDay } from '../../../lib/time/dates';
import { useFocusSessionSpans } from '../../../records/focus/useFocusSessionSpans';
import { TimeGrid } from './TimeGrid';
import type { EventActions } from '../useEventActions';
import { useTaskPlacing } from './useTaskPlacing';
import type { useTaskPress } from './useTaskPress';
import { useWorkingHours } from '../../../records/settings/useWorkingHours';
import type { CalendarEvent } from '../../../domain/shownRecords';

interface DayRailProps {
  day: LocalDay;
  now: Date;
  events: readonly CalendarEvent[];
  /** Whether the person's own events are included. Free time and focus sessions are then marked. */
  hasOwn: boolean;
  actions: EventActions;
  drafting: { start: string; end: string } | undefined;
  /** The task that is pressed in a list. */
  taskPress: Pick<ReturnType<typeof useTaskPress>, 'press' | 'endPress'>;
  announce: (text: string) => void;
}

/** One day as a rail of hours, in a part of a screen. Default export, because it is loaded lazily. */
export default function DayRail({ day, hasOwn, taskPress, announce, ...grid }: DayRailProps) {
  const workingHours = useWorkingHours().hours;
  const sessions = useFocusSessionSpans(day);
  const placing = useTaskPlacing(taskPress, announce);
  return (
    <TimeGrid
      key={day}
      {...grid}
      isPanel
      days={[day]}
      selected={day}
      workingHours={hasOwn ? workingHours : undefined}
      sessions={hasOwn ? sessions : undefined}
      placing={placing}
      announce={announce}
      linkTo={() => ''}
      // An event that is moved to another day leaves this rail. Without this call, the focus would be lost with the
      // event's box.
      onFollow={() => document.getElementById('main')?.focus()}
    />
  );
}
