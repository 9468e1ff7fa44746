import { dayOfId } from '@daymark/contract/primitives';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ReflectionForm } from '../features/reflections/ReflectionForm';
import { useReflectionForm, useReflections } from '../records/reflections/reflectionQueries';
import {
  isLocalDay,
  personsDay,
  longDate,
  longDateOf,
  shortDate,
  startOfDay,
} from '../lib/time/dates';
import { paths } from '../lib/paths';
import { shortcutText } from '../lib/shortcuts';
import { Button } from '../ui/controls/Button';
import { LoadErrorMessage } from '../ui/states/LoadErrorMessage';
import { PageHeader } from '../ui/layout/PageHeader';
import { PageMeta } from '../ui/layout/PageMeta';
import { Panel } from '../ui/layout/Panel';
import { TextButton } from '../ui/controls/TextButton';
import { useNow } from '../ui/hooks/useNow';
import { useShortcuts } from '../ui/keys/useShortcuts';
import css from './ReflectionPage.module.css';

/** /reflection: today's reflection, or another day's with `?day=2026-11-20` (product §2). */
export default function ReflectionPage() {
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
    rate: (stars) => form.set({ productivityRating: Number(stars) }),
  });
  const save = (
    <Button
      title={`Save (${shortcutText('confirm')})`}
      variant="contained"
      disabled={!form.canSave}
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
        actions={save}
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
  const days = data.map(({ id, productivityRating }) => ({
    day: dayOfId(id),
    rating: productivityRating ?? 0,
  }));
  const earlier = days.filter(({ day }) => day !== today);
  if (earlier.length === 0 && shown === today) return null;
  return (
    <nav className={css.days} aria-label="Earlier reflections">
      <h2>Your days</h2>
      <ul>
        <li>
          <Link to={paths.reflection} aria-current={shown === today ? 'page' : undefined}>
            Today
          </Link>
        </li>
        {earlier.map(({ day, rating }) => (
          <li key={day}>
            <Link
              to={`${paths.reflection}?day=${day}`}
              aria-current={shown === day ? 'page' : undefined}
            >
              {shortDate(startOfDay(day))}
              {rating > 0 && (
                <span role="img" aria-label={`${rating} of 5 stars`}>
                  {'★'.repeat(rating)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
