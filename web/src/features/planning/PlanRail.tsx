import { NO_DETAILS } from '@daymark/contract/event';
import { useState } from 'react';
import { withId } from '../../domain/mutation';
import { briefTimes, eventTimesText } from '../../domain/events/eventTimes';
import { eventSpan } from '../../domain/events/eventSpan';
import { blockMinutes } from '../../domain/planning/fillFreeTime';
import { openGaps } from '../../domain/planning/freeTime';
import type { Placing } from '../../domain/planning/timeBlocks';
import type { CalendarEvent, ShownEvent, ShownTask } from '../../domain/shownRecords';
import { taskUpdate } from '../../domain/tasks/taskRequests';
import { localInstant } from '../../lib/time/dates';
import type { TimeSpan } from '../../lib/time/timeSpans';
import { useFocusSessionSpans } from '../../records/focus/useFocusSessionSpans';
import { useSchedule } from '../../records/events/useSchedule';
import { Button } from '../../ui/controls/Button';
import { useIsPhone } from '../../ui/hooks/useIsPhone';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden';
import { TimeGrid } from '../events/calendar/TimeGrid';
import type { useTaskPress } from '../events/calendar/useTaskPress';
import type { EventActions } from '../events/useEventActions';
import css from './PlanDayDialog.module.css';
import type { DayPlanning } from './useDayPlanning';
import type { Placement } from './usePlacing';
import type { ApplyChange } from './usePlanChange';

type Times = Pick<ShownEvent, 'start' | 'end'>;

/** A proposed block as the hours draw it, with the task and the part that it stands for. */
interface ProposedBlock {
  event: ShownEvent;
  placing: Placing;
  part: number;
}

/** Returns the proposed blocks as events. Their ids are negative, so that no event of the calendar has them. */
const proposedBlocks = (all: readonly Placing[]): ProposedBlock[] =>
  all
    .flatMap((placing) => placing.spans.map((span, part) => ({ placing, part, span })))
    .map(({ placing, part, span: { from, to } }, index) => ({
      placing,
      part,
      event: {
        ...NO_DETAILS,
        id: -1 - index,
        title: placing.task.title,
        start: localInstant(new Date(from)),
        end: localInstant(new Date(to)),
        userId: placing.task.userId,
        taskId: placing.task.id,
        isProposed: true,
      },
    }));

interface PlanRailProps {
  planning: DayPlanning;
  placement: Placement;
  /** The actions on the events of the calendar. */
  actions: EventActions;
  drafting: Times | undefined;
  taskPress: Pick<ReturnType<typeof useTaskPress>, 'press' | 'endPress'>;
  onChange: ApplyChange;
  /** Opens a task's details. */
  onOpen: (task: ShownTask) => void;
}

/**
 * The day beside the steps, with its events and the proposed blocks. A task is dragged here to propose a block, and a
 * proposed block is dragged off to remove it. On a phone, only the free time is shown until the person unfolds the day.
 */
export function PlanRail(props: PlanRailProps) {
  const { planning, placement } = props;
  const { work, day } = planning;
  const isPhone = useIsPhone();
  const [isUnfolded, setUnfolded] = useState(false);
  const free = openGaps(
    work,
    placement.all.flatMap(({ spans }) => spans),
  );
  if (!isPhone) return <Hours {...props} />;
  const textOf = ({ from, to }: TimeSpan) =>
    briefTimes({ start: localInstant(new Date(from)), end: localInstant(new Date(to)) }, day);
  return (
    <section className={css.folded} aria-label="Your day">
      <p>{free.length > 0 ? `Free: ${free.map(textOf).join(', ')}` : 'No free time is left.'}</p>
      <Button
        variant="outlined"
        size="small"
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {isUnfolded ? 'Hide the day' : 'Show the day'}
      </Button>
      {isUnfolded && <Hours {...props} />}
    </section>
  );
}

function Hours({
  planning,
  placement,
  actions,
  drafting,
  taskPress: { press, endPress },
  onChange,
  onOpen,
}: PlanRailProps) {
  const { day, now, work, tasks, todays, remaining } = planning;
  const sessions = useFocusSessionSpans(day);
  const schedule = useSchedule();
  const [announcement, announce] = useState('');
  const proposed = proposedBlocks(placement.all);
  const proposedOf = ({ id }: ShownEvent) => proposed.find(({ event }) => event.id === id);
  const events: CalendarEvent[] = [...work.events, ...proposed.map(({ event }) => event)];
  const task = press && withId(tasks, press.taskId);

  const place = (times: Times) => {
    if (!task) return;
    announce(`${task.title}: ${eventTimesText(times)}`);
    const placing = placement.all.find((one) => one.task.id === task.id);
    // A task with a block on the calendar gets another one.
    if (placing?.block) {
      schedule(task, times);
      return;
    }
    if (!todays.some(({ id }) => id === task.id)) {
      const requests = [taskUpdate(task, { plannedDay: day })];
      onChange(`“${task.title}” planned for today.`, { requests });
    }
    placement.setSpan(task, placing?.spans.length ?? 0, eventSpan(times));
  };
  const takeOff = (event: ShownEvent): boolean => {
    const block = proposedOf(event);
    if (!block) return false;
    placement.setSpan(block.placing.task, block.part, undefined);
    announce(`${event.title}: not placed`);
    return true;
  };
  const railActions: EventActions = {
    ...actions,
    openEdit(event) {
      const block = proposedOf(event);
      if (block) onOpen(block.placing.task);
      else actions.openEdit(event);
    },
    askDelete(event, from) {
      if (!takeOff(event)) actions.askDelete(event, from);
    },
    setTimes(event, times, before) {
      const block = proposedOf(event);
      if (block) placement.setSpan(block.placing.task, block.part, eventSpan(times));
      else actions.setTimes(event, times, before);
    },
  };
  return (
    <div className={css.rail}>
      <TimeGrid
        isPanel
        days={[day]}
        selected={day}
        now={now}
        events={events}
        actions={railActions}
        drafting={drafting}
        workingHours={work.hours}
        sessions={sessions}
        placing={{
          press: task && !task.completed ? press : undefined,
          title: task?.title ?? '',
          color: undefined,
          minutes: task ? blockMinutes(remaining(task)) : 0,
          onPlace: place,
          onEnd: endPress,
          onTakeOff: takeOff,
        }}
        announce={announce}
        linkTo={() => ''}
        onFollow={() => undefined}
      />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  );
}
