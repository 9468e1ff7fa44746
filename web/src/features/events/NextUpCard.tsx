import { CalendarClock } from 'lucide-react';
import { personsDay } from '../../lib/time/dates';
import { StatCard } from '../../ui/layout/StatCard';
import { TextButton } from '../../ui/controls/TextButton';
import { useEvents } from '../../records/events/eventQueries';
import { soonText } from '../../domain/events/nextEvent';
import { placeOf } from '../../domain/events/externalEvent';
import { JoinLink } from './JoinLink';
import css from './NextUpCard.module.css';
import { useNextEvent } from './useNextEvent';
import type { ExternalEvent } from '../../domain/shownRecords';

interface NextUpCardProps {
  now: Date;
  externalEvents: readonly ExternalEvent[];
  /** Whether the external events are still loading. The next event may be an external one. */
  isLoading: boolean;
}

/** The dashboard's Next Up (product §2): the next event that has a time, and how soon it begins. */
export function NextUpCard({ now, externalEvents, isLoading }: NextUpCardProps) {
  const events = useEvents(personsDay(now));
  const next = useNextEvent(externalEvents);
  const card = { title: 'Next Up', icon: <CalendarClock size={16} aria-hidden="true" /> };
  if (events.error)
    return (
      <StatCard
        {...card}
        value="—"
        detail={
          <>
            Couldn’t be loaded. <TextButton onClick={events.refetch}>Try again</TextButton>
          </>
        }
      />
    );
  return (
    <StatCard
      {...card}
      loading={events.isPending || isLoading}
      value={next ? next.title : 'No upcoming events'}
      detail={
        next ? (
          <span className={css.next}>
            {soonText(new Date(next.start), now)}
            <JoinLink place={placeOf(next)} title={next.title} meetingsOnly />
          </span>
        ) : (
          'The time is yours.'
        )
      }
    />
  );
}
