import { CalendarClock } from 'lucide-react';
import { StatCard } from '../../ui/StatCard';
import { TextButton } from '../../ui/TextButton';
import { useEvents, type CalendarEvent, type ExternalEvent } from './eventQueries';
import { nextEvent, soonText } from './nextEvent';

interface NextUpCardProps {
  now: Date;
  /** All-day ones are left out. */
  externalEvents: readonly ExternalEvent[];
}

/** The dashboard's Next Up (product §2): the next event from now, and how soon it is. */
export function NextUpCard({ now, externalEvents }: NextUpCardProps) {
  const events = useEvents();
  const timed = externalEvents.filter(({ isAllDay }) => !isAllDay);
  const next = nextEvent<CalendarEvent>([...(events.data ?? []), ...timed], now);
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
      loading={events.isPending}
      value={next ? next.title : 'No upcoming events'}
      detail={next ? soonText(new Date(next.start), now) : 'The time is yours.'}
    />
  );
}
