import type { User } from '@daymark/contract/user';
import { useNavigate } from 'react-router-dom';
import { offeredReview } from '../../../domain/reflections/reviewOffer';
import { reviewOfferKey } from '../../../lib/person/drafts';
import { weekReviewPath } from '../../../lib/paths';
import { addDays, personsDay, startOfWeek } from '../../../lib/time/dates';
import { useDaysOff } from '../../../records/events/eventQueries';
import { useWeekReviews } from '../../../records/reflections/weekReviewQueries';
import { useWorkingHours } from '../../../records/settings/useWorkingHours';
import { WeekOffer } from '../../../ui/controls/WeekOffer';

interface WeekReviewOfferProps {
  now: Date;
  user: Pick<User, 'id' | 'createdAt'>;
}

/** Offers the review of the week after its last working day, until it is written or 'Not now' is chosen. */
export function WeekReviewOffer({ now, user: { id, createdAt } }: WeekReviewOfferProps) {
  const navigate = useNavigate();
  const reviews = useWeekReviews().data;
  const { hours, isPending } = useWorkingHours();
  const first = startOfWeek(personsDay(now));
  const daysOff = useDaysOff(first, addDays(first, 6));
  if (!reviews || isPending) return null;
  const week = offeredReview({
    now,
    hours,
    events: daysOff,
    since: personsDay(new Date(createdAt)),
    reviewed: reviews.map(({ day }) => day),
  });
  if (week === undefined) return null;
  return (
    <WeekOffer
      week={week}
      storageKey={reviewOfferKey(id)}
      action="Review the week"
      refusal="Not now, no review of the week"
      onAccept={() => void navigate(weekReviewPath(week))}
    />
  );
}
