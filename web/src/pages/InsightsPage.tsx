import { useSearchParams } from 'react-router-dom';
import { periodIn } from '../domain/insights/period';
import { useCategories } from '../records/categories/categoryQueries';
import { useEvents } from '../records/events/eventQueries';
import { useIsWorkingDay } from '../records/events/useIsWorkingDay';
import { useFocusSessions } from '../records/focus/focusQueries';
import { useExternalEvents } from '../records/googleCalendar/calendarQueries';
import { Insights } from '../features/insights/Insights';
import { PeriodPicker } from '../features/insights/PeriodPicker';
import { InsightsSkeleton } from '../features/insights/InsightsSkeleton';
import { useWorkingHours } from '../records/settings/useWorkingHours';
import { useReflections } from '../records/reflections/reflectionQueries';
import { useUser } from '../features/session/userContext';
import { useSteps, useTaskRecords, useTasks } from '../records/tasks/taskQueries';
import { personsDay } from '../lib/time/dates';
import { paths } from '../lib/paths';
import { LoadErrorMessage } from '../ui/states/LoadErrorMessage';
import { PageHeader } from '../ui/layout/PageHeader';
import { PageMeta } from '../ui/layout/PageMeta';
import { Panel } from '../ui/layout/Panel';
import { useRecords } from '../sync/useSync';
import { useNow } from '../ui/hooks/useNow';

/** /insights: charts, patterns and the timesheet of any days. A card of the dashboard links here. */
export default function InsightsPage() {
  const [search, setSearch] = useSearchParams();
  const now = useNow();
  const { createdAt } = useUser();
  const { hours } = useWorkingHours();
  const today = personsDay(now);
  const period = periodIn(search, today);
  const { externalEvents } = useExternalEvents(period);
  const collections = {
    sessions: useFocusSessions(),
    tasks: useTasks(),
    allTasks: useTaskRecords(),
    categories: useCategories(),
    goals: useRecords('goals'),
    events: useEvents(period.from, period.to),
    reflections: useReflections(),
  };
  const steps = useSteps();
  const begins = collections.sessions.data?.map(({ start }) => personsDay(new Date(start))) ?? [];
  const earliest = begins.reduce((a, b) => (a < b ? a : b), period.from);
  const isWorkingDay = useIsWorkingDay(earliest, today);
  const failed = Object.values(collections).find(({ error }) => error)?.error;
  const { sessions, tasks, allTasks, categories, goals, events, reflections } = collections;
  return (
    <>
      <PageMeta
        title="Insights"
        description="Where your days went: focus, tasks, ratings and what goes together."
        path={paths.insights}
      />
      <PageHeader title="Insights" subtitle="How your days add up." />
      <PeriodPicker
        period={period}
        today={today}
        onChoose={(query) => setSearch(query, { replace: true })}
      />
      {failed ? (
        <Panel aria-label="Insights">
          <LoadErrorMessage
            title="Your insights couldn’t be loaded"
            error={failed}
            onRetry={() => Object.values(collections).forEach((one) => one.error && one.refetch())}
          />
        </Panel>
      ) : sessions.data &&
        tasks.data &&
        allTasks.data &&
        categories.data &&
        goals.data &&
        events.data &&
        reflections.data ? (
        <Insights
          period={period}
          since={personsDay(new Date(createdAt))}
          hours={hours}
          isWorkingDay={isWorkingDay}
          now={now}
          records={{
            sessions: sessions.data,
            tasks: tasks.data,
            allTasks: allTasks.data,
            steps,
            categories: categories.data,
            goals: goals.data,
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
