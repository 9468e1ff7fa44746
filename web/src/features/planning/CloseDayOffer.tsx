import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { addDays } from '../../lib/time/dates';
import { changeTasks, planFor } from '../../records/tasks/taskActions';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import { lazyComponent } from '../../ui/lazyComponent';
import type { ShownTask } from '../../domain/shownRecords';
import type { DrawReflection } from './CloseDayDialog';
import { useCloseOfDay, type CloseStep } from './closeOfDay';
import css from './DayPlanBar.module.css';
import type { DayPlanning } from './useDayPlanning';

const CloseDayDialog = lazyComponent(() => import('./CloseDayDialog'));

interface CloseDayOfferProps {
  planning: DayPlanning;
  /** Opens a task's details. */
  onOpenTask: (task: ShownTask) => void;
  drawReflection: DrawReflection;
  /** Called after the day was closed, when the buttons are gone. */
  onClosed: () => void;
}

/**
 * The buttons that close the day after the working hours: 'Tomorrow' moves all tasks that are left, 'Choose…' and
 * 'Finish the day' open one dialog.
 */
export function CloseDayOffer({
  planning,
  onOpenTask,
  drawReflection,
  onClosed,
}: CloseDayOfferProps) {
  const { day, todays } = planning;
  const sync = useSync();
  const { close, keep } = useCloseOfDay(day);
  const [isOpen, setOpen] = useState(close?.state === 'open');
  const finishButton = useRef<HTMLButtonElement>(null);
  const open = (step: CloseStep) => {
    keep({ state: 'open', step });
    setOpen(true);
  };
  const onIntent = { onPointerEnter: CloseDayDialog.preload, onFocus: CloseDayDialog.preload };
  const firstStep = todays.length > 0 ? 'left' : 'reflect';
  return (
    <>
      <div className={css.actions} data-closes role="group" aria-label="Close the day">
        {todays.length > 0 && (
          <>
            <Button
              variant="outlined"
              size="small"
              aria-label="Tomorrow: move what is left"
              onClick={() => {
                flushSync(() => changeTasks(sync, todays, planFor(addDays(day, 1))));
                finishButton.current?.focus();
              }}
            >
              Tomorrow
            </Button>
            <Button variant="outlined" size="small" {...onIntent} onClick={() => open('left')}>
              Choose…
            </Button>
          </>
        )}
        <Button
          ref={finishButton}
          variant="contained"
          size="small"
          {...onIntent}
          onClick={() => open(close?.state === 'left' ? close.step : firstStep)}
        >
          Finish the day
        </Button>
      </div>
      {isOpen && (
        <CloseDayDialog
          planning={planning}
          onOpenTask={onOpenTask}
          drawReflection={drawReflection}
          onClose={() => setOpen(false)}
          onFinish={() => {
            setOpen(false);
            onClosed();
          }}
        />
      )}
    </>
  );
}
