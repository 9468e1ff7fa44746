import { useSearchParams } from 'react-router-dom';
import { useCategories } from '../features/categories/categoryQueries';
import { useEvents } from '../features/events/eventQueries';
import { useFocusSessions } from '../features/focus/focusQueries';
import { useExternalEvents } from '../features/googleCalendar/calendarQueries';
import { Insights } from '../features/insights/Insights';
import { InsightsSkeleton } from '../features/insights/InsightsSkeleton';
import { useReflections } from '../features/reflections/reflectionQueries';
import { useTasks } from '../features/tasks/taskQueries';
import { addDays, localDay } from '../lib/dates';
import { paths } from '../lib/paths';
import { Button } from '../ui/Button';
import { ChoiceGroup } from '../ui/ChoiceGroup';
import { EmptyState } from '../ui/EmptyState';
import { PageHeader } from '../ui/PageHeader';
import { PageMeta } from '../ui/PageMeta';
import { Panel } from '../ui/Panel';
import { useNow } from '../ui/useNow';

const RANGES = [7, 30, 90] as const;
const CHOICES = RANGES.map((days) => ({ value: String(days), label: `${days} days` }));

/** /insights: what the days add up to. Reached from the dashboard's cards. */
export default function InsightsPage() {
  const [search, setSearch] = useSearchParams();
  const now = useNow();
  const count = RANGES.find((days) => String(days) === search.get('days')) ?? 30;
  const today = localDay(now);
  const { externalEvents } = useExternalEvents({ from: addDays(today, 1 - count), to: today });
  const collections = {
    sessions: useFocusSessions(),
    tasks: useTasks(),
    categories: useCategories(),
    events: useEvents(),
    reflections: useReflections(),
  };
  const failed = Object.values(collections).find(({ error }) => error);
  const { sessions, tasks, categories, events, reflections } = collections;
  return (
    <>
      <PageMeta
        title="Insights"
        description="Where your days went: focus, tasks, ratings and what goes together."
        path={paths.insights}
      />
      <PageHeader
        title="Insights"
        subtitle="What your days add up to."
        actions={
          <ChoiceGroup
            label="Days to look at"
            choices={CHOICES}
            value={String(count)}
            onChange={(days) => setSearch({ days }, { replace: true })}
          />
        }
      />
      {failed ? (
        <Panel aria-label="Insights">
          <EmptyState
            alert
            title="Your insights couldn’t be loaded"
            action={
              <Button
                variant="outlined"
                onClick={() =>
                  Object.values(collections).forEach((one) => one.error && one.refetch())
                }
              >
                Try Again
              </Button>
            }
          >
            {failed.error?.message}
          </EmptyState>
        </Panel>
      ) : sessions.data && tasks.data && categories.data && events.data && reflections.data ? (
        <Insights
          count={count}
          now={now}
          records={{
            sessions: sessions.data,
            tasks: tasks.data,
            categories: categories.data,
            // Meetings are meetings, in whichever calendar.
            events: [...events.data, ...externalEvents],
            reflections: reflections.data,
          }}
        />
      ) : (
        <InsightsSkeleton />
      )}
    </>
  );
}
