import { useState } from 'react';
import { eventSpan } from '../../../domain/events/eventSpan';
import { eventTimesText } from '../../../domain/events/eventTimes';
import { withId } from '../../../domain/mutation';
import { hasPassed } from '../../../domain/planning/timeBlocks';
import type { ShownEvent } from '../../../domain/shownRecords';
import { useSchedule } from '../../../records/events/useSchedule';
import { useFocusSessionSpans } from '../../../records/focus/useFocusSessionSpans';
import type { PlannedHours } from '../../../records/planning/plannedHours';
import { useWorkingHours } from '../../../records/settings/useWorkingHours';
import { useTasks } from '../../../records/tasks/taskQueries';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden';
import { toast } from '../../../ui/toasts/toast';
import type { EventActions } from '../useEventActions';
import { TimeGrid } from './TimeGrid';
import type { useTaskPress } from './useTaskPress';

interface PlanHoursProps {
  now: Date;
  hours: PlannedHours;
  /** The actions on the events of the calendar. */
  actions: EventActions;
  drafting: { start: string; end: string } | undefined;
  /** The task that is pressed in a step. */
  taskPress: Pick<ReturnType<typeof useTaskPress>, 'press' | 'endPress'>;
}

/** Whether a block can't be proposed at these times, because they have passed. The person is told so. */
function isRefused({ start }: Pick<ShownEvent, 'start'>): boolean {
  const isPast = hasPassed(Date.parse(start), new Date());
  if (isPast) toast({ title: 'This time has passed', description: 'Choose a later one.' });
  return isPast;
}

/**
 * The hours of the day that is being planned. A task is dragged here to propose a block, and a proposed block is dragged
 * off to remove it. Default export, because it is loaded lazily.
 */
export default function PlanHours({
  now,
  hours,
  actions,
  drafting,
  taskPress: { press, endPress },
}: PlanHoursProps) {
  const { day } = hours;
  const workingHours = useWorkingHours().hours;
  const sessions = useFocusSessionSpans(day);
  const schedule = useSchedule();
  const { data: tasks } = useTasks();
  const [announcement, announce] = useState('');
  const task = press && withId(tasks, press.taskId);
  const takeOff = (event: ShownEvent): boolean => {
    if (!event.isProposed) return false;
    hours.setSpan(event, undefined);
    announce(`${event.title}: not placed`);
    return true;
  };
  const planActions: EventActions = {
    ...actions,
    openEdit: (event) => (event.isProposed ? hours.open(event) : actions.openEdit(event)),
    askDelete(event, from) {
      if (!takeOff(event)) actions.askDelete(event, from);
    },
    setTimes(event, times, before) {
      if (event.isProposed && isRefused(times)) return;
      if (event.isProposed) hours.setSpan(event, eventSpan(times));
      else actions.setTimes(event, times, before);
    },
  };
  return (
    <>
      <TimeGrid
        isPanel
        days={[day]}
        selected={day}
        now={now}
        events={hours.events}
        actions={planActions}
        drafting={drafting}
        workingHours={workingHours}
        sessions={sessions}
        placing={{
          press: task && !task.completed ? press : undefined,
          title: task?.title ?? '',
          color: undefined,
          minutes: task ? hours.minutesOf(task) : 0,
          onPlace(times) {
            if (!task || isRefused(times)) return;
            announce(`${task.title}: ${eventTimesText(times)}`);
            // A task with a block on the calendar gets another one.
            if (!hours.place(task, times)) schedule(task, times);
          },
          onEnd: endPress,
          onTakeOff: takeOff,
        }}
        announce={announce}
        linkTo={() => ''}
        onFollow={() => undefined}
      />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}
