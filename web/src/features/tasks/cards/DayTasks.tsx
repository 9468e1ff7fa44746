import { CalendarClock, ChevronDown } from 'lucide-react';
import { useEffect, useId, useMemo, useState } from 'react';
import { type LocalDay, longDate, timeOnDay, weekdayDate } from '../../../lib/time/dates';
import { countText } from '../../../lib/text/numbers';
import { preloadLater } from '../../../lib/browser/preload';
import { elementId } from '../../../records/elementId';
import { IconButton } from '../../../ui/controls/IconButton';
import { Panel } from '../../../ui/layout/Panel';
import { TitleButton } from '../../../ui/controls/TitleButton';
import { useCategories } from '../../../records/categories/categoryQueries';
import css from './DayTasks.module.css';
import { useFocusedMinutes } from '../../../records/focus/useFocusedMinutes';
import { TaskCheckbox } from '../row/TaskCheckbox';
import { focusedOn, tasksOfDay, workText } from '../../../domain/tasks/taskPlan';
import type { OnTaskPress } from '../../../records/tasks/taskPress';
import { useSteps, useTaskMutations, useTasks } from '../../../records/tasks/taskQueries';
import { preloadDetails, preloadScheduling, useTaskDialogs } from '../useTaskDialogs';

interface DayTasksProps {
  /** The days of the view. */
  days: readonly LocalDay[];
  today: LocalDay;
  onPress: OnTaskPress;
}

/**
 * The open tasks of the days that the calendar shows. A task can be dragged to the hours or scheduled in a dialog. On a
 * narrow screen the list is closed at first, so that the hours are in view.
 */
export function DayTasks({ days, today, onPress }: DayTasksProps) {
  const { data: tasks } = useTasks();
  const { data: categories = [] } = useCategories();
  const { setCompleted } = useTaskMutations();
  const steps = useSteps();
  const focused = useFocusedMinutes();
  const { openDetails, schedule, dialogs } = useTaskDialogs();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  useEffect(() => preloadLater(preloadScheduling, preloadDetails), []);

  // The React Compiler does not memoize the groups, and there can be ten thousand tasks.
  const groups = useMemo(
    () =>
      days
        .map((day) => ({ day, tasks: tasksOfDay(tasks ?? [], day, today) }))
        .filter((group) => group.tasks.length > 0),
    [days, tasks, today],
  );
  const count = groups.reduce((sum, group) => sum + group.tasks.length, 0);
  const { title, empty } = wordsFor(days);
  return (
    <Panel className={css.tasks} aria-labelledby={`${id}-title`} data-open={isOpen}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <small>{countText(count, 'task')}</small>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-label={isOpen ? 'Hide tasks' : 'Show tasks'}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown size={18} aria-hidden="true" />
        </button>
      </header>
      <div className={css.list} id={`${id}-list`}>
        {count === 0 && <p>{empty}</p>}
        {groups.map((group) => (
          <div key={group.day}>
            {days.length > 1 && <h3>{weekdayDate(timeOnDay(group.day, 720))}</h3>}
            <ul aria-label={longDate(timeOnDay(group.day, 720))}>
              {group.tasks.map((task) => {
                const own = steps.get(task.id) ?? [];
                const time = workText(task, own, focusedOn(task, own, focused));
                return (
                  <li key={task.id} onPointerDown={(event) => onPress(task.id, event)}>
                    <TaskCheckbox
                      id={elementId('task', task.id)}
                      title={task.title}
                      checked={task.completed}
                      color={categories.find((one) => one.id === task.categoryId)?.color}
                      onChange={(completed) => setCompleted(task, completed)}
                    />
                    <p>
                      <TitleButton onOpen={() => openDetails(task)} onPreload={preloadDetails}>
                        {task.title}
                        {time && <small>{time}</small>}
                      </TitleButton>
                    </p>
                    <IconButton
                      label={`Schedule ${task.title}…`}
                      title="Schedule…"
                      onPointerEnter={preloadScheduling}
                      onFocus={preloadScheduling}
                      onClick={() => schedule(task)}
                    >
                      <CalendarClock size={16} aria-hidden="true" />
                    </IconButton>
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </div>
      {dialogs}
    </Panel>
  );
}

/** Returns the title of the list of some days, and what an empty list says. */
function wordsFor(days: readonly LocalDay[]): { title: string; empty: string } {
  const [first] = days;
  if (days.length === 1 && first)
    return {
      title: `Tasks for ${longDate(timeOnDay(first, 720))}`,
      empty: 'No tasks for this day',
    };
  return days.length === 7
    ? { title: 'Tasks of this week', empty: 'No tasks in this week' }
    : { title: 'Tasks of these days', empty: 'No tasks on these days' };
}
