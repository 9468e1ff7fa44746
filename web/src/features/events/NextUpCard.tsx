import { CalendarClock } from 'lucide-react';
import { StatCard } from '../../ui/StatCard';
import { TextButton } from '../../ui/TextButton';
import { useEvents } from './eventQueries';
import { nextEvent, soonText } from './nextEvent';

/** The dashboard's Next Up (spec §2): the next event from now, and how soon it is. */
export function NextUpCard({ now }: { now: Date }) {
  const events = useEvents();
  const next = nextEvent(events.data ?? [], now);
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
