import { useSearchParams } from 'react-router-dom';
import { useCategories } from '../records/categories/categoryQueries';
import { useEvents } from '../records/events/eventQueries';
import { useIsWorkingDay } from '../records/events/useIsWorkingDay';
import { useFocusSessions } from '../records/focus/focusQueries';
import { useExternalEvents } from '../records/googleCalendar/calendarQueries';
import { Insights } from '../features/insights/Insights';
import { InsightsSkeleton } from '../features/insights/InsightsSkeleton';
import { useWorkingHours } from '../records/settings/useWorkingHours';
import { useReflections } from '../records/reflections/reflectionQueries';
import { useUser } from '../features/session/userContext';
import { useSteps, useTasks } from '../records/tasks/taskQueries';
import { addDays, personsDay } from '../lib/time/dates';
import { paths } from '../lib/paths';
import { ChoiceGroup } from '../ui/controls/ChoiceGroup';
import { LoadErrorMessage } from '../ui/states/LoadErrorMessage';
import { PageHeader } from '../ui/layout/PageHeader';
import { PageMeta } from '../ui/layout/PageMeta';
import { Panel } from '../ui/layout/Panel';
import { useNow } from '../ui/hooks/useNow';

const RANGES = [7, 30, 90] as const;
const CHOICES = RANGES.map((days) => ({ value: String(days), label: `${days} days` }));

/** /insights: charts and patterns over 7, 30 or 90 days. A card of the dashboard links here. */
export default function InsightsPage() {
  const [search, setSearch] = useSearchParams();
  const now = useNow();
  const { createdAt } = useUser();
  const { hours } = useWorkingHours();
  const count = RANGES.find((days) => String(days) === search.get('days')) ?? 30;
  const today = personsDay(now);
  const first = addDays(today, 1 - count);
  const { externalEvents } = useExternalEvents({ from: first, to: today });
  const collections = {
    sessions: useFocusSessions(),
    tasks: useTasks(),
    categories: useCategories(),
    events: useEvents(first, today),
    reflections: useReflections(),
  };
  const steps = useSteps();
  const begins = collections.sessions.data?.map(({ start }) => personsDay(new Date(start))) ?? [];
  const earliest = begins.reduce((a, b) => (a < b ? a : b), first);
  const isWorkingDay = useIsWorkingDay(earliest, today);
  const failed = Object.values(collections).find(({ error }) => error)?.error;
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
        subtitle="How your days add up."
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
          <LoadErrorMessage
            title="Your insights couldn’t be loaded"
            error={failed}
            onRetry={() => Object.values(collections).forEach((one) => one.error && one.refetch())}
          />
        </Panel>
      ) : sessions.data && tasks.data && categories.data && events.data && reflections.data ? (
        <Insights
          count={count}
          since={personsDay(new Date(createdAt))}
          hours={hours}
          isWorkingDay={isWorkingDay}
          now={now}
          records={{
            sessions: sessions.data,
            tasks: tasks.data,
            steps,
            categories: categories.data,
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
