import type { LocalDay } from '../../lib/time/dates';
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import {
  useReflectionForm,
  type ReflectionFormState,
} from '../../records/reflections/reflectionQueries';
import { Button } from '../../ui/controls/Button';
import { TextButton } from '../../ui/controls/TextButton';
import { Dialog } from '../../ui/dialogs/Dialog';
import { toast } from '../../ui/toasts/toast';
import type { ShownTask } from '../../domain/shownRecords';
import { CLOSE_STEPS, useCloseOfDay, type CloseStep } from './closeOfDay';
import { LeftTasksStep } from './LeftTasksStep';
import css from './PlanDayDialog.module.css';
import { TomorrowStep } from './TomorrowStep';
import type { DayPlanning } from './useDayPlanning';
import { usePlanChange } from './usePlanChange';

const TITLES: Record<CloseStep, string> = {
  left: 'What is left',
  reflect: 'Look back',
  tomorrow: 'Tomorrow',
};

/** Draws the form of a day's reflection. Another feature has the form, so the page passes it in. */
export type DrawReflection = (form: {
  form: ReflectionFormState;
  day: LocalDay;
  onLeave: () => void;
}) => ReactNode;

interface CloseDayDialogProps {
  planning: DayPlanning;
  /** Opens a task's details. */
  onOpenTask: (task: ShownTask) => void;
  drawReflection: DrawReflection;
  onClose: () => void;
  /** Called when the day is closed. */
  onFinish: () => void;
}

/**
 * The dialog that closes the day in three steps (product §4): what is left, the reflection, tomorrow's tasks. Each step
 * can be skipped. The dialog can be left at any step, and continues at the same step. Default export, because it is
 * loaded on intent.
 */
export default function CloseDayDialog({
  planning,
  onOpenTask,
  drawReflection,
  onClose,
  onFinish,
}: CloseDayDialogProps) {
  const { day } = planning;
  const { close, keep } = useCloseOfDay(day);
  const { last, apply, undo } = usePlanChange();
  const form = useReflectionForm(day);
  const heading = useRef<HTMLHeadingElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const step = close?.step ?? 'left';
  const index = CLOSE_STEPS.indexOf(step);
  const [previous, next] = [CLOSE_STEPS[index - 1], CLOSE_STEPS[index + 1]];

  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const goTo = (to: CloseStep) => {
    flushSync(() => keep({ step: to, state: 'open' }));
    focusHeading();
    if (top.current?.parentElement) top.current.parentElement.scrollTop = 0;
  };
  const toastLast = (title: string, description?: string) =>
    toast({
      title,
      ...(description !== undefined && { description }),
      ...(last && { action: { label: 'Undo', run: last.undo } }),
    });
  const leave = () => {
    keep({ state: 'left' });
    // A toast keeps the last Undo available.
    if (last) toastLast(last.text);
    onClose();
  };
  const finish = () => {
    flushSync(() => keep({ state: 'done' }));
    toastLast('Your day is closed', last?.text);
    onFinish();
  };

  const parts: Record<CloseStep, () => ReactNode> = {
    left: () => (
      <LeftTasksStep
        planning={planning}
        onChange={apply}
        onOpen={onOpenTask}
        onEmptied={focusHeading}
      />
    ),
    reflect: () => drawReflection({ form, day, onLeave: leave }),
    tomorrow: () => <TomorrowStep planning={planning} onChange={apply} />,
  };
  const primary = !next ? (
    <Button variant="contained" onClick={finish}>
      Finish the day
    </Button>
  ) : step === 'reflect' && form.isDraft ? (
    <>
      <Button onClick={() => goTo(next)}>Skip</Button>
      <Button
        variant="contained"
        onClick={() => {
          form.save();
          goTo(next);
        }}
      >
        Save and go on
      </Button>
    </>
  ) : (
    <Button variant="contained" onClick={() => goTo(next)}>
      Next
    </Button>
  );
  return (
    <Dialog
      title="Close the day"
      width="md"
      fillsPhone
      dismiss="Close"
      onClose={leave}
      aside={previous && <Button onClick={() => goTo(previous)}>Back</Button>}
      actions={primary}
    >
      <div className={css.head} ref={top}>
        <p>
          Step {index + 1} of {CLOSE_STEPS.length}
          <span aria-hidden="true">
            {CLOSE_STEPS.map((one, at) => (
              <i key={one} data-passed={at <= index} />
            ))}
          </span>
        </p>
        <Heading ref={heading}>{TITLES[step]}</Heading>
      </div>
      <div className={css.step} key={step}>
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
    </Dialog>
  );
}

/** The heading of the step, which gets the focus when the dialog opens. */
function Heading({
  ref,
  children,
}: {
  ref: RefObject<HTMLHeadingElement | null>;
  children: string;
}) {
  useLayoutEffect(() => ref.current?.focus({ preventScroll: true }), [ref]);
  return (
    <h3 ref={ref} tabIndex={-1}>
      {children}
    </h3>
  );
}
