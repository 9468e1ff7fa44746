import { dayOfId } from '@daymark/contract/primitives';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { PastList } from '../features/reflections/PastList';
import { ReflectionForm } from '../features/reflections/ReflectionForm';
import { RATING_ID } from '../features/reflections/StarRating';
import { useReflectionForm, useReflections } from '../records/reflections/reflectionQueries';
import {
  isLocalDay,
  personsDay,
  longDate,
  longDateOf,
  shortDate,
  startOfDay,
  startOfWeek,
} from '../lib/time/dates';
import { paths, weekReviewPath } from '../lib/paths';
import { shortcutText } from '../lib/shortcuts';
import { Button } from '../ui/controls/Button';
import { ChoiceGroup } from '../ui/controls/ChoiceGroup';
import { lazyComponent } from '../ui/lazyComponent';
import { PartBoundary } from '../ui/states/Boundary';
import { LoadErrorMessage } from '../ui/states/LoadErrorMessage';
import { PageHeader } from '../ui/layout/PageHeader';
import { PageMeta } from '../ui/layout/PageMeta';
import { Panel } from '../ui/layout/Panel';
import { TextButton } from '../ui/controls/TextButton';
import { useNow } from '../ui/hooks/useNow';
import { useShortcuts } from '../ui/keys/useShortcuts';
import css from './ReflectionPage.module.css';

const WeekGoals = lazyComponent(() => import('../features/goals/WeekGoals'));
const WeekReview = lazyComponent(() => import('../features/reflections/week/WeekReview'));

/**
 * /reflection: today's reflection, or another day's with `?day=2026-11-20` (product §2). With `?week=2026-11-23`, the
 * review of the week that contains this day.
 */
export default function ReflectionPage() {
  const week = useSearchParams()[0].get('week');
  return week === null ? <DayReflection /> : <WeekOfReview week={week} />;
}

const CHOICES = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
] as const;

/** Switches between the reflection of a day and the review of a week. */
function DayOrWeek({ value }: { value: 'day' | 'week' }) {
  const navigate = useNavigate();
  return (
    <ChoiceGroup
      label="What to look back on"
      choices={CHOICES}
      value={value}
      onChange={(chosen) =>
        void navigate(
          chosen === 'day' ? paths.reflection : weekReviewPath(startOfWeek(personsDay(new Date()))),
        )
      }
    />
  );
}

function WeekOfReview({ week }: { week: string }) {
  const today = personsDay(useNow());
  return (
    <>
      <PageMeta
        title="Week Review"
        description="What got done, what slipped, and what next week is for."
        path={paths.reflection}
      />
      <PageHeader title="Week Review" actions={<DayOrWeek value="week" />} />
      <PartBoundary>
        <WeekReview
          asked={isLocalDay(week) ? week : today}
          drawGoals={(first) => (
            <PartBoundary fallback={null}>
              <WeekGoals first={first} isReview />
            </PartBoundary>
          )}
        />
      </PartBoundary>
    </>
  );
}

function DayReflection() {
  const [search] = useSearchParams();
  // The day stays the same after midnight, so that text from the evening is saved for that day.
  const [openedOn, setOpenedOn] = useState(() => personsDay(new Date()));
  const now = useNow();
  const today = personsDay(now);
  const asked = search.get('day') ?? '';
  const day = isLocalDay(asked) ? asked : openedOn;
  const form = useReflectionForm(day);
  useShortcuts({
    confirm: () => form.canSave && form.save(),
    rate(stars) {
      form.set({ productivityRating: Number(stars) });
      // The next Tab goes on from the stars. A radio button itself would swallow the digits.
      document.getElementById(RATING_ID)?.focus();
    },
  });
  const save = (
    <Button
      title={`Save (${shortcutText('confirm')})`}
      variant="contained"
      aria-disabled={!form.canSave}
      onClick={form.save}
    >
      Save Reflection
    </Button>
  );
  return (
    <>
      <PageMeta
        title="Daily Reflection"
        description="What went well, what was hard, and what tomorrow is for."
        path={paths.reflection}
      />
      <PageHeader
        title={
          <>
            Daily Reflection <time dateTime={day}>{longDateOf(startOfDay(day), now)}</time>
          </>
        }
        actions={
          <>
            <DayOrWeek value="day" />
            {save}
          </>
        }
      />
      {day === openedOn && today !== openedOn && (
        <p className={css.midnightHint} role="status">
          It’s past midnight. This is still for {longDate(startOfDay(day))}.{' '}
          <TextButton onClick={() => setOpenedOn(today)}>Go to today</TextButton>
        </p>
      )}
      <div className={css.columns}>
        <Panel className={css.form} aria-label="Reflection" aria-busy={form.isPending}>
          {form.error ? (
            <LoadErrorMessage
              title="Your reflection couldn’t be loaded"
              error={form.error}
              onRetry={form.refetch}
            />
          ) : (
            <>
              <ReflectionForm form={form} day={day} />
              <div className={css.saveRow}>{save}</div>
            </>
          )}
        </Panel>
        <EarlierReflections shown={day} today={today} />
      </div>
    </>
  );
}

function EarlierReflections({ shown, today }: { shown: string; today: string }) {
  const { data = [] } = useReflections();
  const earlier = data
    .map(({ id, productivityRating }) => ({ day: dayOfId(id), rating: productivityRating ?? 0 }))
    .filter(({ day }) => day !== today);
  if (earlier.length === 0 && shown === today) return null;
  return (
    <div className={css.days}>
      <PastList
        label="Earlier reflections"
        title="Your days"
        entries={[
          { to: paths.reflection, name: 'Today', rating: 0, isShown: shown === today },
          ...earlier.map(({ day, rating }) => ({
            to: `${paths.reflection}?day=${day}`,
            name: shortDate(startOfDay(day)),
            rating,
            isShown: shown === day,
          })),
        ]}
      />
    </div>
  );
}
