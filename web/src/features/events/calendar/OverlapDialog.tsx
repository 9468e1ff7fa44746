import { ChevronRight } from 'lucide-react';
import { countText } from '../../../lib/text/numbers';
import { longDate, timeOnDay, type LocalDay } from '../../../lib/time/dates';
import { colorStyle } from '../../../lib/visibleColor';
import { eventColor } from '../../../domain/events/eventColor';
import { timesOnDay } from '../../../domain/events/eventTimes';
import { isExternal } from '../../../domain/events/externalEvent';
import type { CalendarEvent } from '../../../domain/shownRecords';
import { Dialog } from '../../../ui/dialogs/Dialog';
import css from '../EventRow.module.css';
import type { EventActions } from '../useEventActions';

interface OverlapDialogProps {
  day: LocalDay;
  events: readonly CalendarEvent[];
  actions: EventActions;
  onClose: () => void;
}

/** Lists the overlapping events for which a phone's hours have no space. Default export, because it is loaded lazily. */
export default function OverlapDialog({ day, events, actions, onClose }: OverlapDialogProps) {
  return (
    <Dialog
      title={countText(events.length, 'more event')}
      text={longDate(timeOnDay(day, 720))}
      dismiss="Close"
      onClose={onClose}
    >
      <ul className={css.overlapping}>
        {events.map((event) => (
          <li key={event.id} style={colorStyle(eventColor(event))}>
            <button
              type="button"
              className={css.external}
              onClick={() => {
                onClose();
                if (isExternal(event)) actions.openExternal(event);
                else actions.openEdit(event);
              }}
            >
              <span className={css.body}>
                <b dir="auto">{event.title}</b>
                <small>{timesOnDay(event, day)}</small>
              </span>
              <ChevronRight size={16} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
