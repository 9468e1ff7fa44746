import { useEffect, useRef, type RefObject } from 'react';
import type { LocalDay } from '../../../lib/time/dates';
import type { CalendarEvent } from '../../../domain/shownRecords';

/**
 * Returns a function that asks for the focus to stay on an event: once the event is rendered at its new time, it gets
 * the focus and is scrolled into view.
 */
export function useRestoredFocus(
  scroller: RefObject<HTMLElement | null>,
  events: readonly CalendarEvent[],
  days: readonly LocalDay[],
): (id: number) => void {
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const box = scroller.current?.querySelector<HTMLElement>(`[data-event="${wanted.current}"]`);
    if (!box) return;
    wanted.current = undefined;
    box.focus({ preventScroll: true });
    box.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [scroller, events, days]);
  return (id) => {
    wanted.current = id;
  };
}
