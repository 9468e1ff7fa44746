import { useId, useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/controls/Button';
import { TextButton } from '../../ui/controls/TextButton';
import { Dialog } from '../../ui/dialogs/Dialog';
import { toast } from '../../ui/toasts/toast';
import css from './StepDialog.module.css';
import { usePlanChange, type PlanChange } from './usePlanChange';

/**
 * Returns the state of a dialog that leads through steps: the steps around the shown one, the last change, and the
 * functions that move the focus. `onStep` stores the step that is shown next.
 */
export function useStepFlow<Step extends string>(
  steps: readonly Step[],
  step: Step,
  onStep: (step: Step) => void,
) {
  const { last, apply, undo } = usePlanChange();
  const heading = useRef<HTMLHeadingElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const group = useRef<HTMLDivElement>(null);
  const index = steps.indexOf(step);
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  /** Scrolls to the top, and focuses the step's heading unless a control of the step took the focus. */
  const begin = () => {
    if (!group.current?.contains(document.activeElement)) focusHeading();
    if (content.current?.parentElement) content.current.parentElement.scrollTop = 0;
  };
  return {
    steps,
    step,
    index,
    previous: steps[index - 1],
    next: steps[index + 1],
    heading,
    content,
    group,
    last,
    apply,
    focusHeading,
    begin,
    goTo(to: Step): void {
      flushSync(() => onStep(to));
      begin();
    },
    undo(): void {
      undo();
      const changed = last?.focusId && document.getElementById(last.focusId);
      if (changed) changed.focus();
      else focusHeading();
    },
    /** Shows a toast that keeps the Undo of the last change, or of `change`, available after the dialog is closed. */
    toastLast(title: string, description?: string, change: PlanChange | undefined = last): void {
      toast({
        title,
        ...(description && { description }),
        ...(change && { action: { label: 'Undo', run: change.undo } }),
      });
    },
  };
}

interface StepDialogProps<Step extends string> {
  title: string;
  width: 'md' | 'lg';
  titles: Record<Step, string>;
  flow: ReturnType<typeof useStepFlow<Step>>;
  /** Shown below the step's title, and stays in view with it. */
  head?: ReactNode;
  /** Shown beside the step. */
  beside?: ReactNode;
  /** The buttons that lead on, in place of Next. */
  actions?: ReactNode;
  onLeave: () => void;
  /** The shown step. */
  children: ReactNode;
}

/** A dialog that leads through steps and can be left at each one. The last change has an Undo at the lower edge. */
export function StepDialog<Step extends string>(props: StepDialogProps<Step>) {
  const { title, width, titles, flow, head, beside, actions, onLeave, children } = props;
  const { steps, step, index, previous, next, heading, content, group, last, begin, goTo, undo } =
    flow;
  const headingId = useId();
  return (
    <Dialog
      title={title}
      width={width}
      fillsPhone
      dismiss="Close"
      onClose={() => {
        if (last) flow.toastLast(last.text);
        onLeave();
      }}
      aside={previous && <Button onClick={() => goTo(previous)}>Back</Button>}
      actions={
        actions ??
        (next && (
          <Button variant="contained" onClick={() => goTo(next)}>
            Next
          </Button>
        ))
      }
    >
      <div className={css.columns} data-beside={beside !== undefined} ref={content}>
        <div>
          <div className={css.head}>
            <p>
              Step {index + 1} of {steps.length}
              <span aria-hidden="true">
                {steps.map((one, at) => (
                  <i key={one} data-passed={at <= index} />
                ))}
              </span>
            </p>
            <Heading ref={heading} id={headingId} onShown={begin}>
              {titles[step]}
            </Heading>
            {head}
          </div>
          <div className={css.step} key={step} ref={group} role="group" aria-labelledby={headingId}>
            {children}
          </div>
          <div className={css.last}>
            <p role="status">{last?.text}</p>
            {last && <TextButton onClick={undo}>Undo</TextButton>}
          </div>
        </div>
        {beside}
      </div>
    </Dialog>
  );
}

interface HeadingProps {
  ref: Ref<HTMLHeadingElement>;
  id: string;
  /** Called when the dialog has opened. */
  onShown: () => void;
  children: string;
}

function Heading({ ref, id, onShown, children }: HeadingProps) {
  const shown = useRef(onShown);
  useLayoutEffect(() => shown.current(), []);
  return (
    <h3 ref={ref} id={id} tabIndex={-1}>
      {children}
    </h3>
  );
}
