import { isOpen } from '@daymark/contract/task';
import { repeatText } from '@daymark/contract/repeats/repeatText';
import { CalendarDays, ChevronDown, ListChecks, Repeat2, Timer, TriangleAlert } from 'lucide-react';
import { dayInSentence, dayName, daysBetween, type LocalDay } from '../../../lib/time/dates';
import { countText } from '../../../lib/text/numbers';
import css from './TaskFacts.module.css';
import { isLeftOver, isOverdue, workText } from '../../../domain/tasks/taskPlan';
import type { ShownTask } from '../../../domain/shownRecords';

interface TaskFactsProps {
  task: ShownTask;
  steps: readonly ShownTask[];
  /** Minutes of focus on this task and its steps, over all recorded focus sessions. */
  focusedMinutes: number;
  today: LocalDay;
  /** Hides the planned day, because the list itself shows it. A left-over task still shows its day. */
  hidesDay: boolean;
  isExpanded: boolean;
  onToggleSteps: () => void;
}

/** The facts of a task's plan, below its title. Shows only the facts that are set, and nothing if there are none. */
export function TaskFacts({
  task,
  steps,
  focusedMinutes,
  today,
  hidesDay,
  isExpanded,
  onToggleSteps,
}: TaskFactsProps) {
  const day = hidesDay && !isLeftOver(task, today) ? undefined : dayText(task, today);
  const deadline = deadlineText(task, today);
  const missed = missedCount(task, today);
  const time = workText(task, steps, focusedMinutes);
  if (!day && !deadline && !time && !task.repeat && steps.length === 0) return null;
  const done = steps.filter(({ completed }) => completed).length;
  return (
    <div className={css.facts}>
      {day && (
        <span>
          <CalendarDays size={13} aria-hidden="true" />
          {day}
        </span>
      )}
      {deadline && (
        <span data-overdue={isOverdue(task, today)}>
          {isOverdue(task, today) && <TriangleAlert size={13} aria-hidden="true" />}
          {deadline}
        </span>
      )}
      {missed > 0 && <span>Missed {countText(missed, 'time')}</span>}
      {time && (
        <span title={focusedMinutes >= 1 ? 'Focused on this task' : 'Estimate'}>
          <Timer size={13} aria-label={focusedMinutes >= 1 ? 'Focused' : 'Estimate'} />
          {time}
        </span>
      )}
      {task.repeat && (
        <span>
          <Repeat2 size={13} aria-label="Repeats" />
          {repeatText(task.repeat, task.seriesDay ?? today)}
        </span>
      )}
      {steps.length > 0 && (
        <button type="button" aria-expanded={isExpanded} onClick={onToggleSteps}>
          <ListChecks size={13} aria-hidden="true" />
          {done} of {countText(steps.length, 'step')}
          <ChevronDown size={13} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/**
 * Returns a text for the planned day: "Tomorrow", "Left over from Tue, Nov 17". A missed daily task counts as today's.
 */
function dayText(task: ShownTask, today: LocalDay): string | undefined {
  const { plannedDay } = task;
  if (plannedDay === null || !isOpen(task)) return undefined;
  if (isLeftOver(task, today)) return `Left over from ${dayInSentence(plannedDay, today)}`;
  return plannedDay < today ? 'Today' : dayName(plannedDay, today);
}

/** Returns a text for the deadline: "Due tomorrow", "Overdue since Wed, Nov 18". */
function deadlineText(task: ShownTask, today: LocalDay): string | undefined {
  const { deadline } = task;
  if (deadline === null || !isOpen(task)) return undefined;
  return `${isOverdue(task, today) ? 'Overdue since' : 'Due'} ${dayInSentence(deadline, today)}`;
}

/**
 * Returns how many dates a daily task has missed, from its planned day to yesterday. A rule that counts from completion
 * has at most one.
 */
function missedCount(task: ShownTask, today: LocalDay): number {
  const { repeat, plannedDay } = task;
  if (repeat?.every !== 'day' || plannedDay === null || !isOpen(task)) return 0;
  const days = daysBetween(plannedDay, today);
  return days <= 0 ? 0 : repeat.from === 'completion' ? 1 : Math.ceil(days / repeat.interval);
}
