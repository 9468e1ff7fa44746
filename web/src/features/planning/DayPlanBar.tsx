import { useRef, useState } from 'react';
import { Button } from '../../ui/controls/Button';
import { lazyComponent } from '../../ui/lazyComponent';
import { useLinkState } from '../../ui/hooks/useOpenedByLink';
import { isLeftOver } from '../../domain/tasks/taskPlan';
import type { DrawReflection } from './CloseDayDialog';
import { CloseDayOffer } from './CloseDayOffer';
import { useCloseOfDay } from './closeOfDay';
import { CapacityLine } from './CapacityLine';
import type { DrawHours } from '../../records/planning/plannedHours';
import type { OnTaskPress } from '../../records/tasks/taskPress';
import css from './DayPlanBar.module.css';
import { workingSpan } from '../../domain/planning/freeTime';
import { usePlanOfDay } from './planOfDay';
import { useDayPlanning } from './useDayPlanning';
import type { ExternalEvent, ShownTask } from '../../domain/shownRecords';

const PlanDayDialog = lazyComponent(() => import('./PlanDayDialog'));

interface DayPlanBarProps {
  now: Date;
  externalEvents: readonly ExternalEvent[];
  /** Called when a task is pressed in planning, which may become a drag to the hours. */
  onTaskPress: OnTaskPress;
  drawHours: DrawHours;
  /** Opens a task's details. */
  onOpenTask: (task: ShownTask) => void;
  /** Draws the form of the day's reflection, for closing the day. */
  drawReflection: DrawReflection;
}

/**
 * The day's capacity, and a button to plan the day. Until the working hours are over, the button is highlighted and has
 * 'Not now' beside it. Planning or 'Not now' ends this offer for the day, and the plain button stays. After the working
 * hours, buttons that close the day take its place, until the day is closed. The bar has the
 * height of its buttons from the start, so that nothing below it moves.
 */
export function DayPlanBar({
  now,
  externalEvents,
  onOpenTask,
  drawReflection,
  ...hours
}: DayPlanBarProps) {
  const planning = useDayPlanning(now, externalEvents);
  const { day, isPending, work, capacity, tasks } = planning;
  const { plan, keep } = usePlanOfDay(day);
  const [isOpen, setOpen] = useState(plan?.state === 'open');
  const button = useRef<HTMLButtonElement>(null);
  const isOffered =
    !plan && !isPending && (workingSpan(day, work.hours, work.events)?.to ?? 0) > now.getTime();
  const { close } = useCloseOfDay(day);
  const isClosing = !isPending && capacity.workingHours === 'over' && close?.state !== 'done';
  const open = () => {
    const hasLeftOver = isPending || tasks.some((task) => isLeftOver(task, day));
    keep({
      state: 'open',
      // Planning that was left continues at its step.
      ...((!plan || plan.state === 'dismissed' || plan.state === 'done') && {
        step: hasLeftOver ? 'leftOver' : 'choose',
        skipsLeftOver: !hasLeftOver,
      }),
    });
    setOpen(true);
  };
  useLinkState(({ plansDay }) => plansDay && open(), !isPending);
  return (
    <section className={css.bar} aria-label="Plan of the day" aria-busy={isPending}>
      {!isPending && <CapacityLine capacity={capacity} />}
      {isClosing ? (
        <CloseDayOffer
          planning={planning}
          onOpenTask={onOpenTask}
          drawReflection={drawReflection}
          onClosed={() => button.current?.focus()}
        />
      ) : (
        <div className={css.actions}>
          {isOffered && (
            <Button
              size="small"
              onClick={() => {
                keep({ state: 'dismissed' });
                button.current?.focus();
              }}
            >
              Not now
            </Button>
          )}
          <Button
            ref={button}
            variant={isOffered ? 'contained' : 'outlined'}
            size="small"
            onPointerEnter={PlanDayDialog.preload}
            onFocus={PlanDayDialog.preload}
            onClick={open}
          >
            {plan?.state === 'left' ? 'Continue planning' : 'Plan the day'}
          </Button>
        </div>
      )}
      {isOpen && !isPending && (
        <PlanDayDialog
          {...hours}
          planning={planning}
          onOpenTask={onOpenTask}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
