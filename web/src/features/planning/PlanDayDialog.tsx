import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import { Dialog } from '../../ui/dialogs/Dialog';
import { TextButton } from '../../ui/controls/TextButton';
import { toast } from '../../ui/toasts/toast';
import { CapacityLine } from './CapacityLine';
import { ChooseStep } from './ChooseStep';
import { capacityParts } from '../../domain/planning/dayCapacity';
import { LeftOverStep } from './LeftOverStep';
import { PlaceStep } from './PlaceStep';
import { TaskPressContext, type OnTaskPress } from '../../records/tasks/taskPress';
import type { DrawHours } from '../../records/planning/plannedHours';
import css from './PlanDayDialog.module.css';
import { PlanRail } from './PlanRail';
import { PLAN_STEPS, usePlanOfDay, type PlanStep } from './planOfDay';
import { blockOf } from '../../domain/planning/timeBlocks';
import { todaysPriorities } from '../../domain/tasks/todaysPriorities';
import { TopThreeStep } from './TopThreeStep';
import type { DayPlanning } from './useDayPlanning';
import { usePlacing } from './usePlacing';
import { planToKeep } from '../../domain/planning/planToKeep';
import { useKeepPlan } from '../../records/planning/dayPlanQueries';
import { usePlanChange } from './usePlanChange';
import type { ShownTask } from '../../domain/shownRecords';

const TITLES: Record<PlanStep, string> = {
  leftOver: 'What was left over',
  choose: 'Choose what to do today',
  top3: 'Pick your top 3',
  place: 'Place it on the day',
};

const NOTHING_PROPOSED = {};

interface PlanDayDialogProps {
  planning: DayPlanning;
  /** Called when a task is pressed, which may become a drag to the hours. */
  onTaskPress: OnTaskPress;
  drawHours: DrawHours;
  /** Opens a task's details. */
  onOpenTask: (task: ShownTask) => void;
  onClose: () => void;
}

/**
 * The dialog for planning the day (product §4), in those of the four steps that have something to do. The dialog can be
 * left at any step, and continues at the same step. Default export, because it is loaded on intent.
 */
export default function PlanDayDialog({
  planning,
  onTaskPress,
  drawHours,
  onOpenTask,
  onClose,
}: PlanDayDialogProps) {
  const { day, capacity } = planning;
  const sync = useSync();
  const { plan, keep } = usePlanOfDay(day);
  const { last, apply, undo } = usePlanChange();
  const heading = useRef<HTMLHeadingElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const shownStep = useRef<HTMLDivElement>(null);
  const step = plan?.step ?? 'leftOver';
  const steps = PLAN_STEPS.filter(
    (one) => one === step || (one === 'leftOver' ? !plan?.skipsLeftOver : hasWork(one, planning)),
  );
  const index = steps.indexOf(step);
  const [previous, next] = [steps[index - 1], steps[index + 1]];
  const placement = usePlacing(planning, plan?.proposed ?? NOTHING_PROPOSED, (spans) =>
    keep({ proposed: spans }),
  );
  const proposed = placement.all.flatMap(({ task, spans }) =>
    spans.map((span) => ({ task, span })),
  );
  const keepPlan = useKeepPlan();

  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const toTop = () => {
    focusHeading();
    if (top.current?.parentElement) top.current.parentElement.scrollTop = 0;
  };
  const goTo = (to: PlanStep) => {
    flushSync(() => keep({ step: to, state: 'open' }));
    toTop();
  };
  const close = () => {
    keep({ state: 'left' });
    // A toast keeps the last Undo available.
    if (last) toastUndo(last.text);
    onClose();
  };
  const finish = () => {
    keepPlan(day, planToKeep(planning));
    keep({ state: 'done', step: 'leftOver', proposed: {} });
    toastUndo('Your day is planned', last?.text ?? capacityParts(capacity).join(' · '));
    onClose();
  };
  const toastUndo = (title: string, description?: string) =>
    toast({
      title,
      ...(description && { description }),
      ...(last && { action: { label: 'Undo', run: last.undo } }),
    });
  const addBlocks = () => {
    const checked = placement.check();
    if (checked === 'renewed') toTop();
    if (checked === 'refused')
      shownStep.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    if (checked !== 'accepted') return;
    const records = proposed.map(({ task, span }) => ({
      ...blockOf(task, span),
      userId: sync.userId,
    }));
    apply(records.length === 1 ? '1 time block added.' : `${records.length} time blocks added.`, {
      requests: records.map((record) => ({ kind: 'create', collection: 'events', record })),
    });
    flushSync(() => keep({ proposed: {} }));
    focusHeading();
  };

  const parts: Record<PlanStep, () => ReactNode> = {
    leftOver: () => (
      <LeftOverStep
        planning={planning}
        onChange={apply}
        onOpen={onOpenTask}
        onEmptied={focusHeading}
      />
    ),
    choose: () => <ChooseStep planning={planning} onChange={apply} />,
    place: () => (
      <PlaceStep planning={planning} placement={placement} onChange={apply} onOpen={onOpenTask} />
    ),
    top3: () => <TopThreeStep planning={planning} onChange={apply} />,
  };
  const primary =
    step === 'place' && proposed.length > 0 ? (
      <>
        <Button onClick={finish}>Finish without</Button>
        <Button variant="contained" onClick={addBlocks}>
          {proposed.length === 1 ? 'Add 1 block' : `Add ${proposed.length} blocks`}
        </Button>
      </>
    ) : next ? (
      <Button variant="contained" onClick={() => goTo(next)}>
        Next
      </Button>
    ) : (
      <Button variant="contained" onClick={finish}>
        Finish
      </Button>
    );
  return (
    <Dialog
      title="Plan the day"
      width="lg"
      fillsPhone
      dismiss="Close"
      onClose={close}
      aside={previous && <Button onClick={() => goTo(previous)}>Back</Button>}
      actions={primary}
    >
      <div className={css.columns} ref={top}>
        <TaskPressContext value={onTaskPress}>
          <div className={css.tasks}>
            <div className={css.head}>
              <p>
                Step {index + 1} of {steps.length}
                <span aria-hidden="true">
                  {steps.map((one, at) => (
                    <i key={one} data-passed={at <= index} />
                  ))}
                </span>
              </p>
              <h3 ref={heading} tabIndex={-1}>
                {TITLES[step]}
              </h3>
              <CapacityLine capacity={capacity} isLive />
            </div>
            <div className={css.step} key={step} ref={shownStep}>
              {parts[step]()}
            </div>
            <div className={css.last}>
              <p role="status">{last?.text}</p>
              {last && (
                <TextButton
                  onClick={() => {
                    undo();
                    const changed = last.focusId && document.getElementById(last.focusId);
                    if (changed) changed.focus();
                    else focusHeading();
                  }}
                >
                  Undo
                </TextButton>
              )}
            </div>
          </div>
        </TaskPressContext>
        <PlanRail
          planning={planning}
          placement={placement}
          draw={drawHours}
          onChange={apply}
          onOpen={onOpenTask}
        />
      </div>
    </Dialog>
  );
}

/** Whether a step has something to do. The search of the second step always does. */
function hasWork(step: PlanStep, { tasks, todays, now }: DayPlanning): boolean {
  if (step === 'place') return todays.length > 0;
  return step !== 'top3' || todays.length > 0 || todaysPriorities(tasks, now).length > 0;
}
