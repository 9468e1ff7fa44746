import { quoted } from '../../lib/text/quoted';
import { NO_DETAILS } from '@daymark/contract/event';
import { Fragment, useState } from 'react';
import { briefTimes } from '../../domain/events/eventTimes';
import { eventSpan } from '../../domain/events/eventSpan';
import { blockMinutes } from '../../domain/planning/fillFreeTime';
import { openGaps } from '../../domain/planning/freeTime';
import type { Placing } from '../../domain/planning/timeBlocks';
import type { ShownEvent, ShownTask } from '../../domain/shownRecords';
import { taskUpdate } from '../../domain/tasks/taskRequests';
import { localInstant } from '../../lib/time/dates';
import type { TimeSpan } from '../../lib/time/timeSpans';
import type { DrawHours } from '../../records/planning/plannedHours';
import { Button } from '../../ui/controls/Button';
import { useIsPhone } from '../../ui/hooks/useIsPhone';
import css from './PlanRail.module.css';
import type { DayPlanning } from './useDayPlanning';
import type { Placement } from './usePlacing';
import type { ApplyChange } from './usePlanChange';

/** A proposed block as the hours draw it, with its task, and which part of the task it is. */
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
  draw: DrawHours;
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
  const { work, day, capacity } = planning;
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
      <p>
        {free.length > 0 && 'Free: '}
        {free.map((gap, index) => (
          <Fragment key={gap.from}>
            {index > 0 && ', '}
            <span>{textOf(gap)}</span>
          </Fragment>
        ))}
        {free.length === 0 &&
          (capacity.workingHours === 'none' ? 'Today is a day off.' : 'No free time is left.')}
      </p>
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

function Hours({ planning, placement, draw, onChange, onOpen }: PlanRailProps) {
  const { day, work, todays, remaining } = planning;
  const proposed = proposedBlocks(placement.all);
  const proposedOf = ({ id }: ShownEvent) => proposed.find(({ event }) => event.id === id);
  return (
    <div className={css.rail}>
      {draw({
        day,
        events: [...work.events, ...proposed.map(({ event }) => event)],
        minutesOf: (task) => blockMinutes(remaining(task)),
        place(task, times) {
          const placing = placement.all.find((one) => one.task.id === task.id);
          if (placing?.block) return false;
          if (!todays.some(({ id }) => id === task.id)) {
            const requests = [taskUpdate(task, { plannedDay: day })];
            onChange(`${quoted(task.title)} planned for today.`, { requests });
          }
          placement.setSpan(task, placing?.spans.length ?? 0, eventSpan(times));
          return true;
        },
        open(event) {
          const block = proposedOf(event);
          if (block) onOpen(block.placing.task);
        },
        setSpan(event, span) {
          const block = proposedOf(event);
          if (block) placement.setSpan(block.placing.task, block.part, span);
        },
      })}
    </div>
  );
}
