import type { User } from '@daymark/contract/user';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { offeredReview } from '../../../domain/reflections/reviewOffer';
import { browserStorage } from '../../../lib/browser/browserStorage';
import { reviewOfferKey } from '../../../lib/person/drafts';
import { weekReviewPath } from '../../../lib/paths';
import { addDays, personsDay, startOfWeek } from '../../../lib/time/dates';
import { useDaysOff } from '../../../records/events/eventQueries';
import { useWeekReviews } from '../../../records/reflections/weekReviewQueries';
import { useWorkingHours } from '../../../records/settings/useWorkingHours';
import { Button } from '../../../ui/controls/Button';
import css from './WeekReviewOffer.module.css';

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
  const [hidden, setHidden] = useState(() => browserStorage.get(reviewOfferKey(id)));
  if (!reviews || isPending) return null;
  const week = offeredReview({
    now,
    hours,
    events: daysOff,
    since: personsDay(new Date(createdAt)),
    reviewed: reviews.map(({ day }) => day),
  });
  if (week === undefined || week === hidden) return null;
  const hide = () => {
    browserStorage.set(reviewOfferKey(id), week);
    setHidden(week);
    document.getElementById('main')?.focus();
  };
  return (
    <section className={css.offer} aria-label="Review of the week">
      <p>The working week is over.</p>
      <Button size="small" aria-label="Not now, no review of the week" onClick={hide}>
        Not now
      </Button>
      <Button size="small" variant="outlined" onClick={() => void navigate(weekReviewPath(week))}>
        Review the week
      </Button>
    </section>
  );
}
