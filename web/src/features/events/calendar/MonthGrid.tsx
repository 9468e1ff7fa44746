import { countText } from '../../../lib/text/numbers';
import { useEffect, useRef, type CSSProperties, type KeyboardEvent } from 'react';
import {
  addDays,
  addMonths,
  dayOfMonth,
  localDay,
  type LocalDay,
  longDate,
  startOfDay,
  startOfWeek,
  timeText,
} from '../../../lib/time/dates';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden';
import { colorStyle } from '../../../lib/visibleColor';
import { eventColor } from '../../../domain/events/eventColor';
import { eventSpan } from '../../../domain/events/eventSpan';
import { dayOffOn } from '../../../domain/planning/freeTime';
import { isAllDay, isExternal } from '../../../domain/events/externalEvent';
import css from './MonthGrid.module.css';
import { useLineCount } from './useLineCount';
import { monthWeeks, sameMonth, weekdayHeaders } from '../../../domain/events/calendar/monthDays';
import { monthLines, type MonthLine } from '../../../domain/events/calendar/monthLines';
import type { EventActions } from '../useEventActions';
import type { CalendarEvent } from '../../../domain/shownRecords';

/** The number of dots that fit in a day on a phone. */
const DOTS = 3;

interface MonthGridProps {
  /** The grid's accessible name: the month. */
  label: string;
  selected: LocalDay;
  now: Date;
  events: readonly CalendarEvent[];
  actions: EventActions;
  /** `by` tells whether the day was clicked or reached by keyboard. */
  onSelect: (day: LocalDay, by: 'click' | 'key') => void;
  /** Opens the day's own view. */
  onOpen: (day: LocalDay) => void;
}

/** A month (product §2) as a WAI-ARIA grid: one tab stop, arrow keys between the days. */
export function MonthGrid({
  label,
  selected,
  now,
  events,
  actions,
  onSelect,
  onOpen,
}: MonthGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const lineCount = useLineCount(grid);
  const today = localDay(now);
  // The day that the keys have moved to. `selected` follows a moment later, with the URL.
  const goal = useRef<LocalDay>(undefined);
  useEffect(() => {
    if (!goal.current) return;
    if (goal.current === selected) goal.current = undefined;
    grid.current?.querySelector<HTMLElement>(`[data-day="${selected}"]`)?.focus();
  }, [selected]);

  const onKeyDown = (key: KeyboardEvent<HTMLElement>) => {
    if (key.altKey || key.ctrlKey || key.metaKey) return;
    // The buttons inside a day have their own keys.
    const cell = key.target as HTMLElement;
    if (cell.role !== 'gridcell') return;
    if (key.key === 'Enter' || key.key === ' ') {
      key.preventDefault();
      onOpen(goal.current ?? selected);
      return;
    }
    const day = MOVES[key.key]?.(goal.current ?? selected);
    if (!day) return;
    key.preventDefault();
    goal.current = day;
    onSelect(day, 'key');
  };

  return (
    <div className={css.grid} role="grid" aria-label={label} ref={grid} onKeyDown={onKeyDown}>
      <div role="row">
        {weekdayHeaders().map(({ short, long }) => (
          <span key={short} role="columnheader" aria-label={long}>
            {short}
          </span>
        ))}
      </div>
      {monthWeeks(selected).map((week) => (
        <div key={week[0]} role="row">
          {monthLines(events, week, lineCount).map(({ events: own, lines, more }, index) => {
            const day = week[index] ?? '';
            return (
              <DayCell
                key={day}
                day={day}
                isSelected={day === selected}
                isToday={day === today}
                isOutside={!sameMonth(day, selected)}
                now={now}
                events={own}
                lines={lines}
                more={more}
                actions={actions}
                onSelect={(day, by) => {
                  goal.current = undefined;
                  onSelect(day, by);
                }}
                onOpen={onOpen}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** The day that each key moves to. */
const MOVES: Record<string, (day: LocalDay) => LocalDay> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: startOfWeek,
  End: (day) => addDays(startOfWeek(day), 6),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

interface DayCellProps {
  day: LocalDay;
  isSelected: boolean;
  isToday: boolean;
  isOutside: boolean;
  now: Date;
  events: readonly CalendarEvent[];
  lines: readonly MonthLine[];
  more: number;
  actions: EventActions;
  onSelect: MonthGridProps['onSelect'];
  onOpen: MonthGridProps['onOpen'];
}

function DayCell({
  day,
  isSelected,
  isToday,
  isOutside,
  now,
  events,
  lines,
  more,
  actions,
  onSelect,
  onOpen,
}: DayCellProps) {
  const count = events.length === 0 ? '' : `, ${countText(events.length, 'event')}`;
  const isOff = dayOffOn(day, events) !== undefined;
  const name = longDate(startOfDay(day));
  return (
    <div
      role="gridcell"
      className={css.day}
      data-day={day}
      data-outside={isOutside}
      data-off={isOff}
      tabIndex={isSelected ? 0 : -1}
      aria-selected={isSelected}
      aria-current={isToday ? 'date' : undefined}
      onClick={() => onSelect(day, 'click')}
      onDoubleClick={() => actions.openCreate(day)}
    >
      <b aria-hidden="true">{dayOfMonth(day)}</b>
      <VisuallyHidden>{name + (isOff ? ', day off' : '') + count}</VisuallyHidden>
      {events.length > 0 && (
        <>
          <div className={css.lines}>
            {lines.map(({ event, days }, line) =>
              event === undefined || days === 0 ? (
                <i key={line}>{event && <VisuallyHidden>{event.title}</VisuallyHidden>}</i>
              ) : (
                <button
                  key={event.id}
                  type="button"
                  tabIndex={-1}
                  data-save-error={event.saveError?.kind}
                  data-external={isExternal(event)}
                  data-past={eventSpan(event).to <= now.getTime()}
                  title={lineTitle(event)}
                  style={
                    {
                      ...colorStyle(eventColor(event)),
                      '--days': days,
                    } as CSSProperties
                  }
                  onPointerEnter={
                    isExternal(event) ? actions.preloadExternalDialog : actions.preloadDialog
                  }
                  onClick={(click) => {
                    click.stopPropagation();
                    onSelect(day, 'click');
                    if (isExternal(event)) actions.openExternal(event);
                    else actions.openEdit(event);
                  }}
                  onDoubleClick={(click) => click.stopPropagation()}
                >
                  <span dir="auto">{event.title}</span>
                </button>
              ),
            )}
            {more > 0 && (
              <button
                type="button"
                tabIndex={-1}
                className={css.more}
                onClick={(click) => {
                  click.stopPropagation();
                  onOpen(day);
                }}
              >
                +{more} more
              </button>
            )}
          </div>
          <div className={css.dots} aria-hidden="true">
            {events.slice(0, DOTS).map((event) => (
              <i key={event.id} style={colorStyle(eventColor(event))} />
            ))}
            {events.length > DOTS && <small>+</small>}
          </div>
        </>
      )}
    </div>
  );
}

const lineTitle = (event: CalendarEvent) =>
  isAllDay(event) ? event.title : `${timeText(new Date(event.start))} ${event.title}`;
