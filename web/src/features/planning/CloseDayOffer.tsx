import { useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { addDays } from '../../lib/time/dates';
import { changeTasks, planFor } from '../../records/tasks/taskActions';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import css from './DayPlanBar.module.css';
import type { DayPlanning } from './useDayPlanning';

interface CloseDayOfferProps {
  planning: DayPlanning;
  /** The button that takes the place of these when the day is closed. */
  planButton: RefObject<HTMLButtonElement | null>;
  /** Loads the code of the dialog. */
  onIntent: () => void;
  /** Opens the dialog with what is left. */
  onChoose: () => void;
  /** Opens the dialog, where it was left or else at its first step. */
  onFinish: () => void;
}

/**
 * The buttons that close the day after the working hours: 'Tomorrow' moves all tasks that are left, 'Choose…' and
 * 'Finish the day' open one dialog.
 */
export function CloseDayOffer({
  planning,
  planButton,
  onIntent,
  onChoose,
  onFinish,
}: CloseDayOfferProps) {
  const { day, todays } = planning;
  const sync = useSync();
  const finishButton = useRef<HTMLButtonElement>(null);
  const intent = { onPointerEnter: onIntent, onFocus: onIntent };
  return (
    <div className={css.actions} data-closes role="group" aria-label="Close the day">
      {todays.length > 0 && (
        <>
          <Button
            variant="outlined"
            size="small"
            aria-label="Tomorrow: move what is left"
            onClick={() => {
              flushSync(() => changeTasks(sync, todays, planFor(addDays(day, 1))));
              (finishButton.current ?? planButton.current)?.focus();
            }}
          >
            Tomorrow
          </Button>
          <Button variant="outlined" size="small" {...intent} onClick={onChoose}>
            Choose…
          </Button>
        </>
      )}
      <Button ref={finishButton} variant="contained" size="small" {...intent} onClick={onFinish}>
        Finish the day
      </Button>
    </div>
  );
}
