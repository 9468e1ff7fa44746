import { DEFAULT_EVENT_COLOR } from '@daymark/contract/event';
import { Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { LocalDay } from '../../lib/time/dates';
import { IconButton } from '../../ui/controls/IconButton';
import { ConflictButton } from '../../ui/controls/ConflictButton';
import { useConflictOf } from '../../records/conflicts/conflictQueries';
import { SaveErrorMessage } from '../../ui/fields/SaveErrorMessage';
import { TitleButton } from '../../ui/controls/TitleButton';
import { colorStyle } from '../../lib/visibleColor';
import { BlockCheckbox } from './BlockCheckbox';
import { tickedTask } from '../../domain/events/blockTasks';
import css from './EventRow.module.css';
import { timesOnDay } from '../../domain/events/eventTimes';
import type { DayPlace } from '../../domain/events/nextEvent';
import type { EventActions } from './useEventActions';
import type { ShownEvent } from '../../domain/shownRecords';

interface EventRowProps {
  event: ShownEvent;
  /** The day that is shown: an event may last several days. */
  day: LocalDay;
  /** Where it is in the day that is running. */
  place: DayPlace;
  actions: EventActions;
}

/** One event of a day: colour, time range, title, edit and delete. */
export const EventRow = memo(function EventRow({ event, day, place, actions }: EventRowProps) {
  const task = tickedTask(event);
  const conflict = useConflictOf('events', event.id);
  return (
    <li
      className={css.row}
      data-event={event.id}
      data-place={place}
      data-done={task?.completed}
      data-save-error={event.saveError?.kind}
      style={colorStyle(event.color ?? DEFAULT_EVENT_COLOR)}
    >
      {task && <BlockCheckbox task={task} onTick={actions.setCompleted} />}
      <div className={css.body}>
        <p dir="auto">
          {event.task ? (
            <TitleButton onOpen={() => actions.openEdit(event)} onPreload={actions.preloadDialog}>
              {event.title}
            </TitleButton>
          ) : (
            event.title
          )}
        </p>
        <small>
          {timesOnDay(event, day)}
          {place === 'next' && <em>Next</em>}
        </small>
      </div>
      {event.saveError && (
        <SaveErrorMessage
          error={event.saveError}
          onRetry={() => actions.retry(event)}
          onDiscard={() => actions.discard(event)}
        />
      )}
      <ConflictButton id={conflict} />
      <div className={css.buttons}>
        <IconButton
          label={`Edit ${event.title}`}
          onPointerEnter={actions.preloadDialog}
          onFocus={actions.preloadDialog}
          onClick={() => actions.openEdit(event)}
        >
          <Pencil size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={`Delete ${event.title}`}
          onClick={({ currentTarget }) => actions.askDelete(event, currentTarget)}
        >
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
});
