import { ExternalLink, MapPin } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { LinkButton } from '../../ui/LinkButton';
import css from './GuestEventDialog.module.css';
import { guestWhen } from './guestEvent';
import type { GuestEvent } from './eventQueries';

interface GuestEventDialogProps {
  event: GuestEvent;
  onClose: () => void;
}

/** All that is known of an event that can't be changed here. Default export: loaded on intent. */
export default function GuestEventDialog({ event, onClose }: GuestEventDialogProps) {
  return (
    <Dialog
      title={event.title}
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
        <p>{guestWhen(event)}</p>
        {event.location && (
          <p>
            <MapPin size={16} aria-label="Where" />
            <span dir="auto">{event.location}</span>
          </p>
        )}
        <p>
          <i style={{ '--event': event.color } as CSSProperties} />
          <span dir="auto">{event.calendar}</span>
        </p>
      </div>
    </Dialog>
  );
}
