import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type PointerEvent,
  type RefObject,
} from 'react';
import type { EventDays } from '@daymark/contract/event';
import { daysBetween, localInstant, type LocalDay } from '../../../lib/time/dates';
import {
  minuteAt,
  railStart,
  type Rail,
  type RailDay,
} from '../../../domain/events/calendar/dayRail';
import { edgeScroll } from '../../../lib/browser/edgeScroll';
import { isDayLong } from '../../../domain/events/eventSpan';
import { allDayTimes, daysResized } from '../../../domain/events/allDay';
import { movedByDays, movedTo, resized } from '../../../domain/events/calendar/eventMoves';
import { STEP_MINUTES } from '../../../domain/events/eventTimes';
import type { ShownEvent } from '../../../domain/shownRecords';

interface Times {
  start: string;
  end: string;
  days?: EventDays | null;
}

/** The state of a drag, as if the pointer were released now. */
export interface Drag {
  /** Undefined while a new event is drawn or a task is dragged. */
  event?: ShownEvent | undefined;
  /** Undefined while a task is not over the hours. */
  times?: Times | undefined;
}

/** A pressed pointer. */
interface Press {
  pointerId: number;
  x: number;
  y: number;
  /** Whether the pointer is a finger or a pen. Both also scroll, so their drag starts with a long press. */
  isTouch: boolean;
}

/** A press on the row of a task outside of the hours. */
export interface TaskPress extends Press {
  kind: 'place';
  taskId: number;
}

/** The drag of a task from a list to the hours. */
export interface TaskPlacing {
  press: TaskPress | undefined;
  title: string;
  /** The color of the task's category. */
  color: string | undefined;
  /** The length of the task's block, in minutes. */
  minutes: number;
  /** Called when the task is dropped at a time. */
  onPlace: (times: Times) => void;
  /** Called when the press or drag ends, even outside of the hours. */
  onEnd: () => void;
  /** Called when an event is dropped outside of the hours. Returns whether the event was taken off them. */
  onTakeOff?: (event: ShownEvent) => boolean;
}

interface EventGrip extends Press {
  kind: 'move' | 'start' | 'end' | 'create';
  event?: ShownEvent | undefined;
  /** The day and position at which the drag started. */
  from: Spot;
}

type Grip = EventGrip | TaskPress;

interface Spot {
  day: RailDay;
  /** Minutes from the top of the rail. */
  place: number;
}

const SLACK_PX = 4;
const FINGER_SLACK_PX = 10;
const LONG_PRESS_MS = 350;

const inSteps = (minutes: number, round = Math.round) =>
  round(minutes / STEP_MINUTES) * STEP_MINUTES;

interface DragOptions {
  rail: Rail;
  /** The height of a minute, in px. */
  minutePx: number;
  /** The scrolling element, whose columns have their day in `data-day`. */
  scroller: RefObject<HTMLElement | null>;
  eventOf: (id: number) => ShownEvent | undefined;
  onMove: (event: ShownEvent, times: Times) => void;
  onCreate: (day: LocalDay, times: Times) => void;
  placing: TaskPlacing | undefined;
  /** Called when the pointer has moved with the task. */
  onCarry: (x: number, y: number) => void;
}

/**
 * Drags in the hours of a week or a day, in steps of 15 minutes. An event is dragged to move it. Dragging the upper or
 * lower edge of an event resizes the event. Dragging the left or right edge of an all-day event resizes the event by
 * days. Dragging over empty time creates an event. Dragging a task from a list to the hours gives the task a time. On
 * touch screens a drag starts with a long press, so that scrolling still works. Escape cancels. Elements have
 * `data-event` (an event's id) and `data-edge` (one of its edges).
 */
export function useEventDrag(options: DragOptions): {
  drag: Drag | undefined;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  /** Whether a click is the end of a drag. */
  isDragEnd: () => boolean;
} {
  const [drag, setDrag] = useState<Drag>();
  const endedAt = useRef(0);
  const { rail, minutePx, scroller, eventOf } = options;

  /** Returns the day and the position on the rail at a point of the screen, or the nearest day and position. */
  const spotAt = (x: number, y: number): Spot | undefined => {
    const columns = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-day]') ?? [])];
    const distance = (column: HTMLElement) => {
      const { left, right } = column.getBoundingClientRect();
      return Math.max(left - x, x - right, 0);
    };
    const nearest = columns.sort((a, b) => distance(a) - distance(b))[0];
    const day = rail.days.find(({ day: key }) => key === nearest?.dataset.day);
    if (!nearest || !day) return undefined;
    return { day, place: (y - nearest.getBoundingClientRect().top) / minutePx };
  };

  const timeAt = ({ day }: Spot, place: number) =>
    new Date(day.start + minuteAt(day, place) * 60_000);

  const timesAt = (grip: Grip, to: Spot): Times => {
    if (grip.kind === 'place') {
      const minute = minuteAt(to.day, inSteps(to.place, Math.floor));
      const start = to.day.start + Math.min(minute, to.day.minutes - STEP_MINUTES) * 60_000;
      return {
        start: localInstant(new Date(start)),
        end: localInstant(new Date(start + (options.placing?.minutes ?? 0) * 60_000)),
      };
    }
    const { kind, event, from } = grip;
    if (!event) {
      const dragged = to.day.day === from.day.day ? to.place : from.place;
      const [top, bottom] = [Math.min(from.place, dragged), Math.max(from.place, dragged)];
      const start = minuteAt(from.day, inSteps(top, Math.floor));
      const end = Math.max(minuteAt(from.day, inSteps(bottom, Math.ceil)), start + STEP_MINUTES);
      return {
        start: localInstant(new Date(from.day.start + start * 60_000)),
        end: localInstant(new Date(from.day.start + end * 60_000)),
      };
    }
    if ((kind === 'start' || kind === 'end') && event.days)
      return allDayTimes(daysResized(event.days, kind, to.day.day));
    if (kind === 'start' || kind === 'end')
      return resized(event, kind, timeAt(to, inSteps(to.place)));
    const days = daysBetween(from.day.day, to.day.day);
    if (isDayLong(event)) return days === 0 ? event : movedByDays(event, days);
    const moved = inSteps(to.place - from.place);
    if (days === 0 && moved === 0) return event;
    const start = (Date.parse(event.start) - from.day.start) / 60_000;
    // If the event began on an earlier day, only its part on this day was dragged.
    const before = Math.min(start, 0);
    const held = railStart(from.day, Math.max(start, 0));
    const minute = minuteAt(to.day, held + moved);
    const latest = to.day.minutes - STEP_MINUTES;
    const begins = new Date(to.day.start + (Math.min(minute, latest) + before) * 60_000);
    return movedTo(event, days, begins);
  };

  const finish = useEffectEvent((grip: Grip, { event, times }: Drag) => {
    if (!times) return;
    if (grip.kind === 'place') options.placing?.onPlace(times);
    else if (event) options.onMove(event, times);
    else {
      const day = rail.days.find(
        ({ start, minutes }) =>
          Date.parse(times.start) >= start && Date.parse(times.start) < start + minutes * 60_000,
      );
      if (day) options.onCreate(day.day, times);
    }
  });

  const follow = useEffectEvent((grip: Grip, x: number, y: number): Drag | undefined => {
    const isPlaced = grip.kind === 'place';
    if (isPlaced) options.onCarry(x, y);
    const spot = isPlaced && !isOver(scroller.current, x, y) ? undefined : spotAt(x, y);
    if (!spot && !isPlaced) return undefined;
    const next: Drag = {
      event: isPlaced ? undefined : grip.event,
      times: spot && timesAt(grip, spot),
    };
    setDrag((last) =>
      last && last.times?.start === next.times?.start && last.times?.end === next.times?.end
        ? last
        : next,
    );
    return next;
  });
  const takeOff = useEffectEvent(
    ({ kind, ...grip }: Grip, x: number, y: number): boolean =>
      kind === 'move' &&
      'event' in grip &&
      grip.event !== undefined &&
      !isOver(scroller.current, x, y) &&
      (options.placing?.onTakeOff?.(grip.event) ?? false),
  );
  const endPlaced = useEffectEvent(() => options.placing?.onEnd());

  const [ownGrip, setGrip] = useState<EventGrip>();
  const grip: Grip | undefined = ownGrip ?? options.placing?.press;
  useEffect(() => {
    if (!grip) return;
    const box = scroller.current;
    const around = box && scrollerAround(box);
    let isActive = false;
    let [x, y] = [grip.x, grip.y];
    /** Where the pointer was when the hours were scrolled into view. Their own scrolling begins once it moves on. */
    let arrivedAt: number | undefined;
    let latest: Drag | undefined;
    let frame = 0;

    const begin = () => {
      isActive = true;
      latest = follow(grip, x, y);
      if (grip.isTouch && 'vibrate' in navigator) navigator.vibrate(10);
      frame = requestAnimationFrame(scroll);
    };
    const rest = grip.isTouch ? setTimeout(begin, LONG_PRESS_MS) : undefined;

    /** Scrolls while the pointer is near an edge. */
    const scroll = () => {
      if (!box || !around) return;
      frame = requestAnimationFrame(scroll);
      const rect = box.getBoundingClientRect();
      const view = visiblePart(around);
      // A task may be dragged from a part of the page or the dialog where the hours are out of view or only partly in it.
      const by = grip.kind === 'place' ? edgeScroll(y, view.top, view.bottom, grip.y) : 0;
      const hidden =
        by < 0 ? Math.min(rect.top - view.top, 0) : Math.max(rect.bottom - view.bottom, 0);
      if (hidden !== 0) {
        const at = around.scrollTop;
        // Not farther than the edge of the hours, so that the pointer stays over them.
        around.scrollBy(0, by < 0 ? Math.max(by, hidden) : Math.min(by, hidden));
        if (at !== around.scrollTop) {
          if (!isOver(box, x, y)) arrivedAt = y;
          latest = follow(grip, x, y);
          return;
        }
      }
      if (grip.kind === 'place' && !isOver(box, x, y)) return;
      // The sticky header is part of the box.
      const head = box.querySelector('header')?.clientHeight ?? 0;
      // The pointer can't reach parts outside of the view.
      const [top, bottom] = [
        Math.max(rect.top + head, view.top),
        Math.min(rect.bottom, view.bottom),
      ];
      const before = [box.scrollLeft, box.scrollTop];
      const began = grip.kind === 'place' ? { x, y: arrivedAt ?? (top + bottom) / 2 } : grip;
      box.scrollBy(
        edgeScroll(x, rect.left, rect.right, began.x),
        edgeScroll(y, top, bottom, began.y),
      );
      if (before[0] !== box.scrollLeft || before[1] !== box.scrollTop) latest = follow(grip, x, y);
    };

    const onPointerMove = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== grip.pointerId) return;
      [x, y] = [event.clientX, event.clientY];
      if (arrivedAt !== undefined && Math.abs(y - arrivedAt) > FINGER_SLACK_PX)
        arrivedAt = undefined;
      if (isActive) {
        latest = follow(grip, x, y);
        return;
      }
      const moved = Math.hypot(x - grip.x, y - grip.y);
      if (grip.isTouch ? moved > FINGER_SLACK_PX : moved > SLACK_PX) {
        if (grip.isTouch) end();
        else begin();
      }
    };
    const onPointerUp = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== grip.pointerId) return;
      if (isActive) {
        endedAt.current = performance.now();
        if (latest && !takeOff(grip, x, y)) finish(grip, latest);
      }
      end();
    };
    const onPointerCancel = (event: globalThis.PointerEvent) => {
      if (event.pointerId === grip.pointerId) end();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      if (isActive) endedAt.current = Infinity;
      end();
    };
    // During a drag, prevents scrolling, text selection and the context menu.
    const keep = (event: globalThis.Event) => {
      // On a task's row, text selection is prevented even before the drag begins. Otherwise the selection would start
      // first.
      const isSelection = event.type === 'selectstart' && grip.kind === 'place';
      if ((isActive || isSelection) && event.cancelable) event.preventDefault();
    };
    /**
     * Handles the browser's own long press. On a slow phone, the browser's long press comes before our timer, and would
     * cancel the pointer.
     */
    const onLongPress = (event: globalThis.Event) => {
      if (grip.isTouch && !isActive) {
        clearTimeout(rest);
        begin();
      }
      keep(event);
    };
    const end = () => {
      setDrag(undefined);
      setGrip(undefined);
      if (grip.kind === 'place') endPlaced();
    };
    // A task is pressed outside of the hours.
    const pressed = grip.kind === 'place' ? document : box;

    addEventListener('pointermove', onPointerMove);
    addEventListener('pointerup', onPointerUp);
    addEventListener('pointercancel', onPointerCancel);
    addEventListener('keydown', onKeyDown, true);
    pressed?.addEventListener('touchmove', keep, { passive: false });
    pressed?.addEventListener('contextmenu', onLongPress);
    pressed?.addEventListener('selectstart', keep);
    return () => {
      clearTimeout(rest);
      cancelAnimationFrame(frame);
      removeEventListener('pointermove', onPointerMove);
      removeEventListener('pointerup', onPointerUp);
      removeEventListener('pointercancel', onPointerCancel);
      removeEventListener('keydown', onKeyDown, true);
      pressed?.removeEventListener('touchmove', keep);
      pressed?.removeEventListener('contextmenu', onLongPress);
      pressed?.removeEventListener('selectstart', keep);
    };
  }, [grip, scroller]);

  return {
    drag,
    onPointerDown(event) {
      endedAt.current = 0;
      if (event.button !== 0 || grip) return;
      const target = event.target as HTMLElement;
      if (target.closest('[data-external], input')) return;
      const held = target.closest<HTMLElement>('[data-event]');
      if (!held && !target.closest('[data-day]')) return;
      const own = held ? eventOf(Number(held.dataset.event)) : undefined;
      const from = spotAt(event.clientX, event.clientY);
      if (!from || (held && !own)) return;
      const edge = target.closest<HTMLElement>('[data-edge]')?.dataset.edge;
      setGrip({
        kind: edge === 'start' || edge === 'end' ? edge : own ? 'move' : 'create',
        event: own,
        pointerId: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        from,
        isTouch: event.pointerType !== 'mouse',
      });
    },
    isDragEnd: () => performance.now() - endedAt.current < 300 || endedAt.current === Infinity,
  };
}

/** Returns the element that scrolls the hours as a whole: a part of a dialog, or the page. */
function scrollerAround(box: HTMLElement): Element {
  for (let one = box.parentElement; one; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY))
      return one;
  return document.documentElement;
}

/** Returns the upper and lower edge of what an element shows, in px on the screen. */
function visiblePart(scroller: Element): { top: number; bottom: number } {
  if (scroller === document.documentElement) return { top: 0, bottom: innerHeight };
  const { top, bottom } = scroller.getBoundingClientRect();
  return { top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight) };
}

/** Whether a point of the screen is inside an element. */
function isOver(element: HTMLElement | null, x: number, y: number): boolean {
  if (!element) return false;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}
