import { MINUTE_MS } from '@daymark/contract/time/units';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { nowPlace, openingPlace } from '../../../domain/events/calendar/openingPlace';
import type { Rail } from '../../../domain/events/calendar/dayRail';
import type { WorkingHours } from '../../../domain/planning/freeTime';
import type { CalendarEvent } from '../../../domain/shownRecords';
import type { LocalDay } from '../../../lib/time/dates';

/** How long the person must have left the hours alone before they follow the time, in ms. */
const FOLLOW_AFTER_MS = 5 * MINUTE_MS;
/** The least time after now that stays in view, in minutes. */
const AHEAD_MINUTES = 30;
/** Keeps the first hour's label from being cut off, in px. */
const ABOVE_PX = 12;

interface RailScroll {
  scroller: RefObject<HTMLElement | null>;
  rail: Rail;
  minutePx: number;
  selected: LocalDay;
  events: readonly CalendarEvent[];
  /** Whether the events are still loading. They may begin before the working hours. */
  isLoading: boolean;
  workingHours: WorkingHours | undefined;
  now: Date;
}

/**
 * Scrolls to the working day when the hours are opened. Afterwards keeps now in view, also past midnight, unless the
 * person has scrolled or worked in the hours within the last minutes. On a phone, also scrolls to the selected day.
 */
export function useRailScroll({ scroller, rail, minutePx, ...view }: RailScroll): void {
  const { selected, events, isLoading, workingHours, now } = view;
  const isOpened = useRef(false);
  /** The position that this hook has scrolled to. Any other position is the person's. */
  const ownTop = useRef(0);
  const usedAt = useRef(-Infinity);

  const visibleMinutes = (box: HTMLElement) =>
    (box.clientHeight - (box.querySelector('header')?.clientHeight ?? 0)) / minutePx;
  const open = useEffectEvent((box: HTMLElement) => {
    const visible = visibleMinutes(box);
    const place = openingPlace({ rail, events, hours: workingHours, now, visible });
    const column = box.querySelector<HTMLElement>(`[data-day="${selected}"]`);
    box.scrollTo({
      top: place * minutePx - ABOVE_PX,
      left: (column?.offsetLeft ?? 0) - box.clientWidth / 3,
    });
    ownTop.current = box.scrollTop;
  });
  const follow = useEffectEvent((box: HTMLElement) => {
    const place = nowPlace(rail, now);
    if (place === undefined || now.getTime() - usedAt.current < FOLLOW_AFTER_MS) return;
    const top = box.scrollTop / minutePx;
    if (place < top || place + AHEAD_MINUTES > top + visibleMinutes(box)) open(box);
  });

  useLayoutEffect(() => {
    if (!scroller.current || isOpened.current) return;
    isOpened.current = !isLoading;
    open(scroller.current);
  }, [scroller, isLoading]);

  useEffect(() => {
    if (scroller.current) follow(scroller.current);
  }, [scroller, now]);

  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const onUse = () => {
      usedAt.current = Date.now();
    };
    const onScroll = () => {
      if (Math.abs(box.scrollTop - ownTop.current) > 1) onUse();
    };
    box.addEventListener('scroll', onScroll);
    box.addEventListener('pointerdown', onUse);
    box.addEventListener('keydown', onUse);
    return () => {
      box.removeEventListener('scroll', onScroll);
      box.removeEventListener('pointerdown', onUse);
      box.removeEventListener('keydown', onUse);
    };
  }, [scroller]);
}
