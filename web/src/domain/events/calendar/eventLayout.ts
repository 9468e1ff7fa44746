import type { Event } from '@daymark/contract/event';
import { eventSpan } from '../eventSpan';
import type { RailDay } from './dayRail';

/** An event's part of a day, in minutes from the day's first moment. */
export interface Stretch {
  start: number;
  end: number;
}

/** An event's position among overlapping events. The event is in `column` of `columns` and is `span` columns wide. */
export interface EventPosition {
  column: number;
  columns: number;
  span: number;
}

/** Shortest time that an event takes on the screen, in minutes, so that it can be seen and clicked. */
const SHORTEST_MINUTES = 15;

/** Returns the part of an event on a day, at least SHORTEST_MINUTES long. */
export function stretchOn(
  event: Pick<Event, 'start' | 'end'>,
  { start: dayStart, minutes }: Pick<RailDay, 'start' | 'minutes'>,
): Stretch {
  const { from, to } = eventSpan(event);
  const start = Math.max((from - dayStart) / 60_000, 0);
  const end = Math.min(Math.max((to - dayStart) / 60_000, start + SHORTEST_MINUTES), minutes);
  return { start: Math.max(Math.min(start, end - SHORTEST_MINUTES), 0), end };
}

/**
 * Lays overlapping events out side by side. Returns the events' positions in the order of the input. The earliest event
 * of a group is on the left, and each event extends over the free columns to its right.
 */
export function sideBySide(stretches: readonly Stretch[]): EventPosition[] {
  const positions = stretches.map((): EventPosition => ({ column: 0, columns: 1, span: 1 }));
  const inOrder = stretches
    .map((stretch, index) => ({ ...stretch, index }))
    .sort((a, b) => a.start - b.start || b.end - a.end || a.index - b.index);

  let group: (Stretch & { index: number; column: number })[] = [];
  let groupEnd = -Infinity;
  const placeGroup = () => {
    const columns = Math.max(0, ...group.map(({ column }) => column + 1));
    for (const box of group) {
      const right = group.filter((other) => other.column > box.column && overlap(box, other));
      const span = Math.min(columns, ...right.map(({ column }) => column)) - box.column;
      positions[box.index] = { column: box.column, columns, span };
    }
    group = [];
  };
  for (const box of inOrder) {
    if (box.start >= groupEnd) placeGroup();
    const taken = new Set(group.filter((other) => overlap(box, other)).map(({ column }) => column));
    let column = 0;
    while (taken.has(column)) column++;
    group.push({ ...box, column });
    groupEnd = Math.max(groupEnd, box.end);
  }
  placeGroup();
  return positions;
}

/** Overlapping events for which a day has no lane. They share one box. */
export interface HiddenEvents extends Stretch {
  /** The indexes of the events. */
  events: number[];
}

/**
 * Lays overlapping events out in at most `lanes` columns. If that is too few, the last column has the boxes of the
 * events that are hidden. The position of a hidden event is undefined.
 */
export function inLanes(
  stretches: readonly Stretch[],
  lanes: number,
): { positions: (EventPosition | undefined)[]; hidden: HiddenEvents[] } {
  const last = lanes - 1;
  const hidden: HiddenEvents[] = [];
  const positions = sideBySide(stretches).map(({ column, columns, span }, index) => {
    if (columns <= lanes) return { column, columns, span };
    if (column < last) return { column, columns: lanes, span: Math.min(span, last - column) };
    const { start = 0, end = 0 } = stretches[index] ?? {};
    hidden.push({ start, end, events: [index] });
    return undefined;
  });
  return { positions, hidden: merged(hidden) };
}

/** Returns boxes that don't overlap. */
function merged(hidden: readonly HiddenEvents[]): HiddenEvents[] {
  const boxes: HiddenEvents[] = [];
  for (const one of [...hidden].sort((a, b) => a.start - b.start)) {
    const box = boxes.at(-1);
    if (!box || box.end <= one.start) boxes.push({ ...one });
    else {
      box.end = Math.max(box.end, one.end);
      box.events.push(...one.events);
    }
  }
  return boxes;
}

const overlap = (a: Stretch, b: Stretch) => a.start < b.end && b.start < a.end;
