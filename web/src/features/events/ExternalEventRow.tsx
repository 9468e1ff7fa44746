import { ChevronRight } from 'lucide-react';
import { memo, type CSSProperties } from 'react';
import type { LocalDay } from '../../lib/dates';
import css from './EventRow.module.css';
import { timesOnDay } from './eventTimes';
import type { ExternalEvent } from './eventQueries';
import type { EventActions } from './useEventActions';

interface ExternalEventRowProps {
  event: ExternalEvent;
  /** The day that is shown: an event may last several days. */
  day: LocalDay;
  actions: EventActions;
}

/** One external event of a day: colour, times, title, calendar; a click opens its details. */
export const ExternalEventRow = memo(function ExternalEventRow({
  event,
  day,
  actions,
}: ExternalEventRowProps) {
  return (
    <li style={{ '--event': event.color } as CSSProperties}>
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
          </small>
        </span>
        <ChevronRight size={16} aria-hidden="true" />
      </button>
    </li>
  );
});
