import { useLayoutEffect, useRef, type RefObject } from 'react';
import { localDay, minutesAfterMidnight, type LocalDay } from '../../../lib/time/dates';
import { railStart, type Rail } from '../../../domain/events/calendar/dayRail';

/** The first visible minute if today is not shown. */
const FIRST_VISIBLE_MINUTE = 7 * 60;

interface Scrolled {
  scroller: RefObject<HTMLElement | null>;
  rail: Rail;
  minutePx: number;
  selected: LocalDay;
  now: Date;
  /** At least this much time before now is visible. */
  beforeNowMinutes: number;
}

/**
 * Scrolls once at the start, to the current time, or to 7:00 if today is not shown. On a phone, also scrolls to the
 * selected day.
 */
export function useInitialScroll({
  scroller,
  rail,
  minutePx,
  selected,
  now,
  beforeNowMinutes,
}: Scrolled): void {
  const seen = useRef(false);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || seen.current) return;
    seen.current = true;
    const day = rail.days.find((one) => one.day === localDay(now));
    // Starts at a full hour, so that the titles of events that begin then are not cut off.
    const minute = day
      ? Math.max(Math.floor((minutesAfterMidnight(now) - beforeNowMinutes) / 60) * 60, 0)
      : FIRST_VISIBLE_MINUTE;
    const column = box.querySelector<HTMLElement>(`[data-day="${selected}"]`);
    box.scrollTo({
      // Keeps the first hour's label from being cut off.
      top: (day ? railStart(day, minute) : minute) * minutePx - 12,
      left: (column?.offsetLeft ?? 0) - box.clientWidth / 3,
    });
  }, [scroller, rail, minutePx, selected, now, beforeNowMinutes]);
}
