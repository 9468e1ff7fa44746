import { useLayoutEffect, useRef, type RefObject } from 'react';
import { localDay, minutesAfterMidnight, type LocalDay } from '../../../lib/time/dates';
import { railStart, type Rail } from '../../../domain/events/calendar/dayRail';

/** The first visible minute of a day that is not today. */
const FIRST_VISIBLE_MINUTE = 7 * 60;

interface Scrolled {
  scroller: RefObject<HTMLElement | null>;
  rail: Rail;
  minutePx: number;
  selected: LocalDay;
  now: Date;
  /** How much is visible before the current time, at least. */
  beforeNowMinutes: number;
}

/** Scrolls once, at first: to the current time, or to the working day; on a phone also to the selected day. */
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
    // From a full hour: most events begin at one, and their titles are not cut off.
    const minute = day
      ? Math.max(Math.floor((minutesAfterMidnight(now) - beforeNowMinutes) / 60) * 60, 0)
      : FIRST_VISIBLE_MINUTE;
    const column = box.querySelector<HTMLElement>(`[data-day="${selected}"]`);
    box.scrollTo({
      // So that the first hour's label is not cut off.
      top: (day ? railStart(day, minute) : minute) * minutePx - 12,
      left: (column?.offsetLeft ?? 0) - box.clientWidth / 3,
    });
  }, [scroller, rail, minutePx, selected, now, beforeNowMinutes]);
}
