import { ExternalLink, MapPin } from 'lucide-react';
import { Button } from '../../ui/controls/Button';
import { Dialog } from '../../ui/dialogs/Dialog';
import { LinkButton } from '../../ui/controls/LinkButton';
import { colorStyle } from '../../lib/visibleColor';
import css from './ExternalEventDialog.module.css';
import { JoinLink } from './JoinLink';
import { externalEventTimes } from '../../domain/events/externalEvent';
import type { ExternalEvent } from '../../domain/shownRecords';

interface ExternalEventDialogProps {
  event: ExternalEvent;
  onClose: () => void;
}

/** An external event's details. Default export, because it is loaded lazily. */
export default function ExternalEventDialog({ event, onClose }: ExternalEventDialogProps) {
  return (
    <Dialog
      title={event.title}
      dismiss={null}
      onClose={onClose}
      actions={
        <>
          {event.link && (
            <LinkButton href={event.link} target="_blank" rel="noreferrer">
              Open in Google Calendar
              <ExternalLink size={16} aria-hidden="true" />
            </LinkButton>
          )}
          <Button variant="contained" autoFocus onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={css.facts}>
        <p>{externalEventTimes(event)}</p>
        {event.location && (
          <p>
            <MapPin size={16} aria-label="Place" />
            <span dir="auto">{event.location}</span>
            <JoinLink place={event.location} title={event.title} meetingsOnly />
          </p>
        )}
        <p>
          <i style={colorStyle(event.color)} />
          <span dir="auto">{event.calendar}</span>
        </p>
      </div>
    </Dialog>
  );
}
