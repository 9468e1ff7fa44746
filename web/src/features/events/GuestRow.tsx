import { ChevronRight } from 'lucide-react';
import { memo, type CSSProperties } from 'react';
import type { DayKey } from '../../lib/localDay';
import css from './EventRow.module.css';
import { timesOnDay } from './eventTimes';
import type { GuestEvent } from './eventQueries';
import type { EventActions } from './useEventActions';

interface GuestRowProps {
  event: GuestEvent;
  /** The day that is shown: an event may have several. */
  day: DayKey;
  actions: EventActions;
}

/** One guest of a day: colour, time range, title, calendar; pressing it tells the rest. */
export const GuestRow = memo(function GuestRow({ event, day, actions }: GuestRowProps) {
  return (
    <li style={{ '--event': event.color } as CSSProperties}>
      <button
        type="button"
        className={css.guest}
        onPointerEnter={actions.prepareGuest}
        onFocus={actions.prepareGuest}
        onClick={() => actions.openGuest(event)}
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
