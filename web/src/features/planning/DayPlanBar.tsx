import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { personsDay, type LocalDay } from '../../lib/time/dates';
import { useIsPlanned } from '../../records/planning/dayPlanQueries';
import { useIsReflected } from '../../records/reflections/reflectionQueries';
import { Button } from '../../ui/controls/Button';
import { lazyComponent } from '../../ui/lazyComponent';
import { useAddressParameter, useLinkState } from '../../ui/hooks/useOpenedByLink';
import { PLAN_PARAMETER } from '../../lib/paths';
import { isLeftOver } from '../../domain/tasks/taskPlan';
import type { DrawReflection } from './CloseDayDialog';
import { CloseDayOffer } from './CloseDayOffer';
import { CapacityLine } from './CapacityLine';
import type { DrawHours } from '../../records/planning/plannedHours';
import type { OnTaskPress } from '../../records/tasks/taskPress';
import css from './DayPlanBar.module.css';
import { workingSpan } from '../../domain/planning/freeTime';
import { useCloseOfDay, usePlanOfDay, type CloseStep } from './stepsOfDay';
import { useDayPlanning } from './useDayPlanning';
import type { ExternalEvent, ShownTask } from '../../domain/shownRecords';

const CloseDayDialog = lazyComponent(() => import('./CloseDayDialog'));
const PlanDayDialog = lazyComponent(() => import('./PlanDayDialog'));

/** The dialog that is open, and the day on which it was opened. */
interface Opened {
  dialog: 'plan' | 'close';
  day: LocalDay;
}

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
  /** The offers of the week, shown while the bar has no offer of its own. */
  children: ReactNode;
}

/**
 * The day's capacity, and a button to plan the day. Until the working hours are over, the button is highlighted and has
 * 'Not now' beside it. Planning or 'Not now' ends this offer for the day, and the plain button stays. After the working
 * hours, buttons that close the day take its place, until the day is closed. An open dialog keeps its day past
 * midnight. The bar has the height of its buttons from the start, so that nothing below it moves.
 */
export function DayPlanBar({
  now,
  externalEvents,
  onOpenTask,
  drawReflection,
  children,
  ...hours
}: DayPlanBarProps) {
  const today = personsDay(now);
  const plan = usePlanOfDay(today);
  const close = useCloseOfDay(today);
  const [opened, setOpened] = useState<Opened | undefined>(() => {
    if (plan.progress?.state === 'open') return { dialog: 'plan', day: today };
    return close.progress?.state === 'open' ? { dialog: 'close', day: today } : undefined;
  });
  // Closing goes on with its day after midnight. Planning goes on with the new day.
  const closingDay = opened?.dialog === 'close' ? opened.day : undefined;
  const planning = useDayPlanning(now, externalEvents, closingDay ?? today);
  const latest = useRef(planning);
  useLayoutEffect(() => {
    latest.current = planning;
  });
  const { isPending, work, capacity, tasks, todays } = planning;
  const isPlanned = useIsPlanned(today);
  const isReflected = useIsReflected(today);
  const button = useRef<HTMLButtonElement>(null);
  const isUnknown = !plan.progress && (isPending || isPlanned === undefined);
  const isOffered =
    !plan.progress &&
    !isUnknown &&
    !isPlanned &&
    (workingSpan(today, work.hours, work.events)?.to ?? 0) > now.getTime();
  // The day counts as closed on another device if nothing is left and its reflection is written.
  const isClosed = close.progress
    ? close.progress.state === 'done'
    : isReflected && todays.length === 0;
  const isClosing = !isPending && capacity.workingHours === 'over' && !isClosed;
  const openPlan = () => {
    const hasLeftOver = isPending || tasks.some((task) => isLeftOver(task, today));
    plan.keep({
      state: 'open',
      // Planning that was left continues at its step.
      ...(plan.progress?.state !== 'left' && {
        step: hasLeftOver ? 'leftOver' : 'choose',
        skipsLeftOver: !hasLeftOver,
      }),
    });
    setOpened({ dialog: 'plan', day: today });
  };
  const openClose = (step: CloseStep, skipsLeftOver: boolean) => {
    close.keep({ state: 'open', step, skipsLeftOver });
    setOpened({ dialog: 'close', day: today });
  };
  const dialog = {
    planning,
    onOpenTask,
    onClose: () => {
      flushSync(() => setOpened(undefined));
      // The buttons that opened the dialog are gone once the day is closed.
      button.current?.focus();
    },
  };
  useLinkState(({ plansDay }) => plansDay && openPlan(), !isPending);
  useAddressParameter(PLAN_PARAMETER, openPlan, !isPending);
  return (
    <section className={css.bar} aria-label="Plan of the day" aria-busy={isPending}>
      {!isPending && <CapacityLine capacity={capacity} />}
      {isClosing ? (
        <CloseDayOffer
          planning={planning}
          planButton={button}
          onIntent={CloseDayDialog.preload}
          onChoose={() => openClose('left', false)}
          onFinish={() => {
            const { progress } = close;
            if (progress?.state === 'left') openClose(progress.step, !!progress.skipsLeftOver);
            else if (todays.length > 0) openClose('left', false);
            else openClose('reflect', true);
          }}
        />
      ) : (
        // Until it is known whether planning is offered, there is room for 'Not now' on a phone.
        <div className={css.actions} data-waits={isUnknown}>
          {isOffered && (
            <Button
              size="small"
              onClick={() => {
                plan.keep({ state: 'dismissed' });
                button.current?.focus();
              }}
            >
              Not now
            </Button>
          )}
          {!isPending && !isUnknown && !isOffered && children}
          <Button
            ref={button}
            variant={isOffered ? 'contained' : 'outlined'}
            size="small"
            onPointerEnter={PlanDayDialog.preload}
            onFocus={PlanDayDialog.preload}
            onClick={openPlan}
          >
            {plan.progress?.state === 'left' ? 'Continue planning' : 'Plan the day'}
          </Button>
        </div>
      )}
      {!isPending && opened?.dialog === 'plan' && (
        <PlanDayDialog {...hours} {...dialog} latest={latest} />
      )}
      {!isPending && opened?.dialog === 'close' && (
        <CloseDayDialog drawReflection={drawReflection} {...dialog} />
      )}
    </section>
  );
}
