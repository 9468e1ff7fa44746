import { ArrowRightLeft, ChevronDown, Palmtree } from 'lucide-react';
import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { eventColor } from '../../../domain/events/eventColor';
import { timesOnDay } from '../../../domain/events/eventTimes';
import { eventSpan, isDayLong } from '../../../domain/events/eventSpan';
import { eventsOfDay } from '../../../domain/events/eventDays';
import { daysOfWeek } from '../../../domain/goals/weekGoals';
import { dayCapacity, type DayCapacity } from '../../../domain/planning/dayCapacity';
import { budgetText, columnBudgetText } from '../../../domain/planning/dayBudget';
import { focusTotal } from '../../../domain/focus/focusDay';
import { useFocusSessions } from '../../../records/focus/focusQueries';
import { useDayBudgets } from '../../../records/planning/useDayBudget';
import { dayOffOn } from '../../../domain/planning/freeTime';
import { columnText, dayTimes, weekBoard } from '../../../domain/planning/weekBoard';
import type { CalendarEvent, ShownSession, ShownTask } from '../../../domain/shownRecords';
import { estimateOf, timeLeftText } from '../../../domain/tasks/taskPlan';
import { hideWeekOffer, planOfferKey } from '../../../lib/person/drafts';
import { countText } from '../../../lib/text/numbers';
import {
  addDays,
  dayOfMonth,
  localDay,
  personsDay,
  longDate,
  shortWeekday,
  startOfWeek,
  timeOnDay,
  timeText,
  weekdayName,
  type LocalDay,
} from '../../../lib/time/dates';
import { colorStyle } from '../../../lib/visibleColor';
import { plainDuration } from '../../../lib/time/durationText';
import { takeDayOff } from '../../../records/events/dayOffChange';
import { useWorkingHours } from '../../../records/settings/useWorkingHours';
import { changeTask, planFor } from '../../../records/tasks/taskActions';
import { useSteps, useTasks } from '../../../records/tasks/taskQueries';
import { useRemainingMinutes } from '../../../records/tasks/useRemainingMinutes';
import { useSync } from '../../../sync/useSync';
import { Button } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import { Menu } from '../../../ui/dialogs/Menu';
import { useIsPhone } from '../../../ui/hooks/useIsPhone';
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

/**
 * The widths of the columns: of a day that has passed, of a day off without tasks, and of the others. A day off has room
 * for the time of an event.
 */
const COLUMNS = { past: '56px', free: 'minmax(88px, 0.6fr)', day: 'minmax(104px, 1fr)' };

/** A list of more tasks than this is closed at first on a phone, where the days are below it. */
const SHORT_LIST = 5;

/** The id of the button that moves a task. It gets the focus after the task has moved. */
const moveId = (taskId: number) => `week-move-${taskId}`;

/** Returns the id of a day's heading. It gets the focus when the button beside it disappears. */
const dayId = (day: LocalDay) => `week-day-${day}`;

/**
 * Plans a week: its goals, the tasks without a place in it, and its seven days with their budgets. Tasks are dragged,
 * moved by a menu, or moved with Alt and an arrow key. The drag is the browser's own. The drag to the hours
 * (`useTaskPlacing`) finds a minute on a rail, and here are only days. Default export, because it is loaded lazily.
 */
export default function WeekPlan({ day, now, events, drawGoals, onClose }: WeekPlanProps) {
  const sync = useSync();
  const today = personsDay(now);
  const isPhone = useIsPhone();
  const first = startOfWeek(day);
  const days = daysOfWeek(first);
  const { data: tasks = NO_TASKS } = useTasks();
  const steps = useSteps();
  const remaining = useRemainingMinutes();
  const timeLeft = (task: ShownTask) =>
    timeLeftText(remaining(task), estimateOf(task, steps.get(task.id)));
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
    if (!moved) return;
    const button = document.getElementById(moveId(moved.id));
    const list = button?.closest('details');
    if (list) list.open = true;
    button?.focus();
  }, [moved]);

  const finish = () => {
    hideWeekOffer(planOfferKey(sync.userId), first);
    onClose();
  };
  const move = (task: ShownTask, to: Place) => {
    setMoved({ id: task.id });
    changeTask(sync, task, planFor(to));
  };
  const rowProps = { days, today, timeLeft, onMove: move, onDrag: setDragged };
  const isFromDay = days.includes(dragged?.plannedDay ?? '');
  const drop = (to: Place) => () => {
    if (dragged && dragged.plannedDay !== to) move(dragged, to);
    setDragged(undefined);
  };
  const planned = days.map((one) => {
    const ofDay = board.days.get(one) ?? NO_TASKS;
    const eventsThen = eventsOfDay(events, one);
    const isPast = one < today;
    return {
      day: one,
      isPast,
      tasks: ofDay,
      times: dayTimes(eventsThen, ofDay, now),
      dayOff: dayOffOn(one, eventsThen)?.title,
      capacity: isPast
        ? undefined
        : dayCapacity(
            ofDay,
            remaining,
            { day: one, hours, events: eventsThen, now },
            { budget: budgets.get(one), focused: one === today ? focused : 0 },
          ),
    };
  });
  const columns = planned
    .map(({ isPast, tasks: ofDay, capacity }) =>
      isPast
        ? COLUMNS.past
        : capacity?.workingHours === 'none' && ofDay.length === 0
          ? COLUMNS.free
          : COLUMNS.day,
    )
    .join(' ');
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
      <div className={css.board} style={{ '--columns': columns } as CSSProperties}>
        <div className={css.drawer} {...dropTarget(isFromDay ? dragged : undefined, drop(null))}>
          <DrawerList title="Left over" tasks={board.leftOver} {...rowProps} />
          <DrawerList title="Due" tasks={board.due} {...rowProps} />
          <DrawerList
            title="No day"
            tasks={board.noDay}
            empty="Every task has a day."
            isFolded={isPhone && board.noDay.length > SHORT_LIST}
            {...rowProps}
          />
        </div>
        {planned.map(({ day: one, isPast, tasks: ofDay, times, capacity, dayOff }) => (
          <section
            key={one}
            className={css.day}
            aria-label={longDate(timeOnDay(one, 720))}
            data-past={isPast}
            data-today={one === today}
            data-off={capacity?.workingHours === 'none'}
            {...dropTarget(isPast ? undefined : dragged, drop(one))}
          >
            <h3 id={dayId(one)} tabIndex={-1}>
              <span>{shortWeekday(timeOnDay(one, 720))}</span> {dayOfMonth(one)}
            </h3>
            {capacity && capacity.workingHours !== 'none' && (
              <IconButton
                label={`Make ${weekdayName(timeOnDay(one, 720))} a day off`}
                title="Make it a day off"
                onClick={() => {
                  takeDayOff(sync, one);
                  document.getElementById(dayId(one))?.focus();
                }}
              >
                <Palmtree size={16} aria-hidden="true" />
              </IconButton>
            )}
            {isPast ? (
              <p className={css.budget}>{board.done.get(one) ?? 0} done</p>
            ) : (
              <>
                {capacity && <Budget capacity={capacity} dayOff={dayOff} />}
                <EventList events={times.events} day={one} />
                <TaskRows tasks={ofDay} starts={times.starts} {...rowProps} />
              </>
            )}
          </section>
        ))}
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

function Budget({ capacity, dayOff }: { capacity: DayCapacity; dayOff: string | undefined }) {
  const { budget, limit, over, planned, free, workingHours } = capacity;
  const isOver = over > 0 && workingHours === 'ahead';
  const text = columnText(capacity);
  return (
    <>
      {dayOff && <p className={css.budget}>{dayOff}</p>}
      {text && text !== dayOff && (
        <p className={css.budget} data-over={isOver}>
          {text}
          {isOver && (
            <small>
              {plainDuration(over)} {limit === 'budget' ? 'more than usual' : 'over'}
            </small>
          )}
        </p>
      )}
      {workingHours === 'ahead' && (
        <i
          className={css.load}
          data-over={isOver}
          style={{ '--load': Math.min(1, planned / Math.max(free, 1)) } as CSSProperties}
          aria-hidden="true"
        />
      )}
      {budget && workingHours === 'ahead' && (
        <p className={css.budget} title={budgetText(budget)}>
          {columnBudgetText(budget)}
        </p>
      )}
    </>
  );
}

/** Returns the time at which an event begins on a day, or '' if it began before or lasts all day. */
const startText = (event: CalendarEvent, day: LocalDay): string => {
  const start = new Date(eventSpan(event).from);
  return isDayLong(event) || localDay(start) !== day ? '' : timeText(start);
};

/** The events that take time on a day. */
function EventList({ events, day }: { events: readonly CalendarEvent[]; day: LocalDay }) {
  if (events.length === 0) return null;
  return (
    <ul className={css.events} aria-label="Events">
      {events.map((event) => (
        <li
          key={event.id}
          style={colorStyle(eventColor(event))}
          title={`${event.title}, ${timesOnDay(event, day)}`}
        >
          <small>{startText(event, day)}</small> <span dir="auto">{event.title}</span>
        </li>
      ))}
    </ul>
  );
}

interface TaskRowsProps {
  tasks: readonly ShownTask[];
  days: readonly LocalDay[];
  today: LocalDay;
  /** Returns the text about the rest of a task's estimate, if it has one. */
  timeLeft: (task: ShownTask) => string | undefined;
  /** When the first block of a task starts, by task id. */
  starts?: ReadonlyMap<number, Date>;
  onMove: (task: ShownTask, to: Place) => void;
  onDrag: (task: ShownTask | undefined) => void;
}

function DrawerList({
  title,
  empty,
  isFolded = false,
  tasks,
  ...rows
}: TaskRowsProps & { title: string; empty?: string; isFolded?: boolean }) {
  const [isOpen, setOpen] = useState(!isFolded);
  if (tasks.length === 0 && !empty) return null;
  const hidden = tasks.length - LISTED_MAX;
  return (
    <section aria-label={title}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <h3>
            {title} <small>{tasks.length > 0 && tasks.length}</small>
          </h3>
          <ChevronDown size={16} aria-hidden="true" />
        </summary>
        {tasks.length === 0 && <p className={css.budget}>{empty}</p>}
        <TaskRows tasks={tasks.slice(0, LISTED_MAX)} {...rows} />
        {hidden > 0 && <p className={css.budget}>{countText(hidden, 'more task')} on Tasks</p>}
      </details>
    </section>
  );
}

function TaskRows({ tasks, ...rows }: TaskRowsProps) {
  if (tasks.length === 0) return null;
  return (
    <ul className={css.tasks} aria-label="Tasks">
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
  timeLeft,
  starts,
  onMove,
  onDrag,
}: Omit<TaskRowsProps, 'tasks'> & { task: ShownTask }) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const left = timeLeft(task);
  const start = starts?.get(task.id);
  const times = [...(start ? [timeText(start)] : []), ...(left ? [left] : [])];
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
      <span dir="auto" title={task.title}>
        {task.title}
      </span>
      {times.length > 0 && <small>{times.join(' · ')}</small>}
      <IconButton
        id={moveId(task.id)}
        label={`Move ${task.title}`}
        title="Move to… (Alt ← →)"
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
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
