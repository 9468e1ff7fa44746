import type { ReactNode, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import { CapacityLine } from './CapacityLine';
import { ChooseStep } from './ChooseStep';
import { capacityParts } from '../../domain/planning/dayCapacity';
import { isLeftOver } from '../../domain/tasks/taskPlan';
import { countText } from '../../lib/text/numbers';
import type { LocalDay } from '../../lib/time/dates';
import { LeftTasks } from './LeftTasks';
import { PlaceStep } from './PlaceStep';
import { TaskPressContext, type OnTaskPress } from '../../records/tasks/taskPress';
import type { DrawHours } from '../../records/planning/plannedHours';
import { PlanRail } from './PlanRail';
import { PLAN_STEPS, usePlanOfDay, type PlanStep } from './stepsOfDay';
import { blockOf } from '../../domain/planning/timeBlocks';
import { todaysPriorities } from '../../domain/tasks/todaysPriorities';
import { TopThreeStep } from './TopThreeStep';
import type { DayPlanning } from './useDayPlanning';
import { usePlacing } from './usePlacing';
import { planToKeep } from '../../domain/planning/planToKeep';
import { useKeepPlan } from '../../records/planning/dayPlanQueries';
import { StepDialog, useStepFlow } from './StepDialog';
import type { PlanChange } from './usePlanChange';
import type { ShownEvent, ShownTask } from '../../domain/shownRecords';

const TITLES: Record<PlanStep, string> = {
  leftOver: 'What was left over',
  choose: 'Choose what to do today',
  top3: 'Pick your top 3',
  place: 'Place it on the day',
};

const NOTHING_PROPOSED = {};

interface PlanDayDialogProps {
  planning: DayPlanning;
  /** The same data as `planning`, as they are when an Undo runs after the dialog has closed. */
  latest: RefObject<DayPlanning>;
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
  latest,
  onTaskPress,
  drawHours,
  onOpenTask,
  onClose,
}: PlanDayDialogProps) {
  const { day, capacity, tasks, work } = planning;
  const sync = useSync();
  const { progress, keep } = usePlanOfDay(day);
  const step = progress?.step ?? 'leftOver';
  const steps = PLAN_STEPS.filter(
    (one) =>
      one === step || (one === 'leftOver' ? !progress?.skipsLeftOver : hasWork(one, planning)),
  );
  const flow = useStepFlow(steps, step, (to) => keep({ step: to, state: 'open' }));
  const { next, last, apply } = flow;
  const placement = usePlacing(planning, progress?.proposed ?? NOTHING_PROPOSED, (spans) =>
    keep({ proposed: spans }),
  );
  const proposed = placement.all.flatMap(({ task, spans }) =>
    spans.map((span) => ({ task, span })),
  );
  const keepPlan = useKeepPlan();

  const leave = () => {
    keep({ state: 'left' });
    onClose();
  };
  /**
   * Undoes a change after planning has ended. The plan that was kept with the change is kept again without it. Planning
   * counts as left at its last step, so that the bar offers to continue it.
   */
  const undoAndKeep = (change: PlanChange, blocks: readonly ShownEvent[]) => {
    flushSync(() => change.undo());
    const { work: current, ...rest } = latest.current;
    const events = current.events.filter(({ id }) => !blocks.some((block) => block.id === id));
    keepPlan(day, planToKeep({ ...rest, work: { ...current, events } }));
    keep({ state: 'left', step, proposed: progress?.proposed ?? NOTHING_PROPOSED });
  };
  const finish = (blocks: readonly ShownEvent[] = [], change = last) => {
    keepPlan(
      day,
      planToKeep({ ...planning, work: { ...work, events: [...work.events, ...blocks] } }),
    );
    keep({ state: 'done', step: 'leftOver', proposed: {} });
    const text = change?.text ?? capacityParts(capacity).join(' · ');
    const undoable = change && { ...change, undo: () => undoAndKeep(change, blocks) };
    flow.toastLast('Your day is planned', text, undoable);
    onClose();
  };
  const finishWithBlocks = () => {
    const checked = placement.check();
    if (checked === 'renewed') flow.begin();
    if (checked === 'refused')
      flow.content.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    if (checked !== 'accepted') return;
    const records = proposed.map(({ task, span }) => ({
      ...blockOf(task, span),
      userId: sync.userId,
    }));
    const change = apply(`${countText(records.length, 'time block')} added.`, {
      requests: records.map((record) => ({ kind: 'create', collection: 'events', record })),
    });
    finish(records, change);
  };

  const parts: Record<PlanStep, () => ReactNode> = {
    leftOver: () => (
      <LeftTasks
        name="Left over"
        tasks={leftOverTasks(tasks, day)}
        about="from earlier days"
        to={day}
        planning={planning}
        onChange={apply}
        onOpen={onOpenTask}
        onEmptied={flow.focusHeading}
      />
    ),
    choose: () => <ChooseStep planning={planning} day={day} onChange={apply} />,
    place: () => (
      <PlaceStep planning={planning} placement={placement} onChange={apply} onOpen={onOpenTask} />
    ),
    top3: () => <TopThreeStep planning={planning} onChange={apply} />,
  };
  const ends =
    step === 'place' && proposed.length > 0 ? (
      <>
        <Button onClick={() => finish()}>Finish without</Button>
        <Button variant="contained" onClick={finishWithBlocks}>
          Add {proposed.length} and finish
        </Button>
      </>
    ) : (
      <Button variant="contained" onClick={() => finish()}>
        Finish
      </Button>
    );
  return (
    <TaskPressContext value={onTaskPress}>
      <StepDialog
        title="Plan the day"
        width="lg"
        titles={TITLES}
        flow={flow}
        head={<CapacityLine capacity={capacity} isLive />}
        beside={
          <PlanRail
            planning={planning}
            placement={placement}
            draw={drawHours}
            onChange={apply}
            onOpen={onOpenTask}
          />
        }
        actions={next ? undefined : ends}
        onLeave={leave}
      >
        {parts[step]()}
      </StepDialog>
    </TaskPressContext>
  );
}

/** Returns the tasks that are left over from earlier days, the latest day first. */
const leftOverTasks = (tasks: readonly ShownTask[], day: LocalDay): ShownTask[] =>
  tasks
    .filter((task) => isLeftOver(task, day))
    .sort((a, b) => ((a.plannedDay ?? '') < (b.plannedDay ?? '') ? 1 : -1));

/** Whether a step has something to do. The search of the second step always does. */
function hasWork(step: PlanStep, { tasks, todays, now }: DayPlanning): boolean {
  if (step === 'place') return todays.length > 0;
  return step !== 'top3' || todays.length > 0 || todaysPriorities(tasks, now).length > 0;
}
