import { addDays, type LocalDay } from '../../lib/time/dates';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import {
  useReflectionForm,
  type ReflectionFormState,
} from '../../records/reflections/reflectionQueries';
import { Button } from '../../ui/controls/Button';
import type { ShownTask } from '../../domain/shownRecords';
import { ChooseStep } from './ChooseStep';
import { CLOSE_STEPS, useCloseOfDay, type CloseStep } from './stepsOfDay';
import { LeftTasks } from './LeftTasks';
import { StepDialog, useStepFlow } from './StepDialog';
import { TomorrowCapacity } from './TomorrowCapacity';
import type { DayPlanning } from './useDayPlanning';

const TITLES: Record<CloseStep, string> = {
  left: 'What is left',
  reflect: 'Look back',
  tomorrow: 'Tomorrow',
};

/** Draws the form of a day's reflection. Another feature has the form, so the page passes it in. */
export type DrawReflection = (form: { form: ReflectionFormState; day: LocalDay }) => ReactNode;

interface CloseDayDialogProps {
  planning: DayPlanning;
  /** Opens a task's details. */
  onOpenTask: (task: ShownTask) => void;
  drawReflection: DrawReflection;
  onClose: () => void;
}

/**
 * The dialog that closes the day (product §4): what is left, the reflection, tomorrow's tasks. Each step can be skipped.
 * The dialog can be left at any step, and continues at the same step. Default export, because it is loaded on intent.
 */
export default function CloseDayDialog(props: CloseDayDialogProps) {
  const { planning, onOpenTask, drawReflection, onClose } = props;
  const { day, todays } = planning;
  const { progress, keep } = useCloseOfDay(day);
  const form = useReflectionForm(day);
  const step = progress?.step ?? 'left';
  const steps = CLOSE_STEPS.filter((one) => one !== 'left' || !progress?.skipsLeftOver);
  const flow = useStepFlow(steps, step, (to) => keep({ step: to, state: 'open' }));
  const { next, apply, goTo } = flow;

  const leave = () => {
    keep({ state: 'left' });
    onClose();
  };
  const finish = () => {
    flushSync(() => keep({ state: 'done' }));
    flow.toastLast('Your day is closed', flow.last?.text);
    onClose();
  };

  const parts: Record<CloseStep, () => ReactNode> = {
    left: () => (
      <LeftTasks
        name="Left of today"
        tasks={todays}
        about="of today"
        to={addDays(day, 1)}
        planning={planning}
        onChange={apply}
        onOpen={onOpenTask}
        onEmptied={flow.focusHeading}
      />
    ),
    reflect: () => drawReflection({ form, day }),
    tomorrow: () => <ChooseStep planning={planning} day={addDays(day, 1)} onChange={apply} />,
  };
  const actions = !next ? (
    <Button variant="contained" onClick={finish}>
      Finish the day
    </Button>
  ) : (
    step === 'reflect' &&
    form.isDraft && (
      <>
        <Button onClick={() => goTo(next)}>Skip</Button>
        <Button
          variant="contained"
          onClick={() => {
            form.saveQuietly();
            goTo(next);
          }}
        >
          Save and go on
        </Button>
      </>
    )
  );
  return (
    <StepDialog
      title="Close the day"
      width="md"
      titles={TITLES}
      flow={flow}
      head={step === 'tomorrow' && <TomorrowCapacity planning={planning} />}
      actions={actions || undefined}
      onLeave={leave}
    >
      {parts[step]()}
    </StepDialog>
  );
}
