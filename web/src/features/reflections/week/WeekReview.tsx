import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { addDays, dateRange, personsDay, startOfDay, startOfWeek } from '../../../lib/time/dates';
import type { LocalDay } from '../../../lib/time/dates';
import { weekReviewPath } from '../../../lib/paths';
import { shortcutText } from '../../../lib/shortcuts';
import { useReviewForm, useWeekReviews } from '../../../records/reflections/weekReviewQueries';
import { Button } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import { useNow } from '../../../ui/hooks/useNow';
import { useShortcuts } from '../../../ui/keys/useShortcuts';
import { Panel } from '../../../ui/layout/Panel';
import { LoadErrorMessage } from '../../../ui/states/LoadErrorMessage';
import { PastList } from '../PastList';
import { ReviewForm } from './ReviewForm';
import { RATING_ID } from '../StarRating';
import { useWeekEvidence } from './useWeekEvidence';
import { WeekFigures } from './WeekFigures';
import css from './WeekReview.module.css';

interface WeekReviewProps {
  /** Any day of the week. */
  asked: LocalDay;
  /** Draws the goals of the week that begins on a day. */
  drawGoals: (first: LocalDay) => ReactNode;
}

/** The review of a week, with the figures of the week and the earlier reviews. Default export, because it is lazy. */
export default function WeekReview({ asked, drawGoals }: WeekReviewProps) {
  const now = useNow();
  const navigate = useNavigate();
  const reviews = useWeekReviews().data ?? [];
  const thisWeek = startOfWeek(personsDay(now));
  // A review keeps its week if the person later chooses another first day of the week.
  const day = reviews.some((review) => review.day === asked) ? asked : startOfWeek(asked);
  const form = useReviewForm(day);
  const evidence = useWeekEvidence(day);
  useShortcuts({
    confirm: () => form.canSave && form.save(),
    rate(stars) {
      form.set({ rating: Number(stars) });
      document.getElementById(RATING_ID)?.focus();
    },
  });
  const go = (to: LocalDay) => void navigate(weekReviewPath(to));
  return (
    <div className={css.columns}>
      <Panel className={css.form} aria-label="Review of the week" aria-busy={form.isPending}>
        {form.error ? (
          <LoadErrorMessage
            title="Your review couldn’t be loaded"
            error={form.error}
            onRetry={form.refetch}
          />
        ) : (
          <>
            <header className={css.week}>
              <h2>{weekName(day, thisWeek)}</h2>
              <IconButton label="Week before" onClick={() => go(addDays(day, -7))}>
                <ChevronLeft size={18} aria-hidden="true" />
              </IconButton>
              <IconButton
                label="Week after"
                aria-disabled={day >= thisWeek}
                onClick={() => go(addDays(day, 7))}
              >
                <ChevronRight size={18} aria-hidden="true" />
              </IconButton>
            </header>
            {drawGoals(day)}
            <ReviewForm state={form} day={day} evidence={evidence} />
            <div className={css.saveRow}>
              <Button
                title={`Save (${shortcutText('confirm')})`}
                variant="contained"
                aria-disabled={!form.canSave}
                onClick={form.save}
              >
                Save Review
              </Button>
            </div>
          </>
        )}
      </Panel>
      <div className={css.aside}>
        {evidence && <WeekFigures evidence={evidence} />}
        <EarlierReviews shown={day} thisWeek={thisWeek} />
      </div>
    </div>
  );
}

function weekName(day: LocalDay, thisWeek: LocalDay): string {
  const dates = dateRange(startOfDay(day), startOfDay(addDays(day, 6)));
  if (day === thisWeek) return `This week, ${dates}`;
  return day === addDays(thisWeek, -7) ? `Last week, ${dates}` : dates;
}

function EarlierReviews({ shown, thisWeek }: { shown: LocalDay; thisWeek: LocalDay }) {
  const { data = [] } = useWeekReviews();
  if (data.length === 0) return null;
  return (
    <PastList
      label="Reviews of weeks"
      title="Your weeks"
      entries={data.map(({ day, rating }) => ({
        to: weekReviewPath(day),
        name:
          day === thisWeek ? 'This week' : dateRange(startOfDay(day), startOfDay(addDays(day, 6))),
        rating: rating ?? 0,
        isShown: day === shown,
      }))}
    />
  );
}
