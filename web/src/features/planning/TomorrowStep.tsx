import { isOpen } from '@daymark/contract/task';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { eventsOfDay } from '../../domain/events/eventDays';
import { taskOfLine } from '../../domain/line/taskLine';
import { dayCapacity } from '../../domain/planning/dayCapacity';
import { creationRequests } from '../../domain/tasks/taskCreation';
import { dayOfTask, estimateOf, tasksOfDay } from '../../domain/tasks/taskPlan';
import { taskUpdate } from '../../domain/tasks/taskRequests';
import { composed, foldText } from '../../lib/text/foldText';
import { QUERY_MAX } from '../../lib/text/queryMax';
import { quoted } from '../../lib/text/quoted';
import { addDays, dayInSentence, longDate, startOfDay, type LocalDay } from '../../lib/time/dates';
import { plainDuration } from '../../lib/time/durationText';
import { useEvents } from '../../records/events/eventQueries';
import { useExternalEvents } from '../../records/googleCalendar/calendarQueries';
import { useTaskLine } from '../../records/tasks/useTaskLine';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import { SearchField } from '../../ui/fields/SearchField';
import type { CalendarEvent, ShownTask } from '../../domain/shownRecords';
import { CapacityLine } from './CapacityLine';
import { EstimateEdit } from './EstimateEdit';
import css from './PlanStep.module.css';
import type { DayPlanning } from './useDayPlanning';
import type { ApplyChange } from './usePlanChange';

/** At most this many tasks are listed. */
const LISTED_MAX = 40;

interface TomorrowStepProps {
  /** The planning of today. */
  planning: DayPlanning;
  onChange: ApplyChange;
}

/** The last step of closing the day: the tasks for tomorrow, with tomorrow's capacity. */
export function TomorrowStep({ planning, onChange }: TomorrowStepProps) {
  const { day: today, now, work, tasks, steps, remaining } = planning;
  const tomorrow = addDays(today, 1);
  const sync = useSync();
  const fieldId = useId();
  const [search, setSearch] = useState('');
  const typed = useTaskLine(search, today);
  // The tasks as they were when the step opened, so that the list keeps its order while tasks are chosen.
  const [before] = useState(() => new Map(tasks.map((task) => [task.id, task])));
  const { data: own = NO_EVENTS } = useEvents(tomorrow);
  const { externalEvents } = useExternalEvents({ from: tomorrow, to: tomorrow });
  const events: readonly CalendarEvent[] = [
    ...eventsOfDay(own, tomorrow),
    ...eventsOfDay(externalEvents, tomorrow),
  ];
  const capacity = dayCapacity(tasksOfDay(tasks, tomorrow, today), remaining, {
    ...work,
    day: tomorrow,
    events,
    now,
  });
  const wanted = foldText(composed(search.slice(0, QUERY_MAX))).trim();
  const found = tasks
    .filter((task) => isOpen(task) && foldText(composed(task.title)).includes(wanted))
    .map((task) => ({ task, rank: rankOf(before.get(task.id) ?? task, today) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
    .map(({ task }) => task);
  const listed = found.slice(0, LISTED_MAX);
  const add = async () => {
    const line = await typed.read(search);
    const priorities = typed.countPriorities();
    const creation = taskOfLine(line, { categoryId: null, plannedDay: tomorrow, priorities });
    const { title, plannedDay } = creation.task;
    setSearch('');
    onChange(`${quoted(title)} added for ${dayInSentence(plannedDay ?? tomorrow, today)}.`, {
      requests: creationRequests([creation], sync.userId, sync.now()),
    });
    document.getElementById(fieldId)?.focus();
  };
  const choose = (task: ShownTask, isChosen: boolean) => {
    const earlier = before.get(task.id)?.plannedDay ?? null;
    const plannedDay = isChosen ? tomorrow : earlier === tomorrow ? null : earlier;
    onChange(
      `${quoted(task.title)} ${isChosen ? 'planned for tomorrow' : 'no longer planned for tomorrow'}.`,
      { requests: [taskUpdate(task, { plannedDay })] },
      `tomorrow-${task.id}`,
    );
  };
  return (
    <>
      <p className={css.text}>{longDate(startOfDay(tomorrow))}</p>
      <CapacityLine capacity={capacity} isLive />
      <form
        className={css.search}
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted && found.length === 0) void add();
        }}
      >
        <SearchField
          id={fieldId}
          label="Search open tasks"
          placeholder="Search open tasks, or type a new one"
          value={search}
          onChange={setSearch}
        />
        {wanted && found.length === 0 && (
          <Button variant="outlined" onClick={() => void add()}>
            <Plus size={16} aria-hidden="true" />
            <span>
              Add {quoted(typed.line?.title ?? search.trim())} for{' '}
              {dayInSentence(typed.line?.plannedDay ?? tomorrow, today)}
            </span>
          </Button>
        )}
      </form>
      {listed.length === 0 && !wanted && <p className={css.empty}>You have no open tasks.</p>}
      <ul className={css.list} aria-label="Open tasks">
        {listed.map((task) => (
          <li key={task.id} className={css.choice}>
            <label>
              <input
                type="checkbox"
                id={`tomorrow-${task.id}`}
                checked={task.plannedDay === tomorrow}
                onChange={({ target }) => choose(task, target.checked)}
              />
              <span className={css.title}>
                <span dir="auto">{task.title}</span>
                <Days task={task} today={today} tomorrow={tomorrow} />
              </span>
            </label>
            <EstimateEdit
              buttonId={`tomorrow-estimate-${task.id}`}
              title={task.title}
              estimate={estimateOf(task, steps.get(task.id))}
              onChange={(estimateMinutes) =>
                onChange(
                  estimateMinutes === null
                    ? `Estimate of ${quoted(task.title)} removed.`
                    : `${quoted(task.title)} estimated at ${plainDuration(estimateMinutes)}.`,
                  { requests: [taskUpdate(task, { estimateMinutes })] },
                  `tomorrow-estimate-${task.id}`,
                )
              }
            />
          </li>
        ))}
      </ul>
      {found.length > listed.length && (
        <p className={css.text}>
          {listed.length} of {found.length} tasks are shown. Search to find the others.
        </p>
      )}
    </>
  );
}

const NO_EVENTS: readonly never[] = [];

/**
 * Returns a text to sort by: tasks for tomorrow first, then tasks with a deadline, tasks of today or left over, tasks
 * without a day, and tasks for later days.
 */
function rankOf(task: ShownTask, today: LocalDay): string {
  const day = dayOfTask(task, today);
  if (day === addDays(today, 1)) return '0';
  if (task.deadline !== null) return `1 ${task.deadline}`;
  if (day === null) return '3';
  return day <= today ? '2' : `4 ${day}`;
}

interface DaysProps {
  task: ShownTask;
  today: LocalDay;
  tomorrow: LocalDay;
}

/** Shows the deadline of a task, and its day if that is not tomorrow. */
function Days({ task, today, tomorrow }: DaysProps) {
  const day = dayOfTask(task, today);
  const texts = [
    ...(task.deadline === null ? [] : [`Due ${dayInSentence(task.deadline, today)}`]),
    ...(day === null || day === tomorrow ? [] : [`Planned for ${dayInSentence(day, today)}`]),
  ];
  return texts.length > 0 && <small>{texts.join(' · ')}</small>;
}
