import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import type { LocalDay } from '../../lib/time/dates';
import { colorStyle } from '../../lib/visibleColor';
import css from './EventRow.module.css';
import { timesOnDay } from '../../domain/events/eventTimes';
import type { DayStatus } from '../../domain/events/nextEvent';
import type { EventActions } from './useEventActions';
import type { ExternalEvent } from '../../domain/shownRecords';

interface ExternalEventRowProps {
  event: ExternalEvent;
  /** The shown day. An event may last several days. */
  day: LocalDay;
  /**
   * Whether the event is over or is the next one to begin. Undefined if neither is true, or if the day is not today.
   */
  status: DayStatus;
  actions: EventActions;
}

/** One external event of a day: color, times, title, calendar. A click opens its details. */
export const ExternalEventRow = memo(function ExternalEventRow({
  event,
  day,
  status,
  actions,
}: ExternalEventRowProps) {
  return (
    <li data-status={status} style={colorStyle(event.color)}>
      <button
        type="button"
        className={css.external}
        onPointerEnter={actions.preloadExternalDialog}
        onFocus={actions.preloadExternalDialog}
        onClick={() => actions.openExternal(event)}
      >
        <span className={css.body}>
          <b dir="auto">{event.title}</b>
          <small>
            {timesOnDay(event, day)} · <bdi>{event.calendar}</bdi>
            {status === 'next' && <em>Next</em>}
          </small>
        </span>
        <ChevronRight size={16} aria-hidden="true" />
      </button>
    </li>
  );
});
