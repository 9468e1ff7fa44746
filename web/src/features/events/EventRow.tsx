import { linkIn } from '@daymark/contract/event';
import { Repeat2 } from 'lucide-react';
import { memo } from 'react';
import type { LocalDay } from '../../lib/time/dates';
import { elementId } from '../../records/elementId';
import { editEvent, removeEvent } from '../../records/events/eventActions';
import { IconButton } from '../../ui/controls/IconButton';
import { ConflictButton } from '../../ui/controls/ConflictButton';
import { useConflictOf } from '../../records/conflicts/conflictQueries';
import { SaveErrorMessage } from '../../ui/fields/SaveErrorMessage';
import { TitleButton } from '../../ui/controls/TitleButton';
import { colorStyle } from '../../lib/visibleColor';
import { BlockCheckbox } from './BlockCheckbox';
import { tickedTask } from '../../domain/events/blockTasks';
import { eventColor } from '../../domain/events/eventColor';
import css from './EventRow.module.css';
import { JoinLink } from './JoinLink';
import { timesOnDay } from '../../domain/events/eventTimes';
import type { DayStatus } from '../../domain/events/nextEvent';
import type { EventActions } from './useEventActions';
import type { ShownEvent } from '../../domain/shownRecords';

interface EventRowProps {
  event: ShownEvent;
  /** The shown day. An event may last several days. */
  day: LocalDay;
  /**
   * Whether the event is over or is the next one to begin. Undefined if neither is true, or if the day is not today.
   */
  status: DayStatus;
  actions: EventActions;
}

/** One event of a day: color, time range, title, edit and delete. */
export const EventRow = memo(function EventRow({ event, day, status, actions }: EventRowProps) {
  const task = tickedTask(event);
  const own = useConflictOf('events', event.id);
  const ofSeries = useConflictOf('events', event.series?.id ?? event.id);
  const conflict = own ?? ofSeries;
  return (
    <li
      className={css.row}
      id={elementId('event', event.id)}
      data-status={status}
      data-done={task?.completed}
      data-save-error={event.saveError?.kind}
      style={colorStyle(eventColor(event))}
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
          {event.series && <Repeat2 size={13} aria-label="Repeats" />}
          {event.place && !linkIn(event.place) && (
            <>
              {' · '}
              <bdi>{event.place}</bdi>
            </>
          )}
          {status === 'next' && <em>Next</em>}
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
      <JoinLink place={event.place} title={event.title} meetingsOnly />
      <div className={css.buttons}>
        {[editEvent, removeEvent].map(({ label, Icon, run }) => (
          <IconButton
            key={label}
            label={`${label.replace('…', '')} ${event.title}`}
            onPointerEnter={actions.preloadDialog}
            onFocus={actions.preloadDialog}
            onClick={({ currentTarget }) => run(event, actions, currentTarget)}
          >
            <Icon size={16} aria-hidden="true" />
          </IconButton>
        ))}
      </div>
    </li>
  );
});
