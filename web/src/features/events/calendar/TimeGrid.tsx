import { HOUR_MS } from '@daymark/contract/time/units';
import { DEFAULT_EVENT_COLOR, type EventDays } from '@daymark/contract/event';
import { CloudAlert, Palmtree } from 'lucide-react';
import {
  Fragment,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { Link } from 'react-router-dom';
import {
  addDays,
  dayOfMonth,
  hourText,
  localDay,
  type LocalDay,
  localInstant,
  longDate,
  shortWeekday,
  startOfDay,
  timeText,
} from '../../../lib/time/dates';
import { countText } from '../../../lib/text/numbers';
import { elementId } from '../../../records/elementId';
import { takeDayOff } from '../../../records/events/dayOffChange';
import { removeEvent } from '../../../records/events/eventActions';
import {
  minuteAt,
  railEnd,
  railOf,
  railStart,
  skipped,
  type Rail,
  type RailDay,
} from '../../../domain/events/calendar/dayRail';
import { durationText } from '../../../lib/time/durationText';
import { eventSpan, isDayLong } from '../../../domain/events/eventSpan';
import type { TimeSpan } from '../../../lib/time/timeSpans';
import { allDayTimes, daysResized } from '../../../domain/events/allDay';
import { BlockCheckbox } from '../BlockCheckbox';
import { JoinLink } from '../JoinLink';
import { tickedTask } from '../../../domain/events/blockTasks';
import { eventColor } from '../../../domain/events/eventColor';
import { dayOffOn, isBusy, openGaps, type WorkingHours } from '../../../domain/planning/freeTime';
import { eventsOfDay, eventsOfDays, isDuring } from '../../../domain/events/eventDays';
import {
  inLanes,
  stretchOn,
  type EventPosition,
  type HiddenEvents,
  type Stretch,
} from '../../../domain/events/calendar/eventLayout';
import {
  lengthened,
  movedByDays,
  movedByMinutes,
} from '../../../domain/events/calendar/eventMoves';
import {
  externalEventTimes,
  isExternal,
  placeOf as placeOfEvent,
} from '../../../domain/events/externalEvent';
import { STEP_MINUTES, briefTimes, eventTimesText } from '../../../domain/events/eventTimes';
import { useSync } from '../../../sync/useSync';
import { IconButton } from '../../../ui/controls/IconButton';
import { lazyComponent } from '../../../ui/lazyComponent';
import { useIsPhone } from '../../../ui/hooks/useIsPhone';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden';
import { colorStyle } from '../../../lib/visibleColor';
import css from './TimeGrid.module.css';
import { useEventDrag, type TaskPlacing } from './useEventDrag';
import type { EventActions } from '../useEventActions';
import { useRailScroll } from './useRailScroll';
import { useRestoredFocus } from './useRestoredFocus';
import type { CalendarEvent, ShownEvent } from '../../../domain/shownRecords';

const HOUR_PX = 56;
const MINUTE_PX = HOUR_PX / 60;
/** Shortest free time that gets a label such as "Free · 45m", in minutes. */
const NAMED_FREE_MINUTES = 30;
/** Height below which a box has its title and time on one line, in px. */
const SHORT_PX = 34;
/** Height from which a box has space for a checkbox below the first line of its title, in px. */
const TALL_PX = 42;
/** Line height of a title in its box, in px. */
const LINE_PX = 16;
/** The width of a day, and of a lane in it, in the week of a phone, in rem. */
const DAY_REM = 5.75;
/** How many overlapping events a phone shows side by side, so that their titles can be read. */
const WEEK_LANES = 2;
const DAY_LANES = 4;

const OverlapDialog = lazyComponent(() => import('./OverlapDialog'));

interface Times {
  start: string;
  end: string;
  days?: EventDays | null;
}

/** A recorded focus session, drawn as a thin mark. */
interface FocusSessionSpan extends TimeSpan {
  id: number;
  /** "Focus, 9:00 AM – 9:25 AM" */
  title: string;
}

interface TimeGridProps {
  /** The seven days of a week, or a single day. */
  days: readonly LocalDay[];
  selected: LocalDay;
  now: Date;
  events: readonly CalendarEvent[];
  actions: EventActions;
  /** The times in the dialog of a new event. */
  drafting: Times | undefined;
  /** Returns the address of a day's own view. */
  linkTo: (day: LocalDay) => string;
  /** Called when an event is moved by keyboard to a day that is not shown. */
  onFollow: (day: LocalDay) => void;
  announce: (text: string) => void;
  /** The working hours, for marking free time. Without working hours, free time is not marked. */
  workingHours: WorkingHours | undefined;
  /** Whether the events are still loading. */
  isLoading?: boolean;
  placing?: TaskPlacing | undefined;
  sessions?: readonly FocusSessionSpan[] | undefined;
  /** Whether the grid is only a part of the screen. The screen then names the day, and sets the height of the hours. */
  isPanel?: boolean;
}

/** Days next to the rail of hours. Events are created by pointer. They are moved and resized by pointer or keyboard. */
export function TimeGrid({
  days,
  selected,
  now,
  events,
  actions,
  drafting,
  linkTo,
  onFollow,
  announce,
  workingHours,
  isLoading = false,
  placing,
  sessions = NO_SESSIONS,
  isPanel = false,
}: TimeGridProps) {
  const rail = railOf(days);
  const shownEvents = eventsOfDays(events, days);
  const isPhone = useIsPhone();
  const lanes = isPhone ? (days.length === 1 ? DAY_LANES : WEEK_LANES) : Infinity;
  const layouts = rail.days.map((day) => layoutOf(day, eventsOfDay(shownEvents, day.day), lanes));
  const widths = layouts.map(({ isOverlapping }) => DAY_REM * (isOverlapping ? WEEK_LANES : 1));
  const [hidden, setHidden] = useState<HiddenOfDay>();
  const scroller = useRef<HTMLDivElement>(null);
  const label = useRef<HTMLDivElement>(null);
  const hint = useId();
  const eventOf = (id: number) => {
    const found = events.find((event) => event.id === id);
    return found && !isExternal(found) ? found : undefined;
  };
  const { drag, onPointerDown, isDragEnd } = useEventDrag({
    rail,
    minutePx: MINUTE_PX,
    scroller,
    eventOf,
    onMove(event, times) {
      actions.setTimes(event, times);
      announce(`${event.title}: ${eventTimesText(times)}`);
    },
    onCreate: (day, times) => actions.openCreate(day, times),
    placing,
    onCarry(x, y) {
      if (label.current) label.current.style.translate = labelPlace({ x, y });
    },
  });
  const restoreFocus = useRestoredFocus(events, days, scroller);
  const series = useRef<{ before: ShownEvent; after: Times }>(undefined);
  useRailScroll({
    scroller,
    rail,
    minutePx: MINUTE_PX,
    selected,
    events: shownEvents,
    isLoading,
    workingHours,
    now,
  });

  const onKeyDown = (key: KeyboardEvent<HTMLElement>) => {
    const box = (key.target as HTMLElement).closest<HTMLElement>('[data-event]');
    const event = box && eventOf(Number(box.dataset.event));
    if (!event) return;
    if (key.key === 'Delete' || key.key === 'Backspace') {
      key.preventDefault();
      removeEvent.run(event, actions, box);
      return;
    }
    const times = timesByKey(event, key);
    if (!times) return;
    key.preventDefault();
    // Undo reverts a series of key presses at once.
    const last = series.current;
    const goesOn =
      last?.before.id === event.id &&
      last.after.start === event.start &&
      last.after.end === event.end;
    const before = goesOn ? last.before : event;
    series.current = { before, after: times };
    actions.setTimes(event, times, before);
    announce(`${event.title}: ${eventTimesText(times)}`);
    restoreFocus(event.id);
    const day = localDay(new Date(times.start));
    if (!days.includes(day)) onFollow(day);
  };

  const onClick = (click: MouseEvent<HTMLElement>) => {
    // Enter causes a click with detail 0, which is never the end of a drag.
    if (click.detail > 0 && isDragEnd()) return;
    const target = click.target as HTMLElement;
    if (target.closest('input')) return;
    const external = target.closest<HTMLElement>('[data-external]')?.dataset.external;
    if (external !== undefined) {
      const event = events.find(({ id }) => id === external);
      if (event && isExternal(event)) actions.openExternal(event);
      return;
    }
    const box = target.closest<HTMLElement>('[data-event]');
    if (box) {
      const event = eventOf(Number(box.dataset.event));
      if (event) actions.openEdit(event);
      return;
    }
    const column = target.closest<HTMLElement>('[data-day]');
    const day = rail.days.find((one) => one.day === column?.dataset.day);
    if (!column || !day) return;
    const place = (click.clientY - column.getBoundingClientRect().top) / MINUTE_PX;
    const minute = minuteAt(day, Math.floor(place / 30) * 30);
    const start = new Date(day.start + Math.min(minute, day.minutes - 30) * 60_000);
    actions.openCreate(day.day, {
      start: localInstant(start),
      end: localInstant(new Date(start.getTime() + HOUR_MS)),
    });
  };

  const ghost = drag?.times ?? drafting;
  const height = rail.rows.length * STEP_MINUTES * MINUTE_PX;
  const [first, last] = [days[0] ?? selected, days.at(-1) ?? selected];
  const [from, to] = [startOfDay(first).getTime(), startOfDay(addDays(last, 1)).getTime()];
  // An event above the hours moves with the pointer while it is dragged. For an event in the hours, a ghost is shown
  // instead.
  const long = events.flatMap((event) => {
    if (!isDayLong(event)) return [];
    const shown: CalendarEvent = drag?.event?.id === event.id ? { ...event, ...drag.times } : event;
    return isDuring(shown, from, to) ? [shown] : [];
  });
  const isLongDrag = Boolean(drag?.event && isDayLong(drag.event));
  const press = drag && placing?.press;

  return (
    <div
      className={css.frame}
      style={
        {
          '--days': days.length,
          '--hour': `${HOUR_PX}px`,
          '--phone-columns': widths.map((width) => `minmax(0, ${width}fr)`).join(' '),
          '--phone-width': `${widths.reduce((sum, width) => sum + width, 0)}rem`,
        } as CSSProperties
      }
      data-dragging={Boolean(drag)}
      data-panel={isPanel}
    >
      <div
        className={css.scroller}
        ref={scroller}
        // Focusable, so that the keyboard can scroll the hours even if they contain no event.
        role="group"
        aria-label="Hours"
        tabIndex={0}
        onPointerDown={onPointerDown}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <header>
          {!isPanel && (
            <div className={css.heads}>
              <span />
              {days.map((day) => (
                <DayHead
                  key={day}
                  day={day}
                  now={now}
                  to={days.length > 1 ? linkTo(day) : undefined}
                  isOff={dayOffOn(day, events) !== undefined}
                />
              ))}
            </div>
          )}
          {long.length > 0 && (
            <div className={css.strip}>
              <small>All day</small>
              {long.map((event) => (
                <LongEvent key={event.id} event={event} days={days} now={now} hint={hint} />
              ))}
            </div>
          )}
        </header>
        <div className={css.columns} style={{ height }}>
          <div className={css.rail} aria-hidden="true">
            {rail.rows.map(
              ({ clock, isRepeated }, row) =>
                clock % 60 === 0 &&
                row > 0 && (
                  <span
                    key={`${clock}${isRepeated}`}
                    style={{ top: row * STEP_MINUTES * MINUTE_PX }}
                    title={isRepeated ? 'The clocks go back: this hour occurs twice' : undefined}
                  >
                    {hourText(clock / 60)}
                  </span>
                ),
            )}
          </div>
          {layouts.map((layout) => (
            <DayColumn
              key={layout.day.day}
              rail={rail}
              layout={layout}
              now={now}
              draggedId={drag?.event?.id}
              ghost={isLongDrag ? undefined : ghost}
              ghostTitle={(press && placing.title) ?? drag?.event?.title ?? ''}
              ghostColor={
                (drag?.event && eventColor(drag.event)) ?? placing?.color ?? DEFAULT_EVENT_COLOR
              }
              hint={hint}
              sessions={sessions}
              workingHours={workingHours}
              isAlone={days.length === 1}
              isCascaded={!isPanel && !isPhone}
              hasLanes={isPhone}
              onHidden={setHidden}
              onTick={actions.setCompleted}
            />
          ))}
        </div>
      </div>
      <p className={css.hint} id={hint}>
        {placing && 'Drag a task here to give it a time. '}
        {!isPanel && 'Drag to move, pull an edge to resize, drag over free time to add. '}
        By keyboard: <kbd>Alt</kbd> and arrows move, <kbd>Shift</kbd> and ↑ ↓ resize,{' '}
        <kbd>Enter</kbd> edits, <kbd>Delete</kbd> deletes.
      </p>
      {press && (
        <div
          className={css.label}
          ref={label}
          data-over={Boolean(drag.times)}
          style={{ translate: labelPlace(press) }}
        >
          <b dir="auto">{placing.title}</b> {durationText(placing.minutes)}
        </div>
      )}
      {hidden && (
        <OverlapDialog {...hidden} actions={actions} onClose={() => setHidden(undefined)} />
      )}
    </div>
  );
}

/** Returns the position of a dragged task's label, which is beside the pointer. */
const labelPlace = ({ x, y }: { x: number; y: number }) => `${x + 12}px ${y + 12}px`;

const NO_SESSIONS: readonly FocusSessionSpan[] = [];

/**
 * Returns an event's times after a key press, or undefined if the key doesn't change them. Alt or Ctrl with an arrow
 * moves an event. An all-day event only moves by days. Shift with the up or down arrow resizes an event. An all-day
 * event is resized by days.
 */
function timesByKey(event: ShownEvent, key: KeyboardEvent): Times | undefined {
  const step = { ArrowUp: -STEP_MINUTES, ArrowDown: STEP_MINUTES }[key.key];
  const days = { ArrowLeft: -1, ArrowRight: 1 }[key.key];
  if (key.metaKey) return undefined;
  if (event.days && step !== undefined) {
    if (!key.shiftKey || key.altKey || key.ctrlKey) return undefined;
    const lastDay = addDays(event.days.end, step < 0 ? -2 : 0);
    return allDayTimes(daysResized(event.days, 'end', lastDay));
  }
  if (key.altKey || key.ctrlKey) {
    if (step !== undefined) return movedByMinutes(event, step);
    return days === undefined ? undefined : movedByDays(event, days);
  }
  return key.shiftKey && step !== undefined ? lengthened(event, step) : undefined;
}

interface DayHeadProps {
  day: LocalDay;
  now: Date;
  /** The link to the day, or undefined if the day is alone. It then has a button that makes it a day off. */
  to: string | undefined;
  isOff: boolean;
}

function DayHead({ day, now, to, isOff }: DayHeadProps) {
  const sync = useSync();
  const head = useRef<HTMLDivElement>(null);
  const date = startOfDay(day);
  const isToday = localDay(now) === day;
  const content = (
    <>
      <span aria-hidden="true">{shortWeekday(date)}</span>
      <b aria-hidden="true" data-today={isToday}>
        {dayOfMonth(day)}
      </b>
      <VisuallyHidden>{longDate(date)}</VisuallyHidden>
    </>
  );
  const current = isToday ? ('date' as const) : undefined;
  return to ? (
    <Link className={css.head} to={to} aria-current={current}>
      {content}
    </Link>
  ) : (
    <div className={css.head} ref={head} tabIndex={-1} aria-current={current}>
      {content}
      {!isOff && (
        <IconButton
          label={`Make ${longDate(date)} a day off`}
          title="Make it a day off"
          onClick={() => {
            takeDayOff(sync, day);
            head.current?.focus();
          }}
        >
          <Palmtree size={18} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

/** The events of a day that have times, and their positions. */
interface DayLayout {
  day: RailDay;
  events: readonly CalendarEvent[];
  timed: readonly CalendarEvent[];
  stretches: readonly Stretch[];
  positions: readonly (EventPosition | undefined)[];
  hidden: readonly HiddenEvents[];
  isOverlapping: boolean;
}

function layoutOf(day: RailDay, events: readonly CalendarEvent[], lanes: number): DayLayout {
  const timed = events.filter((event) => !isDayLong(event));
  const stretches = timed.map((event) => stretchOn(event, day));
  const layout = inLanes(stretches, lanes);
  const isOverlapping = layout.positions.some((position) => !position || position.columns > 1);
  return { day, events, timed, stretches, ...layout, isOverlapping };
}

/** The events of a day for which the hours have no space. */
interface HiddenOfDay {
  day: LocalDay;
  events: readonly CalendarEvent[];
}

interface DayColumnProps {
  rail: Rail;
  layout: DayLayout;
  now: Date;
  draggedId: number | undefined;
  ghost: Times | undefined;
  ghostTitle: string;
  ghostColor: string;
  hint: string;
  sessions: readonly FocusSessionSpan[];
  workingHours: WorkingHours | undefined;
  /** Whether no other day is shown, which leaves space for words. */
  isAlone: boolean;
  /** Whether an overlapping event reaches under the next one. */
  isCascaded: boolean;
  /** Whether overlapping events are side by side in lanes that are wide enough to read. */
  hasLanes: boolean;
  /** Called to show the events that have no lane. */
  onHidden: (hidden: HiddenOfDay) => void;
  onTick: EventActions['setCompleted'];
}

/** How much an overlapping event extends under the next one, as a fraction of a column. */
const CASCADE = 0.7;

/** One day: its events, the hours that it skips, and the line at the current time. */
function DayColumn({
  rail,
  layout,
  now,
  draggedId,
  ghost,
  ghostTitle,
  ghostColor,
  hint,
  sessions,
  workingHours,
  isAlone,
  isCascaded,
  hasLanes,
  onHidden,
  onTick,
}: DayColumnProps) {
  const { day, events, timed, stretches, positions, hidden } = layout;
  const dayEnd = day.start + day.minutes * 60_000;
  const extent = (start: number, end: number) => {
    const top = railStart(day, start) * MINUTE_PX;
    return { top, height: Math.max(railEnd(day, end) * MINUTE_PX - top, STEP_MINUTES * MINUTE_PX) };
  };
  const minute = (now.getTime() - day.start) / 60_000;
  const ghostStretch =
    ghost && isDuring(ghost, day.start, dayEnd) ? stretchOn(ghost, day) : undefined;
  const label = longDate(startOfDay(day.day));
  const dayOff = dayOffOn(day.day, events);
  const gaps = workingHours ? openGaps({ day: day.day, hours: workingHours, events, now }) : [];
  const placeOf = ({ from, to }: TimeSpan) => {
    const top = railStart(day, (from - day.start) / 60_000) * MINUTE_PX;
    return { top, height: railEnd(day, (to - day.start) / 60_000) * MINUTE_PX - top };
  };
  return (
    <section
      className={css.column}
      data-day={day.day}
      data-off={dayOff !== undefined}
      aria-label={dayOff ? `${label}, day off` : label}
    >
      {skipped(rail, day).map(({ from, to }) => (
        <i
          key={from}
          className={css.skipped}
          title="The clocks change: this hour doesn’t exist on this day"
          style={{ top: from * MINUTE_PX, height: (to - from) * MINUTE_PX }}
        />
      ))}
      {gaps.map((span) => {
        const minutes = (span.to - span.from) / 60_000;
        return (
          <i key={span.from} className={css.free} style={placeOf(span)}>
            {isAlone && minutes >= NAMED_FREE_MINUTES && `Free · ${durationText(minutes)}`}
          </i>
        );
      })}
      {timed.map((event, index) => {
        const stretch = stretches[index] ?? { start: 0, end: 0 };
        const position = positions[index];
        if (!position) return null;
        const { column, columns, span } = position;
        const { top, height } = extent(stretch.start, stretch.end);
        const left = `${(column / columns) * 100}%`;
        const task = isExternal(event) ? undefined : tickedTask(event);
        const box = (
          <button
            key={event.id}
            type="button"
            className={css.event}
            {...source(event, day === rail.days[0] || Date.parse(event.start) >= day.start)}
            data-short={height < SHORT_PX}
            data-tall={height >= TALL_PX && !hasLanes}
            data-overlapping={columns > 1 && !hasLanes}
            data-narrow={columns > 1 && !isAlone}
            data-held={event.id === draggedId}
            data-done={task?.completed}
            data-past={isOver(event, now)}
            data-block={task !== undefined}
            data-proposed={!isExternal(event) && event.isProposed}
            data-free={isExternal(event) && !isBusy(event)}
            data-save-error={event.saveError?.kind}
            aria-describedby={isExternal(event) ? undefined : hint}
            style={
              {
                ...colorStyle(eventColor(event)),
                '--box': `${height - 1}px`,
                '--lines': Math.max(1, Math.floor((height - 21) / LINE_PX)),
                '--lines-alone': Math.max(1, Math.floor((height - 5) / LINE_PX)),
                top,
                height,
                '--left': left,
                width: `${Math.min(span + (isCascaded ? CASCADE : 0), columns - column) * (100 / columns)}%`,
                zIndex: column,
              } as CSSProperties
            }
          >
            <span>
              <b dir="auto">
                {event.saveError && <CloudAlert size={12} aria-hidden="true" />}
                {event.title}
              </b>
              <small aria-hidden="true">{briefTimes(event, day.day)}</small>
              <VisuallyHidden>{screenReaderTimes(event)}</VisuallyHidden>
            </span>
            {!isExternal(event) && Date.parse(event.start) >= day.start && <i data-edge="start" />}
            {!isExternal(event) && Date.parse(event.end) <= dayEnd && <i data-edge="end" />}
          </button>
        );
        if (!task && (!isAlone || columns > 1 || isOver(event, now))) return box;
        if (!task)
          return (
            <Fragment key={event.id}>
              {box}
              <JoinLink
                place={placeOfEvent(event)}
                title={event.title}
                meetingsOnly
                over={{ top, height }}
              />
            </Fragment>
          );
        return (
          <Fragment key={event.id}>
            {box}
            <BlockCheckbox
              task={task}
              onTick={onTick}
              over={{
                style: {
                  top,
                  '--left': left,
                  height: height < SHORT_PX ? height - 1 : hasLanes ? 26 : 22,
                  zIndex: column,
                } as CSSProperties,
                isNarrow: columns > 1 && !isAlone,
              }}
            />
          </Fragment>
        );
      })}
      {hidden.map(({ start, end, events: indexes }) => (
        <button
          key={start}
          type="button"
          className={css.more}
          aria-label={`${countText(indexes.length, 'more event')} on ${label}`}
          style={{ ...extent(start, end), width: `${100 / (isAlone ? DAY_LANES : WEEK_LANES)}%` }}
          onPointerEnter={OverlapDialog.preload}
          // The hours would begin a new event.
          onPointerDown={(press) => press.stopPropagation()}
          onClick={(click) => {
            click.stopPropagation();
            onHidden({ day: day.day, events: indexes.flatMap((index) => timed[index] ?? []) });
          }}
        >
          +{indexes.length}
        </button>
      ))}
      {sessions
        .filter(({ from, to }) => from < dayEnd && to > day.start)
        .map((session) => (
          <i
            key={session.id}
            className={css.session}
            role="img"
            aria-label={session.title}
            title={session.title}
            style={placeOf({
              from: Math.max(session.from, day.start),
              to: Math.min(session.to, dayEnd),
            })}
          />
        ))}
      {ghost && ghostStretch && (
        <div
          className={css.ghost}
          data-short={extent(ghostStretch.start, ghostStretch.end).height < SHORT_PX}
          style={{ ...colorStyle(ghostColor), ...extent(ghostStretch.start, ghostStretch.end) }}
        >
          {ghostTitle && <b dir="auto">{ghostTitle}</b>}
          <small>{briefTimes(ghost, day.day)}</small>
        </div>
      )}
      {minute >= 0 && minute < day.minutes && (
        <i
          className={css.now}
          title={timeText(now)}
          style={{ top: railStart(day, minute) * MINUTE_PX }}
        />
      )}
    </section>
  );
}

/**
 * Returns the attributes that identify a box's event. Only the first box of an event has an `id` attribute. An external
 * event has a tooltip with its calendar's name, because the box has no space for the name.
 */
const source = (event: CalendarEvent, hasId = true) =>
  isExternal(event)
    ? { 'data-external': event.id, title: `From Google: ${event.calendar}` }
    : { 'data-event': event.id, id: hasId ? elementId('event', event.id) : undefined };

/** Whether an event has ended. */
const isOver = (event: CalendarEvent, now: Date) => eventSpan(event).to <= now.getTime();

const screenReaderTimes = (event: CalendarEvent) =>
  isExternal(event)
    ? `, ${externalEventTimes(event)}, ${event.calendar}${event.isBusy ? '' : ', not busy'}`
    : `, ${event.task ? 'time block, ' : event.isProposed ? 'proposed, ' : ''}${eventTimesText(event)}${event.saveError ? ', not saved' : ''}`;

/** An event of 23 hours or more, drawn above the hours across its days. */
function LongEvent({
  event,
  days,
  now,
  hint,
}: {
  event: CalendarEvent;
  days: readonly LocalDay[];
  now: Date;
  hint: string;
}) {
  const on = days.flatMap((day, index) =>
    isDuring(event, startOfDay(day).getTime(), startOfDay(addDays(day, 1)).getTime())
      ? [index]
      : [],
  );
  const allDay = isExternal(event) ? null : event.days;
  return (
    <button
      type="button"
      className={css.long}
      {...source(event)}
      data-past={isOver(event, now)}
      data-save-error={event.saveError?.kind}
      aria-describedby={isExternal(event) ? undefined : hint}
      style={{
        ...colorStyle(eventColor(event)),
        gridColumn: `${(on[0] ?? 0) + 2} / ${(on.at(-1) ?? 0) + 3}`,
      }}
    >
      <b dir="auto">{event.title}</b>
      <VisuallyHidden>{screenReaderTimes(event)}</VisuallyHidden>
      {allDay && days.length > 1 && (
        <>
          {days.includes(allDay.start) && <i data-edge="start" />}
          {days.includes(addDays(allDay.end, -1)) && <i data-edge="end" />}
        </>
      )}
    </button>
  );
}
