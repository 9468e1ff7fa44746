import { ArrowRightLeft } from 'lucide-react';
import {
  useEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { eventsOfDay } from '../../../domain/events/eventDays';
import { daysOfWeek } from '../../../domain/goals/weekGoals';
import { dayCapacity, type DayCapacity } from '../../../domain/planning/dayCapacity';
import { shortBudgetText } from '../../../domain/planning/dayBudget';
import { focusTotal } from '../../../domain/focus/focusDay';
import { useFocusSessions } from '../../../records/focus/focusQueries';
import { useDayBudgets } from '../../../records/planning/useDayBudget';
import { columnText, weekBoard } from '../../../domain/planning/weekBoard';
import type { CalendarEvent, ShownSession, ShownTask } from '../../../domain/shownRecords';
import { browserStorage } from '../../../lib/browser/browserStorage';
import { planOfferKey } from '../../../lib/person/drafts';
import { countText } from '../../../lib/text/numbers';
import {
  addDays,
  dayOfMonth,
  localDay,
  longDate,
  shortWeekday,
  startOfWeek,
  timeOnDay,
  weekdayName,
  type LocalDay,
} from '../../../lib/time/dates';
import { plainDuration } from '../../../lib/time/durationText';
import { useWorkingHours } from '../../../records/settings/useWorkingHours';
import { changeTask, planFor } from '../../../records/tasks/taskActions';
import { useTasks } from '../../../records/tasks/taskQueries';
import { useRemainingMinutes } from '../../../records/tasks/useRemainingMinutes';
import { useSync } from '../../../sync/useSync';
import { Button } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import { Menu } from '../../../ui/dialogs/Menu';
import css from './WeekPlan.module.css';

interface WeekPlanProps {
  /** Any day of the week. */
  day: LocalDay;
  now: Date;
  /** The events of the week, the person's own and Google's. */
  events: readonly CalendarEvent[];
  /** Draws the goals of the week that begins on a day. */
  drawGoals: (first: LocalDay) => ReactNode;
  onClose: () => void;
}

/** Where a task can be moved: to a day, or to no day. */
type Place = LocalDay | null;

/** At most this many tasks of a list in the drawer are drawn. */
const LISTED_MAX = 50;

/** The id of the button that moves a task. It gets the focus after the task has moved. */
const moveId = (taskId: number) => `week-move-${taskId}`;

/**
 * Plans a week: its goals, the tasks without a place in it, and its seven days with their budgets. Tasks are dragged,
 * moved by a menu, or moved with Alt and an arrow key. Default export, because it is loaded lazily.
 */
export default function WeekPlan({ day, now, events, drawGoals, onClose }: WeekPlanProps) {
  const sync = useSync();
  const today = localDay(now);
  const first = startOfWeek(day);
  const days = daysOfWeek(first);
  const { data: tasks = NO_TASKS } = useTasks();
  const remaining = useRemainingMinutes();
  const { hours } = useWorkingHours();
  const budgets = useDayBudgets(days[0] ?? today, days.at(-1) ?? today, now);
  const { minutes: focused } = focusTotal(useFocusSessions().data ?? NO_SESSIONS, today);
  const board = weekBoard(tasks, days, today);
  const [dragged, setDragged] = useState<ShownTask>();
  const [moved, setMoved] = useState<{ id: number }>();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), []);
  // React makes a new row in the other list.
  useEffect(() => {
    if (moved) document.getElementById(moveId(moved.id))?.focus();
  }, [moved]);

  const finish = () => {
    browserStorage.set(planOfferKey(sync.userId), first);
    onClose();
  };
  const move = (task: ShownTask, to: Place) => {
    setMoved({ id: task.id });
    changeTask(sync, task, planFor(to));
  };
  const rowProps = { days, today, remaining, onMove: move, onDrag: setDragged };
  const drop = (to: Place) => () => {
    if (dragged && dragged.plannedDay !== to) move(dragged, to);
    setDragged(undefined);
  };
  const capacityOf = (one: LocalDay, ofDay: readonly ShownTask[]) =>
    dayCapacity(
      ofDay,
      remaining,
      { day: one, hours, events: eventsOfDay(events, one), now },
      { budget: budgets.get(one), focused: one === today ? focused : 0 },
    );
  return (
    <section className={css.plan} aria-labelledby="week-plan-title">
      <header>
        <h2 id="week-plan-title" ref={heading} tabIndex={-1}>
          Plan the week
        </h2>
        <Button variant="contained" size="small" onClick={finish}>
          Done
        </Button>
      </header>
      {drawGoals(first)}
      <div className={css.board}>
        <div className={css.drawer} {...dropTarget(dragged, drop(null))}>
          <DrawerList title="Left over" tasks={board.leftOver} {...rowProps} />
          <DrawerList title="Due" tasks={board.due} {...rowProps} />
          <DrawerList
            title="No day"
            tasks={board.noDay}
            empty="Every task has a day."
            {...rowProps}
          />
        </div>
        {days.map((one) => {
          const ofDay = board.days.get(one) ?? NO_TASKS;
          const isPast = one < today;
          return (
            <section
              key={one}
              className={css.day}
              aria-label={longDate(timeOnDay(one, 720))}
              data-past={isPast}
              data-today={one === today}
              {...dropTarget(isPast ? undefined : dragged, drop(one))}
            >
              <h3>
                <span>{shortWeekday(timeOnDay(one, 720))}</span> {dayOfMonth(one)}
              </h3>
              {!isPast && <Budget capacity={capacityOf(one, ofDay)} />}
              <TaskRows tasks={ofDay} {...rowProps} />
            </section>
          );
        })}
      </div>
    </section>
  );
}

const NO_TASKS: readonly ShownTask[] = [];

/** Returns the handlers of a place on which a dragged task can be dropped. */
const dropTarget = (dragged: ShownTask | undefined, onDrop: () => void) =>
  dragged
    ? {
        'data-target': true,
        onDragOver: (event: DragEvent) => event.preventDefault(),
        onDrop: (event: DragEvent) => {
          event.preventDefault();
          onDrop();
        },
      }
    : {};

const NO_SESSIONS: readonly ShownSession[] = [];

function Budget({ capacity }: { capacity: DayCapacity }) {
  const { budget, limit, over, workingHours } = capacity;
  const text = columnText(capacity);
  const isOver = over > 0 && workingHours === 'ahead';
  return (
    <p className={css.budget} data-over={isOver}>
      {text}
      {isOver && ` · ${plainDuration(over)} ${limit === 'budget' ? 'more than usual' : 'over'}`}
      {budget && workingHours === 'ahead' && <small>{shortBudgetText(budget)}</small>}
    </p>
  );
}

interface TaskRowsProps {
  tasks: readonly ShownTask[];
  days: readonly LocalDay[];
  today: LocalDay;
  remaining: (task: ShownTask) => number | null;
  onMove: (task: ShownTask, to: Place) => void;
  onDrag: (task: ShownTask | undefined) => void;
}

function DrawerList({
  title,
  empty,
  tasks,
  ...rows
}: TaskRowsProps & { title: string; empty?: string }) {
  if (tasks.length === 0 && !empty) return null;
  const hidden = tasks.length - LISTED_MAX;
  return (
    <section aria-label={title}>
      <h3>
        {title} <small>{tasks.length > 0 && tasks.length}</small>
      </h3>
      {tasks.length === 0 && <p className={css.budget}>{empty}</p>}
      <TaskRows tasks={tasks.slice(0, LISTED_MAX)} {...rows} />
      {hidden > 0 && <p className={css.budget}>{countText(hidden, 'more task')} on Tasks</p>}
    </section>
  );
}

function TaskRows({ tasks, ...rows }: TaskRowsProps) {
  return (
    <ul>
      {tasks.map((task) => (
        <TaskItem key={task.id} task={task} {...rows} />
      ))}
    </ul>
  );
}

function TaskItem({
  task,
  days,
  today,
  remaining,
  onMove,
  onDrag,
}: Omit<TaskRowsProps, 'tasks'> & { task: ShownTask }) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const minutes = remaining(task);
  const open = days.filter((one) => one >= today);
  const moveBy = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    // Alt and an arrow would go back in the browser's history.
    event.preventDefault();
    const isPlanned = task.plannedDay !== null && open.includes(task.plannedDay);
    const step = event.key === 'ArrowRight' ? 1 : -1;
    if (isPlanned) {
      const next = addDays(task.plannedDay ?? today, step);
      if (open.includes(next)) onMove(task, next);
      else if (step < 0) onMove(task, null);
    } else if (step > 0 && open[0]) onMove(task, open[0]);
  };
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', task.title);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(task);
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <span dir="auto">
        {task.title}
        {minutes !== null && <small>{plainDuration(minutes)}</small>}
      </span>
      <IconButton
        id={moveId(task.id)}
        label={`Move ${task.title}`}
        title="Move to… (Alt ← →)"
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
        aria-haspopup="menu"
        onKeyDown={moveBy}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <ArrowRightLeft size={16} aria-hidden="true" />
      </IconButton>
      {anchor && (
        <Menu
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          items={[...open, null].map((to) => ({
            label: to === null ? 'No day' : weekdayName(timeOnDay(to, 720)),
            Icon: undefined,
            isChecked: task.plannedDay === to,
            onSelect: () => {
              setAnchor(undefined);
              onMove(task, to);
            },
          }))}
        />
      )}
    </li>
  );
}
