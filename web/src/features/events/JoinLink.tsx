import { ExternalLink, Video } from 'lucide-react';
import { placeLink } from '../../domain/events/meetingLink';
import css from './JoinLink.module.css';

interface JoinLinkProps {
  /** An event's place. Nothing is shown if it has no link. */
  place: string | null;
  /** Leaves out links that lead to no meeting. */
  meetingsOnly?: boolean;
  /** Names the event, for screen readers. */
  title: string;
  /** The position over an event in the hours, in px. The link can't be inside the event's button. */
  over?: { top: number; height: number };
}

/** Height of the link over an event in the hours, in px. */
const OVER_PX = 24;

/** Opens the link in an event's place: 'Join' for a video meeting, otherwise 'Open link'. */
export function JoinLink({ place, meetingsOnly = false, title, over }: JoinLinkProps) {
  const link = placeLink(place);
  if (!link || (meetingsOnly && !link.isMeeting)) return null;
  const text = link.isMeeting ? 'Join' : 'Open link';
  const Icon = link.isMeeting ? Video : ExternalLink;
  return (
    <a
      className={css.join}
      data-over={over !== undefined}
      style={over && { top: Math.max(0, over.top + (Math.min(over.height, 40) - OVER_PX) / 2) }}
      href={link.href}
      target="_blank"
      rel="noreferrer"
      aria-label={`${text} ${title}`}
      onClick={(click) => click.stopPropagation()}
      onPointerDown={(press) => press.stopPropagation()}
      onKeyDown={(key) => key.stopPropagation()}
    >
      <Icon size={14} aria-hidden="true" />
      {text}
    </a>
  );
}
