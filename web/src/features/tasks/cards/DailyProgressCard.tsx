import { CircleCheck } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { personsDay } from '../../../lib/time/dates';
import { paths } from '../../../lib/paths';
import { ProgressRing } from '../../../ui/layout/ProgressRing';
import { StatCard } from '../../../ui/layout/StatCard';
import { TextButton } from '../../../ui/controls/TextButton';
import { dayProgress } from '../../../domain/tasks/dayProgress';
import { useTasks } from '../../../records/tasks/taskQueries';

/** The dashboard's Daily Progress card (product §4): how many of today's tasks are completed. */
export function DailyProgressCard({ now }: { now: Date }) {
  const tasks = useTasks();
  // Deferred until the list is drawn, because there can be ten thousand tasks.
  const counted = useDeferredValue(tasks.data);
  const progress = useMemo(
    () => dayProgress(counted ?? [], [personsDay(now)], now),
    [counted, now],
  );
  const { done, all } = progress[0] ?? { done: 0, all: 0 };
  const card = { title: 'Daily Progress', icon: <CircleCheck size={16} aria-hidden="true" /> };
  if (tasks.error)
    return (
      <StatCard
        {...card}
        value="—"
        detail={
          <>
            Couldn’t be loaded. <TextButton onClick={tasks.refetch}>Try again</TextButton>
          </>
        }
      />
    );
  return (
    <StatCard
      {...card}
      loading={tasks.isPending}
      value={all === 0 ? 'Nothing planned yet' : `${done} of ${all}`}
      detail={all === 0 ? 'Completed tasks count here.' : progressText(done, all)}
      action={<Link to={paths.insights}>See insights</Link>}
      picture={all > 0 && <ProgressRing label="Tasks completed" value={done} max={all} />}
    />
  );
}

function progressText(done: number, all: number): string {
  if (done === all) return 'All done. Enjoy the rest of the day.';
  return `${all === 1 ? 'task' : 'tasks'} completed today`;
}
